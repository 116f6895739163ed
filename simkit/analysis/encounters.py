"""Who met whom and who won, summed over batches of blocks: what ratings and the meta-game are computed from."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from simkit.analysis.batches import BatchSums
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.estimate import Array


@dataclass(frozen=True)
class Encounters:
    """Sums of one or several line-ups.

    Attributes:
        strategies: names. who: int[arrangements, n], index into `strategies`.
        credit: float64[batches, arrangements, n], credits won by each place.
        ahead: float64[batches, k, k]: how often a seat of i finished before a seat of j, ties half; ahead[i, j] +
            ahead[j, i] is the number of meetings with a ranking.
    """

    strategies: tuple[str, ...]
    who: Array
    credit: Array
    ahead: Array

    @property
    def batches(self) -> int:
        """Number of batches."""
        return len(self.credit)

    def meetings(self) -> Array:
        """float64[k, k]: meetings with a ranking, over all batches."""
        ahead = self.ahead.sum(axis=0)
        total: Array = ahead + ahead.T
        return total

    def probabilities(self, weights: Array | None = None) -> Array:
        """P[i, j], the probability that a seat of i finishes before a seat of j (M13); NaN where they never met.

        Args:
            weights: of the batches (a resample); None: all once.
        """
        ahead = self.ahead.sum(axis=0) if weights is None else np.einsum("b,bij->ij", weights, self.ahead)
        total = ahead + ahead.T
        with np.errstate(invalid="ignore"):
            shares: Array = ahead / np.where(total > 0, total, np.nan)
        np.fill_diagonal(shares, 0.5)
        return shares

    def groups(self) -> list[tuple[str, ...]]:
        """Strategies that are tied together by tables at which several of them sit, the largest group first.

        Nothing compares two groups, or a strategy that only ever met its own copies: it is in no group.
        """
        tied = np.arange(len(self.strategies))
        for row in self.who:
            tied[np.isin(tied, tied[row])] = tied[row].min()
        names = [tuple(self.strategies[i] for i in np.flatnonzero(tied == first)) for first in np.unique(tied)]
        return sorted((group for group in names if len(group) > 1), key=lambda group: (-len(group), group))

    def only(self, names: Sequence[str]) -> Encounters:
        """The same for some strategies: match-ups among them, and tables where nobody else sits."""
        kept = [self.strategies.index(name) for name in names]
        place = np.full(len(self.strategies), -1)
        place[kept] = range(len(kept))
        rows = np.flatnonzero((place[self.who] >= 0).all(axis=1))
        return Encounters(
            tuple(names), place[self.who[rows]], self.credit[:, rows], self.ahead[:, kept][:, :, kept]
        )  # fmt: skip


def join(parts: Sequence[Encounters]) -> Encounters:
    """Several line-ups as one field; they must have the same number of seats. Batches are matched by number."""
    names = tuple(sorted({name for part in parts for name in part.strategies}))
    batches = min(part.batches for part in parts)
    ahead = np.zeros((batches, len(names), len(names)))
    who, credit = [], []
    for part in parts:
        at = np.array([names.index(name) for name in part.strategies])
        ahead[np.ix_(np.arange(batches), at, at)] += _folded(part.ahead, batches)
        who.append(at[part.who])
        credit.append(_folded(part.credit, batches))
    return Encounters(names, np.concatenate(who), np.concatenate(credit, axis=1), ahead)


def _folded(sums: Array, batches: int) -> Array:
    """Batch k becomes part of batch k modulo `batches`."""
    out = np.zeros((batches, *sums.shape[1:]))
    np.add.at(out, np.arange(len(sums)) % batches, sums)
    return out


class EncounterCounter:
    """Collects the sums of one run. Only made where two strategies or more sit at the table."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self._seatings = len(shape.seatings)
        k = len(shape.strategies)
        self._who = shape.who[: self._seatings]
        self._places = self._seatings * shape.players
        self._sums = BatchSums(self._places + k * k)

    def add(self, blocks: Blocks) -> None:
        """Take the credits and ranks of a range of blocks."""
        n, k = self.shape.players, len(self.shape.strategies)
        credit = np.nan_to_num(blocks.seat("credit")).reshape(blocks.count, -1, self._seatings * n).sum(axis=1)
        rank = blocks.seat("rank")
        ahead = np.zeros((blocks.count, k * k))
        for a, b in itertools.combinations(range(n), 2):
            gap = np.sign(rank[:, :, b] - rank[:, :, a])  # 1: seat a is ahead
            first = np.where(np.isnan(gap), 0.0, (1 + gap) / 2)
            second = np.where(np.isnan(gap), 0.0, (1 - gap) / 2)
            for i, j in np.unique(self.shape.who[:, [a, b]], axis=0):
                if i != j:
                    games = np.flatnonzero((self.shape.who[:, a] == i) & (self.shape.who[:, b] == j))
                    ahead[:, i * k + j] += first[:, games].sum(axis=1)
                    ahead[:, j * k + i] += second[:, games].sum(axis=1)
        self._sums.add(np.hstack([credit, ahead]))

    def answer(self) -> Encounters:
        """The sums by batch."""
        k, sums = len(self.shape.strategies), self._sums.sums()
        credit, ahead = sums[:, : self._places], sums[:, self._places :]
        return Encounters(
            self.shape.strategies, self._who, credit.reshape(len(sums), self._seatings, -1),
            ahead.reshape(len(sums), k, k),
        )  # fmt: skip
