"""The collectors of Doctor Li: aiming at the leader, keeping Oh I Got This, waiting for a fourth card or not.

`collector`, `four_hunter` and `guardian` are here; `leader_basher` (`doctor_li_basher`) builds on them.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.state import (
    AGG_PAY,
    COUNTER,
    DEFLECT,
    ESCAPE,
    F_EPI,
    F_FLAT,
    F_OIGT,
    INTERRUPT,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_KINDS,
    N_NATURAL,
    N_SEATS,
    N_SETS,
    P_END,
    P_FISH,
    P_FOUR,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    P_WTS,
    PICK,
    PLAY,
    SOURCE,
)
from simkit.jit import kernel
from simkit_strategies.doctor_li_players import best_pick, plain_answer, size_after
from simkit_strategies.doctor_li_tools import (
    at_step,
    best_with,
    highest,
    is_legal,
    is_open,
    n_down,
    open_wild,
    victims,
)

COLLECTOR, HUNTER, GUARDIAN = range(3)
FISH_ABOVE, KEEP = 0, 1
"""Parameters: hand size above which it fishes; OIGT that it must hold to spend one."""
RIVAL_DOWN, EPI_SHARE, FULL_HAND = 2, 3, 4
"""Parameters of the hunter: what makes it hurry."""
INSURANCE = 1
"""Parameter of the guardian, in the place of KEEP: what insured cards are worth more."""
EPI_SEEN, EPI_TURN, EPI_PILE = 24, 25, 26  # memory: epidemics in the discard pile, turn of the last one, action pile


@kernel
def would_fail(view: Any, rules: Any) -> Any:
    """True if the attempt fails should the OIGT stand: with the own best choice, or with the worst of others."""
    fails, survives = False, False
    for face in range(N_CATEGORY_FACES):
        if view.shown[face] > 0:
            if size_after(view, rules, face) == 0:
                fails = True
            else:
                survives = True
    return not survives if rules.loss_chooser == 0 else fails


@kernel
def leader(view: Any, candidates: Any, rng: Any) -> Any:
    """Among the candidates (bits): most categories down, then largest hand, then random; -1 if there is none."""
    worths = np.full(N_SEATS, -1, np.int64)
    for step in range(np.int64(view.n_players)):
        seat = at_step(view, step)
        if candidates >> seat & 1:
            worths[step] = 1000 * n_down(view, seat) + np.int64(view.hand_sizes[seat])
    chosen = highest(worths, N_SEATS, rng)
    return at_step(view, chosen) if chosen >= 0 else np.int64(-1)


@kernel
def wts_at(view: Any, target: Any, rng: Any) -> Any:
    """A WTS that may be played at a player, ties random; -1 if there is none."""
    worths = np.full(N_KINDS, -1, np.int64)
    for i in range(np.int64(view.n_legal)):
        which = np.int64(view.legal[i]) - P_WTS
        if which >= 0 and which < N_SEATS * N_KINDS and which % N_SEATS == target:
            worths[which // N_SEATS] = (which // N_SEATS) % 3  # more cards first
    kind = highest(worths, N_KINDS, rng)
    return P_WTS + N_SEATS * kind + target if kind >= 0 else np.int64(-1)


@kernel
def largest_set(view: Any, rng: Any) -> Any:
    """Oh No You Didn't on the largest set of the leader among those who have sets; -1 if it may not be played."""
    owners = np.int64(0)
    for i in range(np.int64(view.n_legal)):
        which = np.int64(view.legal[i]) - P_OHNO
        if which >= 0 and which < N_SETS:
            owners |= np.int64(1) << np.int64(view.set_owner[which])
    target = leader(view, owners, rng)
    if target < 0:
        return np.int64(-1)
    worths = np.full(N_SETS, -1, np.int64)
    for number in range(N_SETS):
        if view.set_owner[number] == target:
            worths[number] = np.int64(view.set_n[number])
    return P_OHNO + highest(worths, N_SETS, rng)


@kernel
def lifts(view: Any, rules: Any, face: Any, least: Any) -> Any:
    """True for a missing natural of an open category with best >= least."""
    if face < 0 or face >= N_NATURAL or view.hand[face] > 0 or not is_open(view, face >> 2):
        return False
    return best_with(view, rules, face >> 2) >= least


@kernel
def light_target(view: Any, rules: Any, rng: Any) -> Any:
    """Natural of the category discard pile that lifts best from 2 to 3, else a wild of an open category; -1 if none."""
    worths = np.full(N_CATEGORY_FACES, -1, np.int64)
    for face in range(N_CATEGORY_FACES):
        if view.dumped[face] == 0:
            continue
        if lifts(view, rules, face, 2) and best_with(view, rules, face >> 2) == 2:
            worths[face] = 2
        elif open_wild(view, face):
            worths[face] = 1
    return highest(worths, N_CATEGORY_FACES, rng)


@kernel
def watch_epidemics(view: Any, memory: Any) -> None:
    """Note the turn of the last epidemic: one that was not in the action discard pile at the last look."""
    if view.pile_n[1] > memory[EPI_PILE]:
        memory[EPI_SEEN] = 0  # reshuffled since
    if view.dumped[F_EPI] > memory[EPI_SEEN]:
        memory[EPI_TURN] = view.turns
    memory[EPI_SEEN] = view.dumped[F_EPI]
    memory[EPI_PILE] = view.pile_n[1]


