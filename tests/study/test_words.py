"""A study's answer in words, held against the numbers that it is made of."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from simkit.analysis.answers import FieldAnswer, Interval, Rating, RatingAnswer, Standing, StudyAnalysis
from simkit.runner import RunConfig, Subject
from simkit.study import Lineup, answer, open_study, words
from simkit.study.analysis import analyse, rankings
from simkit.study.ranking import Ranking, listed, ranking_lines, same_ranking, some
from tests.study import fakes
from tests.study.fakes import BASE, MIRROR, MIXED, MORE, SAME, plan, run


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A study with a variant that changes something, one that changes nothing, and a field."""
    out = tmp_path_factory.mktemp("study") / "out"
    field = Lineup(("a", "a", "b"), "field")
    run(plan(variants=(BASE, MORE, SAME), lineups=(MIRROR, replace(MIXED, source="field"), field), blocks=900), out)
    return out


@pytest.fixture(scope="module")
def analysis(played: Path) -> StudyAnalysis:
    return analyse(open_study(played))


def test_one_row_a_variant(analysis: StudyAnalysis) -> None:
    mirror, mixed, _ = words.tables(analysis)
    assert mirror.heading.startswith("a at every seat   (paired: ")
    assert [row[0] for row in mirror.rows] == ["base", "more cards", "same"]
    assert [row[0] for row in mixed.rows] == ["base", "", "more cards", "", "same"]
    assert mirror.rows[2] == ("same", "identical in all 900 deals", "")
    assert mixed.heading.startswith("a, b, b   (paired: ")
    assert mixed.rows[1][1].startswith("a wins ")


def test_the_rows_say_what_the_analysis_found(analysis: StudyAnalysis) -> None:
    mirror, mixed, _ = words.tables(analysis)
    effect = next(e for e in analysis.effects if (e.variant, e.lineup) == ("more cards", "a,b,b")).comparison
    verdict = effect.seat_verdict
    assert verdict is not None
    assert mixed.rows[2][2].startswith(f"seats: {verdict.kind}")
    change = next(e for e in effect.strategies if e.key == "strategy:a").difference.value
    assert change is not None
    direction = "more" if change > 0 else "less"
    assert mixed.rows[3][1].startswith(f"a: {100 * abs(change):.1f} points {direction} [")
    cell = analysis.cell("base", "a,a,a", 3)
    assert cell is not None
    assert cell.analysis.seats is not None
    assert mirror.rows[0][2] == f"seats: {cell.analysis.seats.verdict.kind} within 3.2 points"


def test_identical_variants_are_left_out_of_the_answer(analysis: StudyAnalysis) -> None:
    text = answer.answer_sentence(analysis)
    assert "more cards" in text
    assert "same" not in text
    assert text.endswith(".")
    only_same = replace(analysis, effects=tuple(e for e in analysis.effects if e.variant == "same"))
    assert answer.answer_sentence(only_same) == (
        "Nothing changes: every number of every variant is identical in every deal."
    )


def test_without_variants_the_answer_is_on_the_seats(analysis: StudyAnalysis) -> None:
    alone = replace(analysis, effects=(), cells=tuple(c for c in analysis.cells if c.variant == "base"))
    text = answer.answer_sentence(alone)
    assert "with a at every seat" in text
    assert text.startswith("Seats ") or text.startswith("seats ")


def test_that_strategies_were_not_tuned_is_said_once(analysis: StudyAnalysis) -> None:
    found = answer.warnings(analysis)
    assert sum("not re-tuned" in text for text in found) == 1
    assert len(found) == len(set(found))


def test_warnings_that_differ_by_numbers_only_are_told_once_with_the_largest(analysis: StudyAnalysis) -> None:
    def warned(text: str) -> Any:
        effect = analysis.effects[0]
        return replace(effect, comparison=replace(effect.comparison, warnings=(text,)))

    found = [warned(f"{share} % of 1,000 games were cut off.") for share in ("0.01", "0.2", "0.09")]
    assert answer.warnings(replace(analysis, effects=tuple(found), cells=())) == ["0.2 % of 1,000 games were cut off."]


