"""The stack that `stack_miner` of Snowhere keeps for itself: chosen once, remembered, picked from the top."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.sets import has
from simkit.jit import kernel
from simkit.rng import below

CHOSEN = 0
"""Place in the memory: 1 once the stack is chosen. The four after it hold the set of its cards, 32 bits each."""
N_HALVES = 4
_HALF = np.uint64(0xFFFFFFFF)


@kernel
def choose_stack(table: Any, rng: Any, memory: Any) -> None:
    """Find the longest chain of cards each of which is covered by the next by more than a sliver; ties at random.

    Such cards can be picked up one after another, from the top, once nothing else lies on them.
    """
    n = table.n_cards
    levels = np.empty(n, np.int64)
    for card in range(n):
        levels[card] = -table.level[card]
    length, upper = np.zeros(n, np.int64), np.full(n, -1)
    longest, end, ties = np.int64(0), np.int64(-1), np.int64(0)
    for card in np.argsort(levels):  # the top card first
        same = np.int64(0)
        for other in range(n):
            if has(table.above[card], other) and not has(table.above_thin[card], other) and has(table.fire, other):
                same = same + 1 if length[other] == length[card] and upper[card] >= 0 else np.int64(1)
                if upper[card] < 0 or length[other] > length[card] or (same > 1 and below(rng, same) == 0):
                    length[card], upper[card] = max(length[other], length[card]), other
        length[card] += 1
        ties = ties + 1 if length[card] == longest else np.int64(1)
        if length[card] > longest or (length[card] == longest and below(rng, ties) == 0):
            longest, end = length[card], np.int64(card)
    memory[CHOSEN] = 1
    while end >= 0:
        memory[CHOSEN + 1 + (end >> 5)] |= np.int64(1) << (end & 31)
        end = upper[end]


@kernel
def stack_left(table: Any, memory: Any) -> Any:
    """The cards of the stack that still can be picked up some day: two words of a set."""
    low = np.uint64(memory[CHOSEN + 1]) | np.uint64(memory[CHOSEN + 2]) << np.uint64(32)
    high = np.uint64(memory[CHOSEN + 3]) | np.uint64(memory[CHOSEN + 4]) << np.uint64(32)
    return low & table.fire[0] & ~table.dead[0], high & table.fire[1] & ~table.dead[1]


@kernel
def pick_from_stack(view: Any, stack: Any) -> Any:
    """The topmost card of the stack that can be picked up, else the topmost of those that lie above it; -1 if none."""
    table = view.table
    wanted = np.empty(2, np.uint64)
    wanted[0], wanted[1] = stack[0], stack[1]
    for ancestors in range(2):
        if ancestors == 1:
            _add_what_lies_above(table, wanted)
        found, level = np.int64(-1), np.int64(-1)
        for i in range(view.n_legal):
            card = np.int64(view.legal[i])
            if has(wanted, card) and table.level[card] > level:
                found, level = card, table.level[card]
        if found >= 0:
            return found
    return np.int64(-1)


@kernel
def _add_what_lies_above(table: Any, wanted: Any) -> None:
    """Add to a set all cards that cover one of it, directly or over others."""
    grown = True
    while grown:
        low, high = wanted[0], wanted[1]
        for card in range(table.n_cards):
            if has(wanted, card):
                wanted[0] |= table.above[card, 0] & table.fire[0]
                wanted[1] |= table.above[card, 1] & table.fire[1]
        grown = wanted[0] != low or wanted[1] != high
