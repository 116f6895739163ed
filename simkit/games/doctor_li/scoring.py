"""Finishing, the last round, and who is ahead in Doctor Li (specification C9, C10)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.state import N_CATEGORIES
from simkit.jit import kernel


@kernel
def n_down(state: Any, seat: Any) -> Any:
    """Categories that a player has down."""
    n = np.int64(0)
    for c in range(N_CATEGORIES):
        n += np.int64(state.down[seat, c] > 0)
    return n


@kernel
def has_all(state: Any, seat: Any) -> Any:
    """True if the player has all three categories down."""
    for c in range(N_CATEGORIES):
        if state.down[seat, c] == 0:
            return False
    return True


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    """Points of the sets down plus the finisher's bonus (section 0a)."""
    points = np.int64(state.points[seat])
    if state.finisher == seat:
        points += np.int64(rules.bonus)
    return points


@kernel
def beats(state: Any, rules: Any, one: Any, other: Any) -> Any:
    """True if a player is ahead of another: by points, then by who completed first (C10.2)."""
    a, b = standing(state, rules, one), standing(state, rules, other)
    if a != b or not rules.finisher_ties:
        return a > b
    order, against = np.int64(state.done_order[one]), np.int64(state.done_order[other])
    return order > 0 and (against == 0 or order < against)


@kernel
def rank_of(state: Any, rules: Any, seat: Any) -> Any:
    """1 + the number of players ahead."""
    rank = np.int64(1)
    for other in range(np.int64(state.n_players)):
        if other != seat and beats(state, rules, other, seat):
            rank += 1
    return rank


@kernel
def winners(state: Any, rules: Any) -> Any:
    """Bits of the players that nobody is ahead of."""
    bits = np.int64(0)
    for seat in range(np.int64(state.n_players)):
        if rank_of(state, rules, seat) == 1:
            bits |= np.int64(1) << np.int64(seat)
    return bits


@kernel
def note_completion(state: Any, seat: Any) -> None:
    """A player now has all three categories down and had not before: bonus and last round (C9.1)."""
    if state.done_order[seat] == 0:
        state.completions += 1
        state.done_order[seat] = state.completions
    if state.first_done < 0:
        state.first_done = seat
    if state.finisher < 0:
        state.finisher = seat
    if state.final_left == 0:
        state.final_left = state.n_players


@kernel
def note_broken(state: Any, rules: Any) -> None:
    """A set was taken away by Oh No You Didn't: is the bonus free, is the end cancelled (CA23)?"""
    holder = np.int64(state.finisher)
    if rules.ohno_cancels_bonus and holder >= 0 and not has_all(state, holder):
        state.finisher = -1
    if rules.ohno_cancels_end and state.final_left > 0:
        for seat in range(np.int64(state.n_players)):
            if has_all(state, seat):
                return
        state.final_left = 0
