"""The numeric unknowns of Doctor Li (specification, sections 0a and 3.1), on the kernels and on the twin."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from simkit.game import CAPPED, RUNNING
from simkit.games.doctor_li.state import FINISHED
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import Seen, scene
from tests.games.doctor_li.tables import Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
H3, L3, D3 = "H1, H2, H3", "L1, L2, L3", "D1, D2, D3"
PUT_D = f"put D, {D3}, done"
AGGS = {"H1": 2, "L1": 2, "D1": 2, "H2": 1, "L2": 1, "D2": 1, "any1": 1, "any2": 2}


# --- 3.1: the cards ---------------------------------------------------------------------------------------------------


def kinds(deck: Counter[str], first: str) -> dict[str, int]:
    """Cards of a sort: "AGG H2" as H2."""
    return {face.removeprefix(first): n for face, n in deck.items() if face.startswith(first)}


def test_the_default_decks(side: type[Side]) -> None:
    deck = side(4).deck()
    assert sum(deck.values()) == 108
    assert [deck[c + n] for c in "HLD" for n in "1234"] == [4] * 12
    assert kinds(deck, "wild ") == {"HL": 2, "HD": 2, "LD": 2}
    assert kinds(deck, "AGG ") == AGGS
    assert kinds(deck, "WTS ") == {"random1": 4, "random2": 2, "any2": 2}
    assert kinds(deck, "BOOST ") == {"1": 5, "2": 5}
    assert [deck[f] for f in ("OIGT", "FLAT", "EPI", "HOARD", "LIGHT", "OHNO")] == [10, 4, 3, 3, 3, 1]


@pytest.mark.parametrize(
    ("option", "value", "face", "count"),
    [
        ("copies_per_unique", 2, "D4", 2),
        ("copies_per_unique", 6, "H1", 6),
        ("n_oigt", 5, "OIGT", 5),
        ("n_oigt", 16, "OIGT", 16),
        ("n_flat", 8, "FLAT", 8),
        ("n_epi", 6, "EPI", 6),
        ("n_hoard", 2, "HOARD", 2),
        ("n_light", 1, "LIGHT", 1),
        ("n_ohno", 0, "OHNO", 0),
        ("n_ohno", 2, "OHNO", 2),
        ("category_table", {"h1": 7, "l2": 5, "d3": 4}, "H1", 7),
        ("category_table", {"h1": 7, "l2": 5, "d3": 4}, "H2", 0),
    ],
)
def test_numbers_of_cards(side: type[Side], option: str, value: Any, face: str, count: int) -> None:
    assert side(3, **{option: value}).deck()[face] == count


@pytest.mark.parametrize(
    ("options", "wilds"),
    [
        ({"n_wild": 0}, {}),
        ({"n_wild": 4}, {"HL": 2, "HD": 1, "LD": 1}),
        ({"n_wild": 9}, {"HL": 3, "HD": 3, "LD": 3}),
        ({"wild_scope": "all"}, {"HLD": 6}),
        ({"wild_scope": "single"}, {"H": 2, "L": 2, "D": 2}),
        ({"wild_table": {"hl": 1, "hld": 5}}, {"HL": 1, "HLD": 5}),
    ],
)
def test_wild_cards(side: type[Side], options: dict[str, Any], wilds: dict[str, int]) -> None:
    assert kinds(side(2, **options).deck(), "wild ") == wilds


@pytest.mark.parametrize(
    ("options", "sort", "expected"),
    [
        ({"n_agg": 6}, "AGG ", {"H1": 1, "L1": 1, "D1": 1, "any2": 1, "H2": 1, "L2": 1}),
        ({"n_agg": 18}, "AGG ", {"H1": 3, "L1": 3, "D1": 3, "H2": 2, "L2": 2, "D2": 1, "any1": 1, "any2": 3}),
        ({"agg_table": {"random3": 4, "d3": 2}}, "AGG ", {"random3": 4, "D3": 2}),
        ({"n_boost": 5}, "BOOST ", {"1": 3, "2": 2}),
        ({"boost_table": {"draw2": 3}}, "BOOST ", {"2": 3}),
        ({"n_wts": 5}, "WTS ", {"random1": 3, "random2": 1, "any2": 1}),
        ({"n_wts": 12}, "WTS ", {"random1": 6, "random2": 3, "any2": 3}),
        ({"wts_table": {"h1": 3, "any3": 2}}, "WTS ", {"H1": 3, "any3": 2}),
    ],
)
def test_action_cards(side: type[Side], options: dict[str, Any], sort: str, expected: dict[str, int]) -> None:
    assert kinds(side(2, **options).deck(), sort) == expected


@pytest.mark.parametrize(
    ("variant", "n_players", "counts"),
    [
        ("seed_text", 4, (3, 3, 1)),
        ("dynamic", 4, (3, 3, 1)),
        ("basic", 3, (3, 3, 0)),
        ("basic", 4, (2, 2, 0)),
    ],
)
def test_ca31_variants(side: type[Side], variant: str, n_players: int, counts: tuple[int, ...]) -> None:
    deck = side(n_players, variant=variant).deck()
    assert tuple(deck[face] for face in ("EPI", "HOARD", "OHNO")) == counts


@pytest.mark.parametrize("cards", [1, 4, 8])
def test_start_hand(side: type[Side], cards: int) -> None:
    table = side(3, start_hand=cards).table()
    assert [len(hand) for hand in table["hands"]] == [cards + 1, cards, cards]  # the first player has drawn


# --- scores and lengths -----------------------------------------------------------------------------------------------

ENDING: dict[str, Any] = {"down": f"A: {H3}; A: {L3}; B: H1, H2, H3, H4; B: L1, L2, L3, L4", "apile": ""}


@pytest.mark.parametrize(
    ("options", "standings", "ranks"),
    [
        ({}, [4, 4], [1, 2]),
        ({"finisher_wins_ties": False}, [4, 4], [1, 1]),
        ({"finisher_bonus": 0}, [3, 4], [2, 1]),
        ({"finisher_bonus": 3}, [6, 4], [1, 2]),
        ({"set_points": [2, 5]}, [7, 10], [2, 1]),
        ({"set_points": [3, 0]}, [10, 0], [1, 2]),
    ],
)
def test_points(side: type[Side], options: dict[str, Any], standings: list[int], ranks: list[int]) -> None:
    table = scene(side, f"{D3}|", **ENDING, **options)
    play(table, f"{PUT_D}, end, end")
    assert (table.standings(), table.ranks()) == (standings, ranks)
    assert table.finisher_wins() == (ranks == [1, 2])


def test_the_cap_spares_a_last_round(side: type[Side]) -> None:
    table = scene(side, "H1|", apile="", max_rounds=1)
    play(table, "end, end")
    assert (table.actor, Seen(table).ended, Seen(table).turns) == (None, CAPPED, 2)
    table = scene(side, "H1|" + D3, apile="", max_rounds=1, down=f"B: {H3}; B: {L3}")
    play(table, f"end, {PUT_D}, end")
    assert Seen(table).ended == RUNNING
    play(table, "end")
    assert (Seen(table).ended, Seen(table).turns) == (FINISHED, 3)


@pytest.mark.parametrize("threshold", [3, 9])
def test_hoard_threshold(side: type[Side], threshold: int) -> None:
    hands = "|".join(f"{c}1 x4, {c}2 x4, {c}3 x{k - 8}" if k > 8 else f"{c}1 x{k}" for c, k in
                     (("H", threshold), ("L", threshold + 1)))  # fmt: skip
    table = scene(side, hands, turn="HOARD", hoard_threshold=threshold)
    assert table.actor == 1
    assert Seen(table).table["hands"][0]
