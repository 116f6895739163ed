"""The whole analysis on tables with known answers, and on tables with hardly anything in them."""

from __future__ import annotations

import dataclasses
import itertools
import json
import math

import numpy as np
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy import stats

from simkit.analysis import analyse, summary_dict, summary_lines
from simkit.errors import DataError, UsageError
from tests.analysis.synthetic import FakeRun, make_manifest, make_run, winners

ORDERS = sorted(set(itertools.permutations(["a", "a", "b", "c"])))
SEAT_TALLY = {
    "name": "bees", "scope": "seat", "kind": "count", "label": "bees in front", "unit": "bees", "categories": [],
}  # fmt: skip


def numbers_in(value):
    """Every float in nested dataclasses and tuples."""
    if dataclasses.is_dataclass(value):
        value = tuple(getattr(value, f.name) for f in dataclasses.fields(value))
    if isinstance(value, tuple):
        for part in value:
            yield from numbers_in(part)
    elif value is not None:
        assert isinstance(value, (str, bool, int, float)), type(value)  # no numpy scalars
        assert type(value).__module__ == "builtins", type(value)
        if isinstance(value, float):
            yield value


def check(analysis):
    """What holds for every analysis: finite plain numbers, words, JSON."""
    assert all(math.isfinite(x) for x in numbers_in(analysis))
    lines = summary_lines(analysis)
    assert lines
    assert not any(bad in line for line in lines for bad in ("nan", "inf ", "None"))
    text = json.dumps(summary_dict(analysis), allow_nan=False)
    assert json.loads(text)["headline"]["games"] == analysis.headline.games
    return analysis


def test_known_shares():
    credit = np.array([[1, 0, 0], [1, 0, 0], [0, 1, 0], [0.5, 0, 0.5]])
    got = check(analyse(make_run(credit, [["a"] * 3])))
    assert [s.share.value for s in got.seats.shares] == pytest.approx([2.5 / 4, 1 / 4, 0.5 / 4])
    assert got.seats.fair == pytest.approx(1 / 3)
    assert got.seats.gap == pytest.approx(0.5)
    assert got.outcomes.ties.value == 0.25
    assert got.outcomes.winners == (0, 3, 1, 0)
    assert got.headline.margin == pytest.approx(1 / 30)
    assert got.headline.population == "a at every seat"
    assert got.strategies.mirror
    assert got.choice.choice_share.value == 0.8
    assert got.choice.legal_actions.value == 3


def test_blocks_are_the_unit():
    """Two seatings that always end alike are one observation, not two."""
    rng = np.random.default_rng(4)
    one = winners(rng, 50, [0.6, 0.4])
    both = np.repeat(one, 2, axis=0)
    single = analyse(make_run(one, [["a", "a"]])).seats.shares[0].share
    got = analyse(make_run(both, [["a", "b"], ["b", "a"]])).seats.shares[0].share
    assert got == single
    assert got.method == "wilson"
    assert got.blocks == 50


def test_e10_everything_follows_from_the_same_numbers():
    rng = np.random.default_rng(5)
    credit = winners(rng, 12 * 2 * 40, [0.4, 0.3, 0.2, 0.1])
    credit[rng.random(len(credit)) < 0.1] = 0
    credit[5] = credit[17] = [0.5, 0.5, 0, 0]
    run = make_run(credit, ORDERS, 2)
    got = check(analyse(run))
    seats, strategies = got.seats, got.strategies
    share = [s.share.value for s in seats.shares]
    no_winner = got.outcomes.no_winner.value
    assert sum(share) == pytest.approx(1 - no_winner)
    assert seats.fair == pytest.approx((1 - no_winner) / 4)
    assert seats.fair == strategies.fair
    assert sum(s.share.value * s.seats for s in strategies.shares) == pytest.approx(sum(share))
    assert seats.first_seat_advantage.value == pytest.approx(share[0] - seats.fair)
    assert seats.first_seat_advantage == seats.shares[0].deviation
    assert seats.gap == pytest.approx(max(share) - min(share))
    assert sum(s.deviation.value for s in seats.shares) == pytest.approx(0)
    # And with the tables themselves, straight from polars:
    rows = run.seats_frame
    assert dict(rows.group_by("seat").agg(pl.col("credit").mean()).iter_rows()) == pytest.approx(
        {s.seat: s.share.value for s in seats.shares}
    )
    assert dict(rows.group_by("strategy").agg(pl.col("credit").mean()).iter_rows()) == pytest.approx(
        {s.strategy: s.share.value for s in strategies.shares}
    )
    se = rows.filter(pl.col("seat") == 2).group_by("block").agg(pl.col("credit").mean())["credit"].std() / math.sqrt(40)
    assert seats.shares[1].share.se == pytest.approx(se)


