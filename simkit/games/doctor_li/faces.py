"""Faces of Doctor Li as bits: which a hand has, which meet what is asked, how many cards they are.

The 57 faces fit into one word, so that a question about a hand ("which cards of this category?") is one operation and
not a walk through all faces.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.state import (
    F_AGG,
    F_LIGHT,
    F_OIGT,
    F_WTS,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_FACES,
    N_NATURAL,
    T_DRAWN_OIGT,
    T_DRAWN_REST,
    T_DRAWN_WILD,
    T_DRAWN_WTS,
    WILD,
)
from simkit.jit import ctz, kernel, popcount

CATEGORY_CARD = 5
"""What only blind fishing asks for: any category card."""
NATURALS = (1 << N_NATURAL) - 1
CATEGORY_FACES = (1 << N_CATEGORY_FACES) - 1
WILDS = CATEGORY_FACES & ~NATURALS
ALL_FACES = (1 << N_FACES) - 1
LOGO_FACES = (1 << F_AGG) - 1 & ~CATEGORY_FACES
LIGHT_BIT = 1 << F_LIGHT
WTS_FACES = LOGO_FACES & -(1 << F_WTS)
DRAWN = np.array(
    [T_DRAWN_REST] * N_NATURAL
    + [T_DRAWN_WILD] * (F_OIGT - N_NATURAL)
    + [T_DRAWN_OIGT + i for i in range(F_WTS - F_OIGT)]
    + [T_DRAWN_WTS] * (F_AGG - F_WTS)
    + [T_DRAWN_REST] * (N_FACES - F_AGG),
    np.int64,
)
"""The counter of each face that comes into a hand."""


def _showing(category: int) -> int:
    """Bits of the faces that can stand for a category."""
    wilds = sum(1 << WILD + mask for mask in range(1, 8) if mask >> category & 1)
    return 0b1111 << 4 * category | wilds


FITTING = np.array(
    [*(_showing(category) for category in range(N_CATEGORIES)), ALL_FACES, ALL_FACES, CATEGORY_FACES], np.int64
)
"""Faces that meet what an AGG or WTS card, an exchange or blind fishing asks for (0-2 a category, else CATEGORY_CARD or
anything)."""


@kernel
def mask_of(face: Any) -> Any:
    """Categories that a category card can stand for, as bits."""
    return np.int64(1) << (face >> 2) if face < N_NATURAL else np.int64(face - WILD)


@kernel
def lowest(bits: Any) -> Any:
    """The lowest face of some (at least one)."""
    return ctz(np.uint64(bits))


@kernel
def count_in(state: Any, seat: Any, bits: Any) -> Any:
    """Cards in a hand of the faces in `bits`."""
    n, left = np.int64(0), np.int64(state.held[seat]) & bits
    while left:
        n += np.int64(state.hand[seat, lowest(left)])
        left &= left - 1
    return n


@kernel
def n_qualifying(state: Any, seat: Any, what: Any) -> Any:
    """Cards in a hand that qualify."""
    return np.int64(state.hand_sizes[seat]) if what >= N_CATEGORIES else np.int64(state.suits[seat, what])


@kernel
def n_different(state: Any, seat: Any, category: Any) -> Any:
    """Different natural cards of a category in a hand."""
    return popcount(np.uint64(np.int64(state.held[seat]) >> 4 * category & 15))


@kernel
def n_wilds(state: Any, seat: Any, category: Any) -> Any:
    """Wild cards in a hand that show a category."""
    return count_in(state, seat, np.int64(FITTING[category]) & WILDS)


@kernel
def come_in(state: Any, seat: Any, face: Any) -> None:
    """One more card of a face in a hand."""
    state.hand[seat, face] += 1
    state.hand_sizes[seat] += 1
    for category in range(N_CATEGORIES):
        state.suits[seat, category] += np.int64(FITTING[category]) >> face & 1
    state.held[seat] |= np.int64(1) << face


@kernel
def go_out(state: Any, seat: Any, face: Any) -> None:
    """One card less of a face in a hand."""
    left = np.int64(state.hand[seat, face]) - 1
    state.hand[seat, face] = left
    state.hand_sizes[seat] -= 1
    for category in range(N_CATEGORIES):
        state.suits[seat, category] -= np.int64(FITTING[category]) >> face & 1
    state.held[seat] &= ~(np.int64(left == 0) << face)
