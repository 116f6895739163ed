"""M11: how much of who wins does the deal decide, between these players?

Every deal is played K times with other random choices of the strategies. What varies between deals more than the
repeats of one deal vary among themselves is the deal's doing: one-way analysis of variance with random effects.
"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import DealAnswer, Interval
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import NO_VARIANCE, SHARE, Array, make_interval


class Deal:
    """Mean squares between and within deals, of each seat's win credit in each seating, added up over both.

    Keeps, per block, W (variance within, summed over entries), Q (sum of squared entry means) and the entry means y:
    their joint covariance gives the standard error of any function of the mean squares (delta method).
    """

    def __init__(self, shape: Shape, cooperative: bool) -> None:
        self._shape = shape
        self._cooperative = cooperative
        self._size = len(shape.seatings) * (1 if cooperative else shape.players)
        self.blocks = 0
        self._mean = np.zeros(2 + self._size)
        self._square = np.zeros((2 + self._size, 2 + self._size))

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks; their games are ordered by repeat, then seating."""
        won = blocks.game("success") if self._cooperative else blocks.seat("credit")
        k, n = self._shape.repeats, blocks.count
        values = won.reshape(n, k, self._size)
        means = values.mean(axis=1)
        within = ((values - means[:, None]) ** 2).sum(axis=(1, 2)) / (k - 1)
        self._merge(np.column_stack([within, (means**2).sum(axis=1), means]))

    def _merge(self, rows: Array) -> None:
        n, mean = len(rows), rows.mean(axis=0)
        centred, delta, total = rows - mean, mean - self._mean, self.blocks + n
        # Some 100 to 600 entries: the only place where BLAS is worth its threads.
        self._square += centred.T @ centred + (self.blocks * n / total) * np.outer(delta, delta)
        self._mean += delta * (n / total)
        self.blocks = total

    def answer(self, confidence: float) -> DealAnswer:
        """share = s2/(s2 + MSW), s2 = (MSB - MSW)/K, negative shown as 0."""
        k, j, number = self._shape.repeats, self.blocks, "success" if self._cooperative else "wins"
        within, squares, centre = float(self._mean[0]), float(self._mean[1]), self._mean[2:]
        spread = max(0.0, squares - float(centre @ centre))
        between = k * spread * j / (j - 1) if j > 1 else 0.0
        total = between / k + within * (1 - 1 / k)
        deterministic = within <= NO_VARIANCE < between
        if total <= NO_VARIANCE or j < 2:
            share = make_interval(None, 0.0, j, False, confidence, SHARE)
        else:
            value = (between - within) / k / total
            share = make_interval(max(0.0, value), self._variance(between, within, total), j, False, confidence, SHARE)
        words = _words(share, deterministic, number)
        return DealAnswer(number, share, deterministic, between, within, k, words)

    def _variance(self, between: float, within: float, total: float) -> float:
        """Of one block's contribution: d share/d MSB = MSW/(K T^2), d share/d MSW = -MSB/(K T^2), T = s2 + MSW."""
        k = self._shape.repeats
        scale = 1 / (k * total * total)
        weights = np.empty_like(self._mean)
        weights[0] = -between * scale
        weights[1] = within * scale * k
        weights[2:] = -2 * self._mean[2:] * weights[1]
        return max(0.0, float(weights @ self._square @ weights) / (self.blocks - 1))


def _words(share: Interval, deterministic: bool, number: str) -> str:
    what = "who wins" if number == "wins" else "whether the table succeeds"
    if share.value is None:
        return f"every game ended alike, so nothing decides {what}"
    if deterministic:
        return (
            f"the deal decides {what} entirely, by construction: each deal ended alike every time, because these "
            "strategies draw no numbers of their own"
        )
    half = "" if share.low is None or share.high is None else f" ({100 * share.low:.0f} to {100 * share.high:.0f})"
    return (
        f"the deal decides {100 * share.value:.0f} %{half} of {what}, between these players; their own random choices "
        "decide the rest"
    )
