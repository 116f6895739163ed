"""Reading a state: what a seat sees, the result, the tallies (specification N9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.sets import count, lowest
from simkit.games.snowhere.state import FINE_CELL, LOOKS_SOLVED, MAX_CARDS, N_MARKS, PICK, POOL
from simkit.jit import kernel

_MARK = np.uint64(0x534E4F5748455245)
"""Says that the rasters of a view are clear beyond the words in use."""
_NONE = np.uint64(0)
_ONE = np.uint64(1)


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """What everybody sees: all but which fire cards are snowflakes."""
    view.seat = seat
    view.kind = state.kind
    view.n_players = state.n_players
    view.turns = state.turns
    view.flakes_found = state.flakes_found
    view.flakes_left = state.flakes_left
    n = np.int64(0)
    for i in range(MAX_CARDS):
        view.legal[i] = -1
    if state.kind == PICK and seat == state.to_act:
        word0, word1 = state.table.free[0], state.table.free[1]
        card = lowest(word0, word1)
        while card >= 0:
            view.legal[n] = card
            n += 1
            if card < 64:
                word0 &= word0 - _ONE
            else:
                word1 &= word1 - _ONE
            card = lowest(word0, word1)
        view.n_legal = n
    else:
        view.n_legal = -1
    show_table(state.table, view)


@kernel
def show_table(table: Any, view: Any) -> None:
    """Bring the view's copy of the table up to date: only the changed rows if it shows the table before the change.

    Stamps name tables: equal stamps mean the same carpet and the same actions since.
    """
    shown = view.table
    known = view.mark == _MARK
    used = np.int64(table.stride) * np.int64(table.rows)
    if known and shown.stamp == table.stamp:
        return
    if known and shown.stamp == table.stamp_before:
        first, last = np.int64(table.changed_from), np.int64(table.changed_to)
    else:
        first, last = np.int64(0), np.int64(table.rows)
        clear_beyond(shown, used, np.int64(view.used) if known else np.int64(POOL))
        copy_relations(table, shown)
        shown.sum_visible[:] = table.sum_visible
        shown.sum_dead[:] = table.sum_dead
        view.used = used
        view.mark = _MARK
    copy_rows(table, shown, first, last)
    copy_sums(table, shown, first)
    copy_cards(table, shown)
    copy_numbers(table, shown)


@kernel
def clear_beyond(shown: Any, used: Any, before: Any) -> None:
    """Clear the words of the rasters from `used` on that were in use before."""
    for i in range(used, before):
        shown.visible[i] = _NONE
        shown.visible_dead[i] = _NONE
        shown.carpet[i] = _NONE
        shown.outside[i] = _NONE
        shown.rim[i] = _NONE


@kernel
def copy_rows(table: Any, shown: Any, first: Any, last: Any) -> None:
    """Copy rows first .. last - 1 of all rasters."""
    height, n = np.int64(table.rows), np.int64(table.stride)
    for w in range(n):
        a, b = w * height + first, w * height + last
        shown.visible[a:b] = table.visible[a:b]
        shown.visible_dead[a:b] = table.visible_dead[a:b]
        shown.carpet[a:b] = table.carpet[a:b]
        shown.outside[a:b] = table.outside[a:b]
        shown.rim[a:b] = table.rim[a:b]


@kernel
def copy_sums(table: Any, shown: Any, first: Any) -> None:
    """Copy what is added up from row `first` on."""
    for r in range(first, np.int64(table.rows)):
        shown.sum_visible[r] = table.sum_visible[r]
    for r in range(first, np.int64(table.rows)):
        shown.sum_dead[r] = table.sum_dead[r]


@kernel
def copy_relations(table: Any, shown: Any) -> None:
    """Copy what does not change during a game."""
    shown.level[:] = table.level
    shown.above[:] = table.above
    shown.above_thin[:] = table.above_thin
    shown.below[:] = table.below
    shown.below_thin[:] = table.below_thin
    shown.touch_above[:] = table.touch_above
    shown.touch_below[:] = table.touch_below


@kernel
def copy_cards(table: Any, shown: Any) -> None:
    """Copy where the cards lie, and the sets."""
    for i in range(MAX_CARDS):
        shown.fire_x[i] = table.fire_x[i]
        shown.fire_y[i] = table.fire_y[i]
        shown.fire_c[i] = table.fire_c[i]
        shown.fire_s[i] = table.fire_s[i]
        shown.fire_pose[i] = table.fire_pose[i]
        shown.snow_covers[i] = table.snow_covers[i]
        shown.snow_deep[i] = table.snow_deep[i]
    for i in range(MAX_CARDS):
        shown.snow_x[i] = table.snow_x[i]
        shown.snow_y[i] = table.snow_y[i]
        shown.snow_c[i] = table.snow_c[i]
        shown.snow_s[i] = table.snow_s[i]
        shown.snow_pose[i] = table.snow_pose[i]
    for k in range(2):
        shown.fire[k] = table.fire[k]
        shown.free[k] = table.free[k]
        shown.dead[k] = table.dead[k]
        shown.thin[k] = table.thin[k]


@kernel
def copy_numbers(table: Any, shown: Any) -> None:
    """Copy the single numbers."""
    shown.n_cards = table.n_cards
    shown.n_fire = table.n_fire
    shown.n_snow = table.n_snow
    shown.col0 = table.col0
    shown.row0 = table.row0
    shown.rows = table.rows
    shown.stride = table.stride
    shown.west = table.west
    shown.east = table.east
    shown.south = table.south
    shown.north = table.north
    shown.cells_visible = table.cells_visible
    shown.cells_dead = table.cells_dead
    shown.stamp = table.stamp
    shown.stamp_before = table.stamp_before
    shown.changed_from = table.changed_from
    shown.changed_to = table.changed_to


@kernel
def is_solved(state: Any, rules: Any) -> Any:
    """N9.1, judged on 0.5 mm cells (section 0a)."""
    return state.ended > 0 and np.float64(state.fine_cells) * FINE_CELL * FINE_CELL <= rules.solved_tol


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    """N9: `exposed_frac` in percent; success if solved."""
    outcome.success = is_solved(state, rules)
    if state.fire_cells > 0:
        outcome.value = 100.0 * np.float64(state.table.cells_visible) / np.float64(state.fire_cells)


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    """Nobody is ahead of the others."""
    return np.int64(0)


@kernel
def mm2(cells: Any, rules: Any) -> Any:
    """Whole mm2 of a number of cells."""
    return np.int64(np.floor(np.float64(cells) * rules.cell_area + 0.5))


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    """N9.2, in the order of TALLIES."""
    table = state.table
    per_game[0] = is_solved(state, rules)
    per_game[1] = state.ended > 0 and np.float64(state.fine_cells) * FINE_CELL * FINE_CELL < LOOKS_SOLVED
    per_game[2] = mm2(table.cells_visible, rules)
    per_game[3] = mm2(state.fire_cells, rules)
    if state.end_cells > 0:
        share = 1000.0 * np.float64(table.cells_visible) / np.float64(state.end_cells)
        per_game[4] = np.int64(np.floor(share + 0.5))
    per_game[5] = state.showing
    per_game[6] = table.n_fire
    per_game[7] = count(table.dead)
    per_game[8] = state.picks
    per_game[9] = state.placed
    per_game[10] = state.flakes_found
    per_game[11] = state.flakes_used
    per_game[12] = state.discarded
    per_game[13] = state.sliver_picks
    per_game[14] = state.sliver_places
    per_game[15] = mm2(state.wasted_cells, rules)
    per_game[16] = state.start_free
    per_game[17] = state.free_sum
    per_game[18] = state.probes
    for k in range(4):
        per_game[19 + k] = state.breaks[k]
    for i in range(N_MARKS):
        per_game[23 + i] = state.free_at[i]
        per_game[23 + N_MARKS + i] = mm2(state.visible_at[i], rules)
    for seat in range(np.int64(state.n_players)):
        per_seat[seat, 0] = state.by_seat[seat, 0]
        per_seat[seat, 1] = state.by_seat[seat, 1]
        per_seat[seat, 2] = mm2(state.by_seat[seat, 2], rules)
        per_seat[seat, 3] = state.by_seat[seat, 3]
