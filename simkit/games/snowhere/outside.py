"""The table outside the carpet and the fire's edge, on bit rows (specification N2.6, N2.8, N2.10)."""

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
def fill_row(filled: Any, blocked: Any, at: Any, n: Any) -> None:
    """Grow what is filled along a row of n words, as far as nothing blocks it."""
    carry = _NONE
    for i in range(at, at + n):
        room, seeds = ~blocked[i], filled[i]
        # The sum carries through each run from its lowest seed on.
        grown = seeds | (room & ~(room + seeds + carry))
        filled[i] = grown
        carry = grown >> _TOP
    carry = _NONE
    for i in range(at + n - 1, at - 1, -1):
        room, grown = ~blocked[i], filled[i]
        seeds = grown | (room & (carry << _TOP))
        if seeds != room and seeds != _NONE:
            seeds = _down_fill(seeds, room)
        filled[i] = seeds
        carry = seeds & _ONE


@kernel
def _step_row(filled: Any, blocked: Any, at: Any, beside: Any, n: Any) -> Any:
    """Grow from the row that starts at `beside` into the row at `at`; whether anything was gained."""
    gained = _NONE
    for i in range(n):
        gained |= filled[beside + i] & ~blocked[at + i] & ~filled[at + i]
    if gained == _NONE:
        return False
    for i in range(n):
        filled[at + i] |= filled[beside + i] & ~blocked[at + i]
    fill_row(filled, blocked, at, n)
    return True


@kernel
def spread(filled: Any, blocked: Any, stride: Any, first: Any, last: Any, rows: Any) -> Any:
    """Grow what is filled from row to row, starting in rows first .. last of `rows`, until nothing is gained.

    Rows must be filled along themselves already; the first and the last row of the raster are never changed.
    Returns the first and the last row that may have changed.
    """
    lo, hi = max(np.int64(1), first - 1), min(last + 1, rows - 2)
    going = True
    while going:
        going = False
        r, gained = lo, True
        while r <= hi or (gained and r < rows - 1):
            gained = _step_row(filled, blocked, r * stride, (r - 1) * stride, stride)
            going |= gained
            r += 1
        hi = r - 1
        r, gained = hi, True
        while r >= lo or (gained and r > 0):
            gained = _step_row(filled, blocked, r * stride, (r + 1) * stride, stride)
            going |= gained
            r -= 1
        lo = r + 1
    return lo, hi


@kernel
def find_outside(table: Any, rules: Any) -> None:
    """T_out from the carpet, anew (N2.6); all of the table off the carpet with `edge_includes_holes`."""
    rows, stride = np.int64(table.rows), np.int64(table.stride)
    for r in range(rows):
        at = r * stride
        if rules.holes:
            for i in range(at, at + stride):
                table.outside[i] = ~table.carpet[i]
        else:
            for i in range(at + 1, at + stride - 1):
                table.outside[i] = _NONE
            # Beyond the table lies nothing of the carpet.
            table.outside[at] = _ALL
            table.outside[at + stride - 1] = _ALL
            fill_row(table.outside, table.carpet, at, stride)
    if not rules.holes:
        spread(table.outside, table.carpet, stride, np.int64(1), rows - 2, rows)


@kernel
def grow_outside(table: Any, rules: Any, first: Any, last: Any) -> Any:
    """T_out after the carpet lost cells in rows first .. last; the rows that may have changed."""
    rows, stride = np.int64(table.rows), np.int64(table.stride)
    for r in range(first, last + 1):
        at = r * stride
        if rules.holes:
            for i in range(at, at + stride):
                table.outside[i] = ~table.carpet[i]
        else:
            fill_row(table.outside, table.carpet, at, stride)
    if rules.holes:
        return first, last
    return spread(table.outside, table.carpet, stride, first, last, rows)


@kernel
def find_rim(table: Any, first: Any, last: Any) -> None:
    """E in rows first .. last: cells of visible fire with a 4-neighbour outside (N2.10)."""
    stride = np.int64(table.stride)
    outside = table.outside
    for r in range(first, last + 1):
        at = r * stride
        for i in range(at + 1, at + stride - 1):
            fire = table.visible[i]
            if fire != _NONE:
                here = outside[i]
                beside = here << _ONE | outside[i - 1] >> _TOP | here >> _ONE | outside[i + 1] << _TOP
                fire &= beside | outside[i - stride] | outside[i + stride]
            table.rim[i] = fire


@kernel
def euler_near(words: Any, stride: Any, near: Any, rows: Any) -> Any:
    """Cells less adjacent pairs plus full squares, near a patch of `rows` rows: near = (row, word, words of a row).

    Changes of it in the patch are changes of the number of 4-connected parts less the number of their holes.
    """
    row, word, n = near
    total = np.int64(0)
    for k in range(word - 1, word + n):
        at = (row - 1) * stride + k
        above = words[at]
        above_pairs = above & (above >> _ONE | words[at + 1] << _TOP)
        for r in range(row, row + rows + 1):
            at = r * stride + k
            here = words[at]
            pairs = here & (here >> _ONE | words[at + 1] << _TOP)
            total += popcount(here) - popcount(pairs) - popcount(here & above) + popcount(pairs & above_pairs)
            above, above_pairs = here, pairs
    return total


@kernel
def add_up(words: Any, sums: Any, stride: Any, rows: Any, first: Any) -> Any:
    """Cells set in rows 0 .. r, for every row from `first` on (those before are right already); the total."""
    total = np.int64(0) if first == 0 else np.int64(sums[first - 1])
    for r in range(first, rows):
        at = r * stride
        for i in range(at, at + stride):
            total += popcount(words[i])
        sums[r] = total
    return total


@kernel
def is_connected(table: Any) -> Any:
    """Whether the carpet is 4-connected on the raster (N3.5)."""
    rows, stride = np.int64(table.rows), np.int64(table.stride)
    n = rows * stride
    blocked, filled = np.empty(n, np.uint64), np.zeros(n, np.uint64)
    total, start = np.int64(0), np.int64(-1)
    for i in range(n):
        blocked[i] = ~table.carpet[i]
        total += popcount(table.carpet[i])
        if start < 0 and table.carpet[i] != _NONE:
            start = np.int64(i)
    if start < 0:
        return False
    filled[start] = table.carpet[start] & (~table.carpet[start] + _ONE)  # its lowest cell
    row = start // stride
    fill_row(filled, blocked, row * stride, stride)
    spread(filled, blocked, stride, row, row, rows)
    for i in range(n):
        total -= popcount(filled[i])
    return total == 0
