"""How rounds of Anaphylaxis begin and end, and what the end is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import FIRST_OWN_END, NOBODY
from simkit.games.anaphylaxis.state import (
    CHAIRS,
    DEAL,
    DECK_3,
    DECK_4,
    EXCHANGE,
    HAND_BITS,
    LEAD_DEALER,
    LEAD_SECOND_BEST,
    NO_CARD,
    NO_COLOUR,
    SECOND,
    TRICK,
)
from simkit.games.anaphylaxis.trick import (
    bees_on_table,
    causing_seat,
    n_cards,
    next_in,
    together,
    winning_seat,
    with_card,
)
from simkit.jit import ctz, kernel
from simkit.rng import shuffle, start


@kernel
def begin_round(state: Any, rules: Any, chance: Any) -> None:
    """Deal, and let the exchange or the first trick begin (A3.1-A3.3, A4.1)."""
    table = state.table
    deal(state, chance)
    for seat in range(CHAIRS):
        state.given[seat] = 0
        table.bees[seat] = 0
        table.thrown[seat] = 0
        table.passes[seat] = 0
        table.out[seat] = 0 if seat < state.n_players else 1
        table.played[seat] = NO_CARD
        table.markers[seat] = 0
        table.voids[seat] = 0
    table.round_number = state.rounds + 1
    table.lead = NO_COLOUR
    table.leader = table.dealer
    state.to_act = np.int64(table.dealer)
    state.kind = EXCHANGE if rules.exchange_count > 0 else TRICK


@kernel
def deal(state: Any, chance: Any) -> None:
    """Shuffle the deck and deal it in equal hands, seat by seat; a card over is left (A3.1)."""
    start(chance, DEAL)
    four = state.n_players == CHAIRS
    n = 28 if four else 16
    for i in range(n):
        state.deck[i] = DECK_4[i] if four else DECK_3[i]
    shuffle(chance, state.deck, n)
    each, seat, used = (7 if four else 5), state.first_slot, 0
    for _ in range(state.n_players):
        hand = np.int64(0)
        for i in range(each):
            hand = with_card(hand, np.int64(state.deck[used + i]))
        state.hands[seat] = hand
        state.table.cards[seat] = each
        used += each
        seat = seat + 1 if seat + 1 < state.n_players else 0
    state.leftover = NO_CARD if four else np.int64(state.deck[used])


@kernel
def end_trick(state: Any, rules: Any, chance: Any) -> None:
    """The winner takes the bees, may be eliminated, and leads on, unless the round is over (A5, A6)."""
    table = state.table
    winner = winning_seat(state, NOBODY)
    if winner == NOBODY:  # everybody passed: the first to pass wins, and that is who led (A5.3)
        winner = np.int64(table.leader)
    state.tricks += 1
    state.tricks_won[winner] += 1
    taken = bees_on_table(state)
    front = together(table.bees[winner], taken)
    state.taken = taken
    table.bees[winner] = front
    state.ahead[winner] += n_cards(taken)
    leader = winner
    if front >> SECOND:
        leader = eliminate(state, rules, winner)
    n_in, over = 0, False
    for seat in range(CHAIRS):
        table.played[seat] = NO_CARD
        if not table.out[seat]:
            n_in += 1
            over |= state.hands[seat] == 0
    table.lead = NO_COLOUR
    if over or n_in == 1:
        end_round(state, rules, n_in, chance)
        return
    table.leader = leader
    state.to_act = leader


@kernel
def eliminate(state: Any, rules: Any, winner: Any) -> Any:
    """The winner of the trick goes out (A6.1); returns the seat that leads the next trick (A6.3, AA2)."""
    table = state.table
    table.out[winner] = 1
    state.eliminations[winner] += 1
    if rules.elimination_zeroes_total:
        table.scores[winner] = 0
    state.ahead[winner] = np.int64(table.scores[winner])
    pairs = (table.bees[winner] >> SECOND) & HAND_BITS
    while pairs:
        card = np.int64(ctz(pairs))
        pairs &= pairs - 1
        cause = causing_seat(state, card)
        if cause != winner:
            state.kills[cause] += 1
        if rules.final_blow_bonus:  # the pair becomes a marker and leaves the winner's row (A9.2)
            table.markers[cause] += 1
            table.bees[winner] ^= np.int64(1) << card | np.int64(1) << (card + SECOND)
    leader = winner
    if rules.lead_after_elimination == LEAD_SECOND_BEST:
        second = winning_seat(state, winner)
        if second != NOBODY:
            leader = second
    elif rules.lead_after_elimination == LEAD_DEALER:
        leader = np.int64(table.dealer)
    return next_in(state, leader)


@kernel
def round_points(state: Any, rules: Any, seat: Any, most: Any, n_in: Any) -> Any:
    """Points of a player who is still in; `most`: the most bees of such a player (A7.2, A9.3)."""
    table = state.table
    bees = n_cards(table.bees[seat])
    points = bees + rules.pass_points[np.int64(table.passes[seat])]
    if bees == most and not (most == 0 and rules.most_bonus_needs_bee):
        points += np.int64(table.round_number) if rules.most_bonus < 0 else rules.most_bonus
    if n_in == 1:
        points += rules.sole_survivor_bonus
    if rules.final_blow_bonus:
        points += np.int64(table.markers[seat]) * rules.final_blow_points
    return points


@kernel
def end_round(state: Any, rules: Any, n_in: Any, chance: Any) -> None:
    """Score the round (A7) and begin the next one, or end the game (A8.1)."""
    table = state.table
    most = np.int64(0)
    for seat in range(CHAIRS):
        bees = n_cards(table.bees[seat])
        state.bees_total[seat] += bees
        state.passes_total[seat] += np.int64(table.passes[seat])
        if not table.out[seat] and bees > most:
            most = bees
    for seat in range(CHAIRS):
        if not table.out[seat]:
            table.scores[seat] += round_points(state, rules, seat, most, n_in)
        table.bees[seat] = 0
        state.ahead[seat] = np.int64(table.scores[seat])
    state.sole_survivor_rounds += n_in == 1
    state.rounds += 1
    if state.rounds == rules.n_rounds:
        state.ended = FIRST_OWN_END
        state.to_act = NOBODY
        return
    dealer = np.int64(table.dealer) + 1
    table.dealer = dealer if dealer < state.n_players else 0
    begin_round(state, rules, chance)


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    """Total and bees in front, 0 bees if out of the round; no bonuses, no pass points (0a)."""
    return state.ahead[seat]


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    """Totals and ranks: the highest total wins, ties share the victory (A8.1)."""
    for seat in range(state.n_players):
        mine = np.int64(state.table.scores[seat])
        rank = np.int64(1)
        for other in range(state.n_players):
            rank += np.int64(state.table.scores[other]) > mine
        outcome.rank[seat] = rank
        outcome.score[seat] = mine


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    """Write the counters in the order of the game's tallies."""
    per_game[0] = state.tricks
    per_game[1] = state.sole_survivor_rounds
    for seat in range(state.n_players):
        per_seat[seat, 0] = state.bees_total[seat]
        per_seat[seat, 1] = state.passes_total[seat]
        per_seat[seat, 2] = state.eliminations[seat]
        per_seat[seat, 3] = state.kills[seat]
        per_seat[seat, 4] = state.tricks_won[seat]
