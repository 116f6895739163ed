"""Which strategy is strong (M17), who beats whom (M13), and in the details what a ranking cannot say (M14 to M16)."""

from __future__ import annotations

import string

from simkit.analysis.answers import FieldAnswer, Matchup, Rating, RatingAnswer, Standing, StrategyAnswer, StrategyShare
from simkit.report.charts import Dots, HeatMap, Mark
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import SHARE_COLUMNS, YARDSTICK, limits_of, share_cells, share_dots, value_cells
from simkit.report.pages.metagame import details
from simkit.report.pages.verdict import ranking
from simkit.report.text import DASH, clean, digits_for, listed, number, percent, points, short


def build(material: Material) -> Section | None:
    """The page on strategies; None where one strategy sits at every seat, or the table plays together."""
    answer, head = material.analysis.strategies, material.analysis.headline
    if answer is None or answer.mirror:
        return None
    field = material.analysis.field
    exhibits = [_shares(answer, list(head.strategies))]
    if answer.matchups:
        exhibits.append(matchups(answer.matchups, [s.strategy for s in _by_rank(answer)]))
    if field is not None and field.ratings is not None:
        exhibits += rating_exhibits(field.ratings, list(head.strategies))
    if field is not None and field.standings:
        exhibits.append(standing_exhibit(field))
    return Section(
        "strategies",
        "Strategies and match-ups",
        _claim(answer),
        exhibits=tuple(exhibits),
        folds=details(field) if field is not None else (),
        notes=tuple(_notes(material, answer)),
    )


def _claim(answer: StrategyAnswer) -> str:
    ranked = ranking(answer, yardsticks=True)
    if not ranked or answer.fair == 0:
        return "No game had a winner, so nothing can be said about strategies."
    digits = digits_for(*(s.share for s in answer.shares))
    order = [f"{short(s.strategy, 40)} {percent(s.share.value, digits)}" for s in ranked]
    return f"Games won of 100, from best to worst: {listed(order)}; an equal share is {percent(answer.fair)}."


def _notes(material: Material, answer: StrategyAnswer) -> list[str]:
    head, field = material.analysis.headline, material.analysis.field
    notes = ["Shares are of one seat: a strategy that holds two seats counts each of them."]
    sticks = [clean(s.strategy) for s in answer.shares if s.yardstick]
    if sticks:
        notes.insert(0, f"{listed(sticks)}: {YARDSTICK}.")
    if field is not None and field.ratings is not None:
        notes.append(
            "Strength compares chances in the same seat: at one table, a strategy of strength 2 wins twice as often as "
            "one of strength 1. It is fitted to all tables at once, with the advantage of each seat taken out."
        )
        if any(r.yardstick for r in field.ratings.ratings):
            notes.append("The average strategy is that of those that are no yardsticks.")
        if field.ratings.bounded:
            notes.append(
                "Somebody never won (or always did): there the strength has no exact value and is kept in bounds by "
                "one imagined game, half won."
            )
    if field is None or not field.standings or all(s.kind == "unknown" for s in field.standings):
        notes.append(
            "A strategy's share depends on who else sits at the table. Dominant or trap can only be said after a study "
            "in which each strategy met copies of each other one (field), so no such word stands here."
        )
    if head.rotations_only:
        notes.append(
            "Only rotations of the line-up were played, so a strategy always has the same neighbours; their effect is "
            "in its share."
        )
    return notes


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


def matchups(pairs: tuple[Matchup, ...], names: list[str]) -> Exhibit:
    """The square of match-ups, with `names` in their order."""
    found = {(m.strategy, m.against): m for m in pairs}
    values = tuple(tuple(_chance(found.get((row, column))) for column in names) for row in names)
    texts = tuple(tuple("" if v is None else f"{v:.0f}" for v in row) for row in values)
    labels = tuple(f"{letter} {short(name, 18)}" for letter, name in zip(letters(len(names)), names, strict=True))
    known = [abs(v - 50) for row in values for v in row if v is not None]
    reach = min(50.0, max([5.0, *known]))
    chart = HeatMap(labels, values, texts, 50 - reach, 50 + reach, "this one", "finishes ahead of, in games of 100")
    columns: tuple[Column, ...] = (
        Column("Strategy", numeric=False), Column("Against", numeric=False),
        Column("Finishes ahead, of 100", hint="ties count half"), Column("Interval"),
    )  # fmt: skip
    digits = digits_for(*(m.probability for m in pairs))
    bounded = any(m.bounds for m in pairs)
    if bounded:
        columns = (*columns, Column("Bounds with games that had no ranking"))
    rows = tuple(_pair_row(m, digits, bounded) for m in pairs)
    return Exhibit(
        "matchups", "Who finishes ahead of whom", Table(columns, rows), chart,
        "A square of match-ups: in how many games of 100 the strategy of the row finishes ahead of the one of the "
        "column at the same table, ties counting half. Blue is ahead, orange is behind; each cell shows its number.",
    )  # fmt: skip


def _pair_row(pair: Matchup, digits: int, bounded: bool) -> tuple[Cell, ...]:
    cells = (Cell(clean(pair.strategy)), Cell(clean(pair.against)), *share_cells(pair.probability, digits))
    if not bounded:
        return cells
    low, high = pair.bounds or (None, None)
    return (*cells, Cell(f"{percent(low, digits)} to {percent(high, digits)}", low))


def _chance(matchup: Matchup | None) -> float | None:
    return None if matchup is None or matchup.probability.value is None else 100 * matchup.probability.value


