"""Heuristic players of Doctor Li (sections 0a and 6 of its specification). Equal choices are made uniformly."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.state import (
    AGG_PAY,
    BUILD,
    COMPLETE,
    EPI_PAY,
    ESCAPE,
    GIVE,
    HAND_OVER,
    HOARD_PAY,
    N_ACTIONS,
    N_SEATS,
    P_END,
    P_FISH,
    P_FOUR,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    P_WTS,
    PLAY,
    SUFFER,
)
from simkit.jit import kernel
from simkit.rng import below, shuffle
from simkit.strategy import Param, Strategy
from simkit_strategies.doctor_li_basher import basher_answer
from simkit_strategies.doctor_li_collectors import COLLECTOR, GUARDIAN, HUNTER, collector_answer
from simkit_strategies.doctor_li_plans import (
    ORDER,
    PLACE,
    PLAN,
    TURN,
    answer_epidemic,
    build_randomly,
    plan_exchange,
)
from simkit_strategies.doctor_li_players import beginner_answer
from simkit_strategies.doctor_li_tools import any_card, any_legal, any_victim, any_wts, coin, is_legal, legal_between

_WTS, _LIGHT, _OHNO, _FISH, _FOUR, _PUT = range(6)
_N_PLAYS = 6


@kernel
def random_fish(view: Any, rules: Any, memory: Any, rng: Any) -> Any:
    """Two cards for one: victim uniform, then the two cards."""
    victim = any_victim(view, rng, P_FISH, P_FOUR)
    allowed = np.int64(0)
    for c in range(3):
        if is_legal(view, P_FISH + N_SEATS * c + victim):
            allowed |= np.int64(1) << c
    return P_FISH + N_SEATS * plan_exchange(view, rules, 2, allowed, memory, rng) + victim


@kernel
def random_four(view: Any, rules: Any, memory: Any, rng: Any) -> Any:
    """Four cards for one: pile uniform, then the four cards."""
    first = legal_between(view, rng, P_FOUR, P_PUT)
    piles = np.int64(is_legal_pile(view, 0)) + np.int64(is_legal_pile(view, 1))
    pile = (first - P_FOUR) // 3
    if piles == 2:
        pile = below(rng, 2)
    allowed = np.int64(0)
    for c in range(3):
        if is_legal(view, P_FOUR + 3 * pile + c):
            allowed |= np.int64(1) << c
    return P_FOUR + 3 * pile + plan_exchange(view, rules, 4, allowed, memory, rng)


@kernel
def is_legal_pile(view: Any, pile: Any) -> Any:
    """True if four cards can buy from the pile."""
    for c in range(3):
        if is_legal(view, P_FOUR + 3 * pile + c):
            return True
    return False


@kernel
def group_first(group: Any) -> Any:
    """Where the actions of a kind of play start; the next group's start is its end."""
    if group == _WTS:
        return P_WTS
    if group == _LIGHT:
        return P_LIGHT
    if group == _OHNO:
        return P_OHNO
    if group == _FISH:
        return P_FISH
    if group == _FOUR:
        return P_FOUR
    return P_PUT if group == _PUT else N_ACTIONS


@kernel
def random_play(view: Any, rules: Any, memory: Any, rng: Any) -> Any:
    """Each kind of play once a turn, in random order, each that is possible with probability 1/2."""
    if memory[TURN] != view.turns + 1:
        memory[TURN] = view.turns + 1
        memory[PLACE] = 0
        for i in range(_N_PLAYS):
            memory[ORDER + i] = i
        shuffle(rng, memory[ORDER : ORDER + _N_PLAYS], _N_PLAYS)
    while memory[PLACE] < _N_PLAYS:
        group = memory[ORDER + memory[PLACE]]
        memory[PLACE] += 1
        action = legal_between(view, rng, group_first(group), group_first(group + 1))
        if action < 0 or not coin(rng):
            continue
        if group == _WTS:
            return any_wts(view, rng)
        if group == _FISH:
            return random_fish(view, rules, memory, rng)
        if group == _FOUR:
            return random_four(view, rules, memory, rng)
        return action
    return np.int64(P_END)


