"""`leader_basher` of Doctor Li: counts cards, estimates who finishes next, strips whoever is about to.

The estimate takes the cards that nobody has seen as equally likely in the hidden hands, and the cards of a hand as
drawn independently; `keen` makes a useful card likelier in a hand than in the pile, because players keep those.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.state import (
    AGG_PAY,
    BUILD,
    COMPLETE,
    COUNTER,
    DEFLECT,
    ESCAPE,
    F_OIGT,
    INTERRUPT,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_NATURAL,
    P_END,
    P_LIGHT,
    P_PUT,
    P_WTS,
    PICK,
    PLAY,
    SOURCE,
)
from simkit.jit import kernel
from simkit_strategies.doctor_li_collectors import (
    best_fish,
    best_put,
    largest_set,
    leader,
    leads,
    light_target,
    pick_light,
    take_top,
    would_fail,
    wts_at,
)
from simkit_strategies.doctor_li_players import plain_answer
from simkit_strategies.doctor_li_tools import at_step, best_with, is_legal, is_open, n_down, victims

FISH_ABOVE, KEEP, SPARE, ALARM, KEEN, DRAWS, WTS_FROM, OHNO_FROM, PATIENCE = range(9)
"""Parameters."""


@kernel
def unseen(view: Any, rules: Any, face: Any) -> Any:
    """Cards of a face that are in the pile or hidden in another hand."""
    n = np.int64(rules.copies[face]) - np.int64(view.hand[face]) - np.int64(view.dumped[face])
    n -= np.int64(view.set_faces[face]) + np.int64(view.shown[face])
    for seat in range(np.int64(view.n_players)):
        if seat != view.seat:
            n -= np.int64(view.known[seat, face])
    return max(n, np.int64(0))


@kernel
def hidden_cards(view: Any, seat: Any) -> Any:
    """Cards of another hand that nobody has seen."""
    n = np.int64(view.hand_sizes[seat])
    for face in range(len(view.hand)):
        n -= np.int64(view.known[seat, face])
    return max(n, np.int64(0))


@kernel
def set_chance(view: Any, rules: Any, seat: Any, category: Any, params: Any) -> Any:
    """Estimate: the chance that another player has three different cards of a category by its step 3."""
    found, wilds, naturals, total = np.int64(0), np.int64(0), np.int64(0), np.int64(0)
    for face in range(N_CATEGORY_FACES):
        left = unseen(view, rules, face)
        total += left
        if mask_of(face) >> category & 1 == 0:
            continue
        known = np.int64(view.known[seat, face])
        if face < N_NATURAL:
            naturals += left
            found += np.int64(known > 0)
        else:
            wilds += left
            found += known
    if found >= 3:
        return 1.0
    # at[k]: chance of k different cards so far, 3 = at least three
    at = np.zeros(4)
    at[found] = 1.0
    for i in range(hidden_cards(view, seat) + np.int64(params[DRAWS])):
        keen = params[KEEN] if i < hidden_cards(view, seat) else 1.0
        for k in range(2, -1, -1):
            fitting = wilds + naturals * (4 - k) / 4
            useful: Any = min(keen * fitting / max(total, np.int64(1)), 1.0)
            at[k + 1] += at[k] * useful
            at[k] *= 1.0 - useful
    return at[3]


@kernel
def threat(view: Any, rules: Any, seat: Any, params: Any) -> Any:
    """Estimate: the chance that another player completes all three in its next turn; 0 if it has."""
    chance, n_open = 1.0, np.int64(0)
    for c in range(N_CATEGORIES):
        if view.down[seat, c] == 0:
            n_open += 1
            chance *= set_chance(view, rules, seat, c, params)
    return chance if n_open > 0 else 0.0


@kernel
def overtaken(view: Any, rules: Any, mine: Any, params: Any) -> Any:
    """Estimate: the chance that somebody beats `mine` points in the last round by completing all three."""
    safe = 1.0
    for step in range(1, np.int64(view.n_players)):
        seat = at_step(view, step)
        n_open = 3 - n_down(view, seat)
        if n_open > 0 and np.int64(view.points[seat]) + n_open * np.int64(rules.set_points[0]) > mine:
            safe *= 1.0 - threat(view, rules, seat, params)
    return 1.0 - safe


@kernel
def bides(view: Any, rules: Any, category: Any, params: Any) -> Any:
    """True to hold the third set back: the others would probably win the last round that it begins."""
    seat = np.int64(view.seat)
    if view.final_left > 0 or n_down(view, seat) < 2 or not is_open(view, category):
        return False
    size = best_with(view, rules, category)
    mine = np.int64(view.points[seat]) + np.int64(rules.bonus) + np.int64(rules.set_points[np.int64(size == 4)])
    return overtaken(view, rules, mine, params) > params[PATIENCE]


@kernel
def set_size(view: Any, rules: Any) -> Any:
    """Cards up to which wilds fill a set: four in the last round if three cannot beat the finisher, else three."""
    finisher, seat = np.int64(view.finisher), np.int64(view.seat)
    if view.final_left == 0 or finisher < 0 or finisher == seat:
        return np.int64(3)
    target = np.int64(view.points[finisher]) + np.int64(rules.bonus)
    n_open = 3 - n_down(view, seat)
    mine = np.int64(view.points[seat]) + n_open * np.int64(rules.set_points[0])
    most = np.int64(view.points[seat]) + n_open * np.int64(rules.set_points[1])
    wanted = target + np.int64(rules.finisher_ties != 0)
    return np.int64(4) if mine < wanted and most >= wanted else np.int64(3)


@kernel
def alarmed(view: Any, rules: Any, seat: Any, params: Any) -> Any:
    """True if a player is likely to finish in its next turn."""
    return view.final_left == 0 and threat(view, rules, seat, params) >= params[ALARM]


@kernel
def basher_play(view: Any, rules: Any, params: Any, rng: Any) -> Any:
    """Step 3: strip the leader, then put down, then fish."""
    held = np.int64(view.hand_sizes[np.int64(view.seat)])
    target = leader(view, victims(view, P_WTS, P_LIGHT), rng)
    if target >= 0 and (n_down(view, target) >= params[WTS_FROM] or held > rules.hoard_threshold):
        return wts_at(view, target, rng)
    if is_legal(view, P_LIGHT) and light_target(view, rules, rng) >= 0:
        return np.int64(P_LIGHT)
    action = largest_set(view, rng)
    if action >= 0 and n_down(view, leader(view, owners_of(view), rng)) < params[OHNO_FROM]:
        action = np.int64(-1)
    if action < 0:
        action = best_put(view, rules, 3, rng)
        if action >= 0 and bides(view, rules, action - P_PUT, params):
            action = np.int64(-1)
    if action < 0:
        action = basher_fish(view, rules, held, params, rng)
    return action if action >= 0 else np.int64(P_END)


@kernel
def owners_of(view: Any) -> Any:
    """The other players (bits) who have sets down."""
    found = np.int64(0)
    for seat in range(np.int64(view.n_players)):
        if seat != view.seat and n_down(view, seat) > 0:
            found |= np.int64(1) << seat
    return found


@kernel
def basher_fish(view: Any, rules: Any, held: Any, params: Any, rng: Any) -> Any:
    """Fish the leader with surplus cards: from a full hand, or from any hand if somebody is about to finish."""
    wanted = held > params[FISH_ABOVE]
    for seat in range(np.int64(view.n_players)):
        if not wanted and seat != view.seat and n_down(view, seat) > 0:
            wanted = alarmed(view, rules, seat, params)
    return best_fish(view, 0, rng) if wanted else np.int64(-1)


@kernel
def stops(view: Any, rules: Any, params: Any) -> Any:
    """Is the attempt of the active player worth an OIGT? Third sets always, and all once oneself has finished; sets of
    four and those of the player with most points while another OIGT is left."""
    current = np.int64(view.current)
    if n_down(view, current) == 2 or (view.final_left > 0 and view.finisher == view.seat):
        return True
    return (view.shown_n == 4 or leads(view, current)) and view.hand[F_OIGT] >= params[KEEP]


@kernel
def basher_oigt(view: Any, rules: Any, params: Any) -> Any:
    """Interrupt, deflect, counter: yes or no."""
    kind = np.int64(view.kind)
    if kind == INTERRUPT:
        return np.int64(stops(view, rules, params))
    if kind == COUNTER and view.trying >= 0:
        return np.int64(n_down(view, np.int64(view.seat)) == 2 or would_fail(view, rules))
    return np.int64(view.hand[F_OIGT] >= params[SPARE])


@kernel
def basher_answer(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """All decisions of the leader basher."""
    kind = np.int64(view.kind)
    if kind == PLAY:
        return basher_play(view, rules, params, rng)
    if kind == SOURCE:
        return take_top(view, rules)
    if kind == INTERRUPT or kind == COUNTER or kind == DEFLECT:
        return basher_oigt(view, rules, params)
    if kind == PICK:
        return pick_light(view, rules, rng)
    if kind == AGG_PAY and view.hand[F_OIGT] >= params[SPARE] and is_legal(view, ESCAPE):
        return np.int64(ESCAPE)
    most = set_size(view, rules) if kind == BUILD or kind == COMPLETE else np.int64(3)
    return plain_answer(view, rules, most, 0, memory, rng)
