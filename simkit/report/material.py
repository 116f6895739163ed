"""What page builders work from, and the definition of a report as a plugin hands it over."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit.analysis.answers import Analysis, Comparison, FieldAnswer, StudyAnalysis
from simkit.analysis.examples import Example
from simkit.report.charts import Plane
from simkit.report.model import Section


@dataclass(frozen=True)
class Told:
    """One game as somebody who can play it again tells it. `picture`: of its end, with what it shows; None if none."""

    lines: tuple[str, ...]
    picture: Plane | None = None
    caption: str = ""


Teller = Callable[[str], "Told | None"]
"""Tells the game with the key `block.repeat.seating`, or returns None where it cannot."""


@dataclass(frozen=True)
class Material:
    """One run, analysed.

    Attributes:
        manifest: the run's manifest as stored. data_hash: sha256 over the hashes of all parts, see `data_hash`.
        examples: games worth reading; told: their transcripts by key, as far as somebody could tell them.
        left_out: what was wrong with files that were left out, one line each (`--allow-partial`).
        options: what the command that makes this page again has after the folder.
    """

    analysis: Analysis
    manifest: Mapping[str, Any]
    data_hash: str
    examples: tuple[Example, ...] = ()
    told: Mapping[str, Told] = field(default_factory=dict)
    left_out: tuple[str, ...] = ()
    options: str = ""


@dataclass(frozen=True)
class Several:
    """Several runs to compare: given folders, or the cells of a study.

    Attributes:
        names: one a run, short and all different. title: of the game (or games).
        study: effects of variants on the baseline, where these are cells of a study.
        question, answer: the study's, in words.
        about: name, seed, command and what else `study.json` says. fields: by what the tables have in common, the
            answer on their strategies.
    """

    parts: tuple[Material, ...]
    names: tuple[str, ...]
    title: str
    study: StudyAnalysis | None = None
    question: str = ""
    answer: str = ""
    about: Mapping[str, Any] = field(default_factory=dict)
    fields: tuple[tuple[str, FieldAnswer], ...] = ()
    comparisons: tuple[tuple[str, Comparison], ...] = ()
    left_out: tuple[str, ...] = ()
    options: str = ""


PageBuilder = Callable[[Material], Section | None]
"""Builds one page, or None where the run has no data for it."""

SeveralBuilder = Callable[[Several], Section | None]
"""Builds one page on several runs, or None where they have no data for it."""


@dataclass(frozen=True)
class ReportDefinition:
    """A report: which pages in which order, in which dress. `provide()` of entry points `simkit.reports` returns these.

    Attributes:
        name: as typed. summary: one line. pages: builders in order.
        comparison: builders of a report on several runs or on a study, in order; empty if this report has none.
        folder: holds the files below. template: a jinja2 template that gets `page`, `svg(section, exhibit)`, `style`,
            `script` and `policy`. style, script: put into the page as they are; the content policy admits nothing else.
    """

    name: str
    summary: str
    pages: tuple[PageBuilder, ...]
    folder: Path
    template: str
    style: str
    script: str
    comparison: tuple[SeveralBuilder, ...] = ()


def data_hash(parts: list[Mapping[str, Any]]) -> str:
    """One sha256 for the data of a run: over "table, file, sha256" lines in the order of file names.

    It changes with any bit of any part, and not with the order in which parts were written.
    """
    lines = sorted(
        f"{table} {part[table]['file']} {part[table]['sha256']}\n" for part in parts for table in ("games", "seats")
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()
