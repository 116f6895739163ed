"""E2: what a change does, from the same deals played with and without it; unpaired (Welch) where there are none."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy import special

from simkit.analysis.answers import Interval
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import NO_VARIANCE, SHARE, Array, Bounds, Means, dot, make_interval, wilson
from simkit.analysis.measures import DEVIATION, Measure, Sums

FEW_BLOCKS = 10
"""With fewer differing blocks than this, a share's interval also covers what rare differences could still add up to."""


@dataclass(frozen=True)
class Estimate:
    """A number before and after, without a verdict.

    `vrf`, `differing`: None if unpaired. `degrees`: of freedom of the difference's t distribution. `rare`: so few
    blocks differ that the interval is widened (`FEW_BLOCKS`), and the t distribution says nothing.
    """

    before: Interval
    after: Interval
    difference: Interval
    degrees: float
    vrf: float | None
    identical: bool
    differing: int | None
    rare: bool = False


def block_numbers(measures: Sequence[Measure], blocks: Blocks, kept: Array | None = None) -> list[Sums]:
    """Top and bottom of every number in each block; `kept`: rows to take, all if None."""
    found = [measure.sums(blocks) for measure in measures]
    if kept is None:
        return found
    return [(top[kept], bottom[kept] if bottom.ndim else bottom) for top, bottom in found]


def shared_rows(before: Array, after: Array) -> tuple[Array | None, Array | None]:
    """Which rows of both belong to the same blocks, given ascending block numbers; None: all."""
    if len(before) == len(after) and bool((before == after).all()):
        return None, None
    _, a, b = np.intersect1d(before, after, assume_unique=True, return_indices=True)
    return a, b


