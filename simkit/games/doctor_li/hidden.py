"""Turning the table, and redrawing what a seat cannot see (for the conformance suites)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import come_in, go_out
from simkit.games.doctor_li.state import (
    HAND,
    N_FACES,
    N_SEATS,
    N_SETS,
    N_SLOTS,
    N_STACK,
    PILE,
    TAKE,
)
from simkit.jit import kernel
from simkit.rng import shuffle
from simkit.seats import turn_bits, turn_rows, turn_seat, turn_seats


@kernel
def reseat(state: Any, shift: Any) -> None:
    """Turn the table: what is at seat s goes to seat (s + shift) % n (T13)."""
    n = np.int64(state.n_players)
    state.to_act = turn_seat(state.to_act, n, shift)
    state.current = turn_seat(state.current, n, shift)
    state.victim = turn_seat(state.victim, n, shift)
    state.interrupter = turn_seat(state.interrupter, n, shift)
    state.finisher = turn_seat(state.finisher, n, shift)
    state.first_done = turn_seat(state.first_done, n, shift)
    state.first_two = turn_seat(state.first_two, n, shift)
    state.leading = turn_bits(state.leading, n, shift)
    turn_rows(state.hand, n, shift)
    turn_rows(state.suits, n, shift)
    turn_seats(state.held, n, shift)
    turn_seats(state.hand_sizes, n, shift)
    turn_rows(state.known, n, shift)
    turn_rows(state.down, n, shift)
    turn_seats(state.points, n, shift)
    turn_seats(state.done_order, n, shift)
    turn_rows(state.counts, n, shift)
    for number in range(N_SETS):
        state.set_owner[number] = turn_seat(state.set_owner[number], n, shift)
    for slot in range(N_SLOTS):
        place = np.int64(state.place[slot])
        if place >= HAND and place < HAND + N_SEATS:
            state.place[slot] = HAND + turn_seat(place - HAND, n, shift)


@kernel
def is_secret(state: Any, seat: Any, holder: Any) -> Any:
    """True if `seat` does not see the cards in the hand of `holder`."""
    return holder != seat and not (state.kind == TAKE and seat == state.current and holder == state.victim)


@kernel
def loosen(state: Any, rules: Any, seat: Any, first: Any, last: Any, slots: Any, holders: Any) -> Any:
    """Collect the cards of a stack in other hands that nobody knows, with their holders; their number."""
    n = np.int64(0)
    seen = np.zeros((N_SEATS, N_FACES), np.int64)
    for slot in range(first, last):
        holder = np.int64(state.place[slot]) - HAND
        if holder < 0 or holder >= np.int64(state.n_players) or not is_secret(state, seat, holder):
            continue
        face = np.int64(rules.face[slot])
        seen[holder, face] += 1
        if seen[holder, face] > np.int64(state.known[holder, face]):
            slots[n] = slot
            holders[n] = holder
            go_out(state, holder, face)
            n += 1
    return n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Redraw the order of both piles, and the cards in other hands that the seat cannot know; hand sizes stay.

    Category cards are redrawn among those hands and the pile, action cards among the hands only: they all were seen
    when they came out of the pile.
    """
    slots, holders = np.zeros(N_SLOTS, np.int64), np.zeros(N_SLOTS, np.int64)
    n = loosen(state, rules, seat, 0, N_STACK, slots, holders)
    held = n
    for i in range(np.int64(state.pile_n[0])):
        slots[n] = np.int64(state.piles[0, i])
        n += 1
    shuffle(rng, slots, n)
    settle(state, rules, slots, holders, held)
    for i in range(np.int64(state.pile_n[0])):
        state.piles[0, i] = slots[held + i]
        state.place[slots[held + i]] = PILE
    held = loosen(state, rules, seat, N_STACK, N_SLOTS, slots, holders)
    shuffle(rng, slots, held)
    settle(state, rules, slots, holders, held)
    shuffle(rng, state.piles[1], np.int64(state.pile_n[1]))


@kernel
def settle(state: Any, rules: Any, slots: Any, holders: Any, n: Any) -> None:
    """Give redrawn cards to the hands."""
    for i in range(n):
        state.place[slots[i]] = HAND + holders[i]
        come_in(state, holders[i], np.int64(rules.face[slots[i]]))
