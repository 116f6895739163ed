"""A sweep over settings: a tornado of several options, curves of one, a map of two."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from simkit.analysis.answers import Analysis
from simkit.report.charts import HeatMap, Line, Lines, Span, Tornado
from simkit.report.material import Several
from simkit.report.model import Cell, Column, Exhibit, Table
from simkit.report.pages.common import limits_of
from simkit.report.pages.selected import table_words
from simkit.report.text import clean, number, points, short

MOST_CURVES = 8
MOST_TABLES = 3


Reading = tuple[float | None, float | None, float | None]
"""Value, low and high."""


@dataclass(frozen=True)
class Quantity:
    """A number of a run that a sweep is shown by. `read` gives value, low and high, in the unit of the axis."""

    key: str
    title: str
    axis: str
    read: Callable[[Analysis], Reading]
    digits: int | None = None


def _first_seat(a: Analysis) -> Reading:
    if a.seats is None:
        return None, None, None
    first = a.seats.first_seat_advantage
    return _scaled(first.value), _scaled(first.low), _scaled(first.high)


def _turns(a: Analysis) -> Reading:
    mean = a.lengths.turns.mean
    return mean.value, mean.low, mean.high


def _success(a: Analysis) -> Reading:
    if a.cooperative is None:
        return None, None, None
    s = a.cooperative.success
    return _scaled(s.value), _scaled(s.low), _scaled(s.high)


def _scaled(value: float | None) -> float | None:
    return None if value is None else 100 * value


NOTHING: Reading = (None, None, None)

QUANTITIES = (
    Quantity("first", "First-seat advantage", "points above the fair share", _first_seat, 1),
    Quantity("success", "Success of the table", "of 100 games", _success, 1),
    Quantity("turns", "Length", "turns a game", _turns),
)


def sweep_exhibits(several: Several) -> list[Exhibit]:
    """Charts of a study whose variants are settings of a few options; none for a comparison of folders."""
    if several.study is None:
        return []
    variants: Sequence[Mapping[str, Any]] = several.about.get("variants", ())
    settings: Mapping[str, Mapping[str, Any]] = {v["name"]: dict(v.get("set") or {}) for v in variants}
    varied = _varied(several, settings)
    tables = list(dict.fromkeys((c.lineup, c.players) for c in several.study.cells))
    found: list[Exhibit] = []
    # A variant that changes something else too says nothing about these settings alone: it stays in the forest plots.
    settings = _only(several, settings, varied)
    for quantity in QUANTITIES:
        if len(varied) == 1:
            found += _curves(several, settings, varied[0], tables, quantity)
            continue
        for k, table in enumerate(tables[:MOST_TABLES]):
            here = _map(several, settings, varied, table, quantity) if len(varied) == 2 else []
            here += _tornado(several, settings, varied, table, quantity) if len(varied) >= 2 else []
            suffix = f" · {short(table_words(*table), 50)}" if len(tables) > 1 else ""
            found += [replace(e, key=f"{e.key}-{k}", title=f"{e.title}{suffix}") for e in here]
    return found


def _varied(several: Several, settings: Mapping[str, Mapping[str, Any]]) -> list[str]:
    """Options that some variant sets, in their order, if their values are numbers, words or switches."""
    names = dict.fromkeys(name for chosen in settings.values() for name in chosen)
    return [n for n in names if all(_plain(_value(several, s, n)) for s in settings.values())]


def _only(
    several: Several, settings: Mapping[str, Mapping[str, Any]], varied: Sequence[str]
) -> dict[str, Mapping[str, Any]]:
    """The variants that differ from the baseline in `varied` alone, the baseline first."""
    assert several.study is not None
    start = several.study.baseline
    base = settings.get(start, {})
    others = dict.fromkeys(o for s in settings.values() for o in s if o not in varied)
    kept = {
        name: chosen
        for name, chosen in settings.items()
        if all(_value(several, chosen, o) == _value(several, base, o) for o in others)
    }
    return {start: base, **kept} if start in kept else kept


def _value(several: Several, chosen: Mapping[str, Any], option: str) -> Any:
    """The value of an option in a variant: what it sets, or what stands in the rules of the baseline's run."""
    if option in chosen:
        return chosen[option]
    config = several.parts[0].manifest.get("config", {})
    return config.get("rules", {}).get(option)


