"""M21: how often is there something to choose, and among how many?"""

from __future__ import annotations

from simkit.analysis.answers import ChoiceAnswer
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import SHARE
from simkit.analysis.numbers import GameNumber, GameRatio


class Choices:
    """`decisions` are those a strategy was asked for (two or more legal actions), `forced` those it was not."""

    def __init__(self) -> None:
        self._share = GameRatio(SHARE)
        self._decisions = GameNumber()
        self._forced = GameNumber()
        self._legal = GameRatio()

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        decisions, forced = blocks.game("decisions"), blocks.game("forced")
        self._share.add(decisions, decisions + forced)
        self._decisions.add(decisions)
        self._forced.add(forced)
        self._legal.add(blocks.game("legal_actions"), decisions)

    def answer(self, confidence: float) -> ChoiceAnswer:
        """Sums over all games divided by sums, so that a long game counts by its decisions."""
        legal = self._legal.interval(confidence)
        return ChoiceAnswer(
            choice_share=self._share.interval(confidence),
            decisions_per_game=self._decisions.mean(confidence),
            forced_per_game=self._forced.mean(confidence),
            legal_actions=None if legal.value is None else legal,
        )
