"""Reports on several runs and on studies: what stands side by side, what a change does, who is strong."""

from __future__ import annotations

import csv
import hashlib
import io
import itertools
import json
import re
import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from simkit import report
from simkit.analysis import compare
from simkit.analysis.answers import GroupVerdict
from simkit.cli.summary import summary
from simkit.errors import DataError, UsageError
from simkit.report.pages import whatif
from simkit.runner.store import write_manifest
from tests.analysis.variants import variant
from tests.report.reading import read
from tests.report.runs import Recipe, make_run, make_study
from tests.report.test_page import keys, section

PAIR = ("greedy", "careful")


def change(variant: str, longer: int = 0, **rules: object) -> Recipe:
    return Recipe(
        members=PAIR, blocks=150, variant=variant, longer=longer, rules_set=rules, edge=0.2, tallies=(), yardsticks=()
    )


SWEEP = (
    change("as printed"), change("more rain", 4, rain=4), change("no rain", -3, rain=0), change("calm", 2, wind=False)
)  # fmt: skip


@pytest.fixture(scope="module")
def sweep(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = make_study(tmp_path_factory.mktemp("sweep") / "study", SWEEP)
    return report.write(folder).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def field(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Every strategy as one seat among copies of each other one, both ways."""
    strength = {"strong": 2.0, "middle": 0.0, "weak": -2.0, "random": -3.0}
    cells = [
        Recipe(members=(one, other, other), blocks=80, strength=strength, tallies=(), rules_set={})
        for one, other in itertools.permutations(strength, 2)
    ]
    folder = make_study(tmp_path_factory.mktemp("field") / "study", cells, "Who is strong?")
    return report.write(folder).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def counts(tmp_path_factory: pytest.TempPathFactory) -> str:
    place = tmp_path_factory.mktemp("counts")
    folders = []
    for n in (2, 3, 4):
        make_run(place / str(n), Recipe(members=("greedy",) * n, blocks=120, edge=0.3, seed=11 + n))
        folders.append(place / str(n))
    return report.write(folders, place / "all.html").read_text(encoding="utf-8")


@pytest.fixture(params=["sweep", "field", "counts"])
def html(request: pytest.FixtureRequest) -> str:
    found: str = request.getfixturevalue(request.param)
    return found


def test_ids_are_unique_and_no_number_is_nan(html: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    shown = re.sub(r"(?s)<(style|script)>.*?</\1>", "", html)
    assert not re.search(r"\b(nan|inf|infinity|None|null)\b", shown)
    assert not re.search(r"\bpp\b", shown)
    assert len(html.encode()) < 2_000_000


def test_every_chart_has_its_table_and_a_description(html: str) -> None:
    for figure in read(html).all("figure"):
        assert figure.all("table")
        for svg in figure.all("svg"):
            assert svg.all("title")[0].text
            assert svg.all("desc")[0].text


def test_a_study_begins_with_its_question_and_says_what_each_change_does(sweep: str) -> None:
    assert keys(sweep) == ["verdict", "what-if", "runs", "strategies", "method"]
    verdict = section(sweep, "verdict")
    assert verdict.text.startswith("Verdict Does it matter?")
    boxes = [box.text for box in verdict.all("div")]
    assert any(re.search(r"more rain .*4\.\d turns longer", box) for box in boxes)
    assert any(re.search(r"no rain .*turns shorter", box) for box in boxes)


def test_a_forest_plot_names_each_change_beside_its_difference(sweep: str) -> None:
    figures = {f.all("figcaption")[0].text: f for f in section(sweep, "what-if").all("figure")}
    length = figures["Length in turns"]
    rows = {r.children[0].text: [c.text for c in r.children] for r in length.all("tr")[1:]}
    assert set(rows) == {"more rain", "no rain", "calm"}
    assert float(rows["more rain"][3]) == pytest.approx(4, abs=1)
    assert float(rows["no rain"][3]) == pytest.approx(-3, abs=1)
    drawn = [t.text for t in length.all("text")]
    assert {"more rain", "no rain", "calm", "no change"} <= set(drawn)


def test_a_sweep_of_two_options_has_a_tornado_the_widest_first(sweep: str) -> None:
    [tornado] = [f for f in section(sweep, "what-if").all("figure") if "moves it most: length" in f.text]
    drawn = [t.text for t in tornado.all("text")]
    assert drawn.index("rain") < drawn.index("wind")
    assert "0 to 4" in drawn


def test_the_changed_rules_stand_in_a_table(sweep: str) -> None:
    text = section(sweep, "what-if").text
    assert "rule rain" in text
    assert "Sharper than unpaired" in text


def test_one_option_alone_has_a_curve_for_each_number(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "study", SWEEP[:3])
    html = report.write(folder).read_text(encoding="utf-8")
    [curve] = [f for f in section(html, "what-if").all("figure") if f.all("figcaption")[0].text == "Length by rain"]
    values = [float(r.children[0].attributes["data-sort"] or -1) for r in curve.all("tr")[1:]]
    assert sorted(values) == [0, 2, 4]
    assert "careful, greedy" in [t.text for t in curve.all("text")]


def test_a_field_calls_dominant_and_trap_by_name_and_leaves_the_yardstick_out(field: str) -> None:
    strategies = section(field, "strategies")
    claim = strategies.all("p")[0].text
    assert "strong is dominant" in claim
    assert "weak is a trap" in claim
    [square] = [f for f in strategies.all("figure") if "among copies" in f.all("figcaption")[0].text]
    judged = [r.children[0].text for r in square.all("tr")[1:]]
    assert judged == ["middle", "strong", "weak"]
    assert "random: a yardstick" in strategies.text
    assert "strong is dominant" in section(field, "verdict").text


def test_the_details_hold_circles_mixture_and_alpha_rank(field: str) -> None:
    [fold] = [d for d in section(field, "strategies").all("details") if "Nash average" in d.text]
    rows = {r.children[0].text: [c.text for c in r.children] for r in fold.all("tr")[1:]}
    assert set(rows) == {"middle", "strong", "weak"}
    assert float(rows["strong"][1].strip("<>")) > 99
    assert "luck alone" in fold.text


def test_numbers_of_players_stand_side_by_side(counts: str) -> None:
    assert keys(counts) == ["verdict", "players", "method"]
    page = section(counts, "players")
    figures = {f.all("figcaption")[0].text for f in page.all("figure")}
    assert {"What seat 1 gains", "How long a game lasts", "Games with several winners", "All runs"} <= figures
    assert "2 players" in page.text
    assert "4 players" in page.text


def test_two_runs_of_as_many_players_are_compared(tmp_path: Path) -> None:
    for name, longer in (("a", 0), ("b", 5)):
        make_run(tmp_path / name, change("base", longer, rain=longer))
    html = report.write([tmp_path / "a", tmp_path / "b"], tmp_path / "x.html").read_text(encoding="utf-8")
    page = section(html, "what-if")
    assert "+5" in page.text
    assert "rule rain" in page.text


NASTY = "<script>alert(1)</script> & \"$x$\" 'q' 🎲 " + "w" * 160
ODD = {
    "one game": {"blocks": 1}, "all capped": {"blocks": 12, "capped": 1.0},
    "all ties": {"blocks": 12, "all_tie": True},
    "names": {"blocks": 12, "members": (NASTY, "plain")},
    "one strategy": {"blocks": 12, "members": ("greedy", "greedy")},
    "cooperative": {"blocks": 30, "cooperative": True, "has_score": False},
    "never wins": {"blocks": 12, "strength": {"careful": -50.0}},
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("odd", list(ODD))
def test_odd_runs_make_a_comparison_and_a_study_without_nan(tmp_path: Path, odd: str) -> None:
    recipes = [
        Recipe(**{"members": PAIR, "variant": variant, "rules_set": rules, "yardsticks": (), **ODD[odd]})  # type: ignore[arg-type]
        for variant, rules in (("as printed", {}), (NASTY, {"rain": 4}))
    ]
    written = [report.write(make_study(tmp_path / "study", recipes, NASTY))]
    for name, recipe in zip("ab", recipes, strict=True):
        make_run(tmp_path / name, recipe)
    written.append(report.write([tmp_path / "a", tmp_path / "b"], tmp_path / "x.html"))
    for path in written:
        html = path.read_text(encoding="utf-8")
        assert keys(html)[0] == "verdict"
        assert "what-if" in keys(html)
        assert html.count("<script>") == 1
        shown = re.sub(r"(?s)<(style|script)>.*?</\1>", "", html)
        assert not re.search(r"\b(nan|inf|infinity|None|null)\b", shown)


def test_runs_of_different_games_are_refused(tmp_path: Path) -> None:
    make_run(tmp_path / "a", change("base"))
    make_run(tmp_path / "b", change("base"))
    manifest = (tmp_path / "b" / "manifest.json").read_text()
    (tmp_path / "b" / "manifest.json").write_text(manifest.replace('"game": "orchard"', '"game": "meadow"'))
    with pytest.raises(UsageError, match="runs of one game; meadow and orchard came"):
        report.write([tmp_path / "a", tmp_path / "b"], tmp_path / "x.html")


def test_a_study_stands_alone(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "study", SWEEP[:2])
    make_run(tmp_path / "run", change("base"))
    with pytest.raises(UsageError, match="a study's report stands alone"):
        report.write([tmp_path / "run", folder], tmp_path / "x.html")


def test_a_damaged_study_is_refused_or_reported_without_the_damage(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "study", SWEEP[:3])
    damage(folder / "cells" / "003")
    with pytest.raises(DataError, match="003/"):
        report.write(folder)
    html = report.write(folder, allow_partial=True).read_text(encoding="utf-8")
    assert section(html, "verdict").all("div")[0].text.startswith("✗ Incomplete") or "Incomplete" in html
    assert "no rain" not in section(html, "what-if").text


def damage(folder: Path) -> None:
    """Flip one bit in a part."""
    part = next((folder / "seats").iterdir())
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


def test_a_summary_of_a_study_holds_its_answer_its_cells_and_every_change(tmp_path: Path) -> None:
    folder = make_study(tmp_path / "study", SWEEP[:2])
    text = CliRunner().invoke(summary, [str(folder)]).output
    assert text.startswith("Does it matter?\nGames become longer with more rain")
    rows = list(csv.DictReader(io.StringIO(CliRunner().invoke(summary, [str(folder), "--csv"]).output)))
    [length] = [row for row in rows if row["measure"] == "change" and row["unit"] == "turns"]
    assert length["against"] == "as printed"
    assert length["run"] == "more rain/careful,greedy"
    assert float(length["value"]) == pytest.approx(4)  # the same in every deal of this made-up study
    whole = json.loads(CliRunner().invoke(summary, [str(folder), "--json"]).output)
    assert whole["answer"].startswith("Games become longer")
    assert len(whole["numbers"]) == len(rows)


def test_a_curve_holds_only_what_changes_that_option_alone(tmp_path: Path) -> None:
    cells = (*SWEEP[:3], change("other points", 20, points=[0, 0, 0]), change("both", 30, rain=4, points=[1, 1, 1]))
    html = report.write(make_study(tmp_path / "study", cells)).read_text(encoding="utf-8")
    [curve] = [f for f in section(html, "what-if").all("figure") if f.all("figcaption")[0].text == "Length by rain"]
    rows = [[c.text for c in r.children] for r in curve.all("tr")[1:]]
    assert [row[1] for row in rows] == ["as printed", "more rain", "no rain"]
    assert float(rows[1][3]) - float(rows[0][3]) == pytest.approx(4, abs=0.1)


def test_no_curve_where_every_variant_changes_something_else_too(tmp_path: Path) -> None:
    cells = (change("as printed"), change("more", 4, rain=4, points=[9]), change("none", 4, rain=0, points=[]))
    html = report.write(make_study(tmp_path / "study", cells)).read_text(encoding="utf-8")
    assert "Length by rain" not in html


def test_strategies_that_never_met_are_not_ranked(tmp_path: Path) -> None:
    mirrors = [Recipe(members=(name,) * 3, blocks=40, tallies=(), rules_set={}) for name in ("greedy", "careful")]
    html = report.write(make_study(tmp_path / "mirrors", mirrors)).read_text(encoding="utf-8")
    assert "strategies" not in keys(html)
    assert "strongest" not in section(html, "verdict").text
    pairs = [
        Recipe(members=members, blocks=60, tallies=(), rules_set={}, strength={"a": 2.0, "c": 2.0}, yardsticks=())
        for members in (("a", "b", "b"), ("c", "d", "d"), ("e", "e", "e"))
    ]
    page = section(report.write(make_study(tmp_path / "pairs", pairs)).read_text(encoding="utf-8"), "strategies")
    assert "Strongest in each: a of a and b; c of c and d." in page.all("p")[0].text
    ranked = [f for f in page.all("figure") if "Strength of" in f.all("figcaption")[0].text]
    assert [[r.children[0].text for r in f.all("tr")[1:]] for f in ranked] == [["a", "b"], ["c", "d"]]
    assert "e only met its own copies, so nothing compares it" in page.text


def test_nobody_is_dominant_who_never_met_copies_of_a_strategy_of_the_study(tmp_path: Path) -> None:
    cells = [
        Recipe(members=members, blocks=60, tallies=(), rules_set={}, strength={"a": 2.0}, yardsticks=())
        for members in (("a", "b", "b"), ("a", "b", "c"))
    ]
    page = section(report.write(make_study(tmp_path / "study", cells)).read_text(encoding="utf-8"), "strategies")
    assert "a is dominant" not in page.text
    assert "not judged: never met copies of c" in page.text


def test_one_change_too_many_for_the_first_page_is_said_in_the_singular(tmp_path: Path) -> None:
    cells = [change("as printed"), *(change(f"rain {k}", k, rain=k) for k in range(3, 12))]
    html = report.write(make_study(tmp_path / "study", cells)).read_text(encoding="utf-8")
    assert "1 more change stands on the page “What if”." in section(html, "verdict").text
    assert "Sharper than unpaired: identical" not in html


def test_a_table_played_together_without_a_standing_has_no_lead(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", Recipe(blocks=40, cooperative=True, has_score=False))
    html = report.write(tmp_path / "run").read_text(encoding="utf-8")
    assert "lead changes" in section(html, "choice").text
    part = run.path / run.manifest["parts"][0]["games"]["file"]
    pl.read_parquet(part).with_columns(pl.lit(0, dtype=pl.Int32).alias("lead_changes")).write_parquet(part)
    run.manifest["parts"][0]["games"] |= {
        "bytes": part.stat().st_size, "sha256": hashlib.sha256(part.read_bytes()).hexdigest()
    }  # fmt: skip
    write_manifest(run.path, run.manifest)
    html = report.write(tmp_path / "run").read_text(encoding="utf-8")
    assert "lead" not in section(html, "choice").text.lower()
    assert re.search(r"Apples of all: [\d.]+ on average", section(html, "success").all("p")[0].text)
    titles = [h.text for h in section(html, "examples").all("h3")]
    assert titles[:3] == ["A typical game", "The game of the lowest result", "The game of the highest result"]
    assert "Apples of all: " in section(html, "examples").text


@pytest.mark.parametrize("lead, words", [(2.0, "ahead is the strongest"), (0.0, "is not shown to be stronger than")])
def test_nobody_is_called_strongest_by_luck(tmp_path: Path, lead: float, words: str) -> None:
    table = Recipe(
        members=("ahead", "behind", "behind"), blocks=60, tallies=(), rules_set={}, strength={"ahead": lead},
        yardsticks=(),
    )  # fmt: skip
    html = report.write(make_study(tmp_path / "study", [table])).read_text(encoding="utf-8")
    assert words in section(html, "strategies").all("p")[0].text


def test_lengths_that_read_alike_are_told_once(tmp_path: Path) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, points in zip(folders, (1, 2), strict=True):
        make_run(folder, Recipe(members=PAIR, blocks=40, rules_set={"points": points}))
    claim = section(report.write(folders, tmp_path / "both.html").read_text(encoding="utf-8"), "runs").all("p")[0].text
    assert re.fullmatch(r"A game lasts [\d.]+ turns in both runs\.", claim)


@pytest.mark.parametrize("first, baseline", [({}, "the game as it is."), ({"rain": 9}, "“rain 9”.")])
def test_a_change_is_compared_with_what_was_played_first(
    tmp_path: Path, first: dict[str, object], baseline: str
) -> None:
    folders = [tmp_path / "one", tmp_path / "two"]
    for folder, rules in zip(folders, (first, {"rain": 4}), strict=True):
        make_run(folder, Recipe(members=PAIR, blocks=40, rules_set=rules, edge=0.2))
    html = report.write(folders, tmp_path / "both.html").read_text(encoding="utf-8")
    assert f"1 change compared with {baseline[:-1]}" in section(html, "what-if").all("p")[0].text


def test_a_change_that_moves_a_strategy_is_not_called_good_for_the_seats() -> None:
    comparison = compare(variant(400, 0.0, 0), variant(400, 0.0, 0))
    moved = GroupVerdict("effect", 0.025, ("greedy",), None, None, "effect of more than 2.5 points on strategy greedy")
    assert whatif.finding(whatif.Row("calm", comparison)).tone == "good"
    found = whatif.finding(whatif.Row("calm", replace(comparison, strategy_verdict=moved)))
    assert (found.tone, found.label) == ("bad", "Strategies: an effect")


def test_a_study_that_was_stopped_names_what_it_has_not_begun(tmp_path: Path) -> None:
    """An answer about "no variant" is not about one that nobody has played yet."""
    folder = make_study(tmp_path / "study", SWEEP)
    shutil.rmtree(folder / "cells" / "004")
    facts = json.loads((folder / "study.json").read_text())
    (folder / "study.json").write_text(json.dumps({**facts, "status": "interrupted"}))
    page = section(report.write(folder).read_text(encoding="utf-8"), "verdict")
    assert "Incomplete 1 run not played to the end" in page.all("div")[0].text
    assert "No game yet, so that nothing on this page is about it: calm · careful, greedy." in page.all("div")[0].text
    lines = CliRunner().invoke(summary, [str(folder)]).output.splitlines()
    assert lines[0].startswith("note     not complete (interrupted)")
    assert lines[1] == "note     no game yet, so that nothing here is about it: cells/004"


def test_the_best_of_several_says_what_it_counts(sweep: str) -> None:
    tables = section(sweep, "what-if").all("table")
    [table] = [t for t in tables if t.all("th") and t.all("th")[0].text.startswith("Asked for")]
    asked = [row.children[0].text for row in table.all("tr")[1:]]
    assert asked[:2] == ["fairest seats of 4 (points that the seat furthest from fair is off)", "shortest of 4 (turns)"]
