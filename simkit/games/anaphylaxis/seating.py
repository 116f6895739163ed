"""Turning the table and redrawing what a seat cannot see: what the conformance suites ask of a game."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.anaphylaxis.state import CHAIRS, EXCHANGE, NO_CARD
from simkit.games.anaphylaxis.trick import (
    COLOUR_OF,
    copies,
    giver_to,
    n_cards,
    nth_card,
    together,
    with_card,
    without_card,
)
from simkit.jit import kernel
from simkit.rng import below
from simkit.seats import turn_seats

LEFTOVER = CHAIRS
SWAPS = 200
"""Attempted exchanges in `rehide`: about fourteen for each of at most 21 hidden cards."""


@kernel
def reseat(state: Any, shift: Any) -> None:
    """Turn the table: what is at seat s goes to seat (s + shift) % n, later deals included (T13)."""
    n, table = state.n_players, state.table
    shift = shift % n
    turn_seats(state.hands, n, shift)
    turn_seats(state.given, n, shift)
    turn_seats(state.ahead, n, shift)
    turn_seats(state.bees_total, n, shift)
    turn_seats(state.passes_total, n, shift)
    turn_seats(state.eliminations, n, shift)
    turn_seats(state.kills, n, shift)
    turn_seats(state.tricks_won, n, shift)
    turn_seats(table.bees, n, shift)
    turn_seats(table.thrown, n, shift)
    turn_seats(table.scores, n, shift)
    turn_seats(table.passes, n, shift)
    turn_seats(table.out, n, shift)
    turn_seats(table.played, n, shift)
    turn_seats(table.markers, n, shift)
    turn_seats(table.cards, n, shift)
    turn_seats(table.voids, n, shift)
    table.dealer = (np.int64(table.dealer) + shift) % n
    table.leader = (np.int64(table.leader) + shift) % n
    state.first_slot = (state.first_slot + shift) % n
    if state.to_act >= 0:
        state.to_act = (state.to_act + shift) % n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    """Redraw what `seat` cannot see: the other hands, put-aside hands, the leftover, the others' gifts.

    Hidden cards change places in random pairs, as long as every change agrees with what the seat knows: its own hand,
    its gifts that the neighbour has not played, and the colours that a player was seen not to follow. Each step is as
    likely as its reverse, so in the long run all consistent layouts are equally likely.
    """
    choosing = state.kind == EXCHANGE
    holders, cards = np.empty(CHAIRS * 8, np.int64), np.empty(CHAIRS * 8, np.int64)
    n = gather_hidden(state, rules, seat, holders, cards)
    if n > 1:
        for _ in range(SWAPS):
            a, b = below(rng, n), below(rng, n)
            if may_hold(state, holders[a], cards[b]) and may_hold(state, holders[b], cards[a]):
                cards[a], cards[b] = cards[b], cards[a]
    for i in range(n):
        if holders[i] == LEFTOVER:
            state.leftover = cards[i]
        else:
            state.hands[holders[i]] = with_card(state.hands[holders[i]], cards[i])
    for receiver in range(state.n_players):
        giver = giver_to(state, rules, receiver)
        n_gifts = n_cards(state.given[giver])
        if choosing and giver != seat:
            draw_gift(state, giver, state.hands[giver], n_gifts, rng)
            for k in range(n_gifts):
                state.hands[giver] = without_card(state.hands[giver], nth_card(state.given[giver], k))
        elif not choosing and giver != seat and receiver != seat:
            draw_gift(state, giver, together(state.hands[receiver], state.table.thrown[receiver]), n_gifts, rng)


@kernel
def gather_hidden(state: Any, rules: Any, seat: Any, holders: Any, cards: Any) -> Any:
    """Move the cards that `seat` cannot place from the state to `cards`, with who holds each; return their number."""
    n = np.int64(0)
    choosing = state.kind == EXCHANGE
    for other in range(state.n_players):
        if other == seat:
            continue
        pile = together(state.hands[other], state.given[other]) if choosing else state.hands[other]
        known = np.int64(0)
        if not choosing and giver_to(state, rules, other) == seat:
            known = unplayed(state.given[seat], state.table.thrown[other])
        for k in range(n_cards(known)):
            pile = without_card(pile, nth_card(known, k))
        for k in range(n_cards(pile)):
            holders[n], cards[n] = other, nth_card(pile, k)
            n += 1
        state.hands[other] = known
    if state.leftover != NO_CARD:
        holders[n], cards[n] = LEFTOVER, state.leftover
        n += 1
    return n


@kernel
def unplayed(gift: Any, thrown: Any) -> Any:
    """The cards of a gift that its receiver must still hold: those not among the cards it has played."""
    left = np.int64(0)
    for k in range(n_cards(gift)):
        card = nth_card(gift, k)
        if copies(gift, card) - copies(left, card) > copies(thrown, card):
            left = with_card(left, card)
    return left


@kernel
def may_hold(state: Any, holder: Any, card: Any) -> Any:
    """Nobody holds a colour that they were seen not to follow; the leftover may be anything."""
    return holder == LEFTOVER or (np.int64(state.table.voids[holder]) >> np.int64(COLOUR_OF[card])) & 1 == 0


@kernel
def draw_gift(state: Any, giver: Any, pile: Any, n: Any, rng: Any) -> None:
    """Let the giver's gift be `n` random cards of the pile."""
    gift = np.int64(0)
    for _ in range(n):
        card = nth_card(pile, below(rng, n_cards(pile)))
        pile = without_card(pile, card)
        gift = with_card(gift, card)
    state.given[giver] = gift
