"""From folders of results to a report file."""

from __future__ import annotations

import shlex
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from simkit import plugins
from simkit.errors import UsageError, did_you_mean
from simkit.report.gather import Asked, Tell, material_of, open_checked, several_of, study_in
from simkit.report.material import Material, ReportDefinition, Several
from simkit.report.model import Page, Section
from simkit.report.ours import check_place, put
from simkit.report.render import render
from simkit.report.text import clean, count, listed, short, some
from simkit.study.folder import is_study

STANDARD = "balance"
"""The report that comes with simkit."""

ENDINGS = (".html", ".htm")


@dataclass(frozen=True)
class Made:
    """A report that is ready to be written."""

    page: Page
    definition: ReportDefinition

    def html(self) -> str:
        """The whole page as text."""
        return render(self.page, self.definition)


def write(
    folders: Path | str | Sequence[Path | str],
    out_html: Path | str | None = None,
    *,
    confidence: float | None = None,
    margin: float | None = None,
    overwrite: bool = False,
    report: str = STANDARD,
    title: str | None = None,
    only: Sequence[str] = (),
    allow_partial: bool = False,
    tell: Tell | None = None,
) -> Path:
    """Make the report of one run, or of several side by side.

    Args:
        folders: a folder that `simkit run` wrote, or several of one game. out_html: the file to write; None:
            `report.html` in the (first) folder.
        confidence, margin: fractions; None: those of the run.
        overwrite: replace a file that is no report of simkit (a report is always replaced).
        report: name of a report definition (entry points `simkit.reports`).
        title: heading of the page. only: keys of the pages to make, as they stand in its address ("seats").
        allow_partial: leave damaged files out instead of refusing; the page says so on top.
        tell: plays a game again and tells it; without it, example games are named and not told.

    Returns:
        the path of the file.

    Raises:
        DataError: no results there, damaged ones (every part is hashed again), or none committed yet.
        UsageError: unknown report or page, a confidence or margin out of range, runs of different games, or the file
            exists and is not ours.
    """
    paths = [Path(folders)] if isinstance(folders, (str, Path)) else [Path(folder) for folder in folders]
    options = options_text(
        title=title, only=only, confidence=confidence, margin=margin, report=report, allow_partial=allow_partial
    )
    asked = Asked(confidence, margin, allow_partial, tell, options)
    target = target_of(paths[0], out_html, overwrite) if out_html is not None else None
    made = make(paths, asked, report=report, title=title, only=only)
    target = target if target is not None else target_of(paths[0], None, overwrite)
    save(made, target)
    return target


def make(
    folders: Sequence[Path], asked: Asked, *, report: str = STANDARD, title: str | None = None, only: Sequence[str] = ()
) -> Made:
    """Open, analyse and lay out, without writing anything."""
    check_fractions(asked.confidence, asked.margin)
    definition = find(report)
    studies = [folder for folder in folders if is_study(folder)]
    if studies:
        if len(folders) > 1:
            raise UsageError(
                f"{studies[0]} is a study, and a study's report stands alone; {len(folders)} folders came. Give it "
                "alone, or single cells of it (the folders in its folder cells)."
            )
        return Made(chosen(page_of_several(study_in(studies[0], asked), definition), title, only), definition)
    opened = [open_checked(folder, asked) for folder in folders]
    if len(opened) == 1:
        run, left_out = opened[0]
        page = page_of(material_of(run, asked, left_out), definition)
    else:
        left_out = tuple(f"{run.path.name}: {line}" for run, lines in opened for line in lines)
        page = page_of_several(several_of([run for run, _ in opened], asked, left_out), definition)
    return Made(chosen(page, title, only), definition)


def options_text(
    *,
    title: str | None = None,
    only: Sequence[str] = (),
    confidence: float | None = None,
    margin: float | None = None,
    report: str = STANDARD,
    allow_partial: bool = False,
) -> str:
    """What decides the page, as it is typed after the folder: the page itself says how it was made."""
    words: list[str] = []
    if title is not None:
        words += ["--title", title]
    if only:
        words += ["--only", ",".join(only)]
    for option, value in (("--confidence", confidence), ("--margin", margin)):
        if value is not None:
            words += [option, f"{value:g}"]
    if report != STANDARD:
        words += ["--report", report]
    if allow_partial:
        words.append("--allow-partial")
    return f" {clean(shlex.join(words))}" if words else ""


