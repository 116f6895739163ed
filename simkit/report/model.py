"""The page model: what a report says, as frozen data. No HTML, no matplotlib, no arithmetic on results.

A page builder (`simkit.report.pages`) turns one part of an analysis into a `Section`; the template prints it and
`simkit.report.figures` draws its charts. All text here is untrusted and plain: escaping belongs to the template.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simkit.report.charts import Chart


@dataclass(frozen=True)
class Cell:
    """One table cell: `text` is shown, `sort` orders the column (None: by text)."""

    text: str
    sort: float | None = None
    strong: bool = False


@dataclass(frozen=True)
class Column:
    """A table column; `numeric` columns are set flush right. `hint` explains the label in one line."""

    label: str
    numeric: bool = True
    hint: str = ""


@dataclass(frozen=True)
class Table:
    """A table of one exhibit: every row has one cell a column; the first cell of a row is its heading."""

    columns: tuple[Column, ...]
    rows: tuple[tuple[Cell, ...], ...]

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows), "every row has one cell a column"


@dataclass(frozen=True)
class Exhibit:
    """One thing shown: a chart with its table behind a disclosure, or a table alone (`chart` None).

    Attributes:
        key: unique in its section, letters and hyphens; it prefixes every id inside the chart.
        title: caption. description: the chart in one or two sentences, for a screen reader.
        folded: for a table alone, whether it hides behind a disclosure too.
    """

    key: str
    title: str
    table: Table
    chart: Chart | None = None
    description: str = ""
    folded: bool = False


@dataclass(frozen=True)
class Fold:
    """Exhibits behind one disclosure, for readers who want to know more. `texts`: paragraphs above them."""

    key: str
    title: str
    texts: tuple[str, ...]
    exhibits: tuple[Exhibit, ...] = ()


@dataclass(frozen=True)
class Story:
    """One game to read: what makes it worth reading, its transcript behind a disclosure, and how to play it again.

    `lines`: empty where nobody could tell the game. `cut`: how many lines were left out in the middle.
    `picture`: of its end, if the game draws one.
    """

    key: str
    title: str
    summary: str
    lines: tuple[str, ...]
    cut: int
    command: str
    picture: Exhibit | None = None


Tone = Literal["good", "bad", "open", "note"]


@dataclass(frozen=True)
class Finding:
    """A verdict in plain words. `tone` gives its mark and colour; the word itself always says it too."""

    tone: Tone
    label: str
    headline: str
    details: tuple[str, ...] = ()


@dataclass(frozen=True)
class Command:
    """Something to type, with what it does. `about`: what tells it from another command of the same purpose."""

    text: str
    purpose: str
    about: str = ""


@dataclass(frozen=True)
class Section:
    """One page of the report.

    Attributes:
        key: the anchor. title: heading. claim: the one sentence that the page proves.
        folds: for readers who want to know more. stories: games to read.
        notes: how to read it, and its limits, in small print.
    """

    key: str
    title: str
    claim: str
    findings: tuple[Finding, ...] = ()
    exhibits: tuple[Exhibit, ...] = ()
    commands: tuple[Command, ...] = ()
    folds: tuple[Fold, ...] = ()
    stories: tuple[Story, ...] = ()
    notes: tuple[str, ...] = ()

    def all_exhibits(self) -> tuple[Exhibit, ...]:
        """Those shown, those behind a disclosure, and pictures of games."""
        pictures = tuple(story.picture for story in self.stories if story.picture is not None)
        return self.exhibits + tuple(exhibit for fold in self.folds for exhibit in fold.exhibits) + pictures


@dataclass(frozen=True)
class Page:
    """The whole report: title, the line below it, and its sections in order."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str