def _plain(value: Any) -> bool:
    return isinstance(value, (bool, int, float, str))


def _curves(
    several: Several,
    settings: Mapping[str, Mapping[str, Any]],
    option: str,
    tables: Sequence[tuple[str, int]],
    q: Quantity,
) -> list[Exhibit]:
    """One curve a line-up over the values of one option."""
    assert several.study is not None
    values = sorted({_value(several, s, option) for s in settings.values()}, key=lambda v: (isinstance(v, str), v))
    if len(values) < 2:
        return []
    numbers = all(isinstance(v, (int, float)) and not isinstance(v, bool) for v in values)
    place = {v: float(v) if numbers else float(k) for k, v in enumerate(values)}
    lines, rows = [], []
    for series, (lineup, players) in enumerate(tables):
        drawn: dict[float, tuple[float, float | None, float | None]] = {}
        for name, chosen in settings.items():
            cell = several.study.cell(name, lineup, players)
            read = q.read(cell.analysis) if cell is not None else NOTHING
            if read[0] is not None:
                value = _value(several, chosen, option)
                drawn.setdefault(place[value], (read[0], read[1], read[2]))
                rows.append(
                    (Cell(_words(value), place[value]), Cell(clean(name)), Cell(table_words(lineup, players)),
                     *_cells(read, q))
                )  # fmt: skip
        if len(drawn) > 1 and series < MOST_CURVES:
            x = tuple(sorted(drawn))
            lines.append(
                Line(short(table_words(lineup, players), 44), x, tuple(drawn[k][0] for k in x),
                     tuple(drawn[k][1] for k in x), tuple(drawn[k][2] for k in x), series)
            )  # fmt: skip
    if not lines:
        return []
    ends = [place[values[0]], place[values[-1]]]
    pad = 0.06 * (ends[1] - ends[0])
    seen: list[float | None] = [y for line in lines for y in (*line.y, *line.low, *line.high)]
    ticks = tuple((place[v], short(_words(v), 12)) for v in values) if len(values) <= 8 else ()
    columns = (
        Column(option), Column("Variant", numeric=False), Column("Table", numeric=False), Column(q.title),
        Column("Interval"),
    )  # fmt: skip
    return [
        Exhibit(
            f"curve-{q.key}", f"{q.title} by {clean(option)}", Table(columns, tuple(rows)),
            Lines(tuple(lines), short(option, 40), q.axis, (ends[0] - pad, ends[1] + pad), limits_of(seen), ticks),
            f"One curve for each table: {q.axis} for every value of {clean(option)}, with intervals.",
        )
    ]  # fmt: skip


