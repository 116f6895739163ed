"""The numbered test cases of the specification (gaps in the numbering are intended), on the kernels and on the twin.

A is the active player. Where a case says nothing of a player, that player has no card that matters.
"""

from __future__ import annotations

from collections import Counter

import pytest

from simkit.game import RUNNING
from simkit.games.doctor_li.state import FINISHED
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import Seen, after, scene
from tests.games.doctor_li.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
H3, L3, D3 = "H1, H2, H3", "L1, L2, L3", "D1, D2, D3"
PUT_H, PUT_L, PUT_D = f"put H, {H3}, done", f"put L, {L3}, done", f"put D, {D3}, done"


# --- 4.1 From the rulebook --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("held", "lost"), [(11, 6), (6, 3), (7, 4), (5, 0), (12, 6)])
def test_c_t01_hoarding(side: type[Side], held: int, lost: int) -> None:
    table = scene(side, f"L1|H1 x4, H2 x4, H3 x{held - 8}" if held > 8 else f"L1|H1 x{held - 4}, H2 x4", turn="HOARD")
    for _ in range(lost):
        assert (table.actor, table.kind) == (1, "hoarding")
        table.act(table.legal()[0])
    assert table.kind == "play"
    assert len(Seen(table).table["hands"][1]) == held - lost
    assert Seen(table).count("hoarded") == [0, lost]
    assert len(Seen(table).discard()) == lost


def test_c_t02_an_attempt_is_stopped(side: type[Side]) -> None:
    table = scene(side, f"{H3}|L1|OIGT|L1")
    play(table, PUT_H)
    assert (table.actor, table.kind) == (2, "interrupt")
    play(table, "yes")
    assert (table.actor, table.kind, table.legal()) == (0, "lose", ["H1", "H2", "H3"])
    play(table, "H3")
    seen = Seen(table)
    assert table.kind == "play"
    assert seen.hands() == "H1, H2 | L1 |  | L1"
    assert seen.known(0) == "H1, H2"
    assert seen.sets() == []
    assert (seen.discard(), seen.adiscard()) == (["H3"], "OIGT")
    assert (seen.count("attempts"), seen.count("failures")) == ([1, 0, 0, 0], [1, 0, 0, 0])
    assert seen.count("interrupts") == [0, 0, 1, 0]


def test_c_t03_completed_from_the_hand(side: type[Side]) -> None:
    table = scene(side, f"{H3}, H4|L1|OIGT|L1")
    play(table, f"{PUT_H}, yes, H3")
    assert (table.kind, table.legal()) == ("complete", ["H4", "done"])
    play(table, "H4")
    seen = Seen(table)
    assert seen.sets() == ["A: H1, H2, H4"]
    assert (seen.points, seen.discard()) == ([1, 0, 0, 0], ["H3"])
    assert (seen.count("attempts"), seen.count("failures")) == ([1, 0, 0, 0], [0, 0, 0, 0])


@pytest.mark.parametrize("another", [False, True])
def test_c_t04_annihilation(side: type[Side], another: bool) -> None:
    table = scene(side, f"{H3}, OIGT|L1|OIGT|OIGT")
    play(table, f"{PUT_H}, yes")
    assert (table.actor, table.kind) == (0, "counter")
    play(table, "yes")
    assert Seen(table).adiscard() == "OIGT, OIGT"
    assert Seen(table).words(Seen(table).limbo) == H3
    assert (table.actor, table.kind) == (3, "interrupt")
    play(table, "yes, H1" if another else "no")
    assert Seen(table).sets() == ([] if another else [f"A: {H3}"])
    assert Seen(table).hand(0) == ("H2, H3" if another else "")


def test_c_t05_last_round(side: type[Side]) -> None:
    table = scene(side, f"||{D3}|", down=f"C: {H3}; C: {L3}", current=2, apile="")
    play(table, PUT_D)
    assert Seen(table).final_left == 4
    turns = []
    while table.actor is not None:
        turns.append(table.actor)
        play(table, "end")
    assert turns == [2, 3, 0, 1]
    assert (Seen(table).ended, Seen(table).turns) == (FINISHED, 4)


