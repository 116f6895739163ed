"""Legality of a pose: the predicates P0 to P3 (specification N7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.geometry import SLACK, disp, off_card
from simkit.games.snowhere.hits import overlaps_neighbours
from simkit.games.snowhere.patches import new_patch, patch_and, patch_meets, patch_of, patch_seen
from simkit.games.snowhere.poses import fire_place, is_pose, place_of
from simkit.games.snowhere.raster import cells_in, first_cell, grid_of, rim_cells_near, run_ends, run_mask64, span
from simkit.games.snowhere.state import (
    COVERS_NOTHING,
    DOES_NOT_STICK_OUT,
    EXACT_COVER,
    LEGAL,
    NOT_A_POSE,
    NOT_OVERLAPPED,
    OFF_TABLE,
)
from simkit.jit import ctz, kernel

_ONE = np.uint64(1)
_NONE = np.uint64(0)
VISIBLE_FIRE, CARPET, NOTHING = range(3)
PROXIMITY, STRICT, OFF = range(3)


@kernel
def on_table(table: Any, rules: Any, pose: Any) -> Any:
    """Whether a card lies wholly on the table: within a card's diagonal of where the carpet lay at the start."""
    if not is_pose(pose):
        return False
    x, y, c, s = place_of(pose)
    a = 0.5 * (rules.w * abs(c) + rules.h * s)
    b = 0.5 * (rules.w * s + rules.h * abs(c))
    return table.west <= x - a and x + a <= table.east and table.south <= y - b and y + b <= table.north


@kernel
def new_cover(table: Any, rules: Any, pose: Any) -> Any:
    """area(X and VF) in mm2 (N7.1); 0 off the table."""
    if not on_table(table, rules, pose):
        return 0.0
    return np.float64(cells_in(table.visible, table, rules, place_of(pose))) * rules.cell_area


@kernel
def dead_cover(table: Any, rules: Any, pose: Any) -> Any:
    """Area in mm2 of the visible fire of dead cards that a pose covers; 0 off the table."""
    if table.cells_dead == 0 or not on_table(table, rules, pose):
        return 0.0
    return np.float64(cells_in(table.visible_dead, table, rules, place_of(pose))) * rules.cell_area


@kernel
def covers_enough(table: Any, rules: Any, pose: Any) -> Any:
    """P0 (N7.1, NA4); False off the table."""
    if not on_table(table, rules, pose):
        return False
    if rules.must_cover == NOTHING:
        return True
    words = table.visible if rules.must_cover == VISIBLE_FIRE else table.carpet
    cells = cells_in(words, table, rules, place_of(pose))
    return np.float64(cells) * rules.cell_area >= rules.min_cover


@kernel
def keeps_adjacency(table: Any, rules: Any, pose: Any) -> Any:
    """P1 (N7.2)."""
    return overlaps_neighbours(table, rules, place_of(pose))


@kernel
def reaches_rim(table: Any, rules: Any, place: Any) -> Any:
    """Whether dist(X, E) <= edge_gap_mm (N7.3)."""
    if rim_cells_near(table, rules, place) == 0:
        return False
    if cells_in(table.rim, table, rules, place) > 0:
        return True
    # E lies in the longer and wider rectangle, perhaps only in its corners, which are farther away.
    size = (rules.w + 2.0 * rules.edge_gap, rules.h + 2.0 * rules.edge_gap)
    grid = grid_of(table, rules)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    height = np.int64(table.rows)
    limit = (rules.edge_gap + SLACK) * (rules.edge_gap + SLACK)
    for r in range(rules.rim_rows):
        lo, hi = run_ends(lines, np.float64(r))
        y = (np.float64(row + r + table.row0) + 0.5) * rules.cell
        for k in range(rules.rim_windows + 1):
            word = (column >> 6) + k
            # The run counts from `column`; here from the word's first column.
            ahead = np.float64(64 * word - column)
            bits = table.rim[word * height + row + r] & run_mask64(lo - ahead, hi - ahead)
            while bits != _NONE:
                x = (np.float64(word * 64 + ctz(bits) + table.col0) + 0.5) * rules.cell
                if off_card(x, y, place, rules.w, rules.h) <= limit:
                    return True
                bits &= bits - _ONE
    return False


