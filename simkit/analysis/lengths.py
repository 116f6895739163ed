"""M4: how long does a game last?"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import BandAnswer, LengthAnswer
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import SHARE
from simkit.analysis.numbers import GameNumber, GameRatio


class Lengths:
    """Turns, rounds and decisions of each game, capped games included (they lasted at least that long).

    `band`: fewest and most turns that the designer wants, both included.
    """

    def __init__(self, band: tuple[float, float] | None = None) -> None:
        self._numbers = {"turns": GameNumber(), "rounds": GameNumber(), "decisions": GameNumber()}
        self._band = band
        self._outside = [GameRatio(SHARE) for _ in range(3)]

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        for column, number in self._numbers.items():
            number.add(blocks.game(column))
        if self._band is not None:
            turns = blocks.game("turns")
            shorter, longer = turns < self._band[0], turns > self._band[1]
            for ratio, where in zip(self._outside, (shorter, longer, shorter | longer), strict=True):
                ratio.add(where.astype(np.float64))

    def answer(self, confidence: float) -> LengthAnswer:
        """Mean, spread and percentiles of each."""
        turns, rounds, decisions = (n.spread(confidence) for n in self._numbers.values())
        band = None
        if self._band is not None:
            band = BandAnswer(*self._band, *(ratio.interval(confidence) for ratio in self._outside))
        return LengthAnswer(turns, rounds, decisions, band)
