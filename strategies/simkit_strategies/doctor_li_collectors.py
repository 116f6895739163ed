"""The collectors of Doctor Li: aiming at the leader, keeping Oh I Got This, waiting or not."""

from __future__ import annotations

from typing import Any

import numpy as np

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
    N_NATURAL,
    N_SEATS,
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
    WILD,
)
from simkit.jit import kernel
from simkit.rng import below
from simkit_strategies.doctor_li_players import best_pick, plain_answer, size_after
from simkit_strategies.doctor_li_tools import (
    best_with,
    is_legal,
    is_open,
)

COLLECTOR, HUNTER, GUARDIAN, BASHER = range(4)
EPI_COUNT, EPI_TURN = 24, 25  # memory: epidemics in the discard pile, turn of the last one


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
def leader(view: Any, rng: Any, first: Any, last: Any) -> Any:
    """Among the victims of legal actions first .. last - 1: most categories down, then largest hand, then random."""
    most, n = np.int64(-1), np.int64(0)
    chosen: Any = np.int64(-1)
    for seat in range(np.int64(view.n_players)):
        found = False
        for i in range(np.int64(view.n_legal)):
            action = np.int64(view.legal[i])
            if action >= first and action < last and (action - first) % N_SEATS == seat:
                found = True
        if not found:
            continue
        rank = n_down(view, seat) * 1000 + np.int64(view.hand_sizes[seat])
        if rank > most:
            most, n = rank, np.int64(0)
        if rank == most:
            n += 1
            if below(rng, n) == 0:
                chosen = seat
    return chosen


@kernel
def n_down(view: Any, seat: Any) -> Any:
    """Categories that a player has down."""
    n = np.int64(0)
    for c in range(N_CATEGORIES):
        n += np.int64(view.down[seat, c] > 0)
    return n


@kernel
def largest_set(view: Any, rng: Any) -> Any:
    """Oh No You Didn't on the largest set of the leader among those who have sets; -1 if none."""
    most, n = np.int64(-1), np.int64(0)
    chosen: Any = np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        action = np.int64(view.legal[i])
        if action < P_OHNO or action >= P_FISH:
            continue
        owner = np.int64(view.set_owner[action - P_OHNO])
        rank = (n_down(view, owner) * 1000 + np.int64(view.hand_sizes[owner])) * 8
        rank += np.int64(view.set_n[action - P_OHNO])
        if rank > most:
            most, n = rank, np.int64(0)
        if rank == most:
            n += 1
            if below(rng, n) == 0:
                chosen = action
    return chosen


@kernel
def lifts(view: Any, rules: Any, face: Any, least: Any) -> Any:
    """True for a missing natural of an open category with best >= least."""
    category = face >> 2
    if face >= N_NATURAL or view.hand[face] > 0 or not is_open(view, category):
        return False
    return best_with(view, rules, view.hand, category) >= least


@kernel
def open_wild(view: Any, face: Any) -> Any:
    """True for a wild card that shows an open category."""
    if face < N_NATURAL or face >= N_CATEGORY_FACES:
        return False
    for c in range(N_CATEGORIES):
        if (face - WILD) >> c & 1 and is_open(view, c):
            return True
    return False


@kernel
def light_target(view: Any, rules: Any, rng: Any) -> Any:
    """Natural of the category discard pile that lifts best from 2 to 3, else a wild of an open category; -1 if none."""
    n, grade = np.int64(0), np.int64(0)
    chosen: Any = np.int64(-1)
    for face in range(N_CATEGORY_FACES):
        if view.dumped[face] == 0:
            continue
        found = np.int64(open_wild(view, face))
        if lifts(view, rules, face, 2) and best_with(view, rules, view.hand, face >> 2) == 2:
            found = np.int64(2)
        if found > grade:
            grade, n = found, np.int64(0)
        if found == grade and found > 0:
            n += 1
            if below(rng, n) == 0:
                chosen = face
    return chosen


@kernel
def epidemic_near(view: Any, rules: Any, memory: Any) -> Any:
    """True without Flat Curve when no epidemic was turned for more than half of the action deck."""
    if view.turned == F_EPI or view.dumped[F_EPI] > memory[EPI_COUNT]:
        memory[EPI_TURN] = view.turns
    memory[EPI_COUNT] = view.dumped[F_EPI]
    actions = np.int64(0)
    for face in range(N_CATEGORY_FACES, len(rules.copies)):
        actions += np.int64(rules.copies[face])
    return view.hand[F_FLAT] == 0 and 2 * (view.turns - memory[EPI_TURN]) > actions


@kernel
def in_a_hurry(view: Any, rules: Any, memory: Any) -> Any:
    """True if waiting for a fourth card is too dangerous."""
    if epidemic_near(view, rules, memory) or view.hand_sizes[np.int64(view.seat)] > 6:
        return True
    for seat in range(np.int64(view.n_players)):
        if seat != view.seat and n_down(view, seat) >= 2:
            return True
    return False


