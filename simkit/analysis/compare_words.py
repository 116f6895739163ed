"""A comparison in a few lines of plain words, and as one JSON-able object."""

from __future__ import annotations

import dataclasses
from typing import Any

from simkit.analysis.answers import Comparison, Effect, GroupVerdict
from simkit.analysis.effects import range_words, size_words
from simkit.analysis.verdict import points, rounded
from simkit.analysis.words import WIDTH, plain

MOST_SHOWN = 8
"""Tallies and endings that changed, at most so many lines; the rest is counted (--json has all)."""
LENGTH = ("turns", "rounds")
LEAST_GAIN = 1.05
"""A variance reduction below this is not worth a word."""


def comparison_lines(c: Comparison) -> list[str]:
    """What `simkit compare` prints: the answer first, then the numbers, then what else changed and what did not."""
    lines = [answer_sentence(c)]
    lines += [_line("changed", f"{x.name}: {x.before} before, {x.after} after") for x in c.changes]
    if not c.changes:
        lines.append(_line("changed", "nothing in the configuration"))
    lines.append(_line("how", c.pairing))
    lines.append(_line("sharper", _sharper(c)))
    for head, verdict, effects in (
        ("seats", c.seat_verdict, c.seats),
        ("players", c.strategy_verdict, c.strategies),
    ):
        if verdict is not None:
            lines.append(_line(head, verdict.words))
            lines += [_line("", effect_line(effect)) for effect in effects if not effect.identical]
    main = [e for e in c.others if e.key in ("success", "result", *LENGTH)]
    lines += [_line("length" if e.key in LENGTH else "result", effect_line(e)) for e in main if not e.identical]
    rest = _other_effects(c)
    shown = rest[:MOST_SHOWN]
    lines += [_line("also" if i == 0 else "", effect_line(e)) for i, e in enumerate(shown)]
    if len(rest) > len(shown):
        lines.append(_line("", f"and {len(rest) - len(shown)} more numbers changed (--json has them all)"))
    still = [e.label for e in (*c.others, *c.tallies) if e.identical]
    if still and not c.identical:
        lines.append(_line("same", f"identical in every deal: {', '.join(still)}"))
    lines += [_line("note", warning) for warning in c.warnings]
    return lines


def comparison_dict(c: Comparison) -> dict[str, Any]:
    """The whole comparison as nested dicts and lists of plain values, with the lines in `summary`."""
    whole: dict[str, Any] = plain(dataclasses.asdict(c))
    for name in ("seats", "strategies", "others", "tallies"):
        for there, effect in zip(whole[name], getattr(c, name), strict=True):
            there["vrf_words"] = effect.vrf_words
    if c.first_seat is not None:
        whole["first_seat"]["vrf_words"] = c.first_seat.vrf_words
    return {**whole, "vrf_words": c.vrf_words, "answer": answer_sentence(c), "summary": comparison_lines(c)}


def answer_sentence(c: Comparison) -> str:
    """What changed, in one sentence: "With bees = 4 instead of 3: games are 2.1 turns shorter; ..."."""
    if c.identical and not c.changes:
        return f"The two are identical: the same configuration, and every number the same in all {c.blocks:,} deals."
    if c.identical:
        return f"{_with(c)}: nothing changes. Every number is identical in all {c.blocks:,} deals."
    parts = [
        _group_clause(c.seat_verdict, "the seats"),
        _group_clause(c.strategy_verdict, "players"),
        _length_clause(c),
    ]
    success = c.effect("success")
    if success is not None:
        parts.insert(0, _success_clause(success))
    result = c.effect("result")
    if result is not None and result.verdict.kind == "effect":
        parts.insert(1, result.words)
    return f"{_with(c)}: {'; '.join(part for part in parts if part)}."


def effect_line(effect: Effect) -> str:
    """The effect with its variance reduction where it was paired."""
    sharp = f"   ({effect.vrf_words}x sharper)" if effect.vrf is not None and effect.vrf >= LEAST_GAIN else ""
    return effect.words + sharp


def _other_effects(c: Comparison) -> list[Effect]:
    """Effects besides win shares, success and length, the clearest first."""
    main = ("success", "result", *LENGTH)
    found = [e for e in (*c.others, *c.tallies) if e.key not in main and e.verdict.kind == "effect"]
    return sorted(found, key=lambda e: -_clarity(e))


def _with(c: Comparison) -> str:
    changed = [x for x in c.changes if x.kind == "rule"]
    # An option that is a table is one rule, however many of its entries changed.
    rules = list(dict.fromkeys(x.name.removeprefix("rule ").partition(".")[0] for x in changed))
    players = next((x for x in c.changes if x.kind == "players"), None)
    seats = "" if players is None else f"{players.after} players instead of {players.before}"
    if rules:
        told = f"{len(rules)} rules changed"
        if len(changed) == 1:
            told = f"{changed[0].name.removeprefix('rule ')} = {changed[0].after} instead of {changed[0].before}"
        elif len(rules) == 1:
            told = f"another {rules[0]} ({len(changed)} entries changed)"
        return f"With {told}" + (f" and {seats}" if seats else "")
    if seats:
        return f"With {seats}"
    if any(x.kind == "strategies" for x in c.changes):
        return "With the other line-up"
    if any(x.kind == "seed" for x in c.changes):
        return "With another seed"
    return "With nothing changed but versions" if c.changes else "With nothing changed"


def _length_clause(c: Comparison) -> str:
    turns = c.effect("turns")
    if turns is None or turns.difference.value is None:
        return ""
    if turns.identical:
        return "games are exactly as long as before"
    seen = range_words(turns.difference)
    if turns.verdict.kind == "effect":
        way = "longer" if turns.difference.value > 0 else "shorter"
        return f"games are {size_words(turns.difference)} {turns.unit} {way}{seen or ' in every deal'}"
    return f"no change of length can be seen{seen}" if seen else "too few deals to tell a change of length"


def _group_clause(verdict: GroupVerdict | None, who: str) -> str:
    if verdict is None:
        return ""
    if verdict.kind == "identical":
        return f"{who} win exactly as before"
    if verdict.kind == "no effect":
        return f"{who} win as before, within {points(verdict.margin)} points"
    if verdict.kind == "effect":
        return f"{who} win differently: {verdict.words}"
    games = verdict.further_games
    more = f"about {rounded(games):,} more games of each would tell" if games is not None else verdict.reason
    more = more or "more games would not tell"
    return f"whether {who} win differently by {points(verdict.margin)} points is undecided: {more}"


def _success_clause(effect: Effect) -> str:
    if effect.identical:
        return "the table succeeds exactly as often"
    if effect.verdict.kind == "no effect":
        return f"the table succeeds as often as before, within {points(effect.verdict.margin)} points"
    return f"{effect.words} ({effect.verdict.words})"


def _sharper(c: Comparison) -> str:
    if not c.paired:
        return "give both runs the same --seed to play the same deals, which needs fewer games"
    if c.vrf is None:
        return f"variance reduction: {c.vrf_words}"
    if c.vrf < LEAST_GAIN:
        return (
            f"variance reduction {c.vrf_words}: the change is felt so early that playing the same deals gains nothing"
        )
    return f"variance reduction {c.vrf_words} (of win shares): unpaired runs would need {c.vrf_words} times the games"


def _clarity(effect: Effect) -> float:
    d = effect.difference
    return abs(d.value or 0.0) / d.se if d.se else 0.0


def _line(head: str, text: str) -> str:
    return f"{head:<{WIDTH}} {text}"
