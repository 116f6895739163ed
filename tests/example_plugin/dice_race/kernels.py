"""The rules of Dice Race as compiled functions."""

from __future__ import annotations

from typing import Any

import numpy as np

from dice_race.game import ROLL, STOP
from simkit.game import FIRST_OWN_END, NOBODY, Kernels
from simkit.jit import kernel
from simkit.rng import below, start

DIE = 0  # index into Game.purposes


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    """Seat 1 begins; the zeroed state is right."""


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """Everything is open. The first roll of a turn is not a choice."""
    view.seat, view.kind, view.pot = seat, state.kind, state.pot
    for other in range(len(state.points)):
        view.points[other] = state.points[other]
    view.n_legal = 1 if state.pot == 0 else 2
    view.legal[0] = ROLL
    view.legal[1] = -1 if state.pot == 0 else STOP


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 if legal, else an index into Game.illegal."""
    if action != ROLL and action != STOP:
        return 1
    return 2 if action == STOP and state.pot == 0 else 0


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    """Roll, or keep the pot. The stream of the die goes on from roll to roll, whoever rolls."""
    seat = state.to_act
    if action == ROLL:
        start(chance, DIE)
        state.die = 1 + below(chance, rules.faces)
        if state.die > 1:
            state.pot += state.die
            return
        state.busts[seat] += 1
    else:
        state.points[seat] += state.pot
    state.pot = 0
    state.turns += 1
    state.to_act = (seat + 1) % state.n_players
    state.rounds += state.to_act == state.first
    if state.points[seat] >= rules.target:
        state.ended = FIRST_OWN_END
        state.to_act = NOBODY


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    """Most points win; equal points share a rank."""
    for seat in range(state.n_players):
        outcome.score[seat] = state.points[seat]
        outcome.rank[seat] = 1
        for other in range(state.n_players):
            outcome.rank[seat] += state.points[other] > state.points[seat]


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    """How far ahead a seat is: its points."""
    return state.points[seat]


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    """Fill the columns of Game.tallies."""
    for seat in range(state.n_players):
        per_seat[seat, 0] = state.busts[seat]


@kernel
def turn(row: Any, n: Any, shift: Any) -> None:
    """Move the entry of seat s to seat (s + shift) % n."""
    for _ in range(shift % n):
        last = row[n - 1]
        for seat in range(n - 1, 0, -1):
            row[seat] = row[seat - 1]
        row[0] = last


@kernel
def reseat(state: Any, shift: Any) -> None:
    """Turn the table."""
    n = state.n_players
    turn(state.points, n, shift)
    turn(state.busts, n, shift)
    state.first = (state.first + shift) % n
    if state.to_act >= 0:
        state.to_act = np.int64((state.to_act + shift) % n)


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Nothing is hidden."""


KERNELS = Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)
