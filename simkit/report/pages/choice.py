"""How much there is to decide, and how often the lead changes (M21, M5)."""

from __future__ import annotations

from simkit.analysis.answers import DealAnswer
from simkit.report.charts import Dots, Histograms
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import (
    VALUE_COLUMNS,
    coarser,
    histogram_rows,
    series_of,
    share_cells,
    share_dots,
    value_cells,
    without_tails,
)
from simkit.report.text import clean, number, share_words


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
    # Where all win or lose together and no seat ever stood better, there is no lead to speak of.
    led = not head.cooperative or bool(leads.per_game.value)
    rows += [
        (Cell("Lead changes, a game"), *value_cells(leads.per_game)),
        (Cell("Lead changes, a turn"), *value_cells(leads.per_turn)),
    ] if led else []  # fmt: skip
    notes = []
    if led:
        notes = [
            f"The lead never changes in {share_words(leads.none, 'games')}.",
            "The lead changes when the set of seats that stand best is another one than after the turn before.",
        ]
    if led and head.standing_label:
        notes.append(f"Standing is measured by: {clean(head.standing_label)}.")
    if choice.legal_actions is None:
        notes.append("The legal actions of this game are too many to list, so their number is not known.")
    exhibits = [
        Exhibit("numbers", "Choice in numbers", Table((Column("Measure", numeric=False), *VALUE_COLUMNS), tuple(rows)))
    ]
    total = sum(leads.histogram.counts)
    if total and led:
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
    deal = material.analysis.deal
    if deal is not None:
        exhibits.insert(0, _deal(deal))
        notes.append(
            "How much the deal decides is measured by playing each deal several times with other random choices of the "
            "strategies. It holds between these players: better players leave less to the deal, or more."
        )
    share = choice.choice_share
    claim = f"There is a choice in {share_words(share, 'decisions')}"
    claim += f"; the lead changes {number(leads.per_game.value)} times a game." if led else "."
    if deal is not None and deal.share.value is not None:
        claim += f" The deal decides {share_words(deal.share)} of the result."
    return Section(
        "choice", "Choice and lead" if led else "Choice", claim, exhibits=tuple(exhibits), notes=tuple(notes)
    )


def _deal(deal: DealAnswer) -> Exhibit:
    """M11: the share of the result that the deal decides."""
    what = "Success" if deal.number == "success" else "Who wins"
    table = Table(
        (Column("Result", numeric=False), Column("Decided by the deal, of 100"), Column("Interval")),
        ((Cell(what), *share_cells(deal.share, 1)),),
    )
    dots = share_dots([(what, 0, deal.share)], "decided by the deal, of 100", 1)
    chart = Dots(dots.marks, dots.axis, (0.0, 100.0))
    return Exhibit(
        "deal", "How much does the deal decide?", table, chart if chart.marks else None,
        f"{clean(deal.words).rstrip('.')}: the share of the result decided by the deal, with its interval, from 0 "
        "(only choices) to 100 (only the deal).",
    )  # fmt: skip
