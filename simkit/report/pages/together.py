"""Several runs in one report: a verdict each, numbers of players side by side, strategies, how all was made."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from simkit.analysis.answers import Analysis, Interval
from simkit.report.charts import Dots, Mark
from simkit.report.material import Material, Several
from simkit.report.model import Cell, Column, Command, Exhibit, Finding, Section, Table, Tone
from simkit.report.pages.common import NOTHING, limits_of, share_cells, share_dots, value_cells, value_dots
from simkit.report.pages.field import strategy_findings
from simkit.report.pages.selected import table_words
from simkit.report.pages.verdict import cooperative, seats
from simkit.report.pages.whatif import finding, rows_of
from simkit.report.text import clean, count, digits_for, listed, number, percent, points, short, some, whole

MOST_FINDINGS = 8
FEW_RUNS = 6
"""Each of so few runs has a verdict of its own on the first page."""
LONG = 44
"""Letters of a run's name in a chart."""


def verdict(several: Several) -> Section:
    """First page: the question of a study, what each change does, and how the runs stand."""
    changes = rows_of(several) if several.study is not None else []
    answer = Finding("note", "Answer", clean(several.answer)) if several.answer else None
    findings = [_damage(several), _stopped(several), answer, *(finding(row) for row in changes[:MOST_FINDINGS])]
    findings += strategy_findings(several)
    if len(several.parts) <= FEW_RUNS and not changes:
        findings += [_run_finding(m, n) for m, n in _pairs(several)]
    else:
        findings.append(_seats_finding(several))
    notes = []
    if len(changes) > MOST_FINDINGS:
        more = len(changes) - MOST_FINDINGS
        notes.append(f"{some(more, 'more change')} {'stands' if more == 1 else 'stand'} on the page “What if”.")
    games = sum(m.analysis.headline.games for m in several.parts)
    claim = clean(several.question) if several.question else f"{some(len(several.parts), 'run')} side by side."
    confidence = {m.analysis.headline.confidence for m in several.parts}
    notes.append(
        f"{some(games, 'game')} in all; intervals of {listed([f'{100 * c:g} %' for c in sorted(confidence)])}."
    )
    return Section("verdict", "Verdict", claim, tuple(f for f in findings if f is not None), notes=tuple(notes))


def _stopped(several: Several) -> Finding | None:
    stopped = [n for m, n in _pairs(several) if m.analysis.headline.status != "complete"]
    missing = _not_begun(several)
    if not stopped and not missing:
        return None
    waiting = some(len(stopped) + len(missing), "run")
    details = [f"{listed([short(n, 60) for n in stopped[:6]])}. Go on with the same command and --resume."]
    if missing:
        more = f" and {count(len(missing) - 6)} more" if len(missing) > 6 else ""
        details.append(f"No game yet, so that nothing on this page is about it: {'; '.join(missing[:6])}{more}.")
    return Finding(
        "open", "Incomplete", f"{waiting} not played to the end; this report rests on the games that are there.",
        tuple(details if stopped else details[1:]),
    )  # fmt: skip


def _not_begun(several: Several) -> list[str]:
    """The cells that a study that was stopped has not begun: what is said of all its variants leaves them out."""
    if several.study is None or several.about.get("status") in ("complete", "stopped"):
        return []
    there = {(c.variant, c.lineup, c.players) for c in several.study.cells}
    cells = [(e["variant"], e["lineup"], e["players"]) for e in several.about["cells"]]
    return [short(f"{cell[0]} · {table_words(*cell[1:])}", 60) for cell in cells if cell not in there]


def _seats_finding(several: Several) -> Finding | None:
    """How many of many runs have balanced seats."""
    kinds: dict[str, list[str]] = {"balanced": [], "imbalanced": [], "undecided": []}
    for material, name in _pairs(several):
        if material.analysis.seats is not None:
            kinds[material.analysis.seats.verdict.kind].append(name)
    total = sum(map(len, kinds.values()))
    if not total:
        return None
    parts = [f"{count(len(names))} {kind}" for kind, names in kinds.items() if names]
    details = []
    if kinds["imbalanced"]:
        details.append(f"Imbalanced: {'; '.join(short(n, 80) for n in kinds['imbalanced'][:12])}.")
    if kinds["undecided"]:
        details.append("More games would decide the undecided ones; the table of all runs says which they are.")
    tone: Tone = "bad" if kinds["imbalanced"] else "open" if kinds["undecided"] else "good"
    return Finding(tone, "Seats", f"Seats at {some(total, 'table')}: {listed(parts)}.", tuple(details))