@kernel
def best_put(view: Any, rules: Any, style: Any, memory: Any, rng: Any) -> Any:
    """The category to put down, largest best first, ties random; -1 if none."""
    most, n = np.int64(-1), np.int64(0)
    chosen: Any = np.int64(-1)
    least = np.int64(4) if style == HUNTER and not in_a_hurry(view, rules, memory) else np.int64(3)
    for c in range(N_CATEGORIES):
        size = best_with(view, rules, view.hand, c)
        if size < least or not is_legal(view, P_PUT + c):
            continue
        if size > most:
            most, n = size, np.int64(0)
        if size == most:
            n += 1
            if below(rng, n) == 0:
                chosen = P_PUT + c
    return chosen


@kernel
def surplus(view: Any, category: Any, style: Any) -> Any:
    """Copies, and naturals of a finished category (a guardian keeps one of them against epidemics)."""
    n = np.int64(0)
    for face in range(4 * category, 4 * category + 4):
        held = np.int64(view.hand[face])
        n += held - np.int64(held > 0 and is_open(view, category))
    if style >= GUARDIAN and not is_open(view, category) and view.hand[F_FLAT] == 0:
        n -= 1
    return n


@kernel
def best_fish(view: Any, style: Any, rng: Any) -> Any:
    """Fish the leader with two surplus cards of one category; -1 if not wanted."""
    target = leader(view, rng, P_FISH, P_FOUR)
    if target < 0:
        return np.int64(-1)
    close = style == BASHER and n_down(view, target) >= 2
    if view.hand_sizes[np.int64(view.seat)] <= 5 and not close:
        return np.int64(-1)
    for c in range(N_CATEGORIES):
        action = P_FISH + N_SEATS * c + target
        if surplus(view, c, style) >= 2 and is_legal(view, action):
            return np.int64(action)
    return np.int64(-1)


@kernel
def collector_play(view: Any, rules: Any, style: Any, memory: Any, rng: Any) -> Any:
    """Step 3 of the collectors."""
    target = leader(view, rng, P_WTS, P_LIGHT)
    if target >= 0:
        for kind in range(15):
            if is_legal(view, P_WTS + N_SEATS * kind + target):
                return np.int64(P_WTS + N_SEATS * kind + target)
    if is_legal(view, P_LIGHT) and light_target(view, rules, rng) >= 0:
        return np.int64(P_LIGHT)
    action = largest_set(view, rng)
    if action < 0:
        action = best_put(view, rules, style, memory, rng)
    if action < 0:
        action = best_fish(view, style, rng)
    return action if action >= 0 else np.int64(P_END)


@kernel
def wants_to_stop(view: Any, style: Any) -> Any:
    """Is the attempt of the active player worth an OIGT?"""
    held = np.int64(view.hand[F_OIGT])
    if style < GUARDIAN:
        return held >= 2
    current = np.int64(view.current)
    if n_down(view, current) == 2:
        return True
    ahead = view.points[current] > 0
    for seat in range(np.int64(view.n_players)):
        if view.points[seat] > view.points[current]:
            ahead = False
    return (ahead or view.shown_n == 4) and (style == GUARDIAN or held >= 2)


@kernel
def answer_oigt(view: Any, rules: Any, style: Any) -> Any:
    """Interrupt, deflect, counter: yes or no."""
    kind = np.int64(view.kind)
    if kind == INTERRUPT:
        return np.int64(wants_to_stop(view, style))
    if kind == COUNTER and view.trying >= 0:
        third = style >= GUARDIAN and n_down(view, np.int64(view.seat)) == 2
        return np.int64(third or would_fail(view, rules))
    return np.int64(style != GUARDIAN and view.hand[F_OIGT] >= 2)


@kernel
def collector_answer(view: Any, rules: Any, style: Any, memory: Any, rng: Any) -> Any:
    """A collector of a style."""
    kind = np.int64(view.kind)
    if kind == PLAY:
        return collector_play(view, rules, style, memory, rng)
    if kind == SOURCE:
        top = np.int64(view.top)
        return np.int64(open_wild(view, top) or lifts(view, rules, top, 2))
    if kind == INTERRUPT or kind == COUNTER or kind == DEFLECT:
        return answer_oigt(view, rules, style)
    if kind == PICK:
        target = light_target(view, rules, rng) if view.pile == 0 else np.int64(-1)
        return target if target >= 0 else best_pick(view, rules, rng)
    if kind == AGG_PAY and style != GUARDIAN and view.hand[F_OIGT] >= 2 and is_legal(view, ESCAPE):
        return np.int64(ESCAPE)
    return plain_answer(view, rules, 3, memory, rng)
