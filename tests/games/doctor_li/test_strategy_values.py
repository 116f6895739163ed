"""What the heuristics of Doctor Li think cards and answers are worth: the numbers of section 0a, limits, exceptions."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.jit import quiet_overflow
from simkit_strategies.doctor_li_tools import value
from tests.games.doctor_li.test_strategies import COLLECTORS, H3, PLAYERS, answers, at, only, uniform
from tests.games.doctor_li.test_strategy_turns import Mind
from tests.reference.doctor_li_cards import FACES

MINE = "A: L1, L2, L3; A: D1, D2, D3"


@pytest.mark.parametrize(
    ("hand", "details", "values"),
    [
        ("L1", {}, {"L1": 2}),
        ("H1, H2, L1, wild HL", {}, {"H1": 4, "H2": 4, "L1": 3, "wild HL": 10}),
        ("H1, H2, H3, H4, wild HL", {}, {"H1": 5, "H4": 5, "wild HL": 10}),
        ("H1 x2, H2", {}, {"H1": 0, "H2": 3}),
        ("H1, L1, wild HL", {"down": f"A: {H3}"}, {"H1": 0, "L1": 3, "wild HL": 10}),
        ("wild HL, wild HD", {"down": f"A: {H3}; A: L1, L2, L3"}, {"wild HL": 0, "wild HD": 10}),
        ("H1, L1", {"down": f"B: {H3}"}, {"H1": 2, "L1": 2}),  # finished by another
        ("OIGT, FLAT, LIGHT, OHNO, WTS any2", {}, {"OIGT": 6, "FLAT": 6, "LIGHT": 3, "OHNO": 3, "WTS any2": 3}),
        ("EPI, AGG any1, BOOST 2", {}, {"EPI": 0, "AGG any1": 0, "BOOST 2": 0}),
    ],
)
def test_values_of_cards_in_hand(hand: str, details: dict[str, Any], values: dict[str, int]) -> None:
    table = at(f"{hand}|D4", **details)
    view = table.look()
    with quiet_overflow():
        found = {face: int(value(view, table.rules, FACES.index(face), 0)) for face in values}
    assert found == values


@pytest.mark.parametrize("name", PLAYERS)
def test_an_epidemic_is_paid_in_random_order(name: str) -> None:
    first: Counter[str] = Counter()
    for stream in range(60):
        table = at("H1, L1, D1|L2", turn="EPI")
        first[FACES[Mind(name, stream).answer(table)]] += 1
    assert set(first) == {"H1", "L1", "D1"}
    assert min(first.values()) > 6


@pytest.mark.parametrize("name", PLAYERS)
def test_who_picks_from_the_set_of_another_picks_at_random(name: str) -> None:
    table = at("H1, H2, wild HL|OIGT, H3", "put H, H1, H2, wild HL, done, yes", oigt_discard_chooser="interrupter")
    assert table.actor == 1
    assert uniform(answers(name, table, 1200), 3, 0.06)


def test_collector_knows_who_picks_the_lost_card() -> None:
    """With a second H1 it survives the loss that it would choose itself, not every loss."""
    for chooser, answer in (("active", "no"), ("interrupter", "yes"), ("random", "yes")):
        table = at("H1 x2, H2, H3, OIGT|OIGT", f"put H, {H3}, done, yes", oigt_discard_chooser=chooser)
        assert only("collector", table) == answer


@pytest.mark.parametrize("name", COLLECTORS)
def test_a_set_of_four_that_must_stay_one(name: str) -> None:
    put = f"put H, {H3}, H4, yes"
    for degrades, answer in ((True, "no"), (False, "yes")):
        assert only(name, at(f"{H3}, H4, OIGT|OIGT", put, four_set_degrades=degrades)) == answer
    table = at(f"{H3}, H4, wild HL|OIGT", f"{put}, H4", four_set_degrades=False)
    assert only(name, table) == "wild HL"


def test_collector_fishes_with_surplus_cards_only() -> None:
    assert only("collector", at("H1 x2, wild HL, L1, D1, D2|L1")) == "end"  # the wild card is still of use
    hand = "H1, H2, L1, L2, D1, D2"
    assert only("collector", at(f"{hand}|L1", down=f"A: {H3}")) == "fish H B"
    assert only("guardian", at(f"{hand}|L1", down=f"A: {H3}")) == "end"  # keeps one of each category
    assert only("guardian", at(f"{hand}, H3|L1", down=f"A: {H3}")) == "fish H B"
    table = at("wild HL x2, D1, D2, FLAT, OIGT|L4", down=f"A: {H3}; A: L1, L2, L3")  # wild cards of no use any more
    assert set(answers("collector", table)) == {"fish H B", "fish L B"}


@pytest.mark.parametrize("name", COLLECTORS)
def test_collectors_play_the_well_that_sucks_of_more_cards_first(name: str) -> None:
    assert only(name, at("WTS random1, WTS random2|L1 x3")) == "wts random2 B"


def test_four_hunter_hurries_above_six_cards() -> None:
    assert only("four_hunter", at("H1, H2, H3, L1, L2, D1|L1")) == "end"
    assert only("four_hunter", at("H1, H2, H3, L1, L2, D1, D2|L1")) == "put H"


def test_leader_basher_stops_everybody_once_it_has_finished() -> None:
    table = at(f"{H3}|OIGT, L1|L1", f"put H, {H3}, done")
    assert only("leader_basher", table) == "no"
    table.state.final_left, table.state.finisher = 1, 1
    assert only("leader_basher", table) == "yes"


def test_leader_basher_counters_on_its_third_set() -> None:
    put = f"put H, {H3}, done, yes"
    assert only("leader_basher", at(f"{H3}, H4, OIGT|OIGT", put)) == "no"
    assert only("leader_basher", at(f"{H3}, H4, OIGT|OIGT", put, down=MINE)) == "yes"


def test_leader_basher_reckons_with_the_bonus_and_never_waits_in_the_last_round() -> None:
    hands, theirs = f"{H3}|L1 x2, L2 x2, wild HL, wild HD", "B: L1, L2, L3, L4; B: D1, D2, D4"
    for bonus, answer in ((1, "put H"), (0, "end")):
        table = at(hands, down=f"{MINE}; {theirs}", finisher_bonus=bonus)
        assert only("leader_basher", table, patience=0) == answer
    table.state.final_left, table.state.finisher = 1, 2
    assert only("leader_basher", table, patience=0) == "put H"


def test_leader_basher_spares_well_that_sucks_for_leaders_unless_its_hand_is_full() -> None:
    assert only("leader_basher", at("WTS any2|L1", down="B: L1, L2, L3"), wts_from=1) == "wts any2 B"
    assert only("leader_basher", at("WTS any2|L1"), wts_from=1) == "end"
    assert only("leader_basher", at("WTS any2, H1, H2, L1, L2, D1|L1"), wts_from=1) == "wts any2 B"
