"""The kernels against the slow twin: the same seeds, the same actions, everything compared after every decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine import play
from simkit.game import FIRST_OWN_END, make_rules
from simkit.games.anaphylaxis import GAME
from tests.games.anaphylaxis.snapshots import PER_SEAT, snapshot_of_twin, tallies_of_twin, view_of_twin
from tests.games.anaphylaxis.tables import Compiled, Twin
from tests.games.common.batches import play_uniformly
from tests.reference import anaphylaxis as twin
from tests.reference.players import uniform
from tests.reference.rng import Chance

Rng = np.random.Generator


def drawn_options(rng: Rng, n_players: int, rounds: int | None = None) -> dict[str, Any]:
    """Random values for some of the rule options, defaults for the rest."""
    max_passes = int(rng.integers(0, 4))
    values: dict[str, Any] = {
        "rounds": rounds or int(rng.integers(1, 3 * n_players + 1)),
        "exchange_count": int(rng.integers(0, 4)),
        "exchange_dir": str(rng.choice(["right", "left", "alternate"])),
        "leader_may_pass": bool(rng.integers(2)),
        "lead_after_elimination": str(rng.choice(["left", "second_best", "dealer"])),
        "elimination_zeroes_total": bool(rng.integers(2)),
        "most_bonus": "round" if rng.integers(2) else int(rng.integers(0, 11)),
        "most_bonus_needs_bee": bool(rng.integers(2)),
        "sole_survivor_bonus": int(rng.integers(0, 16)),
        "final_blow_bonus": bool(rng.integers(2)),
        "final_blow_points": int(rng.integers(0, 11)),
    }
    kept = {key: value for key, value in values.items() if rng.random() < 0.6}
    if rng.random() < 0.6:
        kept["max_passes"] = max_passes
        kept["pass_points"] = [int(p) for p in rng.integers(0, 21, max_passes + 1)]
    return kept


def compare_game(n_players: int, options: dict[str, Any], seed: int, block: int, rng: Rng) -> int:
    """Play one game on both engines; returns the number of decisions compared."""
    where = f"{n_players} players, {options}, seed {seed}, block {block}"
    fast, slow = Compiled(n_players, seed, block, **options), Twin(n_players, seed, block, **options).game
    # Uniform play passes in half of its chances and eliminates few: every second game passes seldom.
    dislike = rng.random() < 0.5
    decisions = 0
    while slow.actor is not None:
        assert fast.snapshot() == snapshot_of_twin(slow), f"{where}: state before decision {decisions}"
        seen, table = fast.seen()
        assert seen == view_of_twin(slow), f"{where}: view at decision {decisions}"
        assert table == snapshot_of_twin(slow)[1], f"{where}: open table in the view at decision {decisions}"
        legal = seen[-1]
        action = legal[int(rng.integers(len(legal)))]
        if dislike and action == 20 and rng.random() < 0.8:
            action = legal[0]
        fast.step(action)
        slow.act(twin.action_of(action))
        decisions += 1
        assert fast.standings() == [slow.standing(s) for s in range(n_players)], f"{where}: standings, {decisions}"
    compare_end(fast, slow, where)
    return decisions


def compare_end(fast: Compiled, slow: twin.Table, where: str) -> None:
    heads, table, *_, tallies = fast.snapshot()
    assert heads[1] == -1, where
    assert heads[3:] == (FIRST_OWN_END, slow.turns, slow.rounds_done), where
    assert table[2][: slow.n] == [p.total for p in slow.players], where
    assert tallies == tallies_of_twin(slow), where
    assert fast.ranks() == slow.ranks(), where
    assert fast.outcome().score[: slow.n].tolist() == [p.total for p in slow.players], where


@pytest.mark.parametrize("n_players", [3, 4])
@pytest.mark.parametrize("final_blow", [False, True])
def test_rulebook_games_agree_decision_by_decision(n_players: int, final_blow: bool) -> None:
    rng = np.random.default_rng([1, n_players, final_blow])
    for block in range(150):
        compare_game(n_players, {"final_blow_bonus": final_blow}, 2026, block, rng)


@pytest.mark.parametrize("n_players", [3, 4])
def test_games_with_drawn_options_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([2, n_players])
    for block in range(700):
        compare_game(n_players, drawn_options(rng, n_players, rounds=int(rng.integers(1, 4))), 77, block, rng)


@pytest.mark.slow
@pytest.mark.parametrize("n_players", [3, 4])
def test_many_more_games_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([3, n_players])
    for block in range(1000):
        compare_game(n_players, drawn_options(rng, n_players), 2**63 + 5, block, rng)


def uniform_game(n_players: int, rules: Any, seed: int, block: int, repeat: int) -> dict[str, Any]:
    """What the engine's batch must say about a game between uniform players, found by the twin alone."""
    game = twin.Table(rules, n_players, Chance(seed, block))
    found = play_uniformly(game, seed, block, repeat)
    totals = sorted((p.total for p in game.players), reverse=True)
    return found | {
        "turns": game.turns,
        "rounds": game.rounds_done,
        "end_reason": FIRST_OWN_END,
        "capped": False,
        "score": [float(p.total) for p in game.players],
        "rank": game.ranks(),
        "credit": game.credits(),
        "score_margin": float(totals[0] - totals[1]),
        "game_tallies": [game.tricks, game.sole_survivor_rounds],
        "seat_tallies": [[getattr(p, name) for name in PER_SEAT] for p in game.players],
    }


@pytest.mark.parametrize("n_players", [3, 4])
def test_batches_of_the_engine_agree_with_games_of_the_twin(n_players: int) -> None:
    rng = np.random.default_rng([4, n_players])
    player = uniform(GAME.name)
    for seed in (0, 12345, 2**40):
        options = drawn_options(rng, n_players) if seed else {}
        rules = make_rules(GAME, options, n_players)
        blocks, repeats = np.arange(40, dtype=np.int64) // 2 * 7, np.arange(40, dtype=np.int64) % 2
        batch = play(GAME, GAME.pack_rules(rules, n_players), [player] * n_players, seed, blocks, repeats)
        for row, (block, repeat) in enumerate(zip(blocks.tolist(), repeats.tolist(), strict=True)):
            expected = uniform_game(n_players, rules, seed, block, repeat)
            got = {key: getattr(batch, key)[row].tolist() for key in expected}
            assert got == expected, f"{n_players} players, {options}, seed {seed}, block {block}, repeat {repeat}"
