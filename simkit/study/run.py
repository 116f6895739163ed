"""Play a study: all its cells with one crew, each an ordinary result folder."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.errors import UsageError
from simkit.runner import Backend, Judging, Stopping, Subject, default_jobs, dry_run, look_up, open_run
from simkit.runner.cell import Cell
from simkit.runner.files import (
    CELLS,
    MANIFEST,
    locked,
    refuse_place,
    refuse_unreadable_name,
    refuse_unwritable,
    write_atomically,
)
from simkit.runner.manifest import digest_of
from simkit.runner.progress import ProgressCallback
from simkit.runner.run import check_means
from simkit.runner.sitting import Ended, play_cells, what_is_kept, why
from simkit.strategy import Player
from simkit.study.command import command_of
from simkit.study.folder import (
    STUDY_TOML,
    clear_cell,
    clear_study,
    facts_of,
    is_study,
    read_facts,
    refuse_other_cell,
    write_facts,
)
from simkit.study.plan import StudyCell, StudyPlan
from simkit.study.resume import differences


@dataclass(frozen=True)
class StudyResult:
    """How a study ended. `games`: on the disk now. `played`: in this sitting. `blocks`: those that every cell has."""

    out: Path
    status: str
    plan: StudyPlan
    ended_by: str
    games: int
    played: int
    blocks: int
    seconds: float
    looks: int

    @property
    def interrupted(self) -> bool:
        """True after Ctrl-C."""
        return self.status == "interrupted"


def settle_seed(plan: StudyPlan, out: Path | None, *, resume: bool) -> StudyPlan:
    """The plan with a seed: the file's, else that of the study to be resumed, else a new one."""
    if plan.seed is not None:
        return plan
    if resume and out is not None and is_study(out):
        facts = read_facts(out)
        return replace(plan, seed=facts["seed"], seed_drawn=bool(facts.get("seed_drawn")))
    return replace(plan, seed=secrets.randbelow(10**9), seed_drawn=True)


def look_at_folder(plan: StudyPlan, out: Path, *, resume: bool, force: bool) -> None:
    """Raise UsageError where the study may not be written to `out`; touch nothing."""
    refuse_unreadable_name(out)
    refuse_place(out)
    if resume and force:
        raise UsageError("--resume goes on with a study and --force replaces it; give one of them.")
    if resume:
        if not is_study(out):
            raise UsageError(f"--resume goes on with a study, and {out} holds none. Leave --resume out.")
        found = differences(read_facts(out), plan)
        if found:
            raise UsageError(
                f"--resume goes on with the study in {out} as it was begun; its file has changed since:\n  "
                + "\n  ".join(found)
                + "\nPut the file back, or play the changed study into another --out."
            )
    elif out.is_dir() and any(out.iterdir()) and not force:
        raise UsageError(
            f"{out} is not empty, and results are never overwritten by accident. "
            "Give another --out, --resume to go on with it, or --force to replace it."
        )


def run_study(
    plan: StudyPlan,
    text: str,
    where: str,
    out: Path | str,
    *,
    jobs: int | None = None,
    backend: Backend = "loky",
    resume: bool = False,
    force: bool = False,
    progress: ProgressCallback | None = None,
    clock: Callable[[], float] = time.monotonic,
    find: Callable[..., Subject] = look_up,
    play: Callable[..., Any] | None = None,
) -> StudyResult:
    """Play a study into the folder `out`.

    Args:
        plan: with its seed (`settle_seed`). text: of the file, kept beside the results. where: how the file was named.
        resume: play what is missing, damaged, or added by more blocks. force: replace what is in `out`.
        progress: called in this process after each committed chunk, with the numbers of all cells together.
        clock: seconds, for `max_time`. find: game, rules and players of a configuration.
        play: in place of `simkit.engine.play` (tests).

    Returns:
        The result; after Ctrl-C with status "interrupted", when time was up "stopped". Both keep what is finished.

    Raises:
        UsageError: something asked for is impossible; nothing was touched.
        PlayError: a strategy or the game failed; finished chunks are kept.
    """
    out = Path(out)
    check_means(jobs, backend)
    stopping = Stopping(plan.precision, plan.max_time, clock)
    stopping.check()
    look_at_folder(plan, out, resume=resume, force=force)
    subjects = _Subjects(plan, find)
    if play is None:
        from simkit import engine

        # Compiled here, before workers start: they then load it from the cache instead of compiling side by side.
        engine.prepare(subjects.first.game, list(subjects.players.values()))
    try:
        out.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}. Choose another --out.") from None
    refuse_unwritable(out, out / CELLS)
    with locked(out):
        if force:
            clear_study(out)
        facts = facts_of(plan, command_of(plan, where), subjects.first.game.version)
        # First of all: a folder without it is no study, and neither --resume nor --force could go on with it.
        write_facts(out, {**facts, "status": "running", "stopping": None})
        write_atomically(out / STUDY_TOML, text.encode())
        (out / CELLS).mkdir(exist_ok=True)
        cells = _cells(plan, out, subjects, play)
        before = sum(cell.games for cell in cells)
        ended = play_cells(cells, stopping, jobs=jobs or default_jobs(), backend=backend, progress=progress)
        return _finish(plan, out, facts, cells, ended, before)