# --- 4.2 Hand-derived -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("cards", "most_wilds", "valid"),
    [
        ("H1, H2, H3", "none", True),
        ("H1 x2, H2", "none", False),
        ("H1, H2, wild HL", "none", True),
        ("H1, H2, wild LD", "none", False),
        ("H1, H2, H3, H4", "none", True),
        ("H1, wild HL, wild HD", "none", True),
        ("H1, wild HL, wild HD", 1, False),
        ("wild HL x2, wild HD", "none", True),
    ],
)
def test_c_t06_valid_sets(side: type[Side], cards: str, most_wilds: object, valid: bool) -> None:
    table = scene(side, f"{cards}|L1", max_wilds_per_set=most_wilds)
    assert table.refuses("put H") != valid
    assert ("put H" in table.legal()) == valid
    if valid:
        play(table, "put H")
        while table.kind == "build":
            table.act(table.legal()[0])
        n = 4 if "H4" in cards else 3
        assert [len(s.split(", ")) for s in Seen(table).sets()] == [n]
        assert Seen(table).points == [n - 2, 0]


def test_c_t06_of_a_face_only_one_may_be_laid(side: type[Side]) -> None:
    table = scene(side, "H1 x2, H2, H3|L1")
    play(table, "put H, H1")
    assert table.legal() == ["H2", "H3"]
    play(table, "H2, H3")
    assert table.legal() == ["done"]


def test_c_t07_no_extension(side: type[Side]) -> None:
    table = scene(side, "H1, H2, H4|L1", down=f"A: {H3}")
    assert table.refuses("put H")
    assert not any(action.startswith("put") for action in table.legal())


@pytest.mark.parametrize("again", [False, True])
def test_c_t10_a_four_set_is_refilled(side: type[Side], again: bool) -> None:
    table = scene(side, "H1, H2, H3, H4, wild HL|OIGT|OIGT")
    play(table, "put H, H1, H2, H3, H4, yes, H4, wild HL")
    assert (table.actor, table.kind) == (2, "interrupt")
    play(table, "yes, wild HL" if again else "no")
    seen = Seen(table)
    assert seen.sets() == (["A: H1, H2, H3"] if again else ["A: H1, H2, H3, wild HL"])
    assert seen.points == [1 if again else 2, 0, 0]
    assert seen.count("sets of 4") == [0 if again else 1, 0, 0]


def test_c_t11_two_categories_in_one_turn(side: type[Side]) -> None:
    seen = after(side, f"{L3}, {D3}|OIGT", f"{PUT_L}, no, {PUT_D}, yes, D2")
    assert seen.sets() == [f"A: {L3}"]
    assert seen.hand(0) == "D1, D3"
    assert (seen.count("attempts"), seen.count("failures")) == ([2, 0], [1, 0])


def test_c_t12_epidemic(side: type[Side]) -> None:
    table = scene(side, "H1, L2, D3, OIGT|H1, wild LD, D3|H1, H2, L1, OIGT|H1, FLAT", turn="EPI")
    assert (table.kind, table.legal()) == ("epidemic", ["H1", "L2", "D3"])
    play(table, "D3, H1, L2")
    assert (table.actor, table.legal()) == (1, ["H1", "D3", "wild LD"])
    play(table, "H1, D3, wild LD")
    assert (table.actor, table.legal()) == (3, ["FLAT"])
    assert Seen(table).count("wiped") == [0, 0, 1, 0]
    play(table, "FLAT")
    seen = Seen(table)
    assert table.kind == "play"
    assert seen.hands() == "OIGT |  |  | H1"
    assert seen.discard()[:6] == ["D3", "H1", "L2", "H1", "D3", "wild LD"]
    assert sorted(seen.discard()[6:]) == ["H1", "H2", "L1"]
    assert seen.adiscard() == "OIGT, FLAT, EPI"
    assert seen.count("played FLAT") == [0, 0, 0, 1]


def test_c_t12_what_wild_cards_can_pay(side: type[Side]) -> None:
    table = scene(side, "wild HL x2, D1|wild HL, D1, D2||H1, L1, D1, FLAT", turn="EPI", n_wild=9)
    assert (table.actor, table.legal()) == (0, ["D1", "wild HL"])
    play(table, "wild HL")
    assert table.legal() == ["D1", "wild HL"]
    play(table, "D1, wild HL")
    assert (table.actor, table.legal()) == (3, ["H1", "L1", "D1", "FLAT"])
    play(table, "H1")
    assert table.legal() == ["L1", "D1"]
    play(table, "L1, D1")
    assert Seen(table).hands() == " |  |  | FLAT"
    assert Seen(table).count("wiped") == [0, 1, 0, 0]


