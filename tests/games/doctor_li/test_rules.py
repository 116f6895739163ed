"""Rules of Doctor Li that have neither a number in the specification's test cases nor an option, on both engines."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from tests.games.common.twins import play
from tests.games.doctor_li.scenes import Seen, after, scene
from tests.games.doctor_li.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
H3, L3, D3 = "H1, H2, H3", "L1, L2, L3", "D1, D2, D3"
PUT_H = f"put H, {H3}, done"


# --- C5: immediate cards ----------------------------------------------------------------------------------------------


def test_ca4_paying_and_flat_are_a_free_choice(side: type[Side]) -> None:
    details: Any = {"turn": "EPI"}
    assert scene(side, "H1, L1, D1, FLAT|", **details).legal() == ["H1", "L1", "D1", "FLAT"]
    assert after(side, "H1, L1, D1, FLAT|", "FLAT", **details).hand(0) == "H1, L1, D1"
    table = scene(side, "H1, L1, D1, FLAT|", **details)
    play(table, "L1")
    assert "FLAT" not in table.legal()


def test_ca28_and_ca29_an_epidemic_goes_clockwise_and_leaves_empty_hands(side: type[Side]) -> None:
    table = scene(side, "H1, L1, D1||H1, L1, D1|H1, L1, D1", turn="EPI", current=2)
    asked = []
    while table.kind == "epidemic":
        asked.append(table.actor)
        table.act(table.legal()[0])
    assert asked == [2] * 3 + [3] * 3 + [0] * 3
    assert Seen(table).count("wiped") == [0, 0, 0, 0]


def test_c5_5_the_order_of_discarding_is_chosen(side: type[Side]) -> None:
    seen = after(side, "H1 x4, L1, L2|", "L2, H1, L1", turn="HOARD")
    assert seen.discard() == ["L2", "H1", "L1"]


def test_c5_5_a_wiped_hand_goes_in_random_order(side: type[Side]) -> None:
    tops = Counter(after(side, "H1, H2, H3|", "", turn="EPI", block=b).discard()[-1] for b in range(60))
    assert set(tops) == {"H1", "H2", "H3"}
    assert min(tops.values()) > 8


def test_c5_1_boost_may_be_declined(side: type[Side]) -> None:
    assert after(side, "H1|", "0", turn="BOOST 2").hand(0) == "H1"


@pytest.mark.parametrize("escapes", [False, True])
def test_c5_2_cards_at_random(side: type[Side], escapes: bool) -> None:
    options: Any = {"agg_table": {"random2": 12}, "turn": "AGG random2"}
    table = scene(side, "H1, L1, D1|", **options)
    assert (table.kind, len(Seen(table).discard())) == ("play", 2)
    table = scene(side, "H1, L1, OIGT|", **options)
    assert table.legal() == ["escape", "suffer"]
    play(table, "escape" if escapes else "suffer")
    assert len(Seen(table).table["hands"][0]) == (2 if escapes else 1)
    assert Seen(table).count("escapes") == [int(escapes), 0]


def test_c5_2_any_card_of_choice_and_ca27_no_more_than_there_are(side: type[Side]) -> None:
    table = scene(side, "H1, OIGT|", turn="AGG any2")
    assert table.legal() == ["H1", "OIGT", "escape"]
    play(table, "OIGT")
    assert table.legal() == ["H1"]
    play(table, "H1")
    assert (table.kind, Seen(table).hand(0), Seen(table).count("escapes")) == ("play", "", [0, 0])
    assert scene(side, "|", turn="AGG any2").kind == "play"


# --- C6: held cards ---------------------------------------------------------------------------------------------------


def test_c6_2_the_victim_chooses_one_card_at_a_time(side: type[Side]) -> None:
    table = scene(side, "WTS any2|H1, L1, FLAT")
    play(table, "wts any2 B")
    assert (table.actor, table.kind, table.legal()) == (1, "hand over", ["H1", "L1", "FLAT"])
    play(table, "FLAT, H1")
    assert Seen(table).hands() == "H1, FLAT | L1"
    assert (table.actor, table.kind) == (0, "play")


def test_c6_2_cards_of_a_category_only(side: type[Side]) -> None:
    options: Any = {"wts_table": {"l2": 8}}
    table = scene(side, "WTS L2|H1, wild LD, FLAT", **options)
    play(table, "wts L2 B")
    assert table.legal() == ["wild LD"]
    play(table, "wild LD")
    assert (table.kind, Seen(table).hands()) == ("play", "wild LD | H1, FLAT")
    assert after(side, "WTS L2|H1", "wts L2 B", **options).hands() == " | H1"


def test_c6_2_two_at_random_take_at_most_the_hand(side: type[Side]) -> None:
    assert after(side, "WTS random2|H1", "wts random2 B").hands() == "H1 | "
    assert len(after(side, "WTS random2|H1, L1, D1", "wts random2 B").table["hands"][0]) == 2


def test_c6_2_a_chain_of_answers(side: type[Side]) -> None:
    table = scene(side, "WTS random1, OIGT|OIGT x2")
    play(table, "wts random1 B, yes, yes")
    assert (table.actor, table.kind) == (1, "deflect")
    play(table, "yes")  # nothing is left to answer with, and nothing to hand over
    assert (table.kind, Seen(table).hands()) == ("play", " | ")
    table = scene(side, "WTS random1, OIGT|OIGT")
    play(table, "wts random1 B, yes, yes")
    assert (table.kind, Seen(table).hands()) == ("play", " | ")
    table = scene(side, "WTS random1, OIGT|OIGT, H1")
    play(table, "wts random1 B, yes, no")
    assert Seen(table).hands() == "OIGT | H1"


def test_c6_2_only_victims_with_cards(side: type[Side]) -> None:
    table = scene(side, "WTS random1|H1|")
    assert [a for a in table.legal() if a.startswith("wts")] == ["wts random1 B"]


@pytest.mark.parametrize(
    ("down", "victim", "leads"),
    [
        (f"A: {L3}; A: {D3}; B: {H3}", "B", 1),
        (f"A: {L3}; A: {D3}; B: {H3}", "C", 0),
        (f"B: {H3}; C: {H3}", "C", 1),
        (f"B: {H3}; C: {H3}, H4", "B", 0),
        ("", "B", 0),
    ],
)
def test_the_leader_is_the_opponent_who_stands_highest(side: type[Side], down: str, victim: str, leads: int) -> None:
    """Where nobody has points nobody leads."""
    seen = after(side, "WTS random1|L4|L4", f"wts random1 {victim}", down=down)
    assert (seen.count("played WTS"), seen.count("wts at leader")) == ([1, 0, 0], [leads, 0, 0])


def test_c6_4_only_a_pile_with_cards(side: type[Side]) -> None:
    assert scene(side, "LIGHT|").legal() == ["end"]
    assert scene(side, "LIGHT|", discard="H1").legal() == ["end", "light category"]


def test_c6_5_oh_no_hits_the_sets_of_others(side: type[Side]) -> None:
    table = scene(side, "OHNO|OIGT", down=f"A: {H3}; B: {H3}; B: {L3}")
    assert [a for a in table.legal() if a.startswith("ohno")] == ["ohno 1", "ohno 2"]
    play(table, "ohno 2")
    assert table.kind == "play"  # it cannot be countered
    assert Seen(table).sets() == [f"A: {H3}", f"B: {H3}"]
    assert Seen(table).discard() == ["L1", "L2", "L3"]


def test_c6_5_the_category_is_open_again(side: type[Side]) -> None:
    table = scene(side, f"OHNO|{H3}", down=f"B: {H3}", apile="", step=3)
    play(table, "ohno 0, end, pile, no, put H")
    assert (table.actor, table.kind) == (1, "build")


# --- C7, C8 -----------------------------------------------------------------------------------------------------------


def test_c7_2_four_cards_buy_none_of_themselves(side: type[Side]) -> None:
    table = scene(side, "H1 x2, H2, wild HD|", discard="D1, L1")
    play(table, "four category H")
    assert (table.kind, table.legal()) == ("pick", ["L1", "D1"])
    play(table, "D1, H1, H1, H2, wild HD")
    assert (Seen(table).hand(0), Seen(table).known(0)) == ("D1", "D1")
    assert Seen(table).discard() == ["L1", "H1", "H1", "H2", "wild HD"]
    assert Seen(table).count("fours") == [1, 0]
    assert scene(side, "H1 x2, H2, wild HD|").refuses("four category H")


def test_c7_1_fishing_is_repeatable_and_needs_a_hand(side: type[Side]) -> None:
    table = scene(side, "H1 x4|L1 x2|")
    assert [a for a in table.legal() if a.startswith("fish")] == ["fish H B"]
    play(table, "fish H B, H1, H1, fish H B, H1, H1")
    assert Seen(table).hands() == "L1, L1 |  | "
    assert Seen(table).count("fished") == [2, 0, 0]


def test_c8_2_the_poll_starts_again_and_asks_those_who_passed(side: type[Side]) -> None:
    table = scene(side, f"{H3}, H4, OIGT|OIGT|OIGT")
    play(table, f"{PUT_H}, no, yes, yes")
    assert (table.actor, table.kind) == (1, "interrupt")
    play(table, "yes, H1, H4")
    assert Seen(table).sets() == ["A: H2, H3, H4"]
    assert Seen(table).count("interrupts") == [0, 1, 1]


def test_c8_4_a_set_may_grow_beyond_what_it_was(side: type[Side]) -> None:
    table = scene(side, "H1, H2, H3, H4, wild HL|OIGT")
    play(table, f"{PUT_H}, yes, H3, H4, wild HL")
    assert Seen(table).sets() == ["A: H1, H2, H4, wild HL"]
    table = scene(side, "H1, H2, H3, H4, wild HL|OIGT")
    play(table, f"{PUT_H}, yes, H3, done")
    assert Seen(table).sets() == []
    assert Seen(table).hand(0) == "H1, H2, H4, wild HL"
    assert Seen(table).known(0) == "H1, H2"


def test_c8_5_a_category_may_be_tried_again(side: type[Side]) -> None:
    table = scene(side, f"{H3}, H4|OIGT")
    play(table, f"{PUT_H}, yes, H3, done, put H, H1, H2, H4, done")
    assert Seen(table).sets() == ["A: H1, H2, H4"]
    assert (Seen(table).count("attempts"), Seen(table).count("failures")) == ([2, 0], [1, 0])


def test_c9_1_the_finisher_plays_on_and_a_later_oh_no_changes_nothing(side: type[Side]) -> None:
    table = scene(side, f"{H3}, FLAT|OHNO", down=f"A: {L3}; A: {D3}", apile="")
    play(table, PUT_H)
    assert table.legal() == ["end"]
    play(table, "end, ohno 2, end")
    assert table.actor is None
    assert (table.standings(), table.ranks()) == ([3, 0], [1, 2])


# --- the end, the tallies ---------------------------------------------------------------------------------------------


def test_decided_in_the_last_round(side: type[Side]) -> None:
    """Without a bonus B overtakes in its last turn: the finisher does not win."""
    down = f"A: {H3}; A: {L3}; B: H1, H2, H3, H4; B: L1, L2, L3, L4"
    table = scene(side, f"{D3}|{D3}", down=down, apile="")
    play(table, f"put D, {D3}, done, end, put D, {D3}, done, end")
    assert (table.standings(), table.ranks()) == ([4, 5], [2, 1])
    assert table.decided_late()
    assert not table.finisher_wins()


def test_c11_with_both_piles_empty_no_card_comes(side: type[Side]) -> None:
    table = scene(side, "|", step=1, pile="", apile="")
    assert table.kind == "play"
    play(table, "end, end")
    assert (Seen(table).starved, Seen(table).no_action) == (3, 3)
    assert Seen(table).hands() == " | "
    seen = after(side, "H1|", "2", turn="BOOST 2", pile="D1")
    assert (seen.hand(0), seen.starved) == ("H1, D1", 1)


def test_all_cards_in_sets_the_cap_ends_the_game(side: type[Side]) -> None:
    """Nobody can finish any more (`allow_repeat_category` may lead there): it is counted as capped, nobody wins."""
    sets = [f"A: {c}1, {c}2, {c}3, {c}4; B: {c}1, {c}2, {c}3, {c}4" for c in "HL"] * 2
    details: Any = {"pile": "", "apile": "", "allow_repeat_category": True, "max_rounds": 4}
    table = scene(side, "D1|D1", down=";".join(sets), **details)
    for _ in range(8):
        assert table.legal() == ["end"]
        play(table, "end")
    assert table.actor is None
    assert Seen(table).ended == 1
    assert table.standings() == [8, 8]
    assert Seen(table).starved == 7
