"""Cards on bit rows (specification N2.10): areas, painting, erasing.

A cell belongs to a card iff its centre lies in the closed rectangle. A card's cells in one row are a run; `span` turns
a card into the few numbers from which every row's run follows:

    (m1, k1, h1, m2, k2, h2): in row r from the first, columns from the first column
    ceil(max(m1 + k1 r - h1, m2 + k2 r - h2)) to floor(min(m1 + k1 r + h1, m2 + k2 r + h2))

(1: between the two long sides, 2: between the two others.) The loops run over the same number of rows for all cards and
clamp: loops of varying length are predicted badly. Words of one column of words lie next to each other, so that the
compiler takes eight rows at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import kernel, popcount

CLOSED = 1e-9
"""mm. A centre on a border belongs to the card, however its products were rounded."""
_TINY = 1e-12
_ONE = np.uint64(1)
_TOP = np.uint64(63)


@kernel
def grid_of(table: Any, rules: Any) -> Any:
    """Cell size in mm, and the row and column of the raster's corner."""
    return rules.cell, table.row0, table.col0


@kernel
def first_cell(grid: Any, place: Any, size: Any) -> Any:
    """Row and column of the corner of the bounding box of a card of `size` = (w, h), rounded down."""
    cell, row0, col0 = grid
    w, h = size
    c, s = abs(place[2]), abs(place[3])
    row = np.int64(np.floor((place[1] - 0.5 * (w * s + h * c)) / cell - 0.5)) - row0
    column = np.int64(np.floor((place[0] - 0.5 * (w * c + h * s)) / cell - 0.5)) - col0
    return row, column


@kernel
def span(grid: Any, place: Any, size: Any, row: Any, column: Any) -> Any:
    """The slopes and half lengths (see above) of a card of `size` = (w, h), counted from `row` and `column`."""
    cell, row0, col0 = grid
    c, s = place[2], place[3]
    c = c if abs(c) > _TINY else _TINY
    s = s if abs(s) > _TINY else _TINY
    y = np.float64(row + row0) + 0.5 - place[1] / cell
    x = place[0] / cell - 0.5 - np.float64(column + col0)
    t1, t2 = place[3] / c, place[2] / s
    h1 = (0.5 * size[0] + CLOSED) / (abs(c) * cell)
    h2 = (0.5 * size[1] + CLOSED) / (abs(s) * cell)
    return x - y * t1, -t1, h1, x + y * t2, t2, h2


@kernel
def run_ends(lines: Any, r: Any) -> Any:
    """First and last column of a card's row r, not rounded; the first is larger where the row is empty."""
    a, b = lines[0] + lines[1] * r, lines[3] + lines[4] * r
    lo1, lo2, hi1, hi2 = a - lines[2], b - lines[5], a + lines[2], b + lines[5]
    return lo1 if lo1 > lo2 else lo2, hi1 if hi1 < hi2 else hi2


@kernel
def run_mask(lo: Any, hi: Any) -> Any:
    """Bits ceil(lo) .. floor(hi) of a window, those from 0 to 62."""
    lo = lo if lo > 0.0 else 0.0
    lo = lo if lo < 63.0 else 63.0
    hi = hi if hi > -1.0 else -1.0
    hi = hi if hi < 62.0 else 62.0
    low, high = 64 - np.int64(64.0 - lo), np.int64(hi + 1.0)
    return ((_ONE << np.uint64(high)) - _ONE) & ~((_ONE << np.uint64(low)) - _ONE)


@kernel
def run_mask64(lo: Any, hi: Any) -> Any:
    """Bits ceil(lo) .. floor(hi) of a window, those from 0 to 63."""
    lo = lo if lo > 0.0 else 0.0
    lo = lo if lo < 64.0 else 64.0
    hi = hi if hi > -1.0 else -1.0
    hi = hi if hi < 63.0 else 63.0
    low, high = np.uint64(64 - np.int64(64.0 - lo)), np.uint64(np.int64(hi + 1.0))
    # Shifts by 64 are taken in two steps.
    below = ((_ONE << (low >> _ONE)) << (low - (low >> _ONE))) - _ONE
    return (((_ONE << (high >> _ONE)) << (high - (high >> _ONE))) - _ONE) & ~below


@kernel
def _count_narrow(first: Any, second: Any, shift: Any, lines: Any) -> Any:
    total = np.int64(0)
    right, left = np.uint64(shift), _TOP - np.uint64(shift)
    for r in range(len(first)):
        lo, hi = run_ends(lines, np.float64(r))
        total += popcount((first[r] >> right | (second[r] << _ONE) << left) & run_mask(lo, hi))
    return total


@kernel
def _count_wide(first: Any, second: Any, third: Any, shift: Any, lines: Any) -> Any:
    total = np.int64(0)
    right, left = np.uint64(shift), _TOP - np.uint64(shift)
    for r in range(len(first)):
        lo, hi = run_ends(lines, np.float64(r))
        total += popcount((first[r] >> right | (second[r] << _ONE) << left) & run_mask64(lo, hi))
        total += popcount((second[r] >> right | (third[r] << _ONE) << left) & run_mask64(lo - 64.0, hi - 64.0))
    return total


@kernel
def _count_third(third: Any, fourth: Any, shift: Any, lines: Any) -> Any:
    total = np.int64(0)
    right, left = np.uint64(shift), _TOP - np.uint64(shift)
    for r in range(len(third)):
        lo, hi = run_ends(lines, np.float64(r))
        total += popcount((third[r] >> right | (fourth[r] << _ONE) << left) & run_mask64(lo - 128.0, hi - 128.0))
    return total


@kernel
def count_cells(words: Any, table: Any, rules: Any, place: Any, size: Any, shape: Any) -> Any:
    """Number of cells of a card of `size` = (w, h) that are set in a raster; `shape`: rows it can reach, windows."""
    grid = grid_of(table, rules)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    n, height = shape[0], np.int64(table.rows)
    at = (column >> 6) * height + row
    first, second = words[at : at + n], words[at + height : at + height + n]
    if shape[1] == 1:
        return _count_narrow(first, second, column & 63, lines)
    third = words[at + 2 * height : at + 2 * height + n]
    total = _count_wide(first, second, third, column & 63, lines)
    if shape[1] > 2 and (column >> 6) + 2 < table.stride:
        total += _count_third(third, words[at + 3 * height : at + 3 * height + n], column & 63, lines)
    return total


@kernel
def cells_in(words: Any, table: Any, rules: Any, place: Any) -> Any:
    """Number of cells of a card that are set in a raster. The card must lie on the table (`on_table`)."""
    return count_cells(words, table, rules, place, (rules.w, rules.h), (rules.card_rows, rules.windows))


@kernel
def rim_cells_near(table: Any, rules: Any, place: Any) -> Any:
    """Number of cells of E in a card made longer and wider by `edge_gap_mm` on every side."""
    size = (rules.w + 2.0 * rules.edge_gap, rules.h + 2.0 * rules.edge_gap)
    return count_cells(table.rim, table, rules, place, size, (rules.rim_rows, rules.rim_windows))
