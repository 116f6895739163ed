"""Everything that the game counts, by strategy and by seat, whatever the game."""

from __future__ import annotations

from simkit.analysis.answers import TallyAnswer, TallyRow
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import share_cells, share_dots, value_cells, value_dots
from simkit.report.text import clean, count

_GREY = 7  # series of what is not a strategy: all seats, one seat
_MOST_ROWS = 24  # a longer chart is no picture any more; the table has all rows


def build(material: Material) -> Section | None:
    """The page on tallies; None where the game counts nothing."""
    analysis = material.analysis
    if not analysis.tallies:
        return None
    names = list(analysis.headline.strategies)
    never = [t for t in analysis.tallies if t.scope == "seat" and not any(row.value.value for row in t.overall)]
    exhibits = [_by_group(k, t, names) for k, t in enumerate(analysis.tallies) if t.scope == "seat" and t not in never]
    whole_games = [t for t in analysis.tallies if t.scope == "game"]
    if whole_games:
        exhibits.append(Exhibit("games", "Counted once a game", _of_games(whole_games)))
    n = len(analysis.tallies)
    # A chart of nothing but zeros would only make the page longer.
    zeros = (f"Never once in these games: {'; '.join(_title(t) for t in never)}.",) if never else ()
    return Section(
        key="tallies",
        title="Counted in the game",
        claim=f"{count(n)} {'thing' if n == 1 else 'things'} that this game counts, by strategy and by seat.",
        exhibits=tuple(exhibits),
        notes=(
            *zeros,
            "A difference between strategies shows what they do; it does not show that doing so wins games.",
            "The axes do not start at zero: look at the numbers before calling a gap large.",
        ),
    )


def _is_share(tally: TallyAnswer) -> bool:
    return tally.kind in {"flag", "category"}


def _cells(tally: TallyAnswer, row: TallyRow) -> tuple[Cell, Cell]:
    return share_cells(row.value, 2) if _is_share(tally) else value_cells(row.value)


def _unit(tally: TallyAnswer) -> str:
    if _is_share(tally):
        return "games, of 100"
    return f"{clean(tally.unit)} a game" + (", per seat" if tally.scope == "seat" else "")


def _title(tally: TallyAnswer) -> str:
    title = clean(tally.label)
    return title[0].upper() + title[1:]


def _of_games(tallies: list[TallyAnswer]) -> Table:
    """Tallies of whole games, one row each (one a category)."""
    rows = []
    for tally in tallies:
        for row in tally.overall:
            name = _title(tally) + (f": {clean(row.category)}" if row.category is not None else "")
            rows.append((Cell(name), *_cells(tally, row), Cell(_unit(tally))))
    columns = (Column("What", numeric=False), Column("Mean"), Column("Interval"), Column("Unit", numeric=False))
    return Table(columns, tuple(rows))


def _by_group(k: int, tally: TallyAnswer, strategies: list[str]) -> Exhibit:
    """One tally of seats: overall, by strategy and by seat, as a dot chart and its table."""
    unused = {row.category for row in tally.overall if row.category is not None and row.value.value == 0}
    rows = [("All seats", _GREY, row) for row in tally.overall]
    if len(strategies) > 1:  # one strategy at every seat would only repeat the line above
        rows += [
            (row.group, strategies.index(row.group) if row.group in strategies else 0, row) for row in tally.by_strategy
        ]
    seats = [(f"Seat {row.group}", _GREY, row) for row in tally.by_seat]
    without, labelled = (_labelled(some, unused) for some in (rows, rows + seats))
    fitting = labelled if len(labelled) <= _MOST_ROWS else without[:_MOST_ROWS]  # all seats or none: no half of them
    marks = [(label, series, row.value) for label, series, row in fitting]
    unit, title = _unit(tally), _title(tally)
    chart = share_dots(marks, unit, 1) if _is_share(tally) else value_dots(marks, unit)
    columns = (Column("Group", numeric=False), Column(unit[0].upper() + unit[1:]), Column("Interval"))
    table = Table(columns, tuple((Cell(clean(label)), *_cells(tally, row)) for label, _, row in labelled))
    left_out = len(labelled) - len(fitting)
    shown = f" The first {len(fitting)} of {len(labelled)} rows; the table has all." if left_out else ""
    unseen = f" Never: {clean(', '.join(sorted(unused)))}." if unused else ""
    return Exhibit(
        f"t{k}", title, table, chart if chart.marks else None,
        f"{title}, {unit}: one row for all seats, for each strategy and for each seat, with its interval."
        f"{shown}{unseen}",
    )  # fmt: skip


def _labelled(rows: list[tuple[str, int, TallyRow]], unused: set[str]) -> list[tuple[str, int, TallyRow]]:
    """The rows with their category in words; a category that no seat ever was in has none."""
    return [
        (f"{name}: {row.category}" if row.category is not None else name, series, row)
        for name, series, row in rows
        if row.category not in unused
    ]
