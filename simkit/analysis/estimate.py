"""E1-E3: means over blocks, and their intervals.

Two accumulators take arrays of blocks one after another and keep only sums: `Means` (many independent columns, each a
mean or a ratio) and `Moments` (one vector with its covariance, from which any linear contrast follows).
"""

from __future__ import annotations

import math
from functools import lru_cache
from typing import Any

import numpy as np
from scipy import special

from simkit.analysis.answers import Interval

LEVEL = 12
"""Decimal places of shares that are compared: equal ones differ by rounding, which must not choose among them."""
Array = np.ndarray[Any, np.dtype[Any]]
Bounds = tuple[float | None, float | None]

SHARE: Bounds = (0.0, 1.0)
COUNT: Bounds = (0.0, None)
ANY: Bounds = (None, None)

NO_VARIANCE = 1e-13
"""Below this (times the squared mean, if above 1) a variance is rounding: one deviating block in 10^12 shows more."""


@lru_cache(maxsize=4096)
def t_quantile(confidence: float, degrees: int) -> float:
    """Two-sided quantile of Student's t."""
    return float(special.stdtrit(degrees, 0.5 + confidence / 2))


def z_quantile(probability: float) -> float:
    """One-sided quantile of the normal distribution."""
    return float(special.ndtri(probability))


def wilson(share: float, n: int, confidence: float) -> tuple[float, float]:
    """Wilson's interval for a share of n independent 0/1 blocks (Wilson 1927)."""
    z2 = z_quantile(0.5 + confidence / 2) ** 2
    middle = (share + z2 / (2 * n)) / (1 + z2 / n)
    half = math.sqrt(z2 * (share * (1 - share) / n + z2 / (4 * n * n))) / (1 + z2 / n)
    # At the ends the bound is the end itself; the subtraction would leave 1e-18 of rounding.
    low = 0.0 if share == 0 else max(0.0, middle - half)
    high = 1.0 if share == 1 else min(1.0, middle + half)
    return low, high


def make_interval(
    value: float | None, variance: float, blocks: int, binary: bool, confidence: float, bounds: Bounds
) -> Interval:
    """E3. `variance` of one block's value; `binary`: every block's value is 0 or 1."""
    low, high = bounds
    if value is None or blocks < 2 or not math.isfinite(value):
        known = value if value is not None and math.isfinite(value) else None
        return Interval(known, low, high, None, blocks, "everything")
    if binary and bounds == SHARE:
        a, b = wilson(value, blocks, confidence)
        se = math.sqrt(max(variance, 0.0) / blocks)
        return Interval(value, a, b, se if se > 0 else None, blocks, "wilson")
    if variance <= NO_VARIANCE * max(1.0, value * value):
        return Interval(value, low, high, None, blocks, "everything")
    se = math.sqrt(variance / blocks)
    half = t_quantile(confidence, blocks - 1) * se
    a, b = value - half, value + half
    return Interval(value, a if low is None else max(a, low), b if high is None else min(b, high), se, blocks, "t")


def dot(x: Array, y: Array) -> float:
    """Sum of products, without BLAS: its threads wait for each other on a busy machine (three times the time)."""
    return float(np.einsum("i,i->", x, y))


