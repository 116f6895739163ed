"""Immediate cards of Doctor Li: A Little Boost, Aggravating circumstances, Epidemic Spread, Hoarding (C5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.cards import blind_face, drop, wipe
from simkit.games.doctor_li.faces import (
    ALL_FACES,
    CATEGORY_FACES,
    NATURALS,
    WILDS,
    count_in,
    lowest,
    mask_of,
    n_qualifying,
)
from simkit.games.doctor_li.state import (
    AGG_PAY,
    EPI_PAY,
    F_FLAT,
    F_OIGT,
    HOARD_PAY,
    PLAY,
    RANDOM,
    T_HOARDED,
    T_WIPED,
)
from simkit.jit import kernel

_WITHOUT = (0x55, 0x33, 0x0F)
"""For each category the subsets of categories without it, as bits over the 8 subsets."""
_OF_SIZE = (0x01, 0x16, 0x68, 0x80)
"""The subsets of 0, 1, 2 and 3 categories, as bits over the 8 subsets."""


@kernel
def to_play(state: Any) -> None:
    """The active player goes on with step 3."""
    state.kind = PLAY
    state.to_act = state.current


@kernel
def begin_aggravation(state: Any, rules: Any, chance: Any, card: Any) -> None:
    """AGG for the active player (C5.2)."""
    seat = np.int64(state.current)
    what = card // 3
    state.asked = what
    state.need = min(card % 3 + 1, n_qualifying(state, seat, what))
    state.paid = 0
    if state.need > 0 and (what != RANDOM or state.hand[seat, F_OIGT] > 0):
        state.kind = AGG_PAY
        state.to_act = seat
        return
    suffer_random(state, rules, chance)


@kernel
def suffer_random(state: Any, rules: Any, chance: Any) -> None:
    """The active player discards `need` cards at random."""
    seat = np.int64(state.current)
    for _ in range(np.int64(state.need)):
        drop(state, rules, seat, blind_face(state, chance, seat, ALL_FACES))
    to_play(state)


@kernel
def stand(spans: Any, mask: Any) -> Any:
    """Sets of categories (bits over the 8 subsets) that the cards of `spans` and one more card can stand for."""
    out = np.int64(0)
    for c in range(3):
        if mask >> c & 1:
            out |= (spans & _WITHOUT[c]) << (1 << c)  # subset s becomes subset s + (1 << c)
    return out


@kernel
def reach(state: Any, rules: Any, seat: Any, spans: Any, without: Any) -> Any:
    """Most categories that the chosen cards and some of the hand, less one `without`, can stand for at once."""
    held = np.int64(state.held[seat])
    single = without >= 0 and state.hand[seat, max(without, np.int64(0))] == 1
    rest = held & ~(np.int64(single) << max(without, np.int64(0)))
    for c in range(3):
        if rest >> 4 * c & 15:
            spans |= stand(spans, np.int64(1) << c)
    wilds = rest & WILDS if rules.wild_in_epidemic else np.int64(0)
    while wilds:
        face = lowest(wilds)
        most = np.int64(state.hand[seat, face]) - np.int64(face == without)
        for _ in range(min(most, np.int64(3))):
            spans |= stand(spans, mask_of(face))
        wilds &= wilds - 1
    for size in range(3, 0, -1):
        if spans & _OF_SIZE[size]:
            return np.int64(size)
    return np.int64(0)


@kernel
def payable(state: Any, rules: Any, seat: Any) -> Any:
    """Faces (bits) that may be the next card of an epidemic's payment."""
    found, left = np.int64(0), np.int64(state.held[seat]) & (CATEGORY_FACES if rules.wild_in_epidemic else NATURALS)
    while left:
        face = lowest(left)
        spans = stand(np.int64(state.spans), mask_of(face))
        if spans != 0 and reach(state, rules, seat, spans, face) >= state.paid + state.need:
            found |= np.int64(1) << face
        left &= left - 1
    return found


@kernel
def next_epidemic(state: Any, rules: Any, chance: Any) -> None:
    """Go on with the epidemic: stop at the next player who has a choice, wipe the hands of those who cannot answer."""
    n = np.int64(state.n_players)
    while state.answered < n:
        seat = (np.int64(state.current) + np.int64(state.answered)) % n
        most = reach(state, rules, seat, np.int64(1), np.int64(-1)) if state.hand_sizes[seat] > 0 else np.int64(0)
        state.need = most if rules.held_only else np.int64(3)
        state.paid = 0
        state.spans = 1
        able = most > 0 if rules.held_only else most == 3
        if able or (not rules.held_only and state.hand[seat, F_FLAT] > 0):
            state.kind = EPI_PAY
            state.to_act = seat
            return
        if not rules.held_only and state.hand_sizes[seat] > 0:
            state.counts[seat, T_WIPED] += 1
            wipe(state, rules, chance, seat)
        state.answered += 1
    to_play(state)


@kernel
def next_hoarding(state: Any, rules: Any) -> None:
    """Go on with hoarding: stop at the next player with too many cards (C5.4)."""
    n = np.int64(state.n_players)
    while state.answered < n:
        seat = (np.int64(state.current) + np.int64(state.answered)) % n
        held = np.int64(state.hand_sizes[seat])
        if not rules.hoard_actions:
            held = count_in(state, seat, CATEGORY_FACES)
        if held > rules.hoard_threshold:
            state.need = (held + 1) // 2
            state.paid = 0
            state.kind = HOARD_PAY
            state.to_act = seat
            state.counts[seat, T_HOARDED] += np.int32(state.need)
            return
        state.answered += 1
    to_play(state)
