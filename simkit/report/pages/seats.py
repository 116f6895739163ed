"""Win share by seat (M1, M2, E4, E5)."""

from __future__ import annotations

from simkit.analysis.answers import SeatShare, Wald
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import SHARE_COLUMNS, share_cells, share_dots
from simkit.report.pages.verdict import noise_words, seat_words, verdict_words
from simkit.report.text import DASH, digits_for, number, percent, percent_range, points

DEALS_A_DEGREE = 30
"""With fewer deals for each degree of freedom the test of equal seats errs in more than about 7 of 100 fair games."""


def build(material: Material) -> Section | None:
    """The page on seats; None in a cooperative game."""
    answer = material.analysis.seats
    if answer is None:
        return None
    digits = digits_for(*(s.share for s in answer.shares))
    bounded = any(s.bounds for s in answer.shares)
    columns = [Column("Seat"), *SHARE_COLUMNS, Column("Off the fair share", hint="percentage points")]
    columns += [
        Column("Interval of the difference"),
        Column(f"p (off by more than {percent(answer.verdict.margin)})", hint="adjusted by Holm over the seats"),
    ]
    if bounded:
        columns.append(Column("Bounds with capped games"))
    rows = [_row(seat, p, digits, bounded) for seat, p in zip(answer.shares, answer.verdict.p_values, strict=True)]
    chart = share_dots(
        [(f"Seat {s.seat}", 0, s.share) for s in answer.shares],
        "games won, of 100",
        digits,
        answer.fair,
        answer.verdict.margin,
    )
    wald = answer.wald
    notes = [
        noise_words(answer),
        f"First-seat advantage: {points(answer.first_seat_advantage.value, 2)} points "
        f"({percent_range(answer.first_seat_advantage, 2)}).",
        "A game with k tied winners counts 1/k for each of them. The fair share is the share of games that "
        "had a winner, divided by the number of seats.",
    ]
    if wald.p_value is not None:
        notes.insert(
            2,
            f"Test of equal seats (Wald, {wald.degrees} degrees of freedom): statistic {number(wald.statistic)}, "
            f"p {p_words(wald.p_value)}. {_trust(wald, answer.shares[0].share.blocks)}",
        )
    return Section(
        key="seats",
        title="Seats",
        claim=seat_words(answer) + (f" {verdict_words(answer)}" if answer.fair > 0 else ""),
        exhibits=(
            Exhibit(
                "share", "Games won by seat", Table(tuple(columns), tuple(rows)), chart,
                f"One row a seat: the share of games won and its interval, beside the fair share of "
                f"{percent(answer.fair)} and the margin of {percent(answer.verdict.margin)} points around it.",
            ),
        ),
        notes=tuple(notes),
    )  # fmt: skip


def _trust(wald: Wald, deals: int) -> str:
    """How far the test of equality may be trusted: with few deals for its degrees of freedom it finds too much."""
    if deals < DEALS_A_DEGREE * wald.degrees:
        return "With so few deals this p tends to come out too small; the verdict does not rest on it alone."
    return "With many games even a difference too small to matter is found; the verdict looks at the margin."


def _row(seat: SeatShare, p: float | None, digits: int, bounded: bool) -> tuple[Cell, ...]:
    cells = [
        Cell(f"{seat.seat}", seat.seat),
        *share_cells(seat.share, digits),
        Cell(points(seat.deviation.value, digits), seat.deviation.value),
        Cell(f"{points(seat.deviation.low, digits)} to {points(seat.deviation.high, digits)}", seat.deviation.low),
        Cell(DASH if p is None else p_words(p), p),
    ]
    if bounded:
        low, high = seat.bounds or (None, None)
        cells.append(Cell(f"{percent(low, digits)} to {percent(high, digits)}", low))
    return tuple(cells)


def p_words(p: float) -> str:
    """A p-value as people print it: never 0."""
    return "< 0.0001" if p < 0.0001 else f"{p:.4f}"
