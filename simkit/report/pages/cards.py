"""M18: cards drawn, played and held against winning, and every other tally against winning."""

from __future__ import annotations

from simkit.analysis.answers import Card, CardAnswer, CardUse, Interval, Link
from simkit.report.charts import Dots, Mark
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import limits_of, share_cells
from simkit.report.pages.seats import p_words
from simkit.report.text import DASH, SAME, clean, constant, percent, percent_words, points, short

USE_WORDS = {"drawn": "drawn", "played": "played", "held": "held unplayed at the end"}
MOST_ROWS = 24


def build(material: Material) -> Section | None:
    """The page on what goes with winning; None where nothing of a seat is counted."""
    cards, links = material.analysis.cards, material.analysis.links
    exhibits = []
    if cards is not None:
        exhibits += [e for e in (_uses(cards, use) for use in ("drawn", "played", "held")) if e is not None]
        exhibits += [_dead(cards)] if any(card.dead for card in cards.cards) else []
    if links:
        exhibits.append(_links(links))
    if not exhibits:
        return None
    notes = [
        "This is association, not effect: whoever is winning anyway may draw or play more of a card. Only a study that "
        "changes the card tells what it does.",
    ]
    if len(material.analysis.headline.strategies) > 1:
        notes.append(
            "Several strategies sat at this table: a better one may win more and use a card more, without the card "
            "doing anything. Seat one strategy everywhere to leave that out."
        )
    if cards is not None and cards.noise is not None:
        notes.append(
            f"Were no card to matter, the largest of these differences would still be {percent(cards.noise.mean)} "
            f"points on average by luck, and up to {percent(cards.noise.p95)} in 95 of 100 runs."
        )
    notes.append("p is adjusted for looking at many things at once (Benjamini and Hochberg).")
    title = "Cards and winning" if cards is not None else "What goes with winning"
    return Section("cards", title, _claim(cards, links), exhibits=tuple(exhibits), notes=tuple(notes))


def _claim(cards: CardAnswer | None, links: tuple[Link, ...]) -> str:
    if cards is not None:
        for which in USE_WORDS:  # what comes by chance first: what is played or left over follows from how it goes
            found = [(card, use) for card in cards.cards for use in card.uses if use.use == which and _shown(use)]
            if found:
                card, use = max(found, key=lambda pair: (abs(pair[1].lift.value or 0.0), pair[0].name))
                return (
                    f"Seats that {_did(use, short(card.name, 40))} win {percent_words(use.share_with.value)} of 100 "
                    f"games, those that did not {percent_words(use.share_without.value)}: the largest difference of "
                    f"any card {USE_WORDS[which]}."
                )
        return "No card is shown to go with winning or losing."
    clear = [link for link in links if link.p is not None and link.p < 0.05 and link.slope.value is not None]
    if not clear:
        return "Nothing that the game counts is shown to go with winning or losing."
    best = max(clear, key=lambda link: (abs(link.slope.value or 0.0), link.name))
    return f"What goes most with winning here is “{_link_name(best)}”: {_link_words(best)}."


def _shown(use: CardUse) -> bool:
    return use.lift.value is not None and use.p is not None and use.p < 0.05


def _did(use: CardUse, card: str) -> str:
    return {"drawn": f"drew {card}", "played": f"played {card}", "held": f"still held {card} at the end"}[use.use]


def _uses(cards: CardAnswer, use: str) -> Exhibit | None:
    found = [(card, u) for card in cards.cards for u in card.uses if u.use == use]
    if not found:
        return None
    shown = [(card, u) for card, u in found if u.lift.value is not None]
    shown.sort(key=lambda pair: (-(pair[1].lift.value or 0.0), pair[0].name))
    # Those with too few seats to judge stand in the table only: a dot far out would flatten all others.
    drawn = [pair for pair in shown if pair[1].lift.se] or shown
    return Exhibit(
        use, f"Cards {USE_WORDS[use]}", _use_table(shown + [pair for pair in found if pair[1].lift.value is None]),
        _lift_dots(drawn[:MOST_ROWS]) if drawn else None,
        f"One row a card: how much more often a seat wins that has it {USE_WORDS[use]} at least once than one that has "
        "not, with its interval. No difference is 0.",
    )  # fmt: skip