def _map(
    several: Several,
    settings: Mapping[str, Mapping[str, Any]],
    options: Sequence[str],
    table: tuple[str, int],
    q: Quantity,
) -> list[Exhibit]:
    """A coloured table of two options."""
    assert several.study is not None
    axes = [
        sorted({_value(several, s, o) for s in settings.values()}, key=lambda v: (isinstance(v, str), v))
        for o in options
    ]
    found: dict[tuple[Any, Any], float] = {}
    rows = []
    for name, chosen in settings.items():
        cell = several.study.cell(name, *table)
        read = q.read(cell.analysis) if cell is not None else NOTHING
        if read[0] is not None:
            at = (_value(several, chosen, options[0]), _value(several, chosen, options[1]))
            found[at] = read[0]
            rows.append((Cell(_words(at[0])), Cell(_words(at[1])), *_cells(read, q)))
    if len(found) < 4 or max(len(a) for a in axes) > 8 or min(found.values()) == max(found.values()):
        return []
    low, high = min(found.values()), max(found.values())
    values = tuple(tuple(found.get((r, c)) for c in axes[1]) for r in axes[0])
    texts = tuple(tuple("" if v is None else number(v, 1) for v in line) for line in values)
    if q.key == "first":
        reach = max(abs(low), abs(high), 0.1)
        low, high = -reach, reach
    columns = (
        Column(options[0], numeric=False), Column(options[1], numeric=False), Column(q.title), Column("Interval"),
    )  # fmt: skip
    chart = HeatMap(
        tuple(short(_words(v), 18) for v in axes[0]), values, texts, low, high if high > low else low + 1,
        short(options[0], 20), short(f"{options[1]}; {q.axis}", 44), tuple(short(_words(v), 7) for v in axes[1]),
    )  # fmt: skip
    return [
        Exhibit(f"map-{q.key}", f"{q.title} by two settings", Table(columns, tuple(rows)), chart,
                f"A coloured table: {q.axis} for every combination of {clean(options[0])} and {clean(options[1])}.")
    ]  # fmt: skip


def _tornado(
    several: Several,
    settings: Mapping[str, Mapping[str, Any]],
    options: Sequence[str],
    table: tuple[str, int],
    q: Quantity,
) -> list[Exhibit]:
    """How far each option moves the number while the others stay as in the baseline."""
    assert several.study is not None
    base = settings.get(several.study.baseline, {})
    start = several.study.cell(several.study.baseline, *table)
    middle = q.read(start.analysis)[0] if start is not None else None
    if middle is None:
        return []
    spans, rows = [], []
    for option in options:
        ends = [(middle, _value(several, base, option))]
        for name, chosen in settings.items():
            others = {o for o in options if o != option and _value(several, chosen, o) != _value(several, base, o)}
            cell = several.study.cell(name, *table)
            if others or cell is None or _value(several, chosen, option) == ends[0][1]:
                continue
            value = q.read(cell.analysis)[0]
            if value is not None:
                ends.append((value, _value(several, chosen, option)))
                rows.append(
                    (Cell(clean(option)), Cell(_words(ends[-1][1])), Cell(number(value, q.digits), value),
                     Cell(_signed(value - middle, q), value - middle))
                )  # fmt: skip
        if len(ends) > 1:
            least, most = min(ends, key=lambda e: e[0]), max(ends, key=lambda e: e[0])
            words = f"{_words(least[1])} to {_words(most[1])}" if least[0] < most[0] else "no change"
            spans.append(Span(short(option, 30), least[0], most[0], short(words, 34)))
    if len(spans) < 2 or all(span.low == span.high for span in spans):
        return []
    spans.sort(key=lambda s: (s.low - s.high, s.label))
    columns = (
        Column("Setting", numeric=False), Column("Value", numeric=False), Column(q.title), Column("Off the baseline"),
    )  # fmt: skip
    limits = limits_of([middle, *(s.low for s in spans), *(s.high for s in spans)])
    return [
        Exhibit(
            f"tornado-{q.key}", f"What moves it most: {q.title[0].lower()}{q.title[1:]}", Table(columns, tuple(rows)),
            Tornado(tuple(spans), q.axis, limits, (middle, "as it is")),
            f"One bar a setting, the widest first: the range of {q.axis} over its values, all others left as they are.",
        )
    ]  # fmt: skip


def _cells(read: Reading, q: Quantity) -> tuple[Cell, Cell]:
    value, low, high = read
    return Cell(number(value, q.digits), value), Cell(f"{number(low, q.digits)} to {number(high, q.digits)}", low)


def _signed(value: float, q: Quantity) -> str:
    return points(value / 100, q.digits or 1) if q.digits is not None else f"{'+' if value > 0 else ''}{number(value)}"


def _words(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else clean(str(value))
