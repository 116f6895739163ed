"""A whole study: every cell, every variant against the baseline on the same deals, the best of several variants."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from simkit.analysis.analyse import Inquiry
from simkit.analysis.answers import (
    BestCell,
    CellAnswer,
    Comparison,
    LargestEffect,
    StudyAnalysis,
    VariantEffect,
)
from simkit.analysis.blocks import ROWS_AT_ONCE, Blocks, read_range
from simkit.analysis.changes import unpaired_reasons
from simkit.analysis.compare import FEWEST_SHARED, Contest, ranges_of
from simkit.analysis.estimate import Moments
from simkit.analysis.headline import choose_band, choose_confidence, choose_margin
from simkit.analysis.measures import Sums
from simkit.analysis.noise import largest_of
from simkit.analysis.results import StudyCell
from simkit.analysis.selection import Halves, best_cells
from simkit.analysis.vocabulary import Vocabulary, vocabulary_of
from simkit.errors import UsageError

LARGEST_OF = ("first_seat", "success", "turns")
"""Numbers whose largest effect among the variants is shown beside its noise floor (E5)."""


def analyse_study(
    cells: Sequence[StudyCell],
    confidence: float | None = None,
    margin: float | None = None,
    band: tuple[float, float] | None = None,
    *,
    rows_at_once: int = ROWS_AT_ONCE,
) -> StudyAnalysis:
    """Answer every question about a study, in one pass over its tables; memory does not grow with the games.

    Args:
        cells: one variant with one line-up each; the variant of the first is the baseline.
        confidence, margin, band: as in `analyse`; None: those of each cell's manifest.
        rows_at_once: rows of a seats table held in memory at a time.

    Raises:
        UsageError: no cells, a cell twice, or confidence, margin or band out of range.
        DataError: a cell without games, or with blocks that are incomplete.
    """
    if not cells:
        raise UsageError("a study needs at least one cell: a variant with a line-up; none came.")
    keys = [(c.variant, c.lineup, c.players) for c in cells]
    if len(set(keys)) < len(keys):
        twice = next(k for k in keys if keys.count(k) > 1)
        raise UsageError(f"each variant may come once with each line-up; {twice[0]} with {twice[1]} came twice.")
    manifest, baseline = cells[0].results.manifest, cells[0].variant
    groups: dict[tuple[str, int], list[StudyCell]] = {}
    for cell in cells:
        groups.setdefault((cell.lineup, cell.players), []).append(cell)
    answers: dict[tuple[str, str, int], CellAnswer] = {}
    effects: list[VariantEffect] = []
    best: list[BestCell] = []
    largest: list[LargestEffect] = []
    for (lineup, players), members in groups.items():
        table = _Table(members, baseline, confidence, margin, band)
        table.read(rows_at_once)
        for cell, inquiry in zip(table.cells, table.inquiries, strict=True):
            answers[cell.variant, lineup, players] = CellAnswer(cell.variant, lineup, players, inquiry.answer())
        here = [
            VariantEffect(cell.variant, baseline, lineup, players, comparison)
            for cell, comparison in table.comparisons(rows_at_once)
        ]
        effects += here
        best += table.best()
        largest += table.largest(here)
    return StudyAnalysis(
        variants=tuple(dict.fromkeys(c.variant for c in cells)),
        baseline=baseline,
        confidence=choose_confidence(manifest, confidence),
        margin=choose_margin(manifest, margin),
        cells=tuple(answers[key] for key in keys),
        effects=tuple(effects),
        best=tuple(best),
        largest=tuple(largest),
    )


@dataclass
class _Joint:
    """Effects of all variants on one number, block by block: their covariance gives the noise floor (E5)."""

    moments: Moments
    complete: bool = True


class _Table:
    """The variants that were played with one line-up. The baseline, if it is among them, stands first."""

    def __init__(
        self,
        members: Sequence[StudyCell],
        baseline: str,
        confidence: float | None,
        margin: float | None,
        band: tuple[float, float] | None,
    ) -> None:
        self.cells = sorted(members, key=lambda cell: cell.variant != baseline)  # stable: the order of the study
        self.words: Vocabulary = vocabulary_of([cell.results for cell in self.cells])
        self.inquiries = [Inquiry(c.results, confidence, margin, band, self.words) for c in self.cells]
        first = self.cells[0].results.manifest
        self.confidence, band = choose_confidence(first, confidence), choose_band(first, band)
        cooperative = self.inquiries[0].cooperative
        self.halves = [Halves(inquiry.shape, cooperative, band) for inquiry in self.inquiries]
        has_baseline = self.cells[0].variant == baseline
        base = self.inquiries[0]
        self.contests = [
            Contest((base.run, other.run), (base.shape, other.shape), self.words, self.confidence, base.margin)
            for other in (self.inquiries[1:] if has_baseline else [])
        ]
        self._joint: dict[int, _Joint] = {}
        if self.contests:
            keys = [measure.key for measure in self.contests[0].measures]
            self._joint = {keys.index(k): _Joint(Moments(len(self.contests))) for k in LARGEST_OF if k in keys}

    def read(self, rows_at_once: int) -> None:
        """One pass over all cells, range by range; of each range one cell at a time is in memory."""
        columns = self.words.columns()
        for here in ranges_of([inquiry.shape for inquiry in self.inquiries], rows_at_once):
            numbers: list[tuple[Blocks, list[Sums]] | None] = []
            for i, inquiry in enumerate(self.inquiries):
                part = read_range(inquiry.run, inquiry.shape, *columns, here)
                if part is not None:
                    inquiry.add(part)
                    self.halves[i].add(part)
                numbers.append(None if part is None or not self.contests else self._of(i, part))
            # Without the baseline (its cell may be damaged, or not yet played) nothing is compared.
            for contest, after in zip(self.contests, numbers[1:] if self.contests else (), strict=True):
                contest.add(numbers[0], after)
            self._add_joint(numbers)

    def _of(self, index: int, part: Blocks) -> tuple[Blocks, list[Sums]]:
        numbers = self.contests[max(0, index - 1)].numbers(part)
        # Only which blocks they are is still needed.
        return Blocks(part.shape, part.count, {}, {}, part.numbers), numbers

    def _add_joint(self, numbers: Sequence[tuple[Blocks, list[Sums]] | None]) -> None:
        whole = [part for part in numbers if part is not None]
        if not self.contests or not whole:
            return
        same = len(whole) == len(numbers) and all(np.array_equal(p[0].numbers, whole[0][0].numbers) for p in whole)
        for index, joint in self._joint.items():
            joint.complete = joint.complete and same
            if same:
                values = [top / bottom for top, bottom in (part[1][index] for part in whole)]
                joint.moments.add(np.stack([value - values[0] for value in values[1:]], axis=1))

    def comparisons(self, rows_at_once: int) -> Iterator[tuple[StudyCell, Comparison]]:
        """Every variant against the baseline."""
        for cell, contest in zip(self.cells[1:], self.contests, strict=False):
            reasons = unpaired_reasons(contest.runs[0].manifest, contest.runs[1].manifest)
            if not reasons and contest.pairs.blocks < FEWEST_SHARED:
                reasons = ["they share too few deals"]
            if reasons:
                yield cell, contest.answer_unpaired(reasons, rows_at_once, self.words)
            else:
                yield cell, contest.answer_paired()

    def best(self) -> tuple[BestCell, ...]:
        """The best variant for every question."""
        head = self.cells[0]
        unit = str(head.results.manifest.get("labels", {}).get("turn_label") or "turns").split(" (")[0]
        names = [cell.variant for cell in self.cells]
        return best_cells(names, self.halves, head.lineup, head.players, unit, self.confidence)

    def largest(self, effects: Sequence[VariantEffect]) -> list[LargestEffect]:
        """The largest effect among the variants on each headline number."""
        found = []
        for index, joint in self._joint.items():
            key = self.contests[0].measures[index].key
            seen = [(e.variant, effect) for e in effects if (effect := e.comparison.effect(key)) is not None]
            known = [(variant, e) for variant, e in seen if e.difference.value is not None]
            if not known:
                continue
            variant, effect = max(known, key=lambda pair: abs(pair[1].difference.value or 0.0))
            noise = largest_of(joint.moments.covariance(), joint.moments.blocks) if joint.complete else None
            head = self.cells[0]
            size = abs(effect.difference.value or 0.0)
            found.append(
                LargestEffect(
                    key, effect.label, effect.unit, effect.share, head.lineup, head.players, variant, size, noise
                )
            )
        return found
