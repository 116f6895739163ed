"""How far a run is, and how sure its shares are so far: running sums, never the data again."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from simkit.runner.worker import ChunkDone


@dataclass(frozen=True)
class Progress:
    """What the progress callback gets after each committed chunk.

    Attributes:
        games_done, games_total: of the whole run, earlier sittings included. A run that grows until its intervals are
            narrow enough tells how many games that will probably take.
        games_per_second: of this sitting, start of the workers excluded; 0.0 before the first chunk.
        seconds_left: None before the first chunk; 0 with games left: time is up, what was begun is finished.
        half_width: of the widest interval of a win share (of a seat, or of a strategy where there are several; of the
            success rate in a cooperative game), as a fraction; None while nothing can be said (statistics.md, E3).
    """

    games_done: int
    games_total: int
    games_per_second: float
    seconds_left: float | None
    half_width: float | None


ProgressCallback = Callable[[Progress], None]


class RunningShares:
    """Sums and squares of block means, added up chunk by chunk."""

    def __init__(self) -> None:
        self.blocks = 0
        self.sums: list[float] = []
        self.squares: list[float] = []

    def add(self, blocks: int, sums: Iterable[float], squares: Iterable[float]) -> None:
        """Add the block means of one chunk."""
        new_sums, new_squares = list(sums), list(squares)
        if not self.sums:
            self.sums, self.squares = [0.0] * len(new_sums), [0.0] * len(new_sums)
        self.blocks += blocks
        self.sums = [a + b for a, b in zip(self.sums, new_sums, strict=True)]
        self.squares = [a + b for a, b in zip(self.squares, new_squares, strict=True)]

    def half_width(self, confidence: float) -> float | None:
        """Half width of the widest t interval on block means (J - 1 degrees); None for one block or no spread."""
        if self.blocks < 2 or not self.sums:
            return None
        from scipy.special import stdtrit

        j = self.blocks
        # Rounding leaves about 1e-16 of the squares where the true variance is 0 (a mirror's own share).
        variances = [
            max(0.0, square - total * total / j) / (j - 1)
            for total, square in zip(self.sums, self.squares, strict=True)
        ]
        widest = max(variances)
        if widest < 1e-12:
            return None
        return float(stdtrit(j - 1, 0.5 + confidence / 2) * math.sqrt(widest / j))


class Meter:
    """Turns committed chunks of one or several cells into `Progress` for the callback.

    `cells`: for each its running shares (the cell adds to them), games a block, and confidence. `total`: games of all.
    `precision`: the half width that ends the run, if the total is not known beforehand. `time_left`: seconds until time
    is up, if there is a bound.
    """

    def __init__(
        self, cells: Sequence[tuple[RunningShares, int, float]], total: int, callback: ProgressCallback | None,
        precision: float | None = None, time_left: Callable[[], float] | None = None,
    ) -> None:  # fmt: skip
        self.time_left = time_left
        self.cells, self.total, self.callback, self.precision = list(cells), total, callback, precision
        self.widths = [shares.half_width(confidence) for shares, _, confidence in self.cells]
        self.done = sum(shares.blocks * games for shares, games, _ in self.cells)
        self.at_start, self.started, self.seconds = self.done, 0.0, 0.0

    def add(self, cell: int, done: ChunkDone) -> None:
        """Count a chunk that its cell has committed, and show."""
        now = time.monotonic()
        if not self.started:
            # The clock starts with the first chunk, not with the start of the workers: seconds would pass for nothing.
            self.started = now - done.seconds
        shares, games, confidence = self.cells[cell]
        self.done += done.chunk.n_blocks * games
        self.seconds = now - self.started
        self.widths[cell] = shares.half_width(confidence)
        self.show()

    def show(self) -> None:
        """Call back with the state of things."""
        if self.callback is None:
            return
        widest = max((width for width in self.widths if width is not None), default=None)
        total = max(self.total, self.done)
        if self.precision is not None and widest is not None:
            # Widths shrink with the root of the games.
            total = max(total, round(self.done * (widest / self.precision) ** 2))
        speed = (self.done - self.at_start) / self.seconds if self.seconds > 0 else 0.0
        left = (total - self.done) / speed if speed > 0 else None
        if left is not None and self.time_left is not None:
            left = max(0.0, min(left, self.time_left()))
        self.callback(Progress(self.done, total, speed, left, widest))
