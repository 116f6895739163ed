"""`simkit compare`: what changed from one run to another?"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from simkit.cli import console
from simkit.cli.base import command, json_option
from simkit.cli.options import check_fraction
from simkit.errors import DataError, SimkitError, UsageError

if TYPE_CHECKING:
    from simkit.runner import Run

MOST_CELLS = 8
"""Cells of a study that a message lists."""


@command(
    "compare",
    examples=(
        ("simkit run GAME --players 4 --strategies A --seed 7 --out out/before", "the game as it is"),
        (
            "simkit run GAME --players 4 --strategies A --seed 7 --set 'points=[5,3,0]' --out out/after",
            "the same deals with a changed rule",
        ),
        ("simkit compare out/before out/after", "what does the rule change?"),
        ("simkit compare out/before out/after --margin 0.01", "judged with a margin of one point of 100"),
    ),
)
@click.argument("before", metavar="DIR_A", type=click.Path(path_type=Path))
@click.argument("after", metavar="DIR_B", type=click.Path(path_type=Path))
@click.option("--confidence", type=float, metavar="C", help="Of the intervals; that of DIR_A if not given.")
@click.option("--margin", type=float, metavar="D", help="Smaller differences of win shares do not matter; a fraction.")
@json_option
def compare(before: Path, after: Path, confidence: float | None, margin: float | None, as_json: bool) -> None:
    """Say what changed from DIR_A to DIR_B.

    Both are folders that `simkit run` wrote. With the same seed the same deals are compared one by one (paired), which
    needs far fewer games; otherwise the two runs are compared as a whole (unpaired), and it says why.
    """
    check_fraction("--confidence", confidence, 0.5, 1.0)
    check_fraction("--margin", margin, 0.0, 0.5)
    a, b = _open(before, after)
    from simkit.analysis import compare as compare_results
    from simkit.analysis import comparison_dict, comparison_lines

    answer = compare_results(a, b, confidence, margin)
    if as_json:
        console.emit_json({"before": str(before), "after": str(after), "results": comparison_dict(answer)})
        return
    head = answer.before
    console.say(f"{head.game} {head.game_version} · A: {before} · B: {after}")
    for line in comparison_lines(answer):
        console.say_wrapped(line)


def _open(*folders: Path) -> tuple[Run, Run]:
    """Open both, and name everything that is wrong with them at once. Raises UsageError or DataError."""
    from simkit.analysis import different_games
    from simkit.runner import open_run
    from simkit.study import is_study

    runs: list[Run] = []
    problems: list[SimkitError] = []
    for folder in folders:
        try:
            if is_study(folder):
                raise UsageError(_cells_of(folder))
            run = open_run(folder, check=True)
            if not run.manifest["parts"]:
                raise DataError(f"{folder} holds no games yet. Resume it (simkit run ... --resume), then compare it.")
            runs.append(run)
        except SimkitError as error:
            problems.append(error)
    if len(runs) == len(folders):
        problems += [UsageError(text) for text in different_games(runs[0].manifest, runs[1].manifest)]
    if len(problems) == 1:
        raise problems[0]
    if problems:
        raise DataError("\n".join(map(str, problems)))
    return runs[0], runs[1]


def _cells_of(folder: Path) -> str:
    """What to do with a whole study: its own answer compares all variants; single cells can be compared here."""
    from simkit.study import open_study

    cells = open_study(folder).cells
    shown = [f"  {cell.run.path}  ({cell.variant}; {cell.lineup})" for cell in cells[:MOST_CELLS]]
    more = f"\n  and {len(cells) - MOST_CELLS} more" if len(cells) > MOST_CELLS else ""
    return (
        f"{folder} is a whole study, whose report compares all its variants (simkit report {folder}). "
        "Give two of its cells to compare these:\n" + "\n".join(shown) + more
    )
