"""Every headline number of an analysis as flat rows, for tables and programs (`simkit summary`)."""

from __future__ import annotations

import csv
import dataclasses
import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from simkit.analysis.answers import Analysis, FieldAnswer, Interval, Spread, StudyAnalysis


@dataclass(frozen=True)
class Number:
    """One number.

    Attributes:
        run: name of the cell, "" for a plain run. measure: what it is ("win share", "turns", ...).
        group: of whom: "seat 1", a strategy, "all"; against: the other one of a pair, else "".
        value, low, high: the number and its interval; None where it does not exist.
        share: True for fractions of 1. unit: of one count. blocks: it rests on.
    """

    run: str
    measure: str
    group: str
    against: str
    value: float | None
    low: float | None
    high: float | None
    share: bool
    unit: str
    blocks: int | None

    def plain(self) -> dict[str, Any]:
        """The fields as a dict."""
        return dataclasses.asdict(self)


COLUMNS = tuple(f.name for f in dataclasses.fields(Number))


def headlines(analysis: Analysis, run: str = "") -> list[Number]:
    """All rows, in the order of the report."""
    return [dataclasses.replace(row, run=run) for row in _rows(analysis)]


def changes(study: StudyAnalysis) -> list[Number]:
    """What each variant of a study changes: after less before, one row a number."""
    found = []
    for effect in study.effects:
        c = effect.comparison
        first = () if c.first_seat is None else (c.first_seat,)
        for e in (*c.seats, *first, *c.strategies, *c.others, *c.tallies):
            row = _row("change", e.label, e.difference, share=e.share, unit=e.unit, against=effect.baseline)
            found.append(dataclasses.replace(row, run=f"{effect.variant}/{effect.lineup}"))
    return found


def _rows(a: Analysis) -> Iterator[Number]:
    if a.cooperative is not None:
        yield _row("success", "all", a.cooperative.success, share=True)
        if a.cooperative.result is not None:
            yield from _spread("result", a.cooperative.result, a.cooperative.result_label)
    if a.seats is not None:
        yield _plain("fair share", "all", a.seats.fair, share=True)
        for seat in a.seats.shares:
            yield _row("win share", f"seat {seat.seat}", seat.share, share=True)
        yield _row("first-seat advantage", "seat 1", a.seats.first_seat_advantage, share=True)
        yield _plain("largest seat gap", "all", a.seats.gap, share=True)
        if a.seats.noise is not None:
            yield _plain("largest seat gap by luck", "all", a.seats.noise.mean, share=True)
    if a.strategies is not None and not a.strategies.mirror:
        for s in a.strategies.shares:
            yield _row("win share", s.strategy, s.share, share=True)
        for m in a.strategies.matchups:
            yield _row("finishes ahead", m.strategy, m.probability, share=True, against=m.against)
    if a.field is not None:
        yield from _field(a.field)
    yield from _games(a)
    yield from _story(a)
    for tally in a.tallies:
        share = tally.kind in ("flag", "category")
        for row in (*tally.overall, *tally.by_seat, *tally.by_strategy):
            group = f"seat {row.group}" if row in tally.by_seat else row.group
            name = f"tally {tally.name}" + (f": {row.category}" if row.category is not None else "")
            yield _row(name, group, row.value, share=share, unit=tally.unit)


def _field(field: FieldAnswer) -> Iterator[Number]:
    if field.ratings is not None:
        for rating in field.ratings.ratings:
            yield _row("strength", rating.strategy, rating.strength)
        for seat in field.ratings.seats:
            yield _row("seat factor", f"seat {seat.seat}", seat.factor)
    for share in field.shares:
        yield _row("win share among copies", share.strategy, share.share, share=True, against=share.against)
    if field.meta is not None:
        yield _plain("viable strategies", "all", field.meta.viable)
        if field.meta.cycles is not None:
            yield _plain("intransitivity less luck", "all", field.meta.cycles.excess, share=True)
        for mass in field.meta.masses:
            yield _plain("Nash average", mass.strategy, mass.nash, share=True)
            yield _plain("alpha-rank", mass.strategy, mass.alpha, share=True)


