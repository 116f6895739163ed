"""Who sneezes, what a sneeze does, and who wins (specification S8, S9, S12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import CAPPED, NOBODY, STALEMATE
from simkit.games.sneeze.piles import (
    NO_SLOT,
    add_allergy,
    clear_pool,
    discard,
    draw_and_now,
    draw_sneeze,
    turn_wind,
)
from simkit.games.sneeze.state import GIFT, N_TYPES, TURN, W1_OTHER, W1_OWN, W2, W3, WINDY
from simkit.jit import kernel, popcount

_NONE = np.uint64(0)
AFTER_EVENT, AFTER_EACH, END_OF_TURN = range(3)
EVENT_START, RUNNING_TEST, TURN_START = range(3)


@kernel
def effective(state: Any, side: Any, card_type: Any) -> Any:
    """Cards of a type that a pool counts as: with the Air extra, doubled by each Mean Trick (S8.1)."""
    extra = np.int64(state.air_side == side and state.air_type == card_type)
    doublings = popcount(state.trick_cards[side, card_type])
    return (np.int64(state.pool[side, card_type]) + extra) << min(doublings, np.int64(40))


@kernel
def sneezers(state: Any) -> Any:
    """Bits of the players who match the upwind pool and do not hold their breath (S8.2, S8.3)."""
    up = np.int64(state.up)
    found = np.int64(0)
    everyone = (np.int64(1) << np.int64(state.n_players)) - 1
    for seat in range(np.int64(state.n_players)):
        found |= (np.int64(state.n_allergies[seat] > 0) & np.int64(state.breath[seat] == _NONE)) << seat
    for card_type in range(N_TYPES):
        here = effective(state, up, card_type)
        if found == 0:
            return found
        for seat in range(np.int64(state.n_players)):
            found &= ~(np.int64(np.int64(state.needs[seat, card_type]) > here) << seat)
    return found & everyone


@kernel
def win_by_allergies(state: Any, rules: Any) -> None:
    """W2: all at the limit, the current player wins; W1: the only player below it wins (S12.2, S12.3)."""
    below = np.int64(0)
    last = NOBODY
    for seat in range(np.int64(state.n_players)):
        if state.n_allergies[seat] < rules.limit:
            below += 1
            last = seat
    if below == 0:
        state.winner = state.current
        state.ended = W2
    elif below == 1:
        state.winner = last
        state.ended = W1_OWN if last == state.current else W1_OTHER


@kernel
def begin_event(state: Any, rules: Any, found: Any) -> None:
    """Start a sneeze event: W3, then who may be given an allergy (S9.2, S9.3)."""
    current = np.int64(state.current)
    state.sneezed |= found
    state.events += 1
    state.most_events = max(state.most_events, state.events)
    for seat in range(np.int64(state.n_players)):
        if found >> seat & 1:
            if seat == current:
                state.self_sneezes[seat] += 1
            else:
                state.suffered[seat] += 1
                state.caused[current] += 1
    if popcount(np.uint64(state.sneezed)) >= rules.w3:
        state.winner = current
        state.ended = W3
        return
    state.in_event = 1
    state.pending = found
    state.causing = state.up
    state.chances = 0
    if rules.gift_test == EVENT_START:
        state.eligible = np.int64(state.n_allergies[current] >= rules.limit)


@kernel
def next_sneezer(state: Any) -> Any:
    """The next member of the event: clockwise from the current player's left, the current player last (S9.3)."""
    n = np.int64(state.n_players)
    seat = np.int64(state.current)
    for _ in range(n):
        seat += 1
        if seat == n:
            seat = np.int64(0)
        if state.pending >> seat & 1:
            return seat
    return np.int64(NOBODY)


@kernel
def may_give(state: Any, rules: Any, seat: Any) -> Any:
    """True if the current player may give this sneezer an allergy (S9.3, SA5, SA18)."""
    current = np.int64(state.current)
    if seat == current or state.n_allergies[current] == 0:
        return False
    if rules.cap > 0 and state.n_allergies[seat] >= rules.cap:
        return False
    if rules.gift_test == RUNNING_TEST:
        return bool(state.n_allergies[current] >= rules.limit)
    return state.eligible != 0