@kernel
def in_a_hurry(view: Any, rules: Any, params: Any, memory: Any) -> Any:
    """True if waiting for a fourth card is too dangerous (section 6)."""
    actions = np.int64(0)
    for face in range(N_CATEGORY_FACES, len(rules.copies)):
        actions += np.int64(rules.copies[face])
    if view.hand[F_FLAT] == 0 and view.turns - memory[EPI_TURN] > params[EPI_SHARE] * actions:
        return True
    for seat in range(np.int64(view.n_players)):
        if seat != view.seat and n_down(view, seat) >= params[RIVAL_DOWN]:
            return True
    return view.hand_sizes[np.int64(view.seat)] > params[FULL_HAND]


@kernel
def best_put(view: Any, rules: Any, least: Any, rng: Any) -> Any:
    """The category to put down with at least so many cards, largest best first, ties random; -1 if none."""
    worths = np.full(N_CATEGORIES, -1, np.int64)
    for c in range(N_CATEGORIES):
        size = best_with(view, rules, c)
        if size >= least and is_legal(view, P_PUT + c):
            worths[c] = size
    chosen = highest(worths, N_CATEGORIES, rng)
    return P_PUT + chosen if chosen >= 0 else np.int64(-1)


@kernel
def surplus(view: Any, category: Any, kept: Any) -> Any:
    """Own cards of a category that are of no use: copies, and those of finished categories but for `kept` of them."""
    n = np.int64(0)
    for face in range(4 * category, 4 * category + 4):
        held = np.int64(view.hand[face])
        n += held - np.int64(held > 0 and is_open(view, category))
    for face in range(N_NATURAL, N_CATEGORY_FACES):
        if mask_of(face) >> category & 1 and not open_wild(view, face):
            n += np.int64(view.hand[face])
    return n if is_open(view, category) else n - kept


@kernel
def best_fish(view: Any, kept: Any, rng: Any) -> Any:
    """Fish the leader with two surplus cards of one category, the one with most of them; -1 if there are none."""
    target = leader(view, victims(view, P_FISH, P_FOUR), rng)
    if target < 0:
        return np.int64(-1)
    worths = np.full(N_CATEGORIES, -1, np.int64)
    for c in range(N_CATEGORIES):
        n = surplus(view, c, kept)
        if n >= 2 and is_legal(view, P_FISH + N_SEATS * c + target):
            worths[c] = n
    chosen = highest(worths, N_CATEGORIES, rng)
    return P_FISH + N_SEATS * chosen + target if chosen >= 0 else np.int64(-1)


@kernel
def collector_play(view: Any, rules: Any, style: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Step 3 of the collectors."""
    target = leader(view, victims(view, P_WTS, P_LIGHT), rng)
    if target >= 0:
        return wts_at(view, target, rng)
    if is_legal(view, P_LIGHT) and light_target(view, rules, rng) >= 0:
        return np.int64(P_LIGHT)
    action = largest_set(view, rng)
    if action < 0:
        waits = style == HUNTER and not in_a_hurry(view, rules, params, memory)
        action = best_put(view, rules, 4 if waits else 3, rng)
    if action < 0 and view.hand_sizes[np.int64(view.seat)] > params[FISH_ABOVE]:
        action = best_fish(view, np.int64(style == GUARDIAN), rng)
    return action if action >= 0 else np.int64(P_END)


@kernel
def leads(view: Any, seat: Any) -> Any:
    """True if a player has points and nobody has more."""
    for other in range(np.int64(view.n_players)):
        if view.points[other] > view.points[seat]:
            return False
    return view.points[seat] > 0


@kernel
def wants_to_stop(view: Any, style: Any, params: Any) -> Any:
    """Is the attempt of the active player worth an OIGT?"""
    if style != GUARDIAN:
        return view.hand[F_OIGT] >= params[KEEP]
    current = np.int64(view.current)
    return n_down(view, current) == 2 or view.shown_n == 4 or leads(view, current)


@kernel
def answer_oigt(view: Any, rules: Any, style: Any, params: Any) -> Any:
    """Interrupt, deflect, counter: yes or no."""
    kind = np.int64(view.kind)
    if kind == INTERRUPT:
        return np.int64(wants_to_stop(view, style, params))
    if kind == COUNTER and view.trying >= 0:
        third = style == GUARDIAN and n_down(view, np.int64(view.seat)) == 2
        return np.int64(third or would_fail(view, rules))
    return np.int64(style != GUARDIAN and view.hand[F_OIGT] >= params[KEEP])


@kernel
def take_top(view: Any, rules: Any) -> Any:
    """Source: the discard top if it is a wild of an open category, or a missing unique with best >= 2."""
    top = np.int64(view.top)
    return np.int64(open_wild(view, top) or lifts(view, rules, top, 2))


@kernel
def pick_light(view: Any, rules: Any, rng: Any) -> Any:
    """What a Light Point was played for, else the card of the highest value."""
    target = light_target(view, rules, rng) if view.pile == 0 else np.int64(-1)
    return target if target >= 0 else best_pick(view, rules, rng)


@kernel
def collector_answer(view: Any, rules: Any, style: Any, params: Any, memory: Any, rng: Any) -> Any:
    """A collector of a style."""
    kind = np.int64(view.kind)
    if style == HUNTER:
        watch_epidemics(view, memory)
    if kind == PLAY:
        return collector_play(view, rules, style, params, memory, rng)
    if kind == SOURCE:
        return take_top(view, rules)
    if kind == INTERRUPT or kind == COUNTER or kind == DEFLECT:
        return answer_oigt(view, rules, style, params)
    if kind == PICK:
        return pick_light(view, rules, rng)
    if kind == AGG_PAY and style != GUARDIAN and view.hand[F_OIGT] >= params[KEEP] and is_legal(view, ESCAPE):
        return np.int64(ESCAPE)
    insurance = np.int64(params[INSURANCE]) if style == GUARDIAN else np.int64(0)
    return plain_answer(view, rules, 4 if style == HUNTER else 3, insurance, memory, rng)
