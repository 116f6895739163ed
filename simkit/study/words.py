"""A study in words, one row a variant. The numbers are those of the analysis."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from simkit.analysis.answers import (
    BestCell,
    CellAnswer,
    Comparison,
    Effect,
    GroupVerdict,
    Interval,
    StudyAnalysis,
    VariantEffect,
)
from simkit.analysis.effects import range_words
from simkit.analysis.verdict import points, rounded
from simkit.study.ranking import listed

MOST_TABLES = 4
"""Line-ups whose variants are told one by one; the rest is counted (the report and --json have all)."""
MOST_VARIANTS = 24


@dataclass(frozen=True)
class TableLines:
    """What is told of one line-up: a heading, and rows of variant, number, seats. A variant may take two rows."""

    heading: str
    rows: tuple[tuple[str, str, str], ...]


def tables(analysis: StudyAnalysis) -> Iterator[TableLines]:
    """The line-ups one by one, each with all its variants."""
    several = len({cell.players for cell in analysis.cells}) > 1
    for lineup, players in dict.fromkeys((cell.lineup, cell.players) for cell in analysis.cells):
        base = analysis.cell(analysis.baseline, lineup, players)
        effects = [e for e in analysis.effects if (e.lineup, e.players) == (lineup, players)]
        heading = lineup_words(lineup) + (f" · {players} players" if several else "")
        if base is not None and base.analysis.cooperative is not None and base.analysis.cooperative.result is not None:
            heading += f" · {base.analysis.cooperative.result_label or 'result'}"
        if effects:
            heading += f"   ({_sharper(effects)})"
        rows = [] if base is None else _baseline_rows(base)
        for effect in effects[:MOST_VARIANTS]:
            rows += _rows(effect, base, analysis.cell(effect.variant, lineup, players))
        if len(effects) > MOST_VARIANTS:
            rows.append((f"and {len(effects) - MOST_VARIANTS} more", "", ""))
        yield TableLines(heading, tuple(rows))


def lineup_words(lineup: str) -> str:
    """ "a at every seat", "a, b, b"."""
    members = lineup.split(",")
    return f"{members[0]} at every seat" if len(set(members)) == 1 else ", ".join(members)


def _sharper(effects: Sequence[VariantEffect]) -> str:
    comparisons = [effect.comparison for effect in effects]
    if not all(c.paired for c in comparisons):
        return "unpaired: " + next(c.pairing for c in comparisons if not c.paired)
    if all(c.identical for c in comparisons):
        return "paired: identical"
    known = [vrf for c in comparisons if not c.identical and (vrf := _reduction(c)) is not None]
    if not known:
        return "paired on the same deals"
    low, high = f"{min(known):.1f}", f"{max(known):.1f}"
    return f"paired: {low if low == high else f'{low} to {high}'} times sharper than unpaired"


def _reduction(c: Comparison) -> float | None:
    """The variance reduction of win shares; in a cooperative game that of the result, of success where it has none."""
    if c.seats:
        return c.vrf
    result = c.effect("result")
    return c.vrf if result is None else result.vrf


def _baseline_rows(cell: CellAnswer) -> list[tuple[str, str, str]]:
    a = cell.analysis
    if a.cooperative is not None:
        success = f"{_number(a.cooperative.success, 100)} of 100 succeed"
        if a.cooperative.result is None:
            return [(cell.variant, success, "")]
        return [(cell.variant, _number(a.cooperative.result.mean), success)]
    main = f"{_number(a.lengths.turns.mean)} turns"
    seats = "" if a.seats is None else f"seats: {a.seats.verdict.kind} within {points(a.seats.verdict.margin)} points"
    rows = [(cell.variant, main, seats)]
    if a.strategies is not None and not a.strategies.mirror:
        rarest = min(a.strategies.shares, key=lambda s: (s.seats, s.strategy))
        rows.append(("", f"{rarest.strategy} wins {_number(rarest.share, 100)} of 100", ""))
    return rows


def _rows(effect: VariantEffect, base: CellAnswer | None, cell: CellAnswer | None) -> list[tuple[str, str, str]]:
    """What a variant changes; in a mixed line-up also for the strategy with the fewest seats."""
    c = effect.comparison
    if c.identical:
        return [(effect.variant, f"identical in all {c.blocks:,} deals", "")]
    result, success = c.effect("result"), c.effect("success")
    if result is not None:
        third = "" if success is None or success.identical else f"success: {short(success)}"
        return [(effect.variant, short(result), third)]
    main = _main(c)
    seats = "" if c.seat_verdict is None else f"seats: {_verdict(c.seat_verdict)}"
    before, now = _seats(base), _seats(cell)
    if seats and now and now != before:
        seats += f"; now {now}"
    rows = [(effect.variant, main, seats)]
    if c.strategies:
        lineup = effect.lineup.split(",")
        rarest = min(c.strategies, key=lambda e: (lineup.count(e.key.partition(":")[2]), e.key))
        rows.append(("", f"{rarest.key.partition(':')[2]}: {short(rarest)}", ""))
    return rows


def _seats(cell: CellAnswer | None) -> str:
    return "" if cell is None or cell.analysis.seats is None else cell.analysis.seats.verdict.kind


def _main(c: Comparison) -> str:
    """The number that a designer asks for first; where it stays as it was, the one that changes most clearly."""
    main = c.effect("success") or c.effect("turns")
    if main is not None and not main.identical:
        return short(main)
    found = [
        e for e in (*c.others, *c.tallies) if e.verdict.kind == "effect" and e.difference.se and e.difference.value
    ]
    if not found:
        return "" if main is None else f"{main.label} {short(main)}"
    clearest = max(found, key=lambda e: abs(e.difference.value or 0.0) / (e.difference.se or 1.0))
    return f"{clearest.label}: {short(clearest)}"


def _verdict(verdict: GroupVerdict) -> str:
    """The verdict without its margin, which stands in the baseline's row."""
    if verdict.kind == "undecided":
        games = verdict.further_games
        more = f"about {rounded(games):,} more games would decide" if games is not None else verdict.reason
        return f"undecided, {more or 'not decidable'}"
    if verdict.kind == "effect":
        seats = f"seat {verdict.outside[0]}" if len(verdict.outside) == 1 else f"seats {listed(verdict.outside)}"
        return f"effect on {seats}"
    return verdict.kind


def short(effect: Effect) -> str:
    """ "2.1 turns shorter [-2.3, -1.9]", "0.7 points more [-0.5, 1.9]", "as before"."""
    if effect.identical:
        return "exactly as before"
    return effect.words.rpartition(" instead of ")[2].partition(", ")[2] or effect.words


def _number(interval: Interval, scale: float = 1.0) -> str:
    if interval.value is None:
        return "?"
    return f"{scale * interval.value:,.1f}{range_words(interval, scale)}"


def best_lines(analysis: StudyAnalysis) -> list[str]:
    """E8: the best of several variants, reported on deals that did not choose it; of the first line-up."""
    first: dict[str, BestCell] = {}
    for best in analysis.best:
        first.setdefault(best.question, best)
    several = len({(c.lineup, c.players) for c in analysis.cells}) > 1
    return [
        best.words + (f"; {lineup_words(best.lineup)}" if several else "")
        for best in first.values()
        if best.best != analysis.baseline
    ]
