"""The manifest while a run goes on: which chunks are committed."""

from __future__ import annotations

import dataclasses
import time
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from simkit.runner.files import TABLES
from simkit.runner.plan import Chunk
from simkit.runner.store import write_manifest
from simkit.runner.worker import ChunkDone

SECONDS_BETWEEN = 1.0
SHARE_OF_TIME = 20
"""The manifest is rewritten at most once a second, and takes at most a 20th of the time: its length grows with the
parts, so rewriting it for each would be quadratic. A crash loses what was finished since: it is swept and replayed."""


class Ledger:
    """Collects finished chunks and writes the manifest. A chunk is committed once the manifest on the disk names it."""

    def __init__(
        self, out: Path, head: Mapping[str, Any], parts: Iterable[Mapping[str, Any]], damaged: set[Chunk]
    ) -> None:
        self.out, self.head = out, head
        self.parts = [dict(p) for p in parts if Chunk(p["first_block"], p["n_blocks"]) not in damaged]
        self.due = 0.0
        self.between = SECONDS_BETWEEN

    def pace(self, others: int, number: int) -> None:
        """Be one of `others` ledgers that are kept together: this one, counted from 1, writes in its turn."""
        self.between = SECONDS_BETWEEN * others
        self.due = time.monotonic() + SECONDS_BETWEEN * number

    def commit(self, done: ChunkDone) -> None:
        """Add a finished chunk."""
        self.parts.append(
            {
                "first_block": done.chunk.first_block,
                "n_blocks": done.chunk.n_blocks,
                "games": dataclasses.asdict(done.games),
                "seats": dataclasses.asdict(done.seats),
                **({} if done.traces is None else {"traces": dataclasses.asdict(done.traces)}),
                "sums": done.sums,
                "squares": done.squares,
            }
        )
        if time.monotonic() >= self.due:
            self.save("running")

    def files(self) -> list[str]:
        """Names of all committed files, relative to the folder."""
        return [part[table]["file"] for part in self.parts for table in TABLES if table in part]

    def manifest(self, status: str) -> dict[str, Any]:
        """The manifest as it would be written now, parts in the order of their blocks."""
        ordered = sorted(self.parts, key=lambda part: int(part["first_block"]))
        parts = [{**part, "chunk": number} for number, part in enumerate(ordered)]
        return {**self.head, "status": status, "parts": parts}

    def save(self, status: str) -> None:
        """Write the manifest. `status`: one of `simkit.runner.fields.STATUSES`."""
        before = time.monotonic()
        write_manifest(self.out, self.manifest(status))
        now = time.monotonic()
        self.due = now + max(self.between, SHARE_OF_TIME * (now - before))
