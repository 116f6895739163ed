"""E1-E3: block means, intervals, and what is shown when nothing is known."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from simkit.analysis.estimate import ANY, COUNT, SHARE, Means, Moments, make_interval, wilson


def means_of(values, bottom=None, parts=3):
    """One column, added in several parts."""
    values = np.asarray(values, dtype=float).reshape(-1, 1)
    means = Means(1)
    bottoms = None if bottom is None else np.asarray(bottom, dtype=float).reshape(-1, 1)
    for i in np.array_split(np.arange(len(values)), parts):
        means.add(values[i], np.ones(1) if bottoms is None else bottoms[i])
    return means


def test_t_interval_is_that_of_scipy():
    rng = np.random.default_rng(3)
    x = rng.normal(1e6, 2, 50)
    got = means_of(x).interval(0, 0.9, ANY)
    low, high = stats.t.interval(0.9, 49, x.mean(), stats.sem(x))
    assert (got.value, got.low, got.high) == pytest.approx((x.mean(), low, high), rel=1e-12)
    assert got.method == "t" and got.blocks == 50 and got.se == pytest.approx(stats.sem(x))


def test_wilson_where_all_blocks_are_0_or_1():
    got = means_of([0, 1, 0, 0, 1, 0, 0, 0, 0, 0]).interval(0, 0.95, SHARE)
    want = stats.binomtest(2, 10).proportion_ci(0.95, method="wilson")
    assert got.method == "wilson"
    assert (got.low, got.high) == pytest.approx((want.low, want.high))


@pytest.mark.parametrize("n", [2, 7, 100_000_000])
def test_wilson_at_the_ends(n):
    low, high = wilson(0.0, n, 0.95)
    assert low == 0 and 0 < high < 1
    assert wilson(1.0, n, 0.95) == pytest.approx((1 - high, 1.0))


def test_zero_wins_in_many_blocks_is_wilson_not_zero_width():
    got = means_of([0] * 20).interval(0, 0.95, SHARE)
    assert (got.value, got.low, got.method) == (0.0, 0.0, "wilson")
    assert got.high > 0.1


@pytest.mark.parametrize(("bounds", "low", "high"), [(SHARE, 0.0, 1.0), (COUNT, 0.0, None), (ANY, None, None)])
def test_one_block_or_no_variance_means_everything_is_possible(bounds, low, high):
    for values in ([0.25], [0.25] * 8):
        got = means_of(values).interval(0, 0.95, bounds)
        assert (got.value, got.low, got.high, got.method) == (0.25, low, high, "everything")


def test_one_block_of_0_or_1_is_no_wilson_interval():
    assert means_of([1]).interval(0, 0.95, SHARE).method == "everything"


def test_nothing_to_average():
    got = means_of([0, 0], [0, 0]).interval(0, 0.95, SHARE)
    assert (got.value, got.low, got.high, got.blocks) == (None, 0.0, 1.0, 0)


def test_intervals_stay_within_what_is_possible():
    got = means_of([0, 0, 0, 0.5]).interval(0, 0.95, SHARE)
    assert got.method == "t" and got.low == 0.0


def test_rounding_is_no_variance():
    got = means_of([0.1 + 0.2, 0.3, 0.3, 0.1 + 0.2]).interval(0, 0.95, SHARE)
    assert got.method == "everything"


def test_ratio_with_equal_bottoms_is_the_mean():
    x = np.random.default_rng(1).normal(5, 1, 40)
    a, b = means_of(x).interval(0, 0.95), means_of(x * 3, np.full(40, 3.0)).interval(0, 0.95)
    assert (a.value, a.low, a.high) == pytest.approx((b.value, b.low, b.high))


def test_ratio_variance_is_that_of_the_residuals():
    rng = np.random.default_rng(2)
    bottom = rng.integers(1, 9, 60).astype(float)
    top = 2 * bottom + rng.normal(0, 1, 60)
    ratio = top.sum() / bottom.sum()
    se = np.std(top - ratio * bottom, ddof=1) / bottom.mean() / np.sqrt(60)
    got = means_of(top, bottom).interval(0, 0.95, ANY)
    assert (got.value, got.se) == pytest.approx((ratio, se))


def test_ratio_leaves_out_blocks_without_anything():
    got = means_of([1, 0, 2, 0], [1, 0, 1, 0]).interval(0, 0.95, ANY)
    want = means_of([1, 2]).interval(0, 0.95, ANY)
    assert (got.value, got.se, got.blocks) == pytest.approx((want.value, want.se, 2))


def test_moments_in_parts_are_those_of_the_whole():
    x = np.random.default_rng(5).random((200, 3))
    moments = Moments(3)
    for part in np.array_split(x, 7):
        moments.add(part)
    assert moments.mean == pytest.approx(x.mean(axis=0))
    assert moments.covariance() == pytest.approx(np.cov(x.T))
    w = np.array([1, -0.5, -0.5])
    assert moments.contrast(w) == pytest.approx(((x @ w).mean(), (x @ w).var(ddof=1)))


def test_no_number_is_ever_nan():
    for value in (None, float("nan"), float("inf")):
        assert make_interval(value, 1.0, 10, False, 0.95, SHARE).value is None
