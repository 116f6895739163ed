"""Traced games as arrays: how every seat stood after each turn, how long the game was, and who won."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import polars as pl

from simkit.analysis.blocks import KEYS, collect
from simkit.analysis.estimate import Array, Means
from simkit.analysis.results import Results, Traced
from simkit.errors import DataError

ROWS_AT_ONCE = 1_000_000
"""Rows of the table of traces read at once, about."""


@dataclass(frozen=True)
class TracedGames:
    """Some traced games; m games, k states (a game after a turn), n seats. States stand game by game, turn by turn.

    Attributes:
        block: int64[m]. turns: int64[m], length of the game. credit: float64[m, n].
        game: int64[k], index of the state's game. turn: int64[k], completed turns. standing: float64[k, n].
    """

    block: Array
    turns: Array
    credit: Array
    game: Array
    turn: Array
    standing: Array

    @property
    def progress(self) -> Array:
        """Share of the game's turns that are completed, float64[k]; 1 after the last."""
        return self.turn / self.turns[self.game]

    @property
    def lead(self) -> Array:
        """Standing minus the best other standing, float64[k, n]: 0 or more for who leads."""
        order = np.sort(self.standing, axis=1)
        best, second = order[:, -1:], order[:, -2:-1]
        # Who shares the lead has another that is as good: second equals best then.
        return self.standing - np.where(self.standing == best, second, best)

    def part(self, games: Array) -> TracedGames:
        """Only these games (bool[m])."""
        number = np.cumsum(games) - 1
        states = games[self.game]
        return TracedGames(
            self.block[games],
            self.turns[games],
            self.credit[games],
            number[self.game[states]],
            self.turn[states],
            self.standing[states],
        )


def count_traces(run: Results) -> int:
    """Rows of the table of traces; 0 if nothing was traced."""
    if not isinstance(run, Traced):
        return 0
    return int(collect(run.traces().select(pl.len())).item())


def read_traces(run: Results, rows: int, rows_at_once: int = ROWS_AT_ONCE) -> Iterator[TracedGames]:
    """Go once through all traced games, whole blocks at a time. `rows`: as `count_traces` says.

    Raises:
        DataError: a traced game has no result, or a turn lacks a seat.
    """
    assert isinstance(run, Traced)
    first, last = collect(run.traces().select(pl.col("block").min().alias("a"), pl.col("block").max().alias("b"))).row(
        0
    )
    step = max(1, (last - first + 1) * rows_at_once // max(rows, 1))
    for start in range(first, last + 1, step):
        here = (pl.col("block") >= start) & (pl.col("block") < start + step)
        states = collect(run.traces().filter(here).select(*KEYS, "turn", "seat", "standing"))
        if states.is_empty():
            continue
        states = states.sort(*KEYS, "turn", "seat")
        keys = states.select(KEYS).unique(maintain_order=True).with_row_index("game")
        games = collect(run.games().filter(here).join(keys.lazy(), on=KEYS).select("game", "turns")).sort("game")
        seats = collect(run.seats().filter(here).join(keys.lazy(), on=KEYS).select("game", "seat", "credit"))
        yield _arrays(states.join(keys, on=KEYS, maintain_order="left"), keys, games, seats.sort("game", "seat"))


def _arrays(states: pl.DataFrame, keys: pl.DataFrame, games: pl.DataFrame, seats: pl.DataFrame) -> TracedGames:
    m = len(keys)
    n = len(seats) // m if m else 0
    if len(games) != m or n * m != len(seats) or n < 1 or len(states) % n:
        raise DataError("traced games and results do not belong together. Run simkit verify, then trace the run anew.")
    seat = states["seat"].to_numpy().reshape(-1, n)
    if (seat != np.arange(1, n + 1)).any():
        raise DataError("every traced turn must have each seat once. Run simkit verify, then trace the run anew.")
    credit = seats["credit"].cast(pl.Float64).to_numpy().reshape(m, n)
    return TracedGames(
        block=keys["block"].to_numpy(),
        turns=games["turns"].to_numpy().astype(np.int64),
        credit=credit,
        game=states["game"].to_numpy().astype(np.int64)[::n],
        turn=states["turn"].to_numpy().astype(np.int64)[::n],
        standing=states["standing"].cast(pl.Float64).to_numpy().reshape(-1, n),
    )


class GameMeans:
    """Means over games of traced numbers, with the block as unit: sum over a block's traced games, and their count."""

    def __init__(self) -> None:
        self._means = Means(1)

    def add(self, block: Array, values: Array) -> None:
        """Take one number a game; NaN: the game has none. Blocks come whole."""
        known = ~np.isnan(values)
        numbers, index = np.unique(block, return_inverse=True)
        top = np.bincount(index, np.where(known, values, 0.0), len(numbers))
        bottom = np.bincount(index, known.astype(np.float64), len(numbers))
        self._means.add(top[:, None], bottom[:, None])

    @property
    def means(self) -> Means:
        """One column."""
        return self._means
