"""Rule options: every type is taken as TOML gives it, and every refusal names option, range and value."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit import plugins
from simkit.errors import UsageError
from simkit.game import Tally, default_of, make_rules, options_of, range_words
from tests.toy import GAME, ToyRules


def _toy(values: dict[str, Any], n_players: int = 2) -> ToyRules:
    rules = make_rules(GAME, values, n_players)
    assert isinstance(rules, ToyRules)
    return rules


def test_without_values_all_are_defaults() -> None:
    assert _toy({}) == ToyRules()


@pytest.mark.parametrize(
    ("name", "given", "stored"),
    [
        ("cards", 1, 1),
        ("cards", 10, 10),
        ("chance", 0.25, 0.25),
        ("chance", 1, 1.0),
        ("open_hands", True, True),
        ("start", "right", "right"),
        ("start", 1, 1),
        ("points", [9, 0, 1], (9, 0, 1)),
        ("points", [], ()),
        ("deck", {"blue": 0}, {"red": 4, "blue": 0}),
        ("motto", "hi", "hi"),
        ("free", -1_000_000, -1_000_000),
    ],
)
def test_a_good_value_is_stored(name: str, given: Any, stored: Any) -> None:
    value = getattr(_toy({name: given}), name)
    assert value == stored
    assert type(value) is type(stored)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("cards", 0),
        ("cards", 11),
        ("cards", 3.0),
        ("cards", "3"),
        ("cards", True),
        ("cards", None),
        ("chance", -0.1),
        ("chance", 1.1),
        ("chance", float("nan")),
        ("chance", "half"),
        ("chance", False),
        ("open_hands", 1),
        ("open_hands", "true"),
        ("start", "middle"),
        ("start", 2),
        ("start", True),
        ("start", []),
        ("points", 5),
        ("points", [5, 10]),
        ("points", [5, "3"]),
        ("points", [True]),
        ("points", "53"),
        ("deck", 3),
        ("deck", {"red": 21}),
        ("deck", {"red": 1.5}),
        ("motto", 3),
        ("motto", ["a"]),
    ],
)
def test_a_bad_value_is_refused_by_name_range_and_value(name: str, given: Any) -> None:
    with pytest.raises(UsageError) as refused:
        _toy({name: given})
    text = str(refused.value)
    assert f"option '{name}' must be" in text
    assert range_words(options_of(ToyRules)[name]) in text
    assert repr(given) in text
    assert "simkit rules toy" in text


def test_an_unknown_option_is_refused_with_the_closest() -> None:
    with pytest.raises(UsageError, match=r"no rule option 'card'\. Did you mean 'cards'\?"):
        _toy({"card": 3})


def test_an_unknown_entry_of_a_table_is_refused_with_the_closest() -> None:
    with pytest.raises(UsageError, match=r"has no entry 'blu'\. Did you mean 'blue'\?"):
        _toy({"deck": {"blu": 3}})


@pytest.mark.parametrize("n", [0, 1, 5, -2])
def test_a_number_of_players_not_offered_is_refused(n: int) -> None:
    with pytest.raises(UsageError, match=rf"2, 3, 4 players; {n} came"):
        _toy({}, n)


def test_a_combination_is_refused_by_the_game() -> None:
    assert _toy({"cards": 6}, 4).cards == 6
    with pytest.raises(UsageError, match="at most 24; 28 came"):
        _toy({"cards": 7}, 4)


@given(st.dictionaries(st.sampled_from([*options_of(ToyRules), "other"]), st.from_type(object) | st.integers()))
def test_anything_at_all_is_stored_or_refused_in_words(values: dict[str, Any]) -> None:
    try:
        rules = _toy(values)
    except UsageError as refused:
        assert str(refused)
    else:
        assert make_rules(GAME, dataclasses.asdict(rules), 2) == rules


def test_defaults_of_tables_are_not_shared() -> None:
    opt = options_of(ToyRules)["deck"]
    default_of(opt)["red"] = 99
    assert ToyRules().deck == {"red": 4, "blue": 2}


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cards", "1 to 10"),
        ("chance", "0.0 to 1.0"),
        ("open_hands", "true or false"),
        ("start", "left | right | 0 | 1"),
        ("points", "each 0 to 9"),
        ("motto", "any word"),
        ("free", "any"),
    ],
)
def test_ranges_in_words(name: str, words: str) -> None:
    assert range_words(options_of(ToyRules)[name]) == words


def test_tallies_by_scope() -> None:
    of_game = Tally("tricks", "game", "count", "tricks", "tricks")
    of_seat = Tally("passes", "seat", "count", "passes", "passes")
    game = dataclasses.replace(GAME, tallies=(of_game, of_seat))
    assert game.tallies_of("game") == (of_game,)
    assert game.tallies_of("seat") == (of_seat,)


@pytest.mark.parametrize("game", plugins.games().values(), ids=lambda game: game.name)
def test_every_installed_game_takes_its_own_defaults(game: Any) -> None:
    for n_players in game.players:
        rules = make_rules(game, {}, n_players)
        given = {name: getattr(rules, name) for name in options_of(game.rules_class)}
        assert make_rules(game, given, n_players) == rules
        assert game.pack_rules(rules, n_players).dtype == game.rules_dtype


@pytest.mark.parametrize("game", plugins.games().values(), ids=lambda game: game.name)
def test_every_option_of_an_installed_game_says_what_it_means(game: Any) -> None:
    for opt in options_of(game.rules_class).values():
        assert opt.metadata["meaning"], opt.name
        assert opt.metadata["clause"], opt.name
        assert range_words(opt) != "any", opt.name
