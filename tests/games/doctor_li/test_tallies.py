"""Cards of Doctor Li drawn, played and held, and who completed when, scene by scene, on both engines.

Hands that are laid out were not drawn: every count is of what happens afterwards.
"""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import N_COUNTS, SORTS
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import Seen, scene
from tests.games.doctor_li.tables import Compiled, Side, Twin
from tests.reference.doctor_li_cards import COUNTED_CARDS

both = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
SET = "H1, H2, wild HL"
PUT = f"put H, {SET}, done"


def counted(table: Any) -> str:
    """All that is not 0: "A drawn wild 1; B played OIGT 2"; cards held are left out."""
    seen, found = Seen(table), []
    for use in ("drawn", "played"):
        for card in COUNTED_CARDS:
            found += [f"{'ABCDEF'[s]} {use} {card} {n}" for s, n in enumerate(seen.count(f"{use} {card}")) if n]
    return "; ".join(sorted(found))


DRAWN: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "pile": ("|", "pile", {"step": 1, "pile": "wild HL", "discard": "H1", "apile": ""}, "A drawn wild 1"),
    "discard top": ("|", "discard", {"step": 1, "discard": "wild HL", "apile": ""}, "A drawn wild 1"),
    "natural": ("|", "discard", {"step": 1, "discard": "H1", "apile": ""}, ""),
    "boost": ("|", "2", {"turn": "BOOST 2", "pile": "wild HL, wild LD"}, "A drawn wild 2"),
    "boost declined": ("|", "0", {"turn": "BOOST 2", "pile": "wild HL, wild LD"}, ""),
    "logo OIGT": ("|", "yes", {"turn": "OIGT"}, "A drawn OIGT 1"),
    "logo FLAT": ("|", "yes", {"turn": "FLAT"}, "A drawn FLAT 1"),
    "logo LIGHT": ("|", "yes", {"turn": "LIGHT"}, "A drawn LIGHT 1"),
    "logo OHNO": ("|", "yes", {"turn": "OHNO"}, "A drawn OHNO 1"),
    "logo WTS": ("|", "yes", {"turn": "WTS any2"}, "A drawn WTS 1"),
    "logo left": ("|", "no", {"turn": "OIGT"}, ""),
    "picked": ("LIGHT|", "light action, OHNO", {"adiscard": "OHNO"}, "A drawn OHNO 1; A played LIGHT 1"),
    "picked immediate": (
        "LIGHT|", "light action, EPI", {"adiscard": "EPI", "light_action_pick": "any"}, "A played LIGHT 1",
    ),
    "bought": (
        "H1, H2, H3, H4|L1", "four category H, wild LD, H1, H2, H3, H4", {"discard": "wild LD"}, "A drawn wild 1",
    ),
    "fished": ("H1, H2|FLAT", "fish H B, H1, H2", {}, "A drawn FLAT 1"),
    "fished, wild cards given": ("wild HL, wild HD|FLAT", "fish H B, wild HL, wild HD", {}, "A drawn FLAT 1"),
    "taken blind": ("WTS random1|OHNO", "wts random1 B", {}, "A drawn OHNO 1; A played WTS 1"),
    "handed over": (
        "WTS any2|LIGHT, wild HL", "wts any2 B, wild HL, LIGHT", {},
        "A drawn LIGHT 1; A drawn wild 1; A played WTS 1",
    ),
    "set stolen": (
        "OHNO|L1", "ohno 0", {"down": "B: H1, H2, wild HL", "ohno_effect": "steal"}, "A drawn wild 1; A played OHNO 1",
    ),
    "set returned": (
        "OHNO|L1", "ohno 0", {"down": "B: H1, H2, wild HL", "ohno_effect": "return"}, "A played OHNO 1; B drawn wild 1",
    ),
    "set discarded": ("OHNO|L1", "ohno 0", {"down": "B: H1, H2, wild HL"}, "A played OHNO 1"),
}  # fmt: skip

