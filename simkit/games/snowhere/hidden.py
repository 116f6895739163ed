"""Turning the table, and redrawing what nobody can see (for the conformance suites)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.sets import add, discard, has
from simkit.jit import kernel
from simkit.rng import shuffle
from simkit.seats import turn_rows, turn_seat


@kernel
def reseat(state: Any, shift: Any) -> None:
    """Turn the table: what is at seat s goes to seat (s + shift) % n (T13)."""
    n = np.int64(state.n_players)
    state.to_act = turn_seat(state.to_act, n, shift)
    turn_rows(state.by_seat, n, shift)


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Redraw which of the fire cards on the table are snowflakes; their number stays (N3.1)."""
    table = state.table
    n = np.int64(0)
    flakes = np.int64(0)
    ids = np.empty(len(table.fire_pose), np.int64)
    for card in range(np.int64(table.n_cards)):
        if has(table.fire, card):
            ids[n] = card
            n += 1
            flakes += has(state.flake, card)
            discard(state.flake, card)
    shuffle(rng, ids, n)
    for i in range(flakes):
        add(state.flake, ids[i])
