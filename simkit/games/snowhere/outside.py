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
def _fill_from_ends(filled: Any, blocked: Any, height: Any, n: Any) -> None:
    """In every row, fill from both ends up to what blocks it first."""
    carry = np.ones(height, np.uint64)
    for w in range(n):
        mine, walls = filled[w * height : (w + 1) * height], blocked[w * height : (w + 1) * height]
        for r in range(height):
            room = ~walls[r]
            grown = room & ~(room + carry[r])
            mine[r] = grown
            carry[r] = grown >> _TOP
    carry[:] = _ONE
    for w in range(n - 1, -1, -1):
        mine, walls = filled[w * height : (w + 1) * height], blocked[w * height : (w + 1) * height]
        for r in range(height):
            room = ~walls[r]
            grown = mine[r] | _down_fill(room & (carry[r] << _TOP), room)
            mine[r] = grown
            carry[r] = grown & _ONE


@kernel
def _flag_rows(filled: Any, blocked: Any, shape: Any, rows: Any, flags: Any) -> None:
    """For rows lo .. hi, all words of a row together: what is next to filled cells and neither filled nor blocked."""
    height, n = shape
    lo, hi = rows
    m = hi + 1 - lo
    flagged = flags[lo : lo + m]
    flagged[:] = _NONE
    for w in range(1, n - 1):
        at = w * height + lo
        here, left = filled[at : at + m], filled[at - height : at - height + m]
        right = filled[at + height : at + height + m]
        up, down, walls = filled[at - 1 : at - 1 + m], filled[at + 1 : at + 1 + m], blocked[at : at + m]
        for r in range(m):
            beside = here[r] << _ONE | left[r] >> _TOP | here[r] >> _ONE | right[r] << _TOP | up[r] | down[r]
            flagged[r] |= beside & ~(here[r] | walls[r])


@kernel
def _grow_row(filled: Any, blocked: Any, row: Any, height: Any, n: Any) -> Any:
    """Grow a row from both rows beside it and along itself; whether anything came from beside it."""
    gained = _NONE
    for w in range(n):
        at = w * height + row
        more = (filled[at - 1] | filled[at + 1]) & ~(blocked[at] | filled[at])
        filled[at] |= more
        gained |= more
    if gained != _NONE:
        fill_row(filled, blocked, row, height, n)
    return gained != _NONE


@kernel
def spread(filled: Any, blocked: Any, height: Any, n: Any, first: Any, last: Any) -> Any:
    """Grow what is filled until nothing is gained, where rows first .. last may have room for it now.

    The first and the last row of the raster are never changed. Returns the first and last row that may have changed.
    """
    lo, hi = max(np.int64(1), first - 1), min(last + 1, height - 2)
    low, high = first, last
    flags = np.zeros(height, np.uint64)
    while lo <= hi:
        _flag_rows(filled, blocked, (height, n), (lo, hi), flags)
        least, most = height, np.int64(0)
        r, gained = lo, False
        while r <= hi or (gained and r < height - 1):
            if r <= hi and flags[r] != _NONE:
                fill_row(filled, blocked, r, height, n)
                _grow_row(filled, blocked, r, height, n)
                gained = True
            elif gained:
                gained = _grow_row(filled, blocked, r, height, n)
            if gained:
                flags[r] = _ONE
                least, most = min(least, r), r
            r += 1
        r, gained = most - 1, False
        while r > 0 and (r >= least - 1 or gained):
            if flags[r + 1] != _NONE:
                gained = _grow_row(filled, blocked, r, height, n)
                if gained:
                    flags[r] = _ONE
                    least = min(least, r)
            else:
                gained = False
            r -= 1
        low, high = min(low, least), max(high, most)
        # Only next to rows that gained something can anything more be gained.
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
    _fill_from_ends(table.outside, table.carpet, height, n)
    spread(table.outside, table.carpet, height, n, np.int64(1), height - 2)


@kernel
def grow_outside(table: Any, rules: Any, first: Any, last: Any) -> Any:
    """T_out after the carpet lost cells in rows first .. last; the rows that may have changed."""
    height, n = np.int64(table.rows), np.int64(table.stride)
    if rules.holes:
        for w in range(n):
            for r in range(first, last + 1):
                table.outside[w * height + r] = ~table.carpet[w * height + r]
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
    spread(filled, blocked, height, n, row, row)
    for i in range(height * n):
        total -= popcount(filled[i])
    return total == 0
