"""A cooperative game: how often does the table succeed, and with what result?"""

from __future__ import annotations

from simkit.analysis.answers import CooperativeAnswer
from simkit.analysis.blocks import Blocks
from simkit.analysis.credits import capped_bounds
from simkit.analysis.estimate import ANY, SHARE
from simkit.analysis.numbers import GameNumber, GameRatio


class Cooperation:
    """Success and result of each game. A capped game has not succeeded: it counts as the table says, False."""

    def __init__(self) -> None:
        self._success = GameRatio(SHARE)
        self._result = GameNumber(ANY)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        self._success.add(blocks.game("success"))
        self._result.add(blocks.game("result"))

    def answer(self, confidence: float, result_label: str, capped: float = 0.0) -> CooperativeAnswer:
        """The success rate and the distribution of the result. `capped`: share of games that were cut off."""
        result = self._result.spread(confidence)
        success = self._success.interval(confidence)
        bounds = capped_bounds(success.value, capped, 1)
        return CooperativeAnswer(success, result if result.count else None, result_label, bounds)
