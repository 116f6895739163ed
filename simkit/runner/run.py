"""Run a configuration: check the folder, play what is missing, keep the manifest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit.errors import UsageError
from simkit.runner.cell import Cell, make_folders
from simkit.runner.execute import BACKENDS, Backend, default_jobs
from simkit.runner.files import clear, locked, refuse_cell, refuse_unreadable_name
from simkit.runner.manifest import Judging
from simkit.runner.outline import Subject, dry_run, look_at, look_up
from simkit.runner.plan import Plan, RunConfig
from simkit.runner.progress import ProgressCallback
from simkit.runner.sitting import Ended, Stopping, play_cells, what_is_kept, why
from simkit.runner.store import Problem


@dataclass(frozen=True)
class RunResult:
    """How a run ended: `status` "complete", "stopped" (its time was up) or "interrupted" (the command exits with 130).

    `games`: on the disk now. `played`: in this sitting. `seconds`: of playing. `problems`: damaged parts, now replayed.
    """

    out: Path
    status: str
    config: RunConfig
    plan: Plan
    games: int
    played: int
    seconds: float
    problems: tuple[Problem, ...]
    manifest: Mapping[str, Any] = field(repr=False)

    @property
    def interrupted(self) -> bool:
        """True after Ctrl-C."""
        return self.status == "interrupted"


def run(
    config: RunConfig,
    out: Path | str,
    *,
    jobs: int | None = None,
    backend: Backend = "loky",
    resume: bool = False,
    force: bool = False,
    confidence: float | None = None,
    margin: float | None = None,
    band: tuple[float, float] | None = None,
    stopping: Stopping = Stopping(),  # noqa: B008
    progress: ProgressCallback | None = None,
    subject: Subject | None = None,
    play: Callable[..., Any] | None = None,
) -> RunResult:
    """Play a configuration into the folder `out`, with `jobs` workers (default: one a core).

    Args:
        resume: go on with the run in `out`: play what is missing, damaged, or added by more games.
        force: replace the results in `out`.
        confidence, margin, band: kept in the manifest for the report; None keeps what a resumed run had.
        stopping: with a precision, `config.games` is only the first look (`first_games`); the run grows from there.
        progress: called in this process after each committed chunk.
        subject: game and players, if they are not to be looked up by name.
        play: in place of `simkit.engine.play` (tests).

    Returns:
        The result; after Ctrl-C with status "interrupted": what is finished is kept, and `resume=True` goes on.

    Raises:
        UsageError: something asked for is impossible; nothing was touched.
        PlayError: a strategy or the game failed, or killed its workers; finished chunks are kept, status "failed".
    """
    check_means(jobs, backend)
    stopping.check()
    subject = subject or look_up(config)
    if stopping.max_time is not None:
        subject = subject.in_small_chunks()
    out = Path(out)
    refuse_unreadable_name(out)
    refuse_cell(out)
    run_there = look_at(out, resume=resume, force=force)
    outline = None if run_there else dry_run(config, out, force=force, subject=subject)
    if play is None:
        from simkit import engine

        # Compiled here, before workers start: they then load it from the cache instead of compiling side by side.
        engine.prepare(subject.game, list(subject.players.values()))
    make_folders(out, traces=config.trace > 0)
    judging = Judging(confidence, margin, band, stopping.precision, stopping.max_time)
    with locked(out):
        if outline is None:  # what is missing in a run is looked at under the lock: another sitting may just have ended
            outline = dry_run(config, out, resume=True, subject=subject)
        elif force:
            clear(out)
        cell = Cell(outline, subject, out, judging, resume=resume, play=play)
        cell.ledger.save("running")
        before = cell.games
        ended = play_cells([cell], stopping, jobs=jobs or default_jobs(), backend=backend, progress=progress)
        return _result(cell, ended, before)


def check_means(jobs: int | None, backend: str) -> None:
    """Raise UsageError for a number of workers or a backend that does not exist."""
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs must be 1 or more; {jobs} came.")
    if backend not in BACKENDS:
        raise UsageError(f"--backend must be one of {', '.join(BACKENDS)}; '{backend}' came.")


def _result(cell: Cell, ended: Ended, before: int) -> RunResult:
    manifest = cell.close(ended.status)
    if ended.status == "failed":
        raise why(ended, [cell], what_is_kept(cell.out, cell.games))
    return RunResult(
        cell.out, ended.status, cell.config, cell.plan, cell.games, cell.games - before, ended.seconds, cell.problems,
        manifest,
    )  # fmt: skip
