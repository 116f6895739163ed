"""E2, E3, E4 on two variants: paired differences, their variance reduction, verdicts; Welch where deals differ."""

from __future__ import annotations

import dataclasses
import itertools

import numpy as np
import polars as pl
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy import stats

from simkit.analysis import compare, comparison_dict, comparison_lines
from simkit.analysis.answers import Interval
from simkit.analysis.changes import overruled
from simkit.analysis.effects import Terms, blocks_to_trust, effects_of, group_verdict
from simkit.analysis.estimate import SHARE, wilson
from simkit.analysis.measures import Measure
from simkit.analysis.paired import Pairs, p_beyond, shared_rows, unpaired
from simkit.errors import UsageError
from tests.analysis.synthetic import make_run, winners
from tests.analysis.test_analyse import numbers_in
from tests.analysis.variants import manifest_of, variant, winners_of


def all_effects(c):
    return (*c.seats, *(() if c.first_seat is None else (c.first_seat,)), *c.strategies, *c.others, *c.tallies)


def test_paired_difference_is_that_of_scipy():
    """The t interval of the differences of block means, by scipy's paired t test."""
    before, after = variant(400, 0.0, 0), variant(400, 0.3, 2, rules={"bees": 7})
    got = compare(before, after)
    assert got.paired and got.blocks == 400
    for seat in range(1, 5):
        a, b = (
            run.seats_frame.filter(pl.col("seat") == seat).sort("block")["credit"].to_numpy() for run in (before, after)
        )
        want = stats.ttest_rel(b, a)
        low, high = want.confidence_interval(0.95)
        effect = got.effect(f"seat:{seat}")
        assert effect.difference.value == pytest.approx((b - a).mean())
        assert (effect.difference.low, effect.difference.high) == pytest.approx((low, high))
        vrf = (a.var(ddof=1) + b.var(ddof=1)) / (b - a).var(ddof=1)
        assert effect.vrf == pytest.approx(vrf)
        assert effect.differing == (a != b).sum()
    assert got.vrf > 2
    assert got.effect("turns").difference.value == pytest.approx(2)
    turns = got.effect("turns")  # two more in every game: no spread for an interval, but nobody doubts the sign
    assert turns.difference.method == "everything" and turns.verdict.kind == "effect"
    assert turns.verdict.words == "effect, the same in all 400 deals"
    assert "games are 2.0 turns longer in every deal" in comparison_lines(got)[0]


def test_blocks_are_averaged_before_they_are_paired():
    """Twelve seatings of one deal are one difference."""
    rng = np.random.default_rng(2)
    orders = sorted(set(itertools.permutations(["a", "a", "b", "c"])))
    luck = np.repeat(rng.normal(size=(60, 4)), 12, axis=0) + rng.normal(size=(720, 4))
    runs = [make_run(winners_of(luck, edge), orders, manifest=manifest_of()) for edge in (0.0, 0.5)]
    got = compare(*runs).effect("strategy:b")
    means = [
        run.seats_frame.filter(pl.col("strategy") == "b").group_by("block").agg(pl.col("credit").mean()).sort("block")
        for run in runs
    ]
    d = (means[1]["credit"] - means[0]["credit"]).to_numpy()
    assert got.difference.blocks == 60
    assert got.difference.value == pytest.approx(d.mean())
    assert got.difference.se == pytest.approx(d.std(ddof=1) / np.sqrt(60))


def test_a_ratio_is_linearised():
    """Decisions with a choice: sums over sums; the paired standard error is that of the residuals' differences."""
    rng = np.random.default_rng(3)
    m = 300
    decisions, forced = rng.integers(5, 20, m), rng.integers(0, 10, m)
    more = decisions + rng.integers(0, 3, m)
    credit = winners(rng, m, [0.25] * 4)
    runs = [
        make_run(credit, games={"decisions": d, "forced": forced}, manifest=manifest_of()) for d in (decisions, more)
    ]
    got = compare(*runs).effect("choice")

    def residual(d):
        ratio = d.sum() / (d + forced).sum()
        return (d - ratio * (d + forced)) / (d + forced).mean()

    d = residual(more) - residual(decisions)
    assert got.difference.value == pytest.approx(
        more.sum() / (more + forced).sum() - decisions.sum() / (decisions + forced).sum()
    )
    assert got.difference.se == pytest.approx(np.sqrt((d**2).sum() / (m - 1) / m))