def choose_random(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """The yardstick of section 0a."""
    kind = np.int64(view.kind)
    if kind == PLAY:
        return random_play(view, rules, memory, rng)
    if kind == AGG_PAY:
        if view.paid == 0 and is_legal(view, ESCAPE) and coin(rng):
            return ESCAPE
        if is_legal(view, SUFFER):
            return SUFFER
        return any_card(view, rng)
    if kind == HOARD_PAY or kind == HAND_OVER:
        return any_card(view, rng)
    if kind == EPI_PAY:
        return answer_epidemic(view, rules, memory, rng)
    if kind == GIVE:
        return memory[PLAN + view.paid]
    if kind == BUILD or kind == COMPLETE:
        return build_randomly(view, rules, kind == COMPLETE, memory, rng)
    return any_legal(view, rng)


def choose_beginner(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Puts down any set at once, as large as possible; always interrupts and counters."""
    return beginner_answer(view, rules, True, memory, rng)


def choose_never_down(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """A beginner that never puts down."""
    return beginner_answer(view, rules, False, memory, rng)


def choose_collector(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Puts down at three, aims at the leader, keeps an OIGT."""
    return collector_answer(view, rules, COLLECTOR, params, memory, rng)


def choose_four_hunter(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """A collector that waits for the fourth card."""
    return collector_answer(view, rules, HUNTER, params, memory, rng)


def choose_guardian(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """A collector that keeps OIGT for what matters."""
    return collector_answer(view, rules, GUARDIAN, params, memory, rng)


def choose_leader_basher(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Counts cards and strips whoever is about to finish."""
    return basher_answer(view, rules, params, memory, rng)


def _fish_above(default: float) -> Param:
    return Param("fish_above", default, 0, 20, "fishes with surplus cards while its hand is larger than this")


def _keep(meaning: str) -> Param:
    return Param("oigt", 2, 1, 5, meaning)


_INSURANCE = "what Flat Curve and the last card for a category are worth more when discarding, against epidemics"

STRATEGIES = (
    Strategy("random", "doctor_li", "Every answer uniform over the legal ones", choose_random, yardstick=True),
    Strategy("never_down", "doctor_li", "A beginner that never puts down", choose_never_down, yardstick=True),
    Strategy("beginner", "doctor_li", "Puts down any set at once, as large as possible", choose_beginner),
    Strategy(
        "collector",
        "doctor_li",
        "Puts down at three cards and aims at the leader",
        choose_collector,
        params=(_fish_above(5), _keep("Oh I Got This that it must hold to spend one")),
    ),
    Strategy(
        "four_hunter",
        "doctor_li",
        "Collector that waits for the fourth card",
        choose_four_hunter,
        params=(
            _fish_above(5),
            _keep("Oh I Got This that it must hold to spend one"),
            Param("rival_down", 2, 1, 4, "categories of another player at which it waits no longer"),
            Param("epidemic", 0.5, 0, 9, "share of the action deck without epidemic at which it waits no longer"),
            Param("full_hand", 6, 0, 20, "hand size above which it waits no longer"),
        ),
    ),
    Strategy(
        "guardian",
        "doctor_li",
        "Collector that keeps Oh I Got This for what matters",
        choose_guardian,
        params=(_fish_above(5), Param("insurance", 2, 0, 20, _INSURANCE)),
    ),
    Strategy(
        "leader_basher",
        "doctor_li",
        "Counts cards and strips whoever is about to finish",
        choose_leader_basher,
        params=(
            _fish_above(2),
            _keep("Oh I Got This that it must hold to spend one on less than a win"),
            Param("spare", 1, 1, 5, "Oh I Got This that it must hold to spend one on a card played at it or by it"),
            Param(
                "alarm", 0.2, 0, 1, "chance that a rival finishes next turn from which it fishes with a small hand too"
            ),
            Param("keen", 1.3, 0, 5, "how much likelier a useful card is in a hand than in the pile"),
            Param("draws", 1, 0, 5, "cards that a rival is expected to draw before it puts down"),
            Param("wts_from", 0, 0, 3, "categories that the leader must have for a Well That Sucks"),
            Param("ohno_from", 1, 1, 3, "categories that the leader must have for an Oh No You Didn't"),
            Param("patience", 0.5, 0, 1, "chance of losing the last round above which it holds its third set back"),
        ),
    ),
)
