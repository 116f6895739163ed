"""Shuffling slots by random keys (see `simkit.slots`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import kernel
from simkit.records import scratch
from simkit.rng import next64, start

MOST_SLOTS = 256
_SLOT_BITS = np.uint64(0xFF)
_BUCKETS = 64
_BUCKET_SHIFT = np.uint64(58)


@kernel
def order_by_key(chance: Any, purpose: Any, member: Any, n_slots: Any, out: Any) -> Any:
    """Open the next stream of a purpose, give every slot a key, and write the members ordered by key to `out`.

    Args:
        member: integers[n_slots]; not 0 for a slot that takes part. Absent slots use up a key all the same, so
            that the keys of the others do not depend on who takes part.
        out: integers[>= number of members], written from index 0.

    Returns:
        The number of members. At most 256 slots: the slot's number is the key's last byte and breaks ties.
    """
    start(chance, purpose)
    drawn, keys = scratch(MOST_SLOTS, np.uint64), scratch(MOST_SLOTS, np.uint64)
    ends = scratch(_BUCKETS, np.int64)
    for bucket in range(_BUCKETS):
        ends[bucket] = 0
    n = np.int64(0)
    for slot in range(n_slots):
        key = (next64(chance) & ~_SLOT_BITS) | np.uint64(slot)
        if member[slot] != 0:
            drawn[n] = key
            ends[np.int64(key >> _BUCKET_SHIFT)] += 1
            n += 1
    # Into buckets by the top bits, each filled from its end; little is then left for the insertion sort.
    for bucket in range(1, _BUCKETS):
        ends[bucket] += ends[bucket - 1]
    for i in range(n):
        home = np.int64(drawn[i] >> _BUCKET_SHIFT)
        ends[home] -= 1
        keys[ends[home]] = drawn[i]
    for i in range(n):
        key, at = keys[i], np.int64(i)
        while at > 0 and keys[at - 1] > key:
            keys[at] = keys[at - 1]
            at -= 1
        keys[at] = key
    for i in range(n):
        out[i] = np.int64(keys[i] & _SLOT_BITS)
    return n
