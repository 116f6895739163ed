"""Specifications of players: `name:a=1:b=2`."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.errors import UsageError
from simkit.strategy import Param, Player, Strategy, make_player, parse_spec

CAUTIOUS = Strategy(
    name="cautious",
    game="toy",
    summary="waits",
    choose=lambda view, rules, params, memory, rng: 0,
    params=(
        Param("danger", 8.0, 0.0, 20.0, "flees from this number on"),
        Param("greed", 0.5, 0.0, 1.0, "how much it wants"),
    ),
)


@pytest.mark.parametrize(
    ("text", "name", "values"),
    [
        ("cautious", "cautious", {}),
        (" cautious ", "cautious", {}),
        ("cautious:danger=10", "cautious", {"danger": 10.0}),
        ("cautious:danger=10:greed=.25", "cautious", {"danger": 10.0, "greed": 0.25}),
        ("cautious:danger=-1e3", "cautious", {"danger": -1000.0}),
        ("", "", {}),
    ],
)
def test_a_specification_is_split(text: str, name: str, values: dict[str, float]) -> None:
    assert parse_spec(text) == (name, values)


@pytest.mark.parametrize("part", ["danger", "danger=", "=3", "danger=high", "danger=nan", "", "danger=1=2"])
def test_a_part_that_is_not_name_equals_number_is_refused(part: str) -> None:
    with pytest.raises(UsageError, match="written name=number") as refused:
        parse_spec(f"cautious:{part}")
    assert f"'{part}' came" in str(refused.value)


def test_a_parameter_given_twice_is_refused() -> None:
    with pytest.raises(UsageError, match="'danger' is given twice"):
        parse_spec("cautious:danger=1:danger=2")


def test_defaults_fill_what_is_not_given() -> None:
    assert make_player(CAUTIOUS, {"greed": 1}).values == (8.0, 1.0)


@pytest.mark.parametrize("value", [0.0, 20.0])
def test_bounds_are_inclusive(value: float) -> None:
    assert make_player(CAUTIOUS, {"danger": value}).values[0] == value


@pytest.mark.parametrize("value", [-0.001, 20.001, float("inf"), float("nan")])
def test_a_value_out_of_range_is_refused(value: float) -> None:
    with pytest.raises(UsageError, match=r"'danger' of 'cautious' must be 0 to 20; .* came"):
        make_player(CAUTIOUS, {"danger": value})


def test_an_unknown_parameter_is_refused_with_the_closest() -> None:
    with pytest.raises(UsageError, match=r"no parameter 'dangr'\. Did you mean 'danger'\? It has: danger, greed\."):
        make_player(CAUTIOUS, {"dangr": 1})


def test_a_strategy_without_parameters_says_so() -> None:
    with pytest.raises(UsageError, match="It has: none"):
        make_player(Strategy("plain", "toy", "plays"), {"danger": 1})


@pytest.mark.parametrize(
    ("given_values", "spec"),
    [
        ({}, "cautious"),
        ({"danger": 8}, "cautious"),
        ({"greed": 0.25, "danger": 10}, "cautious:danger=10:greed=0.25"),
    ],
)
def test_the_specification_of_a_player_names_what_differs(given_values: dict[str, float], spec: str) -> None:
    assert make_player(CAUTIOUS, given_values).spec == spec


@given(st.floats(0, 20), st.floats(0, 1))
def test_specification_and_player_say_the_same(danger: float, greed: float) -> None:
    """What is written in results can be typed again and gives the same player, to the last bit."""
    player = make_player(CAUTIOUS, {"danger": danger, "greed": greed})
    name, values = parse_spec(player.spec)
    assert name == CAUTIOUS.name
    assert make_player(CAUTIOUS, values) == Player(CAUTIOUS, player.values)
