"""The numbered test cases of the specification (gaps in the numbering are intended), on the kernels and on the twin.

A is the current player. Where a case says nothing of a player, that player has an allergy that cannot be matched.
"""

from __future__ import annotations

from typing import Any

import pytest

from simkit.game import RUNNING
from simkit.games.sneeze.state import W1_OTHER, W1_OWN, W2, W3
from tests.games.common.twins import play
from tests.games.sneeze.scenes import Seen, after, scene
from tests.games.sneeze.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
UP, DOWN = 0, 1


# --- 4.1 From the rulebook --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("up", "sneezes"),
    [("Dog, Dust", 0), ("Dog x2, Dust", 0), ("Dog, Dust x2", 1), ("Dog, Dust x2, Cat x5", 1)],
)
def test_s_t01_all_allergies_must_be_matched(side: type[Side], up: str, sneezes: int) -> None:
    seen = after(side, "Smog|Dog, Dust x2", "breath", up=up, hands="breath", deck="Pollen")
    assert seen.sneezes() == [0, sneezes]
    assert seen.allergies(1) == ("Dog, Dust, Dust, Pollen" if sneezes else "Dog, Dust, Dust")


@pytest.mark.parametrize(
    ("actions", "cats"),
    [
        ("trick up Cat", 2),
        ("trick up Cat, flip up", 4),
        ("trick up Cat, trick up Cat", 4),
        ("trick up Cat, flip up, trick up Cat", 8),
    ],
)
@pytest.mark.parametrize("more", [0, 1])
def test_s_t02_mean_trick_doubles(side: type[Side], actions: str, cats: int, more: int) -> None:
    """B has as many Cats as the pool counts (and sneezes at the end only), or one more."""
    table = scene(
        side,
        f"Smog x2|Cat x{cats + more}",
        up="Cat, Smog",
        deck="Cat, Dust",
        hands="trick x2|trick x2",
        allergy_limit=6,
    )
    steps = actions.split(", ")
    for i, action in enumerate(steps):
        assert Seen(table).sneezes() == [0, 0], steps[:i]
        table.act(action)
    assert Seen(table).sneezes() == [0, 1 - more]


def test_s_t03_mix_up(side: type[Side]) -> None:
    seen = after(side, "Cat, Dog|Smog, Pollen", "mix Cat B Pollen", up="Cat, Smog", deck="Dust", hands="mix")
    assert seen.all_allergies() == "Pollen, Dog | Smog, Cat, Dust"
    assert seen.drawn() == [1, 1]
    assert seen.pool(UP) == []
    assert seen.discard() == ["Cat", "Smog"]
    assert seen.adiscard() == ["mix"]


def test_s_t04_something_in_the_air_times_mean_trick(side: type[Side]) -> None:
    details: Any = {"up": "Cat", "up_tricks": "Cat", "hands": "air", "deck": "Dust", "allergy_limit": 6}
    assert after(side, "Smog|Cat x4|Cat x5", "air Cat", **details).sneezes() == [0, 1, 0]
    table = scene(side, "Smog|Cat x5|Cat x3", **details | {"hands": "air|breath"})
    play(table, "air Cat")  # C sneezes
    assert Seen(table).sneezes() == [0, 0, 1]
    table = scene(side, "Smog|Cat x5|Cat x3, Dog", **details | {"hands": "air|breath", "deck": "Dog"})
    play(table, "air Cat")  # nobody sneezes, and the extra card is gone
    assert table.air is None
    assert Seen(table).pool(UP) == ["Cat"]
    assert Seen(table).adiscard() == ["air"]
    play(table, "flip up")  # 2 Cats and a Dog: not enough for C
    assert Seen(table).sneezes() == [0, 0, 0]


def test_s_t05_set_up(side: type[Side]) -> None:
    """Windy Days of the set-up are discarded without any effect (found among seeded decks)."""
    redrawn = 0
    for block in range(40):
        seen = Seen(side(2, block=block))
        own = seen.table["allergies"]
        assert [len(a) for a in own] == [1, 1]
        assert "Windy" not in (seen.allergies(0), seen.allergies(1))
        assert set(seen.discard()) <= {"Windy"}
        assert len(seen.table["deck"]) == 81 - 2 - len(seen.discard())
        assert seen.up_side == 0
        assert seen.hands() == [[], []]
        assert seen.table["tallies"]["wind_changes"] == 0
        redrawn += bool(seen.discard())
    assert 0 < redrawn < 40


# --- 4.2 Hand-derived -------------------------------------------------------------------------------------------------


def test_s_t06_two_sneeze_at_once(side: type[Side]) -> None:
    seen = after(side, "Dog|Cat|Cat|Dog", "flip up", deck="Cat, Dust, Pollen")
    assert seen.all_allergies() == "Dog | Cat, Dust | Cat, Pollen | Dog"
    assert seen.drawn() == [2, 1, 1, 0]
    assert seen.pool(UP) == []
    assert seen.discard() == ["Cat"]


def test_s_t07_self_and_other(side: type[Side]) -> None:
    seen = after(side, "Cat|Cat", "flip up", deck="Cat, Smog, Dog")
    assert seen.all_allergies() == "Cat, Dog | Cat, Smog"
    assert seen.drawn() == [2, 1]