def test_identical_variants_differ_by_exactly_zero_in_every_number():
    """T5, E2: not nearly zero."""
    got = compare(variant(500, 0.1, 0), variant(500, 0.1, 0, rules={"bees": 9}))
    assert got.identical and got.vrf is None and got.vrf_words == "identical"
    for effect in all_effects(got):
        assert effect.identical and effect.difference.value == 0.0, effect.key
        assert effect.vrf_words == "identical"
        assert effect.verdict.kind == "identical"
        assert effect.before == effect.after
    assert got.seat_verdict.kind == "identical"
    assert "nothing changes" in comparison_lines(got)[0]
    # No interval of width zero: what did not differ in 500 deals may still differ in one of a hundred.
    share = got.seats[0].difference
    assert (share.low, share.high) == (-wilson(0, 500, 0.95)[1], wilson(0, 500, 0.95)[1])


def test_only_shared_blocks_are_paired():
    rng = np.random.default_rng(4)
    luck = rng.normal(size=(100, 4))
    a, b = (make_run(winners_of(luck, edge), manifest=manifest_of()) for edge in (0.0, 0.4))
    b.games_frame = b.games_frame.filter((pl.col("block") >= 10) & (pl.col("block") != 50))
    b.seats_frame = b.seats_frame.filter((pl.col("block") >= 10) & (pl.col("block") != 50))
    got = compare(a, b, rows_at_once=40)
    assert got.paired and got.blocks == 89
    assert "11 more of A left out" in got.pairing
    kept = [i for i in range(10, 100) if i != 50]
    assert got.seats[0].before.value == pytest.approx(winners_of(luck, 0.0)[kept, 0].mean())
    assert got.seats[0].after.value == pytest.approx(winners_of(luck, 0.4)[kept, 0].mean())


def test_shared_rows():
    assert shared_rows(np.array([1, 2]), np.array([1, 2])) == (None, None)
    a, b = shared_rows(np.array([1, 3, 4, 9]), np.array([2, 3, 9]))
    assert a.tolist() == [1, 3] and b.tolist() == [1, 2]


def test_other_seeds_are_compared_unpaired_and_told():
    before, after = variant(400, 0.0, 0, deal=1), variant(300, 0.3, 5, deal=2)
    got = compare(before, after)
    assert not got.paired and got.vrf is None and got.vrf_words == "unpaired"
    assert "unpaired" in got.pairing and "seeds differ (1 and 2)" in got.pairing
    a, b = before.games_frame["turns"].to_numpy(), after.games_frame["turns"].to_numpy()
    want = stats.ttest_ind(b, a, equal_var=False)
    low, high = want.confidence_interval(0.95)
    turns = got.effect("turns")
    assert (turns.difference.low, turns.difference.high) == pytest.approx((low, high))
    assert turns.verdict.p_value == pytest.approx(want.pvalue)
    assert turns.difference.method == "welch"


def test_unpaired_shares_by_newcombe():
    """Newcombe 1998, table II, method 10: 56/70 - 48/80 has the interval 0.0524 to 0.3339."""
    sides = [Interval(k / n, *wilson(k / n, n, 0.95), None, n, "wilson") for k, n in ((48, 80), (56, 70))]
    got = unpaired(*sides, 0.95, SHARE).difference
    assert (got.low, got.high) == pytest.approx((0.0524, 0.3339), abs=5e-5)
    nothing = [Interval(0.0, *wilson(0.0, n, 0.95), None, n, "wilson") for n in (10, 10)]
    got = unpaired(*nothing, 0.95, SHARE).difference
    assert (got.low, got.high) == pytest.approx((-0.2775, 0.2775), abs=5e-5)


