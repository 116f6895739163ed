"""M18: what goes with winning. Cards (or actions) drawn, played and held, and every other tally of a seat.

A game says which of its tallies belong to a card by their names: `drawn_x`, `played_x` and `held_x` (held unplayed at
the end); the label of each is "Name: words". All this is association: whoever is winning anyway may draw more cards.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
from scipy import special

from simkit.analysis.answers import Card, CardAnswer, CardUse, Interval, Link, NoiseFloor, Use
from simkit.analysis.batches import BatchSums, jackknife, jackknife_interval
from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import ANY, SHARE, Array, Bounds
from simkit.analysis.families import benjamini_hochberg
from simkit.analysis.tallies import TallyInfo

USES: tuple[Use, ...] = ("drawn", "played", "held")
LIFT: Bounds = (-1.0, 1.0)
SEED = 20_118
DRAWS = 20_000
ENOUGH = 20
"""Batches with a seat of a sort from which "they always lost" is believed, without a spread to measure it by."""


class CardCounter:
    """Collects the card tallies of a game."""

    def __init__(self, infos: Sequence[TallyInfo]) -> None:
        self._names = card_names(infos)
        self._infos = {i.name: i for i in infos}
        self._columns = [(use, name) for name in self._names for use in USES if f"{use}_{name}" in self._infos]
        # For each use: seats with it, their credit; for each card: drawn, held; then seats and credit of all.
        self._sums = BatchSums(2 * len(self._columns) + 2 * len(self._names) + 2)

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        credit = np.nan_to_num(blocks.seat("credit"))
        rows = []
        for use, name in self._columns:
            has = np.nan_to_num(blocks.seat(f"{use}_{name}")) > 0
            rows += [has.sum(axis=(1, 2)), np.where(has, credit, 0.0).sum(axis=(1, 2))]
        for name in self._names:
            for use in ("drawn", "held"):
                known = f"{use}_{name}" in self._infos
                rows.append(np.nan_to_num(blocks.seat(f"{use}_{name}")).sum(axis=(1, 2)) if known else rows[0] * 0.0)
        rows += [np.full(blocks.count, float(credit[0].size)), credit.sum(axis=(1, 2))]
        self._sums.add(np.column_stack(rows).astype(np.float64))

    def answer(self, confidence: float) -> CardAnswer | None:
        """None where the game counts no cards."""
        if not self._columns:
            return None
        sums, u, c = self._sums.sums(), len(self._columns), len(self._names)

        def statistic(s: Array) -> Array:
            seats, credit = s[..., 0 : 2 * u : 2], s[..., 1 : 2 * u : 2]
            drawn, held = s[..., 2 * u : 2 * u + 2 * c : 2], s[..., 2 * u + 1 : 2 * u + 2 * c : 2]
            places, won = s[..., -2:-1], s[..., -1:]
            yes, no = _ratio(credit, seats), _ratio(won - credit, places - seats)
            return np.concatenate([yes, no, yes - no, _ratio(held, drawn), seats / places], axis=-1)

        values, covariance = jackknife(sums, statistic)
        variance, n = np.diag(covariance), len(sums)

        def interval(k: int, bounds: Bounds, batches: int = n) -> Interval:
            return _interval(values[k], variance[k], batches, confidence, bounds)

        seats, credit = sums[:, 0 : 2 * u : 2], sums[:, 1 : 2 * u : 2]
        yes, no = _evidence(seats, credit), _evidence(sums[:, -2:-1] - seats, sums[:, -1:] - credit)
        lifts = [interval(2 * u + k, LIFT, min(yes[k], no[k])) for k in range(u)]
        p_values = benjamini_hochberg([p_two_sided(lift) for lift in lifts])
        uses: dict[str, list[CardUse]] = {name: [] for name in self._names}
        for k, (use, name) in enumerate(self._columns):
            uses[name].append(
                CardUse(
                    use,
                    interval(k, SHARE, yes[k]),
                    interval(u + k, SHARE, no[k]),
                    lifts[k],
                    float(values[3 * u + c + k]),
                    p_values[k],
                )
            )
        cards = []
        for k, name in enumerate(self._names):
            counted = {f"drawn_{name}", f"held_{name}"} <= set(self._infos)
            dead = interval(3 * u + k, SHARE) if counted else None
            cards.append(Card(self._label(name), tuple(uses[name]), dead if dead and dead.value is not None else None))
        judged = [2 * u + k for k in range(u) if lifts[k].se]
        return CardAnswer(tuple(cards), _noise(covariance[np.ix_(judged, judged)]))

    def _label(self, name: str) -> str:
        info = next(self._infos[f"{use}_{name}"] for use in USES if f"{use}_{name}" in self._infos)
        return info.label.split(":", 1)[0].strip() or name


def card_names(infos: Sequence[TallyInfo]) -> list[str]:
    """Cards that are counted as drawn or played, in the order of their tallies."""
    found: dict[str, None] = {}
    for info in infos:
        use, _, name = info.name.partition("_")
        if info.scope == "seat" and info.kind == "count" and name and use in ("drawn", "played"):
            found[name] = None
    return list(found)


class LinkCounter:
    """Collects how every other tally of a seat goes with winning: sums of x, x^2, credit and their product."""

    def __init__(self, infos: Sequence[TallyInfo]) -> None:
        cards = {f"{use}_{name}" for name in card_names(infos) for use in USES}
        seats = [i for i in infos if i.scope == "seat" and i.name not in cards]
        self._columns: list[tuple[TallyInfo, int | None]] = []
        for info in seats:
            codes = range(len(info.words)) if info.kind == "category" else [None]
            self._columns += [(info, code) for code in codes]
        self._sums = BatchSums(5 * len(self._columns))

    def add(self, blocks: Blocks) -> None:
        """Take a range of blocks."""
        if not self._columns:
            return
        credit = blocks.seat("credit")
        rows = []
        for info, code in self._columns:
            x = blocks.seat(info.name)
            known = ~(np.isnan(x) | np.isnan(credit))
            y = np.where(known, credit, 0.0)
            x = np.where(known, x if code is None else x == code, 0.0)
            rows += [r.sum(axis=(1, 2)) for r in (known, x, x * x, y, x * y)]
        self._sums.add(np.column_stack(rows).astype(np.float64))

    def answer(self, confidence: float) -> tuple[Link, ...]:
        """One link for each tally (one a category), in the order of the game; those that never vary are left out."""
        if not self._columns:
            return ()
        sums = self._sums.sums()

        def statistic(s: Array) -> Array:
            n, x, xx, y, xy = (s[..., k::5] for k in range(5))
            return _ratio(n * xy - x * y, n * xx - x * x)

        values, covariance = jackknife(sums, statistic)
        variance = np.diag(covariance)
        found = []
        for k, (info, code) in enumerate(self._columns):
            known, x, _, y, xy = (sums[:, 5 * k + j : 5 * k + j + 1] for j in range(5))
            [batches] = _evidence(x, xy)
            if info.kind in ("flag", "category"):
                batches = min(batches, *_evidence(known - x, y - xy))
            slope = _interval(values[k], variance[k], batches, confidence, ANY)
            if slope.value is not None:
                word = None if code is None else info.words[code]
                found.append(Link(info.name, info.label, info.unit, info.kind, word, slope, p_two_sided(slope)))
        adjusted = benjamini_hochberg([link.p for link in found])
        return tuple(
            Link(i.name, i.label, i.unit, i.kind, i.category, i.slope, p) for i, p in zip(found, adjusted, strict=True)
        )


def _ratio(top: Array, bottom: Array) -> Array:
    """Quotient; NaN where the bottom is 0 (up to rounding)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        shares: Array = np.where(np.abs(bottom) > 1e-9, top / np.where(bottom == 0, 1.0, bottom), np.nan)
    return shares


