"""M4: how long does a game last?"""

from __future__ import annotations

from simkit.analysis.answers import LengthAnswer
from simkit.analysis.blocks import Blocks
from simkit.analysis.numbers import GameNumber


class Lengths:
    """Turns, rounds and decisions of each game, capped games included (they lasted at least that long)."""

    def __init__(self) -> None:
        self._numbers = {"turns": GameNumber(), "rounds": GameNumber(), "decisions": GameNumber()}

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        for column, number in self._numbers.items():
            number.add(blocks.game(column))

    def answer(self, confidence: float) -> LengthAnswer:
        """Mean, spread and percentiles of each."""
        turns, rounds, decisions = (n.spread(confidence) for n in self._numbers.values())
        return LengthAnswer(turns, rounds, decisions)
