"""Draw piles, discards, pools and wind of Sneeze (specification S2, S9.5, S10, S11)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.decks import order_by_key
from simkit.games.sneeze.state import AND_NOW_SLOTS, N_TYPES, SHOWN_ALLERGIES, SNEEZE_SLOTS, WINDY
from simkit.jit import ctz, kernel

# Purposes of the chance streams.
SHUFFLE_SNEEZE, SHUFFLE_AND_NOW, RESHUFFLE_SNEEZE, RESHUFFLE_AND_NOW = range(4)

NO_SLOT = -1
_ONE = np.uint64(1)
_NONE = np.uint64(0)


@kernel
def bit(slot: Any) -> Any:
    """The uint64 with bit `slot` set."""
    return _ONE << np.uint64(slot)


@kernel
def shuffle_sneeze(state: Any, rules: Any, chance: Any, purpose: Any) -> None:
    """Shuffle the Sneeze discard pile into the (empty) deck (S2.1, S11.1)."""
    state.deck_n = order_by_key(chance, purpose, state.in_discard, np.int64(rules.n_sneeze), state.deck)
    state.in_discard[:] = 0
    state.unseen[:] = 0
    for i in range(np.int64(state.deck_n)):
        state.unseen[np.int64(rules.face[np.int64(state.deck[i])])] += 1


@kernel
def shuffle_and_now(state: Any, rules: Any, chance: Any, purpose: Any) -> None:
    """Shuffle the And Now discard pile into the (empty) deck."""
    member = np.empty(AND_NOW_SLOTS, np.uint8)
    n_slots = np.int64(rules.n_and_now)
    for slot in range(n_slots):
        member[slot] = np.uint8((state.adiscard >> np.uint64(slot)) & _ONE)
    state.adeck_n = order_by_key(chance, purpose, member, n_slots, state.adeck)
    state.adiscard = _NONE


@kernel
def draw_sneeze(state: Any, rules: Any, chance: Any) -> Any:
    """Take the top Sneeze card, reshuffling when the deck is empty (S11.1); its slot, or NO_SLOT (S11.3)."""
    if state.deck_n == 0:
        shuffle_sneeze(state, rules, chance, RESHUFFLE_SNEEZE)
        if state.deck_n == 0:
            return NO_SLOT
        state.reshuffles += 1
    state.deck_n -= 1
    state.moved = 1
    slot = np.int64(state.deck[state.deck_n])
    state.unseen[np.int64(rules.face[slot])] -= 1
    return slot


@kernel
def draw_and_now(state: Any, rules: Any, chance: Any, seat: Any) -> None:
    """A player draws an And Now card; with deck and discard pile empty the draw is lost (S11.2)."""
    if state.adeck_n == 0:
        shuffle_and_now(state, rules, chance, RESHUFFLE_AND_NOW)
        if state.adeck_n == 0:
            state.lost_draws += 1
            return
        state.areshuffles += 1
    state.adeck_n -= 1
    slot = np.int64(state.adeck[state.adeck_n])
    state.hand[seat] |= bit(slot)
    state.drawn[seat, np.int64(rules.title[slot])] += 1
    state.moved = 1


@kernel
def discard(state: Any, slot: Any) -> None:
    """Put a Sneeze card on its discard pile."""
    state.in_discard[slot] = 1


@kernel
def put_into_pool(state: Any, rules: Any, side: Any, slot: Any) -> None:
    """Add a card of a type to a physical pool."""
    state.pool_of[slot] = np.uint8(1 + side)
    state.pool[side, np.int64(rules.face[slot])] += 1


@kernel
def remove_type(state: Any, rules: Any, side: Any, card_type: Any) -> None:
    """Discard all cards of a type from a pool, and the Mean Tricks on it (S7.6)."""
    if state.pool[side, card_type] > 0:
        mark, face = np.uint8(1 + side), np.int8(card_type)
        for slot in range(SNEEZE_SLOTS):  # without branches: the compiler makes few wide steps of it
            here = np.uint8(state.pool_of[slot] == mark) & np.uint8(rules.face[slot] == face)
            state.in_discard[slot] |= here
            state.pool_of[slot] *= np.uint8(1) - here
        state.pool[side, card_type] = 0
        state.moved = 1
    state.adiscard |= state.trick_cards[side, card_type]
    state.trick_cards[side, card_type] = _NONE


@kernel
def clear_pool(state: Any, rules: Any, side: Any) -> None:
    """Clear a pool: its cards, its Mean Tricks, and the Air extra on it (S7.1, S9.5)."""
    total = np.int64(0)
    for card_type in range(N_TYPES):
        total += np.int64(state.pool[side, card_type])
        state.pool[side, card_type] = 0
        state.adiscard |= state.trick_cards[side, card_type]
        state.trick_cards[side, card_type] = _NONE
    if total > 0:
        state.moved = 1
        mark = np.uint8(1 + side)
        for slot in range(SNEEZE_SLOTS):  # without branches: the compiler makes few wide steps of it
            here = np.uint8(state.pool_of[slot] == mark)
            state.in_discard[slot] |= here
            state.pool_of[slot] *= np.uint8(1) - here
    if state.air_side == side:
        state.air_side = -1


@kernel
def drop_breath(state: Any) -> None:
    """Every breath card goes to the And Now discard pile (S10.2)."""
    for seat in range(np.int64(state.n_players)):
        if state.breath[seat] != _NONE:
            state.adiscard |= state.breath[seat]
            state.breath[seat] = _NONE
            state.moved = 1


@kernel
def turn_wind(state: Any) -> None:
    """Change the wind; pools and tricks stay with their physical side (S10)."""
    state.up = 1 - state.up
    state.wind_changes += 1
    drop_breath(state)


@kernel
def show_allergies(state: Any, rules: Any, seat: Any) -> None:
    """Note the types of a player's row of allergies, as everybody sees it."""
    n = np.int64(state.n_allergies[seat])
    for i in range(SHOWN_ALLERGIES):
        state.allergies[seat, i] = rules.face[np.int64(state.allergy[seat, i])] if i < n else -1