def _evidence(amount: Array, credit: Array) -> list[int]:
    """How many batches tell something of each column: those with such seats; 1 where that is too little to judge it.

    A seat or two that did a rare thing and all won (or all lost) have no spread among them: what is left is the spread
    of all the others, and that would make two seats a certainty.

    Args:
        amount: float64[batches, columns], seats of a sort, or what is counted of them. credit: theirs.
    """
    batches = (np.abs(amount) > 1e-9).sum(axis=0)
    total, won = amount.sum(axis=0), credit.sum(axis=0)
    flat = (np.abs(won) < 1e-9) | (np.abs(total - won) < 1e-9)
    found: list[int] = np.where((batches < 2) | (flat & (batches < ENOUGH)), 1, batches).tolist()
    return found


def _interval(value: float, variance: float, batches: int, confidence: float, bounds: Bounds) -> Interval:
    """By the jackknife; everything possible where there is only one batch to judge by."""
    return jackknife_interval(float(value), float(variance) if batches > 1 else math.nan, batches, confidence, bounds)


def p_two_sided(difference: Interval) -> float | None:
    """p-value of "no difference"; None where the spread is unknown."""
    if difference.value is None or not difference.se:
        return None
    return min(1.0, 2 * float(special.stdtr(difference.blocks - 1, -abs(difference.value) / difference.se)))


def _noise(covariance: Array) -> NoiseFloor | None:
    """E5 for the card with the largest lift: simulated from the covariance of the lifts, centred on none."""
    kept = np.flatnonzero(np.isfinite(np.diag(covariance)) & (np.diag(covariance) > 0))
    if not len(kept):
        return None
    values, vectors = np.linalg.eigh(covariance[np.ix_(kept, kept)])
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    rng = np.random.Generator(np.random.PCG64(SEED))
    largest = np.abs(rng.standard_normal((DRAWS, len(kept))) @ root).max(axis=1)
    mean, p95 = float(largest.mean()), float(np.quantile(largest, 0.95))
    return NoiseFloor(mean, p95) if math.isfinite(mean) else None
