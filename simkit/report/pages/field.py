"""Strategies over all tables of a study or of several runs (M13 to M17)."""

from __future__ import annotations

from dataclasses import replace

from simkit.analysis.answers import FieldAnswer, Rating, RatingAnswer
from simkit.report.material import Several
from simkit.report.model import Exhibit, Finding, Fold, Section
from simkit.report.pages.common import YARDSTICK
from simkit.report.pages.metagame import details
from simkit.report.pages.strategies import dominance_words, rating_exhibits, standing_exhibit
from simkit.report.text import clean, count, listed, number, short


def build(several: Several) -> Section | None:
    """Strategies over all tables of a study (M13 to M17)."""
    found = [
        (_group_name(name, field, ratings), field, ratings)
        for name, field in several.fields
        if field.ratings is not None
        for ratings in (field.ratings, *field.apart)
    ]
    if not found:
        return None
    order = sorted({r.strategy for _, _, ratings in found for r in ratings.ratings})  # one colour a strategy throughout
    exhibits: list[Exhibit] = []
    folds: list[Fold] = []
    for k, (name, field, ratings) in enumerate(found):
        suffix = f" · {short(name, 50)}" if len(found) > 1 else ""
        first = ratings is field.ratings
        shown = [*rating_exhibits(ratings, order), *([standing_exhibit(field)] if field.standings and first else [])]
        exhibits += [replace(e, key=f"f{k}-{e.key}", title=f"{e.title}{suffix}") for e in shown]
        for fold in details(field) if first else ():
            inner = tuple(replace(e, key=f"f{k}-{e.key}") for e in fold.exhibits)
            folds.append(replace(fold, key=f"f{k}-{fold.key}", title=f"{fold.title}{suffix}", exhibits=inner))
    notes = ["Strength compares chances in the same seat, fitted to all tables of a kind at once."]
    if any(field.standings for _, field, _ in found):
        notes.append(
            "Dominant: one seat of it wins more than its fair share among copies of every other strategy; trap: less, "
            "among copies of every other; viable: neither is shown."
        )
    notes += list(dict.fromkeys(text for _, field, _ in found if (text := _apart_words(field))))
    sticks = sorted({r.strategy for _, _, ratings in found for r in ratings.ratings if r.yardstick})
    if sticks:
        notes.append(f"{listed([clean(s) for s in sticks])}: {YARDSTICK}.")
    several_kinds = len(several.fields) > 1
    claim = " ".join(
        field_claim(name, field, several_kinds) for name, field in several.fields[:3] if field.ratings is not None
    )
    return Section("strategies", "Strategies and match-ups", claim, exhibits=tuple(exhibits), folds=tuple(folds),
                   notes=tuple(notes))  # fmt: skip


def _names(ratings: RatingAnswer) -> str:
    return listed([short(r.strategy, 30) for r in ratings.ratings])


def _group_name(name: str, field: FieldAnswer, ratings: RatingAnswer) -> str:
    return f"{name}, {_names(ratings)}" if field.apart else name


def _apart_words(field: FieldAnswer) -> str:
    """What was not compared, because no table ties it together; "" if nothing."""
    parts = []
    if field.apart and field.ratings is not None:
        groups = [_names(ratings) for ratings in (field.ratings, *field.apart)]
        parts.append(f"Groups of strategies that never met are ranked each on its own: {'; '.join(groups)}.")
    if field.unranked:
        only = "only met its" if len(field.unranked) == 1 else "only met their"
        parts.append(
            f"{listed([short(n, 30) for n in field.unranked])} {only} own copies, so nothing compares "
            f"{'it' if len(field.unranked) == 1 else 'them'} with another strategy."
        )
    return " ".join(parts)


def field_claim(name: str, field: FieldAnswer, named: bool) -> str:
    """Who is strongest, over how many tables, and what dominates; "" where nobody is ranked."""
    if field.ratings is None:
        return ""
    where = f"{short(name, 50)}: " if named else ""
    if field.apart:
        best = [_best(ratings) for ratings in (field.ratings, *field.apart)]
        names = [f"{short(b.strategy, 40)} of {_names(r)}" for b, r in zip(best, (field.ratings, *field.apart),
                                                                        strict=True)]  # fmt: skip
        text = f"{where}Several groups of strategies never met. Strongest in each: {'; '.join(names)}."
    else:
        first = _best(field.ratings)
        tables = f" over {count(field.lineups)} tables" if field.lineups > 1 else ""
        times = f"{number(first.strength.value, 2)} times as likely to win as an average strategy"
        rival = _rival(field.ratings, first)
        text = f"{where}{short(first.strategy, 40)} is the strongest{tables}, {times}."
        if rival is not None:
            text = (
                f"{where}{short(first.strategy, 40)} comes out first{tables}, {times}, but is not shown to be stronger "
                f"than {short(rival, 40)}."
            )
    return f"{text} {dominance_words(field)}" if field.standings else text


def _best(ratings: RatingAnswer) -> Rating:
    return next((r for r in ratings.ratings if not r.yardstick), ratings.ratings[0])


def _rival(ratings: RatingAnswer, best: Rating) -> str | None:
    """The next strategy, if `best` is not shown to be stronger than it; None if it is, or if there is none.

    Only neighbours are compared, so a yardstick between the two hides nothing: it is then the next one.
    """
    place = ratings.ratings.index(best)
    if place >= len(ratings.clear) or ratings.clear[place]:
        return None
    return ratings.ratings[place + 1].strategy


def strategy_findings(several: Several) -> list[Finding]:
    """Who is strong, where strategies met over several tables."""
    return [
        Finding("note", "Strategies", field_claim(name, field, len(several.fields) > 1))
        for name, field in several.fields[:4]
        if field.ratings is not None and field.lineups > 1
    ]