def test_the_field_alone_is_ranked(played: Path, analysis: StudyAnalysis) -> None:
    found = rankings(open_study(played), analysis)
    assert [(r.variant, r.players, r.answer.lineups) for r in found] == [
        ("base", 3, 2), ("more cards", 3, 2), ("same", 3, 2),
    ]  # fmt: skip
    assert found[0].answer == found[2].answer
    assert {frozenset(r.order) for r in found} == {frozenset({"a", "b"})}


def test_everything_for_programs(played: Path, analysis: StudyAnalysis) -> None:
    found = answer.as_dict(analysis, rankings(open_study(played), analysis))
    assert len(found["cells"]) == 9
    assert len(found["effects"]) == len(analysis.effects) == 6
    assert {e["comparison"]["vrf_words"] for e in found["effects"] if e["variant"] == "same"} == {"identical"}
    assert found["answer"] == answer.answer_sentence(analysis, rankings(open_study(played), analysis))


def test_a_cooperative_game_is_told_by_its_success(tmp_path: Path) -> None:
    def find(config: RunConfig) -> Subject:
        subject = fakes.find(config)
        return replace(subject, game=fakes.fake.make_game(cooperative=True, has_score=False))

    run(plan(lineups=(MIRROR,)), tmp_path / "out", find=find)
    analysis = analyse(open_study(tmp_path / "out"))
    (table,) = words.tables(analysis)
    cooperative = analysis.cells[0].analysis.cooperative
    assert cooperative is not None
    assert cooperative.result is not None
    assert table.rows[0][1].startswith(f"{cooperative.result.mean.value:,.1f} [")
    assert table.rows[0][2].endswith("of 100 succeed")
    change = analysis.effects[0].comparison.effect("result")
    assert change is not None
    assert table.rows[1][1] == words.short(change)
    assert table.rows[1][2].startswith("success: ")
    assert "seat" not in answer.answer_sentence(analysis)


# --- rankings --------------------------------------------------------------------------------------------------------


def ranking(text: str, variant: str = "base", players: int = 4, **kinds: Any) -> Ranking:
    """ "a > b = c" as it would be found."""
    names = text.replace("=", ">").split(" > ")
    signs = [sign for sign in text.split() if sign in (">", "=")]
    rating = [Rating(name, False, 0.0, Interval(1.0, 0.9, 1.1, 0.05, 100, "t")) for name in names]
    standings = tuple(Standing(name, kind, None, None, ()) for name, kind in kinds.items())
    found = RatingAnswer(tuple(rating), (), tuple(sign == ">" for sign in signs), 100.0, False)
    return Ranking(variant, players, FieldAnswer(found, None, (), standings, 3))


def test_a_ranking_in_words() -> None:
    found = ranking("a > b = c", a="dominant", c="trap")
    assert found.words == "a > b = c; a is dominant, c is a trap"
    assert found.order == ("a", "b", "c")
    assert found.shown == {("a", "b"), ("a", "c")}


def test_rankings_are_told_once() -> None:
    found = [ranking("a > b", "base"), ranking("a > b", "more"), ranking("b > a", "less")]
    assert ranking_lines(found) == ["base and more: a > b", "less: b > a"]
    alike = [ranking("a > b", v, n) for v in ("base", "more") for n in (3, 4)]
    assert ranking_lines(alike) == ["every variant at 3 and 4 players: a > b"]
    assert ranking_lines([ranking("a > b")]) == ["base: a > b"]


def test_only_what_is_shown_both_times_can_be_contradicted() -> None:
    """Neighbours that cannot be told apart may swap: that is no change of the ranking."""
    assert same_ranking([ranking("a > b = c"), ranking("a > c = b", "more")]) == (
        "no variant changes which strategy is shown to be stronger than which"
    )
    assert same_ranking([ranking("a > b = c"), ranking("a = b = c", "more")]).startswith("no variant")
    assert same_ranking([ranking("a > b"), ranking("b > a", "more")]) == "strategies change places with more"
    assert same_ranking([ranking("a > b")]) == ""
    assert same_ranking([]) == ""


def test_lists_of_names() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert some([str(k) for k in range(20)]) == "0, 1, 2, 3, 4, 5, 6, 7 and 12 more"
