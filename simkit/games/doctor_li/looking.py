"""What a player of Doctor Li sees, and reading a finished game (specification C10, C12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.legal import list_legal
from simkit.games.doctor_li.scoring import rank_of, standing, winners
from simkit.games.doctor_li.state import (
    FINISHED,
    N_ACTIONS,
    N_CATEGORIES,
    N_CATEGORY_FACES,
    N_COUNTS,
    N_FACES,
    N_SEATS,
    N_SETS,
)
from simkit.jit import kernel


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """All that a seat may know (C12); legal actions only for the seat that decides."""
    view.seat = seat
    view.kind = state.kind
    view.n_legal = 0
    for i in range(N_ACTIONS):
        view.legal[i] = -1  # what another seat could do would tell its hand; all of it: a fixed length is faster
    if seat == state.to_act:
        list_legal(state, rules, view)
    view.n_players = state.n_players
    view.current = state.current
    view.turns = state.turns
    view.plays = state.plays
    view.need = state.need
    view.paid = state.paid
    view.asked = state.asked
    view.victim = state.victim
    view.wts = state.wts
    view.pile = state.pile
    view.trying = state.trying
    view.interrupter = state.interrupter
    view.oigts = state.oigts
    view.shown_n = state.shown_n
    view.valid_size = state.valid_size
    view.finisher = state.finisher
    view.final_left = state.final_left
    view.turned = state.turned
    n = np.int64(state.discard_n[0])
    view.top = np.int64(rules.face[np.int64(state.discard[n - 1])]) if n > 0 else np.int64(-1)
    show_cards(state, seat, view)
    show_sets(state, view)


@kernel
def show_cards(state: Any, seat: Any, view: Any) -> None:
    """Own hand, discard piles, shown set, and what is known of the others' hands."""
    for stack in range(2):
        view.pile_n[stack] = state.pile_n[stack]
        view.discard_n[stack] = state.discard_n[stack]
    for face in range(N_FACES):
        view.dumped[face] = state.dumped[face]
        view.shown[face] = state.shown[face]
        view.hand[face] = state.hand[seat, face]
    for player in range(N_SEATS):
        view.hand_sizes[player] = state.hand_n[player]
    known, shown = state.known.reshape(N_SEATS * N_FACES), view.known.reshape(N_SEATS * N_FACES)
    for i in range(N_SEATS * N_FACES):  # one long loop is copied in words, short ones byte by byte
        shown[i] = known[i]


@kernel
def show_sets(state: Any, view: Any) -> None:
    """The sets that are down and their cards."""
    for player in range(N_SEATS):
        view.points[player] = state.points[player]
        view.done_order[player] = state.done_order[player]
        for c in range(N_CATEGORIES):
            view.down[player, c] = state.down[player, c]
    for number in range(N_SETS):
        view.set_owner[number] = state.set_owner[number]
        view.set_category[number] = state.set_category[number]
        view.set_n[number] = state.set_n[number]
    for face in range(N_CATEGORY_FACES):
        view.set_faces[face] = state.set_faces[face]


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
        row[N_COUNTS] = state.done_order[seat]
        row[N_COUNTS + 1] = state.hand_n[seat]
        row[N_COUNTS + 2] = np.int64(state.first_two == seat)
