"""Answers of several cards, planned at once and given one by one: epidemics, exchanges, sets (Doctor Li).

A plan lies in the player's memory: STAMP says what it is for, PLAN .. PLAN + 3 are its cards in the order in which they
are given. Decisions with one legal action are not asked, so a plan is always entered by the number of cards already
given, never by counting calls.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.immediate import OF_SIZE, stand
from simkit.games.doctor_li.state import DONE, F_FLAT, N_CATEGORIES, N_CATEGORY_FACES, N_NATURAL
from simkit.jit import kernel, popcount
from simkit.records import scratch
from simkit.rng import below, shuffle
from simkit_strategies.doctor_li_tools import (
    MOST,
    any_legal,
    coin,
    count_multisets,
    draw_multiset,
    is_legal,
    value,
)

ORDER, PLACE, TURN = 0, 8, 9  # order of the plays of a turn, how far it got, which turn
STAMP, BASE, LENGTH, PLAN = 10, 11, 12, 13
MOST_PAYERS = 3 * N_CATEGORY_FACES
"""No more than three cards of a face can be of use in an epidemic."""


@kernel
def stamp_of(view: Any) -> Any:
    """A number that names the decision: turn, play, answers, kind."""
    return (((view.turns << 12) + view.plays) * 64 + view.oigts) * 32 + view.kind + 1


@kernel
def consider(need: Any, plan: Any, total: Any, best: Any, memory: Any, rng: Any) -> None:
    """Keep a payment if it is the cheapest so far, ties uniform; best = [lowest sum, how many]."""
    spans = np.int64(1)
    for i in range(need):
        spans = stand(spans, mask_of(plan[i]))
    if spans & OF_SIZE[need] == 0 or (best[1] > 0 and total > best[0]):
        return
    if total < best[0]:
        best[1] = 0
    best[0] = total
    best[1] += 1
    if below(rng, best[1]) == 0:
        for i in range(need):
            memory[PLAN + i] = plan[i]


@kernel
def list_payers(view: Any, rules: Any, cheap: Any, faces: Any, costs: Any) -> Any:
    """List the own faces that can pay in an epidemic, each as often as it can be of use, with what it is worth."""
    n = np.int64(0)
    for face in range(N_CATEGORY_FACES if rules.wild_in_epidemic else N_NATURAL):
        if view.hand[face] > 0:
            cost = value(view, rules, face, 0) if cheap else np.int64(0)
            for _ in range(min(np.int64(view.hand[face]), np.int64(3))):
                faces[n] = face
                costs[n] = cost
                n += 1
    return n


@kernel
def plan_epidemic(view: Any, rules: Any, cheap: Any, memory: Any, rng: Any) -> None:
    """Choose a payment among all multisets of cards that pay (the cheapest with `cheap`), then a random order."""
    need = np.int64(view.need)
    plan, best = scratch(3, np.int64), scratch(2, np.int64)
    faces, costs = scratch(MOST_PAYERS, np.int64), scratch(MOST_PAYERS, np.int64)
    best[0] = best[1] = 0
    n = list_payers(view, rules, cheap, faces, costs)
    for i in range(n):
        if i > 0 and faces[i] == faces[i - 1]:
            continue  # the same multisets as before
        plan[0] = faces[i]
        if need == 1:
            consider(need, plan, costs[i], best, memory, rng)
            continue
        for j in range(i + 1, n):
            if j > i + 1 and faces[j] == faces[j - 1]:
                continue
            plan[1] = faces[j]
            if need == 2:
                consider(need, plan, costs[i] + costs[j], best, memory, rng)
                continue
            for k in range(j + 1, n):
                if k == j + 1 or faces[k] != faces[k - 1]:
                    plan[2] = faces[k]
                    consider(need, plan, costs[i] + costs[j] + costs[k], best, memory, rng)
    shuffle(rng, memory[PLAN:], need)


@kernel
def pay_epidemic(view: Any, rules: Any, cheap: Any, memory: Any, rng: Any) -> Any:
    """The next card of a payment, planned at the first card."""
    stamp = stamp_of(view)
    if view.paid == 0:
        memory[STAMP] = stamp
        plan_epidemic(view, rules, cheap, memory, rng)
    elif memory[STAMP] != stamp:
        return any_legal(view, rng)  # the first card was forced: so all are equal
    return memory[PLAN + view.paid]


@kernel
def answer_epidemic(view: Any, rules: Any, memory: Any, rng: Any) -> Any:
    """Flat Curve half of the time, else a payment uniformly."""
    if view.paid == 0 and is_legal(view, F_FLAT) and coin(rng):
        return np.int64(F_FLAT)
    return pay_epidemic(view, rules, False, memory, rng)


@kernel
def category_caps(view: Any, rules: Any, category: Any, unique: Any, caps: Any) -> None:
    """How many cards of each face may be in a choice of cards of a category."""
    for face in range(N_CATEGORY_FACES):
        held = np.int64(view.hand[face]) if mask_of(face) >> category & 1 else np.int64(0)
        caps[face] = min(held, 1) if unique and face < N_NATURAL else held


@kernel
def plan_exchange(view: Any, rules: Any, n: Any, allowed: Any, memory: Any, rng: Any) -> Any:
    """Choose n cards uniformly over all multisets of one of the allowed categories (bits); return a category of theirs.

    A multiset that qualifies for several categories is drawn once for each, so it is kept with one chance in as many.
    """
    ways = np.zeros((N_CATEGORIES, N_CATEGORY_FACES + 1, MOST + 1), np.int64)
    caps = np.zeros((N_CATEGORIES, N_CATEGORY_FACES), np.int64)
    total = np.int64(0)
    for category in range(N_CATEGORIES):
        if allowed >> category & 1:
            category_caps(view, rules, category, rules.unique, caps[category])
            count_multisets(caps[category], ways[category])
            total += ways[category, 0, n]
    plan = np.zeros(MOST, np.int64)
    while True:
        j = below(rng, total)
        c: Any = np.int64(0)
        while j >= ways[c, 0, n]:
            j -= ways[c, 0, n]
            c += 1
        draw_multiset(caps[c], ways[c], n, rng, plan)
        common = np.int64(allowed)
        for i in range(n):
            common &= mask_of(plan[i])
        if below(rng, popcount(np.uint64(common))) == 0:
            break
    shuffle(rng, plan, n)
    for i in range(n):
        memory[PLAN + i] = plan[i]
    return c


@kernel
def set_caps(view: Any, rules: Any, caps: Any) -> None:
    """How many cards of each face may be added to the shown set."""
    category = np.int64(view.trying)
    category_caps(view, rules, category, True, caps)
    for face in range(N_NATURAL):
        if view.shown[face] > 0:
            caps[face] = 0


@kernel
def wilds_in(view: Any, plan: Any, n: Any) -> Any:
    """Wild cards in the shown set with the planned cards."""
    found = np.int64(0)
    for face in range(N_NATURAL, N_CATEGORY_FACES):
        found += np.int64(view.shown[face])
    for i in range(n):
        found += np.int64(plan[i] >= N_NATURAL)
    return found


@kernel
def plan_addition(view: Any, rules: Any, least: Any, none_too: Any, memory: Any, rng: Any) -> None:
    """Choose the cards to add, uniformly over all multisets that make a set of `least` to 4 cards (or add none)."""
    caps = np.zeros(N_CATEGORY_FACES, np.int64)
    ways = np.zeros((N_CATEGORY_FACES + 1, MOST + 1), np.int64)
    plan = np.zeros(MOST, np.int64)
    set_caps(view, rules, caps)
    count_multisets(caps, ways)
    shown = np.int64(view.shown_n)
    total = np.int64(none_too)
    for r in range(max(least - shown, np.int64(1)), MOST - shown + 1):
        total += ways[0, r]
    n = np.int64(0)
    while True:
        j = below(rng, total) - np.int64(none_too)
        n = np.int64(0)
        if j < 0:
            break
        n = max(least - shown, np.int64(1))
        while j >= ways[0, n]:
            j -= ways[0, n]
            n += 1
        draw_multiset(caps, ways, n, rng, plan)
        if rules.max_wilds == 0 or wilds_in(view, plan, n) <= rules.max_wilds:
            break
    shuffle(rng, plan, n)
    memory[LENGTH] = n
    memory[BASE] = shown
    for i in range(n):
        memory[PLAN + i] = plan[i]


@kernel
def build_randomly(view: Any, rules: Any, none_too: Any, memory: Any, rng: Any) -> Any:
    """The next card of a random set or completion, or DONE."""
    stamp = stamp_of(view)
    if memory[STAMP] != stamp:
        memory[STAMP] = stamp
        least = max(np.int64(view.valid_size), np.int64(3))
        # Three equal wild cards are laid without being asked: then the set may be shown as it is.
        plan_addition(view, rules, least, none_too or view.shown_n >= least, memory, rng)
    at = np.int64(view.shown_n) - memory[BASE]
    return memory[PLAN + at] if at < memory[LENGTH] else np.int64(DONE)
