"""How scores are distributed, and how close the end is (M23)."""

from __future__ import annotations

from simkit.analysis.answers import GroupSpread, ScoreAnswer, Spread
from simkit.report.charts import Histograms
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import coarser, histogram_rows, on_one_grid, series_of, value_cells, without_tails
from simkit.report.text import clean, count, number, percent_range, percent_words, whole

SPREAD_COLUMNS = (
    Column("Mean"), Column("Interval"), Column("Spread (sd)"), Column("Lowest"), Column("5\u00a0%"),
    Column("25\u00a0%"), Column("Median"), Column("75\u00a0%"), Column("95\u00a0%"), Column("Highest"),
    Column("Counted"),
)  # fmt: skip


def spread_cells(spread: Spread) -> tuple[Cell, ...]:
    """A distribution as one table row."""
    points = (spread.lowest, spread.p5, spread.p25, spread.p50, spread.p75, spread.p95, spread.highest)
    return (
        *value_cells(spread.mean), Cell(number(spread.sd), spread.sd), *(Cell(whole(p), p) for p in points),
        Cell(count(spread.count), spread.count),
    )  # fmt: skip


def build(material: Material) -> Section | None:
    """The page on scores; None where the game has none."""
    answer, head = material.analysis.scores, material.analysis.headline
    if answer is None or answer.overall.count == 0:
        return None
    exhibits = []
    groups = [g for g in answer.by_strategy if g.spread.count > 0]
    exhibits.append(panels("strategy", "Scores by strategy", "Strategy", groups, "score", "% of seats"))
    if answer.margin is not None and answer.margin.count:
        exhibits.append(
            distribution("margin", "Winning margin", answer.margin, "best score minus second best", "games")
        )
    exhibits.append(
        Exhibit("seat", "Scores by seat", group_table("Seat", answer.by_seat, "Seat "), folded=True),
    )
    notes = []
    if answer.photo_finish is not None and answer.photo_finish.value is not None:
        share = answer.photo_finish
        notes.append(
            f"Photo finishes, decided by one point or less: {percent_words(share.value)} of 100 games "
            f"({percent_range(share)})."
        )
    return Section("scores", "Scores", _claim(answer, head.cooperative), exhibits=tuple(exhibits), notes=tuple(notes))


def _claim(answer: ScoreAnswer, cooperative: bool) -> str:
    spread = answer.overall
    text = (
        f"A seat scores {number(spread.mean.value)} on average; the middle half lies from "
        f"{whole(spread.p25)} to {whole(spread.p75)}"
    )
    if answer.margin is not None and answer.margin.p50 is not None and not cooperative:
        text += f", and the best is typically {whole(answer.margin.p50)} ahead of the second"
    return text + "."


def group_table(heading: str, groups: tuple[GroupSpread, ...] | list[GroupSpread], before: str = "") -> Table:
    """One row a group, with its percentiles."""
    rows = tuple(
        (Cell(before + clean(g.group), float(g.group) if before else None), *spread_cells(g.spread)) for g in groups
    )
    return Table((Column(heading, numeric=False), *SPREAD_COLUMNS), rows)


def panels(key: str, title: str, heading: str, groups: list[GroupSpread], axis: str, height_axis: str) -> Exhibit:
    """One histogram a group, below each other on one axis, with the percentiles as table."""
    series = []
    shown = on_one_grid([without_tails(g.spread.histogram)[0] for g in groups])
    for g, histogram in zip(groups, shown, strict=True):
        median = g.spread.p50
        words = f"median {whole(median)}" if median is not None else ""
        series.append(series_of(g.group, histogram, g.spread.count, words, median))
    chart = Histograms(
        tuple(series), axis, height_axis,
        (min(s.edges[0] for s in series), max(s.edges[-1] for s in series)),
    )  # fmt: skip
    return Exhibit(
        key, title, group_table(heading, groups), chart,
        f"One histogram for each of {len(series)} groups on a common axis of {axis}; a dashed line marks the median.",
    )  # fmt: skip


def distribution(key: str, title: str, spread: Spread, axis: str, things: str) -> Exhibit:
    """One histogram of all games with its bins as table."""
    shown, cut = without_tails(spread.histogram)
    shown = coarser(shown)
    series = series_of("", shown, spread.count, f"median {whole(spread.p50)}", spread.p50)
    chart = Histograms((series,), axis, f"% of {things}", (series.edges[0], series.edges[-1]))
    tail = f" {count(cut)} {things} with rare extremes lie outside the chart and the table." if cut else ""
    columns = (Column(axis), Column(things[0].upper() + things[1:]), Column(f"Of 100 {things}"))
    return Exhibit(
        key, title, Table(columns, histogram_rows(shown, spread.count)), chart,
        f"Histogram over {count(spread.count)} {things}; a dashed line marks the median, {whole(spread.p50)}. Mean "
        f"{number(spread.mean.value)}, nine of ten from {whole(spread.p5)} to {whole(spread.p95)}.{tail}",
    )  # fmt: skip
