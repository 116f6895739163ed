"""The geometry of kernels and twin against `shapely`, on thousands of random rectangles (N2)."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import numpy as np
import pytest
import shapely
from shapely import Polygon

from simkit.games.snowhere import state as words
from simkit.games.snowhere import table as helpers
from tests.games.snowhere.scenes import Pose
from tests.games.snowhere.tables import Compiled, Generated, bits
from tests.reference import snowhere_geometry as geometry
from tests.reference.snowhere_geometry import Card
from tests.reference.snowhere_raster import Raster

Rng = np.random.Generator
DIAGONAL = math.hypot(59, 92)


def shape(card: Card) -> Polygon:
    return Polygon(card.corners)


def a_pose(rng: Rng, reach: float) -> Pose:
    """A random pose on the grid of poses, some of them straight."""
    angle = rng.integers(0, 18000) if rng.random() < 0.8 else rng.choice([0, 9000])
    return words.unpack_pose(words.pack_pose(*rng.uniform(-reach, reach, 2), angle / 100))


def pairs(n: int, seed: int) -> list[tuple[Card, Card]]:
    rng = np.random.default_rng(seed)
    return [(Card(*a_pose(rng, 10)), Card(*a_pose(rng, 90))) for _ in range(n)]


# --- the twin's figures -----------------------------------------------------------------------------------------------


def test_interiors_intersect_iff_there_is_penetration() -> None:
    found = [(geometry.pen(a, b), shape(a).intersection(shape(b)).area) for a, b in pairs(3000, 1)]
    assert all((pen > 1e-6) == (area > 1e-7) for pen, area in found)
    assert 500 < sum(pen > 0 for pen, _ in found) < 2500


def test_the_gap_is_the_distance() -> None:
    assert all(geometry.gap(a, b) == pytest.approx(shape(a).distance(shape(b)), abs=1e-9) for a, b in pairs(3000, 2))


def test_penetration_is_the_shortest_way_off() -> None:
    """No direction gets the card off by a little less, and one of the two cards' axes gets it off by it."""
    turns = np.arange(0, 360, 6)
    for a, b in pairs(300, 3):
        pen = geometry.pen(a, b)
        if pen < 0.01:
            continue

        def off(way: float, deg: float, a: Card = a, b: Card = b) -> bool:
            moved = b.moved(way * math.cos(math.radians(deg)), way * math.sin(math.radians(deg)))
            return bool(shape(a).intersection(shape(moved)).area < 1e-9)

        assert not any(off(pen * 0.999, deg) for deg in turns)
        assert any(off(pen + 1e-6, card.deg + quarter) for card in (a, b) for quarter in (0, 90, 180, 270))


def test_the_radius_of_an_overlap() -> None:
    n = 0
    for a, b in pairs(700, 4):
        overlap = shape(a).intersection(shape(b))
        if overlap.area > 0.01:
            circle = shapely.maximum_inscribed_circle(overlap, tolerance=1e-4)
            assert geometry.inradius(a, b) == pytest.approx(circle.length, abs=2e-4)
            n += 1
    assert n > 100


@pytest.mark.parametrize("cell", [0.5, 1, 2, 4])
def test_areas_on_the_raster(cell: float) -> None:
    """Off by less than half a cell along the borders of the overlap, and not off on the whole."""
    raster, errors = Raster(cell, 200), []
    for a, b in pairs(150, 5):
        overlap = shape(a).intersection(shape(b))
        error = raster.area(raster.of(a) & raster.of(b)) - overlap.area
        assert abs(error) <= max(0.5 * cell * overlap.length, cell**2)
        errors.append(error)
    assert abs(np.mean(errors)) < 0.05 * cell * DIAGONAL


def test_the_figures_of_the_specification() -> None:
    """N-T01, N-T02, N-T04, N-T10, N-T16."""
    card = Card(0, 0, 0)
    depths = {(55, 0): 4, (59, 0): 0, (58.5, 0): 0.5, (58, 0): 1, (57.9, 0): 1.1, (0, 91): 1}
    assert {at: round(geometry.pen(card, Card(*at, 0)), 9) for at in depths} == depths
    gaps = {(105, 0): 46, (59, 0): 0, (64, 0): 5, (64.1, 0): 5.1, (62, 95): 4.243, (63, 96): 5.657}
    assert {at: round(geometry.gap(card, Card(*at, 0)), 3) for at in gaps} == gaps
    areas = {(0, 0, 90): 3481, (0, 0, 45): 4177.742, (30, 20, 30): 2037.59, (30, 30, 0): 1798}
    assert {at: round(shape(card).intersection(shape(Card(*at))).area, 3) for at in areas} == areas
    assert geometry.disp(card, Card(0, 0, 180)) == pytest.approx(0, abs=1e-9)
    assert geometry.disp(card, Card(3, 4, 180)) == pytest.approx(5)


