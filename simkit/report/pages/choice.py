"""How much there is to decide, and how often the lead changes (M21, M5)."""

from __future__ import annotations

from simkit.report.charts import Histograms
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import VALUE_COLUMNS, coarser, histogram_rows, series_of, value_cells, without_tails
from simkit.report.text import clean, number, percent_range, percent_words


def build(material: Material) -> Section | None:
    """The page on choice and lead changes."""
    choice, leads, head = material.analysis.choice, material.analysis.leads, material.analysis.headline
    if choice.decisions_per_game.value is None:
        return None
    rows = [
        (Cell("Decisions with a choice, a game"), *value_cells(choice.decisions_per_game)),
        (Cell("Forced moves, a game"), *value_cells(choice.forced_per_game)),
    ]
    if choice.legal_actions is not None and choice.legal_actions.value is not None:
        rows.append((Cell("Legal actions where there is a choice"), *value_cells(choice.legal_actions)))
    rows += [
        (Cell("Lead changes, a game"), *value_cells(leads.per_game)),
        (Cell("Lead changes, a turn"), *value_cells(leads.per_turn)),
    ]
    notes = [
        f"Games in which the lead never changes: {percent_words(leads.none.value)} of 100 "
        f"({percent_range(leads.none)})."
    ]
    notes.append("The lead changes when the set of seats that stand best is another one than after the turn before.")
    if head.standing_label:
        notes.append(f"Standing is measured by: {clean(head.standing_label)}.")
    if choice.legal_actions is None:
        notes.append("The legal actions of this game are too many to list, so their number is not known.")
    exhibits = [
        Exhibit("numbers", "Choice in numbers", Table((Column("Measure", numeric=False), *VALUE_COLUMNS), tuple(rows)))
    ]
    total = sum(leads.histogram.counts)
    if total:
        shown, cut = without_tails(leads.histogram)
        shown = coarser(shown)
        series = series_of("", shown, total)
        limits = (series.edges[0], series.edges[-1])
        columns = (Column("Lead changes"), Column("Games"), Column("Of 100 games"))
        tail = " A few games with rare extremes lie outside." if cut else ""
        exhibits.append(
            Exhibit(
                "leads", "Lead changes a game", Table(columns, histogram_rows(shown, total)),
                Histograms((series,), "lead changes", "% of games", limits),
                f"Histogram of lead changes a game, {number(leads.per_game.value)} on average.{tail}",
            )
        )  # fmt: skip
    share = choice.choice_share
    claim = (
        f"Of 100 decisions, {percent_words(share.value)} leave a choice ({percent_range(share)}); the lead "
        f"changes {number(leads.per_game.value)} times a game."
    )
    return Section("choice", "Choice and lead", claim, exhibits=tuple(exhibits), notes=tuple(notes))
