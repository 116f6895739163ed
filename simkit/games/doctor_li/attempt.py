"""Putting down a category in Doctor Li: the shown set, the poll, answers, losses, completion (specification C8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.cards import leave, reveal, slot_at, spend_oigt, take_back, to_discard
from simkit.games.doctor_li.faces import FITTING, NATURALS, WILDS, lowest, n_different, n_wilds
from simkit.games.doctor_li.immediate import to_play
from simkit.games.doctor_li.scoring import has_all, n_down, note_completion
from simkit.games.doctor_li.state import (
    BUILD,
    COMPLETE,
    COUNTER,
    F_OIGT,
    HAND,
    INTERRUPT,
    LIMBO,
    LOSE,
    LOSS,
    N_NATURAL,
    SET,
    T_ATTEMPTS,
    T_FAILURES,
    T_INTERRUPTS,
    T_PLAYED_WILD,
    T_SETS3,
    T_SETS4,
    YES,
)
from simkit.jit import kernel
from simkit.rng import below, start


@kernel
def best_size(state: Any, rules: Any, seat: Any, category: Any) -> Any:
    """Cards of the largest valid set of a category that a hand holds (at most 4; below 3: none)."""
    wilds = n_wilds(state, seat, category)
    if rules.max_wilds > 0:
        wilds = min(wilds, np.int64(rules.max_wilds))
    return min(n_different(state, seat, category) + wilds, 4)


@kernel
def addable(state: Any, rules: Any) -> Any:
    """Faces (bits) that the active player holds and that fit into the shown set (C8.1)."""
    if state.shown_n >= 4:
        return np.int64(0)
    fitting = np.int64(FITTING[np.int64(state.trying)]) & ~(np.int64(state.laid) & NATURALS)
    if rules.max_wilds > 0 and state.shown_wild >= rules.max_wilds:
        fitting &= ~WILDS
    return np.int64(state.held[np.int64(state.current)]) & fitting


@kernel
def begin_attempt(state: Any, category: Any) -> None:
    """Start to build the set that will be shown."""
    state.trying = category
    state.oigts = 0
    state.interrupter = -1
    state.valid_size = 3
    state.kind = BUILD


@kernel
def add_card(state: Any, rules: Any, face: Any) -> None:
    """Add a card from the active player's hand to the shown set."""
    seat = np.int64(state.current)
    leave(state, rules, seat, slot_at(state, rules, face, HAND + seat))
    state.shown[face] += 1
    state.laid |= np.int64(1) << face
    state.shown_n += 1
    state.shown_wild += np.int64(face >= N_NATURAL)


@kernel
def show_set(state: Any, rules: Any) -> None:
    """The set is complete and shown: ask the others (C8.2)."""
    state.counts[np.int64(state.current), T_ATTEMPTS] += 1
    state.answered = 0
    next_poll(state, rules)


@kernel
def next_poll(state: Any, rules: Any) -> None:
    """Ask the next player to the left who holds an OIGT; with nobody left the set is put down (C8.2, C8.5)."""
    n = np.int64(state.n_players)
    state.interrupter = -1
    while state.answered < n - 1 and (rules.max_oigt == 0 or state.oigts < rules.max_oigt):
        seat = (np.int64(state.current) + 1 + np.int64(state.answered)) % n
        if state.hand[seat, F_OIGT] > 0:
            state.kind = INTERRUPT
            state.to_act = seat
            return
        state.answered += 1
    put_down(state, rules)


@kernel
def put_down(state: Any, rules: Any) -> None:
    """The shown set is put down for good (C8.5)."""
    seat, category, size = np.int64(state.current), np.int64(state.trying), np.int64(state.shown_n)
    had_all = has_all(state, seat)
    number = np.int64(0)
    while state.set_owner[number] >= 0:
        number += 1
    while state.laid:
        slot = unlay(state, rules, lowest(state.laid))
        state.place[slot] = SET + number
        state.set_faces[np.int64(rules.face[slot])] += 1
    state.set_owner[number] = seat
    state.set_category[number] = category
    state.set_n[number] = size
    state.down[seat, category] += 1
    state.points[seat] += np.int16(rules.set_points[size - 3])
    state.counts[seat, T_SETS3 if size == 3 else T_SETS4] += 1
    state.counts[seat, T_PLAYED_WILD] += np.int32(state.shown_wild)
    state.putdowns += 1
    end_attempt(state)
    if state.first_two < 0 and n_down(state, seat) == 2:
        state.first_two = seat
    if not had_all and has_all(state, seat):
        note_completion(state, seat)


@kernel
def end_attempt(state: Any) -> None:
    """Nothing is shown any more."""
    state.shown_n = 0
    state.shown_wild = 0
    state.trying = -1
    state.interrupter = -1
    state.oigts = 0
    to_play(state)


@kernel
def answer_poll(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """A player passes or plays an OIGT against the attempt."""
    if action != YES:
        state.answered += 1
        next_poll(state, rules)
        return
    seat = np.int64(state.to_act)
    spend_oigt(state, rules, seat, T_INTERRUPTS)
    state.oigts += 1
    state.interrupter = seat
    if state.hand[np.int64(state.current), F_OIGT] > 0:
        state.kind = COUNTER
        state.to_act = state.current
    else:
        hit(state, rules, chance)


@kernel
def hit(state: Any, rules: Any, chance: Any) -> None:
    """An OIGT stands: a card of the shown set is lost (C8.4, CA7, CA8)."""
    state.valid_size = 3 if rules.degrades else state.shown_n
    if rules.loss_chooser < 2:
        state.kind = LOSE
        state.to_act = state.interrupter if rules.loss_chooser else state.current
        return
    start(chance, LOSS)
    j = below(chance, state.shown_n)
    face = np.int64(0)
    while j >= np.int64(state.shown[face]):
        j -= np.int64(state.shown[face])
        face += 1
    lose_card(state, rules, face)


@kernel
def unlay(state: Any, rules: Any, face: Any) -> Any:
    """Take a card of a face out of the shown set; its slot."""
    state.shown[face] -= 1
    if state.shown[face] == 0:
        state.laid &= ~(np.int64(1) << face)
    return slot_at(state, rules, face, LIMBO)


@kernel
def lose_card(state: Any, rules: Any, face: Any) -> None:
    """A card of the shown set goes to the discard pile."""
    to_discard(state, rules, unlay(state, rules, face))
    state.shown_n -= 1
    state.shown_wild -= np.int64(face >= N_NATURAL)
    go_on_completing(state, rules)


@kernel
def go_on_completing(state: Any, rules: Any) -> None:
    """The active player may add cards, else the set is judged."""
    if addable(state, rules):
        state.kind = COMPLETE
        state.to_act = state.current
    else:
        judge(state, rules)


@kernel
def judge(state: Any, rules: Any) -> None:
    """Still valid: the poll starts again; else the cards return to the hand, and everybody knows them (C8.4)."""
    if state.shown_n >= state.valid_size:
        state.answered = 0
        next_poll(state, rules)
        return
    seat = np.int64(state.current)
    while state.laid:
        slot = unlay(state, rules, lowest(state.laid))
        take_back(state, rules, seat, slot)
        reveal(state, seat, np.int64(rules.face[slot]))
    state.counts[seat, T_FAILURES] += 1
    end_attempt(state)
