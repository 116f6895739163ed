"""How games end: reasons, ties, games without a winner, capped games (M3, E9)."""

from __future__ import annotations

from simkit.analysis.answers import OutcomeAnswer
from simkit.report.charts import Bar, Bars
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import share_cells
from simkit.report.text import clean, count, percent, percent_range, percent_words, short


def build(material: Material) -> Section | None:
    """The page on outcomes."""
    answer = material.analysis.outcomes
    if answer.games == 0:
        return None
    exhibits = [_reasons(answer)]
    if answer.winners:
        exhibits.append(_winners(answer))
    notes = []
    if answer.capped_games:
        notes.append(
            f"Capped: {count(answer.capped_games)} games, {percent(answer.capped.value, 2)} of 100 "
            f"({percent_range(answer.capped, 2)}). "
            "Had each been played to its end, any seat might have won it: the bounds beside the win "
            "shares say how much that could change."
        )
    else:
        notes.append("No game was stopped by the engine's limit.")
    return Section("outcomes", "Outcomes and ties", _claim(answer), exhibits=tuple(exhibits), notes=tuple(notes))


def _claim(answer: OutcomeAnswer) -> str:
    if not answer.end_reasons:
        return "Nothing is known about how games end."
    first = max(answer.end_reasons, key=lambda r: (r.games, r.reason))
    text = f"Games end most often by “{clean(first.reason)}” ({percent_words(first.share.value)} of 100)"
    if answer.ties is not None and answer.ties.value is not None:
        ties = "none has" if answer.ties.value == 0 else f"{percent_words(answer.ties.value)} of 100 have"
        text += f"; {ties} more than one winner"
    return text + "."


def _bars(rows: list[tuple[str, float]]) -> Bars:
    highest = max([v for _, v in rows] or [0.0])
    return Bars(
        tuple(Bar(short(label), v, f"{v:.1f}") for label, v in rows),
        "of 100 games",
        min(100.0, max(1.0, 1.08 * highest)),
    )


def _reasons(answer: OutcomeAnswer) -> Exhibit:
    rows = tuple(
        (Cell(clean(r.reason)), Cell(count(r.games), r.games), *share_cells(r.share, 2)) for r in answer.end_reasons
    )
    columns = (Column("End of the game", numeric=False), Column("Games"), Column("Of 100 games"), Column("Interval"))
    chart = _bars([(r.reason, 100 * r.games / answer.games) for r in answer.end_reasons])
    return Exhibit(
        "reasons", "Why games ended", Table(columns, rows), chart if answer.end_reasons else None,
        "One bar for each way in which games ended, its length the share of games.",
    )  # fmt: skip


def _winners(answer: OutcomeAnswer) -> Exhibit:
    words = {0: "no winner", 1: "one winner"}
    named = [(words.get(k, f"{k} tied winners"), n) for k, n in enumerate(answer.winners)]
    rows = tuple(
        (Cell(label, k), Cell(count(n), n), Cell(percent(n / answer.games, 2), n)) for k, (label, n) in enumerate(named)
    )
    columns = (Column("Winners", numeric=False), Column("Games"), Column("Of 100 games"))
    return Exhibit(
        "winners", "Winners a game", Table(columns, rows),
        _bars([(label, 100 * n / answer.games) for label, n in named if n]),
        "One bar for each number of winners that occurred, its length the share of games.",
    )  # fmt: skip
