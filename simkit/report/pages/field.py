"""Strategies over all tables of a study or of several runs (M13 to M17)."""

from __future__ import annotations

from dataclasses import replace

from simkit.analysis.answers import FieldAnswer, RatingAnswer
from simkit.report.material import Several
from simkit.report.model import Exhibit, Finding, Fold, Section
from simkit.report.pages.common import YARDSTICK
from simkit.report.pages.metagame import details
from simkit.report.pages.strategies import dominance_words, rating_exhibits, standing_exhibit
from simkit.report.text import clean, count, listed, number, short


def build(several: Several) -> Section | None:
    """Strategies over all tables of a study (M13 to M17)."""
    found = [(name, field, field.ratings) for name, field in several.fields if field.ratings is not None]
    if not found:
        return None
    order = sorted({r.strategy for _, _, ratings in found for r in ratings.ratings})  # one colour a strategy throughout
    exhibits: list[Exhibit] = []
    folds: list[Fold] = []
    for k, (name, field, ratings) in enumerate(found):
        suffix = f" · {short(name, 50)}" if len(found) > 1 else ""
        shown = [*rating_exhibits(ratings, order), *([standing_exhibit(field)] if field.standings else [])]
        exhibits += [replace(e, key=f"f{k}-{e.key}", title=f"{e.title}{suffix}") for e in shown]
        for fold in details(field):
            inner = tuple(replace(e, key=f"f{k}-{e.key}") for e in fold.exhibits)
            folds.append(replace(fold, key=f"f{k}-{fold.key}", title=f"{fold.title}{suffix}", exhibits=inner))
    notes = ["Strength compares chances in the same seat, fitted to all tables of a kind at once."]
    if any(field.standings for _, field, _ in found):
        notes.append(
            "Dominant: one seat of it wins more than its fair share among copies of every other strategy; trap: less, "
            "among copies of every other; viable: neither is shown."
        )
    sticks = sorted({r.strategy for _, _, ratings in found for r in ratings.ratings if r.yardstick})
    if sticks:
        notes.append(f"{listed([clean(s) for s in sticks])}: {YARDSTICK}.")
    claim = " ".join(field_claim(name, field, ratings, len(found) > 1) for name, field, ratings in found[:3])
    return Section("strategies", "Strategies and match-ups", claim, exhibits=tuple(exhibits), folds=tuple(folds),
                   notes=tuple(notes))  # fmt: skip


def field_claim(name: str, field: FieldAnswer, ratings: RatingAnswer, named: bool) -> str:
    """Who is strongest, over how many tables, and what dominates."""
    best = [r for r in ratings.ratings if not r.yardstick] or list(ratings.ratings)
    tables = f" over {count(field.lineups)} tables" if field.lineups > 1 else ""
    where = f"{short(name, 50)}: " if named else ""
    text = (
        f"{where}{short(best[0].strategy, 40)} is the strongest{tables}, "
        f"{number(best[0].strength.value, 2)} times as likely to win as an average strategy."
    )
    return f"{text} {dominance_words(field)}" if field.standings else text


def strategy_findings(several: Several) -> list[Finding]:
    """Who is strong, where strategies met over several tables."""
    return [
        Finding("note", "Strategies", field_claim(name, field, field.ratings, len(several.fields) > 1))
        for name, field in several.fields[:4]
        if field.ratings is not None and field.lineups > 1
    ]
