"""Every rule option and reading of Sneeze (specification, sections 0a and 3), on the kernels and on the twin."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.game import CAPPED, RUNNING, STALEMATE
from simkit.games.sneeze.state import W1_OTHER, W1_OWN, W2, W3
from tests.games.common.twins import play
from tests.games.sneeze.scenes import Seen, after, scene
from tests.games.sneeze.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
UP, DOWN = 0, 1
GIVER = "Cat x2, Dog, Smog"


# --- SA1 to SA3: decks and modes --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "counts"),
    [
        ({}, [15, 15, 15, 15, 15, 6]),
        ({"windy_count": 3}, [16, 16, 16, 15, 15, 3]),
        ({"windy_count": 0}, [17, 16, 16, 16, 16, 0]),
        ({"windy_count": 11}, [14, 14, 14, 14, 14, 11]),
        ({"type_counts": [1, 2, 3, 4, 5]}, [1, 2, 3, 4, 5, 6]),
        ({"type_counts": [20, 20, 20, 20, 20], "windy_count": 20}, [20, 20, 20, 20, 20, 20]),
    ],
)
def test_sa1_sneeze_deck(side: type[Side], options: dict[str, Any], counts: list[int]) -> None:
    found = Counter(side(2, **options).faces()[0])
    assert [found[face] for face in ("Cat", "Dog", "Dust", "Pollen", "Smog", "Windy")] == counts


@pytest.mark.parametrize(
    ("unlisted", "counts"),
    [
        ("flip_double_only", [3, 3, 6, 3, 3, 3, 6, 3]),
        ("omit", [3, 3, 6, 3, 3, 3, 6, 0]),
        ("mean_trick", [3, 3, 9, 3, 3, 3, 6, 0]),
        ("weather_forecast", [3, 3, 6, 3, 3, 3, 9, 0]),
    ],
)
def test_sa2_and_now_deck(side: type[Side], unlisted: str, counts: list[int]) -> None:
    short = ("gust", "breath", "trick", "mix", "air", "clean", "forecast", "unlisted")
    found = Counter(side(2, unlisted_and_now=unlisted).faces()[1])
    assert [found[title] for title in short] == counts
    found = Counter(side(2, unlisted_and_now=unlisted, and_now_counts={"mean_trick": 0, "mix_up": 5}).faces()[1])
    assert found["mix"] == 5
    assert found["trick"] == counts[2] - 6


def test_sa2_an_unlisted_card_can_only_flip_double(side: type[Side]) -> None:
    table = scene(side, "Cat|Dog", up="Smog", hands="unlisted")
    assert table.legal() == ["flip up", "flip down", "double up", "double down"]
    play(table, "double up")
    assert table.legal() == ["pay unlisted"]


def test_sa3_modes(side: type[Side]) -> None:
    details: Any = {"up": "Smog", "down": "Dust", "hands": "forecast, gust"}
    flips, doubles = ["flip up", "flip down"], ["double up", "double down"]
    gusts, mixes, cleans = ["gust up", "gust down"], ["mix Cat B Dog"], ["clean up Smog", "clean down Dust"]
    assert scene(side, "Cat|Dog", **details).legal() == [*flips, *gusts, "forecast", *doubles]
    table = scene(side, "Cat|Dog", and_now_mode="simplified", **details)
    assert table.legal() == [*flips, *mixes, *cleans, *doubles]
    play(table, "clean down Dust")
    assert table.actor == 0
    assert table.legal() == ["pay gust", "pay forecast"]
    play(table, "pay forecast")
    seen = Seen(table)
    assert seen.pool(DOWN) == []
    assert seen.adiscard() == ["forecast"]
    assert seen.hands() == [["gust"], []]
    table = scene(side, "Cat|Dog", and_now_mode="combined", **details)
    assert table.legal() == [*flips, *gusts, *mixes, *cleans, "forecast", *doubles]
    play(table, "mix Cat B Dog, pay gust")
    assert Seen(table).all_allergies() == "Dog | Cat"


def test_simplified_effects_need_a_card_and_a_target(side: type[Side]) -> None:
    table = scene(side, "Cat|Dog", up="Smog", and_now_mode="simplified")
    assert table.legal() == ["flip up", "flip down"]
    table = scene(side, "Cat|Dog", hands="gust", and_now_mode="simplified")
    assert table.legal() == ["flip up", "flip down", "mix Cat B Dog", "double up", "double down"]


# --- SA4 to SA6: clearing and gifts -----------------------------------------------------------------------------------


def test_sa4_which_pool_is_cleared(side: type[Side]) -> None:
    details: Any = {"down": "Dust", "deck": "Cat, Windy"}
    seen = after(side, "Smog|Cat|Smog", "flip up", clear_target="causing", **details)
    assert (seen.pool(UP), seen.pool(DOWN)) == (["Dust"], [])
    seen = after(side, "Smog|Cat|Smog", "flip up", clear_target="current_upwind", **details)
    assert (seen.pool(UP), seen.pool(DOWN)) == ([], ["Cat"])


@pytest.mark.parametrize(
    ("test", "taken"), [("event_start", ["Cat", "Dog"]), ("running", ["Cat", None]), ("turn_start", ["Cat", "Dog"])]
)
def test_sa5_when_the_giver_must_have_enough(side: type[Side], test: str, taken: list[Any]) -> None:
    table = scene(side, f"{GIVER}|Pollen|Pollen", deck="Pollen, Dust", gift_eligibility=test)
    play(table, "flip up, give Cat" + (", give Dog" if taken[1] else ""))
    assert table.actor == 1
    assert Seen(table).allergies(2) == "Pollen, " + (taken[1] or "Dust")


@pytest.mark.parametrize(("test", "gives"), [("event_start", False), ("running", False), ("turn_start", True)])
def test_sa5_turn_start_is_tested_before_the_action(side: type[Side], test: str, gives: bool) -> None:
    """In event 1 the giver falls to three; in event 2 only the reading turn_start lets it give once more."""
    table = scene(
        side, f"{GIVER}|Pollen|Pollen|Cat", down="Cat", deck="Pollen, Windy, Dust",
        gift_eligibility=test, gift_mode="all_optional",
    )  # fmt: skip
    play(table, "flip up, give Smog")
    if test == "running":
        assert table.actor == 1  # C drew the Windy Day, D a Dust
    else:
        play(table, "give none")
        assert (table.actor == 0) == gives
        if gives:
            assert table.legal() == ["give Cat", "give Dog", "give none"]
            play(table, "give Cat")
    assert Seen(table).allergies(3) == ("Cat, Cat" if gives else "Cat, Dust")


@pytest.mark.parametrize(
    ("mode", "first_free", "second_free"),
    [("first_mandatory", False, True), ("all_mandatory", False, False), ("all_optional", True, True)],
)
def test_sa6_which_gifts_are_compulsory(side: type[Side], mode: str, first_free: bool, second_free: bool) -> None:
    table = scene(side, f"{GIVER}|Pollen|Pollen", deck="Pollen, Dust", gift_mode=mode)
    play(table, "flip up")
    assert ("give none" in table.legal()) == first_free
    assert table.refuses("give none") != first_free
    play(table, "give Cat")
    assert ("give none" in table.legal()) == second_free
    play(table, "give none" if second_free else "give Cat")
    assert Seen(table).allergies(2) == ("Pollen, Dust" if second_free else "Pollen, Cat")


def test_a_declined_first_opportunity_makes_no_later_one_compulsory(side: type[Side]) -> None:
    table = scene(side, f"{GIVER}|Pollen|Pollen", deck="Pollen, Dust, Dog", gift_mode="all_optional")
    play(table, "flip up, give none, give none")
    assert Seen(table).all_allergies() == "Cat, Cat, Dog, Smog | Pollen, Dust | Pollen, Dog"


def test_a_gift_is_the_oldest_of_its_type_and_the_receivers_newest(side: type[Side]) -> None:
    table = scene(side, "Dog, Cat, Smog, Cat|Pollen x2", up="Pollen", deck="Pollen")
    own = Seen(table).table["allergies"][0]
    play(table, "flip up, give Cat")
    after_gift = Seen(table).table["allergies"]
    assert after_gift[0] == [own[0], own[2], own[3]]
    assert after_gift[1][-1] == own[1]


def test_a_mix_up_swaps_in_place(side: type[Side]) -> None:
    table = scene(side, "Dog, Cat, Cat|Pollen, Smog, Pollen", hands="mix")
    a, b = Seen(table).table["allergies"]
    play(table, "mix Cat B Pollen")
    assert Seen(table).table["allergies"] == [[a[0], b[0], a[2]], [a[1], b[1], b[2]]]


# --- SA7, SA8: order and timing ---------------------------------------------------------------------------------------


def test_sa7_clockwise_from_the_left_and_the_current_player_last(side: type[Side]) -> None:
    seen = after(side, "Cat|Cat|Cat|Dog", "flip up", current=2, deck="Cat, Dust, Smog, Pollen", w3_threshold=5)
    assert seen.all_allergies() == "Cat, Dust | Cat, Smog | Cat, Pollen | Dog"


@pytest.mark.parametrize(
    ("timing", "end", "winner", "drawn"),
    [("after_event", W2, 0, [2, 1]), ("after_each_allergy", W1_OWN, 0, [0, 0]), ("end_of_turn", W2, 0, [2, 1])],
)
def test_sa8_when_wins_are_checked(side: type[Side], timing: str, end: int, winner: int, drawn: list[int]) -> None:
    seen = after(
        side, "Cat, Dog, Dust|Cat, Dog, Dust", "flip up", up="Cat, Dog", deck="Dust, Pollen, Smog",
        win_check_timing=timing,
    )  # fmt: skip
    assert (seen.ended(), seen.winner(), seen.drawn()) == (end, winner, drawn)


@pytest.mark.parametrize(("timing", "end", "winner"), [("after_event", W1_OTHER, 1), ("end_of_turn", W2, 0)])
def test_sa8_end_of_turn_is_after_the_chain(side: type[Side], timing: str, end: int, winner: int) -> None:
    """Event 1 leaves only B below four (a Windy Day); event 2 brings B to four as well."""
    table = scene(
        side,
        "Smog x4|Cat x3|Cat x3",
        up="Cat x2",
        down="Cat x3",
        deck="Cat, Windy, Pollen, Dust",
        win_check_timing=timing,
        gift_mode="all_optional",
    )
    play(table, "flip up, give none, give none")
    if timing == "end_of_turn":
        assert Seen(table).ended() == RUNNING
        play(table, "give none")
    assert (Seen(table).ended(), Seen(table).winner()) == (end, winner)


# --- SA11, SA17, SA18 -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [2, 4])
@pytest.mark.parametrize("drops", [False, True])
def test_sa11_two_windy_days_by_flip_double(side: type[Side], cards: int, drops: bool) -> None:
    table = scene(
        side, "Smog|Smog|Cat", hands="gust", breath="C", deck="Windy, Windy, Dust", up="Cat",
        double_windy_draw=cards, double_windy_drops_breath=drops,
    )  # fmt: skip
    table.act("double up")
    table.act("pay gust")
    seen = Seen(table)
    assert seen.up_side == 0
    assert seen.breath() == [0, 0, 0 if drops else 1]
    assert seen.sneezes() == [0, 0, 1 if drops else 0]
    assert seen.drawn()[0] == cards + drops


def test_sa12_two_windy_days_as_allergies_turn_the_wind_twice(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat|Cat|Dog", "flip up", deck="Cat, Windy, Windy", down="Dog", breath="A")
    assert seen.up_side == 0
    assert seen.table["tallies"]["wind_changes"] == 2
    assert seen.breath() == [0, 0, 0, 0]
    assert seen.drawn() == [2, 2, 2, 0]
    assert seen.pool(DOWN) == ["Dog"]


def test_sa17_plays_without_effect(side: type[Side]) -> None:
    details: Any = {"up": "Smog", "hands": "gust, mix"}
    flips, doubles = ["flip up", "flip down"], ["double up", "double down"]
    table = scene(side, "Cat|Cat, Dog", **details)
    assert table.legal() == [*flips, "gust up", "gust down", "mix Cat B Cat", "mix Cat B Dog", *doubles]
    table = scene(side, "Cat|Cat, Dog", allow_noop_and_now=False, **details)
    assert table.legal() == [*flips, "gust up", "mix Cat B Dog", *doubles]
    assert table.refuses("gust down")
    assert table.refuses("mix Cat B Cat")
    assert scene(side, "Cat|Cat", hands="gust, mix", allow_noop_and_now=False).legal() == [*flips, *doubles]


def test_sa18_cap_on_allergies(side: type[Side]) -> None:
    seen = after(side, "Smog|Cat x3|Cat", "flip up", up="Cat x2", deck="Cat, Dust", allergy_cap=3)
    assert seen.all_allergies() == "Smog | Cat, Cat, Cat | Cat, Dust"
    assert seen.drawn() == [2, 1, 1]


def test_sa18_no_gift_to_a_player_at_the_cap_and_no_opportunity(side: type[Side]) -> None:
    table = scene(
        side, "Smog x4|Cat x4|Cat|Dog", up="Cat x3", deck="Cat, Dust", allergy_cap=4, gift_mode="first_mandatory"
    )
    play(table, "flip up")
    assert table.legal() == ["give Smog"]  # C's: the first opportunity, so compulsory
    play(table, "give Smog")
    assert Seen(table).all_allergies() == "Smog, Smog, Smog | Cat, Cat, Cat, Cat | Cat, Smog | Dog"
    assert Seen(table).drawn() == [2, 1, 1, 0]


# --- SA25, SA26, cap and stalemate ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("n_players", "threshold", "sneezers"),
    [
        (4, 3, 3),
        (5, 4, 4),
        (6, 5, 5),
        (6, "ceil_2n_3", 4),
        (5, "ceil_2n_3", 4),
        (4, "ceil_2n_3", 3),
        (3, "ceil_2n_3", 2),
    ],
)
def test_sa25_sneezers_needed(side: type[Side], n_players: int, threshold: Any, sneezers: int) -> None:
    for matching in (sneezers - 1, sneezers):
        allergies = "|".join(["Cat"] * matching + ["Dog"] * (n_players - matching))
        seen = after(side, allergies, "flip up", current=n_players - 1, deck="Cat, Dust x6", w3_threshold=threshold)
        assert seen.ended() == (W3 if matching == sneezers else RUNNING)


def test_sa25_two_players_can_win_by_sneezers_with_the_share(side: type[Side]) -> None:
    seen = after(side, "Cat|Cat", "flip up", deck="Cat", w3_threshold="ceil_2n_3")
    assert (seen.ended(), seen.winner()) == (W3, 0)


@pytest.mark.parametrize("limit", [3, 5, 6])
def test_sa26_the_limit_moves_wins_and_gifts(side: type[Side], limit: int) -> None:
    details: Any = {"up": "Cat x5", "deck": "Cat, Dust", "allergy_limit": limit}
    for own, ended in ((limit - 1, W1_OWN), (limit - 2, RUNNING)):
        seen = after(side, f"Smog|Cat x{own}", "flip up", **details)
        assert seen.ended() == ended
        assert (seen.table["tallies"]["first_at_limit"] == 0) == (ended == W1_OWN)
    for own in (limit, limit - 1):
        table = scene(side, f"Smog x{own}|Cat|Dog", **details)
        play(table, "flip up")
        assert (table.kind == "gift") == (own == limit)


def test_zero_allergies_never_sneeze(side: type[Side]) -> None:
    """With w3_threshold = 5 and allergy_limit = 3 a player may give away its last allergy."""
    table = scene(
        side, "Smog x3|Cat|Cat|Cat|Dog", deck="Cat, Dog", allergy_limit=3, w3_threshold=5, gift_mode="all_mandatory"
    )
    play(table, "flip up, give Smog, give Smog, give Smog")
    assert Seen(table).allergies(0) == ""
    assert Seen(table).sneezes() == [0, 1, 1, 1, 0]
    play(table, "flip up")
    assert Seen(table).sneezes() == [0, 1, 1, 1, 1]  # E only


def test_the_cap_counts_turns_and_a_win_in_the_last_turn_counts(side: type[Side]) -> None:
    table = scene(side, "Smog|Smog", deck="Cat, Cat, Cat", max_turns=2)
    play(table, "flip up, flip up")
    assert table.actor is None
    assert (Seen(table).ended(), Seen(table).turns(), Seen(table).winner()) == (CAPPED, 2, -1)
    seen = after(side, "Smog|Cat x3", "flip up", up="Cat x2", deck="Cat, Dust", max_turns=1)
    assert (seen.ended(), seen.turns()) == (W1_OWN, 1)


def test_stalemate_needs_a_full_round_without_a_move_and_without_and_now_cards(side: type[Side]) -> None:
    table = scene(side, "Smog|Smog|Smog", deck="Cat")
    play(table, "flip down, flip down, flip up")
    assert Seen(table).ended() == RUNNING
    play(table, "flip up")
    assert (Seen(table).ended(), Seen(table).turns()) == (STALEMATE, 4)
    table = scene(side, "Smog|Smog", hands="|gust")
    play(table, "flip down, flip down, flip down")
    assert Seen(table).ended() == RUNNING
    play(table, "gust up, flip up")
    assert Seen(table).ended() == RUNNING
    play(table, "flip up")
    assert (Seen(table).ended(), Seen(table).turns()) == (STALEMATE, 6)
