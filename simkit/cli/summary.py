"""`simkit summary`: every headline number, for people who read tables and for programs."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli import console
from simkit.cli.base import command
from simkit.cli.listing import toml_words
from simkit.cli.options import check_fraction
from simkit.errors import DataError, UsageError

if TYPE_CHECKING:
    from simkit.runner.store import Run


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
    from simkit.analysis import summary_lines
    from simkit.analysis.headlines import as_csv_text, as_markdown_text

    found = _study(folder, confidence, margin) or _run(folder, confidence, margin)
    if as_csv or as_markdown:
        console.say((as_csv_text if as_csv else as_markdown_text)(found.rows))
    elif as_json:
        console.emit_json(found.whole)
    else:
        for line in found.about:  # with commands to copy: never wrapped
            console.say(line)
        for line in found.answer:
            console.say_wrapped(line)
        for name, analysis in found.analyses:
            if name:
                console.say(name)
            for line in summary_lines(analysis):
                console.say_wrapped(line, "  " if name else "")


@dataclass(frozen=True)
class _Found:
    """What a folder says. `analyses`: by name of the cell, "" for a run; `whole`: the JSON object.

    `about`: what was played, and whether all of it.
    """

    analyses: list[tuple[str, Any]]
    rows: list[Any]
    whole: dict[str, Any]
    about: tuple[str, ...]
    answer: tuple[str, ...] = ()


def _about(run: Run, go_on: str) -> tuple[str, ...]:
    from simkit.analysis.changes import given_entries, tables_to_give

    manifest, config = run.manifest, run.manifest["config"]
    members = list(dict.fromkeys(config["strategies"]))
    named = f"{members[0]} at every seat" if len(members) == 1 else ", ".join(config["strategies"])
    games = console.number(sum(part["games"]["rows"] for part in manifest["parts"]))
    head = f"{manifest['game']} {manifest['game_version']} · {config['players']} players · {named} · {games} games"
    shown = {
        name: given_entries(value) if name in tables_to_give(manifest) else value
        for name, value in config["rules_set"].items()
    }
    rules = " · ".join(f"{name} = {toml_words(value)}" for name, value in shown.items())
    lines = [f"{head} · seed {config['seed']}", *([f"rules    {rules}"] if rules else [])]
    return (*lines, *_unfinished(str(manifest["status"]), go_on))


def _unfinished(status: str, go_on: str) -> tuple[str, ...]:
    if status == "complete":
        return ()
    return (f"note     not complete ({status}): this is what is there so far; go on with: {go_on}",)


def _run(folder: Path, confidence: float | None, margin: float | None) -> _Found:
    from simkit.analysis import analyse, summary_dict
    from simkit.analysis.headlines import headlines
    from simkit.runner import open_run, resume_command

    run = open_run(folder, check=True)
    if not run.manifest["parts"]:
        raise DataError(f"{run.path} holds no finished games yet. Go on with: {resume_command(run)}")
    analysis = analyse(run, confidence, margin)
    rows = headlines(analysis)
    whole = {**summary_dict(analysis), "numbers": [row.plain() for row in rows]}
    return _Found([("", analysis)], rows, whole, _about(run, resume_command(run)))


def _study(folder: Path, confidence: float | None, margin: float | None) -> _Found | None:
    """None if the folder holds no study."""
    from simkit.study import is_study, open_study, resume_command

    if not is_study(folder):
        return None
    from simkit.analysis import StudyCell, analyse_study
    from simkit.analysis.headlines import changes, headlines
    from simkit.study.analysis import rankings
    from simkit.study.answer import answer_sentence, as_dict

    study = open_study(folder, check=True)
    facts, cells = study.facts, [StudyCell(c.variant, c.lineup, c.players, c.run) for c in study.cells]
    analysis = analyse_study(
        cells,
        facts.get("confidence") if confidence is None else confidence,
        facts.get("margin") if margin is None else margin,
        tuple(facts["band"]) if facts.get("band") else None,
    )
    ranked = rankings(study, analysis)
    rows = [row for c in analysis.cells for row in headlines(c.analysis, f"{c.variant}/{c.lineup}")] + changes(analysis)
    several = len({cell.players for cell in analysis.cells}) > 1
    found = [
        (f"{cell.variant}/{cell.lineup}{f' ({cell.players} players)' if several else ''}", cell.analysis)
        for cell in analysis.cells
    ]
    whole = {**as_dict(analysis, ranked), "numbers": [row.plain() for row in rows]}
    about = list(_unfinished(str(facts["status"]), resume_command(study)))
    if study.empty:
        about.append(f"note     no game yet, so that nothing here is about it: {', '.join(study.empty)}")
    return _Found(
        found, rows, whole, tuple(about), (console.printable(str(facts["question"])), answer_sentence(analysis, ranked))
    )
