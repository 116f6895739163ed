"""Which strategy wins (win share against the fair share), and who outranks whom (M13)."""

from __future__ import annotations

import itertools

import numpy as np

from simkit.analysis.answers import Headline, Interval, Matchup, StrategyAnswer, StrategyShare
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.credits import Credits, capped_bounds
from simkit.analysis.estimate import SHARE, Array, Means


class Matchups:
    """P_ij for i < j: at each table every seat of i is compared with every seat of j; a shared rank is half."""

    def __init__(self, shape: Shape) -> None:
        self.shape = shape
        self.pairs = list(itertools.combinations(range(len(shape.strategies)), 2))
        self._means = Means(len(self.pairs))
        self._unranked = np.zeros(len(self.pairs))  # pairs of seats in games without a ranking
        self._ranked = np.zeros(len(self.pairs))
        # Two seats, the column they count for, in which games of a block, and whether the second seat holds i.
        self._plans: list[tuple[int, int, int, Array, bool]] = []
        for a, b in itertools.combinations(range(shape.players), 2):
            for column, (i, j) in enumerate(self.pairs):
                for first, second, swapped in ((i, j, False), (j, i, True)):
                    games = np.flatnonzero((shape.who[:, a] == first) & (shape.who[:, b] == second))
                    if len(games):
                        self._plans.append((a, b, column, games, swapped))

    def add(self, blocks: Blocks) -> None:
        """Take the ranks of a range of blocks (NaN: the game has no ranking, and counts for no pair)."""
        if not self.pairs:
            return
        rank = blocks.seat("rank")
        top = np.zeros((blocks.count, len(self.pairs)))
        bottom = np.zeros_like(top)
        for a, b, column, games, swapped in self._plans:
            gap = np.sign(rank[:, games, b] - rank[:, games, a])  # 1: seat a is ahead
            ranked = ~np.isnan(gap)
            ahead = np.where(ranked, (1 - gap if swapped else 1 + gap) / 2, 0.0)
            top[:, column] += ahead.sum(axis=1)
            bottom[:, column] += ranked.sum(axis=1)
            self._unranked[column] += np.count_nonzero(~ranked)
        self._ranked += bottom.sum(axis=0)
        self._means.add(top, bottom)

    def answer(self, confidence: float, unranked: float) -> tuple[Matchup, ...]:
        """Every ordered pair; P_ji is 1 - P_ij, from the same numbers."""
        names, found = self.shape.strategies, []
        for column, (i, j) in enumerate(self.pairs):
            p = self._means.interval(column, confidence, SHARE)
            bounds = self._bounds(column, p.value)
            other = None if bounds is None else (1 - bounds[1], 1 - bounds[0])
            found.append(Matchup(names[i], names[j], p, unranked, bounds))
            found.append(Matchup(names[j], names[i], _turned(p), unranked, other))
        return tuple(sorted(found, key=lambda m: (m.strategy, m.against)))

    def _bounds(self, column: int, value: float | None) -> tuple[float, float] | None:
        """E9: all games without a ranking lost, or all won; None if there is none."""
        unranked, ranked = float(self._unranked[column]), float(self._ranked[column])
        if not unranked:
            return None
        ahead = 0.0 if value is None else value * ranked
        return ahead / (ranked + unranked), (ahead + unranked) / (ranked + unranked)


def strategy_answer(
    credits: Credits, matchups: Matchups, headline: Headline, capped: float, unranked: float
) -> StrategyAnswer:
    """Win shares and match-ups. `capped`, `unranked`: shares of games."""
    n, found = headline.players, []
    for name in headline.strategies:
        entry = n + credits.shape.strategies.index(name)
        share = credits.share(entry, headline.confidence)
        places = headline.lineup.count(name)
        found.append(
            StrategyShare(
                strategy=name,
                seats=places,
                yardstick=name in headline.yardsticks,
                share=share,
                deviation=credits.deviation(entry, headline.confidence),
                bounds=capped_bounds(share.value, capped, places),
            )
        )
    pairs = matchups.answer(headline.confidence, unranked)
    return StrategyAnswer(len(headline.strategies) == 1, credits.fair, tuple(found), pairs)


def _turned(p: Interval) -> Interval:
    low, high = (None if x is None else 1 - x for x in (p.high, p.low))
    return Interval(None if p.value is None else 1 - p.value, low, high, p.se, p.blocks, p.method)
