"""Every rule option of Snowhere changes the game (specification, section 3), on the kernels and on the twin.

The options that make the carpet are looked at in `test_carpets.py`.
"""

from __future__ import annotations

import pytest

from tests.games.snowhere.scenes import WIDE, Pose, Q
from tests.games.snowhere.tables import FLAKE, FREE, PICK, PLACE, Compiled, Side, Twin

pytestmark = pytest.mark.parametrize("side", [Compiled, Twin], ids=["kernels", "twin"])
LEGAL = None
P0, P1, P2, P3 = range(4)


def test_na1_size_of_a_card(side: type[Side]) -> None:
    assert side([(0, 0, 0)]).visible_area() == pytest.approx(59 * 92, abs=92)
    assert side([(0, 0, 0)], card_w_mm=56.0, card_h_mm=88.0).visible_area() == 56 * 88


@pytest.mark.parametrize(
    ("x", "measure", "limit", "free"),
    [
        (57.5, "sat", 1.0, False),  # a strip of 1.5 mm: depth 1.5, and circles of radius 0.75 in it
        (57.5, "inradius", 1.0, True),
        (56.9, "inradius", 1.0, False),
        (57.5, "sat", 1.5, True),
        (58.5, "sat", 0.0, False),
        (58.5, "inradius", 0.25, True),
        (58.5, "inradius", 0.24, False),
        (56.0, "sat", 3.0, True),
    ],
)
def test_na2_what_a_sliver_is(side: type[Side], x: float, measure: str, limit: float, free: bool) -> None:
    table = side([(0, 0, 0), (x, 0, 0)], sliver_measure=measure, sliver_mm=limit)
    assert table.picks() == ([0, 1] if free else [1])


def test_na2_a_corner_that_lies_over_a_side(side: type[Side]) -> None:
    """A card at 45 degrees whose corner reaches 1.2 mm over another: the circle in that corner is smaller."""
    far = 29.5 + (59 + 92) / 2 / 2**0.5 - 1.2
    cards: list[Pose] = [(0, 0, 0), (far, 0, 45)]
    assert side(cards).picks() == [1]
    assert side(cards, sliver_measure="inradius", sliver_mm=0.55).picks() == [0, 1]
    assert side(cards, sliver_measure="inradius", sliver_mm=0.45).picks() == [1]  # 1.2 / (1 + sqrt 2) = 0.497


def test_na3_a_sliver_of_snow(side: type[Side]) -> None:
    cards: list[Pose] = [(0, 0, 0), (29, 92, 0)]
    for by_snow in (True, False):
        table = side(cards, sliver_by_snow=by_snow)
        table.pick(1)
        table.place(58.5, 0, 0)
        assert table.kind == (PICK if by_snow else None)
        assert table.picks() == ([0] if by_snow else [])


def test_na4_na12_what_must_be_covered(side: type[Side]) -> None:
    x = (58.5 + 59, 0, 0)  # half a millimetre of the block
    assert side(Q, min_cover_mm2=1.0).refusal(59 + 28.5, 0, 0) is LEGAL
    assert side(Q, min_cover_mm2=100.0).refusal(59 + 28.5, 0, 0) == P0
    assert side(Q).refusal(*x) == P0
    assert side(Q, must_cover="none").refusal(*x) is LEGAL
    under_snow = {"snow": [(-29.5, 46, 0), (-29.5, -46, 0)]}
    assert side(Q, must_cover="carpet", min_cover_mm2=3000.0, **under_snow).refusal(-38, 0, 0) is LEGAL
    assert side(Q, must_cover="carpet", min_cover_mm2=5000.0, **under_snow).refusal(-38, 0, 0) == P0


@pytest.mark.parametrize(("gap", "refusal"), [(0.0, LEGAL), (2.0, LEGAL), (10.0, P1), (20.0, P1)])
def test_na5_how_near_is_adjacent(side: type[Side], gap: float, refusal: int | None) -> None:
    table = side(WIDE, snow=[(0, 0, 0)], adjacency_gap_mm=gap, edge_rule="off")
    assert table.refusal(59 + 6, 0, 0) == refusal
    assert table.refusal(59 + 0, 0, 0) == P1  # touching is adjacent for every gap


@pytest.mark.parametrize(("overlap", "refusal"), [(0.1, LEGAL), (1.0, LEGAL), (2.0, P1), (5.0, P1)])
def test_na6_how_much_to_overlap(side: type[Side], overlap: float, refusal: int | None) -> None:
    assert side(WIDE, snow=[(0, 0, 0)], overlap_mm=overlap, edge_rule="off").refusal(57.5, 0, 0) == refusal


def test_na7_the_rule_of_the_edge(side: type[Side]) -> None:
    flush = (29.5, 10, 0)
    assert side(Q, edge_rule="proximity").refusal(*flush) == P2
    assert side(Q, edge_rule="strict").refusal(*flush) == P2
    assert side(Q, edge_rule="off").refusal(*flush) is LEGAL


def test_na7_strict_asks_about_the_visible_part(side: type[Side]) -> None:
    """X reaches 10 mm over the rim card (0, 92); an inner card on top of it there hides that part."""
    x = (0, 10, 0)
    assert side(WIDE, edge_rule="strict").refusal(*x) == P2
    assert side([*WIDE, (0, 60, 0)], edge_rule="strict").refusal(*x) is LEGAL
    assert side(WIDE, edge_rule="proximity").refusal(*x) is LEGAL


