"""Random candidates for a placement, and what strategies measure of cards (specification section 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.patches import (
    beside,
    new_patch,
    patch_and,
    patch_count,
    patch_of,
    patch_seen,
    patch_without_set,
)
from simkit.games.snowhere.poses import fire_place, make_pose, pose_angle
from simkit.games.snowhere.state import ANGLES, NO_POSE
from simkit.jit import ctz, kernel, popcount
from simkit.rng import below, next64

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_LOW32 = np.uint64(0xFFFFFFFF)
_S32 = np.uint64(32)
_UNIT32 = 2.0**-32


@kernel
def nth_cell(words: Any, sums: Any, table: Any, n: Any) -> Any:
    """Row and column of the n-th set cell of a raster, from 0, row by row; `sums` adds up its rows."""
    lo, hi = np.int64(0), np.int64(table.rows) - 1
    while lo < hi:
        middle = (lo + hi) >> 1
        if sums[middle] > n:
            hi = middle
        else:
            lo = middle + 1
    left = n - (np.int64(sums[lo - 1]) if lo > 0 else np.int64(0))
    word, height = np.int64(0), np.int64(table.rows)
    here = popcount(words[lo])
    while here <= left:
        left -= here
        word += 1
        here = popcount(words[word * height + lo])
    return lo, word * 64 + nth_bit(words[word * height + lo], left)


@kernel
def nth_bit(word: Any, n: Any) -> Any:
    """Place of the n-th set bit of a word, from 0: halves of it are counted."""
    base = np.int64(0)
    width = np.int64(32)
    while width >= 4:
        low = word & ((_ONE << np.uint64(width)) - _ONE)
        here = popcount(low)
        if n >= here:
            n -= here
            word >>= np.uint64(width)
            base += width
        else:
            word = low
        width >>= 1
    for _ in range(n):
        word &= word - _ONE
    return base + np.int64(ctz(word))


@kernel
def cell_centre(table: Any, rules: Any, row: Any, column: Any) -> Any:
    """x and y in mm of a cell's centre."""
    x = (np.float64(column + table.col0) + 0.5) * rules.cell
    return x, (np.float64(row + table.row0) + 0.5) * rules.cell


@kernel
def jittered(place: Any, rng: Any, jitter: Any) -> Any:
    """x and y, each moved by U(-jitter, jitter): 32 random bits each, the lower ones for x."""
    bits = next64(rng)
    x = place[0] + jitter * (2.0 * _UNIT32 * np.float64(bits & _LOW32) - 1.0)
    return x, place[1] + jitter * (2.0 * _UNIT32 * np.float64(bits >> _S32) - 1.0)


@kernel
def _near(table: Any, rules: Any, cell: Any, rng: Any, jitter: Any) -> Any:
    x, y = jittered(cell_centre(table, rules, cell[0], cell[1]), rng, jitter)
    return make_pose(x, y, below(rng, ANGLES))


@kernel
def random_candidate(table: Any, rules: Any, rng: Any, jitter: Any) -> Any:
    """A pose near visible fire (section 5): a random cell of it, moved by U(-jitter, jitter) mm both ways; any angle.

    NO_POSE where no fire is visible.
    """
    if table.cells_visible == 0:
        return np.int64(NO_POSE)
    cell = nth_cell(table.visible, table.sum_visible, table, below(rng, table.cells_visible))
    return _near(table, rules, cell, rng, jitter)


@kernel
def dead_candidate(table: Any, rules: Any, rng: Any, jitter: Any) -> Any:
    """The same round a random visible cell of a dead card; round any visible fire where there is none."""
    if table.cells_dead == 0:
        return random_candidate(table, rules, rng, jitter)
    cell = nth_cell(table.visible_dead, table.sum_dead, table, below(rng, table.cells_dead))
    return _near(table, rules, cell, rng, jitter)


@kernel
def aligned_candidate(table: Any, rules: Any, rng: Any, jitter: Any) -> Any:
    """The human variant: with probability 1/2 the candidate has the angle of a neighbour.

    The neighbour is a random one of the fire and snow cards whose centres are within a card's diagonal.
    """
    pose = random_candidate(table, rules, rng, jitter)
    if pose == NO_POSE or below(rng, 2) == 0:
        return pose
    x, y, angle = pose >> 35, (pose >> 15) & 0xFFFFF, pose_angle(pose)
    reach = np.int64(rules.diag * 256.0)
    seen = np.int64(0)
    for i in range(np.int64(table.n_cards) + np.int64(table.n_snow)):
        other = table.fire_pose[i] if i < table.n_cards else table.snow_pose[i - table.n_cards]
        if other == NO_POSE:
            continue
        dx, dy = (other >> 35) - x, ((other >> 15) & 0xFFFFF) - y
        if dx * dx + dy * dy <= reach * reach:
            seen += 1
            if below(rng, seen) == 0:  # each of them equally likely in the end
                angle = pose_angle(other)
    return (pose >> 15) << 15 | angle


@kernel
def visible_area(table: Any, rules: Any, card: Any) -> Any:
    """What is seen of a fire card in mm2, after all higher fire and snow."""
    patch = new_patch(rules)
    cells, _, _ = patch_seen(patch, table, rules, card)
    return np.float64(cells) * rules.cell_area


@kernel
def exclusive_area(table: Any, rules: Any, card: Any) -> Any:
    """A fire card less all other cards, fire and snow, in mm2."""
    patch = new_patch(rules)
    row, word = patch_of(patch, table, rules, fire_place(table, card))
    # What is not visible fire lies under snow.
    if patch_and(patch, row, word, table.visible, table.rows) == 0:
        return 0.0
    patch_without_set(patch, row, word, table, rules, beside(table, card))
    return np.float64(patch_count(patch)) * rules.cell_area


@kernel
def edge_cells(table: Any) -> Any:
    """Number of cells of the fire's edge E."""
    total = np.int64(0)
    for i in range(np.int64(table.rows) * np.int64(table.stride)):
        total += popcount(table.rim[i])
    return total


@kernel
def edge_point(table: Any, rules: Any, rng: Any, point: Any) -> Any:
    """A random cell of E: point[0..1] = its centre, point[2..3] = the unit vector from there away from the carpet.

    The direction is that of the middle of the outside cells around it (7 x 7). False where E is empty.
    """
    total = edge_cells(table)
    if total == 0:
        return False
    left = np.int64(below(rng, total))
    at = np.int64(0)
    while popcount(table.rim[at]) <= left:
        left -= popcount(table.rim[at])
        at += 1
    height = np.int64(table.rows)
    row, column = at % height, (at // height) * 64 + nth_bit(table.rim[at], left)
    point[0], point[1] = cell_centre(table, rules, row, column)
    dx = dy = np.int64(0)
    for j in range(-3, 4):
        for i in range(-3, 4):
            beside = column + i
            word = table.outside[(beside >> 6) * height + row + j]
            out = np.int64(word >> np.uint64(beside & 63) & _ONE)
            dx += i * out
            dy += j * out
    length = np.sqrt(np.float64(dx * dx + dy * dy))
    point[2] = np.float64(dx) / length if length > 0.0 else 1.0
    point[3] = np.float64(dy) / length if length > 0.0 else 0.0
    return True
