"""Pages whose data need traces, repeats or a band: built from answers made by hand."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.analysis import analyse
from simkit.analysis.answers import (
    BandAnswer,
    Cycles,
    DealAnswer,
    FieldAnswer,
    Histogram,
    Interval,
    LeadPoint,
    Mass,
    MetaGame,
    StoryAnswer,
    StrategyAnswer,
    StrategyShare,
    SurfaceCell,
)
from simkit.report.gather import material_of, names_of
from simkit.report.material import Material
from simkit.report.pages import choice, drama, length, metagame, method, strategies, tallies, verdict
from simkit.report.pages.common import on_one_grid
from simkit.report.render import shape
from simkit.report.text import percent_range, share_words
from tests.report.runs import Recipe, make_run


def share(value: float, half: float = 0.02) -> Interval:
    return Interval(value, value - half, value + half, half / 2, 100, "t")


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Material:
    return material_of(make_run(tmp_path_factory.mktemp("pages") / "run", Recipe(blocks=20)))


def changed(material: Material, **answers: Any) -> Material:
    return replace(material, analysis=replace(material.analysis, **answers))


@pytest.mark.parametrize(
    "value, claim, told", [(0.4, "wins most at this table is", False), (0.3401, "won most at this table is", True)]
)
def test_the_best_strategy_is_told_with_how_sure_that_is(
    material: Material, value: float, claim: str, told: bool
) -> None:
    """Shares of 40 and 34 of 100 with half intervals of 2 points, where an equal share is 33.3."""
    fair = 1 / 3
    rows = tuple(
        StrategyShare(name, 1, False, share(v), share(v - fair), None)
        for name, v in (("greedy", value), ("careful", 2 * fair - value))
    )
    answer = StrategyAnswer(False, fair, rows, ())
    page = verdict.build(changed(material, strategies=answer))
    finding = next(f for f in page.findings if f.label == "Strategies")
    assert f"{claim} greedy" in page.claim
    assert ("may be luck" in page.claim) == told
    assert any("more than careful is not shown" in line for line in finding.details) == told
    assert finding.headline.startswith(f"greedy wins {100 * value:.1f} of 100 games a seat ({100 * value - 2:.1f} to ")


def story() -> StoryAnswer:
    points = tuple(
        LeadPoint(p, share(0.3 + p / 2), share(0.2 - p / 5), share(0.9), share(0.01)) for p in (0.25, 0.5, 0.75)
    )
    surface = tuple(
        SurfaceCell(p, p + 0.5, lead, lead + 2, seat, 0.25 + lead / 20, 100)
        for p in (0.0, 0.5) for lead in (-3, 0, 3) for seat in (1, 2)
    )  # fmt: skip
    return StoryAnswer(
        2000, 1000, 0.25, points, surface, ((0.1, 0.12, 50), (0.6, 0.58, 40)), share(0.4), share(0.5), share(0.07),
        share(0.05), share(0.03),
    )  # fmt: skip


def test_drama_says_whether_the_leader_wins_and_how_a_lead_weighs(material: Material) -> None:
    assert drama.build(material) is None  # nothing was traced
    section = drama.build(changed(material, story=story()))
    assert section is not None
    assert section.claim.startswith(
        "Who leads after 50 of 100 turns wins 55.0 of 100 games; who is last still wins 10.0"
    )
    assert "for the last 7 of 100 of a game the winner is certain" in section.claim
    assert [e.key for e in section.exhibits] == ["leads", "curves", "measures", "calibration"]
    curves = section.exhibits[1].chart
    assert [line.label for line in curves.lines] == ["3 to 5 ahead", "0 to 2 ahead", "1 to 3 behind"]  # type: ignore[union-attr]
    assert curves.lines[0].y == (40.0, 40.0)  # type: ignore[union-attr]
    assert [row[0].text for row in section.exhibits[0].table.rows] == ["25", "50", "75"]


def test_the_strength_of_the_one_strategy_that_is_no_yardstick_is_no_result(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", Recipe(members=("greedy", "random", "random", "greedy"), blocks=40))
    section = strategies.build(material_of(run))
    assert section is not None
    [table] = [e.table for e in section.exhibits if e.key == "strength"]
    rows = [tuple(cell.text for cell in row) for row in table.rows]
    assert ("greedy", "1", "by definition") in [row[:3] for row in rows]
    assert all("by definition" not in row for row in rows if row[0] != "greedy")


def test_a_table_in_place_of_an_option_is_shown_as_such(material: Material) -> None:
    config = dict(material.manifest["config"])
    config["rules"] = {**config["rules"], "red_table": {"a": 2, "b": 0}, "blue_table": {"a": 0, "b": 0}}
    config["rules_set"] = {"red_table": {"a": 2, "b": 0}}
    manifest = {**material.manifest, "config": config, "instead_of": {"red_table": ["baskets"], "blue_table": ["rain"]}}
    [table] = [e.table for e in method.build(replace(material, manifest=manifest)).exhibits if e.key == "rules"]
    rows = [tuple(cell.text for cell in row) for row in table.rows]
    assert ("baskets", "3", "overruled by red_table") in rows
    assert ("red_table", "a 2", "set for this run") in rows
    assert ("blue_table", "not given", "") in rows
    assert ("rain", "2", "") in rows


@pytest.mark.parametrize(
    "games, calibration, claim, note",
    [
        (1000, ((0.1, 0.2, 500), (0.6, 0.56, 40), (0.9, 0.88, 40)), "", ""),
        (999, ((0.1, 0.1, 500), (0.6, 0.58, 40)), "only 999 games were traced", "Only 999 games were traced, too few"),
        (
            300,
            ((0.64, 0.38, 40),),
            "only 300 games were traced",
            "an even chance they missed by 26.0 points on average",
        ),
        (4000, ((0.6, 0.5, 30), (0.9, 0.88, 10)), "they missed by 8.0 points", "The predicted chances are rough"),
        (1, ((0.2, 0.0, 4),), "only 1 game was traced", "Only 1 game was traced"),
        (300, (), "", ""),
    ],
)
def test_drama_says_when_its_chances_are_not_to_be_trusted(
    material: Material, games: int, calibration: Any, claim: str, note: str
) -> None:
    section = drama.build(changed(material, story=replace(story(), games=games, calibration=calibration)))
    assert section is not None
    assert ("not to be trusted" in section.claim) == bool(claim) and claim in section.claim
    assert ("a game the winner is certain" in section.claim) == (not claim)
    assert section.notes[0].startswith("From") == (not note) and note in section.notes[0]


def test_the_share_of_the_deal_stands_with_choice(material: Material) -> None:
    deal = DealAnswer("wins", share(0.31), False, 2.0, 1.0, 2, "the deal decides 31 of 100 of who wins")
    section = choice.build(changed(material, deal=deal))
    assert section is not None
    assert section.claim.endswith("The deal decides 31.0 of 100 (29.0 to 33.0) of the result.")
    assert section.exhibits[0].key == "deal"


def test_the_band_that_was_asked_for_stands_with_length(material: Material) -> None:
    band = BandAnswer(30, 60, share(0.1), share(0.2), share(0.3))
    section = length.build(changed(material, lengths=replace(material.analysis.lengths, band=band)))
    assert section is not None
    [note] = [note for note in section.notes if note.startswith("Asked for")]
    assert note.startswith(
        "Asked for: 30 to 60 turns. Outside of it: 30.0 of 100 games (28.0 to 32.0); shorter 10.0 of 100"
    )


def test_the_details_name_the_circle_and_what_cannot_be_told_apart() -> None:
    masses = tuple(
        Mass(name, 1 / 3, (0.2, 0.4), 0.0, 1 / 3, (0.1, 0.5), group)
        for name, group in zip("abc", (0, 0, 1), strict=True)
    )
    meta = MetaGame(masses, Cycles(0.9, 0.1, 0.8, ("a", "c", "b")), 2.0, (1.8, 2.1))
    [fold] = metagame.details(FieldAnswer(None, meta, (), (), 1))
    text = " ".join(fold.texts)
    assert "a beats c beats b beats a" in text
    assert "luck alone would show 10, which leaves 80" in text
    assert "Viable strategies: 2.0" in text
    told = {row[0].text: row[-1].text for row in fold.exhibits[0].table.rows}
    assert told == {"a": "b", "b": "a", "c": "–"}


def test_histograms_below_each_other_have_bins_of_one_width_that_begin_together() -> None:
    wide = Histogram(1.0, tuple(float(k) for k in range(100)), (1,) * 100, True)
    narrow = Histogram(1.0, (3.0, 4.0, 5.0), (7, 8, 9), True)
    one, other = on_one_grid([wide, narrow], 72)
    assert one.width == other.width == 2.0
    assert set(other.starts) <= set(one.starts)
    assert other.counts == (7, 17)
    assert sum(one.counts) == 100


def test_a_chart_that_would_be_alone_in_its_row_is_lone(material: Material) -> None:
    section = length.build(material)
    assert section is not None
    chart, table = section.exhibits
    assert [how for _, how in shape([chart, chart, table])] == ["half", "half", "wide"]
    assert [how for _, how in shape([chart, table, chart, chart, chart])] == ["lone", "wide", "half", "half", "lone"]


def test_a_range_never_reads_alike_at_both_ends() -> None:
    assert percent_range(Interval(0.9999, 0.99985, 0.99995, 1e-5, 9, "t")) == "99.985 to 99.995"
    assert share_words(Interval(0.9999, 0.99985, 0.99995, 1e-5, 9, "t"), "games") == (
        "99.990 of 100 games (99.985 to 99.995)"
    )
    assert percent_range(Interval(1.0, 0.97, 1.0, 0.01, 9, "wilson")) == "97.0 to 100.0"


def test_names_say_in_what_runs_differ() -> None:
    def manifest(players: int, names: tuple[str, ...], seed: int = 1, **rules: int) -> dict[str, Any]:
        return {"config": {"players": players, "strategies": names, "rules_set": rules, "seed": seed}}

    assert names_of([manifest(2, ("a", "a")), manifest(3, ("a",) * 3)]) == ("2 players", "3 players")
    assert names_of([manifest(2, ("a", "a")), manifest(2, ("a", "b"))]) == ("a", "a, b")
    assert names_of([manifest(2, ("a", "a")), manifest(2, ("a", "a"), rain=4)]) == ("rules as printed", "rain 4")
    assert names_of([manifest(2, ("a", "a"), 1), manifest(2, ("a", "a"), 2)]) == ("seed 1", "seed 2")
    assert names_of([manifest(2, ("a", "a")), manifest(2, ("a", "a"))]) == ("1", "2")


def test_the_greatest_comeback_is_found_in_the_traces(tmp_path: Path) -> None:
    import polars as pl

    from simkit.analysis.examples import greatest_comeback

    games = pl.DataFrame({"block": [0, 1], "repeat": [0, 0], "seating": [0, 0], "turns": [4, 4]})
    keys = {"block": [0, 0, 1, 1], "repeat": [0] * 4, "seating": [0] * 4, "seat": [1, 2, 1, 2]}
    seats = pl.DataFrame({**keys, "credit": [1.0, 0.0, 1.0, 0.0]})
    rows = [
        (block, turn, seat, standing)
        for block, worst in ((0, 2), (1, 9))
        for turn, seat, standing in ((1, 1, 0), (1, 2, 50), (2, 1, 0), (2, 2, worst), (3, 1, 5), (3, 2, 5))
    ]
    traces = pl.DataFrame(rows, schema=["block", "turn", "seat", "standing"], orient="row").with_columns(
        pl.lit(0).cast(pl.Int64).alias("repeat"), pl.lit(0).cast(pl.Int64).alias("seating")
    )

    class Traced:
        def games(self) -> pl.LazyFrame:
            return games.lazy()

        def seats(self) -> pl.LazyFrame:
            return seats.lazy()

        def traces(self) -> pl.LazyFrame:
            return traces.lazy()

    assert greatest_comeback(Traced()) == ("1.0.0", 9.0)  # type: ignore[arg-type]


def test_what_is_known_is_said_beside_what_is_undecided(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", Recipe(members=("greedy",) * 4, blocks=400, edge=0.13, tallies=()))
    answer = analyse(run, margin=0.05).seats
    assert answer is not None
    assert answer.noise is not None
    assert answer.verdict.kind == "undecided"
    apart = replace(answer, gap=answer.noise.p95 + 0.01, unequal=True)
    best = max(answer.shares, key=lambda s: s.share.value or 0).seat
    worst = min(answer.shares, key=lambda s: s.share.value or 0).seat
    assert verdict.verdict_words(apart) == (
        f"The seats are not equal: seat {best} wins {100 * apart.gap:.1f} points more than seat {worst}; whether any "
        "seat is more than 5.0 points off the fair share is undecided."
    )
    like_luck = replace(answer, gap=answer.noise.p95, unequal=False)
    assert verdict.verdict_words(like_luck).startswith("Whether the seats are balanced")


def test_what_never_happens_is_named_and_not_drawn(material: Material) -> None:
    first, *rest = material.analysis.tallies
    zero = Interval(0.0, 0.0, 0.0, 0.0, 100, "t")
    never = replace(first, overall=tuple(replace(row, value=zero) for row in first.overall))
    shown = tallies.build(replace(material, analysis=replace(material.analysis, tallies=(never, *rest))))
    before = tallies.build(material)
    assert shown is not None
    assert before is not None
    assert "Apples eaten" in {e.title for e in before.exhibits} - {e.title for e in shown.exhibits}
    assert shown.notes[0] == "Never once in these games: Apples eaten."
    assert len(before.notes) == len(shown.notes) - 1
