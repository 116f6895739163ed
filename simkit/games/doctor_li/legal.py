"""What may be chosen at each decision of Doctor Li."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.attempt import addable, best_size
from simkit.games.doctor_li.faces import CATEGORY_FACES, FITTING, lowest, n_different, n_qualifying, n_wilds
from simkit.games.doctor_li.immediate import payable
from simkit.games.doctor_li.plays import takeable
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
    F_BOOST,
    F_FLAT,
    F_LIGHT,
    F_OHNO,
    F_OIGT,
    F_WTS,
    GIVE,
    HOARD_PAY,
    INTERRUPT,
    LOGO,
    LOSE,
    N_CATEGORIES,
    N_KINDS,
    N_SEATS,
    N_SETS,
    P_END,
    P_FISH,
    P_FOUR,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    P_WTS,
    PICK,
    PLAY,
    PLAYS_PER_TURN,
    RANDOM,
    SOURCE,
    SUFFER,
    TAKE,
)
from simkit.jit import kernel

_YES_OR_NO = sum(1 << kind for kind in (SOURCE, LOGO, INTERRUPT, DEFLECT, COUNTER))
"""Kinds of decision (bits) with the actions 0 and 1."""


@kernel
def n_givable(state: Any, rules: Any, seat: Any, category: Any) -> Any:
    """Cards of a hand that may go into one exchange (C7, CA19)."""
    if not rules.unique:
        return n_qualifying(state, seat, category)
    return n_different(state, seat, category) + n_wilds(state, seat, category)


@kernel
def may_fish(state: Any, rules: Any, victim: Any) -> Any:
    """True if a player has a card that fishing can take (C7.1, CA18)."""
    if victim == state.current or state.hand_sizes[victim] == 0:
        return False
    return rules.fish_mode != 1 or np.int64(state.held[victim]) & CATEGORY_FACES != 0


@kernel
def may_put(state: Any, rules: Any, category: Any) -> Any:
    """True if the active player may try to put down a category (C8.1, CA15, CA16)."""
    seat = np.int64(state.current)
    if state.down[seat, category] > 0 and not rules.repeat_category:
        return False
    if rules.max_putdowns > 0 and state.putdowns >= rules.max_putdowns:
        return False
    return best_size(state, rules, seat, category) >= 3


@kernel
def exhausted(state: Any, rules: Any) -> Any:
    """True if only the end of the turn is left, against endless Light Points (section 5)."""
    return rules.light_pick != 0 and state.plays >= PLAYS_PER_TURN


@kernel
def may_play(state: Any, rules: Any, action: Any) -> Any:
    """True if a PLAY action is legal (C6, C7, C8)."""
    seat = np.int64(state.current)
    if action <= P_END or exhausted(state, rules):
        return action == P_END
    if action < P_LIGHT:
        kind, victim = (action - P_WTS) // N_SEATS, (action - P_WTS) % N_SEATS
        return state.hand[seat, F_WTS + kind] > 0 and victim != seat and state.hand_sizes[victim] > 0
    if action < P_OHNO:
        return state.hand[seat, F_LIGHT] > 0 and state.discard_n[action - P_LIGHT] > 0
    if action < P_FISH:
        owner = np.int64(state.set_owner[action - P_OHNO])
        return state.hand[seat, F_OHNO] > 0 and owner >= 0 and owner != seat
    if action < P_FOUR:
        category, victim = (action - P_FISH) // N_SEATS, (action - P_FISH) % N_SEATS
        return may_fish(state, rules, victim) and n_givable(state, rules, seat, category) >= 2
    if action < P_PUT:
        pile, category = (action - P_FOUR) // N_CATEGORIES, (action - P_FOUR) % N_CATEGORIES
        if pile == 1 and not rules.four_any:
            return False
        return n_givable(state, rules, seat, category) >= 4 and takeable(state, rules, pile) != 0
    return action < P_PUT + N_CATEGORIES and may_put(state, rules, action - P_PUT)


@kernel
def faces_to_give(state: Any, rules: Any, kind: Any) -> Any:
    """Faces (bits) of the own hand that may be chosen: payments, exchanges, cards to hand over."""
    held = np.int64(state.held[np.int64(state.to_act)])
    if kind == HOARD_PAY:
        return held if rules.hoard_actions else held & CATEGORY_FACES
    if kind == GIVE and rules.unique:
        held &= ~(np.int64(state.given) * 0x111)  # bits of natural numbers, for each category
    return held & np.int64(FITTING[np.int64(state.asked)])


@kernel
def choices(state: Any, rules: Any) -> Any:
    """The legal actions (bits) of every kind of decision but PLAY; they are below 60."""
    kind = np.int64(state.kind)
    if kind == BUILD:
        return addable(state, rules) | np.int64(state.shown_n >= 3) << DONE
    if _YES_OR_NO >> kind & 1:
        return np.int64(0b11)
    held = np.int64(state.held[np.int64(state.to_act)])
    if kind == AGG_PAY:
        escape = np.int64(state.paid == 0 and held >> F_OIGT & 1) << ESCAPE
        if state.asked == RANDOM:
            return escape | np.int64(1) << SUFFER
        return faces_to_give(state, rules, kind) | escape
    if kind == EPI_PAY:
        return payable(state, rules, np.int64(state.to_act)) | held & np.int64(state.paid == 0) << F_FLAT
    if kind == BOOST_DRAW:  # C5.1
        return np.int64(0b111) if rules.boost_choice else np.int64(1) | np.int64(1) << (state.turned - F_BOOST + 1)
    if kind == LOSE:
        return np.int64(state.laid)
    if kind == PICK:
        return takeable(state, rules, np.int64(state.pile))
    if kind == COMPLETE:
        return addable(state, rules) | np.int64(1) << DONE
    if kind == TAKE:
        return np.int64(state.held[np.int64(state.victim)])
    return faces_to_give(state, rules, kind)


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 for a legal action, else 1 + the kind of decision."""
    kind = np.int64(state.kind)
    action = np.int64(action)
    if action < 0:
        legal = False
    elif kind == PLAY:
        legal = may_play(state, rules, action)
    else:
        legal = action <= SUFFER and choices(state, rules) >> action & 1 != 0
    return np.int64(0) if legal else kind + 1


