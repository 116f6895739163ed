"""Everything that the game counts, by strategy and by seat, whatever the game."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.analysis.answers import TallyAnswer, TallyRow
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import share_cells, share_dots, value_cells, value_dots
from simkit.report.text import clean, count


def build(material: Material) -> Section | None:
    """The page on tallies; None where the game counts nothing."""
    analysis = material.analysis
    if not analysis.tallies:
        return None
    exhibits: list[Exhibit] = []
    for k, tally in enumerate(analysis.tallies):
        exhibits.append(_table(k, tally, list(analysis.headline.strategies)))
    n = len(exhibits)
    return Section(
        key="tallies",
        title="Counted in the game",
        claim=f"{count(n)} {'thing' if n == 1 else 'things'} that this game counts, by strategy and by seat.",
        exhibits=tuple(exhibits),
        notes=("A difference between strategies shows what they do; it does not show that doing so wins games.",),
    )


def _is_share(tally: TallyAnswer) -> bool:
    return tally.kind in {"flag", "category"}


def _label(group: str, scope: str, tally: TallyAnswer, row: TallyRow) -> str:
    start = {"all": "All games" if tally.scope == "game" else "All seats", "seat": f"Seat {group}"}.get(scope, group)
    return f"{start}: {row.category}" if row.category is not None else start


def _table(k: int, tally: TallyAnswer, strategies: list[str]) -> Exhibit:
    """One tally: overall, by strategy and by seat, as a dot chart and its table."""
    blocks: tuple[tuple[str, Sequence[TallyRow]], ...] = (("all", tally.overall), ("strategy", tally.by_strategy), ("seat", tally.by_seat))
    # One strategy at every seat repeats the overall value: leave it out.
    blocks = tuple((s, rows) for s, rows in blocks if not (s == "strategy" and len(strategies) <= 1))
    labelled = [(_label(r.group, scope, tally, r), _series(scope, r, strategies), r) for scope, rows in blocks for r in rows]
    things = "games" if tally.scope == "game" else "seats and games"
    unit = f"of 100 {things}" if _is_share(tally) else f"{clean(tally.unit)} a game" + ("" if tally.scope == "game" else " and seat")
    marks = [(label, series, r.value) for label, series, r in labelled]
    chart = share_dots(marks, unit, 1) if _is_share(tally) else value_dots(marks, unit)
    rows = tuple(
        (Cell(clean(label)), *(share_cells(r.value, 2) if _is_share(tally) else value_cells(r.value))) for label, _, r in labelled
    )
    columns = (Column("Group", numeric=False), Column(unit[0].upper() + unit[1:]), Column("Interval"))
    title = clean(tally.label)
    return Exhibit(
        f"t{k}", title[0].upper() + title[1:], Table(columns, rows), chart if chart.marks else None,
        f"One row a group: {title}, {unit}, with its interval.",
    )  # fmt: skip


def _series(scope: str, row: TallyRow, strategies: list[str]) -> int:
    if scope == "strategy":
        return strategies.index(row.group) if row.group in strategies else 0
    return 7 if scope == "all" else int(row.group) - 1 if row.group.isdigit() else 0