@pytest.mark.parametrize(("near", "refusal"), [(0.0, LEGAL), (5.0, LEGAL), (8.0, LEGAL), (13.0, P2), (15.0, P2)])
def test_na7_how_near_the_edge_is(side: type[Side], near: float, refusal: int | None) -> None:
    assert side(Q, edge_gap_mm=near).refusal(19, 10, 0) == refusal  # 10.5 mm inside the rim


@pytest.mark.parametrize(("out", "refusal"), [(0.5, LEGAL), (1.0, LEGAL), (2.0, LEGAL), (5.0, P2)])
def test_na7_how_far_to_stick_out(side: type[Side], out: float, refusal: int | None) -> None:
    assert side(Q, stick_out_mm=out).refusal(33, 10, 0) == refusal  # 3.5 mm beyond the rim


@pytest.mark.parametrize(("tolerance", "refusal"), [(0.2, LEGAL), (1.0, LEGAL), (2.0, P3), (3.0, P3)])
def test_na8_exact_cover(side: type[Side], tolerance: float, refusal: int | None) -> None:
    assert side(WIDE, exact_tol_mm=tolerance).refusal(0, 1.5, 0) == refusal
    assert side(WIDE, exact_tol_mm=tolerance).refusal(0, 0, 0) == P3


def test_na8_only_cards_that_are_seen(side: type[Side]) -> None:
    hidden = [(0.0, 0.0, 0.0)]
    over = [(-10.0, 0.0, 0.0), (10.0, 0.0, 0.0)]
    assert side([*hidden, *over]).refusal(0, 0, 0) == P2  # no exact cover: the card below is not seen
    assert side([*hidden, *over], edge_rule="off").refusal(0, 0, 0) is LEGAL
    assert side([*hidden, over[0]], edge_rule="off").refusal(0, 0, 0) == P3


def ended_with_a_flake(side: type[Side], rules: str) -> Side:
    """Card 2 is a snowflake; after it card 1 is picked up and laid on card 0, which then cannot be picked up."""
    table = side([(0, 0, 0), (58.5, 0, 0), (117, 0, 0)], flakes=[2], n_players=2, flake_rules=rules)
    table.pick(2)
    table.pick(1)
    table.place(-30, 0, 0)
    assert (table.kind, table.seat) == (FLAKE, 1)
    return table


def test_na9_rules_for_snowflakes(side: type[Side]) -> None:
    loose = (28.5, 0, 0)  # overlaps the snow by half a millimetre
    assert ended_with_a_flake(side, "same").refusal(*loose) == P1
    table = ended_with_a_flake(side, "same")
    table.place_flake(15, 0, 0)
    assert (table.kind, table.result()["exposed_mm2"]) == (None, pytest.approx(0, abs=92))
    table = ended_with_a_flake(side, "free")
    table.place_flake(*loose)
    assert table.kind is None
    assert table.counts()["flakes_used"] == 1
    table = ended_with_a_flake(side, "same")
    table.leave_flake()
    assert table.kind is None
    assert (table.counts()["flakes_found"], table.counts()["flakes_used"]) == (1, 0)


def test_na14_no_place_for_a_card(side: type[Side]) -> None:
    cards = [(0, 0, 0), (58.5, 0, 0), (117, 0, 0)]
    table = side(cards, n_players=2, no_placement="discard")
    table.pick(2)
    table.give_up()
    assert (table.kind, table.seat, table.counts()["discarded"], table.counts()["turns"]) == (PICK, 1, 1, 1)
    table = side(cards, n_players=2, no_placement="end")
    table.pick(2)
    table.give_up()
    assert (table.kind, table.end, table.counts()["turns"]) == (None, "no legal place", 1)
    table = side(cards, n_players=2, no_placement="free")
    table.pick(2)
    table.give_up()
    assert (table.kind, table.seat) == (FREE, 0)
    table.place_free(147, 0, 0)  # on the bare table
    assert (table.kind, table.seat, table.counts()["placed"]) == (PICK, 1, 1)
    table = side(cards, n_players=2, no_placement="free")
    table.pick(2)
    table.give_up()
    table.give_up()
    assert (table.kind, table.seat, table.counts()["discarded"]) == (PICK, 1, 1)


STRIP = [(-0.3, 0, 0)]
"""Snow on a card at the origin that leaves a strip of 0.3 mm, 27.6 mm2, between the centres of 2 mm cells."""


@pytest.mark.parametrize(("tolerance", "solved"), [(0.0, False), (1.0, False), (25.0, False), (100.0, True)])
def test_na17_solved_is_judged_finely(side: type[Side], tolerance: float, solved: bool) -> None:
    table = side([(0, 0, 0), (59, 0, 0)], snow=STRIP, cell_mm=2.0, solved_tol_mm2=tolerance)
    table.give_up()
    table.pick(1)
    assert table.end == "fire out"
    assert table.result() == table.result() | {"exposed_mm2": 0, "exposed_frac": 0, "solved": solved}


def test_na17_a_tolerance_ends_the_game_earlier(side: type[Side]) -> None:
    for tolerance, kind in ((100.0, None), (25.0, PLACE)):
        table = side([(0, 0, 0), (59, 0, 0)], snow=STRIP, cell_mm=1.0, solved_tol_mm2=tolerance)
        table.give_up()
        table.pick(1)
        assert table.kind == kind


def test_the_raster_has_its_cell(side: type[Side]) -> None:
    """A card of 59 mm holds 59 or 60 columns of 1 mm, 29 or 30 of 2 mm, 14 or 15 of 4 mm."""
    areas = [side([(0.25, 0, 0)], cell_mm=cell).visible_area() for cell in (1.0, 2.0, 4.0)]
    assert areas == [59 * 92, 30 * 46 * 4, 14 * 24 * 16]