def test_verdicts_of_variants():
    """E4: no effect within d, effect, undecided, each where it belongs."""
    same = compare(variant(20_000, 0.0, 0), variant(20_000, 0.01, 0))
    assert same.seat_verdict.kind == "no effect" and same.seat_verdict.words == "no effect within 2.5 points"
    clear = compare(variant(20_000, 0.0, 0), variant(20_000, 0.5, 0))
    assert clear.seat_verdict.kind == "effect" and "1" in clear.seat_verdict.outside
    assert clear.seats[0].verdict.kind == "effect"
    close = compare(variant(150, 0.0, 0), variant(150, 0.08, 0))
    assert close.seat_verdict.kind == "undecided"
    assert close.seat_verdict.further_games > 0 and "more games of each would decide" in close.seat_verdict.words
    assert compare(variant(20_000, 0.0, 0), variant(20_000, 0.01, 0), margin=0.0001).seat_verdict.kind != "no effect"


def test_a_table_that_was_not_given_is_not_a_table_of_zeros():
    def run(table):
        manifest = manifest_of({"counts": table, "others": {"a": 0}})
        return make_run([[1, 0, 0, 0]] * 40, manifest={**manifest, "instead_of": {"counts": ["bees"]}})

    nothing, some, more = run({"a": 0, "b": 0}), run({"a": 3, "b": 0}), run({"a": 3, "b": 2})
    found = {(x.name, x.before, x.after) for x in compare(nothing, some).changes}
    assert found == {("rule counts", "not given", "a 3")}
    assert "With counts = a 3 instead of not given" in " ".join(comparison_lines(compare(nothing, some)))
    assert [(x.name, x.before, x.after) for x in compare(some, more).changes] == [("rule counts.b", "0", "2")]
    assert [(x.before, x.after) for x in compare(more, nothing).changes] == [("a 3, b 2", "not given")]
    assert overruled(some.manifest) == {"bees": "counts"} and overruled(nothing.manifest) == {}


def test_few_deals_promise_no_number_of_games():
    few = compare(variant(29, 0.0, 0), variant(29, 0.2, 0))
    assert few.seat_verdict.kind == "undecided" and few.seat_verdict.further_games is None
    assert few.seat_verdict.words.endswith("29 deals are too few to tell how many more it takes; play at least 30")
    assert any("is undecided: 29 deals are too few" in line for line in comparison_lines(few))
    assert compare(variant(30, 0.0, 0), variant(30, 0.2, 0)).seat_verdict.further_games >= 100


def test_a_length_has_no_margin():
    rng = np.random.default_rng(5)
    credit = winners(rng, 2000, [0.25] * 4)
    turns = rng.integers(20, 60, 2000)
    shorter = turns - rng.integers(0, 4, 2000)
    runs = [make_run(credit, games={"turns": t.astype(np.int32)}, manifest=manifest_of()) for t in (turns, shorter)]
    got = compare(*runs).effect("turns")
    assert (got.verdict.kind, got.verdict.margin) == ("effect", 0.0)
    assert got.words.startswith("length in turns: ") and " turns shorter [" in got.words


def test_a_share_that_changes_alike_in_every_deal():
    """From never to always in 300 deals: the interval leaves room for rare ones, and the effect is clear."""
    credit = winners(np.random.default_rng(11), 300, [0.25] * 4)
    runs = [make_run(credit, games={"end_reason": [word] * 300}, manifest=manifest_of()) for word in ("fire", "flood")]
    got = compare(*runs).effect("end:flood")
    assert got.difference.value == 1.0 and got.difference.high == 1.0
    assert got.difference.low == pytest.approx(1 - 2 * wilson(0, 300, 0.95)[1])
    assert got.verdict.kind == "effect" and got.verdict.p_value == pytest.approx(0.5**300)
    assert not got.identical and got.vrf_words == "unknown"
    few = compare(
        *(make_run(credit[:2], games={"end_reason": [w] * 2}, manifest=manifest_of()) for w in ("fire", "flood"))
    )
    assert few.effect("end:flood").verdict.kind == "undecided"


