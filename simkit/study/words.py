"""A study's answer in words: one line a variant, one sentence in the end. The numbers are those of the analysis."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

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
from simkit.analysis.words import plain
from simkit.study.ranking import Ranking, listed, same_ranking, some

MOST_TABLES = 4
"""Line-ups whose variants are told one by one; the rest is counted (the report and --json have all)."""
MOST_VARIANTS = 24
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


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
    known = [c.vrf for c in comparisons if c.vrf is not None and not c.identical]
    if not known:
        return "paired: identical"
    low, high = f"{min(known):.1f}", f"{max(known):.1f}"
    return f"paired: {low if low == high else f'{low} to {high}'} times sharper than unpaired"


def _baseline_rows(cell: CellAnswer) -> list[tuple[str, str, str]]:
    a = cell.analysis
    if a.cooperative is not None:
        main = f"{_number(a.cooperative.success, 100)} of 100 succeed"
    else:
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
        return "undecided, " + (
            "not decidable" if games is None else f"about {rounded(games):,} more games would decide"
        )
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


def answer_sentence(analysis: StudyAnalysis, rankings: Sequence[Ranking] = ()) -> str:
    """The whole study in a few clauses: what changes, what does not, what is not known yet."""
    effects = [effect for effect in analysis.effects if not effect.comparison.identical]
    if not analysis.effects:
        return _without_variants(analysis)
    if not effects:
        return "Nothing changes: every number of every variant is identical in every deal."
    clauses = [_moves(effects, "success", "the table succeeds more often", "less often", "points", 100)]
    clauses.append(_moves(effects, "turns", "games become longer", "shorter", "turns", 1))
    clauses.append(_groups(effects, "seats", lambda e: e.comparison.seat_verdict))
    clauses.append(_groups(effects, "strategies", lambda e: e.comparison.strategy_verdict))
    clauses.append(same_ranking(rankings))
    text = "; ".join(clause for clause in clauses if clause) + "."
    return text[:1].upper() + text[1:]


def _without_variants(analysis: StudyAnalysis) -> str:
    kinds: dict[str, list[str]] = {}
    for cell in analysis.cells:
        if cell.analysis.seats is not None:
            kinds.setdefault(cell.analysis.seats.verdict.kind, []).append(lineup_words(cell.lineup))
    clauses = [f"seats {kind} with {some(tables)}" for kind, tables in kinds.items()]
    return ("; ".join(clauses) or "There is one variant and nothing to compare it with") + "."


def _moves(effects: Sequence[VariantEffect], key: str, more: str, less: str, unit: str, scale: float) -> str:
    """What a number does: "games become longer with b (by 2.1 to 5.9 turns) and shorter with c (by 1 turns)"."""
    up: dict[str, list[float]] = {}
    down: dict[str, list[float]] = {}
    unclear = set()
    for effect in effects:
        found = effect.comparison.effect(key)
        if found is None or found.identical or found.difference.value is None:
            continue
        if found.verdict.kind == "effect":
            side = up if found.difference.value > 0 else down
            side.setdefault(effect.variant, []).append(abs(scale * found.difference.value))
        elif found.verdict.kind == "undecided":
            unclear.add(effect.variant)
    parts = []
    if up:
        parts.append(f"{more} with {_sizes(up, unit)}")
    if down:
        start = more.rpartition(" ")[0] if not up else ""
        parts.append(f"{start} {less} with {_sizes(down, unit)}".strip())
    seen = {*up, *down}
    if not seen and not unclear and key == "turns":
        return "no variant changes the length of a game"
    silent = [variant for variant in dict.fromkeys(e.variant for e in effects) if variant in unclear - seen]
    if silent and not parts:
        return f"no change of {'length' if key == 'turns' else 'success'} is shown"
    depends = ", depending on who plays" if set(up) & set(down) else ""
    return " and ".join(parts) + depends


def _sizes(found: dict[str, list[float]], unit: str) -> str:
    texts = []
    for variant, sizes in list(found.items())[:MOST_TABLES]:
        low, high = f"{min(sizes):.2g}", f"{max(sizes):.2g}"
        texts.append(f"{variant} (by {low if low == high else f'{low} to {high}'} {unit})")
    more = len(found) - MOST_TABLES
    return listed([*texts, f"{more} more variant{'s' if more > 1 else ''}"] if more > 0 else texts)


def _groups(effects: Sequence[VariantEffect], what: str, verdict: Callable[[VariantEffect], Any]) -> str:
    """What the verdicts on seats, or on strategies, come to."""
    found = [(effect.variant, verdict(effect)) for effect in effects]
    found = [(variant, given) for variant, given in found if given is not None]
    if not found:
        return ""
    margins = {points(given.margin) for _, given in found}
    margin = f"{margins.pop()} points" if len(margins) == 1 else "the margin"
    changed = list(dict.fromkeys(variant for variant, given in found if given.kind == "effect"))
    unsure = list(dict.fromkeys(variant for variant, given in found if given.kind == "undecided"))
    chances = "a seat's chances" if what == "seats" else "a strategy's chances"
    parts = []
    if changed:
        parts.append(f"{chances} change by more than {margin} with {some(changed)}")
    unsure = [variant for variant in unsure if variant not in changed]
    if unsure:
        parts.append(
            f"{'for' if parts else f'whether {chances} change by more than {margin} is undecided for'} "
            f"{some(unsure)}" + (" that is undecided" if changed else "")
        )
    if not parts:
        return f"no variant changes {chances} by more than {margin}"
    return ", ".join(parts)


def warnings(analysis: StudyAnalysis) -> list[str]:
    """What must be said beside it, each once; of those that differ by their numbers only, the one with the largest."""
    found = [w for effect in analysis.effects for w in effect.comparison.warnings]
    found += [w for c in analysis.cells if c.analysis.seats is not None for w in c.analysis.seats.verdict.warnings]
    largest: dict[str, str] = {}
    for text in found:
        kind = _NUMBER.sub("#", text)
        if kind not in largest or _numbers(text) > _numbers(largest[kind]):
            largest[kind] = text
    return [w[:1].upper() + w[1:] for w in largest.values()]


def _numbers(text: str) -> list[float]:
    return sorted((float(found.replace(",", "")) for found in _NUMBER.findall(text)), reverse=True)


def as_dict(analysis: StudyAnalysis, rankings: Sequence[Ranking] = ()) -> dict[str, Any]:
    """Every number, with the words that are shown."""
    whole: dict[str, Any] = plain(dataclasses.asdict(analysis))
    for there, effect in zip(whole["effects"], analysis.effects, strict=True):
        there["comparison"]["vrf_words"] = effect.comparison.vrf_words
    whole["tables"] = [{"heading": t.heading, "rows": [list(row) for row in t.rows]} for t in tables(analysis)]
    whole["rankings"] = [
        {"variant": r.variant, "players": r.players, "words": r.words, **plain(dataclasses.asdict(r.answer))}
        for r in rankings
    ]
    return {**whole, "answer": answer_sentence(analysis, rankings), "warnings": warnings(analysis)}
