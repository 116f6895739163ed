"""The test cases of Snowhere's specification, section 4, by number, on the kernels and on the twin.

Positions are (x, y, angle) in mm and degrees. Levels follow the order of the list: the last fire card lies on top.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.snowhere.scenes import WIDE, Pose, Q
from tests.games.snowhere.tables import FLAKE, PICK, PLACE, Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
FULL = 59 * 92
LEGAL = None
P0, P1, P2, P3 = range(4)


# --- 4.1 from the rulebook's diagrams ---------------------------------------------------------------------------------


def test_n_t01_valid_placements(side: type[Side]) -> None:
    table = side(Q, snow=[])
    assert table.refusal(-45, 60, 0) is LEGAL
    table = side(Q, snow=[(-45, 60, 0)])
    assert table.refusal(10, 60, 0) is LEGAL
    assert side(Q, snow=[(-45, 60, 0)], overlap_mm=4.0).refusal(10, 60, 0) is LEGAL  # pen 4
    assert side(Q, snow=[(-45, 60, 0)], overlap_mm=4.01).refusal(10, 60, 0) == P1
    table = side(Q, snow=[(-45, 60, 0), (10, 60, 0)])
    assert table.refusal(60, 60, 0) is LEGAL
    assert table.newly_covered(60, 60, 0) == pytest.approx(1521, abs=19.5 + 2 * 78)  # one cell an edge


def test_n_t02_a_neighbour_that_is_not_overlapped(side: type[Side]) -> None:
    table = side(Q, snow=[(0, 0, 0)])
    assert table.refusal(59, 0, 0) == P1  # pen 0, gap 0
    assert table.refusal(58.5, 0, 0) == P1  # pen 0.5
    assert table.refusal(58, 0, 0) is LEGAL  # pen 1


def test_n_t03_a_card_at_the_rim_that_does_not_stick_out(side: type[Side]) -> None:
    table = side(Q)
    assert table.refusal(29.5, 10, 0) == P2  # flush with the rim
    assert table.refusal(27, 10, 0) == P2  # 2.5 mm inside
    assert table.refusal(33, 10, 0) is LEGAL  # 3.5 mm beyond
    assert table.refusal(19, 10, 0) is LEGAL  # 10.5 mm inside: the rule is not triggered


# --- 4.2 predicates ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("above", "picks"),
    [((58, 0, 0), [0, 1]), ((57.9, 0, 0), [1]), ((59, 0, 0), [0, 1]), ((0, 91, 0), [0, 1])],  # pen 1, 1.1, 0, 1
)
def test_n_t04_sliver(side: type[Side], above: Pose, picks: list[int]) -> None:
    table = side([(0, 0, 0), above])
    assert table.picks() == picks


def test_n_t04_touching_is_no_cover(side: type[Side]) -> None:
    """With `sliver_mm` 0 only a card without any cover is free."""
    assert side([(0, 0, 0), (59, 0, 0)], sliver_mm=0).picks() == [0, 1]
    assert side([(0, 0, 0), (58.5, 0, 0)], sliver_mm=0).picks() == [1]


def test_n_t05_two_slivers(side: type[Side]) -> None:
    table = side([(0, 0, 0), (58.5, 0, 0), (-58.5, 0, 0)])
    assert table.picks() == [1, 2]


def test_n_t07_order_matters(side: type[Side]) -> None:
    cards = [(39, 0, 0), (0, 0, 0)]
    table = side(cards)
    assert table.picks() == [1]
    table.pick(1)
    table.place(39 + 58.5, 0, 0)  # half a millimetre of the other card's right: a sliver
    assert table.picks() == [0]
    table = side(cards, flakes=[1])
    table.pick(1)
    assert table.picks() == [0]


def test_n_t08_chain(side: type[Side]) -> None:
    """C above B above A; A and C do not overlap."""
    chain = [(0, 0, 0), (49, 0, 0), (98, 0, 0)]
    table = side(chain, flakes=[1, 2])
    found = []
    while table.kind == PICK:
        found.append(table.picks())
        table.pick(found[-1][0])
    assert found == [[2], [1], [0]]


@pytest.mark.parametrize(
    ("x", "y", "apart", "refusal"),
    [(64, 0, 5.0, P1), (64.1, 0, 5.1, LEGAL), (62, 95, 4.243, P1), (63, 96, 5.657, LEGAL)],
)
def test_n_t10_adjacency_gaps(side: type[Side], x: float, y: float, apart: float, refusal: int | None) -> None:
    details: Any = {"snow": [(0, 0, 0)], "edge_rule": "off"}
    assert side(WIDE, **details).refusal(x, y, 0) == refusal
    assert side(WIDE, adjacency_gap_mm=apart - 0.01, **details).refusal(x, y, 0) is LEGAL
    assert side(WIDE, adjacency_gap_mm=apart + 0.01, **details).refusal(x, y, 0) == P1


def test_n_t12_strict_edge_reading(side: type[Side]) -> None:
    assert side(Q).refusal(0, 0, 0) is LEGAL
    assert side(Q, edge_rule="strict").refusal(0, 0, 0) == P2
    assert side(Q, edge_rule="strict").refusal(33, 10, 0) is LEGAL


def test_n_t13_holes(side: type[Side]) -> None:
    """Without its middle card the block has a hole [-29.5, 29.5] x [-46, 46]; the outer rim is far away."""
    frame = [card for card in WIDE if card != (0, 0, 0)]
    beside, over = (-61, 10, 0), (-55, 10, 0)  # ends 2 mm before the hole; 4 mm over it
    assert side(frame).refusal(*beside) is LEGAL
    assert side(frame).refusal(*over) is LEGAL
    assert side(frame, edge_includes_holes=True).refusal(*beside) == P2
    assert side(frame, edge_includes_holes=True).refusal(*over) is LEGAL


OFF = 0.25
"""Edges at x.5 lie on the centres of 1 mm cells, so areas there are off by a cell an edge (section 0a): a block moved
by this has its areas exactly."""


def moved(cards: list[Pose]) -> list[Pose]:
    return [(x + OFF, y + OFF, deg) for x, y, deg in cards]


def test_n_t14_areas(side: type[Side]) -> None:
    assert side(moved(Q), snow=moved([(0, 0, 0)])).visible_area() == 16284
    assert side(moved(Q), snow=moved([(0, 0, 0), (40, 0, 0)])).visible_area() == pytest.approx(13570, abs=46)
    assert side(Q, snow=[(0, 0, 0)]).visible_area() == pytest.approx(16284, abs=2 * 92 + 2 * 59)
    assert side(moved(Q), snow=moved([(0, 0, 0), (40, 0, 0)]), cell_mm=2.0).visible_area() == pytest.approx(
        13570, abs=368
    )


@pytest.mark.parametrize(
    ("other", "area", "tolerance"),
    [((0, 0, 90), 3481, 0), ((0, 0, 45), 4177.742, 30), ((30, 20, 30), 2037.59, 10), ((30, 30, 0), 1798, 0)],
)
def test_n_t16_overlap_areas(side: type[Side], other: Pose, area: float, tolerance: float) -> None:
    table = side(moved([(0, 0, 0)]))
    assert table.newly_covered(*moved([other])[0]) == pytest.approx(area, abs=tolerance)


def test_n_t17_must_cover_visible_fire(side: type[Side]) -> None:
    """Block Q, its left half under snow; X on that snow alone."""
    snow = [(-29.5, 46, 0), (-29.5, -46, 0)]
    x = (-38, 0, 0)  # sticks out on the left
    assert side(Q, snow=snow).refusal(*x) == P0
    assert side(Q, snow=snow, must_cover="carpet").refusal(*x) is LEGAL
    assert side(Q, snow=snow, must_cover="none").refusal(*x) is LEGAL


# --- 4.3 flow ---------------------------------------------------------------------------------------------------------

APART = [(0, 0, 0), (58.5, 0, 0), (117, 0, 0)]
"""Three cards in a row that overlap by 0.5 mm: each can be picked up."""


def test_n_t19_flake(side: type[Side]) -> None:
    table = side(APART, flakes=[2], n_players=3)
    assert table.picks() == [0, 1, 2]
    assert (table.kind, table.seat) == (PICK, 0)
    table.pick(2)
    assert (table.kind, table.seat) == (PICK, 0)
    assert table.counts()["flakes_found"] == 1
    assert table.counts()["placed"] == 0
    table.pick(1)
    assert (table.kind, table.seat) == (PLACE, 0)
    table.place(-30, 0, 0)
    assert (table.kind, table.seat, table.counts()["placed"]) == (FLAKE, 1, 1)


def test_n_t21_end(side: type[Side]) -> None:
    table = side([(0, 0, 0), (29, 0, 0)])
    assert table.picks() == [1]
    table.pick(1)
    table.place(-29, 0, 0)
    assert table.kind is None
    assert table.end == "no legal pick-up"
    assert table.result()["exposed_mm2"] == pytest.approx(FULL - 30 * 92, abs=92)
    assert not table.result()["solved"]


def test_n_t22_single_card(side: type[Side]) -> None:
    table = side([(0, 0, 0)])
    table.pick(0)
    assert table.kind is None
    assert table.end == "fire out"
    assert table.result()["exposed_mm2"] == 0
    assert table.result()["solved"]
    assert (table.counts()["picks"], table.counts()["placed"], table.counts()["turns"]) == (1, 0, 1)


def test_n_t23_snow_cannot_be_picked(side: type[Side]) -> None:
    table = side([(0, 0, 0), (29, 0, 0)])
    table.pick(1)
    table.place(-29, 0, 0)
    assert table.picks() == []
    assert table.cannot_pick(1)
    assert table.kind is None
