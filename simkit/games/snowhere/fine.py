"""The visible fire measured on a raster of any cell size, row by row, without a canvas (specification 0a: "solved")."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.poses import fire_place, snow_place
from simkit.games.snowhere.raster import first_cell, span
from simkit.games.snowhere.state import NO_POSE
from simkit.jit import kernel, popcount

_NONE = np.uint64(0)
_ALL = ~np.uint64(0)


@kernel
def change_run(line: Any, lo: Any, hi: Any, value: Any) -> None:
    """Set or clear the bits lo .. hi of a row of words."""
    if lo > hi:
        return
    first, last = lo >> 6, hi >> 6
    for k in range(first, last + 1):
        bits = _ALL
        if k == first:
            bits &= _ALL << np.uint64(lo & 63)
        if k == last:
            bits &= _ALL >> np.uint64(63 - (hi & 63))
        line[k] = line[k] | bits if value else line[k] & ~bits


@kernel
def _shapes(table: Any, rules: Any, grid: Any, lines: Any, starts: Any) -> Any:
    """Spans of all fire, then of all snow cards: lines[i] as `raster.span`, starts[i] = row, column; their numbers."""
    size = (rules.w, rules.h)
    n = np.int64(0)
    for i in range(np.int64(table.n_cards) + np.int64(table.n_snow)):
        fire = i < table.n_cards
        if fire and table.fire_pose[i] == NO_POSE:
            continue
        place = fire_place(table, i) if fire else snow_place(table, i - table.n_cards)
        row, column = first_cell(grid, place, size)
        starts[n, 0] = row
        starts[n, 1] = column
        lines[n, 0], lines[n, 1], lines[n, 2], lines[n, 3], lines[n, 4], lines[n, 5] = span(
            grid, place, size, row, column
        )
        n += 1
    return np.int64(table.n_fire), n


@kernel
def _row_count(line: Any, r: Any, lines: Any, starts: Any, numbers: Any, rows: Any) -> Any:
    """Visible cells of one row: runs of fire set, then runs of snow cleared."""
    fires, n = numbers
    line[:] = _NONE
    for i in range(n):
        k = r - starts[i, 0]
        if k < 0 or k >= rows:
            continue
        a, b = lines[i, 0] + lines[i, 1] * k, lines[i, 3] + lines[i, 4] * k
        lo = np.ceil(max(a - lines[i, 2], b - lines[i, 5], 0.0))
        hi = np.floor(min(a + lines[i, 2], b + lines[i, 5], 64.0 * len(line) - starts[i, 1] - 1.0))
        if lo <= hi:
            change_run(line, starts[i, 1] + np.int64(lo), starts[i, 1] + np.int64(hi), i < fires)
    total = np.int64(0)
    for k in range(len(line)):
        total += popcount(line[k])
    return total


@kernel
def visible_cells(table: Any, rules: Any, cell: Any, limit: Any) -> Any:
    """Number of cells of `cell` mm of visible fire; counting stops beyond `limit`.

    Rows in which the table's own raster shows fire come first, from the middle on, so that a game far from solved is
    told at once.
    """
    west, south = table.west, table.south
    col0, row0 = np.int64(np.floor(west / cell)) - 1, np.int64(np.floor(south / cell)) - 1
    n_rows = np.int64((table.north - south) / cell) + 3
    words = (np.int64((table.east - west) / cell) + 3 + 63) // 64
    lines, starts = np.empty((len(table.fire_x) * 2, 6)), np.empty((len(table.fire_x) * 2, 2), np.int64)
    numbers = _shapes(table, rules, (cell, row0, col0), lines, starts)
    rows = np.int64(rules.diag / cell) + 2
    line = np.empty(words, np.uint64)
    total = np.int64(0)
    for seen in (True, False):
        for k in range(n_rows):
            r = (n_rows // 2 + k) % n_rows
            here = np.int64(np.floor((np.float64(r + row0) + 0.5) * cell / rules.cell)) - table.row0
            shows = 0 < here < table.rows and table.sum_visible[here] > table.sum_visible[here - 1]
            if shows == seen:
                total += _row_count(line, r, lines, starts, numbers, rows)
                if total > limit:
                    return total
    return total
