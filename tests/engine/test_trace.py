"""Standings turn by turn, against the game played step by step and against the lead changes that the loop counts."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simkit import engine
from simkit.engine import Trace
from simkit.strategy import make_player
from simkit.testing import Table, uniform, uniform_in_lock_step
from tests.synthetic import gifts, high_card, lottery

TABLES = [
    Table(high_card.GAME, (make_player(uniform(high_card.GAME), {}),) * 4, {"deals": 3}),
    Table(high_card.GAME, (make_player(uniform_in_lock_step(high_card.GAME), {}),) * 3, {"deals": 2}),
    Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 3),
]


def traced(table: Table, seed: int, blocks: np.ndarray, repeat: int = 0) -> tuple[engine.Batch, Trace]:
    repeats = np.full_like(blocks, repeat)
    batch = engine.play(table.game, table.rules, table.players, seed, blocks, repeats)
    return batch, engine.trace(table.game, table.rules, table.players, seed, blocks, repeats, batch.turns)


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.label)
def test_the_standings_are_those_of_the_game_step_by_step(table: Table) -> None:
    blocks = np.array([3, 4, 11])
    _, trace = traced(table, 7, blocks, repeat=1)
    for row, block in enumerate(blocks):
        session = table.session(7, int(block), 1)
        turn, expected = 0, []
        while session.advance() is not None:
            if int(session.state.turns) != turn:
                turn = int(session.state.turns)
                standing = session.kernels.standing
                expected.append([int(standing(session.state, session.rules, seat)) for seat in range(table.n)])
        here = trace.row == row
        assert trace.standing[here].tolist() == expected
        assert trace.turn[here].tolist() == list(range(1, turn + 1))


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.label)
def test_lead_changes_follow_from_the_trace(table: Table) -> None:
    """M5. The same sets of leaders, counted by the loop and from the table."""
    batch, trace = traced(table, 2, np.arange(60))
    for row in range(60):
        standing = trace.standing[trace.row == row]
        leads = [tuple(line == line.max()) for line in standing]
        assert sum(a != b for a, b in itertools.pairwise(leads)) == batch.lead_changes[row]


def test_a_trace_does_not_depend_on_what_else_is_traced() -> None:
    table = TABLES[0]
    _, whole = traced(table, 5, np.arange(20))
    _, some = traced(table, 5, np.array([13, 7]))
    assert some.standing[some.row == 0].tolist() == whole.standing[whole.row == 13].tolist()
    assert some.standing[some.row == 1].tolist() == whole.standing[whole.row == 7].tolist()


def test_standings_of_a_script() -> None:
    player = make_player(gifts.SCRIPTED, {"t0": 0, "t1": 1, "t2": 1, "t3": gifts.END})
    batch, trace = traced(Table(gifts.GAME, (player,) * 2), 1, np.array([0]))
    assert batch.turns.tolist() == [3]
    assert trace.turn.tolist() == [1, 2, 3]
    assert trace.standing.tolist() == [[1, 0], [1, 1], [1, 2]]


def test_nothing_to_trace() -> None:
    _, trace = traced(TABLES[0], 1, np.arange(0))
    assert trace.standing.shape == (0, 4)
