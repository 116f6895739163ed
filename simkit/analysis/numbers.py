"""A number of each game: its mean over blocks and its distribution over games, together."""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import Interval, Spread
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import COUNT, Array, Bounds, Means
from simkit.analysis.histogram import Histograms


def row_sums(values: Array) -> Array:
    """Sum over the games of each block: [blocks, games] -> float64[blocks].

    By einsum, because numpy's `sum` over a short last axis takes ten times as long.
    """
    sums: Array = np.einsum("ij->i", values.astype(np.float64, copy=False))
    return sums


def winners_of(blocks: Blocks) -> Array:
    """Number of winners of each game, int64[blocks, games of a block]."""
    won = (blocks.seat("credit") > 0).view(np.int8)
    winners: Array = np.einsum("ijk->ij", won, dtype=np.int64, casting="safe")
    return winners


def block_sums(values: Array) -> tuple[Array, Array]:
    """Sum and count of what is not NaN in each block: [blocks, games] -> sums [blocks, 1], counts the same or [1]."""
    missing = np.isnan(values)
    if not missing.any():
        return row_sums(values)[:, None], np.array([float(values.shape[1])])
    counts = values.shape[1] - row_sums(missing)[:, None]
    return row_sums(np.where(missing, 0.0, values))[:, None], counts


class GameNumber:
    """Collects one number a game (NaN: the game has none and is left out)."""

    def __init__(self, bounds: Bounds = COUNT) -> None:
        self._bounds = bounds
        self._means = Means(1)
        self._histograms = Histograms(1)

    def add(self, values: Array) -> None:
        """Take [blocks, games of a block]."""
        self._means.add(*block_sums(values))
        self._histograms.add(0, values.ravel())

    def mean(self, confidence: float) -> Interval:
        """The mean alone."""
        return self._means.interval(0, confidence, self._bounds)

    def spread(self, confidence: float) -> Spread:
        """Mean and distribution; count 0 if no game had the number."""
        return self._histograms.spread([0], self.mean(confidence))


class GameRatio:
    """Sum of one number over sum of another (lead changes a turn), or the mean of a share (bottom left out)."""

    def __init__(self, bounds: Bounds = COUNT) -> None:
        self._bounds = bounds
        self._means = Means(1)

    def add(self, top: Array, bottom: Array | None = None) -> None:
        """Take [blocks, games of a block]; games in which either is NaN are left out."""
        if bottom is None:
            self._means.add(*block_sums(top))
            return
        missing = np.isnan(top) | np.isnan(bottom)
        if missing.any():
            top, bottom = np.where(missing, 0.0, top), np.where(missing, 0.0, bottom)
        self._means.add(row_sums(top)[:, None], row_sums(bottom)[:, None])

    def interval(self, confidence: float) -> Interval:
        """The ratio with its interval."""
        return self._means.interval(0, confidence, self._bounds)
