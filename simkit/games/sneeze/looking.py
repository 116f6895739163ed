"""What a player of Sneeze sees, and reading a finished game (specification S13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.sneeze.moves import gift_legal, payable, pool_size
from simkit.games.sneeze.state import (
    A_AIR,
    A_BREATH,
    A_CLEAN,
    A_DOUBLE,
    A_FORECAST,
    A_GUST,
    A_MIX,
    A_TRICK,
    AIR,
    BREATH,
    CLEAN,
    FLIP_DOWN,
    FLIP_UP,
    FORECAST,
    G_DOUBLE,
    G_DOWN,
    G_TITLES,
    G_UP,
    GUST,
    MIX,
    N_ACTIONS,
    N_GROUPS,
    N_SEATS,
    N_TITLES,
    N_TYPES,
    NO_GIFT,
    PAY,
    TRICK,
    TURN,
)
from simkit.jit import kernel, popcount
from simkit.records import copy_open

_NONE = np.uint64(0)


@kernel
def close_group(view: Any, group: Any, first: Any, last: Any) -> Any:
    """Note where a group of actions lies in `legal`; return its end."""
    view.first[group] = np.int16(first)
    view.count[group] = np.int16(last - first)
    return last


@kernel
def list_pool_types(state: Any, view: Any, base: Any, n: Any) -> Any:
    """List (side, type) actions of the types present, upwind first."""
    up = np.int64(state.up)
    for side in range(2):
        for card_type in range(N_TYPES):
            if state.pool[up ^ side, card_type] > 0:
                view.legal[n] = base + N_TYPES * side + card_type
                n += 1
    return n


@kernel
def list_mix_ups(state: Any, rules: Any, seat: Any, view: Any, n: Any) -> Any:
    """List the distinct Mix Ups: own type, player, that player's type."""
    for mine in range(N_TYPES):
        if state.needs[seat, mine] == 0:
            continue
        for other in range(np.int64(state.n_players)):
            if other == seat:
                continue
            for theirs in range(N_TYPES):
                if state.needs[other, theirs] > 0 and (mine != theirs or rules.noop):
                    view.legal[n] = A_MIX + (mine * N_SEATS + other) * N_TYPES + theirs
                    n += 1
    return n


@kernel
def list_effect(state: Any, rules: Any, seat: Any, view: Any, effect: Any, n: Any) -> Any:
    """List the actions of one title's effect; return the new end of the list."""
    if effect == GUST:
        for side in range(2):
            if rules.noop or pool_size(state, np.int64(state.up) ^ side) > 0:
                view.legal[n] = A_GUST + side
                n += 1
    elif effect == BREATH:
        view.legal[n] = A_BREATH
        n += 1
    elif effect == TRICK:
        n = list_pool_types(state, view, A_TRICK, n)
    elif effect == AIR:
        for card_type in range(N_TYPES):
            view.legal[n] = A_AIR + card_type
            n += 1
    elif effect == CLEAN:
        n = list_pool_types(state, view, A_CLEAN, n)
    elif effect == FORECAST:
        view.legal[n] = A_FORECAST
        n += 1
    elif effect == MIX:
        n = list_mix_ups(state, rules, seat, view, n)
    return n


@kernel
def list_turn(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """List the actions of a turn, group by group."""
    view.legal[0] = FLIP_UP
    view.legal[1] = FLIP_DOWN
    close_group(view, G_UP, 0, 1)
    n = close_group(view, G_DOWN, 1, 2)
    holds = state.hand[seat] != _NONE
    for effect in range(N_TITLES - 1):
        first = n
        if holds and payable(state, rules, seat, effect):
            n = list_effect(state, rules, seat, view, effect, n)
        close_group(view, G_TITLES + effect, first, n)
    first = n
    if holds:
        view.legal[n] = A_DOUBLE
        view.legal[n + 1] = A_DOUBLE + 1
        n += 2
    view.n_legal = close_group(view, G_DOUBLE, first, n)


@kernel
def list_choices(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """List the legal actions of whatever must be decided; `seat` is the one who decides."""
    n = 0
    if state.kind == TURN:
        list_turn(state, rules, seat, view)
        return
    if state.kind == PAY:
        for title in range(N_TITLES):
            if (state.hand[seat] & rules.title_mask[title]) != _NONE:
                view.legal[n] = title
                n += 1
    else:
        for action in range(NO_GIFT + 1):
            if gift_legal(state, rules, action):
                view.legal[n] = action
                n += 1
    view.n_legal = n


@kernel
def show_players(state: Any, view: Any) -> None:
    """Breath cards and hand sizes of everybody."""
    for seat in range(N_SEATS):
        view.hand_sizes[seat] = popcount(state.hand[seat])
        view.n_breath[seat] = popcount(state.breath[seat])


@kernel
def show_piles(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """Pools, discard piles, what is left of the Sneeze deck, and the seat's own hand."""
    up = np.int64(state.up)
    for card_type in range(N_TYPES):
        gone = np.int64(rules.printed[card_type]) - np.int64(state.unseen[card_type])
        for side in range(2):
            view.pool[side, card_type] = state.pool[up ^ side, card_type]
            view.trick[side, card_type] = popcount(state.trick_cards[up ^ side, card_type])
            gone -= np.int64(state.pool[side, card_type])
        for player in range(N_SEATS):
            gone -= np.int64(state.needs[player, card_type])
        view.discard[card_type] = gone
    view.discard[N_TYPES] = np.int64(rules.printed[N_TYPES]) - np.int64(state.unseen[N_TYPES])
    for title in range(N_TITLES):
        view.hand[title] = popcount(state.hand[seat] & rules.title_mask[title])
        view.adiscard[title] = popcount(state.adiscard & rules.title_mask[title])


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    """All that a seat may know (S13.1); legal actions only for the seat that decides."""
    copy_open(state, view)
    view.seat = seat
    view.n_legal = 0
    if state.kind != TURN or seat != state.to_act:
        for group in range(N_GROUPS):
            close_group(view, group, 0, 0)
    for i in range(N_ACTIONS):
        view.legal[i] = -1  # what another seat could do would tell its hand; all of it: a fixed length is faster
    if seat == state.to_act:
        list_choices(state, rules, seat, view)
    view.air_side = state.air_side ^ state.up if state.air_side >= 0 else np.int64(-1)
    show_players(state, view)
    show_piles(state, rules, seat, view)


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    """The winner is first, everybody else shares second place; there are no scores (S12.4)."""
    for seat in range(np.int64(state.n_players)):
        outcome.rank[seat] = 1 if seat == state.winner else 2


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    """Minus the number of allergies (section 0a)."""
    return -np.int64(state.n_allergies[seat])


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    """Counters in the order of `TALLIES`."""
    per_game[0] = state.wind_changes
    per_game[1] = state.turns - state.first_at_limit if state.first_at_limit >= 0 else 0
    per_game[2] = state.first_at_limit >= 0
    per_game[3] = state.reshuffles
    per_game[4] = state.areshuffles
    per_game[5] = state.lost_draws
    for seat in range(np.int64(state.n_players)):
        row = per_seat[seat]
        row[0] = state.caused[seat]
        row[1] = state.suffered[seat]
        row[2] = state.self_sneezes[seat]
        row[3] = state.gifts[seat]
        for title in range(N_TITLES):
            row[4 + title] = state.drawn[seat, title]
            row[4 + N_TITLES + title] = state.used[seat, title]
            row[4 + 2 * N_TITLES + title] = popcount(state.hand[seat] & rules.title_mask[title])
