"""Who covers whom: what can be picked up, what is dead, what a pose would bury (specification N5.2, section 5)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.hits import fire_hits
from simkit.games.snowhere.poses import place_of
from simkit.games.snowhere.sets import add, discard, lowest
from simkit.jit import kernel, popcount

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def _free_among(table: Any, rules: Any, card: Any, fire0: Any, fire1: Any) -> Any:
    """N5.2: whether a fire card could be picked up if these (two words) were the fire cards on the table."""
    over0, over1 = table.above[card, 0] & fire0, table.above[card, 1] & fire1
    fires = popcount(over0) + popcount(over1)
    snows = np.int64(table.snow_covers[card])
    if fires + snows != 1:
        return fires + snows == 0
    if snows == 1:
        return table.snow_deep[card] == 0 and rules.by_snow != 0
    return (over0 & ~table.above_thin[card, 0]) | (over1 & ~table.above_thin[card, 1]) == _NONE


@kernel
def is_free(table: Any, rules: Any, card: Any) -> Any:
    """N5.2: whether a fire card on the table can be picked up."""
    return _free_among(table, rules, card, table.fire[0], table.fire[1])


@kernel
def refresh_free(table: Any, rules: Any, word0: Any, word1: Any) -> None:
    """Set `free` right for a set of fire cards on the table, given as two words."""
    card = lowest(word0, word1)
    while card >= 0:
        if is_free(table, rules, card):
            add(table.free, card)
        else:
            discard(table.free, card)
        if card < 64:
            word0 &= word0 - _ONE
        else:
            word1 &= word1 - _ONE
        card = lowest(word0, word1)


@kernel
def unlocks(table: Any, rules: Any, card: Any) -> Any:
    """Number of cards that cannot be picked up now but could without a fire card."""
    fire0, fire1 = table.fire[0], table.fire[1]
    if card < 64:
        fire0 &= ~(_ONE << np.uint64(card))
    else:
        fire1 &= ~(_ONE << np.uint64(card - 64))
    under0 = table.below[card, 0] & fire0 & ~table.free[0]
    under1 = table.below[card, 1] & fire1 & ~table.free[1]
    found = np.int64(0)
    other = lowest(under0, under1)
    while other >= 0:
        found += _free_among(table, rules, other, fire0, fire1)
        if other < 64:
            under0 &= under0 - _ONE
        else:
            under1 &= under1 - _ONE
        other = lowest(under0, under1)
    return found


@kernel
def buried(table: Any, rules: Any, pose: Any) -> Any:
    """Number of cards that can be picked up now and that a snow card at `pose` would cover by more than a sliver."""
    _, _, deep0, deep1 = fire_hits(table, rules, place_of(pose))
    return popcount(deep0 & table.free[0]) + popcount(deep1 & table.free[1])


@kernel
def buried_forever(table: Any, rules: Any, hits: Any) -> Any:
    """What becomes dead if a snow card hits fire cards: the sets `dead` and `thin` afterwards, four words.

    hits: the four words of `fire_hits`. A card is dead under two permanent covers, or under one that is no sliver;
    permanent covers are snow and dead fire (section 5).
    """
    dead0, dead1, thin0, thin1 = table.dead[0], table.dead[1], table.thin[0], table.thin[1]
    live0, live1 = hits[0] & table.fire[0] & ~dead0, hits[1] & table.fire[1] & ~dead1
    spared0, spared1 = live0 & ~hits[2] & ~thin0, live1 & ~hits[3] & ~thin1
    if rules.by_snow == 0:
        spared0 = spared1 = _NONE
    todo0, todo1 = live0 & ~spared0, live1 & ~spared1
    dead0, dead1, thin0, thin1 = dead0 | todo0, dead1 | todo1, thin0 | spared0, thin1 | spared1
    card = lowest(todo0, todo1)
    while card >= 0:
        if card < 64:
            todo0 &= todo0 - _ONE
        else:
            todo1 &= todo1 - _ONE
        live0 = table.below[card, 0] & table.fire[0] & ~dead0
        live1 = table.below[card, 1] & table.fire[1] & ~dead1
        spared0 = live0 & table.below_thin[card, 0] & ~thin0
        spared1 = live1 & table.below_thin[card, 1] & ~thin1
        thin0, thin1 = thin0 | spared0, thin1 | spared1
        live0, live1 = live0 & ~spared0, live1 & ~spared1
        dead0, dead1, todo0, todo1 = dead0 | live0, dead1 | live1, todo0 | live0, todo1 | live1
        card = lowest(todo0, todo1)
    return dead0, dead1, thin0 & ~dead0, thin1 & ~dead1


@kernel
def new_dead_within(table: Any, rules: Any, pose: Any, most: Any) -> Any:
    """As `new_dead`, but if more than `most` die it may be too small a number, though one above `most`.

    The cards that die under the new card itself are counted first: often they are too many already for a search.
    """
    hits = fire_hits(table, rules, place_of(pose))
    at_least = popcount(hits[2] & ~table.dead[0]) + popcount(hits[3] & ~table.dead[1])
    if at_least > most:
        return at_least
    dead0, dead1, _, _ = buried_forever(table, rules, hits)
    return popcount(dead0 & ~table.dead[0]) + popcount(dead1 & ~table.dead[1])


@kernel
def new_dead(table: Any, rules: Any, pose: Any) -> Any:
    """Number of live cards that a snow card at `pose` would make dead, those below them included."""
    dead0, dead1, _, _ = buried_forever(table, rules, fire_hits(table, rules, place_of(pose)))
    return popcount(dead0 & ~table.dead[0]) + popcount(dead1 & ~table.dead[1])