class Pairs:
    """Collects every number of two variants on shared blocks. D_j = Y_Bj - Y_Aj, linearised where Y is a ratio."""

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures = tuple(measures)
        size = len(self.measures)
        self.blocks = 0
        self._sides = [(Means(1), Means(1)) for _ in range(size)]
        self._cross = np.zeros((size, 2, 2))  # centred sums of products: (top, bottom) of A with (top, bottom) of B
        self._mean = np.zeros((size, 2, 2))  # side, then top and bottom
        self._differing = np.zeros(size, dtype=np.int64)

    def add(self, before: Sequence[Sums], after: Sequence[Sums]) -> None:
        """Take the same blocks of A and B, as `block_numbers` gives them."""
        n = len(before[0][0])
        if not n:
            return
        total = self.blocks + n
        for i, (a, b) in enumerate(zip(before, after, strict=True)):
            means = np.array([[a[0].mean(), a[1].mean()], [b[0].mean(), b[1].mean()]])
            delta = means - self._mean[i]
            self._cross[i] += _products(a, b, means) + self.blocks * n / total * np.outer(delta[0], delta[1])
            self._mean[i] += delta * (n / total)
            self._differing[i] += int(np.count_nonzero((a[0] != b[0]) | (a[1] != b[1])))
            for means_of, (top, bottom) in zip(self._sides[i], (a, b), strict=True):
                means_of.add(top[:, None], bottom[:, None] if bottom.ndim else bottom.reshape(1))
        self.blocks = total

    @property
    def identical(self) -> bool:
        """No number differs in any block."""
        return not self._differing.any()

    def estimate(self, index: int, confidence: float) -> Estimate:
        """One number before and after."""
        bounds, differing = self.measures[index].bounds, int(self._differing[index])
        a, b = (side.interval(0, confidence, bounds) for side in self._sides[index])
        variance = self._variance(index)
        difference = self._difference(index, a, b, variance[2], confidence)
        # Both sides are the same numbers, so nothing but rounding could keep them apart.
        both = variance[0] + variance[1]
        spread = variance[2] > NO_VARIANCE * max(1.0, both)
        vrf = both / variance[2] if differing and spread and both > 0 else None
        rare = bounds in (SHARE, DEVIATION) and 0 < differing < FEW_BLOCKS and difference.method == "t"
        return Estimate(a, b, difference, self.blocks - 1, vrf, differing == 0, differing, rare)

    def vrf(self, indices: Sequence[int]) -> float | None:
        """Of several numbers together: the sum of their variances, unpaired over paired."""
        found = np.array([self._variance(i) for i in indices]).reshape(-1, 3).sum(axis=0)
        return float((found[0] + found[1]) / found[2]) if found[2] > NO_VARIANCE else None

    def _variance(self, index: int) -> tuple[float, float, float]:
        """Of one block: of A, of B, and of B - A."""
        n, mean = self.blocks, self._mean[index]
        if n < 2 or (mean[:, 1] <= 0).any():
            return 0.0, 0.0, 0.0
        own = [side.residual(0) / (n - 1) for side in self._sides[index]]
        # Residual of a ratio: (top - ratio * bottom) / mean bottom, for A and for B.
        weights = [np.array([1.0, -side[0] / side[1]]) / side[1] for side in mean]
        covariance = float(weights[0] @ self._cross[index] @ weights[1]) / (n - 1)
        return own[0], own[1], max(0.0, own[0] + own[1] - 2 * covariance)

    def _difference(self, index: int, a: Interval, b: Interval, variance: float, confidence: float) -> Interval:
        bounds, differing = self.measures[index].bounds, int(self._differing[index])
        possible = difference_bounds(bounds)
        if a.value is None or b.value is None:
            return make_interval(None, 0.0, min(a.blocks, b.blocks), False, confidence, possible)
        n = self.blocks
        rare = wilson(differing / n, n, confidence)[1] if n > 1 and bounds in (SHARE, DEVIATION) else None
        if not differing:
            # Exactly 0 in n blocks: the next may still differ, so what is possible is how often, by at most 1 each.
            low, high = possible if rare is None else (-rare, rare)
            return Interval(0.0, low, high, None, n, "identical" if n > 1 else "everything")
        value = b.value - a.value
        found = make_interval(value, variance, n, False, confidence, possible)
        if found.method == "everything" and n > 1 and bounds in (SHARE, DEVIATION):
            # The same in n blocks: the next may differ, as rarely as if it were 0, and then lie anywhere in -1 to 1.
            rare = wilson(0.0, n, confidence)[1]
            return Interval(value, value - rare * (1 + value), value + rare * (1 - value), None, n, "identical")
        if found.method != "t" or rare is None or differing >= FEW_BLOCKS or found.low is None or found.high is None:
            return found
        return Interval(found.value, min(found.low, -rare), max(found.high, rare), found.se, n, "t")


def _products(a: Sums, b: Sums, means: Array) -> Array:
    """Centred sums of products of (top, bottom) of A with those of B; a constant bottom has none."""
    left = [x - m if x.ndim else None for x, m in zip(a, means[0], strict=True)]
    right = [x - m if x.ndim else None for x, m in zip(b, means[1], strict=True)]
    return np.array([[0.0 if x is None or y is None else dot(x, y) for y in right] for x in left])


def difference_bounds(bounds: Bounds) -> Bounds:
    """What a difference of two such numbers can be."""
    return (-1.0, 1.0) if bounds in (SHARE, DEVIATION) else (None, None)


class Apart:
    """Collects every number of one side alone, for a comparison without shared blocks."""

    def __init__(self, measures: Sequence[Measure]) -> None:
        self.measures = tuple(measures)
        self.blocks = 0
        self._means = [Means(1) for _ in self.measures]

    def add(self, numbers: Sequence[Sums]) -> None:
        """Take blocks, as `block_numbers` gives them."""
        self.blocks += len(numbers[0][0])
        for means, (top, bottom) in zip(self._means, numbers, strict=True):
            means.add(top[:, None], bottom[:, None] if bottom.ndim else bottom.reshape(1))

    def interval(self, index: int, confidence: float) -> Interval:
        """One number with its interval."""
        return self._means[index].interval(0, confidence, self.measures[index].bounds)


