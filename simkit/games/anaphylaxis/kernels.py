"""The kernels of Anaphylaxis that the engine calls at every decision: setup, view, check, step."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import Kernels
from simkit.games.anaphylaxis.rounds import begin_round, end_trick, outcome, standing, tally
from simkit.games.anaphylaxis.seating import rehide, reseat
from simkit.games.anaphylaxis.state import (
    CHAIRS,
    EXCHANGE,
    HAND_BITS,
    MAX_LEGAL,
    NO_CARD,
    PASS,
    TRICK,
)
from simkit.games.anaphylaxis.trick import COLOUR_OF, FOLLOW, giver_to, n_cards, together, with_card, without_card
from simkit.jit import ctz, kernel, popcount

NOT_AN_ACTION, NOT_HELD, MUST_FOLLOW, NO_PASS_LEFT, LEADER_PLAYS, NO_PASS_NOW = 1, 2, 3, 4, 5, 6


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    """Seat 1 deals round 1 (A2.2; the starter is fixed, see section 0a)."""
    n = state.n_players
    state.table.players = n
    if n < CHAIRS:
        state.table.out[CHAIRS - 1] = 1
    begin_round(state, rules, chance)


@kernel
def legal_actions(state: Any, rules: Any) -> Any:
    """Legal actions of the player to act as bits 0-20 (A3.2, A4.4, A4.6)."""
    seat, table = state.to_act, state.table
    cards = state.hands[seat] & HAND_BITS
    if state.kind == EXCHANGE:
        return cards
    follow = cards & FOLLOW[np.int64(table.lead)]
    cards = follow if follow != 0 else cards
    if np.int64(table.passes[seat]) < rules.max_passes and (rules.leader_may_pass or seat != np.int64(table.leader)):
        cards |= np.int64(1) << PASS
    return cards


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """Show the seat its own hand, what it gave and got, and the open table (A10.1)."""
    view.seat = seat
    view.kind = state.kind
    view.table = state.table
    view.hand = state.hands[seat]
    view.given = state.given[seat]
    view.received = state.given[giver_to(state, rules, seat)] if state.kind == TRICK else 0
    waiting = np.int64(0)
    for other in range(CHAIRS):
        waiting += (np.int64(state.table.out[other]) == 0) & (np.int64(state.table.played[other]) == NO_CARD)
    view.later = waiting - 1 if state.kind == TRICK else 0
    legal = legal_actions(state, rules)
    view.n_legal = np.int64(popcount(legal))
    for i in range(MAX_LEGAL):
        view.legal[i] = ctz(legal) if legal != 0 else NO_CARD
        legal = legal & (legal - 1)


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 if the action is legal, otherwise the number of its reason in ILLEGAL."""
    if action < 0 or action > PASS:
        return NOT_AN_ACTION
    if (legal_actions(state, rules) >> action) & 1:
        return 0
    if action == PASS:
        if state.kind == EXCHANGE:
            return NO_PASS_NOW
        left = np.int64(state.table.passes[state.to_act]) < rules.max_passes
        return LEADER_PLAYS if left else NO_PASS_LEFT
    return MUST_FOLLOW if (state.hands[state.to_act] >> action) & 1 else NOT_HELD


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    """Apply a legal action, and with it all that follows before the next decision."""
    if state.kind == EXCHANGE:
        give(state, rules, action)
        return
    seat, table = state.to_act, state.table
    state.turns += 1
    table.played[seat] = action
    if action == PASS:
        table.passes[seat] += 1
    else:
        state.hands[seat] = without_card(state.hands[seat], action)
        table.thrown[seat] = with_card(table.thrown[seat], action)
        table.cards[seat] -= 1
        colour, lead = np.int64(COLOUR_OF[action]), np.int64(table.lead)
        lead = lead if lead >= 0 else colour
        table.lead = lead
        table.voids[seat] = np.int64(table.voids[seat]) | np.int64(colour != lead) << lead
    leader = np.int64(table.leader)
    seat = (seat + 1) & (CHAIRS - 1)
    while seat != leader:
        if not table.out[seat]:
            state.to_act = seat
            return
        seat = (seat + 1) & (CHAIRS - 1)
    end_trick(state, rules, chance)


@kernel
def give(state: Any, rules: Any, card: Any) -> None:
    """Lay aside one card for the neighbour; cards change hands when everybody has chosen (A3.2)."""
    seat, table = state.to_act, state.table
    state.hands[seat] = without_card(state.hands[seat], card)
    state.given[seat] = with_card(state.given[seat], card)
    if n_cards(state.given[seat]) < rules.exchange_count:
        return
    seat = seat + 1 if seat + 1 < state.n_players else 0
    state.to_act = seat
    if seat != np.int64(table.dealer):
        return
    for receiver in range(state.n_players):
        gift = state.given[giver_to(state, rules, receiver)]
        state.hands[receiver] = together(state.hands[receiver], gift)
    state.kind = TRICK


KERNELS = Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)
