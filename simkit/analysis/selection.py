"""E8: the best of several variants, chosen on one half of the deals and reported on the other.

Whoever names the best of many numbers names, in part, the luckiest: on the deals that it was chosen by it looks better
than it is. The other half knows nothing of the choice. Even blocks choose, odd blocks report.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from simkit.analysis.answers import BestCell, Interval
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.credits import Credits
from simkit.analysis.effects import range_words
from simkit.analysis.estimate import COUNT, SHARE, Means
from simkit.analysis.numbers import block_sums

FEWEST_VARIANTS = 3
"""A baseline and one variant are compared, not chosen among."""


class Halves:
    """What the best variant could be chosen by, on even blocks (0) and odd ones (1)."""

    def __init__(self, shape: Shape, cooperative: bool, band: tuple[float, float] | None) -> None:
        self._cooperative, self._band = cooperative, band
        self._credits = [Credits(shape) for _ in range(2)]
        self._turns = [Means(1) for _ in range(2)]
        self._outside = [Means(1) for _ in range(2)]
        self._success = [Means(1) for _ in range(2)]

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        odd = blocks.numbers % 2 == 1
        for half, rows in enumerate((~odd, odd)):
            turns = blocks.game("turns")[rows]
            if not len(turns):
                continue
            self._turns[half].add(*block_sums(turns))
            if self._band is not None:
                outside = (turns < self._band[0]) | (turns > self._band[1])
                self._outside[half].add(*block_sums(outside.astype(np.float64)))
            if self._cooperative:
                self._success[half].add(*block_sums(blocks.game("success")[rows]))
            else:
                credit = blocks.seat("credit")[rows]
                self._credits[half].add(Blocks(blocks.shape, len(credit), {}, {"credit": credit}))

    def questions(self) -> tuple[str, ...]:
        """What can be asked."""
        found = ["most success"] if self._cooperative else ["fairest seats"]
        found += ["shortest", "longest"]
        return (*found, "most games within the band") if self._band else tuple(found)

    def value(self, question: str, half: int, confidence: float) -> Interval:
        """The number that the question is about."""
        if question == "fairest seats":
            return worst_seat(self._credits[half], confidence)
        if question == "most success":
            return self._success[half].interval(0, confidence, SHARE)
        if question == "most games within the band":
            return self._outside[half].interval(0, confidence, SHARE)
        return self._turns[half].interval(0, confidence, COUNT)


def worst_seat(credits: Credits, confidence: float) -> Interval:
    """How far the seat that is furthest off is off, with an interval that allows for its being the furthest.

    The largest |deviation| lies between the largest lower and the largest upper bound of all seats' |deviations|, if
    every seat's interval holds: each is made at 1 - (1 - confidence)/n (Bonferroni).
    """
    n = credits.shape.players
    if credits.moments.blocks < 2:
        return Interval(None, 0.0, 1.0, None, credits.moments.blocks, "everything")
    each = 1 - (1 - confidence) / n
    found = [credits.deviation(seat, each) for seat in range(n)]
    if any(d.method == "everything" or d.low is None or d.high is None for d in found):
        value = max(abs(d.value or 0.0) for d in found)
        return Interval(value, 0.0, 1.0, None, credits.moments.blocks, "everything")
    low = max(max(0.0, d.low or 0.0, -(d.high or 0.0)) for d in found)
    high = max(max(abs(d.low or 0.0), abs(d.high or 0.0)) for d in found)
    return Interval(max(abs(d.value or 0.0) for d in found), low, high, None, credits.moments.blocks, "t")


def best_cells(
    variants: Sequence[str], halves: Sequence[Halves], lineup: str, players: int, unit: str, confidence: float
) -> tuple[BestCell, ...]:
    """Name the best variant for every question. `variants`: the baseline first; `unit`: of a length."""
    if len(variants) < FEWEST_VARIANTS:
        return ()
    found = []
    for question in halves[0].questions():
        seen = [h.value(question, 0, confidence).value for h in halves]
        if any(value is None for value in seen):
            continue
        known = [value for value in seen if value is not None]
        best = known.index(max(known) if question in ("longest", "most success") else min(known))
        reported = halves[best].value(question, 1, confidence)
        baseline = halves[0].value(question, 1, confidence)
        share = question not in ("shortest", "longest")
        found.append(
            BestCell(
                question=question,
                lineup=lineup,
                players=players,
                variants=tuple(variants),
                best=variants[best],
                selected=known[best],
                reported=reported,
                baseline=baseline,
                unit="points" if share else unit,
                share=share,
                words=_words(question, variants[best], known[best], reported, baseline, unit, len(known)),
            )
        )
    return tuple(found)


def _words(question: str, best: str, selected: float, reported: Interval, baseline: Interval, unit: str, n: int) -> str:
    share = question not in ("shortest", "longest")
    scale = 100 if share else 1
    what = {
        "fairest seats": "the seat furthest from fair is off by {} points",
        "most success": "the table succeeds in {} of 100 games",
        "most games within the band": "{} of 100 games fall outside the band",
    }.get(question, f"{{}} {unit} on average")
    if reported.value is None:
        return f"{question} of {n} variants: {best}, but too few deals were left to report it on"
    shown = f"{scale * reported.value:.1f}{range_words(reported, scale)}"
    text = f"{question} of {n} variants: {best}; {what.format(shown)}, on deals that did not choose it"
    if baseline.value is not None:
        text += f" (baseline {scale * baseline.value:.1f}; where it was chosen it showed {scale * selected:.1f})"
    return text