def unpaired(before: Interval, after: Interval, confidence: float, bounds: Bounds) -> Estimate:
    """The difference of two numbers from independent blocks.

    Welch's interval (1947); where a side is a share of 0/1 blocks the two Wilson intervals are combined instead, which
    holds near 0 and 1 too (Newcombe 1998, method 10).
    """
    possible, blocks = difference_bounds(bounds), min(before.blocks, after.blocks)
    value = None if before.value is None or after.value is None else after.value - before.value
    if value is None or "everything" in (before.method, after.method):
        nothing = make_interval(value, 0.0, min(blocks, 1), False, confidence, possible)
        return Estimate(before, after, nothing, 1.0, None, False, None)
    assert before.value is not None and after.value is not None
    a, b = (before.se or 0.0) ** 2, (after.se or 0.0) ** 2
    se = math.sqrt(a + b)
    degrees = (a + b) ** 2 / (a * a / (before.blocks - 1) + b * b / (after.blocks - 1)) if se > 0 else blocks - 1.0
    if before.method == after.method == "t":
        half = float(special.stdtrit(degrees, 0.5 + confidence / 2)) * se
        low, high, method = value - half, value + half, "welch"
    else:
        assert None not in (before.low, before.high, after.low, after.high)
        low = value - math.hypot(after.value - (after.low or 0.0), (before.high or 0.0) - before.value)
        high = value + math.hypot((after.high or 0.0) - after.value, before.value - (before.low or 0.0))
        method = "wilson"
    least, most = possible
    low, high = low if least is None else max(low, least), high if most is None else min(high, most)
    found = Interval(value, low, high, se or None, blocks, "welch" if method == "welch" else "wilson")
    return Estimate(before, after, found, degrees, None, False, None)


def alike(estimate: Estimate) -> bool:
    """Whether the paired difference is another than 0 but the same in every one of several blocks."""
    d = estimate.difference
    return bool(estimate.differing) and d.method in ("everything", "identical") and d.blocks > 1 and bool(d.value)


def _p_alike(estimate: Estimate, margin: float) -> float:
    """p-value where all n blocks have the same difference c, so that there is no spread to make an interval of.

    A share: were its mean within the margin, a block would differ from c by at most 1 + |c|, so at least
    (|c| - margin)/(1 + |c|) of all blocks would differ from c, and none of n did. Others have no such bound: sign test.
    """
    d = estimate.difference
    size = abs(d.value or 0.0)
    if size <= margin:
        return 1.0
    if d.method == "identical":
        least = (size - margin) / (1 + size)
        # Never less than Wilson's interval of 0 in n blocks allows, which is the interval shown.
        wilsons = (1.0 if margin else 2.0) * float(special.ndtr(-math.sqrt(d.blocks * least / (1 - least))))
        return float(min(1.0, max((1 - least) ** d.blocks, wilsons)))
    return float(min(1.0, 2.0 ** (1 - d.blocks)))


def p_beyond(estimate: Estimate, margin: float) -> float | None:
    """p-value of |difference| <= margin; two-sided where the margin is 0. None if the spread is unknown.

    1 where differences are too rare to tell: the widened interval contains 0 at every confidence.
    """
    d = estimate.difference
    if estimate.rare:
        return 1.0
    if d.value is None or (d.method == "everything" and not alike(estimate)):
        return None
    if d.method == "identical" or alike(estimate):
        return _p_alike(estimate, margin)
    se = d.se
    if se is None:  # two shares of 0 or 1 without any spread: that of both together
        pooled = ((estimate.before.value or 0.0) + (estimate.after.value or 0.0)) / 2
        se = math.sqrt(pooled * (1 - pooled) * (1 / estimate.before.blocks + 1 / estimate.after.blocks))
        if se == 0:
            return 1.0
    size = abs(d.value)
    tails = special.stdtr(estimate.degrees, [-(size - margin) / se, -(size + margin) / se])
    return float(min(1.0, tails.sum()))