def test_few_differing_blocks_are_not_trusted():
    """One differing deal of 200: the normal interval would say 0 to 1.5 points, but rare differences may add up."""
    luck = np.random.default_rng(6).normal(size=(200, 4))
    a = winners_of(luck, 0.0)
    b = a.copy()
    b[17] = np.roll(b[17], 1)
    got = compare(make_run(a, manifest=manifest_of()), make_run(b, manifest=manifest_of()))
    changed = next(e for e in got.seats if e.differing)
    assert changed.differing == 1
    rare = wilson(1 / 200, 200, 0.95)[1]
    assert changed.difference.low <= -rare and changed.difference.high >= rare


def test_how_many_identical_blocks_prove_that_there_is_no_effect():
    for margin in (0.025, 0.01, 0.001):
        blocks = blocks_to_trust(margin, 0.95)
        assert wilson(0.0, blocks, 0.95)[1] < margin <= wilson(0.0, blocks - 2, 0.95)[1]


def test_capped_games_bound_the_difference():
    """E9 on a difference."""
    credit = np.array([[1, 0], [0, 1], [0, 0], [1, 0]] * 50)
    more = np.array([[1, 0], [0, 1], [0, 0], [0, 0]] * 50)
    names = [["a"] * 2]
    got = compare(*(make_run(c, names, manifest=manifest_of(players=2)) for c in (credit, more)))
    assert got.seats[0].difference.value == pytest.approx(-0.25)
    assert got.seats[0].bounds == pytest.approx((-0.5, 0.25))
    assert any("were cut off" in warning for warning in got.warnings)


def test_other_numbers_of_players_compare_lengths_only():
    rng = np.random.default_rng(8)
    three = make_run(winners(rng, 100, [1 / 3] * 3), [["a"] * 3], manifest=manifest_of(players=3))
    got = compare(variant(100, 0.0, 0, deal=7), three)
    assert not got.paired and "numbers of players differ (4 and 3)" in got.pairing
    assert got.seats == () and got.seat_verdict is None and got.effect("turns") is not None


def test_other_games_are_refused():
    other = variant(10, 0.0, 0)
    other.manifest["game"] = "stones"
    with pytest.raises(UsageError, match="only runs of one game can be compared; pebbles and stones came"):
        compare(variant(10, 0.0, 0), other)


def test_changes_are_named():
    got = compare(variant(50, 0.0, 0), variant(50, 0.2, 1, rules={"bees": 8, "windy": False}))
    assert [(c.kind, c.name, c.before, c.after) for c in got.changes] == [
        ("rule", "rule bees", "6", "8"),
        ("rule", "rule windy", "true", "false"),
    ]
    assert any("not re-tuned" in warning for warning in got.warnings)
    old, new = variant(50, 0.0, 0), variant(50, 0.0, 0)
    old.manifest["versions"], new.manifest["versions"] = {"simkit": "0.1"}, {"simkit": "0.2"}
    assert [(c.kind, c.name, c.after) for c in compare(old, new).changes] == [("version", "version of simkit", "0.2")]


def test_a_cooperative_game_compares_success():
    rng = np.random.default_rng(9)
    m = 4000
    luck = rng.random(m)
    labels = {
        "cooperative": True,
        "has_score": False,
        "title": "Rescue",
        "turn_label": "turns",
        "result_label": "lives",
    }

    def played(chance):
        games = {"success": luck < chance, "result": np.floor(luck * 10) + chance}
        return make_run(
            np.zeros((m, 3)), [["a"] * 3], games=games, seats={"credit": pl.Series([None] * (3 * m), dtype=pl.Float64)},
            manifest=manifest_of(players=3, labels=labels),
        )  # fmt: skip

    got = compare(played(0.5), played(0.6))
    success = got.effect("success")
    assert success.difference.value == pytest.approx(0.1, abs=0.02)
    assert (success.verdict.kind, success.verdict.margin) == ("effect", 0.025)
    assert got.seats == () and got.seat_verdict is None and got.first_seat is None
    assert got.vrf == pytest.approx(success.vrf)
    assert "success of the table" in comparison_lines(got)[0]


