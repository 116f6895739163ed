"""Win credits as block means: the one set of numbers that seat shares, strategy shares and gaps follow from (E10)."""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import Interval
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import NO_VARIANCE, SHARE, Array, Moments, make_interval
from simkit.analysis.groups import group_sums

DEVIATION = (-1.0, 1.0)


class Credits:
    """Per block: mean credit of each seat (first n entries), then of a place held by each strategy (k entries)."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        groups = shape.groups()[:, :-1]
        self._groups = groups
        self.moments = Moments(groups.shape[1])

    def add(self, blocks: Blocks) -> None:
        """Take the credits of a range of blocks."""
        # Divide after summing: three credits of 1/3 must give 1 block mean, not 0.999...
        sums, places = group_sums(blocks.seat("credit"), self._groups)
        self.moments.add(sums / places)

    @property
    def fair(self) -> float:
        """Fair share = (1 - share of games without a winner)/n: the mean credit of a seat."""
        return float(self.moments.mean[: self.shape.players].mean())

    @property
    def seat_shares(self) -> Array:
        """Mean credit of each seat, float64[n]."""
        return self.moments.mean[: self.shape.players]

    def share(self, entry: int, confidence: float) -> Interval:
        """Win share of a seat (entry < n) or strategy (n + index)."""
        return self.moments.interval(entry, confidence, SHARE)

    def deviation(self, entry: int, confidence: float) -> Interval:
        """Share minus fair share, both from the same blocks.

        Where every game has a winner the fair share is a constant, and this is the share's interval moved; else the
        two vary together, and the variance is that of the difference.
        """
        n = self.shape.players
        fair = np.zeros(len(self.moments.mean))
        fair[:n] = 1 / n
        share = self.share(entry, confidence)
        value, variance = self.moments.contrast(np.eye(len(fair))[entry] - fair)
        constant = self.moments.contrast(fair)[1] <= NO_VARIANCE
        if constant and share.method != "everything" and share.low is not None and share.high is not None:
            return Interval(value, share.low - self.fair, share.high - self.fair, share.se, share.blocks, share.method)
        return make_interval(value, variance, self.moments.blocks, False, confidence, DEVIATION)

    def seat_covariance(self) -> Array:
        """Covariance [n, n] of one block's deviations from its own mean credit."""
        n = self.shape.players
        centre = np.eye(n) - 1 / n
        covariance: Array = centre @ self.moments.covariance()[:n, :n] @ centre
        return covariance


def capped_bounds(share: float | None, capped: float, places: int) -> tuple[float, float] | None:
    """E9: [W/N, (W + capped)/N] for the mean of `places` seats of a game; None if no game was capped."""
    if share is None or capped <= 0:
        return None
    return share, min(1.0, share + capped / places)
