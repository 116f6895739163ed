"""Legal actions of Sneeze and what they do (specification S4-S7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.sneeze.piles import (
    NO_SLOT,
    add_allergy,
    bit,
    clear_pool,
    discard,
    draw_and_now,
    draw_sneeze,
    drop_breath,
    lowest,
    put_into_pool,
    remove_type,
    show_allergies,
    take_allergy,
    turn_wind,
)
from simkit.games.sneeze.sneezing import finish_sneezer, new_allergy, resolve
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
    FLIP_UP,
    FORECAST,
    GUST,
    MIX,
    N_ACTIONS,
    N_SEATS,
    N_TITLES,
    N_TYPES,
    NO_GIFT,
    PAY,
    TRICK,
    TURN,
    UNLISTED,
    WINDY,
)
from simkit.jit import kernel

STANDARD, SIMPLIFIED, COMBINED = range(3)
FIRST_MANDATORY, ALL_MANDATORY, ALL_OPTIONAL = range(3)
_NONE = np.uint64(0)
DOUBLE = N_TITLES
"""Stands for Flip Double where a title is meant."""


@kernel
def effect_of(action: Any) -> Any:
    """The title whose effect a TURN action uses, DOUBLE for Flip Double (not for the two flips)."""
    if action < A_BREATH:
        return GUST
    if action < A_TRICK:
        return BREATH
    if action < A_AIR:
        return TRICK
    if action < A_CLEAN:
        return AIR
    if action < A_FORECAST:
        return CLEAN
    if action < A_DOUBLE:
        return FORECAST
    return DOUBLE if action < A_MIX else MIX


@kernel
def any_card_pays(rules: Any, effect: Any) -> Any:
    """True if any And Now card, whatever is printed on it, pays for an effect (S6.1-S6.3)."""
    return effect == DOUBLE or (rules.mode != STANDARD and (effect == MIX or effect == CLEAN))


@kernel
def payable(state: Any, rules: Any, seat: Any, effect: Any) -> Any:
    """True if the seat holds a card that may be played for the effect."""
    hand = state.hand[seat]
    if any_card_pays(rules, effect):
        return hand != _NONE
    if rules.mode == SIMPLIFIED or effect == UNLISTED:
        return False
    return (hand & rules.title_mask[effect]) != _NONE


@kernel
def pool_size(state: Any, side: Any) -> Any:
    """Cards in a physical pool."""
    total = np.int64(0)
    for card_type in range(N_TYPES):
        total += np.int64(state.pool[side, card_type])
    return total


@kernel
def turn_action_legal(state: Any, rules: Any, action: Any) -> Any:
    """True if the current player may take this TURN action (S4.1, S6)."""
    seat = np.int64(state.current)
    if action < 0 or action >= N_ACTIONS:
        return False
    if action < A_GUST:
        return True
    effect = effect_of(action)
    if not payable(state, rules, seat, effect):
        return False
    if effect == GUST:
        return bool(rules.noop) or pool_size(state, np.int64(state.up) ^ (action - A_GUST)) > 0
    if effect == TRICK or effect == CLEAN:
        which = action - (A_TRICK if effect == TRICK else A_CLEAN)
        return state.pool[np.int64(state.up) ^ (which // N_TYPES), which % N_TYPES] > 0
    if effect == MIX:
        which = action - A_MIX
        mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
        if other >= state.n_players or other == seat or (mine == theirs and not rules.noop):
            return False
        return state.needs[seat, mine] > 0 and state.needs[other, theirs] > 0
    return True


@kernel
def gift_legal(state: Any, rules: Any, action: Any) -> Any:
    """True if the current player may answer a GIFT so (S9.3, SA6)."""
    if action == NO_GIFT:
        return rules.gift_mode == ALL_OPTIONAL or (rules.gift_mode == FIRST_MANDATORY and state.chances > 0)
    return 0 <= action < N_TYPES and state.needs[np.int64(state.current), action] > 0


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 if legal, else 1 (a TURN action), 2 (a payment) or 3 (a gift)."""
    if state.kind == TURN:
        return 0 if turn_action_legal(state, rules, action) else 1
    if state.kind == PAY:
        held = 0 <= action < N_TITLES and (state.hand[np.int64(state.current)] & rules.title_mask[action]) != _NONE
        return 0 if held else 2
    return 0 if gift_legal(state, rules, action) else 3


