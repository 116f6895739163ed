"""Set-up and the turn of Doctor Li: steps 1, 2 and 4, the last round, the cap (specification C2, C4, C9)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import CAPPED, NOBODY
from simkit.games.doctor_li.cards import (
    NO_SLOT,
    draw,
    draw_category,
    from_discard,
    gain,
    reveal,
    setup_cards,
    slot_at,
    to_discard,
)
from simkit.games.doctor_li.immediate import begin_aggravation, next_epidemic, next_hoarding, to_play
from simkit.games.doctor_li.scoring import winners
from simkit.games.doctor_li.state import (
    BOOST_DRAW,
    DISCARD,
    F_AGG,
    F_BOOST,
    F_EPI,
    FINISHED,
    FIRST_IMMEDIATE,
    LOGO,
    SOURCE,
    YES,
)
from simkit.jit import kernel


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    """Shuffle, deal, and begin the first turn of seat 0 (C2)."""
    state.victim = state.wts = state.picked = state.light = state.trying = state.interrupter = -1
    state.finisher = state.first_done = state.first_two = state.turned = -1
    state.set_owner[:] = -1
    setup_cards(state, rules, chance)
    begin_turn(state, rules, chance)


@kernel
def begin_turn(state: Any, rules: Any, chance: Any) -> None:
    """Step 1: where does the category card come from (C4.1)?"""
    state.plays = 0
    state.putdowns = 0
    state.turned = -1
    state.to_act = state.current
    if state.discard_n[0] > 0:
        state.kind = SOURCE
    else:
        take_source(state, rules, chance, 0)


@kernel
def take_source(state: Any, rules: Any, chance: Any, source: Any) -> None:
    """Take the card of step 1 and go on to step 2."""
    seat = np.int64(state.current)
    if source == 0:
        draw_category(state, rules, chance, seat)
    else:
        slot = np.int64(state.discard[np.int64(state.discard_n[0]) - 1])
        from_discard(state, rules, slot)
        gain(state, rules, seat, slot)
        reveal(state, seat, np.int64(rules.face[slot]))
    turn_action_card(state, rules, chance)


@kernel
def turn_action_card(state: Any, rules: Any, chance: Any) -> None:
    """Step 2: turn the top action card and begin what it asks for (C4.2, C11.2)."""
    slot = draw(state, rules, chance, 1)
    if slot == NO_SLOT:
        state.no_action += 1
        to_play(state)
        return
    to_discard(state, rules, slot)
    face = np.int64(rules.face[slot])
    state.turned = face
    state.answered = 0
    if face < FIRST_IMMEDIATE:
        state.kind = LOGO
        if rules.logo_forced:
            answer_logo(state, rules, YES)
    elif face < F_BOOST:
        begin_aggravation(state, rules, chance, face - F_AGG)
    elif face < F_EPI:
        state.kind = BOOST_DRAW
    elif face == F_EPI:
        state.epidemics += 1
        next_epidemic(state, rules, chance)
    else:
        next_hoarding(state, rules)


@kernel
def answer_logo(state: Any, rules: Any, action: Any) -> None:
    """Take the logo card that was turned, or leave it."""
    if action == YES:
        seat, face = np.int64(state.current), np.int64(state.turned)
        slot = slot_at(state, rules, face, DISCARD)
        from_discard(state, rules, slot)
        gain(state, rules, seat, slot)
        reveal(state, seat, face)
    to_play(state)


@kernel
def end_turn(state: Any, rules: Any, chance: Any) -> None:
    """Step 4: the turn passes to the left, unless the last round is over or the cap is reached (C4.4, C9)."""
    n = np.int64(state.n_players)
    state.turns += 1
    state.rounds = state.turns // n
    if state.final_left > 0:
        if state.final_left == n:
            state.leading = winners(state, rules)
        state.final_left -= 1
        if state.final_left == 0:
            state.ended = FINISHED
    elif state.turns >= rules.max_turns:
        state.ended = CAPPED
    if state.ended:
        state.to_act = NOBODY
        return
    state.current = (state.current + 1) % n
    begin_turn(state, rules, chance)