def test_capped_games_bound_the_shares():
    credit = np.array([[1, 0], [0, 1], [0, 0], [1, 0]] * 5)
    got = check(analyse(make_run(credit, [["a"] * 2])))
    first = got.seats.shares[0]
    assert first.share.value == 0.5
    assert first.bounds == pytest.approx((0.5, 0.75))
    assert got.seats.fair == pytest.approx(0.375)
    assert got.outcomes.capped.value == 0.25
    assert got.outcomes.capped_games == 5
    assert {e.reason: e.games for e in got.outcomes.end_reasons} == {"finished": 15, "capped": 5}
    assert got.outcomes.ties.value == 0
    assert "25 % of games were cut off" in got.seats.verdict.warnings[-1]
    # Two seats of one strategy share what the capped games could have given.
    assert got.strategies.shares[0].bounds == pytest.approx((0.375, 0.5))


def test_capped_games_bound_the_success_rate():
    """E9: a game that was cut off has not succeeded, but it might have."""
    labels = {"cooperative": True, "has_score": False, "title": "Rescue", "result_label": "lives"}
    m = 40
    run = make_run(
        np.zeros((m, 2)), [["a", "a"]],
        games={"success": np.arange(m) < 10, "capped": np.arange(m) >= 30, "result": np.zeros(m)},
        manifest=make_manifest(labels=labels),
    )  # fmt: skip
    got = check(analyse(run)).cooperative
    assert (got.success.value, got.bounds) == (0.25, (0.25, 0.5))


def test_matchups_by_hand():
    # Credits stand for ranks here: 3 places, ties half.
    credit = np.array([[0.6, 0.3, 0.1], [0.2, 0.2, 0.6]])
    got = check(analyse(make_run(credit, [["a", "a", "b"], ["a", "b", "a"]])))
    p = {(m.strategy, m.against): m.probability.value for m in got.strategies.matchups}
    # Game 1: both a beat b (2 of 2). Game 2: b ties the first a, loses to the second (0.5 and 1 for a).
    assert p["a", "b"] == pytest.approx(3.5 / 4)
    assert p["b", "a"] == pytest.approx(0.5 / 4)


def test_matchups_against_a_slow_twin():
    rng = np.random.default_rng(6)
    credit = rng.integers(0, 3, size=(12 * 3 * 5, 4)) / 6
    run = make_run(credit, ORDERS, 3)
    got = analyse(run)
    wins: dict[tuple[str, str], list[float]] = {}
    for _, game in run.seats_frame.group_by("block", "repeat", "seating"):
        for x, y in itertools.permutations(game.iter_rows(named=True), 2):
            if x["strategy"] != y["strategy"] and x["rank"] is not None:
                result = 1.0 if x["rank"] < y["rank"] else 0.5 if x["rank"] == y["rank"] else 0.0
                wins.setdefault((x["strategy"], y["strategy"]), []).append(result)
    found = {(m.strategy, m.against): m for m in got.strategies.matchups}
    assert {k: m.probability.value for k, m in found.items()} == pytest.approx({k: np.mean(v) for k, v in wins.items()})
    for (i, j), m in found.items():
        assert m.probability.value + found[j, i].probability.value == pytest.approx(1)
        assert m.probability.low + found[j, i].probability.high == pytest.approx(1)
        assert m.unranked == pytest.approx((credit.sum(axis=1) == 0).mean())


def test_wald_agrees_with_pearson_on_independent_games():
    credit = winners(np.random.default_rng(7), 20_000, [0.26, 0.25, 0.25, 0.24])
    counts = credit.sum(axis=0)
    got = analyse(make_run(credit)).seats.wald
    assert got.degrees == 3
    assert got.statistic == pytest.approx(((counts - 5000) ** 2 / 5000).sum(), rel=0.05)
    assert got.p_value == pytest.approx(stats.chi2.sf(got.statistic, 3), rel=0.01)


