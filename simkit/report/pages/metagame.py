"""Behind a disclosure: what one ranking cannot say (M14 to M16)."""

from __future__ import annotations

from simkit.analysis.answers import Cycles, FieldAnswer, Ladder, MetaGame
from simkit.report.model import Cell, Column, Exhibit, Fold, Table
from simkit.report.text import DASH, clean, listed, number, percent


def details(field: FieldAnswer) -> tuple[Fold, ...]:
    """The fold with cycles, Nash average and alpha-rank; none without a meta-game."""
    meta = field.meta
    if meta is None:
        return ()
    texts = [
        "A ranking says who is strong; it cannot say whether strategies beat each other in circles, or which of them a "
        "group that keeps adapting would end up with. Yardsticks are left out here.",
        viable_words(meta),
    ]
    if meta.cycles is not None:
        texts.append(cycle_words(meta.cycles))
    if field.ladder is not None:
        texts.append(ladder_words(field.ladder))
    texts.append(
        "Nash average: the mixture of strategies that no other beats on average (the one of largest entropy); rating: "
        "what a strategy gets against it, in log odds, 0 for those in the mixture. Alpha-rank: how often a population "
        "that imitates success is found playing each one (50 members, selection intensity 10). Both are computed from "
        "the match-ups above; ranges come from resampling deals."
    )
    return (Fold("meta", "Circles, mixtures and what would evolve", tuple(texts), (_masses(meta),)),)


def ladder_words(ladder: Ladder) -> str:
    """How many levels of play the strategies show (M10)."""
    if ladder.depth < 2:
        return "Ladder: no strategy is shown to beat another, so all stand on one level."
    rungs = " above ".join(clean(name) for name in ladder.rungs)
    return f"Ladder: {ladder.depth} levels, {rungs}; each is shown to beat all below it more often than not."


def viable_words(meta: MetaGame) -> str:
    """How many strategies a best mixture holds."""
    text = (
        f"Viable strategies: {number(meta.viable, 1)}, counted as the variety of the best mixture, strategies that "
        "cannot be told apart counted once"
    )
    if meta.viable_range is not None:
        text += f" ({number(meta.viable_range[0], 1)} to {number(meta.viable_range[1], 1)})"
    return text + "."


def cycle_words(cycles: Cycles) -> str:
    """How much of the match-ups goes in circles, beside what luck alone would show."""
    text = (
        f"In circles: {percent(cycles.ratio, 0)} of 100 of what the match-ups show no ranking can explain; luck alone "
        f"would show {percent(cycles.noise, 0)}, which leaves {percent(cycles.excess, 0)}."
    )
    if cycles.loop:
        names = [clean(name) for name in (*cycles.loop, cycles.loop[0])]
        text += f" The clearest circle: {' beats '.join(names)}."
    return text


def _masses(meta: MetaGame) -> Exhibit:
    members: dict[int, list[str]] = {}
    for mass in meta.masses:
        members.setdefault(mass.group, []).append(mass.strategy)
    rows = []
    for mass in meta.masses:
        others = [clean(name) for name in members[mass.group] if name != mass.strategy]
        rows.append(
            (
                Cell(clean(mass.strategy)),
                Cell(percent(mass.nash), mass.nash), Cell(_range(mass.nash_range)),
                Cell(number(mass.rating, 2), mass.rating),
                Cell(percent(mass.alpha), mass.alpha), Cell(_range(mass.alpha_range)),
                Cell(listed(others) if others else DASH),
            )
        )  # fmt: skip
    columns = (
        Column("Strategy", numeric=False), Column("Nash average, of 100"), Column("Range"), Column("Rating"),
        Column("Alpha-rank, of 100"), Column("Range"), Column("Cannot be told from", numeric=False),
    )  # fmt: skip
    return Exhibit("masses", "Mixture and evolution", Table(columns, tuple(rows)))


def _range(pair: tuple[float, float] | None) -> str:
    return DASH if pair is None else f"{percent(pair[0])} to {percent(pair[1])}"
