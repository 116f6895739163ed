"""How much is begun at a time when there is a bound on the time: what a worker plays in about a second."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace

from simkit.runner.execute import Piece
from simkit.runner.worker import ChunkDone

SECONDS_A_CHUNK = 1.0
FEWEST_BLOCKS = 2
"""Begun while no speed is known, and of every cell even when time is up: of one block nobody can tell an interval."""


class Pace:
    """Cuts chunks to the speed that was measured. Where chunks end decides the files, never a row of the data.

    `left`: seconds until time is up.
    """

    def __init__(self, left: Callable[[], float]) -> None:
        self.left = left
        self.seconds: dict[int, float] = {}  # a block, by cell: the last chunk's, so that a slow start is forgotten

    def measured(self, piece: Piece, done: ChunkDone) -> None:
        """Take a finished chunk."""
        self.seconds[piece.cell] = done.seconds / done.chunk.n_blocks

    def cut(self, piece: Piece) -> tuple[Piece, Piece | None]:
        """What is begun of a piece now, and the rest of it."""
        chunk = piece.chunk
        blocks = min(self._blocks(piece.cell), chunk.n_blocks)
        if blocks == chunk.n_blocks:
            return piece, None
        head = replace(chunk, n_blocks=blocks)
        tail = replace(chunk, first_block=head.end, n_blocks=chunk.n_blocks - blocks)
        return replace(piece, chunk=head), replace(piece, chunk=tail)

    def _blocks(self, cell: int) -> int:
        if not self.seconds:
            return FEWEST_BLOCKS
        # A cell that was not played yet is taken to be as slow as the slowest.
        seconds = max(self.seconds.get(cell, max(self.seconds.values())), 1e-9)
        wanted = math.floor(min(SECONDS_A_CHUNK, self.left()) / seconds)
        return max(FEWEST_BLOCKS, wanted)
