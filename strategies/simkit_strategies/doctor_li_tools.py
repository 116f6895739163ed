"""What the players of Doctor Li share: counting cards, choosing multisets uniformly, the values of cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.state import (
    F_FLAT,
    F_OIGT,
    FIRST_IMMEDIATE,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_FACES,
    N_NATURAL,
    WILD,
)
from simkit.jit import kernel
from simkit.rng import below

MOST = 4
"""Cards of the largest multiset that is chosen at once."""


@kernel
def mask_of(face: Any) -> Any:
    """Categories that a category card can stand for, as bits."""
    return np.int64(1) << (face >> 2) if face < N_NATURAL else np.int64(face - WILD)


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
        if np.int64(view.legal[i]) == action:
            return True
    return False


@kernel
def legal_between(view: Any, rng: Any, first: Any, last: Any) -> Any:
    """One of the legal actions first .. last - 1, uniformly; -1 if there is none."""
    n = np.int64(0)
    chosen = np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        action = np.int64(view.legal[i])
        if action >= first and action < last:
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
def best_with(view: Any, rules: Any, hand: Any, category: Any) -> Any:
    """best(c): the largest number of different uniques of a category that the cards give (at most 4)."""
    n = np.int64(0)
    for face in range(4 * category, 4 * category + 4):
        n += np.int64(hand[face] > 0)
    wilds = np.int64(0)
    for face in range(N_NATURAL, N_CATEGORY_FACES):
        if (face - WILD) >> category & 1:
            wilds += np.int64(hand[face])
    if rules.max_wilds > 0:
        wilds = min(wilds, np.int64(rules.max_wilds))
    return min(n + wilds, 4)


@kernel
def is_open(view: Any, category: Any) -> Any:
    """True if the player has not put down the category."""
    return view.down[np.int64(view.seat), category] == 0


@kernel
def value(view: Any, rules: Any, hand: Any, face: Any) -> Any:
    """Value of a card among the cards `hand` (which hold it) for its owner (section 0a)."""
    if face < N_NATURAL:
        category = face >> 2
        if not is_open(view, category) or hand[face] > 1:
            return np.int64(0)
        return 1 + best_with(view, rules, hand, category)
    if face < N_CATEGORY_FACES:
        for c in range(N_CATEGORIES):
            if (face - WILD) >> c & 1 and is_open(view, c):
                return np.int64(10)
        return np.int64(0)
    if face == F_OIGT or face == F_FLAT:
        return np.int64(6)
    return np.int64(3) if face < FIRST_IMMEDIATE else np.int64(0)


@kernel
def least_useful(view: Any, rules: Any, rng: Any) -> Any:
    """The legal card of the lowest value, ties random."""
    lowest, n, chosen = np.int64(1000), np.int64(0), np.int64(-1)
    for i in range(np.int64(view.n_legal)):
        face = np.int64(view.legal[i])
        if face >= N_FACES:
            continue
        worth = value(view, rules, view.hand, face)
        if worth < lowest:
            lowest, n = worth, np.int64(0)
        if worth == lowest:
            held = np.int64(view.hand[face])
            n += held
            if below(rng, n) < held:
                chosen = face
    return chosen


@kernel
def stands(spans: Any, mask: Any) -> Any:
    """Sets of categories, as bits over the 8 subsets, that cards standing for `spans` and one more can stand for."""
    out = np.int64(0)
    for subset in range(8):
        if spans >> subset & 1:
            for c in range(3):
                if (mask & ~subset) >> c & 1:
                    out |= np.int64(1) << (subset | 1 << c)
    return out
