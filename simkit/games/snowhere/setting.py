"""Setting the table up: the carpet, the raster round it, and who lies on whom (specification N3)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.carpets import draw_cards, draw_levels, half_box, set_fire
from simkit.games.snowhere.cover import refresh_free
from simkit.games.snowhere.geometry import SLACK, pen
from simkit.games.snowhere.hits import fire_hits
from simkit.games.snowhere.outside import add_up, find_outside, find_rim, is_connected
from simkit.games.snowhere.patches import new_patch, patch_into, patch_of
from simkit.games.snowhere.poses import fire_place
from simkit.games.snowhere.sets import add
from simkit.games.snowhere.state import FAR, MAX_ROWS, NO_POSE, POOL
from simkit.jit import kernel
from simkit.rng import absorb, shuffle, start

CARPET, LEVELS, FLAKES = range(3)
"""Chance streams."""
BORDER = 2.0
"""mm of table beyond a card's diagonal round the carpet."""
_NONE = np.uint64(0)


@kernel
def clear_rasters(table: Any) -> None:
    """Empty what is in use of the rasters; no row is in use then."""
    used = np.int64(table.rows) * np.int64(table.stride)
    table.visible[:used] = _NONE
    table.visible_dead[:used] = _NONE
    table.carpet[:used] = _NONE
    table.outside[:used] = _NONE
    table.rim[:used] = _NONE
    table.sum_visible[: table.rows] = 0
    table.sum_dead[: table.rows] = 0
    table.rows = 0
    table.cells_visible = 0
    table.cells_dead = 0


@kernel
def clear_table(table: Any, rules: Any) -> None:
    """All cards away, all rasters in use empty, whatever was on the table."""
    clear_rasters(table)
    table.n_cards = rules.n_cards
    table.n_fire = rules.n_cards
    table.n_snow = 0
    for i in range(len(table.fire_pose)):
        set_fire(table, i, NO_POSE)
        table.snow_pose[i] = NO_POSE
        table.snow_x[i] = FAR
        table.snow_y[i] = FAR
        table.snow_c[i] = 1.0
        table.snow_s[i] = 0.0
        table.level[i] = 0
        table.snow_covers[i] = 0
        table.snow_deep[i] = 0
    table.above[:] = _NONE
    table.above_thin[:] = _NONE
    table.below[:] = _NONE
    table.below_thin[:] = _NONE
    for k in range(2):
        table.fire[k] = _NONE
        table.free[k] = _NONE
        table.dead[k] = _NONE
        table.thin[k] = _NONE
    for i in range(rules.n_cards):
        add(table.fire, i)


@kernel
def fit_raster(table: Any, rules: Any) -> Any:
    """Lay the raster round the carpet; False if it is too small for it."""
    west = south = FAR
    east = north = -FAR
    for i in range(rules.n_cards):
        a, b = half_box(table, rules, i)
        west, east = min(west, table.fire_x[i] - a), max(east, table.fire_x[i] + a)
        south, north = min(south, table.fire_y[i] - b), max(north, table.fire_y[i] + b)
    margin = rules.diag + BORDER
    table.west, table.east = west - margin, east + margin
    table.south, table.north = south - margin, north + margin
    beyond = np.int64(rules.edge_gap / rules.cell) + 4 + rules.stick_cells
    # A word of 64 columns at each end, `beyond` rows: room for a card made longer by the edge rule's gap.
    table.col0 = np.int64(np.floor(table.west / rules.cell)) - 64
    table.row0 = np.int64(np.floor(table.south / rules.cell)) - beyond
    columns = np.int64(np.floor(table.east / rules.cell)) + 1 - table.col0
    table.stride = (columns + 63) // 64 + 1
    table.rows = np.int64(np.floor(table.north / rules.cell)) + 1 + beyond - table.row0
    # The loops of `raster` run on beyond the last row and word.
    words = (table.stride + 1) * table.rows + rules.rim_rows + 8
    return words <= POOL and table.rows <= MAX_ROWS


