"""The two tables of a run as dense arrays, a bounded range of blocks at a time.

A block is complete by contract: every seating times every repeat. So a range of blocks is an array
[blocks, games of a block, seats], and whatever a question needs is a sum over axes. Grouping 40 million rows by
block in one query instead would hold all blocks of a mirror run (one game each) in memory at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import polars as pl

from simkit.analysis.results import Results
from simkit.errors import DataError

ROWS_AT_ONCE = 200_000
"""Rows of the seats table read at once: some 150 MB with the fifty columns of a game that counts much."""

KEYS = ("block", "repeat", "seating")
GAME_COLUMNS = (
    "turns", "rounds", "decisions", "forced", "legal_actions", "lead_changes", "score_margin", "end_reason", "capped",
    "success", "result",
)  # fmt: skip
SEAT_COLUMNS = ("credit", "score", "rank")

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Shape:
    """What every block of a run looks like.

    Attributes:
        first, last: numbers of the first and last block (some in between may be missing).
        seatings: their numbers, ascending. repeats: games a seating. players: n.
        strategies: distinct specifications, sorted. who: int[games_per_block, n], index into `strategies`;
            the games of a block are ordered by repeat, then seating.
    """

    first: int
    last: int
    seatings: tuple[int, ...]
    repeats: int
    players: int
    strategies: tuple[str, ...]
    who: Array

    @property
    def games_per_block(self) -> int:
        """Seatings x repeats."""
        return len(self.seatings) * self.repeats

    def groups(self) -> Array:
        """0/1 matrix [games_per_block * n, n + strategies + 1]: places by seat, by strategy, and all of them."""
        n, k = self.players, len(self.strategies)
        by_seat = np.tile(np.eye(n), (self.games_per_block, 1))
        by_strategy = np.eye(k)[self.who.ravel()]
        return np.hstack([by_seat, by_strategy, np.ones((len(by_seat), 1))])


@dataclass(frozen=True)
class Blocks:
    """A range of blocks. `game(c)` is [blocks, games_per_block], `seat(c)` is [blocks, games_per_block, n].

    Numbers come as float64 with NaN for null; texts as the index of their word in the list that was announced.
    `numbers`: int64[blocks], which blocks they are, ascending.
    """

    shape: Shape
    count: int
    games: Mapping[str, Array]
    seats: Mapping[str, Array]
    numbers: Array = field(default_factory=lambda: np.zeros(0, dtype=np.int64))

    def game(self, column: str) -> Array:
        """A column of the games table."""
        return self.games[column].astype(np.float64, copy=False).reshape(self.count, -1)

    def seat(self, column: str) -> Array:
        """A column of the seats table."""
        return self.seats[column].astype(np.float64, copy=False).reshape(self.count, -1, self.shape.players)


def collect(table: pl.LazyFrame) -> pl.DataFrame:
    """Run a query. Raises DataError where a file is missing, damaged or lacks a column."""
    try:
        return table.collect(engine="streaming")
    except (pl.exceptions.PolarsError, OSError) as error:
        raise DataError(f"the results cannot be read: {error}. simkit verify names the damaged file.") from None


def find_shape(run: Results) -> Shape:
    """Look at one block. Raises DataError if there is none, or if it is not seatings x repeats x seats."""
    ends = run.games().select(pl.col("block").min().alias("a"), pl.col("block").max().alias("b"))
    first, last = collect(ends).row(0)
    if first is None:
        raise DataError("the results hold no games. Resume the run (simkit run ... --resume), then analyse it.")
    columns = ["repeat", "seating", "seat", "strategy"]
    rows = collect(run.seats().filter(pl.col("block") == first).select(columns))
    rows = rows.sort("repeat", "seating", "seat")
    seatings = tuple(int(s) for s in rows["seating"].unique().sort())
    repeats, players = rows["repeat"].n_unique(), rows["seat"].n_unique()
    if len(rows) != len(seatings) * repeats * players or players == 0:
        raise DataError(_incomplete(first, len(rows), len(seatings) * repeats * players))
    strategies = tuple(sorted(rows["strategy"].unique()))
    place = {name: i for i, name in enumerate(strategies)}
    who = np.array([place[name] for name in rows["strategy"]]).reshape(-1, players)
    return Shape(int(first), int(last), seatings, repeats, players, strategies, who)


def words_of(table: pl.LazyFrame, column: str) -> tuple[str, ...]:
    """All texts that occur in a column, sorted."""
    found = collect(table.select(pl.col(column).drop_nulls().unique()))
    return tuple(sorted(found[column].to_list()))


def read_blocks(
    run: Results,
    shape: Shape,
    game_columns: Mapping[str, tuple[str, ...] | None],
    seat_columns: Mapping[str, tuple[str, ...] | None],
    rows_at_once: int = ROWS_AT_ONCE,
) -> Iterator[Blocks]:
    """Go once through the run. The mappings name the columns to read; a text column gives its words, others None.

    Raises:
        DataError: a block is incomplete or holds a row twice, or a column holds a word that was not announced.
    """
    step = blocks_at_once(shape, rows_at_once)
    for start in range(shape.first, shape.last + 1, step):
        part = read_range(run, shape, game_columns, seat_columns, range(start, start + step))
        if part is not None:
            yield part


def blocks_at_once(shape: Shape, rows_at_once: int = ROWS_AT_ONCE) -> int:
    """How many blocks have about so many rows in the seats table, at least one."""
    return max(1, rows_at_once // (shape.games_per_block * shape.players))


def read_range(
    run: Results,
    shape: Shape,
    game_columns: Mapping[str, tuple[str, ...] | None],
    seat_columns: Mapping[str, tuple[str, ...] | None],
    blocks: range,
) -> Blocks | None:
    """Read the blocks with these numbers, as `read_blocks` does; None if the run has none of them."""
    here = (pl.col("block") >= blocks.start) & (pl.col("block") < blocks.stop)
    games = collect(run.games().filter(here).select(*KEYS, *game_columns))
    if games.is_empty():
        return None
    seats = collect(run.seats().filter(here).select(*KEYS, "seat", *seat_columns))
    game_order = _order(games, shape, 1)
    seat_order = _order(seats, shape, shape.players)
    count = len(games) // shape.games_per_block
    if len(seats) != len(games) * shape.players:
        raise DataError(_incomplete(blocks.start, len(seats), len(games) * shape.players))
    return Blocks(
        shape,
        count,
        {c: _numbers(games[c], words, game_order) for c, words in game_columns.items()},
        {c: _numbers(seats[c], words, seat_order) for c, words in seat_columns.items()},
        _numbers(games["block"], None, game_order)[:: shape.games_per_block].astype(np.int64),
    )


def _order(rows: pl.DataFrame, shape: Shape, seats: int) -> Array | None:
    """How to sort the rows by key (None: they are sorted). Raises DataError unless all blocks are complete."""
    per_block = shape.games_per_block * seats
    block = rows["block"].to_numpy().astype(np.int64)
    known = np.array(shape.seatings)
    number = rows["seating"].to_numpy().astype(np.int64)
    seating = np.searchsorted(known, number)
    if (seating >= len(known)).any() or (known[seating] != number).any():
        raise DataError("the results hold seatings that the first block does not have. (simkit verify says more)")
    key = rows["repeat"].to_numpy().astype(np.int64) * len(known) + seating
    if seats > 1:
        key = key * seats + rows["seat"].to_numpy().astype(np.int64) - 1
    key += (block - block.min()) * per_block
    order = None if (key[1:] > key[:-1]).all() else np.argsort(key, kind="stable")
    if order is not None:
        key = key[order]
    full = len(key) % per_block == 0
    if full:
        table = key.reshape(-1, per_block)
        full = bool((table[:, 0] % per_block == 0).all() and (np.diff(table, axis=1) == 1).all())
        full = full and bool((np.diff(table[:, 0]) > 0).all())
    if not full:
        raise DataError(_incomplete(int(block.min()), len(key), per_block))
    return order


def _numbers(column: pl.Series, words: tuple[str, ...] | None, order: Array | None) -> Array:
    if words is not None:
        try:
            column = column.cast(pl.Enum(list(words))).to_physical()
        except pl.exceptions.PolarsError as error:
            raise DataError(f"column '{column.name}' holds a word besides {', '.join(words)}: {error}") from None
    elif column.dtype == pl.Boolean:
        column = column.cast(pl.Int8)
    if column.null_count():
        column = column.cast(pl.Float64)
    values = column.to_numpy()
    return values if order is None else values[order]


def _incomplete(block: int, rows: int, expected: int) -> str:
    return (
        f"every block must hold each seating and repeat exactly once; from block {block} on {rows} rows came where "
        f"multiples of {expected} belong. Run simkit verify; if it finds no damage, several runs were mixed."
    )