@kernel
def flip(state: Any, rules: Any, chance: Any, n_cards: Any, side: Any) -> None:
    """Reveal one card, or two together, for a physical side (S5.2, S7.8)."""
    seat = np.int64(state.current)
    slots = (np.int64(NO_SLOT), np.int64(NO_SLOT))
    first = draw_sneeze(state, rules, chance)
    second = draw_sneeze(state, rules, chance) if n_cards == 2 else np.int64(NO_SLOT)
    slots = (first, second)
    n_windy = np.int64(0)
    for slot in slots:
        if slot != NO_SLOT:
            if rules.face[slot] == WINDY:
                n_windy += 1
                discard(state, slot)
            else:
                put_into_pool(state, rules, side, slot)
    if n_windy == 1:
        turn_wind(state)
        draw_and_now(state, rules, chance, seat)
    elif n_windy == 2:
        if rules.double_drops:
            drop_breath(state)
        for _ in range(np.int64(rules.double_draw)):
            draw_and_now(state, rules, chance, seat)


@kernel
def mix_up(state: Any, rules: Any, which: Any) -> None:
    """Swap the oldest own allergy of a type with another player's; each takes the other's place (S7.4)."""
    seat, mine = np.int64(state.current), which // (N_SEATS * N_TYPES)
    other, theirs = which // N_TYPES % N_SEATS, which % N_TYPES
    at = place_of(state, rules, seat, mine)
    their_at = place_of(state, rules, other, theirs)
    held = state.allergy[seat, at]
    state.allergy[seat, at] = state.allergy[other, their_at]
    state.allergy[other, their_at] = held
    state.needs[seat, mine] -= 1
    state.needs[seat, theirs] += 1
    state.needs[other, theirs] -= 1
    state.needs[other, mine] += 1
    show_allergies(state, rules, seat)
    show_allergies(state, rules, other)


@kernel
def place_of(state: Any, rules: Any, seat: Any, card_type: Any) -> Any:
    """Where a player's oldest allergy of a type lies in the row."""
    at = np.int64(0)
    while np.int64(rules.face[np.int64(state.allergy[seat, at])]) != card_type:
        at += 1
    return at


@kernel
def apply_effect(state: Any, rules: Any, chance: Any, action: Any) -> Any:
    """Do what a played card does; True if the card stays on the table (S6.4, S7)."""
    effect, up, card = effect_of(action), np.int64(state.up), state.spent
    if effect == GUST:
        clear_pool(state, rules, up ^ (action - A_GUST))
    elif effect == BREATH:
        state.breath[np.int64(state.current)] |= card
        return True
    elif effect == TRICK:
        state.trick_cards[up ^ ((action - A_TRICK) // N_TYPES), (action - A_TRICK) % N_TYPES] |= card
        return True
    elif effect == AIR:
        state.air_side = up
        state.air_type = action - A_AIR
        state.air_card = card
        return True
    elif effect == CLEAN:
        remove_type(state, rules, up ^ ((action - A_CLEAN) // N_TYPES), (action - A_CLEAN) % N_TYPES)
    elif effect == FORECAST:
        turn_wind(state)
    elif effect == DOUBLE:
        flip(state, rules, chance, 2, up ^ (action - A_DOUBLE))
    else:
        mix_up(state, rules, action - A_MIX)
    return False


@kernel
def play_card(state: Any, rules: Any, chance: Any, action: Any, title: Any) -> None:
    """Spend a card of a title on a TURN action; it is discarded after its effect and before any sneeze (S6.4)."""
    seat = np.int64(state.current)
    slot = lowest(state.hand[seat] & rules.title_mask[title])
    state.spent = bit(slot)
    state.hand[seat] &= ~state.spent
    state.used[seat, title] += 1
    state.moved = 1
    if not apply_effect(state, rules, chance, action):
        state.adiscard |= state.spent
    state.spent = _NONE


@kernel
def give(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """The current player's answer to a GIFT (S9.3)."""
    seat = np.int64(state.gift_to)
    current = np.int64(state.current)
    state.chances += 1
    if action == NO_GIFT:
        new_allergy(state, rules, chance, seat)
    else:
        add_allergy(state, rules, seat, take_allergy(state, rules, current, action))
        state.gifts[current] += 1
        state.moved = 1
    finish_sneezer(state, rules, chance, seat)


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    """Apply a legal action, then resolve sneezes (S4)."""
    if state.kind == TURN:
        if action < A_GUST:
            flip(state, rules, chance, 1, np.int64(state.up) ^ (action - FLIP_UP))
        else:
            effect = effect_of(action)
            if any_card_pays(rules, effect):
                state.played = action
                state.kind = PAY
                return
            play_card(state, rules, chance, action, effect)
    elif state.kind == PAY:
        played = np.int64(state.played)
        state.played = -1
        state.kind = TURN
        play_card(state, rules, chance, played, action)
    else:
        give(state, rules, chance, action)
    resolve(state, rules, chance)
