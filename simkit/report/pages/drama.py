"""How a game unfolds (M5 to M9), from games that were recorded turn by turn."""

from __future__ import annotations

from simkit.analysis.answers import Interval, LeadPoint, StoryAnswer
from simkit.report.charts import Line, Lines
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import VALUE_COLUMNS, share_cells, value_cells
from simkit.report.text import clean, count, number, percent, percent_range, percent_words, some

FEWEST_TRACED = 1_000
"""With fewer games the cells of the surface are so empty that predicted chances are mostly luck."""
WORST_MISS = 0.05
"""A larger average miss of the chances of at least one half, and they are not to be trusted as numbers."""


def build(material: Material) -> Section | None:
    """The page on drama; None where no game was traced."""
    story, head = material.analysis.story, material.analysis.headline
    if story is None or not story.points:
        return None
    exhibits = [_leads(story.points, story.fair)]
    if story.surface:
        exhibits.append(_curves(story))
    exhibits.append(_measures(story))
    if story.calibration:
        exhibits.append(_calibration(story))
    notes = [
        *([doubt] if (doubt := doubt_words(story)) else []),
        f"From {some(story.games, 'game')} recorded turn by turn. Win probabilities are fitted on one half of them and "
        f"used on the other ({some(story.applied, 'game')}), so no game judges itself.",
        "Drama: how far behind the eventual winner was, averaged over the turns in which it was behind (0: never, near "
        "1: hopeless and yet won). Dead time: the share of a game after which the winner stays certain to 95 of 100. "
        "Suspense: how much the chances are expected to move with the next turn; surprise: how much they do move.",
    ]
    if head.standing_label:
        notes.append(f"Who leads is measured by: {clean(head.standing_label)}.")
    return Section("drama", "Drama", _claim(story), exhibits=tuple(exhibits), notes=tuple(notes))