def test_scores_and_tallies_by_seat_and_strategy():
    rng = np.random.default_rng(8)
    m = 12 * 30
    score = rng.integers(0, 40, size=(m, 4)).astype(float)
    bees = rng.integers(0, 5, size=(m, 4))
    flag = rng.random((m, 4)) < 0.3
    kind = np.array(["red", "green"])[rng.integers(0, 2, size=(m, 4))]
    tallies = [
        SEAT_TALLY,
        {**SEAT_TALLY, "name": "out", "kind": "flag"},
        {**SEAT_TALLY, "name": "colour", "kind": "category", "categories": ["red", "green", "blue"]},
        {**SEAT_TALLY, "name": "storms", "scope": "game"},
    ]
    run = make_run(
        winners(rng, m, [0.25] * 4), ORDERS,
        games={"storms": rng.integers(0, 9, m), "score_margin": rng.integers(0, 5, m).astype(float)},
        seats={"score": score, "bees": bees, "out": flag, "colour": kind},
        manifest=make_manifest(tallies=tallies), shuffle=3,
    )  # fmt: skip
    got = check(analyse(run))
    rows = run.seats_frame
    for column, by, group in (("score", "seat", got.scores.by_seat), ("score", "strategy", got.scores.by_strategy)):
        want = {str(k): v for k, v in rows.group_by(by).agg(pl.col(column).mean()).iter_rows()}
        assert {g.group: g.spread.mean.value for g in group} == pytest.approx(want)
    assert got.scores.overall.p50 == np.quantile(score, 0.5, method="inverted_cdf")
    assert got.scores.by_seat[2].spread.sd == pytest.approx(rows.filter(pl.col("seat") == 3)["score"].std())
    bee, out, colour, storms = got.tallies
    assert bee.overall[0].value.value == pytest.approx(bees.mean())
    assert [r.group for r in bee.by_seat] == ["1", "2", "3", "4"]
    want = {str(k): v for k, v in rows.group_by("strategy").agg(pl.col("out").mean()).iter_rows()}
    assert {r.group: r.value.value for r in out.by_strategy} == pytest.approx(want)
    shares = {r.category: r.value.value for r in colour.overall}
    assert shares == pytest.approx({"red": (kind == "red").mean(), "green": (kind == "green").mean(), "blue": 0})
    assert next(r for r in colour.by_seat if r.category == "blue").value.method == "wilson"
    assert storms.overall[0].value.value == pytest.approx(run.games_frame["storms"].mean())
    assert (storms.by_seat, storms.by_strategy) == ((), ())
    assert got.scores.photo_finish.value == pytest.approx((run.games_frame["score_margin"] <= 1).mean())


def test_order_and_portions_do_not_matter():
    rng = np.random.default_rng(9)
    credit = winners(rng, 12 * 2 * 30, [0.4, 0.3, 0.2, 0.1])
    want = summary_dict(analyse(make_run(credit, ORDERS, 2)))
    for run in (make_run(credit, ORDERS, 2, shuffle=1), make_run(credit, ORDERS, 2)):
        got = summary_dict(analyse(run, rows_at_once=500))
        for (path, a), b in zip(flat(got).items(), flat(want).values(), strict=True):
            assert a == (b if isinstance(b, (str, type(None))) else pytest.approx(b, rel=1e-9, abs=1e-12)), path


def flat(value, path=""):
    """Nested dict -> one dict of numbers and texts."""
    if isinstance(value, dict):
        return {k: v for key, part in value.items() for k, v in flat(part, f"{path}/{key}").items()}
    if isinstance(value, list):
        return {k: v for i, part in enumerate(value) for k, v in flat(part, f"{path}/{i}").items()}
    return {path: value}


def test_rotations_with_gaps_in_their_numbers():
    rng = np.random.default_rng(10)
    orders = [["a", "b", "c"], ["b", "c", "a"], ["c", "a", "b"]]
    got = check(analyse(make_run(winners(rng, 90, [0.5, 0.3, 0.2]), orders, numbers=[0, 3, 4])))
    assert got.headline.rotations_only
    assert got.headline.seatings == 3
    assert got.headline.population == "a, b and c at one table"


@pytest.mark.parametrize(
    "credit",
    [
        [[1, 0, 0]],
        [[0, 0, 0]] * 6,
        [[1 / 3, 1 / 3, 1 / 3]] * 6,
        [[0, 1, 0]] * 6,
        [[0, 0.5, 0.5]] * 6,
        [[1, 0, 0], [0, 0, 0]],
    ],
    ids=["one game", "all capped", "all ties", "one seat wins all", "two share all", "two games"],
)
def test_hardly_anything(credit):
    got = check(analyse(make_run(credit, [["a"] * 3])))
    for share in got.seats.shares:
        assert share.share.high - share.share.low > 0  # never a zero width
    if len(credit) == 1 or credit[0] == [1 / 3] * 3 or credit[0] == [0] * 3:
        assert got.seats.verdict.kind == "undecided"
    check(analyse(make_run(credit * 3, [["a", "a", "b"], ["a", "b", "a"], ["b", "a", "a"]])))