def _lift_dots(rows: list[tuple[Card, CardUse]]) -> Dots:
    marks = tuple(
        Mark(short(card.name), 100 * (u.lift.value or 0.0), _end(u, u.lift.low), _end(u, u.lift.high),
             points(u.lift.value))
        for card, u in rows
    )  # fmt: skip
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    return Dots(marks, "points more often won", limits_of([*seen, 0.0]), (0.0, "no difference"))


def _end(use: CardUse, value: float | None) -> float | None:
    """An interval of everything possible would only flatten the others."""
    return None if use.lift.method == "everything" or value is None else 100 * value


def _use_table(rows: list[tuple[Card, CardUse]]) -> Table:
    columns = (
        Column("Card", numeric=False), Column("Seats, of 100"), Column("Won with it, of 100"), Column("Interval"),
        Column("Won without it"), Column("Interval"), Column("Difference, points"), Column("Interval"), Column("p"),
    )  # fmt: skip
    return Table(
        columns,
        tuple(
            (
                Cell(clean(card.name)), Cell(percent(u.seats), u.seats), *share_cells(u.share_with, 1),
                *share_cells(u.share_without, 1), Cell(points(u.lift.value), u.lift.value),
                Cell(_span(u.lift), u.lift.low),
                Cell(DASH if u.p is None else p_words(u.p), u.p),
            )
            for card, u in rows
        ),
    )  # fmt: skip


def _span(difference: Interval) -> str:
    """The interval, or why there is none."""
    if not difference.se:
        return SAME if constant(difference) else "too few to say"
    return f"{points(difference.low)} to {points(difference.high)}"


def _dead(cards: CardAnswer) -> Exhibit:
    rows = [(card, card.dead) for card in cards.cards if card.dead is not None]
    rows.sort(key=lambda pair: (-(pair[1].value or 0.0), pair[0].name))
    table = Table(
        (Column("Card", numeric=False), Column("Held unplayed at the end, of 100 drawn"), Column("Interval")),
        tuple((Cell(clean(card.name)), *share_cells(dead, 1)) for card, dead in rows),
    )
    return Exhibit("dead", "Dead cards", table)


def _link_name(link: Link) -> str:
    label = clean(link.label)
    return label if link.category is None else f"{label}: {clean(link.category)}"


def _link_words(link: Link) -> str:
    slope = link.slope.value or 0.0
    size, way = percent_words(abs(slope)), "more" if slope > 0 else "fewer"
    what = "with it than without" if link.category is not None or link.kind == "flag" else "with each one more"
    return f"{size} of 100 games {way} are won {what}"


def _links(links: tuple[Link, ...]) -> Exhibit:
    order = sorted(links, key=lambda link: (-(link.slope.value or 0.0), _link_name(link)))
    marks = tuple(
        Mark(
            short(_link_name(link), 44), 100 * (link.slope.value or 0.0),
            None if link.slope.low is None else 100 * link.slope.low,
            None if link.slope.high is None else 100 * link.slope.high, points(link.slope.value),
        )
        for link in ([link for link in order if link.slope.se] or order)[:MOST_ROWS]
    )  # fmt: skip
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    rows = tuple(
        (
            Cell(_link_name(link)), Cell(_per(link)), Cell(points(link.slope.value), link.slope.value),
            Cell(_span(link.slope), link.slope.low),
            Cell(DASH if link.p is None else p_words(link.p), link.p),
        )
        for link in order
    )  # fmt: skip
    columns = (
        Column("Counted", numeric=False), Column("For", numeric=False), Column("Points more often won"),
        Column("Interval"), Column("p"),
    )  # fmt: skip
    return Exhibit(
        "links", "Everything counted, against winning", Table(columns, rows),
        Dots(
            marks, "points more often won, for each one more or with it", limits_of([*seen, 0.0]),
            (0.0, "no difference"),
        ),
        "One row for each thing that the game counts: how much more often a seat wins with each one more of it (or "
        "with it against without), with its interval.",
    )  # fmt: skip


def _per(link: Link) -> str:
    if link.category is not None or link.kind == "flag":
        return "with it against without"
    return "each one more"
