"""Sums by group."""

from __future__ import annotations

import numpy as np

from simkit.analysis.groups import group_sums


def test_missing_values_are_left_out_and_stay_missing() -> None:
    """With one game a block and one seat the array is its own transpose: it must not be written to."""
    for shape in ((4, 1, 1), (4, 3, 2)):
        values = np.arange(np.prod(shape), dtype=np.float64).reshape(shape)
        values[1] = np.nan
        before = values.copy()
        sums, counts = group_sums(values, np.ones((shape[1] * shape[2], 1)))
        assert np.array_equal(values, before, equal_nan=True)
        assert counts[:, 0].tolist() == [shape[1] * shape[2], 0, shape[1] * shape[2], shape[1] * shape[2]]
        assert sums[:, 0].tolist() == [np.nansum(block) for block in before]