def test_c_t12_a_payment_must_stay_possible(side: type[Side]) -> None:
    """The wild card is the only one that can stand for D: H2 or the wild card as H leaves that open."""
    table = scene(side, "H1, H2, L1, wild HD|L1", turn="EPI")
    play(table, "H2")
    assert table.legal() == ["L1", "wild HD"]
    play(table, "wild HD, L1")
    assert Seen(table).hand(0) == "H1"


def test_c_t13_held_only(side: type[Side]) -> None:
    table = scene(side, "L1|H1, H2, L1, OIGT", turn="EPI", current=1, epidemic_mode="held_only")
    assert (table.actor, table.legal()) == (1, ["H1", "H2", "L1"])
    play(table, "H2")
    assert table.legal() == ["L1"]
    play(table, "L1, L1")
    assert Seen(table).hands() == " | H1, OIGT"
    assert Seen(table).count("wiped") == [0, 0]


def test_c_t14_boost_reshuffles(side: type[Side]) -> None:
    table = scene(side, "OIGT|L1", turn="BOOST 2", pile="H1", discard="D1, D2, D3, D4, L2")
    assert (table.kind, table.legal()) == ("boost", ["0", "2"])
    play(table, "2")
    seen = Seen(table)
    assert len(seen.table["hands"][0]) == 3
    assert "H1" in seen.hand(0)
    assert (seen.discard(), len(seen.piles[0]), seen.reshuffles) == ([], 4, [1, 0])


def test_c_t15_aggravating_circumstances(side: type[Side]) -> None:
    table = scene(side, "L1, H1, H2|L1", turn="AGG L2")
    assert (table.kind, table.legal()) == ("aggravation", ["L1"])
    play(table, "L1")
    assert (table.kind, Seen(table).hand(0)) == ("play", "H1, H2")
    table = scene(side, "L1, H1, H2, OIGT|L1", turn="AGG L2")
    assert table.legal() == ["L1", "escape"]
    play(table, "escape")
    assert (table.kind, Seen(table).hand(0)) == ("play", "H1, H2, L1")
    assert Seen(table).count("escapes") == [1, 0]
    assert scene(side, "H1, H2, wild HD, OIGT|L1", turn="AGG L2").kind == "play"
    assert scene(side, "H1, wild HL|L1", turn="AGG L2").legal() == ["wild HL"]


def test_c_t17_well_that_sucks(side: type[Side]) -> None:
    seen = after(side, "WTS random1|H1", "wts random1 B")
    assert seen.hands() == "H1 | "
    assert seen.adiscard() == "WTS random1"
    seen = after(side, "WTS random1|H1, OIGT", "wts random1 B, yes")
    assert seen.hands() == " | H1"
    assert seen.adiscard() == "OIGT, WTS random1"
    assert seen.count("deflections") == [0, 1]
    table = scene(side, "WTS random1, OIGT|H1, OIGT")
    play(table, "wts random1 B, yes")
    assert (table.actor, table.kind) == (0, "counter")
    play(table, "yes")
    assert Seen(table).hands() == "H1 | "
    assert Seen(table).adiscard() == "OIGT, OIGT, WTS random1"
    assert Seen(table).count("counters") == [1, 0]


def test_c_t18_fishing(side: type[Side]) -> None:
    caught: Counter[str] = Counter()
    for block in range(500):
        seen = after(side, "H1 x2, D1|L1, L2, D2, OIGT, FLAT", "fish H B, H1, H1", block=block)
        hand = seen.hand(0).split(", ")
        assert len(hand) == 2
        assert len(seen.table["hands"][1]) == 4
        assert seen.discard() == ["H1", "H1"]
        hand.remove("D1")
        caught[hand[0]] += 1
    assert set(caught) == {"L1", "L2", "D2", "OIGT", "FLAT"}
    assert all(abs(n - 100) < 36 for n in caught.values()), caught  # 4 standard deviations


def test_c_t20_the_top_of_the_discard_pile(side: type[Side]) -> None:
    details = {"step": 1, "pile": "H1", "apile": ""}
    table = scene(side, "D1|D1", discard="D2, L3", **details)
    assert (table.kind, table.legal()) == ("source", ["pile", "discard"])
    play(table, "discard")
    assert (Seen(table).hand(0), Seen(table).known(0), Seen(table).discard()) == ("L3, D1", "L3", ["D2"])
    table = scene(side, "D1|D1", discard="D2, L3", **details)
    play(table, "pile")
    assert (Seen(table).hand(0), Seen(table).known(0)) == ("H1, D1", "")
    table = scene(side, "D1|D1", **details)
    assert (table.kind, Seen(table).hand(0)) == ("play", "H1, D1")