def find(name: str) -> ReportDefinition:
    """The report definition of that name. Raises UsageError with did-you-mean."""
    known = plugins.reports()
    if name not in known:
        raise UsageError(
            f"no report is called '{name}'.{did_you_mean(name, known)} The installed ones are {', '.join(known)}."
        )
    definition = known[name]
    if not isinstance(definition, ReportDefinition):
        raise UsageError(f"report '{name}' must be a simkit.report.ReportDefinition; {type(definition).__name__} came.")
    return definition


def page_of(material: Material, definition: ReportDefinition) -> Page:
    """The page model of a report on one run: every page of the definition that has data."""
    head = material.analysis.headline
    built = [build(material) for build in definition.pages]
    subtitle = f"{head.players} players · {short(head.population, 140)} · {some(head.games, 'game')} · seed {head.seed}"
    return Page(
        title=f"{clean(head.title)}: balance report",
        subtitle=subtitle,
        sections=tuple(section for section in built if section is not None),
        footer=f"{clean(head.title)} {clean(head.game_version)} · data {material.data_hash[:16]} · made by simkit",
    )


def page_of_several(several: Several, definition: ReportDefinition) -> Page:
    """The page model of a report on several runs or a study. Raises UsageError if the report has no pages for that."""
    if not definition.comparison:
        raise UsageError(f"report '{definition.name}' shows one run at a time. Give one folder, or another report.")
    built = [build(several) for build in definition.comparison]
    games = sum(m.analysis.headline.games for m in several.parts)
    players = sorted({m.analysis.headline.players for m in several.parts})
    kind = "study" if several.study is not None else "comparison"
    what = f"{some(len(several.parts), 'run')} · {listed([count(n) for n in players])} players · {some(games, 'game')}"
    hashes = " ".join(sorted({m.data_hash[:8] for m in several.parts})[:8])
    return Page(
        title=f"{clean(several.title)}: {kind}",
        subtitle=f"{short(str(several.about.get('name', '')), 80)} · {what}" if several.about else what,
        sections=tuple(section for section in built if section is not None),
        footer=f"{clean(several.title)} · data {hashes} · made by simkit",
    )


def chosen(page: Page, title: str | None, only: Sequence[str]) -> Page:
    """The same page with another title, and only some of its sections. Raises UsageError for an unknown one."""
    sections: tuple[Section, ...] = page.sections
    if only:
        known = [section.key for section in sections]
        for key in only:
            if key not in known:
                raise UsageError(
                    f"no page of this report is called '{key}'.{did_you_mean(key, known)} Its pages are "
                    f"{', '.join(known)}."
                )
        sections = tuple(section for section in sections if section.key in only)
    return Page(page.title if title is None else clean(title), page.subtitle, sections, page.footer)


def check_fractions(confidence: float | None, margin: float | None) -> None:
    """Raise UsageError for a confidence or margin that makes no sense."""
    if confidence is not None and not 0.5 <= confidence < 1:
        raise UsageError(f"--confidence must be a fraction from 0.5 to below 1; {confidence:g} came. Try 0.95.")
    if margin is not None and not 0 < margin < 0.5:
        raise UsageError(
            f"--margin must be a fraction above 0 and below 0.5; {margin:g} came. Try 0.025 for 2.5 points."
        )


def target_of(folder: Path, out_html: Path | str | None, overwrite: bool = False) -> Path:
    """Where the report goes. Raises UsageError where it cannot, or where somebody else's file stands."""
    target = Path(out_html) if out_html is not None else folder / "report.html"
    check_place(target, "the report", overwrite=overwrite)
    if target.suffix.lower() not in ENDINGS:
        raise UsageError(f"the report is a page: its name must end in .html; '{short(target.name, 60)}' came.")
    return target


def save(made: Made, target: Path) -> None:
    """Write the page, so that a reader never sees half of it."""
    put(target, made.html().encode("utf-8"), "the report")
