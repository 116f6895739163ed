"""What a change of the rules does: forest plots of paired effects, a tornado of a sweep, curves and maps of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from simkit.analysis.answers import Comparison, Effect, StudyAnalysis
from simkit.report.charts import Dots, Mark
from simkit.report.material import Several
from simkit.report.model import Cell, Column, Exhibit, Finding, Section, Table, Tone
from simkit.report.pages.common import limits_of
from simkit.report.pages.sweep import sweep_exhibits
from simkit.report.text import DASH, clean, count, listed, number, number_range, percent, percent_range, points, short

KEYS = ("first_seat", "success", "result", "turns", "lead_changes", "choice", "ties", "capped", "score", "score_margin")
MOST_ROWS = 24
_LABELS = {
    "no effect": "no effect within the margin",
    "identical": "identical",
    "effect": "an effect",
    "undecided": "undecided",
}
_TONES: dict[str, Tone] = {"no effect": "good", "identical": "good", "effect": "bad", "undecided": "open"}


@dataclass(frozen=True)
class Row:
    """One comparison with the name under which it stands in charts and tables."""

    name: str
    comparison: Comparison


def rows_of(several: Several) -> list[Row]:
    """All comparisons: variants against the baseline, or folders against the first one."""
    if several.study is None:
        return [Row(name, comparison) for name, comparison in several.comparisons]
    tables = {(e.lineup, e.players) for e in several.study.effects}
    return [
        Row(e.variant if len(tables) == 1 else f"{e.variant} · {table_words(e.lineup, e.players)}", e.comparison)
        for e in several.study.effects
    ]


def table_words(lineup: str, players: int) -> str:
    """Who sits at a table: "4 x a", or all names."""
    members = lineup.split(",")
    return f"{players} x {members[0]}" if len(set(members)) == 1 else lineup.replace(",", ", ")


def build(several: Several) -> Section | None:
    """The page on changes; None where nothing is compared."""
    rows = rows_of(several)
    if not rows:
        return None
    exhibits = [e for e in (forest(rows, key) for key in _keys(rows)) if e is not None]
    exhibits += sweep_exhibits(several)
    if several.study is not None:
        exhibits += [table for table in (_best(several.study), _largest(several.study)) if table is not None]
    exhibits.append(_changes(rows))
    notes = [
        "Every difference is after minus before, on the same deals where they were shared: “sharper” says how many "
        "times more games an unpaired comparison would need for the same certainty.",
        *dict.fromkeys(_sentence(w) for row in rows for w in row.comparison.warnings),
    ]
    return Section("what-if", "What if", _claim(rows), exhibits=tuple(exhibits), notes=tuple(notes))


def _keys(rows: Sequence[Row]) -> list[str]:
    """Numbers that are drawn: those that matter at any table, then win shares of strategies."""
    found = [key for key in KEYS if any(row.comparison.effect(key) is not None for row in rows)]
    strategies = dict.fromkeys(e.key for row in rows for e in row.comparison.strategies)
    return found + list(strategies)[:8]


def _claim(rows: Sequence[Row]) -> str:
    kinds = [r.comparison.seat_verdict.kind if r.comparison.seat_verdict else None for r in rows]
    moved = [short(r.name, 40) for r, kind in zip(rows, kinds, strict=True) if kind == "effect"]
    compared = f"{count(len(rows))} {'change' if len(rows) == 1 else 'changes'} compared with the game as it is"
    if not any(kinds):
        return f"{compared}."
    if moved:
        return f"{compared}. The seats' chances move with {listed(moved[:4])}."
    if all(kind in ("no effect", "identical") for kind in kinds):
        return f"{compared}; none of them moves the seats' chances by more than the margin."
    return f"{compared}; for some it is undecided whether the seats' chances move."


def finding(row: Row) -> Finding:
    """One change in words: seats, strategies, length."""
    c = row.comparison
    details = []
    for who, verdict in (("Seats", c.seat_verdict), ("Strategies", c.strategy_verdict)):
        if verdict is not None and verdict.words:
            details.append(f"{who}: {clean(verdict.words).rstrip('.')}.")
    for key in ("success", "turns"):
        effect = c.effect(key)
        if effect is not None:
            details.append(_sentence(effect.words))
    details.append(f"{_sentence(c.pairing)} Sharper than unpaired: {c.vrf_words}.")
    kind = c.seat_verdict.kind if c.seat_verdict is not None else "undecided"
    success = c.effect("success")
    if c.seat_verdict is None and success is not None:
        kind = success.verdict.kind
    return Finding(
        _TONES[kind],
        f"{'Success' if success is not None else 'Seats'}: {_LABELS[kind]}",
        short(row.name, 120),
        tuple(details),
    )


def _sentence(words: str) -> str:
    text = clean(words).rstrip(".")
    return f"{text[0].upper()}{text[1:]}."


def forest(rows: Sequence[Row], key: str) -> Exhibit | None:
    """One number: its difference under every change, with interval, beside no change and the margin."""
    found = [(row.name, e) for row in rows if (e := row.comparison.effect(key)) is not None]
    if not found:
        return None
    first = found[0][1]
    scale = 100.0 if first.share else 1.0
    marks = tuple(
        Mark(
            short(name, 44), scale * e.difference.value, _scaled(_ends(e)[0], scale), _scaled(_ends(e)[1], scale),
            _difference(e), 1 if e.verdict.kind == "effect" else 0,
        )
        for name, e in found[:MOST_ROWS]
        if e.difference.value is not None
    )  # fmt: skip
    margin = scale * first.verdict.margin
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    seen += [0.0, -margin, margin]
    unit = "points" if first.share else clean(first.unit)
    chart = Dots(
        marks, f"{unit}, after minus before".lstrip(", "), limits_of(seen), (0.0, "no change"),
        (-margin, margin, "margin") if margin else None,
    )  # fmt: skip
    label = clean(first.label)
    return Exhibit(
        key.replace(":", "-").replace("_", "-") if key.isascii() and key.replace(":", "").replace("_", "").isalnum()
        else f"number-{_number_of(rows, key)}",
        f"{label[0].upper()}{label[1:]}", _effect_table(found), chart if marks else None,
        "One row a change: the difference after minus before with its interval; 0 is no change"
        + (", and the shaded strip is the margin." if margin else "."),
    )  # fmt: skip


def _number_of(rows: Sequence[Row], key: str) -> int:
    return _keys(rows).index(key)


def _ends(effect: Effect) -> tuple[float | None, float | None]:
    """An interval of everything possible is not drawn: it would flatten the others."""
    known = effect.difference.method not in ("everything", "identical")
    return (effect.difference.low, effect.difference.high) if known else (None, None)


def _scaled(value: float | None, scale: float) -> float | None:
    return None if value is None else scale * value


def _difference(effect: Effect) -> str:
    if effect.identical:
        return "identical"
    if effect.share:
        return points(effect.difference.value)
    value = effect.difference.value
    text = number(value)
    return text if value is None or value <= 0 else f"+{text}"


def _effect_table(found: Sequence[tuple[str, Effect]]) -> Table:
    share = found[0][1].share
    columns = (
        Column("Change", numeric=False), Column("Before"), Column("After"),
        Column("Difference", hint="points" if share else ""), Column("Interval"), Column("Verdict", numeric=False),
        Column("Sharper than unpaired"),
    )  # fmt: skip
    rows = []
    for name, e in found:
        low, high = _ends(e)
        if e.identical:
            interval = "identical in every deal"
        elif share:
            interval = f"{points(low)} to {points(high)}"
        else:
            interval = number_range(e.difference)
        value = percent if share else number
        rows.append(
            (
                Cell(clean(name)), Cell(value(e.before.value), e.before.value),
                Cell(value(e.after.value), e.after.value), Cell(_difference(e), e.difference.value),
                Cell(interval, low), Cell(clean(e.verdict.words)), Cell(e.vrf_words, e.vrf),
            )
        )  # fmt: skip
    return Table(columns, tuple(rows))


def _changes(rows: Sequence[Row]) -> Exhibit:
    """What each change is."""
    columns = (
        Column("Change", numeric=False), Column("What", numeric=False), Column("Before", numeric=False),
        Column("After", numeric=False), Column("Deals compared"), Column("Sharper than unpaired"),
    )  # fmt: skip
    table = []
    for row in rows:
        c = row.comparison
        for change in c.changes or (None,):
            what = ("nothing", "", "") if change is None else (change.name, change.before, change.after)
            table.append(
                (
                    Cell(clean(row.name)), *(Cell(clean(w) if w else "") for w in what),
                    Cell(count(c.blocks), c.blocks), Cell(c.vrf_words, c.vrf),
                )
            )  # fmt: skip
    return Exhibit("changes", "What was changed", Table(columns, tuple(table)))


def _best(study: StudyAnalysis) -> Exhibit | None:
    """E8: the best of several variants, chosen on one half of the deals and measured on the other."""
    if not study.best:
        return None
    columns = (
        Column("Asked for", numeric=False), Column("Table", numeric=False), Column("Best", numeric=False),
        Column("Seen where chosen"), Column("On the other deals"), Column("Interval"), Column("The game as it is"),
    )  # fmt: skip
    rows = []
    for best in study.best:
        value = percent if best.share else number
        interval = percent_range(best.reported) if best.share else number_range(best.reported)
        base = best.baseline.value if best.baseline is not None else None
        rows.append(
            (
                Cell(f"{clean(best.question)} of {count(len(best.variants))}"),
                Cell(table_words(best.lineup, best.players)), Cell(clean(best.best)), Cell(value(best.selected), best.selected),
                Cell(value(best.reported.value), best.reported.value), Cell(interval, best.reported.low),
                Cell(value(base), base),
            )
        )  # fmt: skip
    title = "The best of several, chosen on one half of the deals and measured on the other"
    return Exhibit("best", title, Table(columns, tuple(rows)))


def _largest(study: StudyAnalysis) -> Exhibit | None:
    """E5: the largest effect beside what luck would show among as many."""
    if not study.largest:
        return None
    columns = (
        Column("Number", numeric=False), Column("Table", numeric=False), Column("Variant", numeric=False),
        Column("Largest change"), Column("By luck, on average"), Column("In 95 of 100 runs, up to"),
    )  # fmt: skip
    rows = []
    for largest in study.largest:
        value = percent if largest.share else number
        noise = largest.noise
        unit = "points" if largest.share else clean(largest.unit)
        rows.append(
            (
                Cell(f"{clean(largest.label)}, {unit}"), Cell(table_words(largest.lineup, largest.players)),
                Cell(clean(largest.variant)), Cell(value(largest.size), largest.size),
                *(Cell(DASH if noise is None else value(x), x) for x in
                  ((None, None) if noise is None else (noise.mean, noise.p95))),
            )
        )  # fmt: skip
    return Exhibit("largest", "The largest changes, beside what luck shows among so many", Table(columns, tuple(rows)))
