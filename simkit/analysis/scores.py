"""How are scores distributed, by seat and by strategy, and how close was it (M23)?"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import GroupSpread, Headline, ScoreAnswer
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import ANY, SHARE, Means
from simkit.analysis.groups import group_sums
from simkit.analysis.histogram import Histograms
from simkit.analysis.numbers import GameNumber, GameRatio

PHOTO_FINISH = 1.0
"""A margin of at most this many points is a photo finish."""


class Scores:
    """Final scores of every seat, those of capped games included if the game gives them."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._groups = shape.groups()
        self._means = Means(self._groups.shape[1])
        # One histogram for each pair (seat, strategy); all others are sums of these.
        self._histograms = Histograms(shape.players * len(shape.strategies))
        self._margin = GameNumber()
        self._photo = GameRatio(SHARE)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        score = blocks.seat("score")
        self._means.add(*group_sums(score, self._groups))
        k = len(self.shape.strategies)
        for seat in range(self.shape.players):
            for strategy in range(k):
                here = self.shape.who[:, seat] == strategy
                if here.any():
                    self._histograms.add(seat * k + strategy, score[:, here, seat].ravel())
        margin = blocks.game("score_margin")
        self._margin.add(margin)
        self._photo.add(np.where(np.isnan(margin), np.nan, margin <= PHOTO_FINISH))

    def answer(self, headline: Headline) -> ScoreAnswer | None:
        """None if no seat ever had a score."""
        n, k, confidence = self.shape.players, len(self.shape.strategies), headline.confidence
        mean = [self._means.interval(i, confidence, ANY) for i in range(n + k + 1)]
        overall = self._histograms.spread(list(range(n * k)), mean[n + k])
        if not overall.count:
            return None
        by_seat = [
            GroupSpread(str(s + 1), self._histograms.spread([s * k + i for i in range(k)], mean[s])) for s in range(n)
        ]
        by_strategy = []
        for name in headline.strategies:
            i = self.shape.strategies.index(name)
            cells = [s * k + i for s in range(n)]
            by_strategy.append(GroupSpread(name, self._histograms.spread(cells, mean[n + i])))
        margin = self._margin.spread(confidence)
        photo = self._photo.interval(confidence) if margin.count else None
        return ScoreAnswer(overall, tuple(by_seat), tuple(by_strategy), margin if margin.count else None, photo)
