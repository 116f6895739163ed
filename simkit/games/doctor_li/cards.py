"""Moving the cards of Doctor Li: piles, discards and hands (specification C2, C3, C5.5, C11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.decks import order_by_key, order_slots
from simkit.games.doctor_li.faces import ALL_FACES, CATEGORY_FACES, DRAWN, FITTING, come_in, count_in, go_out, lowest
from simkit.games.doctor_li.state import (
    ABSENT,
    BLIND,
    DISCARD,
    F_OIGT,
    HAND,
    LIMBO,
    N_FACES,
    N_SLOTS,
    N_STACK,
    PILE,
    RESHUFFLE_CATEGORY,
    T_PLAYED_OIGT,
    WIPE,
)
from simkit.jit import kernel
from simkit.records import scratch
from simkit.rng import below, start

NO_SLOT = -1


@kernel
def slot_at(state: Any, rules: Any, face: Any, place: Any) -> Any:
    """The lowest slot of a face in a place, or NO_SLOT."""
    for i in range(np.int64(rules.copies[face])):
        slot = np.int64(rules.slots[face, i])
        if state.place[slot] == place:
            return slot
    return np.int64(NO_SLOT)


@kernel
def gain(state: Any, rules: Any, seat: Any, slot: Any) -> None:
    """Put a card into a hand; it counts as drawn."""
    state.counts[seat, DRAWN[np.int64(rules.face[slot])]] += 1
    take_back(state, rules, seat, slot)


@kernel
def take_back(state: Any, rules: Any, seat: Any, slot: Any) -> None:
    """Put a card into a hand that has counted it as drawn already."""
    state.place[slot] = HAND + seat
    come_in(state, seat, np.int64(rules.face[slot]))


@kernel
def leave(state: Any, rules: Any, seat: Any, slot: Any) -> None:
    """Take a card that everybody sees out of a hand, into LIMBO."""
    face = np.int64(rules.face[slot])
    state.place[slot] = LIMBO
    go_out(state, seat, face)
    if state.known[seat, face] > 0:
        state.known[seat, face] -= 1


@kernel
def reveal(state: Any, seat: Any, face: Any) -> None:
    """Everybody saw a card of this face enter a hand (C12.1)."""
    state.known[seat, face] += 1


@kernel
def to_discard(state: Any, rules: Any, slot: Any) -> None:
    """Put a card that is in no hand onto the discard pile of its kind."""
    stack, face = np.int64(slot >= N_STACK), np.int64(rules.face[slot])
    state.place[slot] = DISCARD
    state.dumped[face] += 1
    state.lying |= np.int64(1) << face
    if stack == 0:
        state.discard[np.int64(state.discard_n[0])] = slot
    state.discard_n[stack] += 1


@kernel
def from_discard(state: Any, rules: Any, slot: Any) -> None:
    """Take a card out of its discard pile, into LIMBO; the others keep their order."""
    stack, face = np.int64(slot >= N_STACK), np.int64(rules.face[slot])
    state.place[slot] = LIMBO
    state.dumped[face] -= 1
    if state.dumped[face] == 0:
        state.lying &= ~(np.int64(1) << face)
    state.discard_n[stack] -= 1
    if stack == 0:
        n = np.int64(state.discard_n[0])
        at = n
        while np.int64(state.discard[at]) != slot:
            at -= 1
        for i in range(at, n):
            state.discard[i] = state.discard[i + 1]


@kernel
def drop(state: Any, rules: Any, seat: Any, face: Any) -> None:
    """Discard a card of a face from a hand."""
    slot = slot_at(state, rules, face, HAND + seat)
    leave(state, rules, seat, slot)
    to_discard(state, rules, slot)


@kernel
def spend_oigt(state: Any, rules: Any, seat: Any, use: Any) -> None:
    """Discard an OIGT for what it is for; `use`: the counter of that."""
    drop(state, rules, seat, F_OIGT)
    state.counts[seat, use] += 1
    state.counts[seat, T_PLAYED_OIGT] += 1


@kernel
def hand_over(state: Any, rules: Any, giver: Any, taker: Any, face: Any, what: Any) -> None:
    """Move a card that the others do not see from hand to hand: they are less sure of every face that it may be."""
    slot = slot_at(state, rules, face, HAND + giver)
    go_out(state, giver, face)
    fitting = np.int64(FITTING[what])
    for f in range(N_FACES):
        if state.known[giver, f] > 0:
            state.known[giver, f] -= fitting >> f & 1
    gain(state, rules, taker, slot)


@kernel
def blind_face(state: Any, chance: Any, seat: Any, faces: Any) -> Any:
    """Draw a card blind from a hand, among its cards of some faces (bits; at least one card); its face."""
    start(chance, BLIND)
    j = below(chance, count_in(state, seat, faces))
    left = np.int64(state.held[seat]) & faces
    while True:
        face = lowest(left)
        j -= np.int64(state.hand[seat, face])
        if j < 0:
            return face
        left &= left - 1


@kernel
def shuffle_stack(state: Any, rules: Any, chance: Any, stack: Any, purpose: Any) -> None:
    """Shuffle the cards of a stack's discard pile into its (empty) pile."""
    base = N_STACK * stack
    used = np.int64(rules.n_action) if stack else np.int64(rules.n_category)
    member = scratch(N_STACK, np.uint8)
    for offset in range(used):
        member[offset] = np.uint8(state.place[base + offset] == DISCARD)
    pile = state.piles[stack]
    n = order_by_key(chance, purpose, member, used, pile)
    for i in range(n):
        pile[i] += np.uint8(base)
        slot = np.int64(pile[i])
        state.place[slot] = PILE
        state.dumped[np.int64(rules.face[slot])] = 0
    state.lying &= CATEGORY_FACES if stack else ~CATEGORY_FACES
    state.pile_n[stack] = n
    state.discard_n[stack] = 0


