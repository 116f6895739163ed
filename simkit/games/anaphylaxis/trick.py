"""Piles and tricks of Anaphylaxis: what kernels and strategies share.

`holder` below is a state or a view record: both carry the `table`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import NOBODY
from simkit.games.anaphylaxis.state import ALTERNATE, BEES, CHAIRS, HAND_BITS, LEFT, N_KINDS, SECOND
from simkit.jit import ctz, kernel, popcount

ROW = 32
_OFFSET = 1  # so that NO_CARD has a row entry too


def _ranks() -> Any:
    """int8[4 * ROW]: strength of a card; entry ROW * lead colour + kind + 1; 0 where it cannot win (A5.1, A5.2)."""
    ranks = np.zeros((4, ROW), np.int8)
    for lead in range(4):
        for value in range(1, 6):
            ranks[lead, 5 * lead + value - 1 + _OFFSET] = value
            ranks[lead, 5 * ((lead + 3) & 3) + value - 1 + _OFFSET] = 10 + value
    return ranks.ravel()


RANKS = _ranks()
FOLLOW = np.array([31 << 5 * colour for colour in range(4)] + [0], np.int64)
"""int64[5]: the kinds of the lead colour; the last entry, NO_COLOUR's, is empty."""
COLOUR_OF = np.array([k // 5 for k in range(N_KINDS)], np.int8)


@kernel
def n_cards(pile: Any) -> Any:
    """Number of cards of a pile."""
    return np.int64(popcount(pile))


@kernel
def with_card(pile: Any, card: Any) -> Any:
    """The pile and one more card of the kind."""
    return pile | np.int64(1) << (card + SECOND * ((pile >> card) & 1))


@kernel
def without_card(pile: Any, card: Any) -> Any:
    """The pile less one card of the kind, which it must hold."""
    return pile ^ np.int64(1) << (card + SECOND * ((pile >> (card + SECOND)) & 1))


@kernel
def together(pile: Any, other: Any) -> Any:
    """Both piles in one; no kind may come to more than two cards."""
    return pile | other | (pile & other & HAND_BITS) << SECOND


@kernel
def copies(pile: Any, card: Any) -> Any:
    """Number of cards of the kind in the pile: 0, 1 or 2."""
    return ((pile >> card) & 1) + ((pile >> (card + SECOND)) & 1)


@kernel
def nth_card(pile: Any, n: Any) -> Any:
    """Kind of the n-th card of the pile, counted from 0."""
    for _ in range(n):
        pile = pile & (pile - 1)
    return np.int64(ctz(pile)) & (SECOND - 1)


@kernel
def winning_seat(holder: Any, but: Any) -> Any:
    """Seat whose card wins the trick as it lies, the seat `but` left aside; NOBODY if no card can win (A5.1-A5.3)."""
    table = holder.table
    row, leader = ROW * np.int64(table.lead) + _OFFSET, np.int64(table.leader)
    if row < 0:
        return np.int64(NOBODY)
    best = np.int64(0)
    for k in range(CHAIRS):
        seat = (leader + k) & (CHAIRS - 1)
        rank = np.int64(RANKS[row + np.int64(table.played[seat])])
        # The strength counts most, then who played first. No branch: random play would mispredict it.
        best = max(best, CHAIRS * rank * np.int64(seat != but) + CHAIRS - 1 - k)
    return (leader + CHAIRS - 1 - (best & (CHAIRS - 1))) & (CHAIRS - 1) if best >= CHAIRS else np.int64(NOBODY)


@kernel
def bees_on_table(holder: Any) -> Any:
    """Pile of the bees of the trick as it lies (A5.4)."""
    pile = np.int64(0)
    for seat in range(CHAIRS):
        bit = np.int64(1) << (np.int64(holder.table.played[seat]) & (SECOND - 1)) & BEES
        pile = pile | bit | (pile & bit) << SECOND
    return pile


@kernel
def next_in(holder: Any, seat: Any) -> Any:
    """The seat itself if its player is in, otherwise the next to the left who is (A6.3)."""
    while holder.table.out[seat]:
        seat = (seat + 1) & (CHAIRS - 1)
    return seat


@kernel
def causing_seat(holder: Any, card: Any) -> Any:
    """Seat that played the card of a kind which completed its pair in this trick: the later one of two (A9.1)."""
    found = np.int64(NOBODY)
    for k in range(CHAIRS):
        seat = (np.int64(holder.table.leader) + k) & (CHAIRS - 1)
        if np.int64(holder.table.played[seat]) == card:
            found = seat
    return found


@kernel
def giver_to(state: Any, rules: Any, seat: Any) -> Any:
    """Seat whose cards reach `seat` in this round's exchange: the left neighbour, if they go right (A3.2, AA11)."""
    n, direction = state.n_players, rules.exchange_dir
    if direction == LEFT or (direction == ALTERNATE and np.int64(state.table.round_number) & 1 == 0):
        return seat - 1 if seat > 0 else n - 1
    return seat + 1 if seat + 1 < n else 0
