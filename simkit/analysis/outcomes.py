"""M3, E9: how do games end, how many have several winners, how many none?"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import EndReason, OutcomeAnswer
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import SHARE, Means
from simkit.analysis.numbers import row_sums, winners_of


class Outcomes:
    """Counts end reasons, capped games and winners. Nothing is dropped, and no capped game is a draw."""

    def __init__(self, shape: Shape, reasons: tuple[str, ...], cooperative: bool) -> None:
        self._reasons = reasons
        self._cooperative = cooperative
        self._games = 0
        self._by_reason = np.zeros(len(reasons), dtype=np.int64)
        self._winners = np.zeros(shape.players + 1, dtype=np.int64)
        self._unranked = 0
        # Columns: each reason, capped, ties, no winner.
        self._means = Means(len(reasons) + 3)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        reason = blocks.game("end_reason")
        capped = blocks.game("capped")
        columns = [reason == i for i in range(len(self._reasons))] + [capped > 0]
        self._by_reason += [int(c.sum()) for c in columns[:-1]]
        self._games += reason.size
        if self._cooperative:
            columns += [np.zeros_like(capped)] * 2
        else:
            winners = winners_of(blocks)
            self._winners += np.bincount(winners.ravel(), minlength=len(self._winners))
            self._unranked += int(np.isnan(blocks.seat("rank")).any(axis=2).sum())
            columns += [winners > 1, winners == 0]
        self._means.add(np.stack([row_sums(c) / c.shape[1] for c in columns]).T, np.ones(len(columns)))

    @property
    def capped_share(self) -> float:
        """Share of games that were cut off."""
        return self._means.value(len(self._reasons)) or 0.0

    @property
    def unranked_share(self) -> float:
        """Share of games without a ranking."""
        return self._unranked / self._games if self._games else 0.0

    def answer(self, confidence: float) -> OutcomeAnswer:
        """Shares of games with their intervals; reasons by falling number of games, unused ones left out."""
        k = len(self._reasons)
        share = [self._means.interval(i, confidence, SHARE) for i in range(k + 3)]
        counts = [int(c) for c in self._by_reason]
        order = sorted((i for i in range(k) if counts[i]), key=lambda i: (-counts[i], self._reasons[i]))
        return OutcomeAnswer(
            games=self._games,
            end_reasons=tuple(EndReason(self._reasons[i], counts[i], share[i]) for i in order),
            ties=None if self._cooperative else share[k + 1],
            no_winner=None if self._cooperative else share[k + 2],
            winners=() if self._cooperative else tuple(int(c) for c in self._winners),
            capped=share[k],
            capped_games=round(self.capped_share * self._games),
        )