@kernel
def draw(state: Any, rules: Any, chance: Any, stack: Any) -> Any:
    """Take the top card of a pile, reshuffling first if it is empty (C11); its slot, or NO_SLOT."""
    if state.pile_n[stack] == 0:
        if state.discard_n[stack] == 0:
            return np.int64(NO_SLOT)
        shuffle_stack(state, rules, chance, stack, RESHUFFLE_CATEGORY + stack)
        state.reshuffles[stack] += 1
    state.pile_n[stack] -= 1
    slot = np.int64(state.piles[stack, np.int64(state.pile_n[stack])])
    state.place[slot] = LIMBO
    return slot


@kernel
def draw_category(state: Any, rules: Any, chance: Any, seat: Any) -> None:
    """Draw a category card into a hand; with both piles empty no card (C11.1)."""
    slot = draw(state, rules, chance, 0)
    if slot == NO_SLOT:
        state.starved += 1
        return
    gain(state, rules, seat, slot)


@kernel
def wipe(state: Any, rules: Any, chance: Any, seat: Any) -> None:
    """A hand that could not answer an epidemic is discarded in random order (C5.3)."""
    slots, n = scratch(N_SLOTS, np.int64), np.int64(0)
    faces = np.int64(state.held[seat]) & (ALL_FACES if rules.wipe_actions else CATEGORY_FACES)
    while faces:
        face = lowest(faces)
        for i in range(np.int64(rules.copies[face])):
            slots[n] = np.int64(rules.slots[face, i])
            n += np.int64(state.place[slots[n]] == HAND + seat)
        faces &= faces - 1
    order_slots(chance, WIPE, slots, n, N_SLOTS, slots)
    for i in range(n):
        leave(state, rules, seat, slots[i])
        to_discard(state, rules, slots[i])


@kernel
def setup_cards(state: Any, rules: Any, chance: Any) -> None:
    """Shuffle both stacks and deal (C2)."""
    for slot in range(N_SLOTS):
        state.place[slot] = DISCARD if rules.face[slot] >= 0 else ABSENT
    for stack in range(2):
        shuffle_stack(state, rules, chance, stack, stack)
    for seat in range(np.int64(state.n_players)):
        for _ in range(np.int64(rules.start_hand)):
            draw_category(state, rules, chance, seat)
