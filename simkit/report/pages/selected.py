"""Of several variants, the best (chosen on one half of the deals) and the largest changes beside luck (E8, E5)."""

from __future__ import annotations

from simkit.analysis.answers import BestCell, StudyAnalysis
from simkit.report.model import Cell, Column, Exhibit, Table
from simkit.report.text import DASH, clean, count, line_up, number, number_range, percent, percent_range


def table_words(lineup: str, players: int) -> str:
    """Who sits at a table: "4 x a", "3 x a, b"; a mirrored line-up may be its one name."""
    members = lineup.split(",")
    return line_up(members * players if len(members) == 1 else members)


_COUNTED = {"fairest seats": "points that the seat furthest from fair is off"}


def _counted(found: BestCell) -> str:
    """What the numbers of the row count."""
    return _COUNTED.get(found.question, "of 100 games" if found.share else clean(found.unit))


def best(study: StudyAnalysis) -> Exhibit | None:
    """E8: the best of several variants, chosen on one half of the deals and measured on the other."""
    if not study.best:
        return None
    columns = (
        Column("Asked for", numeric=False), Column("Table", numeric=False), Column("Best", numeric=False),
        Column("Seen where chosen"), Column("On the other deals"), Column("Interval"), Column("The baseline"),
    )  # fmt: skip
    rows = []
    for found in study.best:
        value = percent if found.share else number
        interval = percent_range(found.reported) if found.share else number_range(found.reported)
        base = found.baseline.value if found.baseline is not None else None
        rows.append(
            (
                Cell(f"{clean(found.question)} of {count(len(found.variants))} ({_counted(found)})"),
                Cell(table_words(found.lineup, found.players)), Cell(clean(found.best)),
                Cell(value(found.selected), found.selected),
                Cell(value(found.reported.value), found.reported.value), Cell(interval, found.reported.low),
                Cell(value(base), base),
            )
        )  # fmt: skip
    title = "The best of several, chosen on one half of the deals and measured on the other"
    return Exhibit("best", title, Table(columns, tuple(rows)))


def largest(study: StudyAnalysis) -> Exhibit | None:
    """E5: the largest effect beside what luck would show among as many."""
    if not study.largest:
        return None
    columns = (
        Column("Number", numeric=False), Column("Table", numeric=False), Column("Variant", numeric=False),
        Column("Largest change"), Column("By luck, on average"), Column("In 95 of 100 runs, up to"),
    )  # fmt: skip
    rows = []
    for found in study.largest:
        value = percent if found.share else number
        noise = found.noise
        unit = "points" if found.share else clean(found.unit)
        rows.append(
            (
                Cell(f"{clean(found.label)}, {unit}"), Cell(table_words(found.lineup, found.players)),
                Cell(clean(found.variant)), Cell(value(found.size), found.size),
                *(Cell(DASH if noise is None else value(x), x) for x in
                  ((None, None) if noise is None else (noise.mean, noise.p95))),
            )
        )  # fmt: skip
    return Exhibit("largest", "The largest changes, beside what luck shows among so many", Table(columns, tuple(rows)))
