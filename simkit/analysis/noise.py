"""E5: how large an extreme would be by luck alone: the largest seat gap, the largest effect of several variants."""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import NoiseFloor
from simkit.analysis.estimate import NO_VARIANCE, Array

SEED = 20_110
"""Fixed, so that the same results give the same report."""
DRAWS = 20_000
"""Puts the mean within 0.3 % and the 95th percentile within 0.6 % of their values."""


def noise_floor(covariance: Array, blocks: int) -> NoiseFloor | None:
    """Simulate the largest gap of n seat shares centred on fairness.

    Args:
        covariance: [n, n], of one block's seat credits (their deviations from the block's mean do as well).
        blocks: number of blocks, J; the shares' covariance is covariance / J.

    Returns:
        Mean and 95th percentile of max - min; None if there is no spread to simulate from.
    """
    found = _draws(covariance, blocks)
    return None if found is None else _floor(np.ptp(found, axis=1))


def largest_of(covariance: Array, blocks: int) -> NoiseFloor | None:
    """Simulate the largest |effect| among K variants, none of which has any.

    Args:
        covariance: [K, K], of one block's differences between each variant and the baseline.
        blocks: number of blocks, J.
    """
    found = _draws(covariance, blocks)
    return None if found is None else _floor(np.abs(found).max(axis=1))


def _draws(covariance: Array, blocks: int) -> Array | None:
    """20,000 draws of means of J blocks, centred on 0, [DRAWS, entries]; None if nothing varies."""
    if blocks < 2 or np.trace(covariance) <= NO_VARIANCE:
        return None
    values, vectors = np.linalg.eigh(covariance / blocks)
    # The symmetric root: eigenvectors of equal values may turn with the last bit of the input, their product does not.
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    rng = np.random.Generator(np.random.PCG64(SEED))
    draws: Array = rng.standard_normal((DRAWS, len(values))) @ root
    return draws


def _floor(extremes: Array) -> NoiseFloor:
    return NoiseFloor(float(extremes.mean()), float(np.quantile(extremes, 0.95)))
