"""What holds in every game of Snowhere, however it is played (specification, N-T25, N-T26, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from simkit.engine import play
from simkit.engine.single import Session
from simkit.game import make_rules
from simkit.games.snowhere import GAME
from simkit.games.snowhere import state as words
from tests.games.snowhere import players
from tests.games.snowhere.snapshots import cells_of_kernels
from tests.games.snowhere.tables import Generated, bits

VARIED: list[dict[str, Any]] = [
    {},
    {"spread_mm": 120.0},
    {"carpet_model": "gauss", "spread_mm": 100.0, "n_cards": 60},
    {"carpet_model": "fan", "edge_rule": "strict", "n_flakes": 12},
    {"n_cards": 25, "spread_mm": 80.0, "must_cover": "carpet", "edge_includes_holes": True},
    {"n_cards": 12, "spread_mm": 60.0, "solved_tol_mm2": 100.0, "n_flakes": 0, "card_w_mm": 56.0},
    {"n_cards": 30, "spread_mm": 90.0, "min_cover_mm2": 3000.0, "no_placement": "end"},
]


def session(seed: int, n_players: int = 2, **options: Any) -> Session:
    rules = GAME.pack_rules(make_rules(GAME, {"cell_mm": 2.0} | options, n_players), n_players)
    return Session(GAME, rules, [players.player(players.first_legal)] * n_players, seed, 0, 0)


def games(n: int, n_players: int = 2) -> Iterator[Session]:
    for i, options in enumerate(VARIED):
        for seed in range(n):
            yield session(100 * i + seed, n_players, **options)


def test_n_t25_counts() -> None:
    """Picks = placed + flakes + discarded, but that a pick that puts the fire out needs no placement (section 0a)."""
    for game in games(6):
        state = game.state
        begun, again = 0, False  # turns; whether the last pick-up was a flake, so that the turn goes on
        while not game.over:
            kind, flakes = int(state.kind), int(state.flakes_found)
            game.advance()
            if kind == words.PICK:
                begun += not again
                again = int(state.flakes_found) > flakes
        solved_by_a_pick = int(state.reason) == words.FIRE_OUT and not again
        found = int(state.flakes_found)
        assert int(state.picks) == int(state.placed) + found + int(state.discarded) + solved_by_a_pick
        assert int(state.picks) + int(state.table.n_fire) == int(state.table.n_cards)
        assert int(state.table.n_snow) == int(state.placed) + int(state.flakes_used)
        assert int(state.flakes_left) == 0
        assert int(state.flakes_used) <= found
        assert int(state.turns) == begun
        assert int(state.rounds) == begun // 2


def test_n_t25_what_lies_on_the_table() -> None:
    """Snow only piles up, fire only goes, and visible fire never grows."""
    for game in games(3):
        table = game.state.table
        snow, fire, visible = [], set(bits(table.fire)), int(table.cells_visible)
        while game.advance() is not None:
            now = table.snow_pose[: int(table.n_snow)].tolist()
            assert now[: len(snow)] == snow and len(now) - len(snow) in (0, 1)
            assert set(bits(table.fire)) <= fire
            assert int(table.cells_visible) <= visible
            snow, fire, visible = now, set(bits(table.fire)), int(table.cells_visible)
            assert set(bits(table.free)) <= fire and set(bits(table.dead)) <= fire
            assert not set(bits(table.free)) & set(bits(table.dead))
        assert visible == np.count_nonzero(cells_of_kernels(table, "visible"))


def test_n_t26_the_same_seed_gives_the_same_game() -> None:
    for options in VARIED[:3]:
        one, again, other = (session(seed, **options).transcript() for seed in (5, 5, 6))
        assert one == again
        assert one != other


def replayed(game: Generated, moves: list[int]) -> float:
    """Lay the same cards on another raster; returns the exposed fraction."""
    for move in moves:
        game.step(move)
    return float(game.outcome().value) / 100


def test_n_t26_one_layout_at_two_cell_sizes() -> None:
    """Halving the cell moves the exposed fraction of one layout by less than half a percent, absolutely."""
    for seed in range(6):
        played = session(seed)
        moves = []
        while (move := played.advance()) is not None:
            moves.append(move.action)
        exposed = [replayed(Generated(2, seed, cell_mm=cell), moves) for cell in (2.0, 1.0)]
        assert exposed[0] == float(played.outcome().value) / 100
        assert abs(exposed[0] - exposed[1]) < 0.005


def batch(m: int, n_players: int = 2, **options: Any) -> Any:
    rules = GAME.pack_rules(make_rules(GAME, {"cell_mm": 2.0} | options, n_players), n_players)
    return play(GAME, rules, [players.player(players.first_legal)] * n_players, 7, np.arange(m), np.zeros(m, np.int64))


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_every_game_ends_with_one_result_for_all(options: dict[str, Any]) -> None:
    done = batch(40, 3, **options)
    assert not done.capped.any()
    assert (done.end_reason >= words.BLOCKED).all()
    assert ((done.value >= 0) & (done.value <= 100)).all()
    assert (done.decisions + done.forced <= 3 * options.get("n_cards", 111)).all()
    assert (done.success[done.end_reason == words.BLOCKED] <= 1).all()


def test_batches_play_the_same_games_as_single_sessions() -> None:
    """Games of one worker share its workspace: none may leave anything behind for the next."""
    done = batch(8, 2)
    rules = GAME.pack_rules(make_rules(GAME, {"cell_mm": 2.0}, 2), 2)
    for block in (0, 3, 7):
        game = Session(GAME, rules, [players.player(players.first_legal)] * 2, 7, block, 0)
        while game.advance() is not None:
            pass
        assert float(game.outcome().value) == done.value[block]
        assert int(game.state.turns) == done.turns[block]


def test_team_size_changes_who_acts_only() -> None:
    """N4.1: turns go round; every seat acts in its turn."""
    game = session(3, n_players=3)
    turns = []
    while not game.over:
        if int(game.state.kind) == words.PICK:
            turns.append((int(game.state.turns), int(game.state.to_act)))
        game.advance()
    assert all(seat == turn % 3 for turn, seat in turns)
