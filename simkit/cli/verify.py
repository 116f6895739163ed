"""`simkit verify`: is everything as it was written?"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli import console
from simkit.cli.base import command, json_option

if TYPE_CHECKING:
    from simkit.runner import Problem, Run


@command(
    "verify",
    examples=(
        ("simkit verify out/GAME-1", "is every file as it was written?"),
        ("simkit verify out/STUDY-1", "the same for every cell of a study"),
        ("simkit verify out/GAME-1 --json", "the same for a program; exit code 2 if not"),
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@json_option
@click.pass_context
def verify(ctx: click.Context, folder: Path, as_json: bool) -> None:
    """Check that results are as they were written.

    Every file of DIR is hashed again; those that are damaged or missing are named, and the exit code is then 2.
    """
    from simkit.runner.sitting import CODE_CHANGES
    from simkit.study import is_study

    checked = _study(folder) if is_study(folder) else _run(folder)
    ok = not checked.problems and not checked.lost
    if as_json:
        console.emit_json(
            {
                "ok": ok,
                "status": checked.status,
                "parts": checked.parts,
                "games": checked.games,
                "problems": [{"file": name, "what": "missing"} for name in checked.lost]
                + [{"file": file, "what": problem.what} for file, problem in checked.problems],
            }
        )
    elif not ok:
        for name in checked.lost:
            console.say(f"damaged  {name}: missing, with its manifest or all of its games")
        for file, problem in checked.problems:
            console.say(f"damaged  {str(problem).replace(problem.file, file, 1)}")
        if checked.problems:
            console.say(f"{len(checked.problems)} of {checked.files} files are not as they were written.")
        console.say(f"repair   {checked.resume}")
    else:
        console.say(f"ok       {checked.files} files, {console.number(checked.games)} games, all as they were written")
        if checked.status != "complete":
            console.say(f"not complete ({checked.status}); continue with: {checked.resume}")
            if checked.status == "failed":
                console.say(f"--resume goes on if the cause lay outside the code; {CODE_CHANGES}.")
    if not ok:
        ctx.exit(2)


@dataclass(frozen=True)
class Checked:
    """What was found. `problems`: with the name of the file below the folder that was asked about.

    `lost`: cells of a study that hold nothing any more.
    """

    status: str
    parts: int
    files: int
    games: int
    problems: tuple[tuple[str, Problem], ...]
    resume: str
    lost: tuple[str, ...] = ()


def _run(folder: Path) -> Checked:
    from simkit.runner import open_run, resume_command
    from simkit.runner import verify as check

    run = open_run(folder)
    problems = tuple((problem.file, problem) for problem in check(run))
    parts, files, games = _counts([run])
    return Checked(str(run.manifest["status"]), parts, files, games, problems, resume_command(run))


def _study(folder: Path) -> Checked:
    from simkit.study import open_study, resume_command, verify_study

    study = open_study(folder)
    problems = tuple(
        (f"{cell.run.path.relative_to(study.path)}/{problem.file}", problem) for cell, problem in verify_study(study)
    )
    parts, files, games = _counts([cell.run for cell in study.cells])
    return Checked(str(study.facts["status"]), parts, files, games, problems, resume_command(study), study.lost)


def _counts(runs: Iterable[Run]) -> tuple[int, int, int]:
    """Parts, files and games."""
    parts = [part for run in runs for part in run.manifest["parts"]]
    files = sum(table in part for part in parts for table in ("games", "seats", "traces"))
    return len(parts), files, sum(part["games"]["rows"] for part in parts)
