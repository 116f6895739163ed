"""T1 to T13, end to end: each is a defect that a well-known simulator shipped, looked for in what the analysis says.

The engine, the runner and the games hold most of them in tests of their own too (named T1, T2, ...).
"""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from scipy import stats

from simkit.analysis import StudyCell, analyse, analyse_study, compare, summary_dict
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.effects import Terms, effects_of
from simkit.analysis.estimate import ANY
from simkit.analysis.measures import ONE, Measure
from simkit.analysis.paired import Pairs
from simkit.errors import UsageError
from simkit.game import make_rules
from simkit.runner import RunConfig, Subject, open_run, run
from simkit.strategy import make_player, parse_spec
from tests.analysis.synthetic import make_run, winners
from tests.analysis.test_paired import all_effects
from tests.analysis.variants import manifest_of
from tests.synthetic import high_card, lottery

SLIPPING = ("highest:slips=0", "highest:slips=30", "highest:slips=30")


def play(out: Path, specs: Any = SLIPPING, *, game: Any = high_card, n: int = 3, games: int = 600, **more: Any) -> Any:
    """Play a synthetic game, three at the table, and open the folder."""
    how = {key: more.pop(key) for key in ("backend", "jobs", "resume", "subject") if key in more}
    rules = more.get("rules", {})
    if "subject" not in how:
        known = {strategy.name: strategy for strategy in game.STRATEGIES}
        players = {spec: make_player(known[parse_spec(spec)[0]], parse_spec(spec)[1]) for spec in specs}
        how["subject"] = Subject(game.GAME, make_rules(game.GAME, rules, n), players)
    config = RunConfig(game.GAME.name, n, specs, games, **{"seed": 11, **more})
    done = run(config, out, **{"backend": "serial", **how})
    assert done.status == "complete"
    return open_run(out, check=True)


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Any:
    return play(tmp_path_factory.mktemp("plain") / "run", repeats=2)


def numbers(found: Any) -> dict[str, Any]:
    """Everything that the analysis says, but for the words on how it was played."""
    return {key: value for key, value in summary_dict(analyse(found)).items() if key != "headline"}


def test_t1_every_game_of_a_batch_has_its_own_seed(tmp_path: Path) -> None:
    found = play(tmp_path, ("go",), game=lottery, n=4, games=20_000, seed=3)
    won = found.seats().filter(pl.col("credit") == 1).sort("block").collect()["seat"].to_numpy()
    table = np.zeros((4, 4))
    np.add.at(table, (won[:-1] - 1, won[1:] - 1), 1)
    assert stats.chi2_contingency(table).pvalue > 1e-4  # the next game's winner knows nothing of this one's
    other = play(tmp_path / "other", ("go",), game=lottery, n=4, games=20_000, seed=4)
    again = other.seats().filter(pl.col("credit") == 1).sort("block").collect()["seat"].to_numpy()
    for shift in (0, 1):  # neither the same games nor the same ones one further on
        assert abs((won[shift:] == again[: len(again) - shift]).mean() - 0.25) < 0.02


@pytest.mark.parametrize(("backend", "jobs"), [("serial", 1), ("threads", 2), ("threads", 8)])
def test_t2_workers_and_portions_change_no_number(plain: Any, tmp_path: Path, backend: str, jobs: int) -> None:
    known = {strategy.name: strategy for strategy in high_card.STRATEGIES}
    players = {spec: make_player(known["highest"], parse_spec(spec)[1]) for spec in SLIPPING}
    small = replace(high_card.GAME, chunk_games=40)
    subject = Subject(small, make_rules(small, {}, 3), players)
    found = play(tmp_path, repeats=2, backend=backend, jobs=jobs, subject=subject)
    assert len(found.manifest["parts"]) > len(plain.manifest["parts"])
    assert numbers(found) == numbers(plain)
    parts = analyse(plain, rows_at_once=100)
    assert parts.seats.shares[0].share.value == pytest.approx(analyse(plain).seats.shares[0].share.value, abs=1e-12)


GLOBAL = (
    "random",
    "rand",
    "randint",
    "normal",
    "choice",
    "shuffle",
    "permutation",
    "uniform",
    "standard_normal",
    "seed",
)


