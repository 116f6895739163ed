"""Each counter that a game declares, by strategy and by seat, without knowing the game."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from simkit.analysis.answers import Headline, Interval, TallyAnswer, TallyRow
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import ANY, SHARE, Array, Means
from simkit.analysis.groups import group_sums
from simkit.analysis.numbers import block_sums


@dataclass(frozen=True)
class TallyInfo:
    """A tally as the manifest declares it. `words`: its categories in the order of their codes in `Blocks`."""

    name: str
    label: str
    unit: str
    kind: Literal["count", "flag", "category", "duration"]
    scope: Literal["game", "seat"]
    words: tuple[str, ...]


def tally_info(entry: Mapping[str, Any], words: tuple[str, ...]) -> TallyInfo:
    """Read one entry of `manifest["tallies"]`."""
    return TallyInfo(
        name=entry["name"],
        label=entry.get("label") or entry["name"],
        unit=entry.get("unit") or "",
        kind=entry["kind"],
        scope=entry["scope"],
        words=words,
    )


class TallyCounter:
    """Collects one tally. Columns of its means: for each category (else once) the groups of `Shape`, or only one."""

    def __init__(self, info: TallyInfo, shape: Shape) -> None:
        self.info = info
        self.shape = shape
        self._groups = shape.groups()
        self._width = self._groups.shape[1] if info.scope == "seat" else 1
        self._means = Means(self._width * len(self._categories()))

    def _categories(self) -> tuple[str | None, ...]:
        return self.info.words if self.info.kind == "category" else (None,)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        values = blocks.seat(self.info.name) if self.info.scope == "seat" else blocks.game(self.info.name)
        tops, bottoms = [], []
        for code, category in enumerate(self._categories()):
            shown = values if category is None else np.where(np.isnan(values), np.nan, values == code)
            top, bottom = self._sums(shown)
            # Transposed, so that each column lies together in memory: three times as fast.
            tops.append(top.T)
            bottoms.append(bottom.T)
        if tops:
            self._means.add(np.concatenate(tops).T, np.concatenate(bottoms).T)

    def _sums(self, values: Array) -> tuple[Array, Array]:
        return group_sums(values, self._groups) if self.info.scope == "seat" else block_sums(values)

    def answer(self, headline: Headline) -> TallyAnswer:
        """Rows for all, each seat and each strategy (in the order of the line-up)."""
        n, k = self.shape.players, len(self.shape.strategies)
        overall = self._rows("all", self._width - 1, headline.confidence)
        by_seat: list[TallyRow] = []
        by_strategy: list[TallyRow] = []
        if self.info.scope == "seat":
            for seat in range(n):
                by_seat += self._rows(str(seat + 1), seat, headline.confidence)
            for name in headline.strategies:
                by_strategy += self._rows(name, n + self.shape.strategies.index(name), headline.confidence)
            assert self._width == n + k + 1
        i = self.info
        return TallyAnswer(i.name, i.label, i.unit, i.kind, i.scope, tuple(overall), tuple(by_seat), tuple(by_strategy))

    def _rows(self, group: str, column: int, confidence: float) -> list[TallyRow]:
        return [
            TallyRow(group, category, self._interval(index * self._width + column, confidence))
            for index, category in enumerate(self._categories())
        ]

    def _interval(self, column: int, confidence: float) -> Interval:
        # A counter may go below zero (points lost), so nothing is cut off at 0.
        bounds = ANY if self.info.kind in ("count", "duration") else SHARE
        return self._means.interval(column, confidence, bounds)