def _pairs(several: Several) -> list[tuple[Material, str]]:
    return list(zip(several.parts, several.names, strict=True))


def _damage(several: Several) -> Finding | None:
    if not several.left_out:
        return None
    lines = tuple(clean(line) for line in several.left_out[:8])
    return Finding("bad", "Incomplete", "Parts of the results are damaged or missing and were left out.", lines)


def _run_finding(material: Material, name: str) -> Finding | None:
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
    if number(least[0], 1) == number(most[0], 1):
        return f"{who} lasts {number(least[0], 1)} turns in {'both runs' if len(known) == 2 else 'every run'}."
    return (
        f"{who} lasts from {number(least[0], 1)} turns ({short(least[1], 50)}) to {number(most[0], 1)} "
        f"({short(most[1], 50)})."
    )


def _first_seats(several: Several) -> Exhibit | None:
    rows = [(n, m.analysis.seats.first_seat_advantage) for m, n in _pairs(several) if m.analysis.seats is not None]
    if not rows:
        return None
    marks = tuple(
        Mark(short(n, LONG), 100 * i.value, None if i.low is None else 100 * i.low,
             None if i.high is None else 100 * i.high, points(i.value))
        for n, i in rows[:24] if i.value is not None
    )  # fmt: skip
    table = Table(
        (
            Column("Run", numeric=False), Column("First-seat advantage, points"), Column("Interval"),
            Column("Largest gap"),
        ),
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
        "first", "What seat 1 gains", table,
        Dots(marks, "points above the fair share", limits_of([*seen, 0.0]), (0.0, "fair")),
        "One row a run: the win share of seat 1 less the fair share, with its interval; fair is 0.",
    )  # fmt: skip


def _lengths(several: Several) -> Exhibit:
    rows = [(short(n, LONG), 0, m.analysis.lengths.turns.mean) for m, n in _pairs(several)]
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
        return a.leads.per_game if not a.headline.cooperative or a.leads.per_game.value else None

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
                Cell(clean(name)), Cell(f"{a.headline.players}", a.headline.players),
                Cell(clean(a.headline.population)),
                Cell(count(a.headline.games), a.headline.games), verdict_cell, fair, Cell(number(turns, 1), turns),
                Cell(clean(best)) if best else NOTHING,
            )
        )  # fmt: skip
    return Exhibit("all", "All runs", Table(columns, tuple(rows)))


def method(several: Several) -> Section:
    """Last page: what was played, and how to make it again."""
    rows = tuple(
        (
            Cell(clean(n)), Cell(f"{h.seed}"), Cell(count(h.games), h.games), Cell(clean(h.status)),
            Cell(clean(h.game_version)), Cell(m.data_hash),
        )
        for m, n in _pairs(several) for h in (m.analysis.headline,)
    )  # fmt: skip
    columns = (
        Column("Run", numeric=False), Column("Seed"), Column("Games"), Column("Status", numeric=False),
        Column("Version of the game", numeric=False), Column("sha256 of the data", numeric=False),
    )  # fmt: skip
    command, folders = several.about.get("command"), " ".join(f"DIR{k + 1}" for k in range(len(several.parts)))
    commands = [
        Command(clean(m.analysis.headline.command), f"Plays {clean(n)} again, bit by bit")
        for m, n in _pairs(several)[:24]
    ]
    if command:
        commands, folders = [Command(clean(str(command)), "Plays the whole study again, bit by bit")], "DIR"
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
    cells = several.about.get("cells")
    if cells:
        folder = clean(str(cells[0]["folder"]))
        notes.append(f"Each table is a run of its own, with a page of its own: simkit report DIR/{folder}, for one.")
    if noise:
        notes.append(f"The largest seat gap that luck alone would show, in points: {listed(noise[:24])}.")
    return Section(
        "method", "Method and configuration", "The same commands give the same games; the same results give this page.",
        exhibits=(Exhibit("runs", "The runs", Table(columns, rows)),), commands=tuple(commands), notes=tuple(notes),
    )  # fmt: skip
