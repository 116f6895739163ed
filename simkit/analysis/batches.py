"""Sums over batches of blocks, for statistics whose spread no formula gives: resampling and the jackknife.

Keeping every block would take memory that grows with the number of games. Blocks are dealt out to a fixed number of
batches instead (the k-th block of a run goes to batch k modulo the number). Each batch is a sum over equally many
independent blocks, so the spread of batches is that of blocks. Runs that share their deals share their batches too, and
are resampled together. Sums do not depend on the order of the games.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from simkit.analysis.answers import Interval
from simkit.analysis.estimate import Array, Bounds, t_quantile

BATCHES = 200
MOST_SUMS = 4_000_000
"""Numbers kept for one question: 32 MB. With thousands of columns there are fewer batches."""
FEWEST_BATCHES = 20
RESAMPLES = 200
SEED = 20_117
"""Fixed, so that the same results give the same report."""


class BatchSums:
    """Adds up rows of [blocks, columns] by batch."""

    def __init__(self, columns: int) -> None:
        self._size = max(FEWEST_BATCHES, min(BATCHES, MOST_SUMS // max(columns, 1)))
        self._sums = np.zeros((self._size, columns))
        self.blocks = 0

    def add(self, values: Array) -> None:
        """Take the next blocks. No NaN."""
        # Padded so that row 0 belongs to batch 0: then a plain reshape sorts the blocks into their batches.
        before = self.blocks % self._size
        after = -(before + len(values)) % self._size
        padded = np.pad(values, ((before, after), (0, 0)))
        self._sums += padded.reshape(-1, self._size, values.shape[1]).sum(axis=0)
        self.blocks += len(values)

    def sums(self) -> Array:
        """float64[batches, columns]; with fewer blocks than batches one batch a block."""
        return self._sums[: max(1, min(self._size, self.blocks))]


def resamples(batches: int, count: int = RESAMPLES) -> Array:
    """float64[count, batches]: how often each batch is drawn, with replacement, by a generator with a fixed seed."""
    rng = np.random.Generator(np.random.PCG64(SEED))
    return rng.multinomial(batches, np.full(batches, 1 / batches), size=count).astype(np.float64)


def jackknife(sums: Array, statistic: Callable[[Array], Array]) -> tuple[Array, Array]:
    """Values of a statistic of sums, and the covariance of these values, leaving out one batch at a time.

    Args:
        sums: [batches, columns]. statistic: [..., columns] -> [..., values]; NaN where it does not exist.

    Returns:
        values [v] and covariance [v, v]; NaN in the covariance with a single batch.
    """
    total = sums.sum(axis=0)
    value = statistic(total)
    n = len(sums)
    if n < 2:
        return value, np.full((len(value), len(value)), np.nan)
    left = statistic(total - sums)
    centred = left - left.mean(axis=0)
    covariance: Array = (n - 1) / n * np.einsum("bi,bj->ij", centred, centred)
    return value, covariance


def jackknife_interval(value: float, variance: float, batches: int, confidence: float, bounds: Bounds) -> Interval:
    """t with batches - 1 degrees of freedom (E3); everything possible where nothing is known about the spread."""
    low, high = bounds
    if not np.isfinite(value):
        return Interval(None, low, high, None, batches, "everything")
    if not np.isfinite(variance) or variance <= 1e-18:
        return Interval(float(value), low, high, None, batches, "everything")
    se = float(np.sqrt(variance))
    half = t_quantile(confidence, batches - 1) * se
    a, b = float(value - half), float(value + half)
    return Interval(
        float(value), a if low is None else max(a, low), b if high is None else min(b, high), se, batches, "t"
    )