def _claim(story: StoryAnswer) -> str:
    half = next((p for p in story.points if p.progress == 0.5), story.points[len(story.points) // 2])
    text = (
        f"Who leads after {100 * half.progress:.0f} of 100 turns wins {percent_words(half.leader_wins.value)} of 100 "
        f"games; who is last still wins {percent_words(half.last_wins.value)}"
    )
    if doubt_words(story):
        return f"{text}. The chances predicted below are not to be trusted: {_cause(story)}."
    if story.dead_time is not None and story.dead_time.value is not None:
        text += f", and for the last {percent_words(story.dead_time.value, 0)} of 100 of a game the winner is certain"
    return text + "."


def _cause(story: StoryAnswer) -> str:
    if story.games < FEWEST_TRACED:
        return f"only {some(story.games, 'game')} {'was' if story.games == 1 else 'were'} traced"
    return f"they missed by {percent(_miss(story))} points"


def _miss(story: StoryAnswer) -> float:
    """How far chances of at least one half lay off what happened, on average over the states; 0 if there are none."""
    sure = [(abs(predicted - won), n) for predicted, won, n in story.calibration if predicted >= 0.5]
    seen = sum(n for _, n in sure)
    return sum(miss * n for miss, n in sure) / seen if seen else 0.0


def doubt_words(story: StoryAnswer) -> str:
    """Why the predicted chances, and what is made of them, are not to be trusted, and what to do; else nothing."""
    miss = _miss(story)
    if not story.calibration or (story.games >= FEWEST_TRACED and miss <= WORST_MISS):
        return ""
    missed = f"where they gave a seat at least an even chance they missed by {percent(miss)} points on average"
    if story.games < FEWEST_TRACED:
        text = (
            f"Only {some(story.games, 'game')} {'was' if story.games == 1 else 'were'} traced, too few to trust the "
            f"predicted chances{f': {missed}' if miss > WORST_MISS else ''}. Play with --trace 1 and at least "
            f"{count(FEWEST_TRACED)} games."
        )
    else:
        text = f"The predicted chances are rough: {missed}. Tracing more games usually makes them better."
    return (
        f"{text} Drama, dead time, suspense, surprise and the chances by lead rest on them; how often who leads wins "
        "does not, it is counted."
    )


def _leads(points: tuple[LeadPoint, ...], fair: float) -> Exhibit:
    def line(name: str, series: int, values: list[Interval]) -> Line:
        known = [(100 * p.progress, v) for p, v in zip(points, values, strict=True) if v.value is not None]
        return Line(
            name, tuple(x for x, _ in known), tuple(100 * (v.value or 0.0) for _, v in known),
            tuple(None if v.low is None else 100 * v.low for _, v in known),
            tuple(None if v.high is None else 100 * v.high for _, v in known), series,
        )  # fmt: skip

    lines = (
        line("the leader wins", 0, [p.leader_wins for p in points]),
        line("the last wins (a comeback)", 1, [p.last_wins for p in points]),
    )
    ticks = tuple((100 * p.progress, f"{100 * p.progress:.0f}") for p in points)
    columns = (
        Column("Turns played, of 100"), Column("Leader wins, of 100"), Column("Interval"), Column("Last wins, of 100"),
        Column("Interval"), Column("One leader, of 100"), Column("All level, of 100"),
    )  # fmt: skip
    rows = tuple(
        (
            Cell(f"{100 * p.progress:.0f}", p.progress), *share_cells(p.leader_wins, 1), *share_cells(p.last_wins, 1),
            Cell(percent(p.sole_leader.value), p.sole_leader.value), Cell(percent(p.level.value), p.level.value),
        )
        for p in points
    )  # fmt: skip
    top = max([100 * fair, *(y for x in lines for y in (*x.y, *(h for h in x.high if h is not None)))])
    return Exhibit(
        "leads", "Does the leader win?", Table(columns, rows),
        Lines(lines, "turns played, of 100", "wins, of 100", (15.0, 85.0), (0.0, min(100.0, 1.1 * top)), ticks,
              (100 * fair, f"by luck alone {percent(fair)}")),
        "Two curves over the course of a game: how often who leads then wins in the end, and how often who is last "
        "does.",
    )  # fmt: skip


def _curves(story: StoryAnswer) -> Exhibit:
    """M9, over all seats: win probability over progress, one curve for each lead."""
    cells: dict[tuple[float, float], dict[tuple[float, float], list[tuple[float, int]]]] = {}
    for cell in story.surface:
        lead, progress = (cell.lead_low, cell.lead_high), (cell.progress_low, cell.progress_high)
        cells.setdefault(lead, {}).setdefault(progress, []).append((cell.probability, cell.count))
    order = sorted(cells, reverse=True)
    picked = [order[round(k * (len(order) - 1) / 6)] for k in range(7)] if len(order) > 7 else order
    lines, rows = [], []
    for series, lead in enumerate(picked):
        x, y = [], []
        for (low, high), parts in sorted(cells[lead].items()):
            total = sum(n for _, n in parts)
            if total:
                x.append(50 * (low + high))
                y.append(100 * sum(p * n for p, n in parts) / total)
        if len(x) > 1:
            lines.append(Line(_lead_words(*lead), tuple(x), tuple(y), series=series))
    for cell in story.surface:
        rows.append(
            (
                Cell(f"{100 * cell.progress_low:.0f} to {100 * cell.progress_high:.0f}", cell.progress_low),
                Cell(_lead_words(cell.lead_low, cell.lead_high), cell.lead_low), Cell(f"{cell.seat}", cell.seat),
                Cell(percent(cell.probability), cell.probability), Cell(count(cell.count), cell.count),
            )
        )  # fmt: skip
    columns = (
        Column("Turns played, of 100"), Column("Standing", numeric=False), Column("Seat"), Column("Wins, of 100"),
        Column("Observed"),
    )  # fmt: skip
    chart = Lines(tuple(lines), "turns played, of 100", "wins, of 100", (0.0, 100.0), (0.0, 100.0))
    return Exhibit(
        "curves", "Chance to win by lead and time", Table(columns, tuple(rows)), chart if lines else None,
        "One curve for each lead over the best other seat: how often such a seat wins, by how much of the game is "
        "played; all seats together.",
    )  # fmt: skip


def _lead_words(low: float, high: float) -> str:
    if low == high:
        return "level with the best" if low == 0 else f"{number(abs(low), 0)} {'ahead' if low > 0 else 'behind'}"
    if low >= 0:
        return f"{number(low, 0)} to {number(high, 0)} ahead"
    if high <= 0:
        return f"{number(-high, 0)} to {number(-low, 0)} behind"
    return f"{number(-low, 0)} behind to {number(high, 0)} ahead"


def _measures(story: StoryAnswer) -> Exhibit:
    shares = [
        ("Turns in which the winner was behind, of 100", story.behind),
        ("Dead time, of 100 of a game", story.dead_time),
    ]
    numbers = [("Drama, 0 to 1", story.drama), ("Suspense a turn", story.suspense), ("Surprise a turn", story.surprise)]
    rows = [(Cell(name), *value_cells(value)) for name, value in numbers if value is not None]
    rows += [
        (Cell(name), Cell(percent(value.value), value.value), Cell(percent_range(value), value.low))
        for name, value in shares
        if value is not None
    ]
    return Exhibit(
        "measures", "Drama in numbers", Table((Column("Measure", numeric=False), *VALUE_COLUMNS), tuple(rows))
    )


def _calibration(story: StoryAnswer) -> Exhibit:
    found = [(100 * a, 100 * b, n) for a, b, n in story.calibration if n > 0]
    line = Line("seats with that chance", tuple(a for a, _, _ in found), tuple(b for _, b, _ in found))
    even = Line("as predicted", (0.0, 100.0), (0.0, 100.0), series=7)
    columns = (Column("Predicted, of 100"), Column("Won, of 100"), Column("Observed"))
    rows = tuple((Cell(f"{a:.1f}", a), Cell(f"{b:.1f}", b), Cell(count(n), n)) for a, b, n in found)
    return Exhibit(
        "calibration", "Are these chances right?", Table(columns, rows),
        Lines((even, line), "chance predicted, of 100", "won, of 100", (0.0, 100.0), (0.0, 100.0)),
        "Predicted chances against what happened in games that were not used for the prediction; on the straight line "
        "both agree.",
    )  # fmt: skip