def test_c_t21_light_point(side: type[Side]) -> None:
    details = {"discard": "H1, L2", "adiscard": "AGG any1, OIGT, LIGHT"}
    table = scene(side, "LIGHT|D1", **details)
    play(table, "light category")
    assert (table.kind, table.legal()) == ("pick", ["H1", "L2"])
    play(table, "H1")
    assert (Seen(table).hand(0), Seen(table).known(0), Seen(table).discard()) == ("H1", "H1", ["L2"])
    table = scene(side, "LIGHT|D1", **details)
    play(table, "light action")
    assert table.legal() == ["OIGT"]
    play(table, "OIGT")
    assert (Seen(table).hand(0), Seen(table).adiscard()) == ("OIGT", "LIGHT, LIGHT, AGG any1")
    table = scene(side, "LIGHT|D1", discard="H1", adiscard="AGG any1, EPI")
    play(table, "light action")
    assert (table.kind, Seen(table).hand(0), Seen(table).adiscard()) == ("play", "", "LIGHT, AGG any1, EPI")
    assert Seen(table).count("played LIGHT") == [1, 0]
    assert scene(side, "LIGHT|D1", discard="H1").refuses("light action")


def test_c_t23_scoring(side: type[Side]) -> None:
    down = f"A: {H3}; A: L1, L2, L3, L4; B: H1, H2, H3, H4; B: L1, L2, L3, L4; C: H1, H2, H3"
    table = scene(side, f"{D3}|H4|H4", down=down)
    play(table, PUT_D)
    assert table.standings() == [5, 4, 1]
    assert (Seen(table).finisher, Seen(table).points) == (0, [4, 4, 1])


def test_c_t24_the_finisher_wins_ties(side: type[Side]) -> None:
    down = f"A: {H3}; A: {L3}; B: H1, H2, H3, H4; B: L1, L2, L3, L4"
    table = scene(side, f"{D3}|", down=down, apile="")
    play(table, f"{PUT_D}, end, end")
    assert table.actor is None
    assert table.standings() == [4, 4]
    assert table.ranks() == [1, 2]
    assert table.finisher_wins()
    assert not table.decided_late()


def test_c_t27_the_action_pile_is_reshuffled_without_held_cards(side: type[Side]) -> None:
    table = scene(side, "OIGT|FLAT", step=1, apile="", adiscard="AGG H1, EPI, HOARD")
    seen = Seen(table)
    assert seen.reshuffles == [0, 1]
    rest = seen.words(seen.piles[1]).split(", ")
    assert sorted([*rest, *seen.adiscard().split(", ")]) == ["AGG H1", "EPI", "HOARD"]
    assert len(rest) == 2
    assert seen.hands().count("OIGT") == 1


def test_c_t28_a_second_finisher(side: type[Side]) -> None:
    down = f"C: {H3}; C: {L3}; D: {H3}; D: {L3}"
    table = scene(side, f"||{D3}|{D3}", down=down, current=2, apile="")
    play(table, f"{PUT_D}, end, {PUT_D}")
    assert Seen(table).final_left == 3
    assert Seen(table).ended == RUNNING
    play(table, "end, end, end")
    assert (table.actor, Seen(table).turns) == (None, 4)
    assert table.standings() == [0, 0, 4, 3]
    assert Seen(table).done_order == [0, 0, 1, 2]


def test_c_t29_an_epidemic_leaves_sets_alone(side: type[Side]) -> None:
    seen = after(side, "H1|", "", down=f"B: {H3}; B: {L3}; B: {D3}; A: {L3}", turn="EPI")
    assert seen.sets() == [f"B: {H3}", f"B: {L3}", f"B: {D3}", f"A: {L3}"]
    assert seen.hands() == " | "
    assert seen.count("wiped") == [1, 0]


def test_c_t30_every_hand_is_counted_by_itself(side: type[Side]) -> None:
    table = scene(side, "H1 x4, H2 x3|L1 x4, L2 x2|D1 x4, D2|H3 x4, FLAT x2", turn="HOARD")
    asked = []
    while table.kind == "hoarding":
        asked.append(table.actor)
        table.act(table.legal()[0])
    assert asked == [0] * 4 + [1] * 3 + [3] * 3
    assert [len(hand) for hand in Seen(table).table["hands"]] == [3, 3, 5, 3]
