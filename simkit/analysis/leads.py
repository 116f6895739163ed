"""M5: how often does the lead change?"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import LeadAnswer
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import SHARE
from simkit.analysis.numbers import GameNumber, GameRatio


class Leads:
    """Lead changes of each game, as the engine counted them."""

    def __init__(self) -> None:
        self._changes = GameNumber()
        self._per_turn = GameRatio()
        self._none = GameRatio(SHARE)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        changes = blocks.game("lead_changes")
        self._changes.add(changes)
        self._per_turn.add(changes, blocks.game("turns"))
        self._none.add((changes == 0).astype(np.float64))

    def answer(self, confidence: float) -> LeadAnswer:
        """Per game, per turn (all changes over all turns), and games without any."""
        spread = self._changes.spread(confidence)
        per_turn, none = self._per_turn.interval(confidence), self._none.interval(confidence)
        return LeadAnswer(spread.mean, per_turn, none, spread.histogram)