@kernel
def list_bits(bits: Any, first: Any, view: Any, n: Any) -> Any:
    """List an action for each set bit, `first` + its number; return the new end of the list."""
    while bits:
        view.legal[n] = first + lowest(bits)
        bits &= bits - 1
        n += 1
    return n


@kernel
def list_plays(state: Any, rules: Any, view: Any) -> Any:
    """List the PLAY actions."""
    seat, n = np.int64(state.current), np.int64(1)
    view.legal[0] = P_END
    if exhausted(state, rules):
        return n
    held, others = np.int64(state.held[seat]), np.int64(0)
    for victim in range(np.int64(state.n_players)):
        others |= np.int64(victim != seat and state.hand_sizes[victim] > 0) << victim
    cards = held >> F_WTS & ((1 << N_KINDS) - 1)
    while cards:
        n = list_bits(others, P_WTS + N_SEATS * lowest(cards), view, n)
        cards &= cards - 1
    if held >> F_LIGHT & 1:
        for pile in range(2):
            if state.discard_n[pile] > 0:
                view.legal[n] = P_LIGHT + pile
                n += 1
    if held >> F_OHNO & 1:
        for action in range(P_OHNO, P_OHNO + N_SETS):
            if may_play(state, rules, action):
                view.legal[n] = action
                n += 1
    return list_exchanges(state, rules, others, view, n)


@kernel
def list_exchanges(state: Any, rules: Any, others: Any, view: Any, n: Any) -> Any:
    """List fishing, four-for-one and attempts. `others`: players (bits) with cards.

    Their numbers follow one another, so that all are bits of one word, and nothing branches on what a hand holds.
    """
    seat = np.int64(state.current)
    twos, fours, large, fishable = np.int64(0), np.int64(0), np.int64(0), others
    if rules.fish_mode == 1:
        for victim in range(np.int64(state.n_players)):
            fishable &= ~(np.int64(not may_fish(state, rules, victim)) << victim)
    for category in range(N_CATEGORIES):
        held = n_givable(state, rules, seat, category)
        twos |= np.int64(held >= 2) << N_SEATS * category
        large |= np.int64(held >= 3) << category
        fours |= np.int64(held >= 4) << category
    actions = fishable * twos
    if fours:
        for pile in range(2 if rules.four_any else 1):
            buys = np.int64(takeable(state, rules, pile) != 0)
            actions |= fours * buys << P_FOUR - P_FISH + N_CATEGORIES * pile
    while large:  # a set needs three cards
        category = lowest(large)
        actions |= np.int64(may_put(state, rules, category)) << P_PUT - P_FISH + category
        large &= large - 1
    return list_bits(actions, P_FISH, view, n)


@kernel
def list_legal(state: Any, rules: Any, view: Any) -> None:
    """List the legal actions of the player who decides, in ascending order."""
    if state.kind == PLAY:
        view.n_legal = list_plays(state, rules, view)
    else:
        view.n_legal = list_bits(choices(state, rules), 0, view, np.int64(0))