@kernel
def lay_carpet(table: Any, rules: Any, chance: Any) -> None:
    """Draw carpets until one fits the raster and is connected (N3.5); or take the explicit one (N3.6)."""
    if rules.explicit > 0:
        for i in range(rules.n_cards):
            set_fire(table, i, rules.poses[i])
            table.level[i] = rules.levels[i]
        fit_raster(table, rules)
        paint_carpet(table, rules)
        return
    start(chance, CARPET)
    while True:
        draw_cards(table, rules, chance)
        if not fit_raster(table, rules):
            table.rows = 0
            continue
        paint_carpet(table, rules)
        if is_connected(table):
            break
        clear_rasters(table)
    start(chance, LEVELS)
    draw_levels(table, rules, chance)


@kernel
def paint_carpet(table: Any, rules: Any) -> None:
    """C and VF at the start."""
    patch = new_patch(rules)
    for i in range(rules.n_cards):
        row, word = patch_of(patch, table, rules, fire_place(table, i))
        patch_into(patch, row, word, table.carpet, table.rows)
    used = np.int64(table.rows) * np.int64(table.stride)
    table.visible[:used] = table.carpet[:used]


@kernel
def relate(table: Any, rules: Any) -> None:
    """`above` and `below`: who covers whom (N2.5), from the lowest level up."""
    n = np.int64(rules.n_cards)
    at_level = np.empty(n, np.int64)
    for i in range(n):
        at_level[table.level[i]] = i
    lower = np.zeros(2, np.uint64)
    for rank in range(n):
        card = at_level[rank]
        hit0, hit1, deep0, deep1 = fire_hits(table, rules, fire_place(table, card))
        under0, under1 = hit0 & lower[0], hit1 & lower[1]
        add(lower, card)
        over0, over1 = hit0 & ~lower[0], hit1 & ~lower[1]
        table.below[card, 0], table.below[card, 1] = under0, under1
        table.above[card, 0], table.above[card, 1] = over0, over1
        table.below_thin[card, 0], table.below_thin[card, 1] = under0 & ~deep0, under1 & ~deep1
        table.above_thin[card, 0], table.above_thin[card, 1] = over0 & ~deep0, over1 & ~deep1


@kernel
def relate_touching(table: Any, rules: Any) -> None:
    """`touch_above` and `touch_below`. Drawn carpets have none: positions on the grid do not meet so exactly."""
    table.touch_above[:] = _NONE
    table.touch_below[:] = _NONE
    if rules.explicit == 0:
        return
    n = np.int64(rules.n_cards)
    for card in range(n):
        for other in range(n):
            if other != card and abs(pen(fire_place(table, card), fire_place(table, other), rules.w, rules.h)) <= SLACK:
                if table.level[other] > table.level[card]:
                    add(table.touch_above[card], other)
                else:
                    add(table.touch_below[card], other)


@kernel
def set_table(table: Any, rules: Any, chance: Any) -> None:
    """The table of a new game, whatever was on it."""
    clear_table(table, rules)
    lay_carpet(table, rules, chance)
    n = np.int64(rules.n_cards)
    relate(table, rules)
    relate_touching(table, rules)
    find_outside(table, rules)
    find_rim(table, np.int64(1), table.rows - 2)
    table.cells_visible = add_up(table.visible, table.sum_visible, table, np.int64(0), table.rows - 1)
    refresh_free(table, rules, table.fire[0], table.fire[1])
    name = np.uint64(0)
    for i in range(n):
        name = absorb(absorb(name, table.fire_pose[i]), table.level[i])
    table.stamp = name
    table.stamp_before = name
    table.changed_from = 0
    table.changed_to = table.rows


@kernel
def deal_flakes(flake: Any, rules: Any, chance: Any) -> None:
    """N3.1: which cards are snowflakes."""
    start(chance, FLAKES)
    flake[:] = _NONE
    ids = np.arange(rules.n_cards)
    shuffle(chance, ids, np.int64(rules.n_cards))
    for i in range(rules.n_flakes):
        add(flake, ids[i])
