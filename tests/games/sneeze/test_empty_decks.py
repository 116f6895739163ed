"""Drawing when decks run out, and the order of draws (specification, sections 0a and S11)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.sneeze.scenes import after, scene
from tests.games.sneeze.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
UP, DOWN = 0, 1


def test_a_spent_card_cannot_come_back_by_a_windy_day_of_its_own_flip_double(side: type[Side]) -> None:
    details: Any = {"hands": "gust", "adeck": ""}
    seen = after(side, "Smog|Cat", "double up, pay gust", deck="Windy, Dust", **details)
    assert seen.hands() == [[], []]
    assert seen.adiscard() == ["gust"]
    assert seen.table["tallies"]["lost_draws"] == 1
    seen = after(side, "Smog|Cat", "double up, pay gust", deck="Cat, Dust, Pollen", **details)
    assert seen.hands() == [[], ["gust"]]  # a sneeze draws it: the sneezer first
    assert seen.table["tallies"]["lost_draws"] == 1


def test_flip_double_reshuffles_between_the_two_cards(side: type[Side]) -> None:
    seen = after(side, "Smog|Pollen", "double down, pay gust", hands="gust", deck="Cat", discard="Dust")
    assert seen.pool(DOWN) == ["Cat", "Dust"]
    seen = after(side, "Smog|Pollen", "double down, pay gust", hands="gust", deck="Cat")
    assert seen.pool(DOWN) == ["Cat"]
    seen = after(side, "Smog|Pollen", "double down, pay gust", hands="gust", deck="Windy")
    assert seen.up_side == 1  # as a single flip
    assert seen.drawn() == [1, 0]
    assert seen.discard() == ["Windy"]


def test_s11_3_an_allergy_is_drawn_from_the_pool_that_caused_it(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat", "flip up", deck="Cat")
    assert seen.allergies(1) == "Cat, Cat"
    assert seen.pool(UP) == seen.discard() == []
    seen = after(side, "Smog|Cat", "air Cat", hands="air")
    assert seen.allergies(1) == "Cat"
    assert seen.drawn() == [1, 1]


def test_and_now_draws_of_a_windy_day_come_before_those_of_the_sneeze(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat|Dog", "flip up", deck="Cat, Windy", adeck="gust, mix, clean")
    assert seen.hands() == [["clean"], ["gust", "mix"], []]


def test_a_windy_flip_is_drawn_for_after_the_breath_cards_went(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat|Dog", "flip up", deck="Windy", breath="B", adeck="")
    assert seen.hands() == [["breath"], [], []]


def test_standing_is_minus_the_number_of_allergies(side: type[Side]) -> None:
    assert scene(side, "Cat|Dog, Dust|Smog x5").standings() == [-1, -2, -5]
