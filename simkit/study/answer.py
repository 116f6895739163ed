"""The answer to a study's question: a few clauses on what changes, what does not, and what is not known yet."""

from __future__ import annotations

import dataclasses
import math
import re
from collections.abc import Callable, Sequence
from typing import Any

from simkit.analysis.answers import StudyAnalysis, VariantEffect
from simkit.analysis.verdict import points, rounded
from simkit.analysis.words import plain
from simkit.study.ranking import Ranking, listed, same_ranking, some
from simkit.study.words import lineup_words, tables

MOST_SIZES = 4
_NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def answer_sentence(analysis: StudyAnalysis, rankings: Sequence[Ranking] = ()) -> str:
    """The whole study in a few clauses: what changes, what does not, what is not known yet."""
    effects = [effect for effect in analysis.effects if not effect.comparison.identical]
    if not analysis.effects:
        return _without_variants(analysis)
    if not effects:
        return "Nothing changes: every number of every variant is identical in every deal."
    clauses = [_moves(effects, "success", ("the table succeeds", "more often", "less often"), "points", 100)]
    results = [e for e in (effect.comparison.effect("result") for effect in effects) if e is not None]
    if results:
        clauses.append(_moves(effects, "result", (f"{results[0].label}:", "more", "less"), "", 1))
    clauses.append(_moves(effects, "turns", ("games become", "longer", "shorter"), "turns", 1))
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


def _moves(effects: Sequence[VariantEffect], key: str, say: tuple[str, str, str], unit: str, scale: float) -> str:
    """What a number does, and for whom that is not known yet.

    "games become longer with b (by 2.1 to 5.9 turns) and shorter with c (by 1 turn), undecided with d (about 660 more
    games of each would tell)".
    """
    up: dict[str, list[float]] = {}
    down: dict[str, list[float]] = {}
    unclear: dict[str, list[int | None]] = {}
    for effect in effects:
        found = effect.comparison.effect(key)
        if found is None or found.identical or found.difference.value is None:
            continue
        if found.verdict.kind == "effect":
            side = up if found.difference.value > 0 else down
            side.setdefault(effect.variant, []).append(abs(scale * found.difference.value))
        elif found.verdict.kind == "undecided":
            unclear.setdefault(effect.variant, []).append(found.verdict.further_games)
    begin, more, less = say
    parts = [f"{way} with {_sizes(found, unit)}" for way, found in ((more, up), (less, down)) if found]
    seen = {*up, *down}
    open_still = {variant: games for variant, games in unclear.items() if variant not in seen}
    if not seen and not unclear and key == "turns":
        return "no variant changes the length of a game"
    what = {"turns": "the length", "success": "success", "result": results_label(effects)}[key]
    if not parts:
        return f"no change of {what} is shown{_to_show(open_still)}" if open_still else ""
    depends = ", depending on who plays" if set(up) & set(down) else ""
    rest = f", undecided with {some(list(open_still))}{_to_show(open_still)}" if open_still else ""
    return f"{begin} {' and '.join(parts)}{depends}{rest}"


def _to_show(unclear: dict[str, list[int | None]]) -> str:
    """How many games more would show the largest of what is not known yet; empty where nobody can say."""
    games = [max((n for n in found if n is not None), default=None) for found in unclear.values()]
    known = [n for n in games if n is not None]
    if not known or len(known) < len(games):
        return ""
    return f" (about {rounded(max(known)):,} more games of each would tell)"


def results_label(effects: Sequence[VariantEffect]) -> str:
    """What a cooperative game calls its result."""
    found = next((e for e in (effect.comparison.effect("result") for effect in effects) if e is not None), None)
    return "the result" if found is None else found.label


def _sizes(found: dict[str, list[float]], unit: str) -> str:
    texts = []
    for variant, sizes in list(found.items())[:MOST_SIZES]:
        low, high = _size(min(sizes)), _size(max(sizes))
        size = low if low == high else f"{low} to {high}"
        one = unit.removesuffix("s") if size == "1" else unit
        texts.append(f"{variant} (by {size} {one}".rstrip() + ")")
    more = len(found) - MOST_SIZES
    return listed([*texts, f"{more} more variant{'s' if more > 1 else ''}"] if more > 0 else texts)


def _size(value: float) -> str:
    """Two significant digits, never an exponent: 0.021, 5.9, 120, 4,300."""
    if value == 0:
        return "0"
    digits = 1 - math.floor(math.log10(value) + 1e-12)
    shown = round(value, digits)
    return f"{shown:,.0f}" if shown >= 10 else f"{shown:,.{max(0, digits)}f}".rstrip("0").rstrip(".")


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
