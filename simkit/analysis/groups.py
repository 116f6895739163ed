"""Sums of a number of the seats table over the places of each seat, each strategy, and all places."""

from __future__ import annotations

import numpy as np

from simkit.analysis.estimate import Array


def group_sums(values: Array, groups: Array) -> tuple[Array, Array]:
    """Sum and count of what is not NaN in each block and group.

    Args:
        values: [blocks, games of a block, n].
        groups: `Shape.groups()`, [games of a block * n, groups].

    Returns:
        Sums [blocks, groups]; counts, the same, or [groups] if nothing is missing.
    """
    # Blocks last: a product of a small matrix with a long one is many times faster than the other way round.
    flat = np.ascontiguousarray(values.reshape(len(values), -1).T)
    missing = np.isnan(flat)
    if not missing.any():
        return (groups.T @ flat).T, groups.sum(axis=0)
    flat[missing] = 0.0
    return (groups.T @ flat).T, (groups.T @ (~missing).astype(np.float64)).T
