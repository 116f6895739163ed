"""One sitting: fill cells together, with one crew of workers, until there are games enough or time is up."""

from __future__ import annotations

import functools
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import PlayError, SimkitError, UsageError
from simkit.runner.cell import Cell
from simkit.runner.execute import Backend, Outcome, Piece, Stop, play_chunks, stop_on_interrupt
from simkit.runner.pace import Pace
from simkit.runner.plan import MOST_GAMES, RunConfig, make_plan
from simkit.runner.progress import Meter, ProgressCallback
from simkit.runner.worker import ChunkDone

if TYPE_CHECKING:
    from simkit.analysis.stopping import Look

BLOCKS_WITHOUT_SPREAD = 20_000
"""If no share has varied by then, more blocks will not tell how sure they are."""


@dataclass(frozen=True)
class Stopping:
    """When to stop, besides when all games that were asked for are played.

    Attributes:
        precision: grow until every headline share (success rate in a cooperative game) of every cell is known to within
            this fraction: half its interval is no wider (statistics.md, E6). None: play the games of the plan.
        max_time: seconds of playing; then nothing new is begun. Chunks are cut to about a second (`Pace`). At least two
            blocks of every cell are played.
        clock: seconds, rising. Tests give one that does not depend on the machine.
    """

    precision: float | None = None
    max_time: float | None = None
    clock: Callable[[], float] = time.monotonic

    def check(self) -> None:
        """Raise UsageError where a bound makes no sense."""
        if self.precision is not None and not 0 < self.precision < 0.5:
            raise UsageError(
                "--precision must be half the width of an interval, a fraction between 0 and 0.5; "
                f"{self.precision:g} came. Give 0.005 for half a point of 100."
            )
        if self.max_time is not None and not 0 < self.max_time < float("inf"):
            raise UsageError(f"--max-time must be a number of seconds above 0; {self.max_time:g} came.")


@dataclass(frozen=True)
class Ended:
    """How a sitting ended. `by`: games, precision, max_time, no_spread, limit, interrupt, failure."""

    by: str
    outcome: Outcome
    looks: int
    seconds: float

    @property
    def status(self) -> str:
        """As the manifest tells it."""
        return {"interrupt": "interrupted", "failure": "failed", "max_time": "stopped"}.get(self.by, "complete")


def play_cells(
    cells: Sequence[Cell], stopping: Stopping, *, jobs: int, backend: Backend, progress: ProgressCallback | None = None
) -> Ended:
    """Play what is missing in every cell, and more if `stopping.precision` asks for it.

    Cells with precision grow together and have the same blocks at every look, so that pairs of variants stay complete.
    """
    sitting = _Sitting(cells, stopping, jobs, backend, progress)
    with stop_on_interrupt() as stop:
        try:
            return sitting.run(stop)
        except KeyboardInterrupt:  # the second Ctrl-C, or one that came while workers were started
            return sitting.ended("interrupt", Outcome(interrupted=True))
        except Exception as error:
            return sitting.ended("failure", Outcome(error=error))


class _Sitting:
    def __init__(
        self, cells: Sequence[Cell], stopping: Stopping, jobs: int, backend: Backend, progress: ProgressCallback | None
    ) -> None:
        self.cells, self.stopping, self.jobs, self.backend = cells, stopping, jobs, backend
        self.meter = Meter(
            [(cell.shares, cell.plan.games_a_block, cell.confidence) for cell in cells],
            sum(cell.plan.games for cell in cells), progress, stopping.precision,
        )  # fmt: skip
        self.looks = 0
        self.pace: Pace | None = None
        self.end: float | None = None
        self.task_of = functools.cache(lambda index: cells[index].task())

    def run(self, stop: Stop) -> Ended:
        if self.stopping.max_time is not None:
            stop.late = lambda: self._left() <= 0
            self.meter.time_left = self._left
            self.pace = Pace(self._left)
            stop.cut = self.pace.cut
        while True:
            pieces = [Piece(chunk, k) for k, cell in enumerate(self.cells) for chunk in cell.todo]
            if pieces:
                self.meter.show()
                outcome = self._play(sorted(pieces), stop)
                by = _ended_by(outcome)
                if by:
                    return self.ended(by, outcome)
            by = "games" if self.stopping.precision is None else self._look()
            if by:
                return self.ended(by, Outcome())

    def _left(self) -> float:
        """Seconds until time is up."""
        assert self.stopping.max_time is not None
        return self.stopping.max_time if self.end is None else self.end - self.stopping.clock()

    def _play(self, pieces: list[Piece], stop: Stop) -> Outcome:
        unseen = {k for k, cell in enumerate(self.cells) if not cell.shares.blocks}
        first: dict[int, Piece] = {}
        for piece in pieces:
            if piece.cell in unseen:
                first.setdefault(piece.cell, piece)
        stop.needed = frozenset(first.values())

        def on_done(piece: Piece, done: ChunkDone) -> None:
            cell = self.cells[piece.cell]
            cell.commit(done)
            if self.pace is not None:
                self.pace.measured(piece, done)
            if self.end is None and self.stopping.max_time is not None:
                # As the meter's: starting workers is no playing, and takes seconds on a busy machine.
                self.end = self.stopping.clock() - done.seconds + self.stopping.max_time
            self.meter.add(piece.cell, done)

        # A fixed crew: loky would dismiss and hire workers if the number asked for changed from look to look.
        many = len(self.cells) > 1 or self.stopping.precision or self.pace
        jobs = self.jobs if many else min(self.jobs, len(pieces))
        return play_chunks(pieces, self.task_of, on_done, backend=self.backend, jobs=jobs, stop=stop)

    def _look(self) -> str:
        """Is it enough? If not, plan the next look. Returns why to stop, or ""."""
        from simkit.analysis.stopping import next_look

        assert self.stopping.precision is not None
        self.looks += 1
        blocks = max(cell.plan.blocks for cell in self.cells)
        found = [_look_at(cell, self.stopping.precision) for cell in self.cells]
        if all(look.reached for look in found):
            return "precision"
        if blocks >= BLOCKS_WITHOUT_SPREAD and all(look.reached for look in found if look.widest is not None):
            return "no_spread"
        following = next_look(blocks)
        if any(following * cell.plan.games_a_block > MOST_GAMES for cell in self.cells):
            return "limit"
        for cell in self.cells:
            cell.grow(following)
        self.meter.total = sum(cell.plan.games for cell in self.cells)
        return ""

    def ended(self, by: str, outcome: Outcome) -> Ended:
        """The end, noted in every cell."""
        stopping = self.stopping
        for cell in self.cells:
            cell.record(_stopping_facts(stopping, by, self.looks, cell))
        return Ended(by, outcome, self.looks, self.meter.seconds)