@kernel
def new_allergy(state: Any, rules: Any, chance: Any, seat: Any) -> None:
    """A sneezer reveals a new allergy; a Windy Day turns the wind and brings an And Now card instead (S9.3, S11.3)."""
    if rules.cap > 0 and state.n_allergies[seat] >= rules.cap:
        return
    slot = draw_sneeze(state, rules, chance)
    if slot == NO_SLOT:
        clear_pool(state, rules, np.int64(state.up) if rules.clear_upwind else np.int64(state.causing))
        slot = draw_sneeze(state, rules, chance)
        if slot == NO_SLOT:
            return
    if rules.face[slot] == WINDY:
        discard(state, slot)
        turn_wind(state)
        draw_and_now(state, rules, chance, seat)
    else:
        add_allergy(state, rules, seat, slot)


@kernel
def finish_sneezer(state: Any, rules: Any, chance: Any, seat: Any) -> None:
    """After a sneezer's allergy or gift: the And Now draws (S9.4), unless a win is tested first and found (SA8)."""
    state.pending &= ~(np.int64(1) << np.int64(seat))
    if rules.win_check == AFTER_EACH:
        win_by_allergies(state, rules)
        if state.winner >= 0:
            return
    draw_and_now(state, rules, chance, seat)
    if seat != state.current:
        draw_and_now(state, rules, chance, np.int64(state.current))


@kernel
def process_event(state: Any, rules: Any, chance: Any) -> Any:
    """Process the members of the event that are left; True if a gift must be decided first (S9.3)."""
    while state.pending != 0:
        seat = next_sneezer(state)
        if may_give(state, rules, seat):
            state.kind = GIFT
            state.gift_to = seat
            state.to_act = state.current
            return True
        new_allergy(state, rules, chance, seat)
        finish_sneezer(state, rules, chance, seat)
        if state.winner >= 0:
            return False
    clear_pool(state, rules, np.int64(state.up) if rules.clear_upwind else np.int64(state.causing))
    state.in_event = 0
    if rules.win_check == AFTER_EVENT:
        win_by_allergies(state, rules)
    return False


@kernel
def resolve(state: Any, rules: Any, chance: Any) -> None:
    """Resolve sneezes until stable, won, or a gift must be decided; then end the turn (S4.2, S9.6)."""
    while state.winner < 0:
        if state.in_event == 0:
            found = sneezers(state)
            if found == 0:
                break
            begin_event(state, rules, found)
            if state.winner >= 0:
                break
        if process_event(state, rules, chance):
            return
    if state.winner < 0 and rules.win_check == END_OF_TURN and state.sneezed != 0:
        win_by_allergies(state, rules)
    end_turn(state, rules)


@kernel
def end_turn(state: Any, rules: Any) -> None:
    """End the turn: Air goes, the next player to the left becomes current, cap and stalemate are tested (S4.3, S5)."""
    n = np.int64(state.n_players)
    state.turns += 1
    state.rounds = state.turns // n
    state.adiscard |= state.air_card
    state.air_card = _NONE
    state.air_side = -1
    state.sneezed = 0
    state.events = 0
    state.quiet = np.int64(0) if state.moved else state.quiet + 1
    state.moved = 0
    if state.winner >= 0:
        state.to_act = NOBODY
        return
    held = _NONE
    for seat in range(n):
        held |= state.hand[seat]
    if state.quiet >= n and held == _NONE:
        state.ended = STALEMATE
    elif state.turns >= rules.max_turns:
        state.ended = CAPPED
    state.current = state.current + 1 if state.current + 1 < n else np.int64(0)
    state.kind = TURN
    state.to_act = NOBODY if state.ended else state.current
    state.eligible = np.int64(state.n_allergies[np.int64(state.current)] >= rules.limit)
