"""What the players of Doctor Li share: counting cards, choosing multisets uniformly, the values of cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.state import (
    F_FLAT,
    F_OIGT,
    F_WTS,
    FIRST_IMMEDIATE,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_FACES,
    N_NATURAL,
    N_SEATS,
    P_LIGHT,
    P_WTS,
    WILD,
)
from simkit.jit import kernel
from simkit.rng import below

MOST = 4
"""Cards of the largest multiset that is chosen at once."""


@kernel
def coin(rng: Any) -> Any:
    """Heads half of the time."""
    return below(rng, 2) == 1


@kernel
def any_legal(view: Any, rng: Any) -> Any:
    """A legal action, uniformly."""
    return np.int64(view.legal[below(rng, np.int64(view.n_legal))])


@kernel
def is_legal(view: Any, action: Any) -> Any:
    """True if the action is listed."""
    for i in range(np.int64(view.n_legal)):
        if np.int64(view.legal[i]) >= action:  # they are listed in ascending order
            return np.int64(view.legal[i]) == action
    return False


@kernel
def legal_between(view: Any, rng: Any, first: Any, last: Any) -> Any:
    """One of the legal actions first .. last - 1, uniformly; -1 if there is none."""
    n = np.int64(0)
    chosen = np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        action = np.int64(view.legal[i])
        if action >= last:
            break
        if action >= first:
            n += 1
            if below(rng, n) == 0:
                chosen = action
    return chosen


@kernel
def any_card(view: Any, rng: Any) -> Any:
    """One of the own cards that may be chosen, uniformly over physical cards."""
    total = np.int64(0)
    chosen = np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        face = np.int64(view.legal[i])
        if face < N_FACES:
            held = np.int64(view.hand[face])
            total += held
            if below(rng, total) < held:
                chosen = face
    return chosen


@kernel
def count_multisets(caps: Any, ways: Any) -> None:
    """ways[i, r]: multisets of size r of the faces from i on, face f at most caps[f] times."""
    n = len(caps)
    ways[n, :] = 0
    ways[n, 0] = 1
    for i in range(n - 1, -1, -1):
        for r in range(MOST + 1):
            ways[i, r] = 0
            most: Any = min(np.int64(caps[i]), r)
            for t in range(most + 1):
                ways[i, r] += ways[i + 1, r - t]


@kernel
def draw_multiset(caps: Any, ways: Any, r: Any, rng: Any, out: Any) -> None:
    """A multiset of size r, uniformly (there is one), written to `out` in ascending order."""
    at = np.int64(0)
    for i in range(len(caps)):
        if r == 0:
            return
        j = below(rng, ways[i, r])
        t = np.int64(0)
        while j >= ways[i + 1, r - t]:
            j -= ways[i + 1, r - t]
            t += 1
        for _ in range(t):
            out[at] = i
            at += 1
        r -= t


@kernel
def highest(worths: Any, n: Any, rng: Any) -> Any:
    """Index of the highest of the first n worths, ties random; -1 if all are negative."""
    most, ties = np.int64(0), np.int64(0)
    chosen = np.int64(-1)
    for i in range(n):
        if worths[i] > most:
            most, ties = np.int64(worths[i]), np.int64(0)
        if worths[i] == most:
            ties += 1
            if below(rng, ties) == 0:
                chosen = np.int64(i)
    return chosen


@kernel
def at_step(view: Any, step: Any) -> Any:
    """The seat so many places to the left. Players are always gone through in this order, so that a turned table
    plays the turned game."""
    return (np.int64(view.seat) + step) % np.int64(view.n_players)


@kernel
def victims(view: Any, first: Any, last: Any) -> Any:
    """Seats (bits) that the legal actions first .. last - 1 may be aimed at."""
    found = np.int64(0)
    for i in range(np.int64(view.n_legal)):
        action = np.int64(view.legal[i])
        if action >= last:
            break
        if action >= first:
            found |= np.int64(1) << ((action - first) % N_SEATS)
    return found


@kernel
def any_victim(view: Any, rng: Any, first: Any, last: Any) -> Any:
    """A player that the legal actions first .. last - 1 may be aimed at, uniformly; -1 if there is none."""
    candidates = victims(view, first, last)
    n, chosen = np.int64(0), np.int64(-1)
    if candidates == 0:
        return chosen
    for step in range(1, np.int64(view.n_players)):
        seat = at_step(view, step)
        if candidates >> seat & 1:
            n += 1
            if below(rng, n) == 0:
                chosen = seat
    return chosen


@kernel
def any_wts(view: Any, rng: Any) -> Any:
    """A WTS at a player, uniformly, the card uniform over physical cards; -1 if none may be played."""
    victim = any_victim(view, rng, P_WTS, P_LIGHT)
    total, chosen = np.int64(0), np.int64(-1)
    if victim < 0:
        return chosen
    for i in range(np.int64(view.n_legal)):
        action = np.int64(view.legal[i])
        if action >= P_WTS and action < P_LIGHT and (action - P_WTS) % N_SEATS == victim:
            held = np.int64(view.hand[F_WTS + (action - P_WTS) // N_SEATS])
            total += held
            if below(rng, total) < held:
                chosen = action
    return chosen


@kernel
def n_down(view: Any, seat: Any) -> Any:
    """Categories that a player has down."""
    n = np.int64(0)
    for c in range(N_CATEGORIES):
        n += np.int64(view.down[seat, c] > 0)
    return n


@kernel
def is_open(view: Any, category: Any) -> Any:
    """True if the player has not put down the category."""
    return view.down[np.int64(view.seat), category] == 0


@kernel
def n_wilds(view: Any, category: Any) -> Any:
    """Own wild cards that show a category."""
    n = np.int64(0)
    for face in range(N_NATURAL, N_CATEGORY_FACES):
        n += np.int64(view.hand[face]) * ((face - WILD) >> category & 1)
    return n


@kernel
def best_with(view: Any, rules: Any, category: Any) -> Any:
    """best(c): the largest number of different uniques of a category that the own hand gives (at most 4)."""
    n = np.int64(0)
    for face in range(4 * category, 4 * category + 4):
        n += np.int64(view.hand[face] > 0)
    wilds = n_wilds(view, category)
    if rules.max_wilds > 0:
        wilds = min(wilds, np.int64(rules.max_wilds))
    return min(n + wilds, np.int64(4))


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
def value(view: Any, rules: Any, face: Any, extra: Any) -> Any:
    """Value of a card for its owner (section 0a): of one in hand (`extra` 0), or of one more of that face (1)."""
    if face < N_NATURAL:
        category = face >> 2
        if view.hand[face] + extra > 1 or not is_open(view, category):
            return np.int64(0)
        return 1 + min(best_with(view, rules, category) + extra, np.int64(4))
    if face < N_CATEGORY_FACES:
        return np.int64(10) if open_wild(view, face) else np.int64(0)
    if face == F_OIGT or face == F_FLAT:
        return np.int64(6)
    return np.int64(3) if face < FIRST_IMMEDIATE else np.int64(0)


@kernel
def insured(view: Any, face: Any) -> Any:
    """True for Flat Curve and for the last card in hand that can pay for a category in an epidemic."""
    if face >= N_CATEGORY_FACES:
        return face == F_FLAT
    for c in range(N_CATEGORIES):
        if mask_of(face) >> c & 1:
            held = n_wilds(view, c)
            for natural in range(4 * c, 4 * c + 4):
                held += np.int64(view.hand[natural])
            if held == 1:
                return True
    return False


@kernel
def least_useful(view: Any, rules: Any, insurance: Any, rng: Any) -> Any:
    """The legal card of the lowest value, ties random; `insurance` is what insured cards are worth more."""
    lowest, n, chosen = np.int64(1000), np.int64(0), np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        face = np.int64(view.legal[i])
        if face >= N_FACES:
            continue
        worth = value(view, rules, face, 0)
        if insurance > 0 and insured(view, face):
            worth += insurance
        if worth < lowest:
            lowest, n = worth, np.int64(0)
        if worth == lowest:
            held = np.int64(view.hand[face])
            n += held
            if below(rng, n) < held:
                chosen = face
    return chosen
