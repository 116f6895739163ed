"""The suites fail where they must: for each promise a game or strategy that breaks it, and the message that says so."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simkit.game import Game, Kernels
from simkit.jit import kernel
from simkit.rng import below, start
from simkit.strategy import Param, Strategy
from simkit.testing import GameConformance, StrategyConformance
from tests.synthetic import high_card
from tests.synthetic.high_card import view as honest_view  # kernels may not call x.view()


def broken_game(name: str, **kernels: Any) -> Game:
    """High Card with some kernels exchanged; a field more in the state keeps it apart from the others."""
    state = np.dtype([*((n, high_card.STATE[n]) for n in high_card.STATE.names or ()), (name, np.int64)], align=True)

    def load() -> Kernels:
        return dataclasses.replace(high_card.load_kernels(), **kernels)

    return dataclasses.replace(high_card.GAME, name=name, state_dtype=state, load_kernels=load)


def suite(game: Game) -> GameConformance:
    made = type("Suite", (GameConformance,), {"game": game, "players": (3,), "n_games": 30})
    return made()


@kernel
def leaky_view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    honest_view(state, rules, seat, view)
    view.seen = state.hands[(seat + 1) % state.n_players]


@kernel
def lazy_view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    seen = np.int64(view.seen)
    honest_view(state, rules, seat, view)
    view.seen = seen


@kernel
def writing_view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    honest_view(state, rules, seat, view)
    state.forced[seat] += 1


@kernel
def empty_view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    honest_view(state, rules, seat, view)
    if state.turns == 1:
        view.n_legal = 0


@kernel
def lenient_check(state: Any, rules: Any, action: Any) -> Any:
    code = high_card.check(state, rules, action)
    return 0 if code == 3 else code


@kernel
def idle_rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    pass


@kernel
def idle_reseat(state: Any, shift: Any) -> None:
    pass


@kernel
def biased_outcome(state: Any, rules: Any, outcome: Any) -> None:
    high_card.outcome(state, rules, outcome)
    outcome.rank[0] = 1


@kernel
def greedy_step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    high_card.step(state, rules, action, chance)
    start(chance, 2)
    below(chance, 2)


@kernel
def wild_tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    per_game[0] = 2


CASES: list[tuple[str, dict[str, Any], Callable[[Any], Any], str]] = [
    ("leaks", {"view": leaky_view}, lambda s: s.test_a_view_shows_nothing_hidden(), "sees what is hidden.*seen"),
    ("leaves", {"view": lazy_view}, lambda s: s.test_the_view_is_written_completely(), "as they were.*seen"),
    ("writes", {"view": writing_view}, lambda s: s.test_looking_changes_nothing(), "changed.*forced"),
    ("gets_stuck", {"view": empty_view}, lambda s: s.test_legal_actions_are_never_empty_before_the_end(), "n_legal"),
    (
        "allows",
        {"check": lenient_check},
        lambda s: s.test_check_accepts_exactly_the_listed_actions(),
        "gives 0, listed",
    ),
    ("keeps", {"rehide": idle_rehide}, lambda s: s.test_rehiding_redraws_what_is_hidden(), "never redraws.*seat 2's"),
    ("stays", {"reseat": idle_reseat}, lambda s: s.test_the_turned_table_plays_the_turned_game(), "does not turn"),
    ("favours", {"outcome": biased_outcome}, lambda s: s.test_results_are_coherent(), "no competition ranks"),
    ("overdraws", {"step": greedy_step}, lambda s: s.test_chance_is_used_as_declared(), "not declared"),
    ("miscounts", {"tally": wild_tally}, lambda s: s.test_results_are_coherent(), "tally shut_out leaves 0 to 1"),
]


# These two play whole batches, and for that the loop must be compiled for them.
_SLOW = ("favours", "miscounts")


@pytest.mark.parametrize(
    "name, kernels, run, words",
    [pytest.param(*case, id=case[0], marks=[pytest.mark.slow] * (case[0] in _SLOW)) for case in CASES],
)
def test_a_broken_game_is_caught(name: str, kernels: dict[str, Any], run: Callable[[Any], Any], words: str) -> None:
    with pytest.raises(AssertionError, match=f"(?s){words}"):
        run(suite(broken_game(name, **kernels)))


def test_words_that_fail_at_an_unknown_action_are_caught() -> None:
    words = dataclasses.replace(
        high_card.GAME.words, action=lambda state, rules, seat, action: (("plays a card",) * 12)[action]
    )
    with pytest.raises(AssertionError, match="must say something of any action; it raised IndexError"):
        suite(dataclasses.replace(high_card.GAME, words=words)).test_any_action_has_words()


def _prefers_seat_1(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return int(view.legal[0 if view.seat == 0 else view.n_legal - 1])


def _writes_rules(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    rules.bonus = 2
    return int(view.legal[0])


def _writes_params(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    params[3] += 1
    return int(view.legal[0])


def _reads_the_rest(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return int(view.legal[np.int64(view.legal[view.n_legal]) & 1])


def _plays_low(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    lowest = 0
    while not (np.int64(view.hand) >> lowest) & 1:
        lowest += 1
    return lowest


def _first(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return int(view.legal[0])


HABITS: list[tuple[Any, Callable[[Any], Any], str]] = [
    (_prefers_seat_1, lambda s: s.test_it_treats_all_seats_alike(), "must not prefer a seat"),
    (_writes_rules, lambda s: s.test_it_decides_from_its_arguments_alone(), "wrote to what it may only read.*bonus"),
    (_writes_params, lambda s: s.test_it_decides_from_its_arguments_alone(), "may only read.*params"),
    (_reads_the_rest, lambda s: s.test_it_reads_no_unlisted_actions(), "past n_legal"),
    (_plays_low, lambda s: s.test_it_plays_legally_under_all_rules(), "lowest of three or more"),
    (_first, lambda s: s.test_every_parameter_matters(), "parameter idle changes nothing"),
]


@pytest.mark.parametrize("choose, run, words", HABITS, ids=[habit[0].__name__ for habit in HABITS])
def test_a_broken_strategy_is_caught(choose: Any, run: Callable[[Any], Any], words: str) -> None:
    params = (Param("idle", 0, 0, 1, "does nothing"),)
    strategy = Strategy("habit", "high_card", "has a bad habit", choose, params=params)
    given = {"game": high_card.GAME, "strategy": strategy, "players": (3,), "n_games": 30}
    made = type("Suite", (StrategyConformance,), given)
    with pytest.raises(AssertionError, match=f"(?s){words}"):
        run(made())


def test_what_cannot_be_sent_to_another_process_is_told() -> None:
    """A game made inside a function cannot be imported there."""
    with pytest.raises(AssertionError, match="top-level names"):
        suite(broken_game("hides")).test_compiled_or_not_is_the_same_game()
