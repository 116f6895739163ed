"""A page of our own, and a report that has it: the standard pages with ours after the length."""

from __future__ import annotations

import dataclasses

from simkit.report import Material, ReportDefinition, Section
from simkit.report.charts import Dots
from simkit.report.model import Cell, Column, Exhibit, Table
from simkit.report.pages.common import limits_of, value_cells, value_marks
from simkit.report.text import number
from simkit_reports import BALANCE


def greed(material: Material) -> Section | None:
    """How often each strategy goes too far; None where the tally was not counted."""
    busts = next((tally for tally in material.analysis.tallies if tally.name == "busts"), None)
    if busts is None or not busts.by_strategy:
        return None
    rows = [(row.group, k, row.value) for k, row in enumerate(busts.by_strategy)]
    worst = max(rows, key=lambda row: row[2].value or 0.0)
    marks = value_marks(rows)
    columns = (Column("Strategy", numeric=False), Column("Turns lost a game"), Column("Interval"))
    chart = Dots(
        marks, "turns lost to a 1, a game", limits_of([x for m in marks for x in (m.value, m.low, m.high)], 0.0)
    )
    return Section(
        key="greed",
        title="Greed",
        claim=f"{worst[0]} loses most turns to a 1: {number(worst[2].value)} a game.",
        exhibits=(
            Exhibit(
                "busts", "Turns lost by strategy",
                Table(columns, tuple((Cell(name), *value_cells(value)) for name, _, value in rows)),
                chart, "One row a strategy: turns lost to a 1 in a game, with the interval of the mean.",
            ),
        ),
    )  # fmt: skip


def provide() -> tuple[ReportDefinition, ...]:
    """One report: `simkit report DIR --report race`."""
    pages = list(BALANCE.pages)
    pages.insert(-1, greed)
    return (dataclasses.replace(BALANCE, name="race", summary="The standard pages and greed", pages=tuple(pages)),)
