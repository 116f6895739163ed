"""Cards on bit rows (specification N2.10): areas, painting, erasing.

A cell belongs to a card iff its centre lies in the closed rectangle. A card's cells in one row are a run; `span` turns
a card into the few numbers from which every row's run follows:

    (first word, bit shift, m1, k1, h1, m2, k2, h2): in row r from the first, columns from the first window's column
    ceil(max(m1 + k1 r - h1, m2 + k2 r - h2)) to floor(min(m1 + k1 r + h1, m2 + k2 r + h2))

(1: between the two long sides, 2: between the two others.) The loops run over the same number of rows and clamp, because
loops of varying length are predicted badly (46 ns a card against 90).
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
_HALF = np.uint64(32)
_LOW6 = np.int64(63)


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
def run_mask(lo: Any, hi: Any) -> Any:
    """Bits ceil(lo) .. floor(hi) of a window, those from 0 to 62."""
    low = 64 - np.int64(64.0 - min(max(lo, 0.0), 63.0))
    high = np.int64(min(max(hi, -1.0), 62.0) + 1.0)
    return ((_ONE << np.uint64(high)) - _ONE) & ~((_ONE << np.uint64(low)) - _ONE)


@kernel
def run_mask64(lo: Any, hi: Any) -> Any:
    """Bits ceil(lo) .. floor(hi) of a window, those from 0 to 63."""
    low = np.uint64(64 - np.int64(64.0 - min(max(lo, 0.0), 64.0)))
    high = np.uint64(min(max(hi, -1.0), 63.0) + 1.0)
    below = ((_ONE << (low >> _ONE)) << (low - (low >> _ONE))) - _ONE
    return (((_ONE << (high >> _ONE)) << (high - (high >> _ONE))) - _ONE) & ~below


@kernel
def _count_narrow(words: Any, at: Any, stride: Any, shift: Any, lines: Any, rows: Any) -> Any:
    m1, k1, h1, m2, k2, h2 = lines
    total = np.int64(0)
    right, left = np.uint64(shift), _TOP - np.uint64(shift)
    for r in range(rows):
        a, b = m1 + k1 * r, m2 + k2 * r
        mask = run_mask(max(a - h1, b - h2), min(a + h1, b + h2))
        k = np.uint64(at + r * stride)
        total += popcount((words[k] >> right | (words[k + _ONE] << _ONE) << left) & mask)
    return total


@kernel
def _count_wide(words: Any, at: Any, stride: Any, shift: Any, lines: Any, rows: Any) -> Any:
    m1, k1, h1, m2, k2, h2 = lines
    total = np.int64(0)
    right, left = np.uint64(shift), _TOP - np.uint64(shift)
    for r in range(rows):
        a, b = m1 + k1 * r, m2 + k2 * r
        lo, hi = max(a - h1, b - h2), min(a + h1, b + h2)
        k = np.uint64(at + r * stride)
        second = words[k + _ONE]
        total += popcount((words[k] >> right | (second << _ONE) << left) & run_mask64(lo, hi))
        third = words[k + _ONE + _ONE]
        total += popcount((second >> right | (third << _ONE) << left) & run_mask64(lo - 64.0, hi - 64.0))
    return total


@kernel
def cells_in(words: Any, table: Any, rules: Any, place: Any) -> Any:
    """Number of cells of a card that are set in a raster. The card must lie on the table (`on_table`)."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    at = row * table.stride + (column >> 6)
    if rules.windows == 1:
        return _count_narrow(words, at, table.stride, column & _LOW6, lines, rules.card_rows)
    return _count_wide(words, at, table.stride, column & _LOW6, lines, rules.card_rows)


@kernel
def rim_cells_near(table: Any, rules: Any, place: Any, reach: Any) -> Any:
    """Number of cells of E in a card made longer and wider by `reach` mm on every side."""
    size = (rules.w + 2.0 * reach, rules.h + 2.0 * reach)
    grid = grid_of(table, rules)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    at = row * table.stride + (column >> 6)
    if rules.rim_windows == 1:
        return _count_narrow(table.rim, at, table.stride, column & _LOW6, lines, rules.rim_rows)
    return _count_wide(table.rim, at, table.stride, column & _LOW6, lines, rules.rim_rows)


@kernel
def row_words(lines: Any, r: Any, column: Any, out: Any) -> None:
    """The run of a card's row r (from its first) as words of the raster: out[0..n-1] from word column >> 6 on.

    `column`: of the first window, so bits of it are shifted by column & 63. n = len(out), at least 2 (3 for wide cards).
    """
    m1, k1, h1, m2, k2, h2 = lines
    a, b = m1 + k1 * r, m2 + k2 * r
    lo, hi = max(a - h1, b - h2), min(a + h1, b + h2)
    left = np.uint64(column & _LOW6)
    carry = np.uint64(0)
    for i in range(len(out)):
        mask = run_mask64(lo - 64.0 * i, hi - 64.0 * i)
        out[i] = mask << left | carry
        carry = (mask >> _ONE) >> (_TOP - left)


@kernel
def paint(words: Any, table: Any, rules: Any, place: Any) -> None:
    """Set the cells of a card in a raster."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    run = np.empty(rules.windows + 1, np.uint64)
    for r in range(rules.card_rows):
        row_words(lines, r, column, run)
        at = (row + r) * table.stride + (column >> 6)
        for i in range(len(run)):
            words[at + i] |= run[i]


@kernel
def erase(words: Any, table: Any, rules: Any, place: Any) -> None:
    """Clear the cells of a card in a raster."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    run = np.empty(rules.windows + 1, np.uint64)
    for r in range(rules.card_rows):
        row_words(lines, r, column, run)
        at = (row + r) * table.stride + (column >> 6)
        for i in range(len(run)):
            words[at + i] &= ~run[i]