@kernel
def add_allergy(state: Any, rules: Any, seat: Any, slot: Any) -> None:
    """Give a card of a type to a player as the newest allergy."""
    n = np.int64(state.n_allergies[seat])
    state.allergy[seat, n] = np.uint8(slot)
    state.n_allergies[seat] += 1
    state.needs[seat, np.int64(rules.face[slot])] += 1
    if state.n_allergies[seat] >= rules.limit and state.first_at_limit < 0:
        state.first_at_limit = np.int32(state.turns)
    show_allergies(state, rules, seat)


@kernel
def take_allergy(state: Any, rules: Any, seat: Any, card_type: Any) -> Any:
    """Remove a player's oldest allergy of a type; its slot."""
    n = np.int64(state.n_allergies[seat])
    at = np.int64(0)
    while np.int64(rules.face[np.int64(state.allergy[seat, at])]) != card_type:
        at += 1
    slot = np.int64(state.allergy[seat, at])
    for i in range(at, n - 1):
        state.allergy[seat, i] = state.allergy[seat, i + 1]
    state.n_allergies[seat] -= 1
    state.needs[seat, card_type] -= 1
    show_allergies(state, rules, seat)
    return slot


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    """Shuffle both decks and give everybody a first allergy (S2)."""
    for slot in range(np.int64(rules.n_sneeze)):
        state.in_discard[slot] = np.uint8(rules.face[slot] >= 0)
    state.adiscard = rules.all_titles
    shuffle_sneeze(state, rules, chance, SHUFFLE_SNEEZE)
    shuffle_and_now(state, rules, chance, SHUFFLE_AND_NOW)
    state.winner = state.played = state.air_side = -1
    state.first_at_limit = -1
    state.allergies[:] = -1
    for seat in range(np.int64(state.n_players)):
        slot = draw_sneeze(state, rules, chance)
        while rules.face[slot] == WINDY:
            discard(state, slot)
            slot = draw_sneeze(state, rules, chance)
        add_allergy(state, rules, seat, slot)
    state.moved = 0
    state.eligible = np.int64(state.n_allergies[0] >= rules.limit)


@kernel
def lowest(cards: Any) -> Any:
    """The slot of the lowest card of a non-empty set."""
    return ctz(cards)
