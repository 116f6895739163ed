"""What a worker does: play a chunk of blocks, write its two parts, return a small summary.

Runs in the worker's process, whose environment holds polars and BLAS to one thread.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import signal
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import PlayError
from simkit.runner.keys import GameKey
from simkit.runner.plan import Chunk, is_traced
from simkit.runner.seatings import Seating

if TYPE_CHECKING:
    import numpy.typing as npt
    import polars as pl

    from simkit.engine import Batch
    from simkit.game import Game, Rules
    from simkit.strategy import Player

SECONDS_BETWEEN_LOOKS = 0.5
TABLES_KEPT = 64
WORKER_ENVIRONMENT = {
    # polars ignores joblib's limits, and each of these would otherwise start a thread for every core in every worker
    "POLARS_MAX_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "NUMBA_NUM_THREADS": "1",
}


@dataclass(frozen=True)
class Table:
    """All that stays the same for every chunk of a run. Sent once as bytes, kept in the worker under `token`."""

    game: Game
    rules: Rules
    players: Mapping[str, Player]  # by specification
    seed: int
    variant: str
    lineup: str
    seatings: tuple[Seating, ...]
    repeats: int
    out: str
    play: Callable[..., Batch] | None = None  # in place of simkit.engine.play; tests give one
    trace: float = 0.0  # share of the blocks whose standings are noted turn by turn


@dataclass(frozen=True)
class Part:
    """A file that was written: name relative to the result folder, rows, sha256 (hex), bytes."""

    file: str
    rows: int
    sha256: str
    bytes: int


@dataclass(frozen=True)
class ChunkDone:
    """A chunk that is on the disk. `sums`, `squares`: of block means (see `_block_means`), for the progress display."""

    chunk: Chunk
    games: Part
    seats: Part
    sums: list[float]
    squares: list[float]
    seconds: float  # from the worker's first to its last step
    traces: Part | None = None  # None: nobody asked for traces, or none of these blocks has one


@dataclass(frozen=True)
class ChunkFailed:
    """A chunk in which a strategy or the game failed. Returned, not raised: its facts survive the way to the parent."""

    chunk: Chunk
    message: str
    key: str = ""
    seat: int = -1
    decision: int = -1
    strategy: str = ""


def begin(parent: int) -> None:
    """What every worker does first: leave Ctrl-C to the parent, which keeps what is finished; and not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(parent,), daemon=True, name="end with parent").start()


def _end_with(parent: int) -> None:
    """A killed parent cannot say that it is gone: without this its workers would wait a minute, and keep its pipes."""
    while os.getppid() == parent:
        time.sleep(SECONDS_BETWEEN_LOOKS)
    os._exit(1)


_tables: dict[str, Table] = {}


def play_chunk(token: str, packed: bytes, chunk: Chunk) -> ChunkDone | ChunkFailed:
    """Play all games of a chunk and commit its two files. `packed`: a pickled `Table`, unpacked once a worker."""
    table = _tables.get(token)
    if table is None:
        while len(_tables) >= TABLES_KEPT:  # those of earlier runs: workers live longer than a run
            del _tables[next(iter(_tables))]
        table = _tables.setdefault(token, pickle.loads(packed))
    return _play(table, chunk)


def _play(table: Table, chunk: Chunk) -> ChunkDone | ChunkFailed:
    import numpy as np
    import polars as pl

    from simkit.engine import trace as engine_trace
    from simkit.runner.rows import game_rows, seat_rows, trace_rows

    started = time.monotonic()
    play = table.play or _engine_play()
    rules = table.game.pack_rules(table.rules, len(table.seatings[0].order))
    blocks = np.repeat(np.arange(chunk.first_block, chunk.end, dtype=np.int64), table.repeats)
    repeats = np.tile(np.arange(table.repeats, dtype=np.int64), chunk.n_blocks)
    game_frames, seat_frames, trace_frames = [], [], []
    traced = np.flatnonzero([is_traced(int(block), table.trace) for block in blocks] if table.trace else [])
    means = BlockMeans(table, chunk.n_blocks)
    for seating in table.seatings:
        players = [table.players[spec] for spec in seating.order]
        try:
            batch = play(table.game, rules, players, table.seed, blocks, repeats)
            if len(traced):
                keys = (blocks[traced], repeats[traced])
                trace = engine_trace(table.game, rules, players, table.seed, *keys, batch.turns[traced])
                trace_frames.append(trace_rows(trace, (table.variant, table.lineup), seating, *keys))
        except PlayError as error:
            return _failed(table, chunk, seating, blocks, repeats, error)
        key = (table.variant, table.lineup)
        game_frames.append(game_rows(table.game, batch, key, seating, blocks, repeats))
        seat_frames.append(seat_rows(table.game, batch, key, seating, blocks, repeats))
        means.add(seating, batch)
    sums, squares = means.sums()
    return ChunkDone(
        chunk,
        _write(table, "games", chunk, pl.concat(game_frames)),
        _write(table, "seats", chunk, pl.concat(seat_frames)),
        sums,
        squares,
        time.monotonic() - started,
        _write(table, "traces", chunk, pl.concat(trace_frames)) if trace_frames else None,
    )


