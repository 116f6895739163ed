"""Run a configuration: check the folder, play what is missing, keep the manifest."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

from simkit.errors import PlayError, SimkitError, UsageError
from simkit.runner.execute import BACKENDS, Backend, Outcome, default_jobs, play_chunks, stop_on_interrupt
from simkit.runner.files import TABLES, clear, locked, refuse_unreadable_name, sweep
from simkit.runner.ledger import Ledger
from simkit.runner.manifest import describe
from simkit.runner.outline import Outline, Subject, dry_run, look_at, look_up
from simkit.runner.plan import BASE, Chunk, Plan, RunConfig
from simkit.runner.progress import Meter, ProgressCallback
from simkit.runner.store import Problem, read_manifest
from simkit.runner.worker import ChunkDone, Table, play_chunk

DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class RunResult:
    """How a run ended: `status` "complete" or "interrupted" (the command line then exits with 130).

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
    progress: ProgressCallback | None = None,
    subject: Subject | None = None,
    play: Callable[..., Any] | None = None,
) -> RunResult:
    """Play a configuration into the folder `out`, with `jobs` workers (default: one a core).

    Args:
        resume: go on with the run in `out`: play what is missing, damaged, or added by more games.
        force: replace the results in `out`.
        confidence, margin: kept in the manifest for the report; None keeps what a resumed run had.
        progress: called in this process after each committed chunk.
        subject: game and players, if they are not to be looked up by name.
        play: in place of `simkit.engine.play` (tests).

    Returns:
        The result; after Ctrl-C with status "interrupted": what is finished is kept, and `resume=True` goes on.

    Raises:
        UsageError: something asked for is impossible; nothing was touched.
        PlayError: a strategy or the game failed, or killed its workers; finished chunks are kept, status "failed".
    """
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs must be 1 or more; {jobs} came.")
    if backend not in BACKENDS:
        raise UsageError(f"--backend must be one of {', '.join(BACKENDS)}; '{backend}' came.")
    subject = subject or look_up(config)
    out = Path(out)
    refuse_unreadable_name(out)
    run_there = look_at(out, resume=resume, force=force)
    outline = None if run_there else dry_run(config, out, force=force, subject=subject)
    if play is None:
        from simkit import engine

        # Compiled here, before workers start: they then load it from the cache instead of compiling side by side.
        engine.prepare(subject.game, list(subject.players.values()))
    try:
        for table in TABLES:
            (out / table).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    with locked(out):
        if outline is None:  # what is missing in a run is looked at under the lock: another sitting may just have ended
            outline = dry_run(config, out, resume=True, subject=subject)
        elif force:
            clear(out)
            for table in TABLES:
                (out / table).mkdir(exist_ok=True)
        return _play(outline, subject, out, jobs or default_jobs(), backend, confidence, margin, progress, play, resume)


def _play(
    outline: Outline, subject: Subject, out: Path, jobs: int, backend: Backend, confidence: float | None,
    margin: float | None, progress: ProgressCallback | None, play: Callable[..., Any] | None, resume: bool,
) -> RunResult:  # fmt: skip
    plan, config = outline.plan, outline.config
    before = read_manifest(out) if resume else None
    head = describe(subject.game, subject.rules, subject.players, config, plan, before, confidence, margin)
    damaged = {problem.chunk for problem in outline.problems}
    ledger = Ledger(out, head, [] if before is None else before["parts"], damaged)
    sweep(out, ledger.files())
    level = head["confidence"] if head["confidence"] is not None else DEFAULT_CONFIDENCE
    meter = Meter(outline.committed, plan.games, progress, level)
    for part in ledger.parts:
        meter.shares.add(part["n_blocks"], part["sums"], part["squares"])
    ledger.save("running")
    table = Table(
        subject.game, subject.rules, subject.players, config.seed or 0, BASE, plan.lineup, plan.seatings, plan.repeats,
        str(out), play,
    )  # fmt: skip
    outcome = _execute(table, outline.todo, ledger, meter, plan, backend, jobs)
    status = "interrupted" if outcome.interrupted else "failed" if _failed(outcome) else "complete"
    ledger.save(status)
    sweep(out, ledger.files())
    if status == "failed":
        raise _why(outcome, plan, out)
    played = meter.done - meter.at_start
    return RunResult(
        out, status, config, plan, meter.done, played, meter.seconds, outline.problems, ledger.manifest(status)
    )


def _execute(
    table: Table, todo: tuple[Chunk, ...], ledger: Ledger, meter: Meter, plan: Plan, backend: Backend, jobs: int
) -> Outcome:
    from joblib.externals.loky.backend.reduction import dumps

    def on_done(done: ChunkDone) -> None:
        ledger.commit(done)
        meter.add(done, done.chunk.n_blocks * plan.games_a_block)

    if not todo:
        return Outcome()
    task = partial(play_chunk, secrets.token_hex(8), bytes(dumps(table)))
    with stop_on_interrupt() as stop:
        try:
            meter.show()
            return play_chunks(todo, task, on_done, backend=backend, jobs=min(jobs, len(todo)), stop=stop)
        except KeyboardInterrupt:  # the second Ctrl-C, or one that came while workers were started
            return Outcome(interrupted=True)
        except Exception as error:
            return Outcome(error=error)


def _failed(outcome: Outcome) -> bool:
    return bool(outcome.failed or outcome.given_up or outcome.error)


def _why(outcome: Outcome, plan: Plan, out: Path) -> BaseException:
    """The error of a failed run: the first failing chunk's, whatever the number of jobs."""
    kept = f"Finished chunks are kept in {out}; --resume goes on once the cause is removed."
    if outcome.failed:
        first = min(outcome.failed, key=lambda failure: failure.chunk)
        error = PlayError(f"{first.message}\n{kept}")
        for name in ("key", "seat", "decision", "strategy"):
            setattr(error, name, getattr(first, name))
        return error
    if isinstance(outcome.error, OSError):
        return SimkitError(f"results cannot be written: {outcome.error}. {kept}")
    if outcome.error is not None:
        return outcome.error
    named = "; ".join(f"blocks {chunk.first_block} to {chunk.end - 1}" for chunk in sorted(outcome.given_up))
    return PlayError(
        f"the worker process died each time it played {named} of {plan.lineup} (three times, the last time alone); "
        f"given up. Look for the cause with --backend serial. {kept}"
    )
