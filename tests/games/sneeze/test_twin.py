"""The kernels against the slow twin: the same seeds, the same actions, everything compared after every decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine import play
from simkit.game import make_rules
from simkit.games.sneeze import GAME
from simkit.games.sneeze.options import CLEAR_TARGETS, GIFT_MODES, GIFT_TESTS, MODES, PRINTED_AND_NOW, WIN_CHECKS
from tests.games.common.batches import play_uniformly
from tests.games.sneeze.snapshots import (
    ENDS,
    NUMBER,
    by_title,
    state_of_kernels,
    state_of_twin,
    view_of_kernels,
    view_of_twin,
)
from tests.games.sneeze.tables import Compiled, Twin
from tests.reference import sneeze as twin
from tests.reference.players import uniform
from tests.reference.rng import Chance

Rng = np.random.Generator
PLAYERS = (2, 3, 4, 5, 6)


def drawn_options(rng: Rng, longest: int) -> dict[str, Any]:
    """Random values for some of the rule options, defaults for the rest but for the cap."""

    def one(values: Any) -> Any:
        return values[int(rng.integers(len(values)))]

    values: dict[str, Any] = {
        "windy_count": int(rng.integers(0, 25)),
        "type_counts": [int(k) for k in rng.integers(*one([(2, 5), (3, 19)]), 5)],
        "and_now_counts": {title: int(rng.integers(0, 8)) for title in PRINTED_AND_NOW},
        "unlisted_and_now": one(["flip_double_only", "omit", *PRINTED_AND_NOW]),
        "and_now_mode": one(MODES),
        "clear_target": one(CLEAR_TARGETS),
        "gift_eligibility": one(GIFT_TESTS),
        "gift_mode": one(GIFT_MODES),
        "win_check_timing": one(WIN_CHECKS),
        "double_windy_draw": one([2, 4]),
        "double_windy_drops_breath": bool(rng.integers(2)),
        "allow_noop_and_now": bool(rng.integers(2)),
        "allergy_cap": one(["none", 3, 4, 5, 6, 7]),
        "w3_threshold": one([3, 4, 5, "ceil_2n_3"]),
        "allergy_limit": int(rng.integers(3, 7)),
        "max_turns": int(rng.integers(1, 150)),
    }
    keep = one([0.15, 0.4])
    kept = {key: value for key, value in values.items() if rng.random() < keep}
    return {"max_turns": longest} | kept


def differences(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """What differs, by name: kernels first."""
    return {key: (a[key], b[key]) for key in a if a[key] != b[key]} | dict.fromkeys(a.keys() ^ b.keys(), "missing")


def choose(game: twin.Table, rng: Rng, taste: float) -> twin.Action:
    """A random action: with the chance `taste` uniform over all, else uniform over kinds first."""
    assert game.decision is not None
    legal = game.decision.legal
    if rng.random() < taste:
        return legal[int(rng.integers(len(legal)))]
    kinds = sorted({a[0] for a in legal})
    kind = kinds[int(rng.integers(len(kinds)))]
    of_kind = [a for a in legal if a[0] == kind]
    return of_kind[int(rng.integers(len(of_kind)))]


def compare_game(n_players: int, options: dict[str, Any], seed: int, block: int, rng: Rng) -> twin.Table:
    """Play one game on both engines."""
    where = f"{n_players} players, {options}, seed {seed}, block {block}"
    fast, slow = Compiled(n_players, seed, block, **options), Twin(n_players, seed, block, **options).game
    taste = float(rng.choice([0.0, 0.3, 0.9]))
    decisions = 0
    while slow.decision is not None:
        at = f"{where}, decision {decisions}"
        found, expected = state_of_kernels(fast.state), state_of_twin(slow)
        assert not differences(found, expected), at
        seen, should_see = view_of_kernels(fast.look(), n_players), view_of_twin(slow)
        assert not differences(seen, should_see), at
        action = choose(slow, rng, taste)
        fast.step(NUMBER[slow.decision.kind][action])
        slow.act(action)
        decisions += 1
    compare_end(fast, slow, where)
    return slow


def compare_end(fast: Compiled, slow: twin.Table, where: str) -> None:
    found, expected = state_of_kernels(fast.state), state_of_twin(slow)
    found["heads"][1] = None  # no decision is left
    assert not differences(found, expected), f"{where}, at the end"
    assert fast.standings() == [slow.standing(s) for s in range(slow.n)], where
    if slow.winner is not None:
        assert fast.ranks() == slow.ranks(), where
    assert found["heads"][2] == ENDS[slow.end], where


@pytest.mark.parametrize("n_players", PLAYERS)
def test_rulebook_games_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([1, n_players])
    for block in range(40):
        compare_game(n_players, {}, 2026, block, rng)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_games_with_drawn_options_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([2, n_players])
    for block in range(260):
        compare_game(n_players, drawn_options(rng, 60), 77, block, rng)


@pytest.mark.slow
@pytest.mark.parametrize("n_players", PLAYERS)
def test_many_more_games_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([3, n_players])
    for block in range(200):
        compare_game(n_players, drawn_options(rng, 1000), 2**63 + 5, block, rng)


def uniform_game(n_players: int, rules: Any, seed: int, block: int, repeat: int) -> dict[str, Any]:
    """What the engine's batch must say about a game between uniform players, found by the twin alone."""
    game = twin.Table(rules, n_players, Chance(seed, block))
    found = play_uniformly(game, seed, block, repeat)
    game_tallies = [
        game.wind_changes,
        0 if game.first_at_limit is None else game.turns - game.first_at_limit,
        int(game.first_at_limit is not None),
        game.sneeze.reshuffles,
        game.and_now.reshuffles,
        game.lost_draws,
    ]
    seat_tallies = [
        [
            game.caused[s],
            game.suffered[s],
            game.self_sneezes[s],
            game.gifts[s],
            *game.drawn[s].values(),
            *game.used[s].values(),
            *by_title(game.hands[s]),
        ]
        for s in range(n_players)
    ]
    return found | {
        "turns": game.turns,
        "rounds": game.turns // n_players,
        "end_reason": ENDS[game.end],
        "capped": game.end == twin.CAPPED,
        "credit": [float(s == game.winner) for s in range(n_players)],
        "rank": game.ranks(),
        "game_tallies": game_tallies,
        "seat_tallies": seat_tallies,
    }


@pytest.mark.parametrize("n_players", PLAYERS)
def test_batches_of_the_engine_agree_with_games_of_the_twin(n_players: int) -> None:
    rng = np.random.default_rng([4, n_players])
    player = uniform(GAME.name)
    for seed in (0, 12345, 2**40):
        options = drawn_options(rng, 80) if seed else {}
        rules = make_rules(GAME, options, n_players)
        blocks, repeats = np.arange(20, dtype=np.int64) // 2 * 7, np.arange(20, dtype=np.int64) % 2
        batch = play(GAME, GAME.pack_rules(rules, n_players), [player] * n_players, seed, blocks, repeats)
        for row, (block, repeat) in enumerate(zip(blocks.tolist(), repeats.tolist(), strict=True)):
            expected = uniform_game(n_players, rules, seed, block, repeat)
            got = {key: getattr(batch, key)[row].tolist() for key in expected}
            assert got == expected, f"{n_players} players, {options}, seed {seed}, block {block}, repeat {repeat}"
