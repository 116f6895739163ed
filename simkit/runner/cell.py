"""A cell: one result folder that is being filled, with its plan, its ledger and what its workers need."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.errors import UsageError
from simkit.runner.files import TABLES, refuse_unwritable, sweep
from simkit.runner.ledger import Ledger
from simkit.runner.manifest import Judging, describe, grown
from simkit.runner.outline import Outline, Subject
from simkit.runner.plan import Chunk, Plan, RunConfig, make_plan
from simkit.runner.progress import RunningShares
from simkit.runner.store import read_manifest
from simkit.runner.worker import ChunkDone, ChunkFailed, Table, play_chunk

DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Task:
    """What a worker needs for one cell, packed once: the table is unpacked once a worker, under its token."""

    token: str
    packed: bytes

    def __call__(self, chunk: Chunk) -> ChunkDone | ChunkFailed:
        """Play a chunk. Runs in the worker."""
        return play_chunk(self.token, self.packed, chunk)


class Cell:
    """One result folder. Its files may be changed by this process alone (`simkit.runner.files.locked`)."""

    def __init__(
        self, outline: Outline, subject: Subject, out: Path, judging: Judging, *, resume: bool,
        play: Callable[..., Any] | None = None,
    ) -> None:  # fmt: skip
        self.config: RunConfig = outline.config
        self.plan: Plan = outline.plan
        self.subject, self.out, self.problems = subject, out, outline.problems
        before = read_manifest(out) if resume else None
        head = describe(subject, self.config, self.plan, before, judging)
        damaged = {problem.chunk for problem in outline.problems}
        parts = [] if before is None else before["parts"]
        make_folders(out, traces=self.config.trace > 0)
        self.ledger = Ledger(out, head, parts, damaged)
        sweep(out, self.ledger.files())
        self.confidence: float = head["confidence"] if head["confidence"] is not None else DEFAULT_CONFIDENCE
        self.shares = RunningShares()
        for part in self.ledger.parts:
            self.shares.add(part["n_blocks"], part["sums"], part["squares"])
        self.todo: list[Chunk] = list(outline.todo)
        self._play = play

    @property
    def games(self) -> int:
        """Games on the disk now."""
        return self.shares.blocks * self.plan.games_a_block

    def task(self) -> Task:
        """What the workers of this cell need."""
        from joblib.externals.loky.backend.reduction import dumps

        config, plan, subject = self.config, self.plan, self.subject
        table = Table(
            subject.game, subject.rules, subject.players, config.seed or 0, config.variant, plan.lineup, plan.seatings,
            plan.repeats, str(self.out), self._play, config.trace,
        )  # fmt: skip
        return Task(secrets.token_hex(8), bytes(dumps(table)))

    def grow(self, blocks: int) -> None:
        """Plan more blocks; what is played stays."""
        added = (blocks - self.plan.blocks) * self.plan.games_a_block
        self.config = replace(self.config, games=blocks * self.plan.games_a_block)
        self.plan = make_plan(self.config, self.subject.chunk_games, step=added)
        self.ledger.head = grown(self.ledger.head, self.config, self.plan)
        kept = [Chunk(part["first_block"], part["n_blocks"]) for part in self.ledger.parts]
        self.todo = self.plan.chunks(kept)

    def commit(self, done: ChunkDone) -> None:
        """Take a finished chunk."""
        self.ledger.commit(done)
        self.shares.add(done.chunk.n_blocks, done.sums, done.squares)
        self.todo = [rest for chunk in self.todo for rest in chunk.without(done.chunk)]

    def record(self, stopping: Mapping[str, Any] | None) -> None:
        """Note why the number of games is what it is; saved with the manifest."""
        self.ledger.head = {**self.ledger.head, "stopping": stopping}

    def close(self, status: str) -> Mapping[str, Any]:
        """Write the manifest for the last time and sweep; return it."""
        self.ledger.save(status)
        sweep(self.out, self.ledger.files())
        return self.ledger.manifest(status)


def make_folders(out: Path, *, traces: bool) -> None:
    """Make the folders of the tables. Raises UsageError where that cannot be."""
    try:
        for table in ("games", "seats", "traces")[: 3 if traces else 2]:
            (out / table).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    refuse_unwritable(out, *(out / table for table in TABLES))
