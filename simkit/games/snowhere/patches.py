"""Patches: the part of the raster under one card, for what is seen of it.

A patch is uint64[words, rules.card_rows]: like the raster, words of one column of words lie next to each other. Its
words lie on the raster's words. The card's own are rows `rules.windows` to 2 * `rules.windows` of the array; the others
are always empty: they take what hangs over of the cards that are taken off it.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.poses import fire_place
from simkit.games.snowhere.raster import first_cell, grid_of, run_ends, run_mask64, span
from simkit.games.snowhere.sets import lowest
from simkit.jit import kernel, popcount

_ONE = np.uint64(1)
_NONE = np.uint64(0)
_TOP = np.uint64(63)


@kernel
def new_patch(rules: Any) -> Any:
    """An empty patch."""
    return np.zeros((3 * rules.windows + 1, rules.card_rows), np.uint64)


@kernel
def patch_of(patch: Any, table: Any, rules: Any, place: Any) -> Any:
    """Fill a patch with the cells of a card; return the row and the word of the raster where it starts."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    left = np.uint64(column & 63)
    right = _TOP - left
    first, second = patch[rules.windows], patch[rules.windows + 1]
    for r in range(len(first)):
        lo, hi = run_ends(lines, np.float64(r))
        mask = run_mask64(lo, hi)
        first[r] = mask << left
        second[r] = (mask >> _ONE) >> right
    if rules.windows == 2:
        third = patch[rules.windows + 2]
        for r in range(len(first)):
            lo, hi = run_ends(lines, np.float64(r))
            mask = run_mask64(lo - 64.0, hi - 64.0)
            second[r] |= mask << left
            third[r] = (mask >> _ONE) >> right
    return row, column >> 6


@kernel
def patch_without(patch: Any, row: Any, word: Any, table: Any, rules: Any, place: Any) -> None:
    """Clear the cells of another card in the patch that starts at `row` and `word`."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    top, column = first_cell(grid, place, size)
    shift, down = (column >> 6) - word, top - row
    reach = np.int64(rules.windows)
    if shift < -reach or shift > reach or down <= -rules.card_rows or down >= rules.card_rows:
        return
    lines = span(grid, place, size, top, column)
    left = np.uint64(column & 63)
    right = _TOP - left
    start = max(np.int64(0), -down)  # the other card's first row that lies on the patch
    n = rules.card_rows - max(down, -down)
    for k in range(reach):
        first = patch[reach + shift + k, start + down : start + down + n]
        second = patch[reach + shift + k + 1, start + down : start + down + n]
        ahead = 64.0 * k
        for r in range(n):
            lo, hi = run_ends(lines, np.float64(start + r))
            mask = run_mask64(lo - ahead, hi - ahead)
            first[r] &= ~(mask << left)
            second[r] &= ~((mask >> _ONE) >> right)


@kernel
def patch_and(patch: Any, row: Any, word: Any, words: Any, height: Any) -> Any:
    """Keep what is set in a raster of `height` rows too; return the number of cells kept."""
    total = np.int64(0)
    reach, n = patch.shape[0] // 3, patch.shape[1]
    for k in range(reach + 1):
        mine, at = patch[reach + k], (word + k) * height + row
        theirs = words[at : at + n]
        for r in range(n):
            kept = mine[r] & theirs[r]
            mine[r] = kept
            total += popcount(kept)
    return total


@kernel
def patch_meets(patch: Any, row: Any, word: Any, words: Any, height: Any) -> Any:
    """Whether a cell of the patch is set in a raster of `height` rows."""
    found = _NONE
    reach, n = patch.shape[0] // 3, patch.shape[1]
    for k in range(reach + 1):
        mine, at = patch[reach + k], (word + k) * height + row
        theirs = words[at : at + n]
        for r in range(n):
            found |= mine[r] & theirs[r]
    return found != _NONE


@kernel
def patch_bare(patch: Any, row: Any, word: Any, words: Any, height: Any) -> Any:
    """Number of cells of the patch that are not set in a raster of `height` rows."""
    total = np.int64(0)
    reach, n = patch.shape[0] // 3, patch.shape[1]
    for k in range(reach + 1):
        mine, at = patch[reach + k], (word + k) * height + row
        theirs = words[at : at + n]
        for r in range(n):
            total += popcount(mine[r] & ~theirs[r])
    return total


@kernel
def patch_into(patch: Any, row: Any, word: Any, words: Any, height: Any) -> None:
    """Set the patch's cells in a raster of `height` rows."""
    reach, n = patch.shape[0] // 3, patch.shape[1]
    for k in range(reach + 1):
        mine, at = patch[reach + k], (word + k) * height + row
        theirs = words[at : at + n]
        for r in range(n):
            theirs[r] |= mine[r]


@kernel
def patch_off(patch: Any, row: Any, word: Any, words: Any, height: Any) -> None:
    """Clear the patch's cells in a raster of `height` rows."""
    reach, n = patch.shape[0] // 3, patch.shape[1]
    for k in range(reach + 1):
        mine, at = patch[reach + k], (word + k) * height + row
        theirs = words[at : at + n]
        for r in range(n):
            theirs[r] &= ~mine[r]


@kernel
def patch_count(patch: Any) -> Any:
    """Number of cells of a patch."""
    total = np.int64(0)
    reach = patch.shape[0] // 3
    for k in range(reach + 1):
        mine = patch[reach + k]
        for r in range(len(mine)):
            total += popcount(mine[r])
    return total


@kernel
def patch_seen(patch: Any, table: Any, rules: Any, card: Any) -> Any:
    """What is seen of a fire card, after all higher fire and snow; return (cells, row, word)."""
    row, word = patch_of(patch, table, rules, fire_place(table, card))
    cells = patch_and(patch, row, word, table.visible, table.rows)
    if cells == 0:
        return cells, row, word
    over0 = (table.above[card, 0] | table.touch_above[card, 0]) & table.fire[0]
    over1 = (table.above[card, 1] | table.touch_above[card, 1]) & table.fire[1]
    if over0 == _NONE and over1 == _NONE:
        return cells, row, word
    patch_without_set(patch, row, word, table, rules, (over0, over1))
    return patch_count(patch), row, word


@kernel
def beside(table: Any, card: Any) -> Any:
    """The fire cards on the table that may share cells with a fire card: two words."""
    here0 = table.above[card, 0] | table.below[card, 0] | table.touch_above[card, 0] | table.touch_below[card, 0]
    here1 = table.above[card, 1] | table.below[card, 1] | table.touch_above[card, 1] | table.touch_below[card, 1]
    return here0 & table.fire[0], here1 & table.fire[1]


@kernel
def patch_without_set(patch: Any, row: Any, word: Any, table: Any, rules: Any, cards: Any) -> None:
    """Clear the cells of a set of fire cards (two words) in the patch."""
    word0, word1 = cards
    card = lowest(word0, word1)
    while card >= 0:
        patch_without(patch, row, word, table, rules, fire_place(table, card))
        if card < 64:
            word0 &= word0 - _ONE
        else:
            word1 &= word1 - _ONE
        card = lowest(word0, word1)
