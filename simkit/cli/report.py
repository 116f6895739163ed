"""`simkit report`: the page with the answer, its PDF, and its charts as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli import console
from simkit.cli.base import command, json_option
from simkit.cli.options import check_fraction
from simkit.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from simkit.report.publish import Made


@command(
    "report",
    examples=(
        ("simkit report out/GAME-1", "writes out/GAME-1/report.html"),
        ("simkit report out/GAME-1 -o fairness.html --open", "writes it elsewhere and shows it in the browser"),
        ("simkit report out/GAME-2p out/GAME-3p out/GAME-4p -o players.html", "numbers of players side by side"),
        ("simkit report out/STUDY-1", "a study: what each change does"),
        ("simkit report out/GAME-1 --only seats,length --charts charts", "two pages, and their charts as SVG and PNG"),
        ("simkit report out/GAME-1 --margin 0.01", "judges with a margin of one point of 100"),
    ),
)
@click.argument("folders", metavar="DIR...", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option("-o", "--out", "target", metavar="FILE.html", type=click.Path(path_type=Path), help="Where to write it.")
@click.option("--open", "show", is_flag=True, help="Open it in the browser.")
@click.option("--title", metavar="T", help="Heading of the page.")
@click.option("--only", metavar="PAGES", help="Only these pages, as seats,length (their names stand in the address).")
@click.option("--report", "name", default="balance", metavar="NAME", help="Another report, of a plugin.")
@click.option("--pdf", is_flag=True, help="Print it to FILE.pdf too; needs a Chromium that is installed.")
@click.option("--charts", metavar="DIR", type=click.Path(path_type=Path), help="Write each chart there, SVG and PNG.")
@click.option("--allow-partial", is_flag=True, help="Leave damaged files out instead of refusing; the page says so.")
@click.option("--confidence", type=float, metavar="C", help="Of the intervals; the run's own if not given.")
@click.option("--margin", type=float, metavar="D", help="Of the verdicts, a fraction; the run's own if not given.")
@json_option
def report(folders: tuple[Path, ...], target: Path | None, show: bool, **typed: Any) -> None:
    """Write the report of a run, of several, or of a study.

    DIR is a folder that `simkit run` or `simkit study` wrote; a damaged one is refused. The report is one HTML file
    that needs nothing else.
    """
    check_fraction("--confidence", typed["confidence"], 0.5, 1.0)
    check_fraction("--margin", typed["margin"], 0.0, 0.5)
    only = pages_of(typed["only"])
    from simkit.cli.telling import tell
    from simkit.report.export import check_charts, save_charts
    from simkit.report.gather import Asked
    from simkit.report.ours import check_place
    from simkit.report.pdf import find_browser, print_pdf
    from simkit.report.publish import make, options_text, save, target_of
    from simkit.runner import open_run

    if typed["pdf"] and find_browser() is None:
        print_pdf(Path("report.html"), Path("report.pdf"))  # says what is missing, before the work
    chosen = {key: typed[key] for key in ("title", "confidence", "margin", "allow_partial")}
    options = options_text(only=only, report=typed["name"], **chosen)
    asked = Asked(typed["confidence"], typed["margin"], typed["allow_partial"], tell, options)
    for folder in folders:
        if not folder.is_dir():
            open_run(folder)  # says what is wrong with it: before the report's own place, which lies in it
    place = target_of(folders[0], target)
    pdf = place.with_suffix(".pdf") if typed["pdf"] else None
    if pdf is not None:
        check_place(pdf, "the PDF")
    made = make(list(folders), asked, report=typed["name"], title=typed["title"], only=only)
    if typed["charts"] is not None:
        check_charts(made.page, typed["charts"])
    save(made, place)
    if pdf is not None:
        print_pdf(place, pdf)
    charts = save_charts(made.page, typed["charts"]) if typed["charts"] is not None else []
    _say(made, place, pdf, charts, typed)
    if show:
        click.launch(place.resolve().as_uri())


def pages_of(only: str | None) -> tuple[str, ...]:
    """The pages named by `--only`. Raises UsageError where none is."""
    if only is None:
        return ()
    names = tuple(name.strip() for name in only.split(",") if name.strip())
    if not names:
        raise UsageError("--only needs the names of pages, as seats,length; nothing came.")
    return names


def _say(made: Made, place: Path, pdf: Path | None, charts: Sequence[Path], typed: dict[str, Any]) -> None:
    if typed["as_json"]:
        found: dict[str, Any] = {
            "report": str(place),
            "bytes": place.stat().st_size,
            "pages": [section.key for section in made.page.sections],
        }
        if pdf is not None:
            found["pdf"] = str(pdf)
        if typed["charts"] is not None:
            found["charts"] = [str(path) for path in charts]
        console.emit_json(found)
        return
    console.say(f"report   {place}")
    if pdf is not None:
        console.say(f"pdf      {pdf}")
    if typed["charts"] is not None:
        console.say(f"charts   {len(charts)} files in {typed['charts']}")