def rating_exhibits(answer: RatingAnswer, order: list[str]) -> list[Exhibit]:
    """M17: strength of strategies, and what each seat adds."""
    marks = tuple(
        Mark(
            short(r.strategy), r.strength.value or 0.0, r.strength.low, r.strength.high, number(r.strength.value, 2),
            order.index(r.strategy) if r.strategy in order else 0,
        )
        for r in answer.ratings
    )  # fmt: skip
    rows = []
    for place, rating in enumerate(answer.ratings):
        clear = answer.clear[place] if place < len(answer.clear) else None
        told = DASH if clear is None else "yes" if clear else "not shown"
        rows.append(
            (
                Cell(clean(rating.strategy) + (" (yardstick)" if rating.yardstick else "")),
                *_strength_cells(rating), Cell(told),
            )
        )  # fmt: skip
    columns = (
        Column("Strategy", numeric=False), Column("Strength"), Column("Interval"),
        Column("Stronger than the next", numeric=False),
    )  # fmt: skip
    seats = Table(
        (Column("Seat"), Column("Factor"), Column("Interval")),
        tuple((Cell(f"{s.seat}", s.seat), *value_cells(s.factor)) for s in answer.seats),
    )
    seat_marks = tuple(
        Mark(f"Seat {s.seat}", s.factor.value or 0.0, s.factor.low, s.factor.high, number(s.factor.value, 2))
        for s in answer.seats
    )
    return [
        Exhibit(
            "strength", "Strength of the strategies, seats taken out", Table(columns, tuple(rows)),
            _factor_dots(marks, "times as likely to win as an average strategy", "average"),
            "One row a strategy, the strongest first: how many times as likely it is to win as an average strategy in "
            "the same seat, with its interval.",
        ),
        Exhibit(
            "seat-effect", "What the seat adds, strategies taken out", seats,
            _factor_dots(seat_marks, "times the chance of an average seat", "average seat"),
            "One row a seat: the factor by which it changes the chance of whoever sits there, with its interval.",
        ),
    ]  # fmt: skip


def _strength_cells(rating: Rating) -> tuple[Cell, ...]:
    """Strength and its interval. The one strategy that is no yardstick is the average: 1 in any deal."""
    if rating.strength.method == "everything" and rating.strength.value == 1:
        return Cell("1", 1.0), Cell("by definition")
    return tuple(value_cells(rating.strength))


def _factor_dots(marks: tuple[Mark, ...], axis: str, words: str) -> Dots:
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    return Dots(marks, axis, limits_of([*seen, 1.0], 0.0), (1.0, words))


STANDING_WORDS = {
    "dominant": "dominant: wins more than its share among copies of every other strategy",
    "trap": "trap: wins less than its share among copies of every other strategy",
    "viable": "viable: neither is shown",
    "unknown": "not judged",
}


def standing_exhibit(field: FieldAnswer) -> Exhibit:
    """M13: one seat of a strategy among copies of each other one."""
    names = [s.strategy for s in field.standings]
    shares = {(s.strategy, s.against): s for s in field.shares}
    fair = field.shares[0].fair
    values, texts = [], []
    for row in names:
        line = []
        for column in names:
            share = shares.get((row, column))
            line.append(None if share is None or share.share.value is None else 100 * share.share.value)
        values.append(tuple(line))
        texts.append(tuple("" if v is None else f"{v:.0f}" for v in line))
    known = [abs(v - 100 * fair) for line in values for v in line if v is not None]
    reach = max([2.0, *known])
    labels = tuple(f"{letter} {short(name, 18)}" for letter, name in zip(letters(len(names)), names, strict=True))
    rows = tuple(_standing_row(s) for s in field.standings)
    columns = (
        Column("Strategy", numeric=False), Column("What is shown", numeric=False),
        Column("Adjusted p, dominant"), Column("Adjusted p, trap"),
    )  # fmt: skip
    return Exhibit(
        "standings", "One seat of a strategy among copies of another", Table(columns, rows),
        HeatMap(labels, tuple(values), tuple(texts), 100 * fair - reach, 100 * fair + reach, "one seat of this",
                f"among copies of; wins of 100, fair is {percent(fair)}"),
        "A square: how many games of 100 one seat of the row's strategy wins when all other seats play the column's. "
        f"Fair is {percent(fair)}. Blue is more, orange is less.",
    )  # fmt: skip


def _standing_row(standing: Standing) -> tuple[Cell, ...]:
    words = STANDING_WORDS[standing.kind]
    if standing.missing and standing.kind == "unknown":
        words += f": never met copies of {listed([short(m, 30) for m in standing.missing])}"
    return (
        Cell(clean(standing.strategy)), Cell(words, strong=standing.kind in ("dominant", "trap")),
        *(Cell(DASH if p is None else "< 0.0001" if p < 0.0001 else f"{p:.4f}", p)
          for p in (standing.p_dominant, standing.p_trap)),
    )  # fmt: skip


def dominance_words(field: FieldAnswer) -> str:
    """ "a is dominant; b is a trap" or that no strategy is either."""
    parts = []
    for kind, one, many in (("dominant", "is dominant", "are dominant"), ("trap", "is a trap", "are traps")):
        names = [short(s.strategy, 40) for s in field.standings if s.kind == kind]
        if names:
            parts.append(f"{listed(names)} {one if len(names) == 1 else many}")
    if not parts and all(s.kind == "unknown" for s in field.standings):
        return "Whether one is dominant or a trap is not judged: none met copies of every other."
    if not parts:
        return "No strategy is shown to be dominant or a trap."
    return f"{'; '.join(parts)}."
