"""`simkit report`: the page with the answer."""

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