class _Subjects:
    """Game, rules and players of every cell, each looked up once."""

    def __init__(self, plan: StudyPlan, find: Callable[..., Subject]) -> None:
        self.plan, self.find = plan, find
        self.players: dict[str, Player] = {}
        self._rules: dict[tuple[str, int], Subject] = {}
        self._digests: dict[frozenset[str], str] = {}
        for lineup in plan.lineups:
            if not set(lineup.members) <= set(self.players):
                self.players.update(find(plan.config(StudyCell(0, "", plan.baseline, lineup), 1)).players)
        self.first = self.of(plan.cells()[0])

    def of(self, cell: StudyCell) -> Subject:
        """What the runner needs for a cell."""
        key, members = (cell.variant.name, cell.players), frozenset(cell.lineup.members)
        if key not in self._rules:
            self._rules[key] = self.find(self.plan.config(cell, 1))
        found, players = self._rules[key], {member: self.players[member] for member in cell.lineup.members}
        if members not in self._digests:  # reads all sources: a hundred cells would take seconds
            self._digests[members] = digest_of(found.game, players)
        subject = Subject(found.game, found.rules, players, self._digests[members])
        return subject if self.plan.max_time is None else subject.in_small_chunks()


def _cells(plan: StudyPlan, out: Path, subjects: _Subjects, play: Callable[..., Any] | None) -> list[Cell]:
    """The cells, ready to be played. All have the same blocks, so that pairs of variants are complete."""
    from simkit.analysis.stopping import FIRST_LOOK

    judging = Judging(plan.confidence, plan.margin, plan.band, plan.precision)
    listed = plan.cells()
    there = {cell.number: (out / cell.folder / MANIFEST).is_file() for cell in listed}
    facts = read_facts(out)
    blocks = []
    for cell, entry in zip(listed, facts["cells"], strict=True):
        if there[cell.number]:
            run = open_run(out / cell.folder)
            refuse_other_cell(out, facts, entry, run)
            blocks.append(run.manifest["config"]["blocks"])
    wanted = plan.blocks if plan.blocks is not None else max([FIRST_LOOK, *blocks])
    found = []
    for cell in listed:
        folder, resume = out / cell.folder, there[cell.number]
        if not resume:
            clear_cell(folder)  # what a killed process left before its first manifest
        subject = subjects.of(cell)
        outline = dry_run(plan.config(cell, wanted), folder, resume=resume, subject=subject)
        made = Cell(outline, subject, folder, judging, resume=resume, play=play)
        # Together they write one manifest a second, whatever their number.
        made.ledger.pace(len(listed), cell.number)
        found.append(made)
    return found


def _finish(
    plan: StudyPlan, out: Path, facts: Mapping[str, Any], cells: list[Cell], ended: Ended, before: int
) -> StudyResult:
    failing = {piece.cell for piece, _ in ended.outcome.failed} | {piece.cell for piece in ended.outcome.given_up}
    for number, cell in enumerate(cells):
        status = ended.status
        if status == "failed" and failing and number not in failing:
            status = "interrupted"
        if not cell.todo and (plan.precision is None or ended.by in ("precision", "no_spread", "limit")):
            status = "complete"
        cell.close(status)
    stopping = {
        "rule": "games" if plan.precision is None else "width", "target": plan.precision, "max_time": plan.max_time,
        "ended_by": ended.by, "looks": ended.looks,
    }  # fmt: skip
    write_facts(out, {**facts, "status": ended.status, "stopping": stopping})
    games = sum(cell.games for cell in cells)
    if ended.status == "failed":
        raise why(ended, cells, what_is_kept(out, games))
    return StudyResult(
        out, ended.status, plan, ended.by, games, games - before, min(cell.shares.blocks for cell in cells),
        ended.seconds, ended.looks,
    )  # fmt: skip
