"""Carpets of every model (N3): as the twin lays them from the same streams, cohesive, as large as elsewhere."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
import shapely
from shapely import Polygon

from simkit.games.snowhere import state as words
from simkit.games.snowhere.options import FAN_TOPS, MODELS
from tests.games.snowhere.snapshots import carpet_of_kernels
from tests.games.snowhere.tables import Generated, bits
from tests.reference import snowhere_carpets as carpets
from tests.reference.rng import Chance
from tests.reference.snowhere_geometry import pen
from tests.reference.snowhere_layout import Fire

VARIED: list[dict[str, Any]] = [
    {},
    {"spread_mm": 320.0},
    {"spread_mm": 400.0, "attach_mm": 40.0},  # many cards are slid
    {"carpet_model": "ring", "spread_mm": 280.0},
    {"carpet_model": "gauss", "spread_mm": 120.0},
    {"carpet_model": "gauss", "spread_mm": 160.0, "attach_mm": 10.0},
    {"carpet_model": "fan"},
    {"carpet_model": "fan", "fan_top": "inner", "fan_noise": 0.0},
    {"carpet_model": "fan", "fan_noise": 5.0, "n_cards": 57, "card_w_mm": 56.0, "card_h_mm": 87.0},
    {"n_cards": 128, "n_flakes": 12},
    {"n_cards": 1, "n_flakes": 1},
]


def generated(seed: int, **options: Any) -> tuple[Generated, list[Fire]]:
    table = Generated(1, seed, cell_mm=4.0, **options)
    return table, carpet_of_kernels(table.state, table.rules)


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_the_twin_lays_the_same_carpet(options: dict[str, Any]) -> None:
    for seed in (1, 2**50 + 7):
        table, found = generated(seed, **options)
        expected = carpets.lay(table.options, Chance(seed, 0))
        assert [f.level for f in found] == [f.level for f in expected]
        assert [f.flake for f in found] == [f.flake for f in expected]
        for one, other in zip(found, expected, strict=True):
            assert (one.card.cx, one.card.cy, one.card.deg) == (other.card.cx, other.card.cy, other.card.deg), one.ident


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_every_card_overlaps_an_earlier_one_and_all_are_one_area(options: dict[str, Any]) -> None:
    """N3.2; a slid card may lie a grid step off."""
    for seed in range(3):
        table, found = generated(seed, **options)
        assert len(found) == table.options.n_cards
        cards = [f.card for f in found]
        for i in range(1, len(cards)):
            assert max(pen(cards[i], other) for other in cards[:i]) > table.options.attach_mm - 0.02
        union = shapely.union_all([Polygon(card.corners) for card in cards])
        assert union.geom_type == "Polygon"
        assert sorted(f.level for f in found) == list(range(len(found)))
        assert sum(f.flake for f in found) == table.options.n_flakes


def measured(n: int, **options: Any) -> tuple[float, float, float]:
    """Mean area in cm2, mean number of free cards and mean diameter in mm of n carpets."""
    areas, free, wide = [], [], []
    for seed in range(n):
        table, found = generated(seed, **options)
        areas.append(float(table.state.table.cells_visible * table.rules.cell_area) / 100)
        free.append(len(bits(table.state.table.free)))
        wide.append(2 * max(np.hypot(x, y) for f in found for x, y in f.card.corners))
    return float(np.mean(areas)), float(np.mean(free)), float(np.mean(wide))


@pytest.mark.parametrize(
    ("options", "area", "free", "wide"),
    [
        ({"spread_mm": 160.0}, 1104, 4.4, 424),  # the calibration of section 0a
        ({"spread_mm": 240.0}, 1878, 8.4, 583),
        ({"spread_mm": 320.0}, 2309, 11.1, 739),
        ({"carpet_model": "gauss", "spread_mm": 80.0}, 1249, 5.0, 546),  # 40 carpets each, N3
        ({"carpet_model": "gauss", "spread_mm": 120.0}, 1841, 8.6, 690),
        ({"carpet_model": "gauss", "spread_mm": 160.0}, 2200, 10.9, 819),
        ({"carpet_model": "ring", "spread_mm": 200.0}, 1550, 6.8, 504),
        ({"carpet_model": "ring", "spread_mm": 280.0}, 2080, 10.1, 662),
        ({"carpet_model": "fan"}, 1988, 8.4, 612),
        ({"carpet_model": "fan", "fan_top": "inner"}, 1988, 1.8, 612),
    ],
    ids=str,
)
def test_carpets_are_as_large_as_measured_elsewhere(
    options: dict[str, Any], area: float, free: float, wide: float
) -> None:
    """Against the figures of two other implementations, which come from 40 carpets or a little more."""
    found = measured(120, **options)
    assert found == pytest.approx((area, free, wide), rel=0.03, abs=0.7)


def test_options_of_the_carpet_matter() -> None:
    seen = {repr([f.card for f in generated(3, carpet_model=model, spread_mm=150.0)[1]]) for model in MODELS}
    assert len(seen) == len(MODELS)
    levels = {repr([f.level for f in generated(3, carpet_model="fan", fan_top=top)[1]]) for top in FAN_TOPS}
    assert len(levels) == 2
    calm, wild = (generated(3, carpet_model="fan", fan_noise=noise)[1] for noise in (0.0, 20.0))
    assert [f.card for f in calm] == [f.card for f in wild]
    steps = [f.ident // 8 for f in sorted(calm, key=lambda f: f.level)]
    assert steps == sorted(steps)
    assert [f.ident // 8 for f in sorted(wild, key=lambda f: f.level)] != steps


def test_the_order_of_the_given_ids_and_levels_counts() -> None:
    """N3.6: ids and levels may be any different numbers, in any order."""
    carpet = [
        {"id": 30, "x": 20.0, "y": 5.0, "angle": 33.33, "level": 4},
        {"id": 7, "x": -20.0, "y": 0.0, "angle": 180.0, "level": 90},
        {"id": 12, "x": 0.0, "y": -8.5, "angle": 90.0, "level": 11},
    ]
    table = Generated(1, 1, carpet=carpet, n_flakes=0)
    found = carpet_of_kernels(table.state, table.rules)
    assert [(f.card.cx, f.card.cy, f.card.deg, f.level) for f in found] == [
        (-20, 0, 0, 2),
        (0, -8.5, 90, 1),
        (20, 5, 33.33, 0),
    ]
    assert bits(table.state.table.free) == [0]


def test_deals_depend_on_seed_and_block_alone() -> None:
    one, again, other = (Generated(n, 9, block, cell_mm=4.0) for n, block in ((1, 0), (4, 0), (1, 1)))
    assert (one.state.table.fire_pose == again.state.table.fire_pose).all()
    assert (one.state.flake == again.state.flake).all()
    assert (one.state.table.fire_pose != other.state.table.fire_pose).any()
    assert words.NO_POSE not in one.state.table.fire_pose[:111]
