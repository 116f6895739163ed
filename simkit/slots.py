"""Decks that a rule option may change: cards are slots with random keys, ordered by key (design, section 6).

A change that keeps the number of cards alters the face of the fewest slots, true additions bring new slots, and all
other cards keep their order: variants stay strongly correlated. `faces_for` needs no numba; the kernel `order_by_key`
stands in `simkit.decks`.
"""

from __future__ import annotations

from collections.abc import Sequence

ABSENT = -1
"""Face of a slot that is not in the deck."""


def faces_for(printed: Sequence[int], counts: Sequence[int], n_slots: int) -> list[int]:
    """Give each slot a face.

    Args:
        printed: cards of each face in the default deck; they take the first slots, face by face.
        counts: cards of each face wanted.
        n_slots: length of the answer.

    Returns:
        A face or ABSENT for each slot. Slots that a face no longer needs (its last ones) are taken over, in order, by
        the faces that need more; what is still wanted takes new slots behind the printed deck.

    Raises:
        ValueError: more cards than slots.
    """
    slots = [face for face, n in enumerate(printed) for _ in range(n)]
    slots += [ABSENT] * (n_slots - len(slots))
    kept = [0] * len(counts)
    for slot, face in enumerate(slots):
        if face != ABSENT:
            kept[face] += 1
            if kept[face] > counts[face]:
                slots[slot] = ABSENT
    wanted = [face for face, n in enumerate(counts) for _ in range(n - min(kept[face], n))]
    free = [slot for slot, face in enumerate(slots) if face == ABSENT]
    if len(wanted) > len(free):
        raise ValueError(f"{sum(counts)} cards do not fit into {n_slots} slots")
    for slot, face in zip(free, wanted, strict=False):
        slots[slot] = face
    return slots
