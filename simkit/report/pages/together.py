"""Several runs in one report: a verdict each, numbers of players side by side, strategies, how all was made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.analysis.answers import Analysis, FieldAnswer, Interval
from simkit.report.charts import Dots, Mark
from simkit.report.material import Material, Several
from simkit.report.model import Cell, Column, Command, Exhibit, Finding, Section, Table
from simkit.report.pages.common import NOTHING, YARDSTICK, limits_of, share_cells, share_dots, value_cells, value_dots
from simkit.report.pages.metagame import details
from simkit.report.pages.strategies import dominance_words, rating_exhibits, standing_exhibit
from simkit.report.pages.verdict import cooperative, seats
from simkit.report.text import clean, count, digits_for, listed, number, percent, points, short, some, whole

MOST_FINDINGS = 12


def verdict(several: Several) -> Section:
    """First page: one finding a run, and the question of a study."""
    findings = [f for f in (_damage(several), *(_finding(m, n) for m, n in _pairs(several)[:MOST_FINDINGS])) if f]
    more = len(several.parts) - MOST_FINDINGS
    notes = [f"{count(more)} more runs stand in the tables of the next page."] if more > 0 else []
    games = sum(m.analysis.headline.games for m in several.parts)
    claim = clean(several.question) if several.question else f"{some(len(several.parts), 'run')} side by side."
    confidence = {m.analysis.headline.confidence for m in several.parts}
    notes.append(
        f"{some(games, 'game')} in all; intervals of {listed([f'{100 * c:g} %' for c in sorted(confidence)])}."
    )
    return Section("verdict", "Verdict", claim, tuple(findings), notes=tuple(notes))


def _pairs(several: Several) -> list[tuple[Material, str]]:
    return list(zip(several.parts, several.names, strict=True))


def _damage(several: Several) -> Finding | None:
    if not several.left_out:
        return None
    lines = tuple(clean(line) for line in several.left_out[:8])
    return Finding("bad", "Incomplete", "Parts of the results are damaged or missing and were left out.", lines)


def _finding(material: Material, name: str) -> Finding | None:
    found = seats(material.analysis) or cooperative(material.analysis)
    if found is None:
        return None
    return Finding(found.tone, f"{short(name, 80)} · {found.label}", found.headline, found.details[:1])


def side_by_side(several: Several) -> Section | None:
    """Every run in one table, and the numbers that matter most as dots."""
    if len(several.parts) < 2:
        return None
    counts = sorted({m.analysis.headline.players for m in several.parts})
    title = "Numbers of players side by side" if len(counts) > 1 else "Side by side"
    exhibits = [_first_seats(several), _lengths(several), *_others(several), _table(several)]
    notes = (
        "The first-seat advantage is its win share less the fair share, so that different numbers of players can be "
        "compared: a fair share is 50 of 100 with two players and 25 with four.",
    )
    return Section(
        "players" if len(counts) > 1 else "runs", title, _side_claim(several, counts),
        exhibits=tuple(e for e in exhibits if e is not None), notes=notes,
    )  # fmt: skip


def _side_claim(several: Several, counts: Sequence[int]) -> str:
    means = [(m.analysis.lengths.turns.mean.value, n) for m, n in _pairs(several)]
    known = [(v, n) for v, n in means if v is not None]
    if not known:
        return "No run has a length to compare."
    least, most = min(known), max(known)
    who = f"With {listed([str(c) for c in counts])} players a game" if len(counts) > 1 else "A game"
    return f"{who} lasts from {number(least[0], 1)} turns ({short(least[1], 50)}) to {number(most[0], 1)} ({short(most[1], 50)})."


def _first_seats(several: Several) -> Exhibit | None:
    rows = [(n, m.analysis.seats.first_seat_advantage) for m, n in _pairs(several) if m.analysis.seats is not None]
    if not rows:
        return None
    marks = tuple(
        Mark(short(n), 100 * i.value, None if i.low is None else 100 * i.low, None if i.high is None else 100 * i.high,
             points(i.value))
        for n, i in rows[:24] if i.value is not None
    )  # fmt: skip
    table = Table(
        (Column("Run", numeric=False), Column("First-seat advantage, points"), Column("Interval"), Column("Largest gap")),
        tuple(
            (
                Cell(clean(n)), Cell(points(a.first_seat_advantage.value), a.first_seat_advantage.value),
                Cell(f"{points(a.first_seat_advantage.low)} to {points(a.first_seat_advantage.high)}",
                     a.first_seat_advantage.low),
                Cell(percent(a.gap, 1), a.gap),
            )
            for m, n in _pairs(several) if (a := m.analysis.seats) is not None
        ),
    )  # fmt: skip
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    return Exhibit(
        "first", "What seat 1 gains", table, Dots(marks, "points above the fair share", limits_of([*seen, 0.0]), (0.0, "fair")),
        "One row a run: the win share of seat 1 less the fair share, with its interval; fair is 0.",
    )  # fmt: skip


def _lengths(several: Several) -> Exhibit:
    rows = [(n, 0, m.analysis.lengths.turns.mean) for m, n in _pairs(several)]
    table = Table(
        (Column("Run", numeric=False), Column("Turns, mean"), Column("Interval"), Column("5\u00a0%"), Column("Median"),
         Column("95\u00a0%")),
        tuple(
            (
                Cell(clean(n)), *value_cells(t.mean), Cell(whole(t.p5), t.p5), Cell(whole(t.p50), t.p50),
                Cell(whole(t.p95), t.p95),
            )
            for m, n in _pairs(several) for t in (m.analysis.lengths.turns,)
        ),
    )  # fmt: skip
    return Exhibit(
        "length", "How long a game lasts", table, value_dots(rows[:24], "turns a game"),
        "One row a run: the mean number of turns with its interval.",
    )  # fmt: skip


def _others(several: Several) -> list[Exhibit]:
    """Other numbers of every run, as far as it has them."""

    def ties(a: Analysis) -> Interval | None:
        return a.outcomes.ties

    def choice(a: Analysis) -> Interval | None:
        return a.choice.choice_share

    def success(a: Analysis) -> Interval | None:
        return a.cooperative.success if a.cooperative is not None else None

    def lead(a: Analysis) -> Interval | None:
        return a.leads.per_game

    found = []
    reads: tuple[tuple[str, str, str, Callable[[Analysis], Interval | None], bool], ...] = (
        ("success", "Success of the table", "of 100 games", success, True),
        ("ties", "Games with several winners", "of 100 games", ties, True),
        ("choice", "Decisions with a choice", "of 100 decisions", choice, True),
        ("leads", "Lead changes", "a game", lead, False),
    )
    for key, title, axis, read, share in reads:
        rows = [(n, 0, i) for m, n in _pairs(several) if (i := read(m.analysis)) is not None and i.value is not None]
        if not rows:
            continue
        digits = digits_for(*(i for _, _, i in rows))
        cells = [(Cell(clean(n)), *(share_cells(i, digits) if share else value_cells(i))) for n, _, i in rows]
        columns = (Column("Run", numeric=False), Column(axis[0].upper() + axis[1:]), Column("Interval"))
        chart = share_dots(rows[:24], axis, digits) if share else value_dots(rows[:24], axis)
        found.append(
            Exhibit(key, title, Table(columns, tuple(cells)), chart,
                    f"One row a run: {title[0].lower()}{title[1:]}, {axis}, with its interval.")
        )  # fmt: skip
    return found


def _table(several: Several) -> Exhibit:
    columns = (
        Column("Run", numeric=False), Column("Players"), Column("Table", numeric=False), Column("Games"),
        Column("Seats", numeric=False), Column("Fair, of 100"), Column("Turns"), Column("Strongest", numeric=False),
    )  # fmt: skip
    rows = []
    for material, name in _pairs(several):
        a = material.analysis
        verdict_cell = Cell(clean(a.seats.verdict.kind)) if a.seats is not None else NOTHING
        fair = Cell(percent(a.seats.fair), a.seats.fair) if a.seats is not None else NOTHING
        best = a.field.ratings.ratings[0].strategy if a.field is not None and a.field.ratings is not None else ""
        turns = a.lengths.turns.mean.value
        rows.append(
            (
                Cell(clean(name)), Cell(f"{a.headline.players}", a.headline.players), Cell(clean(a.headline.population)),
                Cell(count(a.headline.games), a.headline.games), verdict_cell, fair, Cell(number(turns, 1), turns),
                Cell(clean(best)) if best else NOTHING,
            )
        )  # fmt: skip
    return Exhibit("all", "All runs", Table(columns, tuple(rows)))


def strategies(several: Several) -> Section | None:
    """Strategies over all tables of a study (M13 to M17)."""
    found = [(name, field) for name, field in several.fields if field.ratings is not None]
    if not found:
        return None
    exhibits, folds = [], []
    for k, (name, field) in enumerate(found):
        order = sorted({r.strategy for r in field.ratings.ratings}) if field.ratings else []
        more = [*(rating_exhibits(field.ratings, order) if field.ratings else []),
                *([standing_exhibit(field)] if field.standings else [])]  # fmt: skip
        suffix = f" · {short(name, 50)}" if name and len(found) > 1 else ""
        exhibits += [
            Exhibit(f"f{k}-{e.key}", f"{e.title}{suffix}", e.table, e.chart, e.description, e.folded) for e in more
        ]
        for fold in details(field):
            inner = tuple(Exhibit(f"f{k}-{e.key}", e.title, e.table, e.chart, e.description) for e in fold.exhibits)
            folds.append(type(fold)(f"f{k}-{fold.key}", f"{fold.title}{suffix}", fold.texts, inner))
    sticks = sorted({r.strategy for _, f in found if f.ratings for r in f.ratings.ratings if r.yardstick})
    notes = [
        "Strength compares chances in the same seat, fitted to all tables at once. Dominant: one seat wins more than "
        "its fair share among copies of every other strategy; trap: less, among copies of every other.",
    ]
    if sticks:
        notes.append(f"{listed([clean(s) for s in sticks])}: {YARDSTICK}.")
    return Section("strategies", "Strategies and match-ups", _field_claim(found), exhibits=tuple(exhibits),
                   folds=tuple(folds), notes=tuple(notes))  # fmt: skip


def _field_claim(found: Sequence[tuple[str, FieldAnswer]]) -> str:
    name, field = found[0]
    assert field.ratings is not None
    best = [r for r in field.ratings.ratings if not r.yardstick] or list(field.ratings.ratings)
    where = f"Over {some(field.lineups, 'different table')}"
    text = f"{where}, {short(best[0].strategy, 40)} is the strongest strategy ({number(best[0].strength.value, 2)} times an average one)."
    return f"{text} {dominance_words(field)}" if field.standings else text


def method(several: Several) -> Section:
    """Last page: what was played, and how to make it again."""
    rows = tuple(
        (
            Cell(clean(n)), Cell(f"{m.analysis.headline.seed}"), Cell(count(m.analysis.headline.games), m.analysis.headline.games),
            Cell(clean(m.analysis.headline.status)), Cell(clean(m.analysis.headline.game_version)), Cell(m.data_hash),
        )
        for m, n in _pairs(several)
    )  # fmt: skip
    columns = (
        Column("Run", numeric=False), Column("Seed"), Column("Games"), Column("Status", numeric=False),
        Column("Version of the game", numeric=False), Column("sha256 of the data", numeric=False),
    )  # fmt: skip
    command = several.about.get("command")
    commands = [Command(clean(str(command)), "Plays the whole study again, bit by bit")] if command else [
        Command(clean(m.analysis.headline.command), f"Plays {clean(n)} again, bit by bit") for m, n in _pairs(several)[:24]
    ]  # fmt: skip
    folders = (
        "DIR" if several.study is not None or command else " ".join(f"DIR{k + 1}" for k in range(len(several.parts)))
    )
    commands.append(
        Command(f"simkit report {folders}{several.options}", "Makes this page from the results, the same bytes")
    )
    noise = [
        f"{short(n, 50)} {percent(s.noise.mean, 2)}" for m, n in _pairs(several) if (s := m.analysis.seats) and s.noise
    ]  # fmt: skip
    notes = [
        "Every seating of a line-up is played on the same deal, and every variant too: the mean over one deal's games "
        "is one observation.",
    ]
    if noise:
        notes.append(f"The largest seat gap that luck alone would show, in points: {listed(noise[:24])}.")
    return Section(
        "method", "Method and configuration", "The same commands give the same games; the same results give this page.",
        exhibits=(Exhibit("runs", "The runs", Table(columns, rows)),), commands=tuple(commands), notes=tuple(notes),
    )  # fmt: skip
