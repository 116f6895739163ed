"""Run a configuration: plan it, check the folder, play what is missing, keep the manifest."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

from simkit.errors import PlayError, SimkitError, UsageError
from simkit.game import Game, Rules, make_rules
from simkit.runner.execute import BACKENDS, Backend, Outcome, default_jobs, play_chunks, stop_on_interrupt
from simkit.runner.files import MANIFEST, clear, locked, our_files, sweep
from simkit.runner.ledger import Ledger
from simkit.runner.manifest import compare, config_of, describe, facts_of
from simkit.runner.plan import BASE, Chunk, Plan, RunConfig, make_plan
from simkit.runner.progress import Meter, ProgressCallback
from simkit.runner.store import Problem, Run, open_run, read_manifest, verify
from simkit.runner.worker import Table, play_chunk
from simkit.strategy import Player

DEFAULT_CONFIDENCE = 0.95


@dataclass(frozen=True)
class Subject:
    """The game and the players of a run, looked up once."""

    game: Game
    rules: Rules
    players: Mapping[str, Player]  # by specification


@dataclass(frozen=True)
class Outline:
    """What `run` would do.

    Attributes:
        config: normalised, with its seed. plan: blocks, seatings, effective number of games (`plan.games`).
        rules: every option with its value, defaults included.
        todo: chunks that are missing. committed: games that are already there and whole.
        problems: damaged parts, which will be replayed. command: plays the run again, without --out.
    """

    config: RunConfig
    plan: Plan
    rules: Mapping[str, Any]
    todo: tuple[Chunk, ...]
    committed: int
    problems: tuple[Problem, ...]
    command: str


@dataclass(frozen=True)
class RunResult:
    """How a run ended: `status` "complete" or "interrupted" (the command line then exits with 130).

    `games`: on the disk now. `played`: in this sitting. `seconds`: of playing. `problems`: damaged parts that were replayed.
    """

    out: Path
    status: str
    config: RunConfig
    plan: Plan
    games: int
    played: int
    seconds: float
    problems: tuple[Problem, ...]
    manifest: Mapping[str, Any]

    @property
    def interrupted(self) -> bool:
        """True after Ctrl-C."""
        return self.status == "interrupted"


def look_up(config: RunConfig) -> Subject:
    """Find game, rules and players. Raises UsageError for unknown names, options and values."""
    from simkit import plugins

    game = plugins.get_game(config.game)
    rules = make_rules(game, config.rules, config.players)
    players: dict[str, Player] = {}
    for text in config.strategies:
        # What is recorded is what is played: values are those that the specification writes.
        spec = plugins.parse_player(game.name, text).spec
        players[spec] = plugins.parse_player(game.name, spec)
    return Subject(game, rules, players)


def dry_run(
    config: RunConfig, out: Path | str | None = None, *, resume: bool = False, force: bool = False,
    subject: Subject | None = None,
) -> Outline:  # fmt: skip
    """Work out what `run` would do with the same arguments; raise what it would raise; touch nothing.

    A seed that is not given is drawn here (pass `outline.config` on to `run` to play exactly this).
    """
    subject = subject or look_up(config)
    folder = None if out is None else Path(out)
    if resume and force:
        raise UsageError("--resume goes on with a folder and --force empties it; give one of them.")
    run = _folder(folder, resume=resume, force=force)
    config = _settled(config, subject, run)
    plan = make_plan(config, subject.game.chunk_games)
    facts = facts_of(subject.game, subject.rules, subject.players, config, plan)
    problems: tuple[Problem, ...] = ()
    kept: list[Chunk] = []
    if run is not None:
        _refuse_other(run, facts, plan)
        problems = tuple(verify(run))
        damaged = {problem.chunk for problem in problems}
        parts = [Chunk(part["first_block"], part["n_blocks"]) for part in run.manifest["parts"]]
        kept = [chunk for chunk in parts if chunk not in damaged]
    return Outline(
        config=config,
        plan=plan,
        rules=facts["config"]["rules"],
        todo=tuple(plan.chunks(kept)),
        committed=sum(chunk.n_blocks for chunk in kept) * plan.games_a_block,
        problems=problems,
        command=facts["command"],
    )


def _folder(out: Path | None, *, resume: bool, force: bool) -> Run | None:
    """Look at the folder; return the run in it that is to be resumed."""
    if out is None:
        if resume:
            raise UsageError("--resume needs --out, the folder to go on with.")
        return None
    if out.exists() and not out.is_dir():
        raise UsageError(f"--out must be a folder; {out} is a file. Choose another --out.")
    if resume:
        if not (out / MANIFEST).is_file():
            raise UsageError(f"--resume goes on with a run, and {out} holds none (no {MANIFEST}). Leave --resume out.")
        return Run(out, read_manifest(out))
    if out.is_dir() and any(out.iterdir()):
        if not force:
            raise UsageError(
                f"{out} is not empty, and results are never overwritten by accident. "
                "Give another --out, --resume to go on with it, or --force to replace it."
            )
        ours, others = our_files(out)
        if others and out / MANIFEST not in ours:
            raise UsageError(
                f"--force replaces results of simkit only; {out} has no {MANIFEST} and holds other files, as "
                f"{others[0].relative_to(out)}. Choose another --out."
            )
    return None


def _settled(config: RunConfig, subject: Subject, run: Run | None) -> RunConfig:
    """The configuration with normalised specifications and a seed."""
    config = replace(config, game=subject.game.name, strategies=_specs(config, subject))
    if config.seed is not None:
        return config
    if run is not None:
        saved = run.manifest["config"]
        return replace(config, seed=saved["seed"], seed_drawn=saved["seed_drawn"])
    # Short enough to be read out and typed; independent runs of one study still collide once in a million.
    return replace(config, seed=secrets.randbelow(10**9), seed_drawn=True)


def _specs(config: RunConfig, subject: Subject) -> tuple[str, ...]:
    """Each named strategy as its player writes it (`a:x=1.0` -> `a:x=1`)."""
    if set(config.strategies) <= set(subject.players):
        return config.strategies
    from simkit import plugins

    return tuple(plugins.parse_player(subject.game.name, text).spec for text in config.strategies)


def _refuse_other(run: Run, facts: Mapping[str, Any], plan: Plan) -> None:
    differences = compare(run.manifest, facts)
    if differences:
        raise UsageError(
            f"--resume needs the same configuration as the run in {run.path}; these differ:\n  "
            + "\n  ".join(differences)
            + "\nGive the same configuration, or another --out."
        )
    if plan.blocks < run.manifest["config"]["blocks"]:
        before = run.manifest["config"]["games"]
        raise UsageError(
            f"--resume can add games, not take them away: the run in {run.path} has {before:,}, and --games {plan.games:,} "
            "came. Give as many or more."
        )


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
        subject: game and players, if they are not to be looked up by name. play: in place of `simkit.engine.play` (tests).

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
    outline = dry_run(config, out, resume=resume, force=force, subject=subject)
    if play is None:
        from simkit import engine

        # Compiled here, before workers start: they then load it from the cache instead of compiling side by side.
        engine.prepare(subject.game, list(subject.players.values()))
    try:
        for table in ("games", "seats"):
            (out / table).mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    with locked(out):
        if force:
            clear(out)
            for table in ("games", "seats"):
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
    if status != "complete":
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
    from joblib.externals.loky.backend.reduction import dumps  # type: ignore[import-untyped]

    def on_done(done: Any) -> None:
        ledger.commit(done)
        meter.add(done.chunk.n_blocks, done.chunk.n_blocks * plan.games_a_block, done.sums, done.squares)

    if not todo:
        return Outcome()
    meter.show()
    task = partial(play_chunk, secrets.token_hex(8), bytes(dumps(table)))
    with stop_on_interrupt() as stop:
        try:
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
        f"the worker process died each time it played {named} of {plan.lineup}: three times, the last time alone. Given up. "
        f"Look for the cause with --backend serial. {kept}"
    )


def next_out(game: str, root: Path | str = "out") -> Path:
    """The first `root/<game>-<k>` that does not exist, k from 1."""
    k = 1
    while (Path(root) / f"{game}-{k}").exists():
        k += 1
    return Path(root) / f"{game}-{k}"


def config_in(out: Path | str) -> RunConfig:
    """The configuration of a result folder. Raises DataError as `open_run` does."""
    return config_of(open_run(out).manifest)
