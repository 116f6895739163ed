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
    # Blocks last, so that adding up the places of a group adds long rows to each other.
    flat = np.array(values.reshape(len(values), -1).T, order="C")  # a copy: what is missing is set to 0 below
    missing = np.isnan(flat)
    if not missing.any():
        return _add_up(flat, groups), groups.sum(axis=0)
    flat = np.where(missing, 0.0, flat)  # a new array: with one seat `flat` may be `values` itself
    return _add_up(flat, groups), _add_up((~missing).astype(np.float64), groups)


def _add_up(flat: Array, groups: Array) -> Array:
    sums = np.empty((groups.shape[1], flat.shape[1]))
    for row, places in zip(sums, groups.T, strict=True):
        np.add.reduce(flat[np.flatnonzero(places)], axis=0, out=row)
    return sums.T