def test_zero_wins_have_an_interval_and_a_verdict():
    credit = winners(np.random.default_rng(11), 300, [0.5, 0.5, 0])
    got = check(analyse(make_run(credit, [["a"] * 3])))
    assert got.seats.shares[2].share.low == 0 < got.seats.shares[2].share.high
    assert got.seats.verdict.kind == "imbalanced"
    assert 3 in got.seats.verdict.outside


def test_all_ties_are_undecided_for_want_of_spread():
    got = analyse(make_run([[0.5, 0.5]] * 40, [["a"] * 2]))
    assert "every block gave the same share" in got.seats.verdict.words
    assert got.outcomes.ties.value == 1


def test_cooperative():
    rng = np.random.default_rng(12)
    success = rng.random(400) < 0.37
    labels = {**make_manifest()["labels"], "cooperative": True, "has_score": False, "result_label": "fireworks"}
    run = make_run(
        np.zeros((400, 3)), [["a"] * 3],
        games={"success": success, "result": rng.integers(5, 26, 400) / 2, "capped": np.zeros(400, dtype=bool)},
        seats={"credit": pl.Series([None] * 1200, dtype=pl.Float64), "rank": pl.Series([None] * 1200, dtype=pl.Int8)},
        manifest=make_manifest(labels=labels),
    )  # fmt: skip
    got = check(analyse(run))
    assert got.seats is None
    assert got.strategies is None
    assert got.scores is None
    assert got.cooperative.success.value == pytest.approx(success.mean())
    assert got.cooperative.success.method == "wilson"
    assert got.cooperative.result.count == 400
    assert got.outcomes.ties is None
    assert any("succeeds" in line for line in summary_lines(got))


def test_yardstick_alone_is_warned_about():
    credit = winners(np.random.default_rng(13), 100, [0.5, 0.5])
    alone = analyse(make_run(credit, [["random"] * 2], manifest=make_manifest(yardsticks=["random"])))
    assert "yardstick" in alone.seats.verdict.warnings[0]
    assert alone.strategies.shares[0].yardstick
    mixed = make_run(credit, [["a", "random"], ["random", "a"]], manifest=make_manifest(yardsticks=["random"]))
    assert analyse(mixed).seats.verdict.warnings == ()


def test_confidence_and_margin_come_from_the_call_then_the_manifest():
    credit = winners(np.random.default_rng(14), 100, [0.5, 0.5])
    run = make_run(credit, [["a"] * 2], manifest=make_manifest(confidence=0.9, margin=0.04))
    assert (analyse(run).headline.confidence, analyse(run).headline.margin) == (0.9, 0.04)
    assert not analyse(run).headline.margin_default
    assert analyse(run, 0.99, 0.01).headline.confidence == 0.99
    with pytest.raises(UsageError, match="confidence must lie between 0 and 1"):
        analyse(run, confidence=95)
    with pytest.raises(UsageError, match="margin must lie between 0 and"):
        analyse(run, margin=2.5)


def test_incomplete_and_doubled_blocks_are_refused():
    run = make_run(winners(np.random.default_rng(15), 24, [0.25] * 4), ORDERS)
    for frame in (run.seats_frame[:-1], pl.concat([run.seats_frame, run.seats_frame[-4:]])):
        with pytest.raises(DataError, match="simkit verify"):
            analyse(FakeRun(run.manifest, run.games_frame, frame))
    with pytest.raises(DataError, match="simkit verify"):
        analyse(FakeRun(run.manifest, pl.concat([run.games_frame, run.games_frame]), run.seats_frame))
    with pytest.raises(DataError, match="no games"):
        analyse(FakeRun(run.manifest, run.games_frame[:0], run.seats_frame[:0]))


def test_missing_blocks_are_fine():
    run = make_run(winners(np.random.default_rng(16), 100, [0.5, 0.5]), [["a"] * 2])
    keep = ~pl.col("block").is_between(30, 59)
    part = FakeRun(run.manifest, run.games_frame.filter(keep), run.seats_frame.filter(keep))
    got = check(analyse(part, rows_at_once=20))
    assert got.headline.blocks == 70


@given(st.integers(1, 6), st.integers(1, 3), st.integers(0, 2**32 - 1))
def test_any_small_run_has_an_answer(blocks, repeats, seed):
    rng = np.random.default_rng(seed)
    m = blocks * repeats * 3
    options = np.array([[1, 0, 0], [0, 1, 0], [0, 0, 1], [0.5, 0.5, 0], [0, 0, 0], [1 / 3] * 3])
    run = make_run(options[rng.integers(0, 6, m)], [["a", "a", "b"], ["a", "b", "a"], ["b", "a", "a"]], repeats)
    got = check(analyse(run))
    assert sum(s.share.value for s in got.seats.shares) == pytest.approx(1 - got.outcomes.no_winner.value)
