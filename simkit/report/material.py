"""What page builders work from, and the definition of a report as a plugin hands it over."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.analysis.answers import Analysis
from simkit.report.model import Section


@dataclass(frozen=True)
class Material:
    """One run, analysed.

    Attributes:
        manifest: the run's manifest as stored. data_hash: sha256 over the hashes of all parts, see `data_hash`.
    """

    analysis: Analysis
    manifest: Mapping[str, Any]
    data_hash: str


PageBuilder = Callable[[Material], Section | None]
"""Builds one page, or None where the run has no data for it."""


@dataclass(frozen=True)
class ReportDefinition:
    """A report: which pages in which order, in which dress. `provide()` of entry points `simkit.reports` returns these.

    Attributes:
        name: as typed. summary: one line. pages: builders in order.
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


def data_hash(parts: list[Mapping[str, Any]]) -> str:
    """One sha256 for the data of a run: over "table, file, sha256" lines in the order of file names.

    It changes with any bit of any part, and not with the order in which parts were written.
    """
    lines = sorted(
        f"{table} {part[table]['file']} {part[table]['sha256']}\n" for part in parts for table in ("games", "seats")
    )
    return hashlib.sha256("".join(lines).encode()).hexdigest()
