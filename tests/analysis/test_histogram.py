"""Percentiles from histograms, and bins that grow."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.analysis.answers import Interval
from simkit.analysis.histogram import MOST_BINS, Histograms

MEAN = Interval(0.0, None, None, None, 1, "everything")


def collect(*parts):
    h = Histograms(1)
    for part in parts:
        h.add(0, np.asarray(part, dtype=float))
    return h.spread([0], MEAN)


def test_whole_numbers_are_exact():
    x = np.random.default_rng(1).integers(-20, 60, 5000)
    got = collect(x[:100], x[100:])
    want = np.quantile(x, [0.05, 0.25, 0.5, 0.75, 0.95], method="inverted_cdf")
    assert (got.p5, got.p25, got.p50, got.p75, got.p95) == tuple(want)
    assert (got.lowest, got.highest, got.count) == (x.min(), x.max(), 5000)
    assert got.sd == pytest.approx(x.std(ddof=1))
    assert sum(got.histogram.counts) == 5000
    assert got.histogram.counts[int(5 - got.histogram.starts[0])] == (x == 5).sum()


def test_fractions_are_close():
    x = np.random.default_rng(1).normal(3, 0.01, 20_000)
    got = collect(*np.array_split(x, 5))
    assert got.p50 == pytest.approx(np.median(x), abs=0.001)
    assert got.p95 == pytest.approx(np.quantile(x, 0.95), abs=0.001)
    assert not got.histogram.whole


def test_bins_widen_and_lose_nothing():
    x = np.random.default_rng(1).integers(-70_000, 900_000, 3000).astype(float)
    got = collect(*np.array_split(x, 9))
    assert sum(got.histogram.counts) == 3000
    assert len(got.histogram.counts) <= MOST_BINS
    assert np.histogram(x, [*got.histogram.starts, got.histogram.starts[-1] + got.histogram.width])[0].tolist() == list(
        got.histogram.counts
    )
    assert got.p50 == pytest.approx(np.median(x), abs=2 * got.histogram.width)
    assert got.lowest <= got.p5 and got.p95 <= got.highest


def test_one_value_and_none():
    assert collect([7]).sd is None
    assert collect([7]).p5 == collect([7]).p95 == 7
    nothing = collect([np.nan, np.nan])
    assert (nothing.count, nothing.p50, nothing.sd, nothing.histogram.counts) == (0, None, None, ())


def test_groups_add_up():
    h = Histograms(2)
    a, b = np.arange(10.0), np.arange(5.0, 40.0)
    h.add(0, a)
    h.add(1, b)
    both = h.spread([0, 1], MEAN)
    assert both.count == 45
    assert both.sd == pytest.approx(np.concatenate([a, b]).std(ddof=1))
    assert h.spread([1], MEAN).p50 == 22
