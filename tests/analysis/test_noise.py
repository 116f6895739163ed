"""E5: the check values of the noise floor."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.analysis.noise import noise_floor

FAIR_FOUR = np.eye(4) / 4 - 1 / 16


@pytest.mark.parametrize(
    ("games", "gap"), [(36, 0.171), (360, 0.054), (1000, 0.033), (10_000, 0.010), (100_000, 0.0033)]
)
def test_check_values(games, gap):
    floor = noise_floor(FAIR_FOUR, games)
    assert floor is not None
    assert floor.mean == pytest.approx(gap, rel=0.035)
    assert floor.p95 > floor.mean


def test_it_agrees_with_games_really_drawn():
    rng = np.random.default_rng(1)
    gaps = np.ptp(rng.multinomial(1000, [0.25] * 4, size=20_000), axis=1) / 1000
    floor = noise_floor(FAIR_FOUR, 1000)
    assert floor is not None
    assert (floor.mean, floor.p95) == pytest.approx((gaps.mean(), np.quantile(gaps, 0.95)), rel=0.02)


def test_the_same_every_time():
    assert noise_floor(FAIR_FOUR, 50) == noise_floor(FAIR_FOUR, 50)


def test_unknown_without_spread():
    assert noise_floor(FAIR_FOUR, 1) is None
    assert noise_floor(np.zeros((4, 4)), 100) is None
