"""Turning the table, and redrawing what a seat cannot see (for the conformance suites)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.sneeze.piles import bit
from simkit.games.sneeze.state import A_MIX, AND_NOW_SLOTS, N_SEATS, N_TYPES
from simkit.jit import kernel
from simkit.rng import shuffle
from simkit.seats import turn_bits, turn_rows, turn_seat, turn_seats

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def reseat(state: Any, shift: Any) -> None:
    """Turn the table: what is at seat s goes to seat (s + shift) % n (T13)."""
    n = np.int64(state.n_players)
    state.to_act = turn_seat(state.to_act, n, shift)
    state.current = turn_seat(state.current, n, shift)
    state.winner = turn_seat(state.winner, n, shift)
    state.gift_to = turn_seat(state.gift_to, n, shift)
    if state.played >= A_MIX:
        which = np.int64(state.played) - A_MIX
        mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
        state.played = A_MIX + (mine * N_SEATS + turn_seat(other, n, shift)) * N_TYPES + theirs
    state.sneezed = turn_bits(state.sneezed, n, shift)
    state.pending = turn_bits(state.pending, n, shift)
    turn_seats(state.hand, n, shift)
    turn_seats(state.breath, n, shift)
    turn_seats(state.n_allergies, n, shift)
    turn_seats(state.caused, n, shift)
    turn_seats(state.suffered, n, shift)
    turn_seats(state.self_sneezes, n, shift)
    turn_seats(state.gifts, n, shift)
    turn_rows(state.needs, n, shift)
    turn_rows(state.allergy, n, shift)
    turn_rows(state.allergies, n, shift)
    turn_rows(state.drawn, n, shift)
    turn_rows(state.used, n, shift)


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Redraw the order of both decks and which And Now cards the others hold; hand sizes stay (S13.1)."""
    shuffle(rng, state.deck, np.int64(state.deck_n))
    hidden = np.empty(AND_NOW_SLOTS, np.uint8)
    n = np.int64(0)
    for i in range(np.int64(state.adeck_n)):
        hidden[n] = state.adeck[i]
        n += 1
    for other in range(np.int64(state.n_players)):
        if other != seat:
            for slot in range(AND_NOW_SLOTS):
                if (state.hand[other] >> np.uint64(slot)) & _ONE:
                    hidden[n] = slot
                    n += 1
    shuffle(rng, hidden, n)
    n = np.int64(0)
    for i in range(np.int64(state.adeck_n)):
        state.adeck[i] = hidden[n]
        n += 1
    for other in range(np.int64(state.n_players)):
        if other != seat:
            held = state.hand[other]
            state.hand[other] = _NONE
            for slot in range(AND_NOW_SLOTS):
                if (held >> np.uint64(slot)) & _ONE:
                    state.hand[other] |= bit(hidden[n])
                    n += 1