@kernel
def touches_rim_card(table: Any, rules: Any, place: Any) -> Any:
    """`edge_rule=strict`: whether X overlaps the visible part of a fire card that the fire's edge belongs to."""
    seen, own = new_patch(rules), new_patch(rules)
    for card in range(np.int64(table.n_cards)):
        other = fire_place(table, card)
        dx, dy = other[0] - place[0], other[1] - place[1]
        if dx * dx + dy * dy > rules.diag * rules.diag:
            continue
        cells, row, word = patch_seen(seen, table, rules, card)
        if cells == 0 or not patch_meets(seen, row, word, table.rim, table.rows):
            continue
        top, left = patch_of(own, table, rules, place)
        if patches_meet(seen, (row, word), own, (top, left)):
            return True
    return False


@kernel
def patches_meet(a: Any, start_a: Any, b: Any, start_b: Any) -> Any:
    """Whether two patches that start at (row, word) share a cell."""
    down, right = start_a[0] - start_b[0], start_a[1] - start_b[1]
    for k in range(max(np.int64(0), -right), min(a.shape[0], b.shape[0] - right)):
        for r in range(max(np.int64(0), -down), min(a.shape[1], b.shape[1] - down)):
            if a[k, r] & b[k + right, r + down] != _NONE:
                return True
    return False


@kernel
def sticks_out(table: Any, rules: Any, place: Any) -> Any:
    """N2.10: a cell of X in T_out whose (2e-1) x (2e-1) neighbourhood holds no cell of the carpet."""
    if rules.stick_cells == 1:
        return cells_in(table.outside, table, rules, place) > 0
    patch = new_patch(rules)
    row, word = patch_of(patch, table, rules, place)
    height = np.int64(table.rows)
    if patch_and(patch, row, word, table.outside, height) == 0:
        return False
    e, reach = np.int64(rules.stick_cells), np.int64(rules.windows)
    for k in range(reach + 1):
        for r in range(patch.shape[1]):
            bits = patch[reach + k, r]
            at = (word + k) * height + row + r
            for dy in range(1 - e, e):
                for dx in range(1 - e, e):
                    if bits != _NONE:
                        bits &= ~_shifted(table.carpet, at + dy, height, dx)
            if bits != _NONE:
                return True
    return False


@kernel
def _shifted(words: Any, at: Any, height: Any, dx: Any) -> Any:
    """For each bit of a word, the bit dx columns further, -63 to 63."""
    if dx == 0:
        return words[at]
    if dx > 0:
        return words[at] >> np.uint64(dx) | words[at + height] << np.uint64(64 - dx)
    return words[at] << np.uint64(-dx) | words[at - height] >> np.uint64(64 + dx)


@kernel
def keeps_edge(table: Any, rules: Any, pose: Any) -> Any:
    """P2 (N7.3, NA7); False off the table."""
    if not on_table(table, rules, pose):
        return False
    if rules.edge_rule == OFF:
        return True
    place = place_of(pose)
    if rules.edge_rule == STRICT:
        return sticks_out(table, rules, place) or not touches_rim_card(table, rules, place)
    if rim_cells_near(table, rules, place) == 0:
        return True
    return sticks_out(table, rules, place) or not reaches_rim(table, rules, place)


@kernel
def is_no_exact_cover(table: Any, rules: Any, pose: Any) -> Any:
    """P3 (N7.4)."""
    x, y, c, s = place_of(pose)
    tol = rules.exact_tol
    near = _NONE
    for i in range(np.int64(table.n_cards)):
        near |= np.uint64((abs(table.fire_x[i] - x) < tol) & (abs(table.fire_y[i] - y) < tol))
    if near == _NONE:
        return True
    patch = new_patch(rules)
    for i in range(np.int64(table.n_cards)):
        if disp((x, y, c, s), fire_place(table, i), rules.w, rules.h) < tol - SLACK:
            cells, _, _ = patch_seen(patch, table, rules, i)
            if cells > 0:
                return False
    return True


@kernel
def obeys(table: Any, rules: Any, pose: Any) -> Any:
    """P1, P2 and P3 of a pose, the cheapest first; False off the table."""
    return (
        is_no_exact_cover(table, rules, pose) and keeps_adjacency(table, rules, pose) and keeps_edge(table, rules, pose)
    )


@kernel
def legality(table: Any, rules: Any, pose: Any) -> Any:
    """LEGAL, or the first predicate that a pose breaks (N7): a reason of `simkit.games.snowhere.state`."""
    if not is_pose(pose):
        return NOT_A_POSE
    if not on_table(table, rules, pose):
        return OFF_TABLE
    if not covers_enough(table, rules, pose):
        return COVERS_NOTHING
    if not keeps_adjacency(table, rules, pose):
        return NOT_OVERLAPPED
    if not keeps_edge(table, rules, pose):
        return DOES_NOT_STICK_OUT
    if not is_no_exact_cover(table, rules, pose):
        return EXACT_COVER
    return LEGAL
