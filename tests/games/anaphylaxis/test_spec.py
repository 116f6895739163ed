"""The numbered test cases of the specification (gaps in the numbering are intended), on the kernels and on the twin.

P0 to P3 sit clockwise. Where the case says nothing of a card that a player keeps, a low one is added so that the trick
does not end the round.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.anaphylaxis.tables import Compiled, Side, Twin, after_trick, play, scene
from tests.reference import anaphylaxis as twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])


def winner(table: Side) -> int:
    return table.tricks_won().index(1)


# --- 4.1 From the rulebook --------------------------------------------------------------------------------------------


def test_a_t01_highest_card_of_the_lead_colour_wins(side: type[Side]) -> None:
    table = after_trick(side, "P0 R2,P1 R4,P2 G5,P3 R3", keep="G1 G2|G1 Y1|Y2|Y3 G3")
    assert winner(table) == 1
    assert table.front(1) == ["R4", "G5"]
    assert [table.front(s) for s in (0, 2, 3)] == [[], [], []]
    assert table.actor == 1


def test_a_t02_trump_beats_the_lead_colour(side: type[Side]) -> None:
    table = after_trick(side, "P0 R5,P1 B1,P2 R4,P3 G5")
    assert winner(table) == 1
    assert table.front(1) == ["R4", "R5", "G5"]
    assert not table.is_out(1)
    assert table.actor == 1


def test_a_t03_a_tie_goes_to_the_first_and_two_equal_bees_eliminate(side: type[Side]) -> None:
    table = after_trick(side, "P0 R4,P1 R4,P2 R2,P3 x")
    assert winner(table) == 0
    assert table.front(0) == ["R4", "R4"]
    assert table.is_out(0)
    assert table.passes(3) == 1
    assert table.actor == 1


def test_a_t04_a_player_follows_or_passes(side: type[Side]) -> None:
    hands = "R2 G1|R3 R4 B5|G2 Y1|Y2 Y3"
    table = scene(side, hands)
    play(table, "P0 R2")
    assert table.legal() == ["R3", "R4", "x"]
    assert table.refuses("B5")
    table = scene(side, hands, passes=(0, 2, 0, 0))
    play(table, "P0 R2")
    assert table.legal() == ["R3", "R4"]
    assert table.refuses("x")
    table = scene(side, "R2 G1|G1 B5|G2 Y1|Y2 Y3", passes=(0, 1, 0, 0))
    play(table, "P0 R2")
    assert table.legal() == ["G1", "B5", "x"]


def test_a_t05_scoring_example(side: type[Side]) -> None:
    table = scene(side, "R3|R2|R1|G2", fronts="Y4 G5 B4|Y5||", passes=(1, 0, 0, 0), round_number=2)
    play(table, "P0 R3,P1 R2,P2 R1,P3 G2")
    assert table.totals() == [3 + 3 + 2, 1 + 5, 0 + 5, 0 + 5]


# --- 4.2 Hand-derived -------------------------------------------------------------------------------------------------


def test_a_t07_the_leader_passes(side: type[Side]) -> None:
    table = after_trick(side, "P0 x,P1 Y2,P2 Y3,P3 G1", keep="R1 R2|R2 R3|B1 B2|B2 B3")
    assert winner(table) == 3
    assert all(table.front(s) == [] for s in range(4))
    assert [table.passes(s) for s in range(4)] == [1, 0, 0, 0]
    assert table.actor == 3


def test_a_t08_all_pass(side: type[Side]) -> None:
    table = after_trick(side, "P2 x,P3 x,P0 x,P1 x")
    assert winner(table) == 2
    assert all(table.front(s) == [] for s in range(4))
    assert [table.passes(s) for s in range(4)] == [1, 1, 1, 1]
    assert table.actor == 2


def test_a_t09_all_but_one_pass(side: type[Side]) -> None:
    table = scene(side, "G1 B2|Y1 Y2|B1 G2|G3 B3")
    play(table, "P0 x,P1 x,P2 B1")
    assert table.legal() == ["B3", "x"]  # the lead colour is Blue
    play(table, "P3 x")
    assert winner(table) == 2
    assert table.actor == 2


def test_a_t10_a_high_card_of_another_colour_loses(side: type[Side]) -> None:
    table = after_trick(side, "P0 B2,P1 R5,P2 G5,P3 B1", keep="G1 G2|G1 R1|G2 R2|R3 G3")
    assert winner(table) == 0
    assert table.front(0) == ["R5", "G5"]


def test_a_t12_equal_values_of_two_colours_are_safe(side: type[Side]) -> None:
    table = after_trick(side, "P0 G4,P1 G1,P2 B4,P3 G2", fronts="R4|||", keep="G1 G2|G1 Y1|Y2 Y3|Y3 G3")
    assert winner(table) == 0
    assert table.front(0) == ["R4", "G4", "B4"]
    assert not table.is_out(0)


def test_a_t13_an_empty_hand_ends_the_round(side: type[Side]) -> None:
    table = scene(side, "R3|R2|R1|G2")
    play(table, "P0 R3,P1 R2,P2 R1,P3 G2")
    assert table.round_number() == 2
    assert table.totals() == [6, 6, 6, 6]  # no pass, and nobody has more bees than the others
    table = scene(side, "R3 Y1|R2|R1|G2", passes=(1, 0, 0, 0))
    play(table, "P0 R3,P1 R2,P2 R1,P3 G2")
    assert table.round_number() == 2  # P0's card stays unused
    assert table.totals() == [3 + 1, 6, 6, 6]


@pytest.mark.parametrize("needs_card", [False, True])
def test_a_t13_an_eliminated_players_hand_does_not_end_it(side: type[Side], needs_card: bool) -> None:
    """AA5: only a player still in ends the round by an empty hand."""
    table = scene(side, "R4|R3 G1|R2 G2|R1 " + ("" if needs_card else "G3"), fronts="R4|||")
    play(table, "P0 R4,P1 R3,P2 R2,P3 R1")
    assert table.round_number() == (2 if needs_card else 1)


def test_a_t15_sole_survivor(side: type[Side]) -> None:
    table = scene(
        side, "|R1 G1|R4 G2|", fronts="|Y4 G5|R4|", passes=(0, 1, 0, 0), out=(1, 0, 0, 1), leader=1, round_number=3
    )
    play(table, "P1 R1,P2 R4")
    assert table.totals() == [0, 2 + 3 + 3 + 10, 0, 0]


@pytest.mark.parametrize(("needs_bee", "points"), [(False, 6), (True, 5)])
def test_a_t17_no_bees_at_all(side: type[Side], needs_bee: bool, points: int) -> None:
    table = scene(side, "R2|R1||", out=(0, 0, 1, 1), most_bonus_needs_bee=needs_bee)
    play(table, "P0 R2,P1 R1")
    assert table.totals() == [points, points, 0, 0]


def test_a_t18_three_player_set_up(side: type[Side]) -> None:
    deck = sorted(str(c) for c in twin.full_deck(3))
    assert len(deck) == 16
    for block in range(20):
        table = side(3, seed=5, block=block)
        hands = [table.hand(s) for s in range(3)]
        assert [len(h) for h in hands] == [5, 5, 5]
        assert sorted(sum(hands, table.leftover())) == deck
        assert "R5" not in deck
        while table.exchanging():
            table.act(table.legal()[0])
        hands = [table.hand(s) for s in range(3)]
        assert [len(h) for h in hands] == [5, 5, 5]
        assert sorted(sum(hands, table.leftover())) == deck


def test_a_t20_the_dealer_moves_to_the_left_and_the_most_bonus_grows(side: type[Side]) -> None:
    seen = []
    before = [0, 0, 0, 0]
    for round_number in (1, 2, 3, 4):
        table = scene(
            side, "R1|R2|R3|R4", dealer=(2 + round_number - 1) % 4, round_number=round_number, totals=tuple(before)
        )
        dealer = table.dealer()
        play(table, "P0 R1,P1 R2,P2 R3,P3 R4")
        gained = [after - was for after, was in zip(table.totals(), before, strict=True)]
        seen.append((dealer, gained[3] - 1 - 5))
        before = table.totals()
        if round_number < 4:
            assert table.dealer() == (dealer + 1) % 4
            assert table.actor == table.dealer()
    assert seen == [(2, 1), (3, 2), (0, 3), (1, 4)]
    assert table.actor is None


def test_a_t21_pass_limit(side: type[Side]) -> None:
    for lead in ("R2", "B2"):
        table = scene(side, f"{lead} G1|R1|G2 Y2|Y3 G3", passes=(0, 2, 0, 0))
        play(table, f"P0 {lead}")
        assert table.legal() == ["R1"]


@pytest.mark.parametrize(("n_players", "tricks"), [(4, 9), (3, 7)])
def test_a_t23_longest_round(side: type[Side], n_players: int, tricks: int) -> None:
    """Everybody passes twice and nobody is eliminated before the hands are empty (found among seeded deals)."""
    longest = 0
    for block in range(60):
        table = side(n_players, seed=11, block=block)
        while table.exchanging():
            table.act(table.legal()[-1])
        while table.round_number() == 1:
            table.act("x" if "x" in table.legal() else table.legal()[0])
        assert table.tricks() <= tricks
        longest = max(longest, table.tricks())
    assert longest == tricks


def final_blow_trick(side: type[Side], hands: str, **details: Any) -> Any:
    """A-T24: W = P0 leads Y5, P1 = Q throws R4, P2 = S follows, P3 = V passes."""
    table = scene(side, hands, fronts="R4|||", round_number=2, final_blow_bonus=True, **details)
    play(table, "P0 Y5,P1 R4,P2 Y2,P3 x")
    return table


def test_a_t24_final_blow(side: type[Side]) -> None:
    table = final_blow_trick(side, "Y5 B1|R4 G1|Y2 G2|B2 G3")
    assert table.is_out(0)
    assert table.front(0) == ["Y5"]  # the pair became a marker
    assert [table.markers(s) for s in range(4)] == [0, 1, 0, 0]
    assert table.actor == 1
    play(table, "P1 G1,P2 G2,P3 G3")
    assert table.totals() == [0, 0 + 5 + 2 + 3, 0 + 5 + 2, 0 + 3 + 2]


def test_a_t24_a_marker_of_an_eliminated_player_is_worth_nothing(side: type[Side]) -> None:
    table = scene(side, "Y5 B1|R4 G4|Y2 G2|B2 G3", fronts="R4|G4||", round_number=2, final_blow_bonus=True)
    play(table, "P0 Y5,P1 R4,P2 Y2,P3 x,P1 G4,P2 G2,P3 G3")
    assert table.totals() == [0, 0, 0 + 5 + 2, 0 + 3 + 2]


def test_a_t26_self_inflicted(side: type[Side]) -> None:
    table = scene(side, "G4 Y1|G1 Y2|G2 Y3|G3 B1", fronts="G4|||", final_blow_bonus=True)
    play(table, "P0 G4,P1 G1,P2 G2,P3 G3")
    assert table.is_out(0)
    assert [table.markers(s) for s in range(4)] == [1, 0, 0, 0]
    play(table, "P1 Y2,P2 Y3,P3 B1")
    assert table.totals() == [0, 6, 6, 6]


def test_a_t28_game_tie(side: type[Side]) -> None:
    table = scene(side, "R1|R1|G1|Y1", totals=(11, 11, 4, 0), round_number=4)
    play(table, "P0 R1,P1 R1,P2 G1,P3 Y1")
    assert table.totals() == [20, 20, 13, 9]
    assert table.actor is None
    assert table.ranks() == [1, 1, 3, 4]
