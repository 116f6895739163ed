"""Win share by strategy, and who beats whom (M13)."""

from __future__ import annotations

import string

from simkit.analysis.answers import Matchup, StrategyAnswer, StrategyShare
from simkit.report.charts import HeatMap
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import SHARE_COLUMNS, share_cells, share_dots
from simkit.report.pages.verdict import ranking
from simkit.report.text import clean, digits_for, listed, percent, points, short


def build(material: Material) -> Section | None:
    """The page on strategies; None where one strategy sits at every seat, or the table plays together."""
    answer, head = material.analysis.strategies, material.analysis.headline
    if answer is None or answer.mirror:
        return None
    exhibits = [_shares(answer, list(head.strategies))]
    if answer.matchups:
        exhibits.append(_matchups(answer))
    ranked = ranking(answer, yardsticks=True)
    notes = [
        "Shares are of one seat: a strategy that holds two seats counts each of them.",
        "A strategy's share depends on who else sits at the table. Dominant or trap can only be said "
        "after a field study over "
        "many line-ups, so no such word stands here.",
    ]
    sticks = [clean(s.strategy) for s in answer.shares if s.yardstick]
    if sticks:
        notes.insert(0, f"Yardstick, played by nobody: {listed(sticks)}.")
    if head.rotations_only:
        notes.append(
            "Only rotations of the line-up were played, so a strategy always has the same "
            "neighbours; their effect is in its share."
        )
    claim = "No game had a winner, so nothing can be said about strategies."
    if ranked and answer.fair > 0:
        digits = digits_for(*(s.share for s in answer.shares))
        order = [f"{short(s.strategy, 40)} {percent(s.share.value, digits)}" for s in ranked]
        claim = f"Games won of 100, from best to worst: {listed(order)}; an equal share is {percent(answer.fair)}."
    return Section("strategies", "Strategies", claim, exhibits=tuple(exhibits), notes=tuple(notes))


def _shares(answer: StrategyAnswer, order: list[str]) -> Exhibit:
    digits = digits_for(*(s.share for s in answer.shares))
    bounded = any(s.bounds for s in answer.shares)
    columns = [Column("Strategy", numeric=False), Column("Seats held"), *SHARE_COLUMNS, Column("Off the equal share")]
    if bounded:
        columns.append(Column("Bounds with capped games"))
    rows = []
    for s in _by_rank(answer):
        cells = [
            Cell(clean(s.strategy) + (" (yardstick)" if s.yardstick else "")), Cell(f"{s.seats}", s.seats),
            *share_cells(s.share, digits), Cell(points(s.deviation.value, digits), s.deviation.value),
        ]  # fmt: skip
        if bounded:
            low, high = s.bounds or (None, None)
            cells.append(Cell(f"{percent(low, digits)} to {percent(high, digits)}", low))
        rows.append(tuple(cells))
    marks = [(s.strategy, order.index(s.strategy) if s.strategy in order else 0, s.share) for s in _by_rank(answer)]
    return Exhibit(
        "share", "Games won by strategy", Table(tuple(columns), tuple(rows)),
        share_dots(marks, "games won a seat, of 100", digits, answer.fair, fair_words="equal share"),
        "One row a strategy: the share of games won with its interval, beside the equal share of "
        f"{percent(answer.fair)}.",
    )  # fmt: skip


def _by_rank(answer: StrategyAnswer) -> list[StrategyShare]:
    """Best first, those without a share last."""
    return ranking(answer, yardsticks=True) + [s for s in answer.shares if s.share.value is None]


def letters(n: int) -> list[str]:
    """A, B, ..., Z, A1, B1, ...: short names for columns."""
    return [string.ascii_uppercase[k % 26] + (str(k // 26) if k >= 26 else "") for k in range(n)]


def _matchups(answer: StrategyAnswer) -> Exhibit:
    names = [s.strategy for s in _by_rank(answer)]
    pairs: dict[tuple[str, str], Matchup] = {(m.strategy, m.against): m for m in answer.matchups}
    values = tuple(tuple(_chance(pairs.get((row, column))) for column in names) for row in names)
    texts = tuple(tuple("" if v is None else f"{v:.0f}" for v in row) for row in values)
    labels = tuple(f"{letter} {short(name, 18)}" for letter, name in zip(letters(len(names)), names, strict=True))
    known = [abs(v - 50) for row in values for v in row if v is not None]
    reach = min(50.0, max([5.0, *known]))
    chart = HeatMap(labels, values, texts, 50 - reach, 50 + reach, "this one", "finishes ahead of, in games of 100")
    columns = (
        Column("Strategy", numeric=False), Column("Against", numeric=False),
        Column("Finishes ahead, of 100", hint="ties count half"), Column("Interval"),
    )  # fmt: skip
    digits = digits_for(*(m.probability for m in answer.matchups))
    rows = tuple(
        (Cell(clean(m.strategy)), Cell(clean(m.against)), *share_cells(m.probability, digits)) for m in answer.matchups
    )
    return Exhibit(
        "matchups", "Who finishes ahead of whom", Table(columns, rows), chart,
        "A square of match-ups: in how many games of 100 the strategy of the row finishes ahead of "
        "the one of the column at the "
        "same table, ties counting half. Blue is ahead, orange is behind, and every cell shows its number.",
    )  # fmt: skip


def _chance(matchup: Matchup | None) -> float | None:
    return None if matchup is None or matchup.probability.value is None else 100 * matchup.probability.value
