"""Every reading of Doctor Li that is an option (specification, section 3.2), on the kernels and on the twin."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.game import RUNNING
from simkit.games.doctor_li.state import FINISHED
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import Seen, after, scene
from tests.games.doctor_li.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
H3, L3, D3 = "H1, H2, H3", "L1, L2, L3", "D1, D2, D3"
PUT_H, PUT_D = f"put H, {H3}, done", f"put D, {D3}, done"


# --- CA1 to CA6: immediate cards --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "legal"), [("printed", ["0", "1"]), ("choice", ["0", "1", "2"])])
def test_ca1_boost(side: type[Side], mode: str, legal: list[str]) -> None:
    table = scene(side, "H1|", turn="BOOST 1", boost_mode=mode)
    assert table.legal() == legal
    play(table, legal[-1])
    assert len(Seen(table).table["hands"][0]) == int(legal[-1]) + 1


def test_ca2_held_only_wipes_nobody_and_flat_stays_a_choice(side: type[Side]) -> None:
    table = scene(side, "H1, FLAT|FLAT|OIGT", turn="EPI", epidemic_mode="held_only")
    assert table.legal() == ["H1", "FLAT"]
    play(table, "H1")
    assert (table.kind, Seen(table).hands()) == ("play", "FLAT | FLAT | OIGT")
    assert Seen(table).count("wiped") == [0, 0, 0]


@pytest.mark.parametrize("allowed", [True, False])
def test_ca3_wild_cards_in_an_epidemic(side: type[Side], allowed: bool) -> None:
    table = scene(side, "H1, wild LD, D3|", turn="EPI", wild_in_epidemic=allowed)
    assert table.kind == ("epidemic" if allowed else "play")
    assert Seen(table).count("wiped") == [0 if allowed else 1, 0]
    assert Seen(table).hands() == ("H1, D3, wild LD | " if allowed else " | ")


@pytest.mark.parametrize("all_cards", [True, False])
def test_ca5_what_a_wiped_hand_loses(side: type[Side], all_cards: bool) -> None:
    seen = after(side, "H1, wild LD, OIGT|", "", turn="EPI", epidemic_discards_actions=all_cards)
    assert seen.hand(0) == ("" if all_cards else "OIGT")
    assert seen.count("wiped") == [1, 0]


@pytest.mark.parametrize(
    ("hand", "counts_all", "lost"),
    [("H1 x4, OIGT x3", True, 4), ("H1 x4, OIGT x3", False, 0), ("H1 x4, H2 x2, OIGT x2", False, 3)],
)
def test_ca6_hoarding_and_action_cards(side: type[Side], hand: str, counts_all: bool, lost: int) -> None:
    table = scene(side, f"{hand}|", turn="HOARD", hoard_counts_actions=counts_all)
    for _ in range(lost):
        assert ("OIGT" in table.legal()) == counts_all
        table.act(table.legal()[0])
    assert table.kind == "play"
    assert Seen(table).count("hoarded") == [lost, 0]


# --- CA7 to CA11: Oh I Got This ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("chooser", "actor"), [("active", 0), ("interrupter", 1)])
def test_ca7_who_picks_the_lost_card(side: type[Side], chooser: str, actor: int) -> None:
    table = scene(side, f"{H3}|OIGT", oigt_discard_chooser=chooser)
    play(table, f"{PUT_H}, yes")
    assert (table.kind, table.actor) == ("lose", actor)
    play(table, "H2")
    assert Seen(table).hand(0) == "H1, H3"


def test_ca7_at_random(side: type[Side]) -> None:
    lost: Counter[str] = Counter()
    for block in range(60):
        table = scene(side, f"{H3}|OIGT", oigt_discard_chooser="random", block=block)
        play(table, f"{PUT_H}, yes")
        assert table.kind == "play"
        lost.update(Seen(table).discard())
    assert set(lost) == {"H1", "H2", "H3"}
    assert min(lost.values()) > 8


@pytest.mark.parametrize(("degrades", "sets"), [(True, ["A: H1, H2, H3"]), (False, [])])
def test_ca8_a_set_of_four_that_was_hit(side: type[Side], degrades: bool, sets: list[str]) -> None:
    seen = after(side, "H1, H2, H3, H4|OIGT", "put H, H1, H2, H3, H4, yes, H4", four_set_degrades=degrades)
    assert seen.sets() == sets
    assert seen.count("failures") == [0 if degrades else 1, 0]


def test_ca8_refilled_it_is_valid(side: type[Side]) -> None:
    seen = after(
        side, "H1, H2, H3, H4, wild HL|OIGT", "put H, H1, H2, H3, H4, yes, H4, wild HL", four_set_degrades=False
    )
    assert seen.sets() == ["A: H1, H2, H3, wild HL"]


@pytest.mark.parametrize(("limit", "asked"), [("none", True), (1, False), (2, True)])
def test_ca9_most_cards_against_an_attempt(side: type[Side], limit: Any, asked: bool) -> None:
    table = scene(side, f"{H3}, OIGT|OIGT|OIGT", max_oigt_per_attempt=limit)
    play(table, f"{PUT_H}, yes, yes")  # countered ones count too
    assert (table.kind == "interrupt") == asked
    assert Seen(table).sets() == ([] if asked else [f"A: {H3}"])


@pytest.mark.parametrize("general", [True, False])
def test_ca11_answering_for_ones_own_wts(side: type[Side], general: bool) -> None:
    table = scene(side, "WTS any2, OIGT|H1, OIGT", oigt_counter_general=general)
    play(table, "wts any2 B, yes")
    assert table.kind == ("counter" if general else "play")


# --- CA13 to CA16: sets -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "hands", "discard"),
    [
        ("discard", " | D1", ["H1", "H2", "wild HD"]),
        ("return", " | H1, H2, D1, wild HD", []),
        ("steal", "H1, H2, wild HD | D1", []),
    ],
)
def test_ca13_oh_no_you_didnt(side: type[Side], effect: str, hands: str, discard: list[str]) -> None:
    seen = after(side, "OHNO|D1", "ohno 1", down="A: L1, L2, L3; B: H1, H2, wild HD", ohno_effect=effect)
    assert (seen.hands(), seen.discard(), seen.adiscard()) == (hands, discard, "OHNO")
    assert (seen.sets(), seen.points) == (["A: L1, L2, L3"], [1, 0])
    assert seen.count("played OHNO") == [1, 0]
    taker = {"discard": None, "return": 1, "steal": 0}[effect]
    assert [bool(seen.known(s)) for s in (0, 1)] == [taker == 0, taker == 1]


def test_ca15_further_sets(side: type[Side]) -> None:
    details: Any = {"down": f"A: {H3}; A: {L3}"}
    assert scene(side, f"{H3}|", **details).refuses("put H")
    table = scene(side, f"{H3}|", allow_repeat_category=True, **details)
    play(table, PUT_H)
    seen = Seen(table)
    assert (seen.points, seen.down, seen.final_left) == ([3, 0], [[2, 1, 0], [0, 0, 0]], 0)


def test_ca15_sets_of_one_category_do_not_finish(side: type[Side]) -> None:
    details: Any = {"down": f"A: {H3}; A: {L3}; A: {D3}; B: {H3}; B: {L3}", "apile": ""}
    table = scene(side, f"|{D3}", allow_repeat_category=True, current=1, **details)
    play(table, PUT_D)
    assert (Seen(table).finisher, Seen(table).final_left) == (1, 2)


@pytest.mark.parametrize(("limit", "more"), [("none", True), (1, False), (2, True)])
def test_ca16_several_categories_in_a_turn(side: type[Side], limit: Any, more: bool) -> None:
    table = scene(side, f"{H3}, {L3}|", max_putdowns_per_turn=limit)
    play(table, PUT_H)
    assert ("put L" in table.legal()) == more
    table = scene(side, f"{H3}, {L3}|OIGT", max_putdowns_per_turn=limit)
    play(table, f"{PUT_H}, yes, H1")
    assert "put L" in table.legal()  # only successes count


# --- CA17 to CA21: exchanges, Light Point, logo cards -----------------------------------------------------------------


def test_ca17_what_four_cards_buy(side: type[Side]) -> None:
    details: Any = {"discard": "D1", "adiscard": "OIGT, LIGHT, EPI"}
    table = scene(side, "H1 x3, wild HL|", **details)
    assert [a for a in table.legal() if a.startswith("four")] == ["four category H"]
    table = scene(side, "H1 x3, wild HL|", exchange4_pile="any", **details)
    assert [a for a in table.legal() if a.startswith("four")] == ["four category H", "four action H"]
    play(table, "four action H")
    assert table.legal() == ["OIGT"]
    play(table, "OIGT, H1, H1, wild HL, H1")
    assert (Seen(table).hand(0), Seen(table).known(0)) == ("OIGT", "OIGT")
    assert Seen(table).discard() == ["D1", "H1", "H1", "wild HL", "H1"]


def test_ca18_fishing(side: type[Side]) -> None:
    for block in range(20):
        seen = after(side, "H1 x2|L1, OIGT x4", "fish H B, H1, H1", fish_mode="blind_category", block=block)
        assert seen.hands() == "L1 | OIGT, OIGT, OIGT, OIGT"
    assert scene(side, "H1 x2|OIGT x2", fish_mode="blind_category").refuses("fish H B")
    table = scene(side, "H1 x2|L1, OIGT", fish_mode="open")
    play(table, "fish H B, H1, H1")
    assert (table.actor, table.kind, table.legal()) == (0, "fish", ["L1", "OIGT"])
    play(table, "OIGT")
    assert Seen(table).hands() == "OIGT | L1"


@pytest.mark.parametrize(
    ("hand", "unique", "legal"),
    [("H1 x2", False, True), ("H1 x2", True, False), ("H1, H2", True, True), ("wild HL x2", True, True)],
)
def test_ca19_equal_cards(side: type[Side], hand: str, unique: bool, legal: bool) -> None:
    table = scene(side, f"{hand}|L1", exchange_unique=unique)
    assert table.refuses("fish H B") != legal
    if hand == "H1, H2":
        play(table, "fish H B, H2")
        assert table.legal() == ["H1"]


def test_ca19_four_different_cards(side: type[Side]) -> None:
    details: Any = {"discard": "D1", "exchange_unique": True}
    assert scene(side, "H1 x2, H2, H3|", **details).refuses("four category H")
    table = scene(side, "H1 x2, H2, H3, wild HD|", **details)
    play(table, "four category H, D1, H1")
    assert table.legal() == ["H2", "H3", "wild HD"]


@pytest.mark.parametrize(
    ("picks", "legal"),
    [("logo_not_light", ["OIGT"]), ("logo", ["OIGT", "LIGHT"]), ("any", ["OIGT", "LIGHT", "AGG H1", "EPI"])],
)
def test_ca20_light_point(side: type[Side], picks: str, legal: list[str]) -> None:
    table = scene(side, "LIGHT|", adiscard="AGG H1, OIGT, LIGHT, EPI", light_action_pick=picks)
    play(table, "light action")
    assert table.legal() == legal


@pytest.mark.parametrize("picks", ["logo", "any"])
def test_ca20_a_turn_of_light_points_ends(side: type[Side], picks: str) -> None:
    table = scene(side, "LIGHT|", adiscard="LIGHT", light_action_pick=picks)
    for _ in range(50):
        play(table, "light action, LIGHT")
    assert table.legal() == ["end"]
    assert table.refuses("light action")


@pytest.mark.parametrize("forced", [False, True])
def test_ca21_taking_a_logo_card(side: type[Side], forced: bool) -> None:
    table = scene(side, "|", turn="FLAT", logo_pickup="forced" if forced else "optional")
    assert table.kind == ("play" if forced else "logo")
    if not forced:
        assert table.legal() == ["no", "yes"]
        play(table, "no")
    assert Seen(table).hand(0) == ("FLAT" if forced else "")
    assert Seen(table).known(0) == ("FLAT" if forced else "")


# --- CA23: Oh No You Didn't against the finisher ----------------------------------------------------------------------


@pytest.mark.parametrize("end", [False, True])
@pytest.mark.parametrize("bonus", [False, True])
def test_ca23_the_finisher_is_hit(side: type[Side], end: bool, bonus: bool) -> None:
    table = scene(
        side, f"{D3}|OHNO|", down=f"A: {H3}; A: {L3}", apile="", ohno_cancels_end=end, ohno_cancels_bonus=bonus
    )
    play(table, f"{PUT_D}, end, ohno 2")
    seen = Seen(table)
    assert seen.final_left == (0 if end else 2)
    assert table.standings() == [2 if bonus else 3, 0, 0]
    play(table, "end, pile, no, end")  # what is turned is the Oh No You Didn't again
    assert Seen(table).ended == (RUNNING if end else FINISHED)


def test_ca23_another_who_has_all_keeps_the_last_round(side: type[Side]) -> None:
    down = f"A: {H3}; A: {L3}; B: {H3}; B: {L3}"
    table = scene(side, f"{D3}|{D3}|OHNO", down=down, apile="", ohno_cancels_end=True, ohno_cancels_bonus=True)
    play(table, f"{PUT_D}, end, {PUT_D}, end, ohno 4")
    assert Seen(table).final_left == 1
    assert Seen(table).finisher == -1


@pytest.mark.parametrize(("bonus", "standings", "ranks"), [(1, [3, 4], [2, 1]), (0, [3, 3], [1, 2])])
def test_ca23_the_next_completion_starts_anew_and_the_first_still_breaks_ties(
    side: type[Side], bonus: int, standings: list[int], ranks: list[int]
) -> None:
    down = f"A: {H3}; A: {L3}; B: {H3}; B: {L3}"
    table = scene(
        side, f"{D3}|OHNO, {D3}", down=down, apile="", ohno_cancels_end=True, ohno_cancels_bonus=True,
        ohno_effect="return", finisher_bonus=bonus,
    )  # fmt: skip
    play(table, f"{PUT_D}, end, ohno 4, {PUT_D}")
    seen = Seen(table)
    assert (seen.final_left, seen.finisher, seen.done_order) == (2, 1, [1, 2])
    play(table, f"end, no, {PUT_D}, end")
    assert table.actor is None
    assert (table.standings(), table.ranks()) == (standings, ranks)
    assert table.finisher_wins() == (ranks[0] == 1)


def test_ca24_ties_without_a_finisher_are_shared(side: type[Side]) -> None:
    down = f"A: {H3}; A: {L3}; B: H1, H2, H3, H4; B: L1, L2, L3, L4; C: H1, H2, H4, wild HL; C: L1, L2, L4, wild LD"
    table = scene(side, f"{D3}||", down=down, apile="", finisher_bonus=0, copies_per_unique=5)
    play(table, f"{PUT_D}, end, end, end")
    assert (table.standings(), table.ranks()) == ([3, 4, 4], [3, 1, 1])