# --- the kernels ------------------------------------------------------------------------------------------------------


@cache
def a_carpet(cell: float, seed: int, edge_gap_mm: float = 5.0) -> tuple[Any, list[Card]]:
    """A carpet and its cards by id."""
    table = Generated(1, seed, cell_mm=cell, spread_mm=200.0, edge_gap_mm=edge_gap_mm)
    poses = [words.unpack_pose(int(p)) for p in table.state.table.fire_pose[: int(table.state.table.n_cards)]]
    return table, [Card(*pose) for pose in poses]


def test_cards_cover_each_other_iff_interiors_intersect() -> None:
    for seed in (1, 2, 3):
        table, cards = a_carpet(2.0, seed)
        shapes = [shape(card) for card in cards]
        level = table.state.table.level
        for i, own in enumerate(shapes):
            above = [j for j in range(111) if level[j] > level[i] and own.intersection(shapes[j]).area > 1e-7]
            below = [j for j in range(111) if level[j] < level[i] and own.intersection(shapes[j]).area > 1e-7]
            assert bits(table.state.table.above[i]) == above
            assert bits(table.state.table.below[i]) == below


@pytest.mark.parametrize("adjacency", [0.0, 2.0, 5.0, 20.0])
def test_neighbours_nearer_than_the_gap_are_found_by_their_distance(adjacency: float) -> None:
    rng = np.random.default_rng(6)
    snow = [(-90.0, 30.0, 20.0), (70.0, -40.0, 100.0), (95.0, 70.0, 45.0)]
    table = Compiled([(0, 0, 0)], snow=snow, adjacency_gap_mm=adjacency)
    shapes = [shape(Card(*pose)) for pose in snow]
    found = []
    for _ in range(2500):
        pose = a_pose(rng, 160)
        own = shape(Card(*pose))
        apart = min(own.distance(other) for other in shapes)
        if apart > 0:
            holds = helpers.keeps_adjacency(table.state.table, table.rules, words.pack_pose(*pose))
            assert bool(holds) == (apart > adjacency), pose
            found.append(holds)
    assert found.count(True) > 20 and (adjacency == 0 or found.count(False) > 20)


@pytest.mark.parametrize("overlap", [0.1, 1.0, 5.0])
def test_neighbours_must_be_overlapped_by_their_penetration(overlap: float) -> None:
    rng = np.random.default_rng(7)
    snow = (5.0, -3.0, 33.0)
    table = Compiled([(0, 0, 0)], snow=[snow], overlap_mm=overlap)
    found = []
    for _ in range(2500):
        pose = a_pose(rng, 80)
        pen = geometry.pen(Card(*pose), Card(*snow))
        if rng.random() < 0.3:  # moved towards the threshold, along the line of centres
            pose = nearer(pose, snow, pen - overlap * rng.uniform(0, 2))
            pen = geometry.pen(Card(*pose), Card(*snow))
        if pen > 0:
            holds = helpers.keeps_adjacency(table.state.table, table.rules, words.pack_pose(*pose))
            assert bool(holds) == (pen >= overlap), pose
            found.append(holds)
    assert found.count(True) > 500 and found.count(False) > 20


def nearer(pose: Pose, to: Pose, way: float) -> Pose:
    """A pose moved away from another's centre (towards it if negative) by about `way`."""
    dx, dy = pose[0] - to[0], pose[1] - to[1]
    share = way / max(1.0, math.hypot(dx, dy))
    return words.unpack_pose(words.pack_pose(pose[0] + share * dx, pose[1] + share * dy, pose[2]))