def test_t3_no_global_generator_is_used(plain: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Playing and analysing work where every function of the global generators fails. (Sources: test_house.py.)"""

    def refuse(*_: Any, **__: Any) -> Any:
        raise AssertionError("the global generator was used")

    for name in GLOBAL:
        monkeypatch.setattr(f"numpy.random.{name}", refuse)
        monkeypatch.setattr(f"random.{name}", refuse, raising=False)
    assert numbers(play(tmp_path, repeats=2)) == numbers(plain)


def test_t4_a_strategy_that_draws_more_leaves_the_deal_unchanged(tmp_path: Path) -> None:
    """Both play the highest card; one draws numbers for nothing besides: paired, they differ by exactly zero."""
    a = play(tmp_path / "a", ("highest:slips=0",))
    b = play(tmp_path / "b", ("drawer:draws=13",))
    got = compare(a, b)
    assert got.paired and got.identical and {e.difference.value for e in all_effects(got)} == {0.0}


def test_t5_self_play_under_pairing_differs_by_exactly_zero(plain: Any, tmp_path: Path) -> None:
    again = play(tmp_path, repeats=2)
    got = compare(plain, again)
    assert got.identical and got.vrf_words == "identical"
    assert {e.difference.value for e in all_effects(got)} == {0.0}
    cells = [
        StudyCell(name, plain.manifest["config"]["lineup"], 3, r) for name, r in (("base", plain), ("same", again))
    ]
    effects = analyse_study(cells).effects[0].comparison
    assert {e.difference.value for e in all_effects(effects)} == {0.0}


def test_t6_one_reconciled_set_of_numbers(tmp_path: Path, plain: Any) -> None:
    """E10: what a study says of cells and effects, what a run says, and what a comparison says are the same numbers."""
    changed = play(tmp_path, repeats=2, rules={"deals": 2})
    lineup = plain.manifest["config"]["lineup"]
    study = analyse_study([StudyCell("base", lineup, 3, plain), StudyCell("two", lineup, 3, changed)])
    assert study.cells[0].analysis == analyse(plain) and study.cells[1].analysis == analyse(changed)
    c = study.effects[0].comparison
    assert c == compare(plain, changed)
    assert sum(e.difference.value for e in c.seats) == pytest.approx(0, abs=1e-12)  # every game has one win to give
    for side, answer in (("before", study.cells[0].analysis), ("after", study.cells[1].analysis)):
        for effect, share in zip(c.seats, answer.seats.shares, strict=True):
            assert getattr(effect, side).value == pytest.approx(share.share.value, abs=1e-12)
            assert getattr(effect, side).se == pytest.approx(share.share.se)
        assert getattr(c.first_seat, side).value == pytest.approx(answer.seats.first_seat_advantage.value, abs=1e-12)
        for share in answer.strategies.shares:
            effect = c.effect(f"strategy:{share.strategy}")
            assert getattr(effect, side).value == pytest.approx(share.share.value, abs=1e-12)
        turns, choice = c.effect("turns"), c.effect("choice")
        assert getattr(turns, side).value == pytest.approx(answer.lengths.turns.mean.value)
        assert getattr(choice, side).value == pytest.approx(answer.choice.choice_share.value)
        assert getattr(choice, side).se == pytest.approx(answer.choice.choice_share.se)
    for effect in all_effects(c):
        assert effect.difference.value == pytest.approx(effect.after.value - effect.before.value, abs=1e-12)


def test_t7_games_without_a_winner_are_counted_and_bound_every_rate(tmp_path: Path) -> None:
    """E9: never dropped, never draws; win shares and P_ij alike."""
    specs = ("go", "wait", "wait")
    got = analyse(play(tmp_path, specs, game=lottery, games=900, rules={"stalemates": 30, "extra": 50}))
    nobody = got.outcomes.no_winner.value
    assert 0.2 < nobody < 0.4
    assert sum(s.share.value for s in got.seats.shares) == pytest.approx(1 - nobody)
    assert got.outcomes.games == 900 == sum(got.outcomes.winners)
    for match in got.strategies.matchups:
        low, high = match.bounds
        assert match.unranked == pytest.approx(nobody)
        assert low == pytest.approx(match.probability.value * (1 - nobody))
        assert high == pytest.approx(low + nobody)
    pair = {(m.strategy, m.against): m.bounds for m in got.strategies.matchups}
    assert pair["go", "wait"] == pytest.approx(tuple(1 - x for x in reversed(pair["wait", "go"])))
    capped = np.array([[1.0, 0], [0, 1], [0, 0], [1, 0]] * 10)
    share = analyse(make_run(capped, [["a"] * 2])).seats.shares[0]
    assert (share.share.value, share.bounds) == (0.5, pytest.approx((0.5, 0.75)))


@pytest.mark.parametrize("kind", ["all", "rotations"])
def test_t8_each_strategy_sits_in_each_seat_equally_often(tmp_path: Path, kind: Any) -> None:
    specs = ("highest:slips=0", "highest:slips=30", "drawer")
    rows = play(tmp_path, specs, games=60, seatings=kind).seats().collect()
    counts = rows.group_by("strategy", "seat").len()["len"].unique().to_list()
    assert counts == [20]


def test_t9_ratios_are_floating_point() -> None:
    """Thirds stay thirds, and sums of narrow integers do not overflow."""
    credit = np.full((7, 3), 1 / 3)
    credit[0] = [1, 0, 0]
    most = 2**31 - 1
    got = analyse(make_run(credit, [["a"] * 3], games={"turns": np.full(7, most, dtype=np.int32)}))
    assert got.seats.shares[0].share.value == pytest.approx(float(Fraction(1, 7) * (1 + 6 * Fraction(1, 3))))
    assert got.lengths.turns.mean.value == most
    assert got.choice.choice_share.value == 0.8
    turns = np.array([10, 11, 11, 10, 11, 11, 10], dtype=np.int32)
    assert analyse(make_run(credit, [["a"] * 3], games={"turns": turns})).lengths.turns.mean.value == pytest.approx(
        74 / 7
    )


def test_t10_unknown_options_are_errors_and_the_configuration_is_echoed(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"has no rule option 'deels'\. Did you mean 'deals'"):
        make_rules(high_card.GAME, {"deels": 2}, 3)
    with pytest.raises(UsageError, match=r"deals.*came"):
        make_rules(high_card.GAME, {"deals": 10_000}, 3)
    manifest = json.loads((play(tmp_path, rules={"deals": 2}, games=12).path / "manifest.json").read_text())
    assert manifest["config"]["rules_set"] == {"deals": 2}
    assert set(manifest["config"]["rules"]) == set(make_rules(high_card.GAME, {}, 3).__dataclass_fields__)
    assert manifest["config"]["rules"]["deals"] == 2


@pytest.mark.parametrize("kept", [0, 1, 3])
def test_t11_interrupted_at_any_time_and_resumed_the_data_are_the_same(plain: Any, tmp_path: Path, kept: int) -> None:
    """As after a kill: only some parts are named by the manifest, what else lies there is left over."""
    known = {strategy.name: strategy for strategy in high_card.STRATEGIES}
    small = replace(high_card.GAME, chunk_games=60)
    players = {spec: make_player(known["highest"], parse_spec(spec)[1]) for spec in SLIPPING}
    subject = Subject(small, make_rules(small, {}, 3), players)
    whole = play(tmp_path, repeats=2, subject=subject)
    manifest = json.loads((whole.path / "manifest.json").read_text())
    assert len(manifest["parts"]) > 3
    cut = {**manifest, "status": "running", "parts": manifest["parts"][:kept]}
    (whole.path / "manifest.json").write_text(json.dumps(cut))
    assert numbers(play(tmp_path, repeats=2, subject=subject, resume=True)) == numbers(plain)


# --- T12 -------------------------------------------------------------------------------------------------------------

SHAPE = Shape(0, 0, (0,), 1, 2, ("a",), np.zeros((1, 2), dtype=int))
NUMBER = Measure("seat:1", "win share of seat 1", "points", "seat", ANY, True, lambda b: (b.games["y"], ONE))
MARGIN = 0.05


def effect_of(rng: np.random.Generator, blocks: int, size: float) -> Any:
    """One comparison of two variants whose block means share the deal's luck, B being `size` better."""
    luck = rng.normal(0, 0.15, blocks)
    before, after = (0.4 + luck + rng.normal(0, 0.1, blocks) + more for more in (0.0, size))
    pairs = Pairs([NUMBER])
    a, b = (Blocks(SHAPE, blocks, {"y": y}, {}) for y in (before, after))
    pairs.add([NUMBER.sums(a)], [NUMBER.sums(b)])
    return effects_of([(NUMBER, pairs.estimate(0, 0.95))], Terms(MARGIN, 0.95, 1, (0.0, 0.0)))[0]


def paired_rates(seed: int, replications: int) -> tuple[float, float, float, float]:
    """Coverage; "effect" and "no effect" where the effect is exactly the margin; "effect" where there is none."""
    rng = np.random.default_rng(seed)
    edge = [effect_of(rng, 60, MARGIN) for _ in range(replications)]
    none = [effect_of(rng, 60, 0.0) for _ in range(replications)]
    covered = np.mean([e.difference.low <= MARGIN <= e.difference.high for e in edge])
    rates = [np.mean([e.verdict.kind == kind for e in found]) for found, kind in
             ((edge, "effect"), (edge, "no effect"), (none, "effect"))]  # fmt: skip
    return float(covered), *map(float, rates)


def test_t12_paired_intervals_cover_and_verdicts_err_rarely() -> None:
    covered, effect, no_effect, wrong = paired_rates(12, 400)
    assert 0.92 <= covered <= 0.98
    assert effect <= 0.025 + 0.024 and no_effect <= 0.025 + 0.024 and wrong == 0


@pytest.mark.slow
def test_t12_paired_intervals_and_verdicts_in_4000_replications() -> None:
    """95 +- 1.5 %, and an error of 2.5 % with three standard errors. (Seats: test_coverage.py, test_whole_way.py.)"""
    covered, effect, no_effect, wrong = paired_rates(13, 4000)
    assert covered == pytest.approx(0.95, abs=0.015)
    assert effect <= 0.025 + 0.0075 and no_effect <= 0.025 + 0.0075 and wrong == 0


def test_t13_relabelled_seats_give_the_relabelled_answer() -> None:
    """The suites shipped in simkit.testing turn the table of every game; here the tables of results are turned."""
    rng = np.random.default_rng(13)
    credit = winners(rng, 900, [0.4, 0.3, 0.2, 0.1])
    score = rng.integers(0, 30, size=(900, 4)).astype(float)
    for shift in (1, 2, 3):
        one, other = (
            analyse(make_run(np.roll(credit, k, axis=1), seats={"score": np.roll(score, k, axis=1)}))
            for k in (0, shift)
        )
        turned = [(s + shift) % 4 for s in range(4)]
        for seat in range(4):
            assert other.seats.shares[turned[seat]].share == one.seats.shares[seat].share
            assert other.scores.by_seat[turned[seat]].spread == one.scores.by_seat[seat].spread
        assert other.seats.gap == one.seats.gap and other.seats.verdict.kind == one.seats.verdict.kind
        assert other.seats.wald.statistic == pytest.approx(one.seats.wald.statistic)
        assert {1 + turned[s - 1] for s in one.seats.verdict.outside} == set(other.seats.verdict.outside)


def test_adding_a_variant_leaves_the_other_answers_alone(plain: Any, tmp_path: Path) -> None:
    """A study's other rows stay identical, and so do its other answers."""
    lineup = plain.manifest["config"]["lineup"]
    two = play(tmp_path / "two", repeats=2, rules={"deals": 2})
    three = play(tmp_path / "three", repeats=2, rules={"deals": 3})
    cells = [StudyCell(name, lineup, 3, r) for name, r in (("base", plain), ("two", two), ("three", three))]
    small, large = analyse_study(cells[:2]), analyse_study(cells)
    assert large.cells[:2] == small.cells and large.effects[0] == small.effects[0]
    assert small.best == () and {best.question for best in large.best} == {"fairest seats", "shortest", "longest"}
    assert large.largest and large.largest[0].noise is not None


def test_a_study_refuses_what_it_cannot_tell_apart(plain: Any) -> None:
    cell = StudyCell("base", plain.manifest["config"]["lineup"], 3, plain)
    with pytest.raises(UsageError, match="came twice"):
        analyse_study([cell, cell])
    with pytest.raises(UsageError, match="at least one cell"):
        analyse_study([])


def test_cells_of_other_seeds_are_compared_unpaired() -> None:
    rng = np.random.default_rng(14)
    cells = [
        StudyCell(f"v{seed}", "a,a,a,a", 4, make_run(winners(rng, 200, [0.25] * 4), manifest=manifest_of(seed=seed)))
        for seed in (1, 2)
    ]
    comparison = analyse_study(cells).effects[0].comparison
    assert not comparison.paired and comparison == compare(cells[0].results, cells[1].results)
