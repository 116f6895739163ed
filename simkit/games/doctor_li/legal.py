"""What may be chosen at each decision of Doctor Li."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.attempt import best_size, may_add
from simkit.games.doctor_li.cards import mask_of, n_qualifying, qualifies
from simkit.games.doctor_li.immediate import may_pay
from simkit.games.doctor_li.plays import any_pick, may_pick
from simkit.games.doctor_li.state import (
    AGG_PAY,
    BOOST_DRAW,
    BUILD,
    COMPLETE,
    DONE,
    EPI_PAY,
    ESCAPE,
    F_AGG,
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
    N_CATEGORY_FACES,
    N_FACES,
    N_KINDS,
    N_NATURAL,
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
    found = np.int64(0)
    for face in range(4 * category, 4 * category + 4):
        found += np.int64(state.hand[seat, face] > 0)
    for face in range(N_NATURAL, N_CATEGORY_FACES):
        if mask_of(face) >> category & 1:
            found += np.int64(state.hand[seat, face])
    return found


@kernel
def may_fish(state: Any, rules: Any, victim: Any) -> Any:
    """True if a player has a card that fishing can take (C7.1, CA18)."""
    if victim == state.current or state.hand_sizes[victim] == 0:
        return False
    if rules.fish_mode != 1:
        return True
    for face in range(N_CATEGORY_FACES):
        if state.hand[victim, face] > 0:
            return True
    return False


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
        return n_givable(state, rules, seat, category) >= 4 and any_pick(state, rules, pile)
    return action < P_PUT + N_CATEGORIES and may_put(state, rules, action - P_PUT)


@kernel
def may_choose_face(state: Any, rules: Any, face: Any) -> Any:
    """True if a face may be chosen at a decision about cards."""
    kind, seat = np.int64(state.kind), np.int64(state.to_act)
    if kind == PICK:
        return may_pick(state, rules, np.int64(state.pile), face)
    if kind == TAKE:
        return state.hand[np.int64(state.victim), face] > 0
    if kind == LOSE:
        return state.shown[face] > 0
    if kind >= BUILD and kind <= COMPLETE:
        return may_add(state, rules, face)
    if state.hand[seat, face] == 0:
        return False
    if kind == EPI_PAY:
        return (face == F_FLAT and state.paid == 0) or may_pay(state, rules, seat, face)
    if kind == HOARD_PAY:
        return rules.hoard_actions != 0 or face < N_CATEGORY_FACES
    if kind == AGG_PAY and state.asked == RANDOM:
        return False
    if kind == GIVE and rules.unique and face < N_NATURAL and state.given >> (face & 3) & 1:
        return False
    return qualifies(face, np.int64(state.asked))


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
        legal = may_choose_face(state, rules, action) if action < N_FACES else may_do_special(state, action)
    else:
        legal = action <= 1
    return np.int64(0) if legal else kind + 1


@kernel
def list_plays(state: Any, rules: Any, view: Any) -> Any:
    """List the PLAY actions."""
    seat, n = np.int64(state.current), np.int64(1)
    view.legal[0] = P_END
    if exhausted(state, rules):
        return n
    for kind in range(N_KINDS):
        if state.hand[seat, F_WTS + kind] > 0:
            for victim in range(np.int64(state.n_players)):
                if victim != seat and state.hand_sizes[victim] > 0:
                    view.legal[n] = P_WTS + N_SEATS * kind + victim
                    n += 1
    if state.hand[seat, F_LIGHT] > 0:
        for pile in range(2):
            if state.discard_n[pile] > 0:
                view.legal[n] = P_LIGHT + pile
                n += 1
    if state.hand[seat, F_OHNO] > 0:
        for action in range(P_OHNO, P_OHNO + N_SETS):
            if may_play(state, rules, action):
                view.legal[n] = action
                n += 1
    return list_exchanges(state, rules, view, n)


@kernel
def list_exchanges(state: Any, rules: Any, view: Any, n: Any) -> Any:
    """List fishing, four-for-one and attempts."""
    seat = np.int64(state.current)
    fours, fishable, large = np.int64(0), np.int64(0), np.int64(0)
    for category in range(N_CATEGORIES):
        held = n_givable(state, rules, seat, category)
        fours |= np.int64(held >= 4) << category
        if held < 2:
            continue
        if fishable == 0:
            for victim in range(np.int64(state.n_players)):
                fishable |= np.int64(may_fish(state, rules, victim)) << victim
        for victim in range(np.int64(state.n_players)):
            if fishable >> victim & 1:
                view.legal[n] = P_FISH + N_SEATS * category + victim
                n += 1
        large |= np.int64(held >= 3) << category
    for pile in range(2 if rules.four_any else 1):
        if fours and any_pick(state, rules, pile):
            for category in range(N_CATEGORIES):
                if fours >> category & 1:
                    view.legal[n] = P_FOUR + N_CATEGORIES * pile + category
                    n += 1
    for category in range(N_CATEGORIES):
        if large >> category & 1 and may_put(state, rules, category):  # a set needs three cards
            view.legal[n] = P_PUT + category
            n += 1
    return n


@kernel
def list_held(state: Any, rules: Any, view: Any, first: Any, last: Any, n: Any) -> Any:
    """List the faces from `first` up to `last` in the hand of the player who decides that may be chosen."""
    seat, kind = np.int64(state.to_act), np.int64(state.kind)
    # These ask for nothing that is not in the range already (cheaper than to ask for every face).
    all_fit = (kind == HOARD_PAY and rules.hoard_actions != 0) or (kind == HAND_OVER and state.asked >= N_CATEGORIES)
    for face in range(first, last):
        if state.hand[seat, face] > 0 and (all_fit or may_choose_face(state, rules, face)):
            view.legal[n] = face
            n += 1
    return n


@kernel
def list_cards(state: Any, rules: Any, view: Any) -> Any:
    """List the faces that may be chosen; only where they can be, most decisions ask for cards of one category."""
    kind, n = np.int64(state.kind), np.int64(0)
    if kind == PICK or kind == LOSE or kind == TAKE:
        for face in range(N_FACES):
            if may_choose_face(state, rules, face):
                view.legal[n] = face
                n += 1
        return n
    category = np.int64(state.trying) if kind == BUILD or kind == COMPLETE else np.int64(state.asked)
    if kind == EPI_PAY:
        return list_held(state, rules, view, 0, F_FLAT + 1, n)
    if kind == HOARD_PAY or category >= N_CATEGORIES:
        # Immediate cards get into a hand only where Light Point may take anything.
        return list_held(state, rules, view, 0, N_FACES if rules.light_pick == 2 else F_AGG, n)
    n = list_held(state, rules, view, 4 * category, 4 * category + 4, n)
    return list_held(state, rules, view, N_NATURAL, N_CATEGORY_FACES, n)


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
        n = list_cards(state, rules, view)
        for action in range(ESCAPE, SUFFER + 1):
            if may_do_special(state, action):
                view.legal[n] = action
                n += 1
    else:
        view.legal[0] = 0
        view.legal[1] = 1
        n = np.int64(2)
    view.n_legal = n
