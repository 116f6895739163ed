"""Patches: the part of the raster under one card, for what is seen of it.

A patch is uint64[rules.card_rows, rules.windows + 1], row 0 and word 0 at the card's first row and word of the raster
(`first_cell`). Its words lie on the raster's words.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.poses import fire_place
from simkit.games.snowhere.raster import first_cell, grid_of, row_words, span
from simkit.games.snowhere.sets import lowest
from simkit.jit import kernel, popcount

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def new_patch(rules: Any) -> Any:
    """An uninitialised patch."""
    return np.empty((rules.card_rows, rules.windows + 1), np.uint64)


@kernel
def patch_of(patch: Any, table: Any, rules: Any, place: Any) -> Any:
    """Fill a patch with the cells of a card; return the row and the word of the raster where it starts."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    row, column = first_cell(grid, place, size)
    lines = span(grid, place, size, row, column)
    for r in range(len(patch)):
        row_words(lines, r, column, patch[r])
    return row, column >> 6


@kernel
def patch_without(patch: Any, row: Any, word: Any, table: Any, rules: Any, place: Any) -> None:
    """Clear the cells of another card in the patch that starts at `row` and `word`."""
    grid, size = grid_of(table, rules), (rules.w, rules.h)
    top, column = first_cell(grid, place, size)
    lines = span(grid, place, size, top, column)
    n = patch.shape[1]
    shift = (column >> 6) - word
    if shift <= -n or shift >= n:
        return
    run = np.empty(n, np.uint64)
    for r in range(max(np.int64(0), row - top), min(rules.card_rows, row - top + rules.card_rows)):
        row_words(lines, r, column, run)
        line = patch[top + r - row]
        for i in range(max(np.int64(0), -shift), min(n, n - shift)):
            line[i + shift] &= ~run[i]


@kernel
def patch_and(patch: Any, row: Any, word: Any, words: Any, stride: Any) -> Any:
    """Keep what is set in a raster too; return the number of cells kept."""
    total = np.int64(0)
    for r in range(patch.shape[0]):
        at = (row + r) * stride + word
        for i in range(patch.shape[1]):
            kept = patch[r, i] & words[at + i]
            patch[r, i] = kept
            total += popcount(kept)
    return total


@kernel
def patch_meets(patch: Any, row: Any, word: Any, words: Any, stride: Any) -> Any:
    """Whether a cell of the patch is set in a raster."""
    found = _NONE
    for r in range(patch.shape[0]):
        at = (row + r) * stride + word
        for i in range(patch.shape[1]):
            found |= patch[r, i] & words[at + i]
    return found != _NONE


@kernel
def patch_into(patch: Any, row: Any, word: Any, words: Any, stride: Any) -> None:
    """Set the patch's cells in a raster."""
    for r in range(patch.shape[0]):
        at = (row + r) * stride + word
        for i in range(patch.shape[1]):
            words[at + i] |= patch[r, i]


@kernel
def patch_off(patch: Any, row: Any, word: Any, words: Any, stride: Any) -> None:
    """Clear the patch's cells in a raster."""
    for r in range(patch.shape[0]):
        at = (row + r) * stride + word
        for i in range(patch.shape[1]):
            words[at + i] &= ~patch[r, i]


@kernel
def patch_count(patch: Any) -> Any:
    """Number of cells of a patch."""
    total = np.int64(0)
    for r in range(patch.shape[0]):
        for i in range(patch.shape[1]):
            total += popcount(patch[r, i])
    return total


@kernel
def patch_seen(patch: Any, table: Any, rules: Any, card: Any) -> Any:
    """What is seen of a fire card, after all higher fire and snow; return (cells, row, word)."""
    row, word = patch_of(patch, table, rules, fire_place(table, card))
    cells = patch_and(patch, row, word, table.visible, table.stride)
    if cells == 0:
        return cells, row, word
    over0, over1 = table.above[card, 0] & table.fire[0], table.above[card, 1] & table.fire[1]
    if over0 == _NONE and over1 == _NONE:
        return cells, row, word
    patch_without_set(patch, row, word, table, rules, (over0, over1))
    return patch_count(patch), row, word


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

