"""The thinking players of Doctor Li: what all decide alike, and `beginner`."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.state import (
    AGG_PAY,
    BOOST_DRAW,
    BUILD,
    COMPLETE,
    COUNTER,
    DEFLECT,
    DONE,
    EPI_PAY,
    F_FLAT,
    INTERRUPT,
    LOGO,
    LOSE,
    N_ACTIONS,
    N_CATEGORY_FACES,
    N_NATURAL,
    NO,
    P_END,
    P_FISH,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    PICK,
    PLAY,
    SOURCE,
    SUFFER,
    TAKE,
    YES,
)
from simkit.jit import kernel
from simkit.records import scratch
from simkit_strategies.doctor_li_plans import pay_epidemic
from simkit_strategies.doctor_li_tools import any_legal, any_wts, highest, is_legal, least_useful, legal_between, value


@kernel
def best_pick(view: Any, rules: Any, rng: Any) -> Any:
    """The legal card of the highest value in the own hand, ties random."""
    n = np.int64(view.n_legal)
    worths = scratch(N_ACTIONS, np.int64)
    for i in range(n):
        worths[i] = value(view, rules, np.int64(view.legal[i]), 1)
    return np.int64(view.legal[highest(worths, n, rng)])


@kernel
def next_card(view: Any, most: Any, rng: Any) -> Any:
    """Build a set of all different naturals, with wilds up to `most` cards (or what is needed); then DONE."""
    natural = legal_between(view, rng, 0, N_NATURAL)
    if natural >= 0:
        return natural
    if view.shown_n < max(most, np.int64(view.valid_size)):
        wild = legal_between(view, rng, N_NATURAL, N_CATEGORY_FACES)
        if wild >= 0:
            return wild
    return np.int64(DONE)


@kernel
def size_after(view: Any, rules: Any, lost: Any) -> Any:
    """Cards of the set after losing a card of the shown set and completing it; 0 if it is then no valid set."""
    category = np.int64(view.trying)
    naturals, wilds = np.int64(0), np.int64(0)
    for face in range(N_CATEGORY_FACES):
        if mask_of(face) >> category & 1:
            n = np.int64(view.shown[face]) + np.int64(view.hand[face]) - np.int64(face == lost)
            if face < N_NATURAL:
                naturals += np.int64(n > 0)
            else:
                wilds += n
    if rules.max_wilds > 0:
        wilds = min(wilds, np.int64(rules.max_wilds))
    found = min(naturals + wilds, np.int64(4))
    least = np.int64(3) if rules.degrades else np.int64(view.shown_n)
    return found if found >= least else np.int64(0)


@kernel
def card_to_lose(view: Any, rules: Any, rng: Any) -> Any:
    """The card whose loss leaves the largest completed set; ties: natural before wild, then random."""
    if view.seat != view.current:
        return any_legal(view, rng)
    n = np.int64(view.n_legal)
    worths = scratch(N_ACTIONS, np.int64)
    for i in range(n):
        face = np.int64(view.legal[i])
        worths[i] = 2 * size_after(view, rules, face) + np.int64(face < N_NATURAL)
    return np.int64(view.legal[highest(worths, n, rng)])


@kernel
def plain_answer(view: Any, rules: Any, most: Any, insurance: Any, memory: Any, rng: Any) -> Any:
    """What all of them do alike: logo cards, Boost, payments, building, the card to lose."""
    kind = np.int64(view.kind)
    if kind == LOGO:
        return np.int64(YES)
    if kind == BOOST_DRAW:
        return np.int64(view.legal[np.int64(view.n_legal) - 1])
    if kind == EPI_PAY:
        if view.paid == 0 and is_legal(view, F_FLAT):
            return np.int64(F_FLAT)
        return pay_epidemic(view, rules, True, memory, rng)
    if kind == BUILD or kind == COMPLETE:
        return next_card(view, most, rng)
    if kind == LOSE:
        return card_to_lose(view, rules, rng)
    if kind == PICK or kind == TAKE:
        return best_pick(view, rules, rng)
    if kind == AGG_PAY and is_legal(view, SUFFER):
        return np.int64(SUFFER)
    return least_useful(view, rules, insurance, rng)


@kernel
def best_dumped(view: Any, rules: Any) -> Any:
    """The highest value of a card of the category discard pile."""
    most = np.int64(0)
    for face in range(N_CATEGORY_FACES):
        if view.dumped[face] > 0:
            most = max(most, value(view, rules, face, 1))
    return most


@kernel
def beginner_play(view: Any, rules: Any, puts: Any, rng: Any) -> Any:
    """Step 3 of the beginner, until nothing applies."""
    action = any_wts(view, rng)
    if action < 0 and is_legal(view, P_LIGHT) and best_dumped(view, rules) > 0:
        action = np.int64(P_LIGHT)
    if action < 0:
        action = legal_between(view, rng, P_OHNO, P_FISH)
    if action < 0 and puts:
        action = legal_between(view, rng, P_PUT, N_ACTIONS)
    return action if action >= 0 else np.int64(P_END)


@kernel
def beginner_answer(view: Any, rules: Any, puts: Any, memory: Any, rng: Any) -> Any:
    """The beginner; without `puts` it never puts down."""
    kind = np.int64(view.kind)
    if kind == PLAY:
        return beginner_play(view, rules, puts, rng)
    if kind == SOURCE:
        return np.int64(0)
    if kind == INTERRUPT or kind == COUNTER:
        return np.int64(YES)
    if kind == DEFLECT:
        return np.int64(NO)
    return plain_answer(view, rules, 4, 0, memory, rng)
