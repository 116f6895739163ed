"""`simkit summary`: every headline number, for people who read tables and for programs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from simkit.cli import console
from simkit.cli.base import command
from simkit.cli.options import check_fraction
from simkit.errors import UsageError


@command(
    "summary",
    examples=(
        ("simkit summary out/GAME-1", "the answer in a few lines"),
        ("simkit summary out/GAME-1 --csv", "every headline number with its interval, one a row"),
        ("simkit summary out/GAME-1 --markdown", "the same as a table for a page or an issue"),
        ("simkit summary out/STUDY-1 --json", "all cells of a study, with all that the analysis knows"),
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object instead of text.")
@click.option("--csv", "as_csv", is_flag=True, help="Print comma-separated values, one number a row.")
@click.option("--markdown", "as_markdown", is_flag=True, help="Print a Markdown table.")
@click.option("--confidence", type=float, metavar="C", help="Of the intervals; the run's own if not given.")
@click.option("--margin", type=float, metavar="D", help="Of the verdicts, a fraction; the run's own if not given.")
def summary(
    folder: Path, as_json: bool, as_csv: bool, as_markdown: bool, confidence: float | None, margin: float | None
) -> None:
    """Print every headline number of a run or a study.

    DIR is a folder that `simkit run` or `simkit study` wrote; its files are hashed again first. Shares are fractions of
    1 in --json and --csv, and parts of 100 in --markdown. The columns are explained in docs/results.md.
    """
    if as_json + as_csv + as_markdown > 1:
        raise UsageError("only one of --json, --csv and --markdown can be printed at a time; leave the others out.")
    check_fraction("--confidence", confidence, 0.5, 1.0)
    check_fraction("--margin", margin, 0.0, 0.5)
    from simkit.analysis import analyse, summary_dict, summary_lines
    from simkit.analysis.headlines import as_csv_text, as_markdown_text, headlines

    runs = _runs(folder)
    found = [(name, analyse(run, confidence, margin)) for name, run in runs]
    if as_csv or as_markdown:
        rows = [row for name, analysis in found for row in headlines(analysis, name)]
        console.say((as_csv_text if as_csv else as_markdown_text)(rows))
        return
    if as_json:
        console.emit_json(_json(found, summary_dict, headlines))
        return
    for name, analysis in found:
        if name:
            console.say(f"{name}")
        for line in summary_lines(analysis):
            console.say(f"  {line}" if name else line)


def _runs(folder: Path) -> list[tuple[str, Any]]:
    """The runs in a folder with their names: one without a name, or all cells of a study."""
    from simkit.errors import DataError
    from simkit.runner import open_run, resume_command
    from simkit.study import is_study, open_study

    if is_study(folder):
        return [(f"{cell.variant}/{cell.lineup}", cell.run) for cell in open_study(folder, check=True).cells]
    run = open_run(folder, check=True)
    if not run.manifest["parts"]:
        raise DataError(f"{run.path} holds no finished games yet. Go on with: {resume_command(run)}")
    return [("", run)]


def _json(found: list[tuple[str, Any]], summary_dict: Any, headlines: Any) -> dict[str, Any]:
    """One object for a run; for a study one with a list of cells."""

    def one(name: str, analysis: Any) -> dict[str, Any]:
        numbers = [row.plain() for row in headlines(analysis, name)]
        return {"run": name, **summary_dict(analysis), "numbers": numbers}

    if len(found) == 1 and not found[0][0]:
        return one(*found[0])
    return {"cells": [one(name, analysis) for name, analysis in found]}