class Means:
    """Columns of means over blocks, or of ratios of two block sums (sum of `top` over sum of `bottom`).

    A mean is the ratio with a bottom that is the same in every block; then the formula is E1 exactly. Otherwise the
    variance is that of the residuals top - ratio * bottom (linearised ratio estimator, Cochran 1977, section 6.4).
    """

    def __init__(self, columns: int) -> None:
        self.blocks = np.zeros(columns, dtype=np.int64)  # blocks with something to average
        self._n = 0
        self._mean = np.zeros((2, columns))
        self._square = np.zeros((3, columns))  # centred sums: top*top, bottom*bottom, top*bottom
        self._binary = np.ones(columns, dtype=bool)

    def add(self, top: Array, bottom: Array) -> None:
        """Add blocks: `top` [blocks, columns], fastest with columns contiguous. No NaN.

        `bottom`: the same shape, or [columns] if it is the same in every block.
        """
        n = len(top)
        if not n:
            return
        mean = np.stack([top.mean(axis=0), bottom.mean(axis=0) if bottom.ndim == 2 else bottom])
        square = np.zeros_like(self._square)
        for column in range(top.shape[1]):
            square[:, column] = self._look_at(column, top[:, column], bottom[..., column], mean[:, column])
        # Chan, Golub & LeVeque 1979: merge centred sums without cancelling large numbers.
        delta, total = mean - self._mean, self._n + n
        factor = self._n * n / total
        self._square += square + factor * np.stack([delta[0] ** 2, delta[1] ** 2, delta[0] * delta[1]])
        self._mean += delta * (n / total)
        self._n = total

    def _look_at(self, column: int, top: Array, bottom: Array, mean: Array) -> tuple[float, float, float]:
        """Update what is not a sum; return the centred sums of squares and products of one column."""
        if self._binary[column]:
            self._binary[column] = bool(((top == 0) | (top == bottom)).all())
        x = top - mean[0]
        if bottom.ndim == 0:
            self.blocks[column] += len(top) if bottom > 0 else 0
            return dot(x, x), 0.0, 0.0
        self.blocks[column] += int(np.count_nonzero(bottom > 0))
        y = bottom - mean[1]
        return dot(x, x), dot(y, y), dot(x, y)

    def value(self, column: int) -> float | None:
        """The mean or ratio; None if there is nothing to average."""
        top, bottom = self._mean[:, column]
        return float(top / bottom) if bottom > 0 else None

    def residual(self, column: int) -> float:
        """Sum over blocks of ((top - ratio * bottom) / mean bottom)^2: J - 1 times the variance of one block."""
        value = self.value(column)
        if value is None:
            return 0.0
        tt, bb, tb = self._square[:, column]
        # Centred at the means the residuals' squares sum to this; the means themselves cancel: top = ratio * bottom.
        return float(max(0.0, tt - 2 * value * tb + value * value * bb) / self._mean[1, column] ** 2)

    def interval(self, column: int, confidence: float, bounds: Bounds = COUNT) -> Interval:
        """The estimate with its interval (E3)."""
        value, blocks = self.value(column), int(self.blocks[column])
        if value is None or blocks < 2:
            return make_interval(value, 0.0, blocks, False, confidence, bounds)
        # Only blocks with something to average count; `residual` is per mean bottom of all blocks.
        variance = self.residual(column) * (blocks / self._n) ** 2 / (blocks - 1)
        return make_interval(value, float(variance), blocks, bool(self._binary[column]), confidence, bounds)


class Moments:
    """Mean and covariance of one vector of block means."""

    def __init__(self, size: int) -> None:
        self.blocks = 0
        self.mean = np.zeros(size)
        self._square = np.zeros((size, size))
        self.binary = np.ones(size, dtype=bool)

    def add(self, values: Array) -> None:
        """Add blocks: [blocks, size]."""
        if not len(values):
            return
        for entry in np.flatnonzero(self.binary):
            self.binary[entry] = bool(((values[:, entry] == 0) | (values[:, entry] == 1)).all())
        n, mean = len(values), values.mean(axis=0)
        centred = np.asfortranarray(values - mean)
        delta, total = mean - self.mean, self.blocks + n
        size = len(self.mean)
        products = np.array([[dot(centred[:, i], centred[:, j]) for j in range(size)] for i in range(size)])
        self._square += products + (self.blocks * n / total) * np.outer(delta, delta)
        self.mean += delta * (n / total)
        self.blocks = total

    def covariance(self) -> Array:
        """Of one block's vector; zeros if there are fewer than two blocks."""
        return self._square / max(self.blocks - 1, 1)

    def contrast(self, weights: Array) -> tuple[float, float]:
        """Value and variance (of one block) of a weighted sum of the entries."""
        return float(weights @ self.mean), max(0.0, float(weights @ self.covariance() @ weights))

    def interval(self, entry: int, confidence: float, bounds: Bounds = SHARE) -> Interval:
        """One entry with its interval (E3)."""
        value, variance = float(self.mean[entry]), float(self.covariance()[entry, entry])
        return make_interval(value, variance, self.blocks, bool(self.binary[entry]), confidence, bounds)
