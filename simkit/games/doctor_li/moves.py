"""Applying the actions of Doctor Li: one branch for each kind of decision."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.attempt import (
    add_card,
    answer_poll,
    go_on_completing,
    hit,
    judge,
    lose_card,
    next_poll,
    show_set,
)
from simkit.games.doctor_li.cards import draw_category, drop, hand_over, spend_oigt
from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.immediate import next_epidemic, next_hoarding, stand, suffer_random, to_play
from simkit.games.doctor_li.plays import answer_wts, counter_wts, end_wts, fish, give, pick, play_card
from simkit.games.doctor_li.state import (
    AGG_PAY,
    BOOST_DRAW,
    BUILD,
    COMPLETE,
    COUNTER,
    DEFLECT,
    DONE,
    EPI_PAY,
    ESCAPE,
    F_FLAT,
    GIVE,
    HOARD_PAY,
    INTERRUPT,
    LOGO,
    LOSE,
    P_END,
    PICK,
    PLAY,
    SOURCE,
    SUFFER,
    T_COUNTERS,
    T_ESCAPES,
    T_PLAYED_FLAT,
    TAKE,
    YES,
)
from simkit.games.doctor_li.turn import answer_logo, end_turn, take_source
from simkit.jit import kernel


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    """Apply a legal action and play on to the next decision."""
    kind, action = np.int64(state.kind), np.int64(action)
    if kind == PLAY:
        if action == P_END:
            end_turn(state, rules, chance)
        else:
            play_card(state, rules, chance, action)
    elif kind == SOURCE:
        take_source(state, rules, chance, action)
    elif kind == LOGO:
        answer_logo(state, rules, action)
    elif kind == BOOST_DRAW:
        for _ in range(action):
            draw_category(state, rules, chance, np.int64(state.current))
        to_play(state)
    elif kind <= HOARD_PAY:
        step_immediate(state, rules, kind, action, chance)
    elif kind == INTERRUPT or (kind >= BUILD and state.trying >= 0):
        step_attempt(state, rules, kind, action, chance)
    else:
        step_play(state, rules, kind, action, chance)


@kernel
def step_immediate(state: Any, rules: Any, kind: Any, action: Any, chance: Any) -> None:
    """A payment for AGG, an epidemic or hoarding."""
    seat = np.int64(state.to_act)
    if kind == AGG_PAY and action >= ESCAPE:
        if action == SUFFER:
            suffer_random(state, rules, chance)
        else:
            spend_oigt(state, rules, seat, T_ESCAPES)
            state.need = 0  # how many cards would have qualified is nobody else's business
            to_play(state)
        return
    drop(state, rules, seat, action)
    state.need -= 1
    state.paid += 1
    if kind == EPI_PAY:
        if action == F_FLAT:
            state.counts[seat, T_PLAYED_FLAT] += 1
            state.need = 0
        else:
            state.spans = stand(np.int64(state.spans), mask_of(action))
    if state.need > 0:
        return
    state.answered += 1
    if kind == AGG_PAY:
        to_play(state)
    elif kind == EPI_PAY:
        next_epidemic(state, rules, chance)
    else:
        next_hoarding(state, rules)


@kernel
def step_attempt(state: Any, rules: Any, kind: Any, action: Any, chance: Any) -> None:
    """A choice within an attempt to put down a category."""
    if kind == INTERRUPT:
        answer_poll(state, rules, chance, action)
    elif kind == COUNTER:
        if action == YES:
            spend_oigt(state, rules, np.int64(state.current), T_COUNTERS)
            state.answered = 0
            next_poll(state, rules)
        else:
            hit(state, rules, chance)
    elif kind == LOSE:
        lose_card(state, rules, action)
    elif action == DONE:
        if kind == BUILD:
            show_set(state, rules)
        else:
            judge(state, rules)
    else:
        add_card(state, rules, action)
        if kind == COMPLETE:
            go_on_completing(state, rules)
        elif state.shown_n == 4:
            show_set(state, rules)


@kernel
def step_play(state: Any, rules: Any, kind: Any, action: Any, chance: Any) -> None:
    """A choice within the play of a held card or an exchange."""
    if kind == GIVE:
        give(state, rules, chance, action)
    elif kind == PICK:
        pick(state, rules, action)
    elif kind == TAKE:
        fish(state, rules, action)
    elif kind == DEFLECT:
        answer_wts(state, rules, chance, action)
    elif kind == COUNTER:
        counter_wts(state, rules, chance, action)
    else:
        hand_over(state, rules, np.int64(state.to_act), np.int64(state.current), action, np.int64(state.asked))
        state.paid += 1
        state.need -= 1
        if state.need == 0:
            end_wts(state)