def _engine_play() -> Callable[..., Batch]:
    from simkit.engine import play

    return play


def _failed(
    table: Table, chunk: Chunk, seating: Seating, blocks: npt.NDArray[Any], repeats: npt.NDArray[Any], error: PlayError
) -> ChunkFailed:
    """Name the game that failed. An error without a row (a strategy that does not compile) names none."""
    row, message = getattr(error, "row", None), str(error)
    if row is None:
        return ChunkFailed(chunk, message)
    key = str(GameKey(table.variant, table.lineup, int(blocks[row]), int(repeats[row]), seating.number))
    message += f"\ngame {key}, seed {table.seed}; see it with: simkit replay {table.out} --game '{key}'"
    decision, seat = int(getattr(error, "decision", -1)), int(getattr(error, "seat", -1))
    return ChunkFailed(chunk, message, key, seat, decision, str(getattr(error, "strategy", "")))


def _write(table: Table, name: str, chunk: Chunk, frame: pl.DataFrame) -> Part:
    from simkit.runner.files import part_name, write_atomically
    from simkit.runner.schema import SCHEMA_VERSION

    file = f"{name}/{part_name(chunk.first_block)}"
    buffer = io.BytesIO()
    frame.rechunk().write_parquet(
        buffer,
        compression="zstd",
        compression_level=3,
        statistics=True,
        row_group_size=max(frame.height, 1),
        metadata={"schema_version": str(SCHEMA_VERSION), "simkit_game": f"{table.game.name} {table.game.version}"},
    )
    data = buffer.getbuffer()
    write_atomically(Path(table.out, file), data)
    return Part(file, frame.height, hashlib.sha256(data).hexdigest(), len(data))


class BlockMeans:
    """Means over the games of each block: of every seat's credit, then of every strategy's; or of success.

    The block is the unit of every standard error (statistics.md, E1), so sums and squares are those of block means.
    """

    def __init__(self, table: Table, n_blocks: int) -> None:
        import numpy as np

        self.cooperative = table.game.cooperative
        self.names = sorted(set(table.seatings[0].order))
        self.n_blocks = n_blocks
        self.games = len(table.seatings) * table.repeats
        n = len(table.seatings[0].order)
        copies = [table.seatings[0].order.count(name) for name in self.names]
        self.parts = np.ones(1) if self.cooperative else np.array([1] * n + copies, np.float64)
        self.total = np.zeros((n_blocks, len(self.parts)))

    def add(self, seating: Seating, batch: Batch) -> None:
        """Add the games of one seating, rows by block and repeat."""
        import numpy as np

        if self.cooperative:
            self.total[:, 0] += (np.asarray(batch.success) != 0).reshape(self.n_blocks, -1).sum(axis=1)
            return
        n = len(seating.order)
        credit = batch.credit.reshape(self.n_blocks, -1, n).sum(axis=1)
        self.total[:, :n] += credit
        for seat, name in enumerate(seating.order):
            self.total[:, n + self.names.index(name)] += credit[:, seat]

    def sums(self) -> tuple[list[float], list[float]]:
        """Sums and sums of squares over the blocks."""
        mean = self.total / (self.games * self.parts)
        return mean.sum(axis=0).tolist(), (mean * mean).sum(axis=0).tolist()
