"""`simkit report` and `simkit verify`: what is done with results on disk."""

from __future__ import annotations

from pathlib import Path

import click

from simkit.cli import console
from simkit.cli.base import command, json_option
from simkit.cli.options import check_fraction


@command(
    "report",
    examples=(
        ("simkit report out/GAME-1", "writes out/GAME-1/report.html"),
        ("simkit report out/GAME-1 -o fairness.html --open", "writes it elsewhere and shows it in the browser"),
        ("simkit report out/GAME-1 --margin 0.01", "judges with a margin of one percentage point"),
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("-o", "--out", "target", metavar="FILE.html", type=click.Path(path_type=Path), help="Where to write it.")
@click.option("--open", "show", is_flag=True, help="Open it in the browser.")
@click.option("--confidence", type=float, metavar="C", help="Of the intervals; the run's own if not given.")
@click.option("--margin", type=float, metavar="D", help="Of the verdicts, a fraction; the run's own if not given.")
@json_option
def report(
    folder: Path, target: Path | None, show: bool, confidence: float | None, margin: float | None, as_json: bool
) -> None:
    """Write the balance report of a run.

    DIR is a folder that `simkit run` wrote; a damaged one is refused. The report is one HTML file that needs nothing
    else.
    """
    check_fraction("--confidence", confidence, 0.5, 1.0)
    check_fraction("--margin", margin, 0.0, 0.5)
    from simkit.report import write

    written = write(folder, target, confidence=confidence, margin=margin)
    if as_json:
        console.emit_json({"report": str(written), "bytes": written.stat().st_size})
    else:
        console.say(f"report   {written}")
    if show:
        click.launch(written.resolve().as_uri())


@command(
    "verify",
    examples=(
        ("simkit verify out/GAME-1", "is every file as it was written?"),
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
    from simkit.runner import open_run, resume_command
    from simkit.runner import verify as check

    run = open_run(folder)
    problems = check(run)
    parts = len(run.manifest["parts"])
    games = sum(part["games"]["rows"] for part in run.manifest["parts"])
    if as_json:
        console.emit_json(
            {
                "ok": not problems,
                "status": run.manifest["status"],
                "parts": parts,
                "games": games,
                "problems": [{"file": problem.file, "what": problem.what} for problem in problems],
            }
        )
    elif problems:
        for problem in problems:
            console.say(f"damaged  {problem}")
        console.say(f"{len(problems)} of {2 * parts} files are not as they were written.")
        console.say(f"repair   {resume_command(run)}")
    else:
        console.say(f"ok       {2 * parts} files, {console.number(games)} games, all as they were written")
        if run.manifest["status"] != "complete":
            console.say(f"not complete ({run.manifest['status']}); continue with: {resume_command(run)}")
    if problems:
        ctx.exit(2)
