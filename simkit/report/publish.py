"""From a folder of results to a report file."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

from simkit import plugins
from simkit.analysis import analyse
from simkit.errors import DataError, UsageError, unknown
from simkit.report.material import Material, ReportDefinition, data_hash
from simkit.report.model import Page
from simkit.report.render import render
from simkit.report.text import clean, short, some

if TYPE_CHECKING:
    from simkit.runner.store import Run

STANDARD = "balance"
"""The report that comes with simkit."""

_OUR_MARK = '<meta name="generator" content="simkit">'


def write(
    run_dir: Path | str,
    out_html: Path | str | None = None,
    *,
    confidence: float | None = None,
    margin: float | None = None,
    overwrite: bool = False,
    report: str = STANDARD,
) -> Path:
    """Make the report of one run.

    Args:
        run_dir: a folder that `simkit run` wrote. out_html: the file to write; None: `report.html` in that folder.
        confidence, margin: fractions; None: those of the run.
        overwrite: replace a file that is no report of simkit (a report is always replaced).
        report: name of a report definition (entry points `simkit.reports`).

    Returns:
        the path of the file.

    Raises:
        DataError: no results there, damaged ones (every part is hashed again), or none committed yet.
        UsageError: unknown report, a confidence or margin out of range, or the file exists and is not ours.
    """
    from simkit.runner.store import open_run  # the only thing the report needs of the runner: its store, to read

    _check(confidence, margin)
    definition = find(report)
    run = open_run(run_dir, check=True)
    target = Path(out_html) if out_html is not None else Path(run_dir) / "report.html"
    try:
        _check_target(target, overwrite)
    except OSError as error:  # no right to look there, or a name longer than this system takes
        raise UsageError(
            f"the report cannot be written as {short(str(target), 60)}: {error.strerror}. Give another name."
        ) from None
    html = render(page_of(material_of(run, confidence, margin), definition), definition)
    _write_atomically(target, html)
    return target


def find(name: str) -> ReportDefinition:
    """The report definition of that name. Raises UsageError with did-you-mean."""
    known = plugins.reports()
    if name not in known:
        raise unknown("report", name, known, "the entry-point group simkit.reports")
    definition = known[name]
    if not isinstance(definition, ReportDefinition):
        raise UsageError(f"report '{name}' must be a simkit.report.ReportDefinition; {type(definition).__name__} came.")
    return definition


def material_of(run: Run, confidence: float | None = None, margin: float | None = None) -> Material:
    """Analyse an opened run. Raises DataError if it holds no games."""
    from simkit.runner.store import resume_command

    parts = list(run.manifest["parts"])
    if not parts:
        raise DataError(f"{run.path} holds no finished games yet. Go on with: {resume_command(run)}")
    return Material(analyse(run, confidence, margin), run.manifest, data_hash(parts))


def page_of(material: Material, definition: ReportDefinition) -> Page:
    """The page model of a report: every page of the definition that has data."""
    head = material.analysis.headline
    built = [build(material) for build in definition.pages]
    subtitle = f"{head.players} players · {short(head.population, 140)} · {some(head.games, 'game')} · seed {head.seed}"
    return Page(
        title=f"{clean(head.title)}: balance report",
        subtitle=subtitle,
        sections=tuple(section for section in built if section is not None),
        footer=f"{clean(head.title)} {clean(head.game_version)} · data {material.data_hash[:16]} · made by simkit",
    )


def _check(confidence: float | None, margin: float | None) -> None:
    if confidence is not None and not 0.5 <= confidence < 1:
        raise UsageError(f"--confidence must be a fraction from 0.5 to below 1; {confidence:g} came. Try 0.95.")
    if margin is not None and not 0 < margin < 0.5:
        raise UsageError(
            f"--margin must be a fraction above 0 and below 0.5; {margin:g} came. Try 0.025 for 2.5 points."
        )


def _check_target(target: Path, overwrite: bool) -> None:
    if target.is_dir():
        raise UsageError(f"the report is a file; {target} is a folder. Give a name such as {target / 'report.html'}.")
    if not target.parent.is_dir():
        raise UsageError(
            f"the folder {target.parent} does not exist. Make it first, or give another place for the report."
        )
    if target.exists() and not overwrite and not _is_ours(target):
        raise UsageError(f"{target} exists and is no report of simkit; it was left alone. Give another name.")


def _is_ours(target: Path) -> bool:
    with target.open("rb") as file:
        return _OUR_MARK.encode() in file.read(16_384)


def _write_atomically(target: Path, text: str) -> None:
    """Write beside and rename, so that a reader never sees half a page."""
    beside = target.with_name(f".{target.name}.{os.getpid()}.tmp")
    try:
        beside.write_text(text, encoding="utf-8", newline="\n")
        beside.replace(target)
    finally:
        beside.unlink(missing_ok=True)
