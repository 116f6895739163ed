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
    HAND_OVER,
    HOARD_PAY,
    LOSE,
    N_CATEGORIES,
    N_FACES,
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
    SUFFER,
    TAKE,
)
from simkit.jit import kernel


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
def choosable(state: Any, rules: Any) -> Any:
    """Faces (bits) that may be chosen at a decision about cards."""
    kind, seat = np.int64(state.kind), np.int64(state.to_act)
    if kind == BUILD or kind == COMPLETE:
        return addable(state, rules)
    if kind == PICK:
        return takeable(state, rules, np.int64(state.pile))
    if kind == TAKE:
        return np.int64(state.held[np.int64(state.victim)])
    if kind == LOSE:
        return np.int64(state.laid)
    held = np.int64(state.held[seat])
    if kind == EPI_PAY:
        flat = np.int64(state.paid == 0) << F_FLAT
        return payable(state, rules, seat) | held & flat
    if kind == HOARD_PAY:
        return held if rules.hoard_actions else held & CATEGORY_FACES
    if kind == AGG_PAY and state.asked == RANDOM:
        return np.int64(0)
    if kind == GIVE and rules.unique:
        held &= ~(np.int64(state.given) * 0x111)  # bits of natural numbers, for each category
    return held & np.int64(FITTING[np.int64(state.asked)])


@kernel
def may_do_special(state: Any, action: Any) -> Any:
    """True if ESCAPE, DONE or SUFFER may be chosen."""
    kind = np.int64(state.kind)
    if kind == AGG_PAY:
        if action == SUFFER:
            return state.asked == RANDOM
        return action == ESCAPE and state.paid == 0 and state.hand[np.int64(state.to_act), F_OIGT] > 0
    if action != DONE:
        return False
    return kind == COMPLETE or (kind == BUILD and state.shown_n >= 3)


@kernel
def about_cards(kind: Any) -> Any:
    """True for the kinds of decision whose actions are faces."""
    return (
        (kind >= AGG_PAY and kind <= HOARD_PAY)
        or (kind >= GIVE and kind <= BUILD)
        or kind == LOSE
        or kind == COMPLETE
        or kind == HAND_OVER
    )


@kernel
def may_draw(state: Any, rules: Any, n: Any) -> Any:
    """True if a Boost may draw n cards (C5.1)."""
    if rules.boost_choice:
        return n >= 0 and n <= 2
    return n == 0 or n == state.turned - F_BOOST + 1


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 for a legal action, else 1 + the kind of decision."""
    kind = np.int64(state.kind)
    action = np.int64(action)
    if action < 0:
        legal = False
    elif kind == PLAY:
        legal = may_play(state, rules, action)
    elif kind == BOOST_DRAW:
        legal = may_draw(state, rules, action)
    elif about_cards(kind):
        legal = choosable(state, rules) >> action & 1 if action < N_FACES else may_do_special(state, action)
    else:
        legal = action <= 1
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
    """List fishing, four-for-one and attempts. `others`: players (bits) with cards."""
    seat = np.int64(state.current)
    fours, large, fishable = np.int64(0), np.int64(0), others
    if rules.fish_mode == 1:
        for victim in range(np.int64(state.n_players)):
            fishable &= ~(np.int64(not may_fish(state, rules, victim)) << victim)
    for category in range(N_CATEGORIES):
        held = n_givable(state, rules, seat, category)
        fours |= np.int64(held >= 4) << category
        large |= np.int64(held >= 3) << category
        if held >= 2:
            n = list_bits(fishable, P_FISH + N_SEATS * category, view, n)
    for pile in range(2 if rules.four_any else 1):
        if fours and takeable(state, rules, pile):
            n = list_bits(fours, P_FOUR + N_CATEGORIES * pile, view, n)
    for category in range(N_CATEGORIES):
        if large >> category & 1 and may_put(state, rules, category):  # a set needs three cards
            view.legal[n] = P_PUT + category
            n += 1
    return n


@kernel
def list_legal(state: Any, rules: Any, view: Any) -> None:
    """List the legal actions of the player who decides, in ascending order."""
    kind, n = np.int64(state.kind), np.int64(0)
    if kind == PLAY:
        n = list_plays(state, rules, view)
    elif kind == BOOST_DRAW:
        for cards in range(3):
            if may_draw(state, rules, cards):
                view.legal[n] = cards
                n += 1
    elif about_cards(kind):
        n = list_bits(choosable(state, rules), 0, view, n)
        for action in range(ESCAPE, SUFFER + 1):
            if may_do_special(state, action):
                view.legal[n] = action
                n += 1
    else:
        view.legal[0] = 0
        view.legal[1] = 1
        n = np.int64(2)
    view.n_legal = n
