"""Synthetic games go the whole way: engine -> runner -> Parquet -> analysis -> report; and T12 with real games."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit import report
from simkit.analysis import Analysis, analyse, summary_lines
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.credits import Credits
from simkit.game import Game, make_rules
from simkit.runner import RunConfig, Subject, open_run, run
from simkit.strategy import Player, Strategy, make_player, parse_spec
from simkit.testing import Table
from tests.synthetic import high_card, lottery, rescue


def _player(strategies: tuple[Strategy, ...], spec: str) -> Player:
    name, given = parse_spec(spec)
    return make_player(next(s for s in strategies if s.name == name), given)


def _analysed(
    game: Game,
    strategies: tuple[Strategy, ...],
    specs: tuple[str, ...],
    games: int,
    out: Path,
    *,
    players: int,
    rules: Mapping[str, Any] | None = None,
    repeats: int = 1,
) -> Analysis:
    """Run a game that is in no installed package, and analyse the folder."""
    rules = rules or {}
    config = RunConfig(game.name, players, specs, games, seed=11, rules=rules, repeats=repeats)
    subject = Subject(game, make_rules(game, rules, players), {spec: _player(strategies, spec) for spec in specs})
    done = run(config, out, backend="serial", subject=subject)
    assert done.status == "complete"
    return analyse(open_run(out))


@pytest.fixture(scope="module")
def rescued(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Analysis]:
    out = tmp_path_factory.mktemp("rescue") / "run"
    return out, _analysed(rescue.GAME, rescue.STRATEGIES, ("hasty",), 2000, out, players=3)


def test_a_cooperative_game_is_stored_without_winners(rescued: tuple[Path, Analysis]) -> None:
    found = open_run(rescued[0])
    games, seats = found.games().collect(), found.seats().collect()
    assert len(games) == 2000
    assert len(seats) == 6000
    assert games["success"].null_count() == 0
    assert games["result"].null_count() == 0
    assert games["score_margin"].null_count() == 2000
    for column in ("credit", "score", "rank"):
        assert seats[column].null_count() == 6000, column
    direct = Table(rescue.GAME, (_player(rescue.STRATEGIES, "hasty"),) * 3).play(11, 2000)
    assert games.sort("block")["success"].to_list() == [bool(s) for s in direct.success]
    assert games.sort("block")["result"].to_list() == direct.value.tolist()


def test_a_cooperative_game_is_analysed_by_success(rescued: tuple[Path, Analysis]) -> None:
    answer = rescued[1]
    direct = Table(rescue.GAME, (_player(rescue.STRATEGIES, "hasty"),) * 3).play(11, 2000)
    assert answer.seats is None
    assert answer.strategies is None
    assert answer.cooperative is not None
    success = answer.cooperative.success
    assert success.value == pytest.approx(direct.success.mean())
    assert success.low is not None
    assert success.high is not None
    assert success.low < direct.success.mean() < success.high
    assert answer.cooperative.result is not None
    assert answer.cooperative.result.mean.value == pytest.approx(direct.value.mean())
    assert answer.cooperative.result_label == "steps climbed"
    told = "\n".join(summary_lines(answer))
    assert "succeeds" in told
    assert "wins" not in told


def test_a_cooperative_game_has_a_report(rescued: tuple[Path, Analysis], tmp_path: Path) -> None:
    page = report.write(rescued[0], tmp_path / "report.html").read_text()
    assert "steps climbed" in page
    assert "Rescue" in page
    assert "Slips" in page


def test_a_fair_lottery_is_balanced(tmp_path: Path) -> None:
    answer = _analysed(lottery.GAME, lottery.STRATEGIES, ("go",), 30_000, tmp_path / "run", players=4)
    assert answer.seats is not None
    assert answer.seats.verdict.kind == "balanced"
    assert answer.scores is None


def test_an_unfair_lottery_is_imbalanced(tmp_path: Path) -> None:
    rules = {"extra": 60}
    answer = _analysed(lottery.GAME, lottery.STRATEGIES, ("go",), 10_000, tmp_path / "run", players=4, rules=rules)
    assert answer.seats is not None
    assert answer.seats.verdict.kind == "imbalanced"
    assert 1 in answer.seats.verdict.outside
    for share, true in zip(answer.seats.shares, lottery.win_shares(4, 60), strict=True):
        assert share.share.value == pytest.approx(true, abs=4 * 0.5 / 100)


def test_two_equal_strategies_under_pairing_differ_by_nothing(tmp_path: Path) -> None:
    """T5: `go` and `wait` do the same, so over both seatings of a deal their shares are equal to the last bit."""
    answer = _analysed(
        lottery.GAME, lottery.STRATEGIES, ("go", "wait"), 2000, tmp_path / "run", players=2, rules={"extra": 100}
    )
    assert answer.strategies is not None
    assert [share.share.value for share in answer.strategies.shares] == [0.5, 0.5]


def test_the_better_strategy_is_found(tmp_path: Path) -> None:
    specs = ("highest:slips=0", "highest:slips=100")
    answer = _analysed(high_card.GAME, high_card.STRATEGIES, specs, 4000, tmp_path / "run", players=2, repeats=2)
    assert answer.strategies is not None
    shares = {share.strategy: share.share.value for share in answer.strategies.shares}
    direct = [
        Table(high_card.GAME, tuple(_player(high_card.STRATEGIES, specs[i]) for i in order)).play(11, 1000)
        for order in ((0, 1), (1, 0))
    ]
    true = (direct[0].credit[:, 0].mean() + direct[1].credit[:, 1].mean()) / 2
    assert shares["highest:slips=0"] == pytest.approx(true)


# --- T12 -------------------------------------------------------------------------------------------------------------


def _coverage(extra: int, replications: int, blocks: int) -> float:
    """Share of 95 % intervals of seat 1 that hold its true win share, in lotteries played by the engine."""
    table = Table(lottery.GAME, (_player(lottery.STRATEGIES, "go"),) * 4, {"extra": extra})
    credit = table.play(5, replications * blocks).credit.reshape(replications, blocks, 1, 4)
    shape = Shape(0, 0, (0,), 1, 4, ("go",), np.zeros((1, 4), dtype=int))
    true, hits = lottery.win_shares(4, extra)[0], 0
    for part in credit:
        credits = Credits(shape)
        credits.add(Blocks(shape, blocks, {}, {"credit": part}))
        interval = credits.share(0, 0.95)
        assert interval.low is not None
        assert interval.high is not None
        hits += interval.low <= true <= interval.high
    return hits / replications


@pytest.mark.slow
@pytest.mark.parametrize("extra", [0, 60])
def test_intervals_cover_the_truth(extra: int) -> None:
    """T12: 4,000 replications, 95 +- 1.5 %."""
    assert _coverage(extra, 4000, 300) == pytest.approx(0.95, abs=0.015)