@settings(max_examples=30, deadline=None)
@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 2**32 - 1), st.booleans())
def test_any_two_small_runs_have_an_answer(first, second, seed, same_seed):
    rng = np.random.default_rng(seed)
    runs = [
        make_run(winners(rng, n, [0.5, 0.3, 0.2]), [["a"] * 3], manifest=manifest_of(seed=s, players=3))
        for n, s in ((first, 1), (second, 1 if same_seed else 2))
    ]
    got = compare(*runs)
    assert all(np.isfinite(x) for x in numbers_in(dataclasses.replace(got)))
    assert not any(bad in line for line in comparison_lines(got) for bad in ("nan", "inf ", "None"))
    assert comparison_dict(got)["answer"]


def test_portions_do_not_matter():
    before, after = variant(300, 0.0, 0), variant(300, 0.3, 2)
    whole, parts = compare(before, after), compare(before, after, rows_at_once=40)
    for a, b in zip(all_effects(whole), all_effects(parts), strict=True):
        assert a.difference.value == pytest.approx(b.difference.value, abs=1e-12)
        assert (a.difference.se is None) == (b.difference.se is None)
        if a.difference.se is not None:
            assert a.difference.se == pytest.approx(b.difference.se)


def test_few_identical_deals_do_not_prove_it_for_the_other_seats():
    """Two seats never differed in 60 deals: that is not yet "within 2.5 points", and it is told how many would be."""
    luck = np.random.default_rng(10).normal(size=(60, 4)) + np.array([5, 5, 0, 0])
    b = winners_of(luck, 0.0)
    a = b.copy()
    a[:30] = a[:30][:, [1, 0, 2, 3]]
    got = compare(*(make_run(c, manifest=manifest_of()) for c in (a, b)), margin=0.2)
    assert [e.verdict.kind for e in got.seats[2:]] == ["identical"] * 2
    narrow = compare(*(make_run(c, manifest=manifest_of()) for c in (a, b)), margin=0.01)
    assert narrow.seat_verdict.kind == "undecided"
    assert narrow.seat_verdict.further_blocks >= blocks_to_trust(0.01, 0.95) - 60


def test_a_mirror_has_no_strategy_to_compare():
    """Its strategy's share is fair by construction."""
    rng = np.random.default_rng(12)
    orders = sorted(set(itertools.permutations(["a", "b", "b", "b"])))
    mixed = make_run(winners(rng, 400, [0.25] * 4), orders, manifest=manifest_of())
    got = compare(variant(100, 0.0, 0, deal=7), mixed)
    assert got.paired and got.strategies == () and len(got.seats) == 4
    assert compare(mixed, mixed).strategies


def test_equal_numbers_of_two_samples_are_on_both_sides():
    got = compare(variant(100, 0.0, 0, deal=1), variant(100, 0.0, 0, deal=2))
    assert got.effect("rounds").words == "length in rounds: 2.0 on both sides"


def share_measure(judged):
    """A share of blocks, whose numbers are given."""
    return Measure("share", "share", "", "other", SHARE, judged, lambda blocks: (blocks, np.array(1.0)))


def _judged(before, after, margin=0.0):
    """Estimate and effect of one share of 0/1 blocks, from its blocks."""
    measure = share_measure(bool(margin))
    pairs = Pairs([measure])
    pairs.add([(before, np.array(1.0))], [(after, np.array(1.0))])
    found = pairs.estimate(0, 0.95)
    (effect,) = effects_of([(measure, found)], Terms(margin, 0.95, 1, (0.0, 0.0)))
    return found, effect


def test_nine_differences_in_ten_thousand_are_no_effect_beside_an_interval_that_contains_0():
    before, after = np.zeros(10_000), np.zeros(10_000)
    after[:9] = 1.0
    found, effect = _judged(before, after)
    assert found.difference.low < 0 < found.difference.high
    assert p_beyond(found, 0.0) == 1.0
    assert effect.verdict.kind == "undecided"
    assert effect.verdict.further_blocks >= 10_000 / 9  # so many that ten would differ
    after[:40] = 1.0
    assert _judged(before, after)[1].verdict.kind == "effect"


