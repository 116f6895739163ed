"""Every rule option and reading of Anaphylaxis (specification, sections 0a and 3), on the kernels and on the twin."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.errors import UsageError
from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from tests.games.anaphylaxis.tables import Compiled, Side, Twin, after_trick, play, scene

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])


@pytest.mark.parametrize(
    ("reading", "trick", "leader"),
    [
        ("left", "P0 R4,P1 R1,P2 R2,P3 R3", 1),
        ("second_best", "P0 R4,P1 R1,P2 R2,P3 R3", 3),
        ("second_best", "P0 R4,P1 G5,P2 x,P3 Y5", 1),  # nobody else could have won
        ("second_best", "P1 R2,P2 R3,P3 x,P0 B4", 2),
        ("dealer", "P0 R4,P1 R1,P2 R2,P3 R3", 2),
        ("dealer", "P1 R1,P2 R4,P3 R3,P0 R2", 3),  # the dealer P2 is out
    ],
)
def test_aa2_who_leads_after_an_elimination(side: type[Side], reading: str, trick: str, leader: int) -> None:
    keep = "G1 G2|B1 B2|Y1 Y2|B3 G3"
    fronts = "R4 B4||R4|"
    table = after_trick(side, trick, keep=keep, fronts=fronts, dealer=2, lead_after_elimination=reading)
    assert table.is_out(0) or table.is_out(2)
    assert table.actor == leader


@pytest.mark.parametrize(("zeroes", "total"), [(False, 30), (True, 0)])
def test_aa3_elimination_may_cost_the_earlier_rounds(side: type[Side], zeroes: bool, total: int) -> None:
    table = scene(
        side, "R4|R1|G1|Y1", fronts="R4|||", totals=(30, 1, 2, 3), round_number=2, elimination_zeroes_total=zeroes
    )
    play(table, "P0 R4,P1 R1,P2 G1,P3 Y1")
    assert table.totals() == [total, 8, 9, 10]


@pytest.mark.parametrize(("bonus", "points"), [("round", 3), (7, 7), (0, 0)])
def test_aa7_a_fixed_most_bonus_ignores_the_round(side: type[Side], bonus: Any, points: int) -> None:
    table = scene(side, "R4|R1|G1|Y1", round_number=3, most_bonus=bonus)
    play(table, "P0 R4,P1 R1,P2 G1,P3 Y1")
    assert table.totals() == [6 + points, 5, 5, 5]


def test_aa9_a_leader_who_may_not_pass(side: type[Side]) -> None:
    table = scene(side, "R1 R2|R3 G1|G2 G3|Y1 Y2", leader_may_pass=False)
    assert table.legal() == ["R1", "R2"]
    assert table.refuses("x")
    play(table, "P0 R1")
    assert table.legal() == ["R3", "x"]


def test_aa10_number_of_passes_and_their_points(side: type[Side]) -> None:
    table = scene(side, "R1|R2|G1|Y1", passes=(3, 2, 1, 0), max_passes=3, pass_points=[9, 6, 4, 1])
    assert table.legal() == ["R1"]
    play(table, "P0 R1")
    assert table.legal() == ["R2", "x"]
    play(table, "P1 R2,P2 G1,P3 Y1")
    assert table.totals() == [1 + 1, 4 + 1, 6 + 1, 9 + 1]
    assert scene(side, "R1|R2|G1|Y1", max_passes=0, pass_points=[5]).legal() == ["R1"]
    with pytest.raises(UsageError, match="pass_points"):
        make_rules(GAME, {"max_passes": 1}, 4)


@pytest.mark.parametrize(
    ("direction", "odd_shift", "even_shift"), [("right", -1, -1), ("left", 1, 1), ("alternate", -1, 1)]
)
def test_aa11_direction_of_the_exchange(side: type[Side], direction: str, odd_shift: int, even_shift: int) -> None:
    table = side(4, seed=3, exchange_dir=direction, exchange_count=1)
    rng = np.random.default_rng(8)
    for shift in (odd_shift, even_shift):
        expected = [table.hand(s) for s in range(4)]
        given = {}
        while table.exchanging():
            giver = table.actor
            assert giver == (table.dealer() + len(given)) % 4
            given[giver] = table.legal()[0]
            table.act(given[giver])
        for giver, card in given.items():
            expected[giver].remove(card)
        for giver, card in given.items():
            expected[(giver + shift) % 4].append(card)
        assert [sorted(table.hand(s)) for s in range(4)] == [sorted(hand) for hand in expected]
        now = table.round_number()
        while table.round_number() == now:
            legal = table.legal()
            table.act(legal[int(rng.integers(len(legal)))])


def test_aa11_no_exchange_at_all(side: type[Side]) -> None:
    table = side(4, exchange_count=0)
    assert not table.exchanging()
    assert table.actor == table.dealer() == 0
    assert [len(table.hand(s)) for s in range(4)] == [7, 7, 7, 7]


def test_aa13_both_twins_in_one_trick_the_later_card_is_to_blame(side: type[Side]) -> None:
    table = after_trick(side, "P0 R4,P1 R4,P2 R2,P3 x", final_blow_bonus=True)
    assert table.is_out(0)
    assert [table.markers(s) for s in range(4)] == [0, 1, 0, 0]


def test_aa13_two_pairs_in_one_trick_are_two_markers(side: type[Side]) -> None:
    table = after_trick(
        side, "P0 B2,P1 R4,P2 G5,P3 B1", fronts="R4 G5|||", keep="G1 G2|G1 R1|G2 R2|R3 G3", final_blow_bonus=True
    )
    assert table.is_out(0)
    assert table.front(0) == []
    assert [table.markers(s) for s in range(4)] == [0, 1, 1, 0]


def test_aa15_a_marker_is_no_bee_in_front(side: type[Side]) -> None:
    table = scene(side, "Y5|R4|Y2|B2", fronts="R4||B4|B5", final_blow_bonus=True, final_blow_points=10)
    play(table, "P0 Y5,P1 R4,P2 Y2,P3 B2")
    assert table.totals() == [0, 5 + 10, 1 + 5 + 1, 1 + 5 + 1]


def test_aa20_number_of_rounds(side: type[Side]) -> None:
    table = scene(side, "R1|R1|G1|Y1", round_number=5, rounds=5)
    play(table, "P0 R1,P1 R1,P2 G1,P3 Y1")
    assert table.totals() == [10, 10, 10, 10]  # the most bonus goes on growing
    assert table.actor is None
    with pytest.raises(UsageError, match="rounds"):
        make_rules(GAME, {"rounds": 13}, 4)


def test_aa21_sole_survivor_bonus(side: type[Side]) -> None:
    table = scene(side, "|R1 G1|R4 G2|", fronts="||R4|", out=(1, 0, 0, 1), leader=1, sole_survivor_bonus=4)
    play(table, "P1 R1,P2 R4")
    assert table.totals() == [0, 5 + 1 + 4, 0, 0]


def test_standing_counts_bees_in_front_of_players_still_in(side: type[Side]) -> None:
    fronts, totals = "R4 B5|Y4|G5|", (10, 5, 7, 2)
    table = scene(side, "R4 Y1|R1 Y2|Y3 Y3|R3 B1", fronts=fronts, totals=totals)
    assert table.standings() == [12, 6, 8, 2]
    play(table, "P0 R4,P1 R1,P2 x,P3 R3")
    assert table.is_out(0)
    assert table.standings() == [10, 6, 8, 2]