PLAYED: dict[str, tuple[str, str, dict[str, Any], str]] = {
    "put down": (f"{SET}|", PUT, {}, "A played wild 1"),
    "three wild cards": ("wild HL x2, wild HD|", "put H, wild HL, wild HL, wild HD, done", {}, "A played wild 3"),
    "wild card lost, the set stays": (
        f"{SET}, H3|OIGT", "put H, H1, H2, H3, wild HL, yes, wild HL", {}, "B played OIGT 1",
    ),
    "failed": (f"{SET}|OIGT", f"{PUT}, yes, H1", {}, "B played OIGT 1"),
    "failed, tried again": (
        f"{SET}, H3|OIGT", f"{PUT}, yes, H1, done, put H, H2, H3, wild HL, done", {},
        "A played wild 1; B played OIGT 1",
    ),
    "countered": (f"{SET}, OIGT|OIGT", f"{PUT}, yes, yes", {}, "A played OIGT 1; A played wild 1; B played OIGT 1"),
    "deflected": ("WTS random1|OIGT, H1", "wts random1 B, yes", {}, "A played WTS 1; B played OIGT 1"),
    "deflection countered": (
        "WTS random1, OIGT|OIGT, H1", "wts random1 B, yes, yes", {},
        "A played OIGT 1; A played WTS 1; B played OIGT 1",
    ),
    "escaped": ("OIGT, H1|", "escape", {"turn": "AGG H1"}, "A played OIGT 1"),
    "paid with": ("OIGT, H1|", "OIGT", {"turn": "AGG any1"}, ""),
    "FLAT": ("FLAT|", "FLAT", {"turn": "EPI"}, "A played FLAT 1"),
    "hoarded": (
        "FLAT, OIGT, LIGHT, OHNO, WTS any2, wild HL|", "FLAT, OIGT, wild HL", {"turn": "HOARD"}, "",
    ),
    "wiped": ("FLAT, H1|OIGT, wild HL", "FLAT", {"turn": "EPI"}, "A played FLAT 1"),
    "LIGHT, lost": ("LIGHT|D1", "light action", {"adiscard": "EPI"}, "A played LIGHT 1"),
}  # fmt: skip


@both
@pytest.mark.parametrize("case", [*DRAWN, *PLAYED])
def test_what_is_drawn_and_played(side: type[Side], case: str) -> None:
    hands, actions, details, expected = (DRAWN | PLAYED)[case]
    table = scene(side, hands, **details)
    play(table, actions)
    assert counted(table) == expected


@both
def test_a_failed_attempt_leaves_the_wild_card_in_hand(side: type[Side]) -> None:
    table = scene(side, f"{SET}|OIGT")
    play(table, f"{PUT}, yes, H1")
    assert (Seen(table).count("failures"), table.held("wild")) == ([1, 0], [1, 0])


@both
def test_cards_held_are_counted_whatever_they_show_or_ask_for(side: type[Side]) -> None:
    table = scene(side, "OIGT x2, wild HL, wild LD x2, H1|FLAT, LIGHT x3, OHNO, WTS any2, WTS random1 x2, L1 x2")
    assert {card: table.held(card) for card in COUNTED_CARDS} == {
        "wild": [3, 0], "OIGT": [2, 0], "FLAT": [0, 1], "LIGHT": [0, 3], "OHNO": [0, 1], "WTS": [0, 3],
    }  # fmt: skip


@both
def test_the_deal_is_drawn(side: type[Side]) -> None:
    wild = 0
    for block in range(12):
        table = side(4, block=block, start_hand=8)
        if any(Seen(table).count("wiped")):
            continue
        drawn = Seen(table).count("drawn wild")
        assert drawn[1:] == table.held("wild")[1:]  # seat A may have lost cards to the action card that was turned
        wild += sum(drawn)
    assert wild > 0


def test_the_columns_are_what_they_are_called() -> None:
    """Counters and tallies stand in one order; the page of cards finds them by their names."""
    names = [t.name for t in GAME.tallies_of("seat")]
    expected = [f"{use}_{sort}" for use in ("drawn", "played", "held") for sort in SORTS]
    assert names[N_COUNTS - 12 : N_COUNTS + 6] == expected
    labels = {t.name: t.label for t in GAME.tallies}
    assert labels["drawn_wild"] == "Wild cards: came into the hand"
    assert labels["played_ohno"] == "Oh No You Didn't: played"
    assert labels["held_wts"] == "Well That Sucks: in hand at the end"


def test_who_completed_when_is_a_word() -> None:
    [order] = [t for t in GAME.tallies if t.name == "finish_order"]
    assert order.categories == ("never", "first", "second", "third", "fourth", "fifth", "sixth")
    table: Any = scene(Compiled, "H1, H2, H3|", down="A: L1, L2, L3; A: D1, D2, D3", apile="")
    play(table, "put H, H1, H2, H3, done")
    place = table.tallies()["finish_order"]
    assert [order.categories[k] for k in place] == ["first", "never"]
