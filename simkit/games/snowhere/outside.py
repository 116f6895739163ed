"""The table outside the carpet and the fire's edge, on bit rows (specification N2.6, N2.8, N2.10).

Word w of row r of a raster of `height` rows is words[w * height + r].
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import kernel, popcount

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_ALL = ~np.uint64(0)
_TOP = np.uint64(63)
_1, _2, _4, _8, _16, _32 = (np.uint64(1 << k) for k in range(6))


@kernel
def _down_fill(seeds: Any, room: Any) -> Any:
    """The bits of `room` at or below a seed in the same run (Kogge and Stone)."""
    f, p = seeds, room
    f |= p & (f >> _1)
    p &= p >> _1
    f |= p & (f >> _2)
    p &= p >> _2
    f |= p & (f >> _4)
    p &= p >> _4
    f |= p & (f >> _8)
    p &= p >> _8
    f |= p & (f >> _16)
    p &= p >> _16
    return f | (p & (f >> _32))


@kernel
def fill_row(filled: Any, blocked: Any, row: Any, height: Any, n: Any) -> None:
    """Grow what is filled along a row of n words, as far as nothing blocks it."""
    carry = _NONE
    for w in range(n):
        at = w * height + row
        seeds = filled[at]
        if seeds != _NONE or carry != _NONE:
            room = ~blocked[at]
            # The sum carries through each run from its lowest seed on.
            seeds |= room & ~(room + seeds + carry)
            filled[at] = seeds
        carry = seeds >> _TOP
    carry = _NONE
    for w in range(n - 1, -1, -1):
        at = w * height + row
        seeds = filled[at]
        if seeds != _NONE or carry != _NONE:
            room = ~blocked[at]
            seeds |= room & (carry << _TOP)
            if seeds != room and seeds != _NONE:
                seeds = _down_fill(seeds, room)
            filled[at] = seeds
        carry = seeds & _ONE


@kernel
def _step_row(filled: Any, blocked: Any, row: Any, beside: Any, height: Any, n: Any) -> Any:
    """Grow from the row `beside` into `row`; whether anything was gained."""
    gained = _NONE
    for w in range(n):
        at = w * height
        gained |= filled[at + beside] & ~blocked[at + row] & ~filled[at + row]
    if gained == _NONE:
        return False
    for w in range(n):
        at = w * height
        filled[at + row] |= filled[at + beside] & ~blocked[at + row]
    fill_row(filled, blocked, row, height, n)
    return True


@kernel
def spread(filled: Any, blocked: Any, height: Any, n: Any, first: Any, last: Any) -> Any:
    """Grow what is filled from row to row, from rows first .. last (already filled along themselves) on.

    The first and the last row of the raster are never changed. Returns the first and the last row that may have changed.
    """
    lo, hi = max(np.int64(1), first - 1), min(last + 1, height - 2)
    low, high = first, last
    while lo <= hi:
        # Only next to rows that gained something can anything more be gained.
        least, most = height, np.int64(0)
        r, gained = lo, False
        while r <= hi or (gained and r < height - 1):
            gained = _step_row(filled, blocked, r, r - 1, height, n)
            if gained:
                least, most = min(least, r), r
            r += 1
        r, gained = max(hi, most), False
        while r >= lo or (gained and r > 0):
            gained = _step_row(filled, blocked, r, r + 1, height, n)
            if gained:
                least, most = min(least, r), max(most, r)
            r -= 1
        low, high = min(low, least), max(high, most)
        lo, hi = max(np.int64(1), least - 1), min(most + 1, height - 2)
    return low, high


@kernel
def find_outside(table: Any, rules: Any) -> None:
    """T_out from the carpet, anew (N2.6); all of the table off the carpet with `edge_includes_holes`."""
    height, n = np.int64(table.rows), np.int64(table.stride)
    if rules.holes:
        for i in range(height * n):
            table.outside[i] = ~table.carpet[i]
        return
    # Beyond the table, in the words at both ends, lies nothing of the carpet.
    table.outside[:height] = _ALL
    table.outside[height : (n - 1) * height] = _NONE
    table.outside[(n - 1) * height : n * height] = _ALL
    for r in range(height):
        fill_row(table.outside, table.carpet, r, height, n)
    spread(table.outside, table.carpet, height, n, np.int64(1), height - 2)


@kernel
def grow_outside(table: Any, rules: Any, first: Any, last: Any) -> Any:
    """T_out after the carpet lost cells in rows first .. last; the rows that may have changed."""
    height, n = np.int64(table.rows), np.int64(table.stride)
    for r in range(first, last + 1):
        if rules.holes:
            for w in range(n):
                table.outside[w * height + r] = ~table.carpet[w * height + r]
        else:
            fill_row(table.outside, table.carpet, r, height, n)
    if rules.holes:
        return first, last
    return spread(table.outside, table.carpet, height, n, first, last)


@kernel
def find_rim(table: Any, first: Any, last: Any) -> None:
    """E in rows first .. last: cells of visible fire with a 4-neighbour outside (N2.10)."""
    height = np.int64(table.rows)
    n = last + 1 - first
    for w in range(1, np.int64(table.stride) - 1):
        at = w * height + first
        visible, rim = table.visible[at : at + n], table.rim[at : at + n]
        here, up = table.outside[at : at + n], table.outside[at - 1 : at - 1 + n]
        down = table.outside[at + 1 : at + 1 + n]
        left, right = table.outside[at - height : at - height + n], table.outside[at + height : at + height + n]
        for r in range(n):
            beside = here[r] << _ONE | left[r] >> _TOP | here[r] >> _ONE | right[r] << _TOP | up[r] | down[r]
            rim[r] = visible[r] & beside


@kernel
def euler_near(words: Any, height: Any, near: Any, rows: Any) -> Any:
    """Cells less adjacent pairs plus full squares, near a patch of `rows` rows: near = (row, word, words of a row).

    Changes of it in the patch are changes of the number of 4-connected parts less the number of their holes.
    """
    row, word, n = near
    total = np.int64(0)
    for k in range(word - 1, word + n):
        at = k * height + row - 1
        mine, beside = words[at : at + rows + 2], words[at + height : at + height + rows + 2]
        for r in range(rows + 1):
            above, here = mine[r], mine[r + 1]
            above_pairs = above & (above >> _ONE | beside[r] << _TOP)
            pairs = here & (here >> _ONE | beside[r + 1] << _TOP)
            total += popcount(here) - popcount(pairs) - popcount(here & above) + popcount(pairs & above_pairs)
    return total


@kernel
def add_up(words: Any, sums: Any, table: Any, first: Any, last: Any) -> Any:
    """Cells set in rows 0 .. r, for every row, after rows first .. last changed; the total."""
    height = np.int64(table.rows)
    n = last + 1 - first
    before = np.int64(sums[first - 1]) if first > 0 else np.int64(0)
    old = np.int64(sums[last])
    part = np.zeros(n, np.int64)
    for w in range(np.int64(table.stride)):
        at = w * height + first
        mine = words[at : at + n]
        for r in range(n):
            part[r] += popcount(mine[r])
    for r in range(n):
        before += part[r]
        sums[first + r] = before
    for r in range(last + 1, height):
        sums[r] += before - old
    return np.int64(sums[height - 1])


@kernel
def is_connected(table: Any) -> Any:
    """Whether the carpet is 4-connected on the raster (N3.5)."""
    height, n = np.int64(table.rows), np.int64(table.stride)
    blocked, filled = np.empty(height * n, np.uint64), np.zeros(height * n, np.uint64)
    total, start = np.int64(0), np.int64(-1)
    for i in range(height * n):
        blocked[i] = ~table.carpet[i]
        total += popcount(table.carpet[i])
        if start < 0 and table.carpet[i] != _NONE:
            start = np.int64(i)
    if start < 0:
        return False
    filled[start] = table.carpet[start] & (blocked[start] + _ONE)  # its lowest cell
    row = start % height
    fill_row(filled, blocked, row, height, n)
    spread(filled, blocked, height, n, row, row)
    for i in range(height * n):
        total -= popcount(filled[i])
    return total == 0
