"""What a change of the rules does: forest plots of paired effects, a tornado of a sweep, curves and maps of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from simkit.analysis.answers import Comparison, Effect
from simkit.report.charts import Dots, Mark
from simkit.report.material import Several
from simkit.report.model import Cell, Column, Exhibit, Finding, Fold, Section, Table, Tone
from simkit.report.pages.common import limits_of
from simkit.report.pages.selected import best, largest, table_words
from simkit.report.pages.sweep import sweep_exhibits
from simkit.report.text import clean, common_digits, count, listed, number, number_range, percent, points, short

KEYS = ("first_seat", "success", "result", "turns")
"""Numbers that are drawn; the others, below, stand behind a disclosure."""
OTHERS = ("lead_changes", "choice", "ties", "no_winner", "capped", "score", "score_margin", "rounds", "decisions")
MOST_TABLES = 3
"""With so few tables each has its own chart, and the names of variants have room."""
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


def build(several: Several) -> Section | None:
    """The page on changes; None where nothing is compared."""
    rows = rows_of(several)
    if not rows:
        return None
    groups = _by_table(several, rows)
    strategies = list(dict.fromkeys(e.key for row in rows for e in row.comparison.strategies))
    exhibits = _forests(groups, [*KEYS, *strategies[:8]])
    exhibits += sweep_exhibits(several)
    if several.study is not None:
        exhibits += [table for table in (best(several.study), largest(several.study)) if table is not None]
    exhibits.append(_changes(rows))
    notes = [
        "Every difference is after minus before, on the same deals where they were shared: “sharper” says how many "
        "times more games an unpaired comparison would need for the same certainty.",
        *dict.fromkeys(_sentence(w) for row in rows for w in row.comparison.warnings),
    ]
    others = _forests(groups, OTHERS)
    still = [_label(rows, key) for key in (*KEYS, *OTHERS) if _everywhere_identical(rows, key)]
    if still:
        notes.append(f"The same in every deal, whatever was changed: {listed(still)}.")
    folds = (Fold("others", "Other numbers: lead, choice, endings, scores", (), tuple(others)),) if others else ()
    return Section(
        "what-if", "What if", _claim(several, rows), exhibits=tuple(exhibits), folds=folds, notes=tuple(notes)
    )


def _by_table(several: Several, rows: list[Row]) -> list[tuple[str, list[Row]]]:
    """The comparisons of each table under its name, if they are few; else all together."""
    if several.study is None:
        return [("", rows)]
    tables = list(dict.fromkeys((e.lineup, e.players) for e in several.study.effects))
    if not 1 < len(tables) <= MOST_TABLES:
        return [("", rows)]
    return [
        (
            table_words(*table),
            [Row(e.variant, e.comparison) for e in several.study.effects if (e.lineup, e.players) == table],
        )
        for table in tables
    ]


def _forests(groups: Sequence[tuple[str, list[Row]]], keys: Sequence[str]) -> list[Exhibit]:
    """One forest plot for each number and table; none where nothing differs in any deal."""
    found = []
    for key in keys:
        for k, (table, rows) in enumerate(groups):
            if _everywhere_identical(rows, key):
                continue
            exhibit = forest(rows, key, f"e{k}-{keys.index(key)}" + ("o" if keys is OTHERS else ""))
            if exhibit is not None:
                found.append(replace(exhibit, title=f"{exhibit.title} · {short(table, 60)}") if table else exhibit)
    return found


def _everywhere_identical(rows: Sequence[Row], key: str) -> bool:
    effects = [e for row in rows if (e := row.comparison.effect(key)) is not None]
    return bool(effects) and all(e.identical for e in effects)


def _label(rows: Sequence[Row], key: str) -> str:
    return next(clean(e.label) for row in rows if (e := row.comparison.effect(key)) is not None)


def _baseline(several: Several) -> str:
    """What changes are compared with: the game as it is, unless the first run has rules of its own."""
    study = several.study
    first = next((p for p in several.parts if study is None or p.analysis.headline.variant == study.baseline), None)
    if first is None or not first.manifest["config"].get("rules_set"):
        return "the game as it is"
    name = study.baseline if study is not None else several.names[0]
    return f"“{short(name, 60)}”"


def _claim(several: Several, rows: Sequence[Row]) -> str:
    kinds = [r.comparison.seat_verdict.kind if r.comparison.seat_verdict else None for r in rows]
    moved = [short(r.name, 40) for r, kind in zip(rows, kinds, strict=True) if kind == "effect"]
    changes = "change" if len(rows) == 1 else "changes"
    compared = f"{count(len(rows))} {changes} compared with {_baseline(several)}"
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
    sharper = "" if c.vrf_words == "identical" else f" Sharper than unpaired: {c.vrf_words}."
    details.append(f"{_sentence(c.pairing)}{sharper}")
    kind = c.seat_verdict.kind if c.seat_verdict is not None else "undecided"
    success = c.effect("success")
    if c.seat_verdict is None and success is not None:
        kind = success.verdict.kind
    label = f"{'Success' if success is not None else 'Seats'}: {_LABELS[kind]}"
    moved = c.strategy_verdict is not None and c.strategy_verdict.kind == "effect"
    if moved and _TONES[kind] == "good":  # a change of who wins is no good news because it is none of the seats
        kind, label = "effect", f"Strategies: {_LABELS['effect']}"
    return Finding(
        _TONES[kind],
        label,
        short(row.name, 120),
        tuple(details),
    )


def _sentence(words: str) -> str:
    text = clean(words).rstrip(".")
    return f"{text[0].upper()}{text[1:]}."


def forest(rows: Sequence[Row], key: str, name: str) -> Exhibit | None:
    """One number: its difference under every change, with interval, beside no change and the margin."""
    found = [(row.name, e) for row in rows if (e := row.comparison.effect(key)) is not None]
    if not found:
        return None
    first = found[0][1]
    scale = 100.0 if first.share else 1.0
    digits = _digits(found)
    marks = tuple(
        Mark(
            short(label, 44), scale * e.difference.value, _scaled(_ends(e)[0], scale), _scaled(_ends(e)[1], scale),
            _difference(e, digits), 1 if e.verdict.kind == "effect" else 0,
        )
        for label, e in found[:MOST_ROWS]
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
    title = clean(first.label)
    return Exhibit(
        name, f"{title[0].upper()}{title[1:]}", _effect_table(found), chart if marks else None,
        "One row a change: the difference after minus before with its interval; 0 is no change"
        + (", and the shaded strip is the margin." if margin else "."),
    )  # fmt: skip


def _ends(effect: Effect) -> tuple[float | None, float | None]:
    """An interval of everything possible is not drawn: it would flatten the others."""
    known = effect.difference.method not in ("everything", "identical")
    return (effect.difference.low, effect.difference.high) if known else (None, None)


def _scaled(value: float | None, scale: float) -> float | None:
    return None if value is None else scale * value


def _digits(found: Sequence[tuple[str, Effect]]) -> int | None:
    """One number of decimals for all differences of a column."""
    return common_digits(*(e.difference.value for _, e in found if not e.identical))


def _difference(effect: Effect, digits: int | None) -> str:
    if effect.identical:
        return "identical"
    if effect.share:
        return points(effect.difference.value)
    value = effect.difference.value
    text = number(value, digits)
    return text if value is None or value <= 0 else f"+{text}"


def _effect_table(found: Sequence[tuple[str, Effect]]) -> Table:
    share, digits = found[0][1].share, _digits(found)
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
            interval = number_range(e.difference, digits)
        value = percent if share else number
        rows.append(
            (
                Cell(clean(name)), Cell(value(e.before.value), e.before.value),
                Cell(value(e.after.value), e.after.value), Cell(_difference(e, digits), e.difference.value),
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
    return Exhibit("changes", "What was changed", Table(columns, tuple(table)), folded=True)