@settings(max_examples=300, deadline=None)
@given(
    st.integers(2, 5000),
    st.integers(0, 60),
    st.integers(0, 60),
    st.sampled_from([0.0, 0.01, 0.05]),
    st.sampled_from([0.01, 0.25, 1.0]),
    st.booleans(),
)
def test_an_effect_never_stands_beside_an_interval_that_contains_0(n, up, down, margin, size, everywhere):
    up = n if everywhere else min(up, n)
    down = min(down, n - up)
    before, after = np.zeros(n), np.zeros(n)
    after[:up] = size
    before[up : up + down] = size
    effect = _judged(before, after, margin)[1]
    if effect.verdict.kind == "effect" and effect.difference.low is not None:
        assert not effect.difference.low <= 0 <= effect.difference.high


@given(st.integers(2, 60), st.integers(2, 60), st.floats(0, 1), st.floats(0, 1))
def test_nor_does_an_unpaired_one(n, m, p, q):
    sides = [(round(p * n), n), (round(q * m), m)]
    intervals = [Interval(k / size, *wilson(k / size, size, 0.95), None, size, "wilson") for k, size in sides]
    found = unpaired(intervals[0], intervals[1], 0.95, SHARE)
    (effect,) = effects_of([(share_measure(False), found)], Terms(0.0, 0.95, 1, (0.0, 0.0)))
    if effect.verdict.kind == "effect":
        assert not found.difference.low <= 0 <= found.difference.high


def _begins(before, after, **manifest):
    """How the answer begins, of two runs whose rules, or whatever is given, differ."""
    runs = [
        make_run(
            winners(np.random.default_rng(i), 50, [0.25] * 4), manifest=manifest_of(rules, **(manifest if i else {}))
        )
        for i, rules in enumerate((before, after))
    ]
    return comparison_lines(compare(*runs))[0].partition(":")[0]


def test_the_answer_begins_with_what_was_changed():
    assert _begins({}, {"bees": 7}) == "With bees = 7 instead of 6"
    assert _begins({}, {"bees": 7, "windy": False}) == "With 2 rules changed"
    deck = {f"card{i}": 1 for i in range(13)}
    # A table is one rule, however many of its entries changed.
    assert _begins({"deck": deck}, {"deck": dict.fromkeys(deck, 2)}) == "With another deck (13 entries changed)"
    assert _begins({"deck": deck}, {"deck": {**deck, "card1": 3}}) == "With deck.card1 = 3 instead of 1"
    assert _begins({"deck": deck}, {"deck": dict.fromkeys(deck, 2), "bees": 9}) == "With 2 rules changed"
    assert _begins({}, {}, players=3) == "With 3 players instead of 4"
    assert _begins({}, {"bees": 7}, players=3) == "With bees = 7 instead of 6 and 3 players instead of 4"


def test_the_number_of_players_comes_before_the_lineup():
    a, b = manifest_of(), manifest_of(players=3)
    b["config"]["lineup"] = "a,a,a"
    credit = winners(np.random.default_rng(1), 50, [0.25] * 4)
    lines = comparison_lines(compare(make_run(credit, manifest=a), make_run(credit, manifest=b)))
    assert lines[0].startswith("With 3 players instead of 4: ")


@pytest.mark.parametrize("what, words", [("seats", "seat greedy"), ("strategies", "strategy greedy")])
def test_who_is_moved_is_named_in_plain_english(what, words):
    _, effect = _judged(np.zeros(400), np.ones(400) - (np.arange(400) == 7), margin=0.025)
    moved = dataclasses.replace(effect, key="share:greedy")
    verdict = group_verdict([moved], what, Terms(0.025, 0.95, 1, (0.0, 0.0)))
    assert verdict.words == f"effect of more than 2.5 points on {words}"
