"""E4: the verdict on seats, its p-values and its forecast."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from simkit.analysis.answers import Interval
from simkit.analysis.families import holm
from simkit.analysis.verdict import Evidence, forecast, further_blocks, p_outside, rounded, seat_verdict


def judge(values, se=0.001, blocks=1000, margin=0.025, method="t", **changes):
    half = 1.96 * se
    found = [Interval(d, d - half, d + half, se, blocks, method) for d in values]
    facts = {
        "deviations": found, "fair": 0.25, "capped": 0.0, "games_per_block": 12, "margin": margin, "confidence": 0.95,
        "population": "a at every seat", "yardsticks_only": (),
    }  # fmt: skip
    return seat_verdict(Evidence(**{**facts, **changes}))


def test_balanced():
    got = judge([0.01, -0.01, 0.0, 0.0])
    assert (got.kind, got.further_games, got.outside) == ("balanced", None, ())
    assert got.words == "balanced within 2.5 points, for a at every seat"


def test_imbalanced_names_the_seats():
    got = judge([0.04, -0.04, 0.0, 0.0])
    assert (got.kind, got.outside) == ("imbalanced", (1, 2))
    assert "seats 1 and 2 are more than 2.5 points off" in got.words


def test_undecided_says_how_much_more():
    got = judge([0.024, -0.024, 0.0, 0.0])
    assert got.kind == "undecided"
    # s = 0.001 * sqrt(1000); J * [((1.96 + 0.8416) * s / sqrt(J))^2 / (d - |delta|)^2 - 1]
    want = 1000 * ((1.959964 + 0.841621) ** 2 * 0.001**2 / 0.001**2 - 1)
    assert got.further_blocks == pytest.approx(want, abs=1)
    assert got.further_games == got.further_blocks * 12
    assert "more games would decide" in got.words


def test_not_decidable():
    got = judge([0.025 - 1e-9, 0, 0, 0])
    assert (got.kind, got.further_blocks) == ("undecided", None)
    assert "not decidable" in got.words
    assert further_blocks(10, 0.1, 0.025, 0.025, 0.95) == float("inf")


def test_one_block_is_undecided():
    nothing = [Interval(0.0, -1.0, 1.0, None, 1, "everything")] * 4
    got = judge([], deviations=nothing)
    assert (got.kind, got.further_blocks, got.p_values) == ("undecided", None, (None,) * 4)
    assert "one deal alone says nothing about chance; play at least 30 deals of 12 games each, 360 games" in got.words


def test_no_winner_at_all_is_undecided():
    got = judge([0.0] * 4, fair=0.0, margin=0.0)
    assert got.kind == "undecided" and "no game had a winner" in got.words


def test_warnings():
    got = judge([0.0] * 4, yardsticks_only=("random",), capped=0.012)
    assert "random is a yardstick" in got.warnings[0]
    assert "1.2 %" in got.warnings[1]
    assert judge([0.0] * 4).warnings == ()


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.01, None]) == (0.02, None)


def test_p_value_at_the_margin_is_one_half():
    at_margin = Interval(0.025, 0.0, 0.05, 0.001, 10_000, "t")
    assert p_outside(at_margin, 0.25, 0.025) == pytest.approx(0.5, abs=1e-6)
    inside = Interval(0.0, -0.01, 0.01, 0.001, 100, "t")
    assert p_outside(inside, 0.25, 0.025) == pytest.approx(1.0)


def test_p_value_of_a_seat_that_never_won():
    never = Interval(-0.25, -0.25, -0.2, None, 100, "wilson")
    p = p_outside(never, 0.25, 0.025)
    assert p is not None
    assert p == pytest.approx(stats.binom.cdf(0, 100, 0.225))


def test_p_values_of_zero_one_blocks_are_exact():
    """At the edge the p-value is at most x in at most x of all runs, however few the games: normal ones are not."""
    n, fair, margin = 12, 1 / 6, 1 / 60
    for edge in (fair + margin, fair - margin):
        chance = stats.binom.pmf(np.arange(n + 1), n, edge)
        found = [p_outside(Interval(k / n - fair, -1, 1, 0.1, n, "wilson"), fair, margin) for k in range(n + 1)]
        for level in (0.2, 0.05, 0.025, 0.01):
            one_side = [(k / n > fair) == (edge > fair) for k in range(n + 1)]
            assert sum(c for c, p, side in zip(chance, found, one_side, strict=True) if side and p <= level) <= level


@pytest.mark.parametrize("blocks, kind", [(29, "undecided"), (30, "imbalanced")])
def test_few_deals_give_no_verdict(blocks, kind):
    assert judge([0.4, -0.2, -0.1, -0.1], se=0.001, blocks=blocks).kind == kind
    calm = judge([0.0] * 4, se=0.001, blocks=blocks)
    assert calm.kind == ("balanced" if kind == "imbalanced" else "undecided")
    if blocks < 30:
        assert (calm.further_blocks, calm.further_games, calm.outside) == (None, None, ())
        assert "29 deals are too few to judge by; play at least 30 deals of 12 games each, 360 games" in calm.words


def test_a_seat_that_won_little_is_judged_by_the_spread_of_all():
    def intervals(own):
        spread = (own, 0.05, 0.05, 0.05)
        return [Interval(d, -1, 1, se, 100, "t") for d, se in zip((-0.2, 0.1, 0.1, 0.0), spread, strict=True)]

    alone, among = p_outside(intervals(0.02)[0], 0.25, 0.025), judge([], deviations=intervals(0.02)).p_values[0]
    common = np.sqrt((0.02**2 + 3 * 0.05**2) / 4)
    assert alone < among / 100
    assert among == pytest.approx(4 * (stats.t.sf(0.175 / common, 99) + stats.t.sf(0.225 / common, 99)))
    # Its own spread counts where it is the larger one.
    assert judge([], deviations=intervals(0.08)).p_values[0] > 4 * stats.t.sf(0.175 / 0.0781, 99)


def test_what_looks_far_off_after_a_few_games_promises_nothing_soon():
    """40 games: a seat 20 points off would be "decided" by 4 more if that were its true share; it hardly is."""
    sd = np.sqrt(0.25 * 0.75)
    found = judge([0.16, -0.06, -0.05, -0.05], se=sd / np.sqrt(40), blocks=40, games_per_block=1)
    fair_game = ((1.959964 + 0.841621) * sd / 0.025) ** 2
    assert found.kind == "undecided"
    assert found.further_blocks == pytest.approx(fair_game - 40, abs=1)
    assert "about 2,400 more games would decide" in found.words
    # With more games than a fair one needs, the formula alone; and where any difference counts (no margin).
    near = Interval(0.02, 0.01, 0.03, 0.01, 3000, "t")
    assert forecast(near, sd, 0.025, 0.95) == pytest.approx(further_blocks(3000, sd, 0.02, 0.025, 0.95), abs=1)
    assert forecast(near, sd, 0.0, 0.95) == pytest.approx(further_blocks(3000, sd, 0.02, 0.0, 0.95), abs=1)


@pytest.mark.parametrize("games, shown", [(1, 10), (4, 10), (10, 10), (11, 20), (99, 100), (101, 110), (2555, 2600)])
def test_games_to_play_are_rounded_up_to_a_sensible_step(games, shown):
    assert rounded(games) == shown