def _ended_by(outcome: Outcome) -> str:
    if outcome.interrupted:
        return "interrupt"
    if outcome.failed or outcome.given_up or outcome.error:
        return "failure"
    return "max_time" if outcome.late else ""


def _stopping_facts(stopping: Stopping, by: str, looks: int, cell: Cell) -> dict[str, Any] | None:
    """What the manifest says on the number of games (statistics.md, E6); None if it was fixed beforehand."""
    if stopping.precision is None and stopping.max_time is None:
        return None
    from simkit.analysis.stopping import FIRST_LOOK, GROWTH

    facts: dict[str, Any] = {"rule": "games", "ended_by": by, "max_time": stopping.max_time}
    if stopping.precision is not None:
        facts |= {
            "rule": "width", "target": stopping.precision, "first_look": FIRST_LOOK, "growth": GROWTH, "looks": looks,
            "half_width": _look_at(cell, stopping.precision).widest,
        }  # fmt: skip
    return facts


def _look_at(cell: Cell, precision: float) -> Look:
    from simkit.analysis.stopping import Sums, width_look

    shares = cell.shares
    if not shares.blocks:  # interrupted before the first chunk
        return width_look(Sums(0, (), ()), precision, cell.confidence)
    return width_look(Sums(shares.blocks, tuple(shares.sums), tuple(shares.squares)), precision, cell.confidence)


def first_games(config: RunConfig, already: int = 0) -> int:
    """The games of the first look of a run that grows: 1,000 blocks, or as many as there are `already` (games)."""
    from simkit.analysis.stopping import FIRST_LOOK

    return max(already, FIRST_LOOK * make_plan(replace(config, games=1)).games_a_block)


CODE_CHANGES = "where code must be corrected, play again with --force or into another --out"
"""Games of two versions of a strategy are not one experiment, so --resume refuses sources that were edited."""


def what_is_kept(out: Path, games: int) -> str:
    """The sentence after a failure: what is on the disk, and how to go on."""
    if not games:
        return f"No chunk was finished. Remove the cause; {CODE_CHANGES}."
    return (
        f"Finished chunks are kept in {out} ({games:,} games). --resume goes on if the cause lay outside the code; "
        f"{CODE_CHANGES}."
    )


def why(ended: Ended, cells: Sequence[Cell], kept: str) -> BaseException:
    """The error of a failed sitting: the first failing piece's, whatever the number of jobs. `kept`: a sentence."""
    outcome = ended.outcome
    if outcome.failed:
        _, first = min(outcome.failed, key=lambda entry: entry[0])
        error = PlayError(f"{first.message}\n{kept}")
        for name in ("key", "seat", "decision", "strategy"):
            setattr(error, name, getattr(first, name))
        return error
    if isinstance(outcome.error, OSError):
        return SimkitError(f"results cannot be written: {outcome.error}. {kept}")
    if outcome.error is not None:
        return outcome.error
    named = "; ".join(
        f"blocks {piece.chunk.first_block} to {piece.chunk.end - 1} of {cells[piece.cell].plan.lineup}"
        for piece in sorted(outcome.given_up)
    )
    return PlayError(
        f"the worker process died each time it played {named} (three times, the last time alone); "
        f"given up. Look for the cause with --backend serial. {kept}"
    )
