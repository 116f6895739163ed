"""The answers on a study: every cell (variant, line-up, players), every variant against the baseline, the best cell."""

from __future__ import annotations

from dataclasses import dataclass

from simkit.analysis.answers.basics import Interval
from simkit.analysis.answers.effects import Comparison
from simkit.analysis.answers.run import Analysis, NoiseFloor


@dataclass(frozen=True)
class CellAnswer:
    """One variant with one line-up. `lineup`: all strategies, sorted, joined by commas (as in the tables)."""

    variant: str
    lineup: str
    players: int
    analysis: Analysis


@dataclass(frozen=True)
class VariantEffect:
    """One variant against the baseline, with the same line-up."""

    variant: str
    baseline: str
    lineup: str
    players: int
    comparison: Comparison


@dataclass(frozen=True)
class BestCell:
    """E8: the best of several variants, chosen on the even blocks and reported on the odd ones.

    Attributes:
        question: "fairest seats", "shortest", "longest", "most success". variants: those it was chosen from.
        best: the variant. selected: what was seen where it was chosen (too good, on average).
        reported: the honest number, from the other half. share: True for fractions of 1.
        baseline: the baseline's number on the same half as `reported`; None if it is no candidate.
    """

    question: str
    lineup: str
    players: int
    variants: tuple[str, ...]
    best: str
    selected: float
    reported: Interval
    baseline: Interval | None
    unit: str
    share: bool
    words: str


@dataclass(frozen=True)
class LargestEffect:
    """E5 for the best of K variants: the largest |effect| on a number, beside what luck alone would show."""

    key: str
    label: str
    unit: str
    share: bool
    lineup: str
    players: int
    variant: str
    size: float
    noise: NoiseFloor | None


@dataclass(frozen=True)
class StudyAnalysis:
    """All answers on a study. `variants`: in the order of the study, the baseline first."""

    variants: tuple[str, ...]
    baseline: str
    confidence: float
    margin: float | None
    cells: tuple[CellAnswer, ...]
    effects: tuple[VariantEffect, ...]
    best: tuple[BestCell, ...]
    largest: tuple[LargestEffect, ...]

    def cell(self, variant: str, lineup: str, players: int) -> CellAnswer | None:
        """One cell, if it was played."""
        asked = (variant, lineup, players)
        return next((c for c in self.cells if (c.variant, c.lineup, c.players) == asked), None)
