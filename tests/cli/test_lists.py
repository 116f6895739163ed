"""`simkit games`, `strategies`, `rules`: everything from the registry, as text and as one object."""

from __future__ import annotations

import json

from simkit import plugins
from simkit.game import options_of
from tests.cli.shell import GAME, Simkit


def test_games(simkit: Simkit) -> None:
    ended = simkit("games")
    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith(f"{GAME}  1.0  3-4 players  ")
    listed = simkit("games", "--json").object["games"]
    assert [game["name"] for game in listed] == list(plugins.games())
    assert listed[0]["players"] == [3, 4]


def test_strategies_with_their_parameters(simkit: Simkit) -> None:
    ended = simkit("strategies", GAME)
    assert "  random " in ended.out
    assert "yardstick" in ended.out
    assert ":danger=12  0 to 50 · " in ended.out
    listed = simkit("strategies", GAME, "--json").object["strategies"]
    assert [each["name"] for each in listed] == list(plugins.strategies(GAME))
    found = next(each for each in listed if each["name"] == "safe_collector")
    assert found["parameters"][0]["name"] == "danger"
    assert simkit("strategies", "--json").object["strategies"][: len(listed)] == listed


def test_rules_show_a_table_that_overrules_others_as_not_given(simkit: Simkit) -> None:
    shown = simkit("rules", "doctor_li").out
    assert "\n  boost_table = not given\n" in shown
    assert "if given, n_boost has no effect" in " ".join(shown.split())
    listed = {o["name"]: o["instead_of"] for o in json.loads(simkit("rules", "doctor_li", "--json").out)["options"]}
    assert (listed["boost_table"], listed["n_boost"]) == (["n_boost"], [])


def test_rules_show_default_range_meaning_and_clause_of_every_option(simkit: Simkit) -> None:
    ended = simkit("rules", GAME, "--players", "4")
    listed = simkit("rules", GAME, "--json").object["options"]
    assert [option["name"] for option in listed] == list(options_of(plugins.get_game(GAME).rules_class))
    for option in listed:
        assert option["meaning"]
        assert option["clause"]
        assert option["range"]
        assert f"\n  {option['name']} = " in ended.out
    assert "pass_points = [5, 3, 0]" in ended.out
    assert "true or false · clause A4.4" in ended.out
