"""The two changes of the table: a fire card goes, a snow card comes (specification N5.3, N7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.carpets import set_fire
from simkit.games.snowhere.cover import buried_forever, refresh_free
from simkit.games.snowhere.hits import fire_hits
from simkit.games.snowhere.outside import add_up, euler_near, find_outside, find_rim, grow_outside
from simkit.games.snowhere.patches import (
    beside,
    new_patch,
    patch_and,
    patch_count,
    patch_into,
    patch_meets,
    patch_of,
    patch_off,
    patch_seen,
    patch_without_set,
)
from simkit.games.snowhere.poses import fire_place, place_of
from simkit.games.snowhere.sets import discard, lowest
from simkit.games.snowhere.state import NO_POSE
from simkit.jit import kernel
from simkit.rng import absorb

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def _note(table: Any, action: Any, first: Any, last: Any) -> None:
    """Name the new table and say which rows of its rasters changed; add the cells up again."""
    table.stamp_before = table.stamp
    table.stamp = absorb(table.stamp, action)
    table.changed_from = first
    table.changed_to = last + 1
    table.cells_visible = add_up(table.visible, table.sum_visible, table, first, last)
    if table.dead[0] != _NONE or table.dead[1] != _NONE:
        table.cells_dead = add_up(table.visible_dead, table.sum_dead, table, first, last)


@kernel
def _show_dead(table: Any, rules: Any, word0: Any, word1: Any, rows: Any) -> Any:
    """Put what is seen of a set of dead cards (two words) into `visible_dead`; return `rows` (first, last), widened."""
    first, last = rows
    patch = new_patch(rules)
    card = lowest(word0, word1)
    while card >= 0:
        cells, row, word = patch_seen(patch, table, rules, card)
        if cells > 0:
            patch_into(patch, row, word, table.visible_dead, table.rows)
            first, last = min(first, row), max(last, row + rules.card_rows - 1)
        if card < 64:
            word0 &= word0 - _ONE
        else:
            word1 &= word1 - _ONE
        card = lowest(word0, word1)
    return first, last


@kernel
def take_fire(table: Any, rules: Any, card: Any) -> None:
    """A fire card is picked up (N5.3)."""
    patch = new_patch(rules)
    row, word = patch_of(patch, table, rules, fire_place(table, card))
    set_fire(table, card, NO_POSE)
    discard(table.fire, card)
    discard(table.free, card)
    discard(table.thin, card)
    table.n_fire -= 1
    first, last = row, row + rules.card_rows - 1
    if patch_and(patch, row, word, table.visible, table.rows) > 0:
        others = beside(table, card)
        patch_without_set(patch, row, word, table, rules, others)
        # What is left of the patch was covered by nothing and lay on nothing: it is bare table now.
        patch_off(patch, row, word, table.visible, table.rows)
        patch_off(patch, row, word, table.carpet, table.rows)
        first, last = grow_outside(table, rules, first, last)
        find_rim(table, first - 1, last + 1)
        first, last = first - 1, last + 1
        dead0, dead1 = others[0] & table.dead[0], others[1] & table.dead[1]
        first, last = _show_dead(table, rules, dead0, dead1, (first, last))
    under0, under1 = table.below[card, 0] & table.fire[0], table.below[card, 1] & table.fire[1]
    refresh_free(table, rules, under0, under1)
    _note(table, card, first, last)


@kernel
def _count_covers(table: Any, hits: Any) -> None:
    """Note a new snow card on the fire cards it hits."""
    for card in range(np.int64(table.n_cards)):
        bit = np.uint64(card & 63)
        word = card >> 6
        table.snow_covers[card] += np.int64(hits[word] >> bit & _ONE)
        table.snow_deep[card] += np.int64(hits[2 + word] >> bit & _ONE)


@kernel
def _shrink_outside(table: Any, rules: Any, patch: Any, row: Any, word: Any) -> Any:
    """T_out after a card (its patch) was laid on it; the rows that may have changed.

    The card cuts a part of it off, or joins two parts of the carpet, exactly if the Euler number of T_out rises.
    """
    first, last = row, row + rules.card_rows - 1
    if rules.holes:
        patch_off(patch, row, word, table.outside, table.rows)
        return first, last
    near = (row, word, rules.windows + 1)
    euler = euler_near(table.outside, table.rows, near, rules.card_rows)
    patch_off(patch, row, word, table.outside, table.rows)
    if euler_near(table.outside, table.rows, near, rules.card_rows) <= euler:
        return first, last
    height = np.int64(table.rows)
    n = height * np.int64(table.stride)
    before = table.outside[:n].copy()
    find_outside(table, rules)
    for i in range(n):
        if table.outside[i] != before[i]:
            first, last = min(first, np.int64(i) % height), max(last, np.int64(i) % height)
    return first, last


@kernel
def add_snow(table: Any, rules: Any, pose: Any) -> Any:
    """A snow card is placed; return its cells, and how many of them were visible fire."""
    place = place_of(pose)
    i = np.int64(table.n_snow)
    table.snow_pose[i] = pose
    table.snow_x[i] = place[0]
    table.snow_y[i] = place[1]
    table.snow_c[i] = place[2]
    table.snow_s[i] = place[3]
    table.n_snow = i + 1
    patch = new_patch(rules)
    row, word = patch_of(patch, table, rules, place)
    cells = patch_count(patch)
    first, last = row, row + rules.card_rows - 1
    patch_off(patch, row, word, table.visible, table.rows)
    patch_off(patch, row, word, table.visible_dead, table.rows)
    patch_into(patch, row, word, table.carpet, table.rows)
    if patch_meets(patch, row, word, table.outside, table.rows):
        first, last = _shrink_outside(table, rules, patch, row, word)
    find_rim(table, first - 1, last + 1)
    before = table.cells_visible
    hits = fire_hits(table, rules, place)
    _count_covers(table, hits)
    dead0, dead1, thin0, thin1 = buried_forever(table, rules, hits)
    gone0, gone1 = dead0 & ~table.dead[0], dead1 & ~table.dead[1]
    table.dead[0], table.dead[1], table.thin[0], table.thin[1] = dead0, dead1, thin0, thin1
    first, last = _show_dead(table, rules, gone0, gone1, (first - 1, last + 1))
    refresh_free(table, rules, hits[0] & table.fire[0], hits[1] & table.fire[1])
    _note(table, pose, first, last)
    return cells, before - table.cells_visible
