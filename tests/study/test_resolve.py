"""Study files: what may stand in them, and everything that is wrong told at once."""

from __future__ import annotations

import json
import pickle
import tomllib
from pathlib import Path
from typing import Any

import pytest

from simkit import plugins
from simkit.errors import DataError, UsageError, as_typed
from simkit.study import StudyError, StudyPlan, find_study, resolve, schema
from simkit.study.estimate import sizes
from simkit.study.read import override, parse, resumed_overrides

GAME = "anaphylaxis"
GOOD = f"""
name = "small"
question = "Does it matter?"
game = "{GAME}"
players = 4
blocks = 100
mirror = ["random"]
"""


def asked(text: str = "", **overrides: Any) -> StudyPlan:
    """GOOD with more lines, resolved."""
    return resolve(tomllib.loads(GOOD + text), "small.toml", overrides)


def problems(text: str, base: str = GOOD) -> list[str]:
    """What is wrong with a file."""
    with pytest.raises(StudyError) as told:
        resolve(tomllib.loads(base + text), "small.toml")
    assert told.value.exit_code == 2
    assert str(told.value).startswith(f"small.toml has {len(told.value.problems)} problem")
    return list(told.value.problems)


def test_defaults() -> None:
    plan = asked()
    assert [variant.name for variant in plan.variants] == ["base"]
    assert [lineup.key for lineup in plan.lineups] == ["random,random,random,random"]
    assert (plan.seed, plan.repeats, plan.margin, plan.has_field) == (None, 1, None, False)


def test_all_problems_come_at_once() -> None:
    text = """
nmae = "x"
question = ""
game = "anaphylaxsis"
players = [4, "five"]
blocks = 0
precision = 0.5
margin = 0.5
confidence = 95
seatings = "some"
trace = 2.0
mirror = "random"
[field]
strategies = ["random"]
knd = "all"
[[variants]]
set = {cards = 1}
"""
    found = problems(text, base="")
    keys = [problem.partition(":")[0] for problem in found]
    assert keys == [
        "name", "question", "players[2]", "blocks", "precision", "seatings", "margin", "confidence", "trace", "mirror",
        "field.strategies", "field.knd", "variants[1].name", "nmae", "blocks, precision", "game",
    ]  # fmt: skip
    told = dict(zip(keys, found, strict=True))
    assert told["nmae"].startswith("nmae: no key is called so; 'x' came. Did you mean 'name'? The keys are name, ")
    assert told["margin"] == "margin: must be a fraction between 0 and 0.5, as 0.025 for 2.5 points of 100; 0.5 came."
    assert told["game"].endswith("Did you mean 'anaphylaxis'? (simkit games lists them all)")
    assert "Did you mean 'kind'?" in told["field.knd"]


@pytest.mark.parametrize(
    "text, problem",
    [
        ("precision = 0.01", "blocks, precision: blocks = 100 and precision = 0.01 came; a study has one of them. "
         "Remove the other."),
        ('lineups = [["random", "assassin"]]', "lineups[1]: must have one strategy a seat, 4 of them; "
         "['random', 'assassin'] has 2. Add or remove some, or change players."),
        ('lineups = [["random", "asassin", "random", "random"]]', "lineups[1]: 'asassin': no strategy for anaphylaxis "
         "is called 'asassin'. Did you mean 'assassin'? (simkit strategies anaphylaxis lists them all)"),
        ("[grid]\nsole_survivor_bnus = [1]", "grid.sole_survivor_bnus: anaphylaxis has no rule option "
         "'sole_survivor_bnus'. Did you mean 'sole_survivor_bonus'? (simkit rules anaphylaxis lists them all)"),
        ("[grid]\nsole_survivor_bonus = [1, 99]", "grid.sole_survivor_bonus: anaphylaxis option 'sole_survivor_bonus' "
         "must be a whole number (0 to 15); 99 came. (simkit rules anaphylaxis explains it)"),
        ('[[variants]]\nname = "a/b"', "variants[1].name: the name of a variant must be words without slash or line "
         "break; 'a/b' came."),
        ('[[variants]]\nname = "a"\n[[variants]]\nname = "a"', "variants[2].name: each variant needs a name of its "
         "own; 'a' came before. Rename it."),
        ("band = [80.0, 30.0]", "band: must be two numbers of turns, the smaller first; [80.0, 30.0] came."),
        ('field = {strategies = ["random", "assassin"], kind = "sample"}', "field.count: is needed with kind = "
         "'sample': how many line-ups, as count = 40."),
        ('field = {strategies = ["random", "assassin"], count = 3}', "field.count: belongs to kind = 'sample'; "
         "kind = 'all' came. Remove one of the two."),
        ('field = {strategies = ["random", "assassin"], kind = "focus", focus = "low_dodger"}', "field.focus: must be "
         "one of the field's strategies; 'low_dodger' came."),
    ],
)  # fmt: skip
def test_one_problem(text: str, problem: str) -> None:
    assert problems(text) == [problem]