def _games(a: Analysis) -> Iterator[Number]:
    o = a.outcomes
    for reason in o.end_reasons:
        yield _row("end", reason.reason, reason.share, share=True)
    for name, interval in (("ties", o.ties), ("no winner", o.no_winner), ("capped", o.capped)):
        if interval is not None:
            yield _row(name, "all", interval, share=True)
    if a.scores is not None:
        yield from _spread("score", a.scores.overall, "points")
        for group in a.scores.by_strategy:
            yield _row("score", group.group, group.spread.mean)
        if a.scores.margin is not None:
            yield from _spread("score margin", a.scores.margin, "points")
    for name, spread in (("turns", a.lengths.turns), ("rounds", a.lengths.rounds), ("decisions", a.lengths.decisions)):
        yield from _spread(name, spread, name)
    yield _row("decisions with a choice", "all", a.choice.choice_share, share=True)
    if a.choice.legal_actions is not None:
        yield _row("legal actions", "all", a.choice.legal_actions)
    yield _row("lead changes a game", "all", a.leads.per_game)


def _story(a: Analysis) -> Iterator[Number]:
    if a.deal is not None:
        yield _row("decided by the deal", a.deal.number, a.deal.share, share=True)
    if a.story is None:
        return
    for point in a.story.points:
        at = f"after {100 * point.progress:.0f} of 100 turns"
        yield _row("the leader wins", at, point.leader_wins, share=True)
        yield _row("the last wins", at, point.last_wins, share=True)
    for name in ("drama", "dead_time", "suspense", "surprise"):
        interval = getattr(a.story, name)
        if interval is not None:
            yield _row(name.replace("_", " "), "all", interval, share=name == "dead_time")


def _spread(measure: str, spread: Spread, unit: str) -> Iterator[Number]:
    yield _row(measure, "all", spread.mean, unit=unit)
    for name in ("p5", "p25", "p50", "p75", "p95"):
        yield _plain(f"{measure} {name}", "all", getattr(spread, name), unit=unit)


def _row(measure: str, group: str, i: Interval, *, share: bool = False, unit: str = "", against: str = "") -> Number:
    return Number("", measure, group, against, i.value, i.low, i.high, share, unit, i.blocks)


def _plain(measure: str, group: str, value: float | None, *, share: bool = False, unit: str = "") -> Number:
    return Number("", measure, group, "", value, None, None, share, unit, None)


def as_csv_text(rows: Sequence[Number]) -> str:
    """Comma-separated values with a line of headings; nothing stands for what does not exist."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(COLUMNS)
    for row in rows:
        writer.writerow(
            ["" if v is None else str(v).lower() if isinstance(v, bool) else v for v in row.plain().values()]
        )
    return buffer.getvalue().rstrip("\n")


def as_markdown_text(rows: Sequence[Number]) -> str:
    """A table for people: shares of 100, intervals in one column."""
    several = any(row.run for row in rows)
    heads = [*(["run"] if several else []), "what", "of", "value", "interval", "unit"]
    lines = [f"| {' | '.join(heads)} |", f"|{'---|' * len(heads)}"]
    for row in rows:
        of = f"{row.group} against {row.against}" if row.against else row.group
        scale = 100 if row.share else 1
        interval = (
            "" if row.low is None or row.high is None else f"{_short(row.low, scale)} to {_short(row.high, scale)}"
        )
        cells = [row.measure, of, _short(row.value, scale), interval, "of 100" if row.share else row.unit]
        lines.append(f"| {' | '.join(_cell(c) for c in ([row.run] if several else []) + cells)} |")
    return "\n".join(lines)


def _short(value: float | None, scale: float) -> str:
    if value is None:
        return ""
    size = abs(value * scale)
    digits = 1 if scale == 100 else 0 if size >= 10_000 else 1 if size >= 100 else 2
    return f"{value * scale:,.{digits}f}"


def _cell(text: str) -> str:
    """Names are text: a bar would end the cell, a line break the row, and < begin an element."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("|", "\\|").replace("<", "&lt;").replace("`", "\\`")
