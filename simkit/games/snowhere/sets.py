"""Sets of cards: two uint64 words, bit id % 64 of word id // 64."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import ctz, kernel, popcount

_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def has(words: Any, card: Any) -> Any:
    """Whether a card is in the set."""
    return (words[card >> 6] >> np.uint64(card & 63)) & _ONE != _NONE


@kernel
def add(words: Any, card: Any) -> None:
    """Put a card into the set."""
    words[card >> 6] |= _ONE << np.uint64(card & 63)


@kernel
def discard(words: Any, card: Any) -> None:
    """Take a card out of the set."""
    words[card >> 6] &= ~(_ONE << np.uint64(card & 63))


@kernel
def count(words: Any) -> Any:
    """Number of cards in the set."""
    return popcount(words[0]) + popcount(words[1])


@kernel
def lowest(word0: Any, word1: Any) -> Any:
    """The smallest id in a set given as two words; -1 if it is empty."""
    if word0 != _NONE:
        return np.int64(ctz(word0))
    if word1 != _NONE:
        return np.int64(64 + ctz(word1))
    return np.int64(-1)


@kernel
def nth(words: Any, n: Any) -> Any:
    """The n-th smallest id of a set, from 0; the set must have more than n cards."""
    word, base = words[0], 0
    here = popcount(word)
    if n >= here:
        n, word, base = n - here, words[1], 64
    for _ in range(n):
        word &= word - _ONE
    return np.int64(base + ctz(word))