def test_players_that_the_game_does_not_offer() -> None:
    text = GOOD.replace("players = 4", "players = [3, 4, 9]")
    assert problems("", base=text) == ["players: anaphylaxis is played by 3, 4 players; 9 came. Give some of these."]


def test_a_grid_may_have_ten_thousand_cells() -> None:
    values = ", ".join(str(k % 16) for k in range(101))
    assert problems(f"[grid]\nsole_survivor_bonus = [{values}]\nfinal_blow_points = [{values}]") == [
        "grid: must have at most 10,000 cells; 101 x 101 = 10,201 came. Take fewer values."
    ]


def test_variants_times_lineups_are_bounded_too() -> None:
    strategies = [f"safe_collector:danger={k}" for k in range(20)]
    text = f"field = {{strategies = {json.dumps(strategies)}}}\n[[variants]]\nname = 'a'\n[[variants]]\nname = 'b'"
    (problem,) = problems(text)
    assert problem.startswith("variants: variants x line-ups must be at most 10,000 cells; 17,712 came.")


def test_options_that_do_not_go_together_are_told() -> None:
    (problem,) = problems('[[variants]]\nname = "none"\nset = {max_passes = 0}')
    assert problem.startswith("variants[1].set: {max_passes = 0}: ")


def test_a_variant_keeps_only_what_differs_from_the_defaults() -> None:
    plan = asked('[[variants]]\nname = "a"\nset = {sole_survivor_bonus = 10, final_blow_points = 5}')
    assert plan.variants[0].options == {"final_blow_points": 5}


def test_a_grid_crosses_its_options_and_leaves_the_baseline_out() -> None:
    plan = asked('[grid]\nsole_survivor_bonus = [5, 10]\nmost_bonus = ["round", 3]')
    assert [(variant.name, dict(variant.options)) for variant in plan.variants] == [
        ("base", {}),
        ("sole_survivor_bonus=5 most_bonus=round", {"sole_survivor_bonus": 5}),
        ("sole_survivor_bonus=5 most_bonus=3", {"sole_survivor_bonus": 5, "most_bonus": 3}),
        ("sole_survivor_bonus=10 most_bonus=3", {"most_bonus": 3}),
    ]
    assert plan.variants[1].point == {"sole_survivor_bonus": 5, "most_bonus": "round"}


def test_the_grid_stands_on_the_first_variant() -> None:
    plan = asked('[[variants]]\nname = "blow"\nset = {final_blow_bonus = true}\n[grid]\nmost_bonus = [1]')
    assert [variant.name for variant in plan.variants] == ["blow", "most_bonus=1"]
    assert plan.variants[1].options == {"most_bonus": 1, "final_blow_bonus": True}


def test_specifications_are_written_as_results_write_them() -> None:
    plan = asked('lineups = [["safe_collector:danger=12", "random", "safe_collector:danger=3.0", "random"]]')
    assert plan.lineups[1].key == "random,random,safe_collector,safe_collector:danger=3"


def test_a_lineup_counts_once_and_belongs_to_the_field() -> None:
    plan = asked('field = {strategies = ["random", "assassin"]}')
    assert len(plan.lineups) == 5
    assert {lineup.source for lineup in plan.lineups} == {"field"}


