"""Histograms that grow as numbers arrive, and the percentiles read off them (M4: no sorting of millions of rows)."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from simkit.analysis.answers import Histogram, Interval, Spread
from simkit.analysis.estimate import dot

Array = np.ndarray[Any, np.dtype[Any]]

MOST_BINS = 2048
"""Beyond this the bins double in width."""


class Histograms:
    """Counts of numbers for several groups on one grid, so that groups can be added up.

    Whole numbers get bins of width 1, others a round width by the first range of numbers that arrives.
    """

    def __init__(self, groups: int) -> None:
        self._width = 0.0  # 0: nothing has arrived
        self._low = 0  # number of the first bin: it starts at _low * _width
        self._counts = np.zeros((groups, 0), dtype=np.int64)
        self._whole = True
        self._n = np.zeros(groups, dtype=np.int64)
        self._mean = np.zeros(groups)
        self._square = np.zeros(groups)
        self._least = np.full(groups, np.inf)
        self._most = np.full(groups, -np.inf)

    def add(self, group: int, values: Array) -> None:
        """Count numbers (NaN: not counted)."""
        missing = np.isnan(values)
        if missing.any():
            values = values[~missing]
        if not len(values):
            return
        least, most = float(values.min()), float(values.max())
        self._whole = self._whole and bool((values == np.floor(values)).all())
        if not self._width:
            self._width = 1.0 if self._whole else _round_width((most - least) / 200)
        self._make_room(least, most)
        bins = np.floor(values / self._width).astype(np.int64) - self._low
        self._counts[group] += np.bincount(bins, minlength=self._counts.shape[1])
        self._least[group] = min(self._least[group], least)
        self._most[group] = max(self._most[group], most)
        n, mean = len(values), float(values.mean())
        delta, total = mean - self._mean[group], int(self._n[group]) + n
        centred = values - mean
        self._square[group] += dot(centred, centred) + delta * delta * (total - n) * n / total
        self._mean[group] += delta * n / total
        self._n[group] = total

    def _make_room(self, least: float, most: float) -> None:
        while True:
            low, high = math.floor(least / self._width), math.floor(most / self._width)
            if self._counts.shape[1]:
                low, high = min(low, self._low), max(high, self._low + self._counts.shape[1] - 1)
            if high - low < MOST_BINS:
                break
            self._double()
        wider = np.zeros((len(self._counts), high - low + 1), dtype=np.int64)
        if self._counts.shape[1]:
            start = self._low - low
            wider[:, start : start + self._counts.shape[1]] = self._counts
        self._low, self._counts = low, wider

    def _double(self) -> None:
        if self._counts.shape[1]:
            odd = self._low % 2
            padded = np.pad(self._counts, ((0, 0), (odd, (self._counts.shape[1] + odd) % 2)))
            self._counts = padded[:, 0::2] + padded[:, 1::2]
            self._low = (self._low - odd) // 2
        self._width *= 2

    def histogram(self, groups: list[int]) -> Histogram:
        """The groups added up, without empty bins at the ends."""
        counts = self._counts[groups].sum(axis=0)
        used = np.flatnonzero(counts)
        if not len(used):
            return Histogram(self._width or 1.0, (), (), self._whole)
        first, last = int(used[0]), int(used[-1])
        starts = tuple((self._low + i) * self._width for i in range(first, last + 1))
        return Histogram(self._width, starts, tuple(int(c) for c in counts[first : last + 1]), self._whole)

    def spread(self, groups: list[int], mean: Interval) -> Spread:
        """The groups together, with the interval of their mean that comes from block means."""
        hist = self.histogram(groups)
        n = int(self._n[groups].sum())
        if not n:
            return Spread(0, mean, None, None, None, None, None, None, None, None, hist)
        centre = float(self._n[groups] @ self._mean[groups]) / n
        square = float(self._square[groups].sum() + self._n[groups] @ (self._mean[groups] - centre) ** 2)
        least, most = float(self._least[groups].min()), float(self._most[groups].max())
        p5, p25, p50, p75, p95 = (percentile(hist, q, least, most) for q in (0.05, 0.25, 0.5, 0.75, 0.95))
        sd = math.sqrt(square / (n - 1)) if n > 1 else None
        return Spread(n, mean, sd, least, p5, p25, p50, p75, p95, most, hist)


def percentile(hist: Histogram, q: float, least: float, most: float) -> float:
    """The smallest value that at least a share q of the numbers does not exceed.

    Exact for whole numbers in bins of width 1; else interpolated within the bin, and kept within [least, most].
    """
    total = np.cumsum(hist.counts)
    need = q * total[-1]
    # A hair less: 0.05 * 20 is 1.0000000000000002 in floating point.
    i = int(np.searchsorted(total, need * (1 - 1e-12)))
    if hist.whole and hist.width == 1:
        return float(hist.starts[i])
    inside = (need - (total[i] - hist.counts[i])) / hist.counts[i]
    return min(most, max(least, float(hist.starts[i] + hist.width * inside)))


def _round_width(width: float) -> float:
    """The next of 1, 2, 5 x 10^k that is not smaller."""
    if width <= 0 or not math.isfinite(width):
        return 1.0
    unit: float = 10.0 ** math.floor(math.log10(width))
    return next(unit * m for m in (1, 2, 5, 10) if unit * m >= width)