def test_s_t08_windy_day_as_an_allergy_sets_off_a_chain(side: type[Side]) -> None:
    table = scene(side, "Smog|Dog|Cat", down="Cat", deck="Dog, Windy, Smog")
    play(table, "flip up")
    seen = Seen(table)
    assert seen.all_allergies() == "Smog | Dog | Cat, Smog"
    assert seen.drawn() == [2, 2, 1]
    assert seen.pool(UP) == seen.pool(DOWN) == []
    assert seen.discard() == ["Cat", "Dog", "Windy"]
    assert seen.table["tallies"]["wind_changes"] == 1
    assert table.events_at_most == 2


def test_s_t10_breath(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat|Cat", "flip up", breath="C", deck="Cat, Dust")
    assert seen.all_allergies() == "Smog | Cat, Dust | Cat"
    assert seen.breath() == [0, 0, 1]
    assert seen.pool(UP) == []


def test_s_t11_breath_lost(side: type[Side]) -> None:
    seen = after(
        side, "Smog|Dust|Cat", "forecast", hands="forecast", breath="C x2", up="Cat", down="Cat x2", deck="Pollen"
    )
    assert seen.adiscard() == ["breath", "breath", "forecast"]
    assert seen.breath() == [0, 0, 0]
    assert seen.all_allergies() == "Smog | Dust | Cat, Pollen"
    assert seen.drawn() == [1, 0, 1]
    assert (seen.pool(UP), seen.pool(DOWN)) == ([], ["Cat"])
    assert seen.discard() == ["Cat", "Cat"]


def test_s_t12_gifts_to_two(side: type[Side]) -> None:
    table = scene(side, "Cat x2, Dog, Smog|Pollen|Pollen", deck="Pollen, Dust")
    play(table, "flip up")
    assert table.legal() == ["give Cat", "give Dog", "give Smog"]
    play(table, "give Cat")
    assert table.legal() == ["give Cat", "give Dog", "give Smog", "give none"]
    play(table, "give Dog")
    seen = Seen(table)
    assert seen.all_allergies() == "Cat, Smog | Pollen, Cat | Pollen, Dog"
    assert len(seen.table["deck"]) == 1
    assert seen.drawn() == [2, 1, 1]
    assert seen.discard() == ["Pollen"]
    assert seen.table["tallies"]["gifts"] == [2, 0, 0]
    table = scene(side, "Cat x2, Dog, Smog|Pollen|Pollen", deck="Pollen, Dust", gift_eligibility="running")
    play(table, "flip up, give Cat")
    assert Seen(table).all_allergies() == "Cat, Dog, Smog | Pollen, Cat | Pollen, Dust"


def test_s_t14_the_sneezer_hands_the_win_to_another(side: type[Side]) -> None:
    seen = after(side, "Cat, Dog, Dust|Smog x3|Smog x4", "flip up", up="Cat, Dog", deck="Dust, Pollen")
    assert seen.all_allergies() == "Cat, Dog, Dust, Pollen | Smog, Smog, Smog | Smog, Smog, Smog, Smog"
    assert (seen.ended(), seen.winner()) == (W1_OTHER, 1)
    assert seen.turns() == 1


def test_s_t15_all_at_four(side: type[Side]) -> None:
    seen = after(side, "Cat, Dog, Dust|Cat, Dog, Dust", "flip up", up="Cat, Dog", deck="Dust, Pollen, Smog")
    assert seen.all_allergies() == "Cat, Dog, Dust, Smog | Cat, Dog, Dust, Pollen"
    assert (seen.ended(), seen.winner()) == (W2, 0)
    assert seen.drawn() == [2, 1]
    seen = after(side, "Cat, Dog, Dust|Cat, Dog, Dust", "flip up", up="Cat, Dog", deck="Dust, Windy, Smog")
    assert seen.all_allergies() == "Cat, Dog, Dust, Smog | Cat, Dog, Dust"
    assert (seen.ended(), seen.winner()) == (W1_OTHER, 1)
    assert seen.drawn() == [2, 2]


@pytest.mark.parametrize("allergies", ["Smog|Cat|Cat|Cat|Cat", "Cat|Cat|Cat|Cat|Dog"])
def test_s_t17_four_sneezers(side: type[Side], allergies: str) -> None:
    seen = after(side, allergies, "flip up", deck="Cat")
    assert (seen.ended(), seen.winner()) == (W3, 0)
    assert seen.hands() == [[]] * 5
    assert seen.pool(UP) == ["Cat"]
    assert seen.table["tallies"]["caused"][0] == (3 if allergies.endswith("Dog") else 4)


def test_s_t18_four_sneezers_in_a_chain(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat|Cat|Dog|Dog", "flip up", down="Dog", deck="Cat, Windy, Pollen")
    assert (seen.ended(), seen.winner()) == (W3, 0)
    assert seen.all_allergies() == "Smog | Cat | Cat, Pollen | Dog | Dog"
    assert seen.pool(UP) == ["Dog"]
    assert seen.sneezes() == [0, 1, 1, 1, 1]


@pytest.mark.parametrize("order", ["Cat, Windy, Pollen", "Windy, Cat, Pollen"])
def test_s_t21_flip_double_with_one_windy_day(side: type[Side], order: str) -> None:
    seen = after(side, "Smog|Dust|Cat", "double up, pay unlisted", hands="unlisted", down="Dust", deck=order)
    assert (seen.pool(UP), seen.pool(DOWN)) == ([], ["Cat"])
    assert seen.all_allergies() == "Smog | Dust, Pollen | Cat"
    assert seen.drawn() == [2, 1, 0]
    assert seen.discard() == ["Dust", "Windy"]
    assert seen.adiscard() == ["unlisted"]


def test_s_t22_flip_double_with_two_windy_days(side: type[Side]) -> None:
    seen = after(
        side, "Smog|Cat|Cat", "double up, pay gust", hands="gust", breath="C", down="Dust", deck="Windy, Windy"
    )
    assert seen.up_side == 0
    assert seen.pool(DOWN) == ["Dust"]
    assert seen.breath() == [0, 0, 1]
    assert seen.drawn() == [2, 0, 0]
    assert seen.discard() == ["Windy", "Windy"]


def test_s_t23_spring_cleaning(side: type[Side]) -> None:
    seen = after(side, "Smog|Smog", "clean up Cat", hands="clean", up="Cat x2, Dog", up_tricks="Cat x2, Dog")
    assert seen.pool(UP) == ["Dog"]
    assert seen.tricks(UP) == [0, 1, 0, 0, 0]
    assert seen.adiscard() == ["clean", "trick", "trick"]
    assert seen.discard() == ["Cat", "Cat"]


def test_s_t24_gust(side: type[Side]) -> None:
    seen = after(side, "Smog|Smog", "gust down", hands="gust", down="Cat x2, Dog", down_tricks="Cat x2")
    assert seen.pool(DOWN) == []
    assert seen.tricks(DOWN) == [0] * 5
    assert seen.adiscard() == ["gust", "trick", "trick"]
    assert seen.discard() == ["Cat", "Cat", "Dog"]


def test_s_t25_reshuffle(side: type[Side]) -> None:
    seen = after(side, "Smog|Smog", "flip down", discard="Cat")
    assert seen.pool(DOWN) == ["Cat"]
    assert seen.discard() == []
    assert seen.table["tallies"]["reshuffles"] == 1
    table = scene(side, "Smog|Smog")
    play(table, "flip down")
    seen = Seen(table)
    assert seen.pool(UP) == seen.pool(DOWN) == []
    assert seen.turns() == 1
    assert table.actor == 1


def test_s_t27_something_in_the_air_alone(side: type[Side]) -> None:
    table = scene(side, "Smog|Cat", hands="air", deck="Dust")
    play(table, "air Cat")
    seen = Seen(table)
    assert seen.all_allergies() == "Smog | Cat, Dust"
    assert seen.discard() == []
    assert seen.adiscard() == ["air"]
    assert seen.pool(UP) == []
    assert table.air is None


def test_s_t28_mean_trick_makes_a_match_at_once(side: type[Side]) -> None:
    seen = after(side, "Smog|Dust x2", "trick up Dust", hands="trick", up="Dust", deck="Cat")
    assert seen.allergies(1) == "Dust, Dust, Cat"
    assert seen.discard() == ["Dust"]
    assert seen.adiscard() == ["trick"]
    assert seen.tricks(UP) == [0] * 5


def test_s_t29_a_trick_travels_with_its_pool(side: type[Side]) -> None:
    seen = after(side, "Smog|Dust x2", "forecast", hands="forecast", down="Dust", down_tricks="Dust", deck="Cat")
    assert seen.allergies(1) == "Dust, Dust, Cat"
    assert seen.adiscard() == ["forecast", "trick"]


def test_s_t32_air_multiplied_hits_two(side: type[Side]) -> None:
    seen = after(side, "Dog|Cat x3|Cat x4", "air Cat", hands="air", up="Cat", up_tricks="Cat", deck="Smog, Dust")
    assert [len(own) for own in seen.table["allergies"]] == [1, 4, 5]
    assert (seen.ended(), seen.winner()) == (W1_OWN, 0)


@pytest.mark.parametrize("choice", ["flip up", "flip down"])
def test_s_t34_a_windy_flip_hits_two(side: type[Side], choice: str) -> None:
    seen = after(side, "Smog|Cat|Dog", choice, up="Pollen x2", down="Cat, Dog", deck="Windy, Dust, Smog")
    assert seen.all_allergies() == "Smog | Cat, Dust | Dog, Smog"
    assert seen.drawn() == [3, 1, 1]
    assert (seen.pool(UP), seen.pool(DOWN)) == ([], ["Pollen", "Pollen"])


def test_s_t35_a_downwind_flip_is_harmless(side: type[Side]) -> None:
    seen = after(side, "Cat|Cat", "flip down", deck="Cat")
    assert seen.pool(DOWN) == ["Cat"]
    assert seen.sneezes() == [0, 0]
    assert seen.ended() == RUNNING