def test_a_card_is_an_exact_cover_if_no_corner_is_far_off() -> None:
    rng = np.random.default_rng(8)
    fire = (12.0, -7.0, 64.0)
    table = Compiled([fire], exact_tol_mm=2.0)
    own = np.array(Card(*fire).corners)
    found = []
    for _ in range(2000):
        pose = (*(np.array(fire[:2]) + rng.normal(0, 1.2, 2)), fire[2] + rng.normal(0, 0.8))
        pose = words.unpack_pose(words.pack_pose(*pose))
        corners = np.array(Card(*pose).corners)
        off = min(np.hypot(*(np.roll(corners, turn, 0) - own).T).max() for turn in (0, 2))
        holds = helpers.is_no_exact_cover(table.state.table, table.rules, words.pack_pose(*pose))
        assert bool(holds) == (off >= 2.0)
        found.append(holds)
    assert 200 < found.count(True) < 1800


@pytest.mark.parametrize("cell", [1.0, 2.0, 4.0])
def test_areas_of_the_kernels(cell: float) -> None:
    """Newly covered area of poses, with snow on the table, and the areas of the whole carpet and of single cards."""
    rng = np.random.default_rng(9)
    table, cards = a_carpet(cell, 11)
    t, rules = table.state.table, table.rules
    union = shapely.union_all([shape(card) for card in cards])
    assert float(t.cells_visible * cell**2) == pytest.approx(union.area, abs=0.1 * cell * union.length)
    errors = []
    for _ in range(400):
        pose = a_pose(rng, 260)
        part = shape(Card(*pose)).intersection(union)
        error = float(helpers.new_cover(t, rules, words.pack_pose(*pose))) - part.area
        assert abs(error) <= max(0.5 * cell * part.length, cell**2)
        errors.append(error)
    assert abs(np.mean(errors)) < 0.05 * cell * DIAGONAL
    for i in range(0, 111, 5):
        others = shapely.union_all([shape(card) for j, card in enumerate(cards) if j != i])
        own = shape(cards[i]).difference(others)
        found = float(helpers.exclusive_area(t, rules, i))
        assert found == pytest.approx(own.area, abs=max(0.5 * cell * own.length, cell**2))


@pytest.mark.parametrize("cell", [1.0, 2.0])
def test_the_edge_of_the_carpet(cell: float) -> None:
    """N7.3 against exact regions; poses within two cells of a threshold are left out: the raster may differ there.

    So may it in a bay of the carpet whose mouth is narrow: on cells it may be a hole.
    """
    rng = np.random.default_rng(10)
    near = 15.0
    table, cards = a_carpet(cell, 12, edge_gap_mm=near)
    union = shapely.union_all([shape(card) for card in cards])
    assert union.geom_type == "Polygon"
    filled = Polygon(union.exterior)
    far_out = Polygon(filled.buffer(1 + 2 * cell).exterior)
    without_bays = Polygon(filled.buffer(2 * cell).exterior).buffer(-2 * cell)
    open_rim = union.exterior.intersection(without_bays.exterior.buffer(0.5))
    found = []
    for _ in range(1500):
        pose = at_the_rim(a_pose(rng, 200), union.exterior, rng.uniform(-6, 22))
        own = shape(Card(*pose))
        if own.intersection(filled).area < 50 or not on_the_table(table, pose):
            continue
        holds = bool(helpers.keeps_edge(table.state.table, table.rules, words.pack_pose(*pose)))
        apart = own.distance(union.exterior)
        beyond = own.difference(far_out).area
        if apart > near + 2 * cell or beyond > 4 * cell**2:
            assert holds, pose
            found.append(True)
        elif own.distance(open_rim) <= near - 2 * cell and own.difference(filled).area == 0:
            assert not holds, pose
            found.append(False)
    assert found.count(True) > 300 and found.count(False) > 20


def at_the_rim(pose: Pose, rim: Any, apart: float) -> Pose:
    """A pose moved towards the nearest point of the rim until it is about `apart` from it."""
    own = shape(Card(*pose))
    (x0, y0), (x1, y1) = shapely.shortest_line(own, rim).coords
    way = math.hypot(x1 - x0, y1 - y0)
    if way == 0:
        return pose
    share = (way - apart) / way
    return words.unpack_pose(words.pack_pose(pose[0] + share * (x1 - x0), pose[1] + share * (y1 - y0), pose[2]))


def on_the_table(table: Any, pose: Pose) -> bool:
    return bool(helpers.on_table(table.state.table, table.rules, words.pack_pose(*pose)))
