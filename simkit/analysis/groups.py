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
        Two arrays [blocks, groups].
    """
    flat = values.reshape(len(values), -1)
    there = ~np.isnan(flat)
    if there.all():
        return flat @ groups, np.broadcast_to(groups.sum(axis=0), (len(flat), groups.shape[1]))
    return np.where(there, flat, 0.0) @ groups, there.astype(np.float64) @ groups
