"""What a replay of Doctor Li tells: cards that nobody chose to lose lie open, so they are named."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.games.doctor_li import GAME
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import scene
from tests.games.doctor_li.tables import Compiled


def told(table: Any, actions: str) -> list[str]:
    """The events of the last of some actions."""
    *first, last = actions.split(", ")
    if first:
        play(table, ", ".join(first))
    before = table.state.copy()
    play(table, last)
    return list(GAME.words.events(before, table.state, table.rules))


def from_the_pile(hands: str, turned: str, **options: Any) -> Any:
    """A table before step 1, with the action card that will be turned."""
    return scene(Compiled, hands, step=1, discard="L4", apile=turned, pile="D4", **options)


def test_a_hand_that_an_epidemic_wipes_is_named() -> None:
    table = from_the_pile("H1, H2, OIGT|L1, L1, WTS any2|H1, L1, D1", "EPI")
    assert told(table, "pile") == [
        "turned: Epidemic Spread",
        "seat 1 loses its hand to the epidemic",
        "seat 2 loses its hand to the epidemic",
        "discarded: H1, H2, 2 L1, D4, Oh I Got This, Well That Sucks (2 cards of choice)",
        "hands: seat 1 0, seat 2 0",
    ]


def test_cards_that_are_drawn_at_random_are_named() -> None:
    random_cards: dict[str, Any] = {"agg_table": {"random2": 6, "random3": 6}}
    at_once = from_the_pile("H1|L1|D1", "AGG random2", **random_cards)
    lines = told(at_once, "discard")
    assert lines[0] == "turned: Aggravating circumstances (2 cards at random)"
    assert lines[1] == "discarded: H1, L4"
    asked = from_the_pile("OIGT|L1|D1", "AGG random3", **random_cards)
    assert "discarded: L4, Oh I Got This" in told(asked, "discard, suffer")
    escaped = from_the_pile("OIGT|L1|D1", "AGG random3", **random_cards)
    assert not [line for line in told(escaped, "discard, escape") if line.startswith("discarded")]


@pytest.mark.parametrize("turned", ["AGG any1", "HOARD"])
def test_a_card_that_its_owner_chooses_is_named_once(turned: str) -> None:
    table = from_the_pile("H1 x4, H2 x4|L1|D1", turned)
    assert not [line for line in told(table, "pile") if line.startswith("discarded")]
    before = table.state.copy()
    play(table, "H1")
    assert not [line for line in GAME.words.events(before, table.state, table.rules) if line.startswith("discarded")]


def test_the_table_tells_whose_turn_it_is_and_what_was_turned() -> None:
    table = from_the_pile("H1|L1|D1", "FLAT")
    assert GAME.words.table(table.state, table.rules)[-1] == "seat 1 is active"
    play(table, "pile")
    assert GAME.words.table(table.state, table.rules)[-1] == "seat 1 is active; turned: Flat Curve"