def test_overrides_replace_keys_of_the_file() -> None:
    assert asked(blocks=7).blocks == 7
    plan = asked(precision=0.01)
    assert (plan.blocks, plan.precision) == (None, 0.01)
    with pytest.raises(StudyError, match="a study has one of them"):
        asked(precision=0.01, blocks=7)
    assert override({"field": {"kind": "all"}}, {"field.kind": "focus"}) == {"field": {"kind": "focus"}}
    with pytest.raises(UsageError, match="'name' is no table"):
        override({"name": "x"}, {"name.kind": "focus"})
    assert resumed_overrides({"blocks": 5, "trace": 0.1}, {"precision": 0.01}) == {"trace": 0.1, "precision": 0.01}


def test_a_study_error_survives_the_way_between_processes() -> None:
    error = pickle.loads(pickle.dumps(StudyError("small.toml", ["a: x", "b: y"])))
    assert str(error) == "small.toml has 2 problems:\n  a: x\n  b: y"
    assert error.problems == ("a: x", "b: y")


def test_files_that_are_no_studies(tmp_path: Path) -> None:
    with pytest.raises(
        UsageError, match=r"no study is called 'anaphylaxis-passin'(.|\n)*Did you mean 'anaphylaxis-passing'"
    ):
        find_study("anaphylaxis-passin")
    with pytest.raises(DataError, match="there is no such file"):
        find_study(str(tmp_path / "none.toml"))
    broken = tmp_path / "broken.toml"
    broken.write_text("name = \n")
    with pytest.raises(DataError, match=r"broken\.toml is not TOML: .*line 1"):
        find_study(str(broken))
    latin = tmp_path / "latin.toml"
    latin.write_bytes(b'name = "x"\nquestion = "\xe9"\n')
    with pytest.raises(DataError, match=r"latin\.toml, line 2: not UTF-8"):
        find_study(str(latin))
    with pytest.raises(DataError, match="nested too deep"):
        parse("a = " + "[" * 100_000, "deep.toml")


def test_the_schema_names_every_key() -> None:
    found = json.loads(schema())
    assert set(found["required"]) == {"name", "question", "game", "players"}
    assert "set" in found["$defs"]["VariantFile"]["properties"]
    assert found["additionalProperties"] is False


@pytest.mark.parametrize("name", plugins.studies())
def test_shipped_studies_resolve(name: str) -> None:
    source = find_study(name)
    plan = resolve(source.values, source.where)
    assert plan.name == name
    assert plan.seed is not None
    assert len(plan.variants) >= 2


def test_every_shipped_file_is_provided() -> None:
    folder = next(iter(plugins.studies().values())).parent
    assert {path.stem for path in folder.glob("*.toml")} == set(plugins.studies())
    games = {resolve(find_study(name).values, name).game for name in plugins.studies()}
    for game in games:
        assert sum(name.startswith(game.replace("_", "-")) for name in plugins.studies()) >= 2


@pytest.mark.parametrize("repeats", [1, 7, 100_000])
@pytest.mark.parametrize("seconds", [1e-5, 1e-3, 0.05, 0.5])
def test_the_calibration_is_bounded(seconds: float, repeats: int) -> None:
    blocks, times = sizes(seconds, repeats)
    assert 4 <= blocks <= 2_000
    assert 1 <= times <= repeats
    assert blocks * times * seconds <= 2.0 or (blocks, times) == (4, 1)


def test_a_number_that_cannot_be_written_is_told_by_its_digits() -> None:
    assert as_typed(16**5_000) == "a whole number of about 6,021 digits"


def test_a_variant_may_not_hide_a_point_of_the_grid() -> None:
    listed = '[[variants]]\nname = "base"\n[[variants]]\nname = "most_bonus=1"\nset = {most_bonus = %d}\n'
    grid = "[grid]\nmost_bonus = [1, 2]\n"
    (told,) = problems(listed % 3 + grid)
    assert told.startswith("variants[2].name: 'most_bonus=1' is also a point of the grid, with {most_bonus = 1}")
    assert [variant.name for variant in asked(listed % 1 + grid).variants] == ["base", "most_bonus=1", "most_bonus=2"]


def test_a_sample_may_not_be_larger_than_all() -> None:
    field = 'field = {strategies = ["random", "assassin"], kind = "sample", count = %d}\n'
    (told,) = problems(field % 6)
    assert told == ("field.count: 2 strategies have 5 line-ups at 4 seats; 6 came. Give at most 5, or kind = 'all'.")
    assert len(asked(field % 5).lineups) == 5
