"""M9: how likely a seat is to win, by how far the game is, how it stands against the others, and which seat it is.

Empirical: counted on the games of one half of the blocks, and then applied to those of the other. "How far" is the
share of the game's turns, so it is hindsight: players do not know how long their game will be.
"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import SurfaceCell
from simkit.analysis.estimate import Array
from simkit.analysis.traces import TracedGames

PROGRESS_BINS = 10
LEAD_BINS = 11
PRIOR = 2.0
"""Games' worth of the seat's own win share that is mixed into every cell, so that empty ones have a value."""


class Surface:
    """Counts on one half of the games; after `fit` it tells probabilities."""

    def __init__(self, players: int) -> None:
        self._n = players
        self._counts: dict[float, Array] = {}  # lead -> [progress, seat, (states, credit)]
        self._wins = np.zeros(players)
        self._games = 0
        self.edges = np.zeros(0)
        self.probability = np.zeros((PROGRESS_BINS, 0, players))
        self.count = np.zeros((PROGRESS_BINS, 0, players))

    def add(self, games: TracedGames) -> None:
        """Count the states of these games before their last turn."""
        self._wins += games.credit.sum(axis=0)
        self._games += len(games.block)
        before, lead = games.progress < 1, games.lead
        bins = _progress_bin(games.progress[before])
        values, index = np.unique(lead[before], return_inverse=True)
        index = index.reshape(-1, self._n)
        won = games.credit[games.game[before]]
        for seat in range(self._n):
            code = index[:, seat] * PROGRESS_BINS + bins
            size = len(values) * PROGRESS_BINS
            states = np.bincount(code, minlength=size).reshape(len(values), PROGRESS_BINS)
            credit = np.bincount(code, won[:, seat], minlength=size).reshape(len(values), PROGRESS_BINS)
            for i in np.flatnonzero(states.any(axis=1)):
                cell = self._counts.setdefault(float(values[i]), np.zeros((PROGRESS_BINS, self._n, 2)))
                cell[:, seat, 0] += states[i]
                cell[:, seat, 1] += credit[i]

    @property
    def prior(self) -> Array:
        """Win share of every seat before the first turn, float64[n], adding up to 1 where games have winners."""
        total = self._wins.sum()
        return self._wins / total if total > 0 else np.full(self._n, 1 / self._n)

    def fit(self) -> None:
        """Put leads into bins of about as many states each, and estimate every cell."""
        leads = np.array(sorted(self._counts))
        table = np.array([self._counts[float(lead)] for lead in leads]).reshape(len(leads), PROGRESS_BINS, self._n, 2)
        weight = table[..., 0].sum(axis=(1, 2))
        share = (np.cumsum(weight) - weight / 2) / max(weight.sum(), 1.0)
        # A level lead (0) is a bin of its own wherever it is common: ties mean something else than a lead of one.
        bins = np.floor(share * LEAD_BINS)
        starts = np.flatnonzero(np.r_[True, bins[1:] != bins[:-1]]) if len(leads) else np.zeros(0, dtype=int)
        self.edges = leads[starts]
        self._lows, self._highs = self.edges, leads[np.r_[starts[1:] - 1, len(leads) - 1]] if len(leads) else self.edges
        sums = np.add.reduceat(table, starts, axis=0) if len(leads) else np.zeros((0, PROGRESS_BINS, self._n, 2))
        self.count = sums[..., 0].transpose(1, 0, 2)
        self.probability = (sums[..., 1].transpose(1, 0, 2) + PRIOR * self.prior) / (self.count + PRIOR)

    def beliefs(self, games: TracedGames) -> Array:
        """Win probabilities in every state, float64[k, n], adding up to 1 over the seats."""
        bins = _progress_bin(games.progress)
        lead = np.clip(np.searchsorted(self.edges, games.lead, side="right") - 1, 0, None)
        found = self.probability[bins[:, None], lead, np.arange(self._n)]
        belief: Array = found / found.sum(axis=1, keepdims=True)
        return belief

    def cells(self) -> tuple[SurfaceCell, ...]:
        """All cells that states fell into."""
        return tuple(
            SurfaceCell(
                progress_low=float(p / PROGRESS_BINS),
                progress_high=float((p + 1) / PROGRESS_BINS),
                lead_low=float(self._lows[b]),
                lead_high=float(self._highs[b]),
                seat=int(s) + 1,
                probability=float(self.probability[p, b, s]),
                count=int(self.count[p, b, s]),
            )
            for p, b, s in zip(*np.nonzero(self.count), strict=True)
        )


def _progress_bin(progress: Array) -> Array:
    return np.minimum((progress * PROGRESS_BINS * (1 + 1e-12)).astype(np.int64), PROGRESS_BINS - 1)
