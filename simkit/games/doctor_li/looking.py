"""What a player of Doctor Li sees, and reading a finished game (specification C10, C12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import WILDS, WTS_FACES, count_in
from simkit.games.doctor_li.legal import list_legal
from simkit.games.doctor_li.scoring import rank_of, standing, winners
from simkit.games.doctor_li.state import (
    F_OIGT,
    FINISHED,
    N_ACTIONS,
    N_COUNTS,
    N_SORTS,
)
from simkit.jit import kernel
from simkit.records import copy_open, copy_row


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """All that a seat may know (C12); legal actions only for the seat that decides."""
    copy_open(state, view)
    view.seat = seat
    copy_row(state.hand, seat, view.hand)
    n = np.int64(state.discard_n[0])
    view.top = np.int64(rules.face[np.int64(state.discard[n - 1])]) if n > 0 else np.int64(-1)
    view.n_legal = 0
    for i in range(N_ACTIONS):
        view.legal[i] = -1  # what another seat could do would tell its hand; all of it: a fixed length is faster
    if seat == state.to_act:
        list_legal(state, rules, view)
    else:
        view.need = 0  # how many cards another can pay with would tell its hand


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    """Scores and ranks (C10)."""
    for seat in range(np.int64(state.n_players)):
        outcome.score[seat] = standing(state, rules, seat)
        outcome.rank[seat] = rank_of(state, rules, seat)


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    """Counters in the order of `TALLIES`."""
    best = winners(state, rules)
    finished = state.ended == FINISHED
    first = np.int64(state.first_done)
    per_game[0] = np.int64(finished and first >= 0 and best == np.int64(1) << max(first, np.int64(0)))
    per_game[1] = np.int64(finished and best != state.leading)
    per_game[2] = state.starved
    per_game[3] = state.no_action
    per_game[4] = state.reshuffles[0]
    per_game[5] = state.reshuffles[1]
    per_game[6] = state.epidemics
    for seat in range(np.int64(state.n_players)):
        row = per_seat[seat]
        for i in range(N_COUNTS):
            row[i] = state.counts[seat, i]
        row[N_COUNTS] = count_in(state, seat, WILDS)
        for i in range(1, N_SORTS - 1):
            row[N_COUNTS + i] = state.hand[seat, F_OIGT - 1 + i]  # OIGT, FLAT, LIGHT, OHNO
        row[N_COUNTS + N_SORTS - 1] = count_in(state, seat, WTS_FACES)
        row[N_COUNTS + N_SORTS] = state.done_order[seat]
        row[N_COUNTS + N_SORTS + 1] = state.hand_sizes[seat]
        row[N_COUNTS + N_SORTS + 2] = np.int64(state.first_two == seat)
