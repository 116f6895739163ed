"""Sneeze in words: what a person reads in transcripts and replays. Plain Python, never compiled."""

from __future__ import annotations

from typing import Any

from simkit.game import RUNNING, Words
from simkit.games.sneeze.state import (
    A_AIR,
    A_BREATH,
    A_CLEAN,
    A_DOUBLE,
    A_FORECAST,
    A_GUST,
    A_MIX,
    A_TRICK,
    ENDS,
    FLIP_UP,
    N_ACTIONS,
    N_SEATS,
    N_TITLES,
    N_TYPES,
    NO_GIFT,
    PAY,
    TURN,
    TYPES,
    W1_OWN,
)

NAMES = (
    "Gust of Wind",
    "I Hold My Breath",
    "Mean Trick",
    "Mix Up",
    "Something in the Air",
    "Spring Cleaning",
    "Weather Forecast",
    "unlisted card",
)
SIDES = ("upwind", "downwind")
ILLEGAL = (
    "",
    "the current player cannot do that: the card is not in hand, or its effect has no target",
    "the hand holds no card of that title to pay with",
    "that allergy cannot be given, or the gift cannot be declined",
)
"""Words for the reason codes of the kernel `check`."""


def _side_type(which: int) -> tuple[str, str]:
    return SIDES[which // N_TYPES], TYPES[which % N_TYPES]


def turn_words(action: int) -> str:
    """What a TURN action does."""
    if action < A_GUST:
        return f"flips a card into the {SIDES[action - FLIP_UP]} pool"
    if action < A_BREATH:
        return f"plays Gust of Wind on the {SIDES[action - A_GUST]} pool"
    if action < A_TRICK:
        return "plays I Hold My Breath"
    if action < A_AIR:
        side, card_type = _side_type(action - A_TRICK)
        return f"plays Mean Trick on {card_type} in the {side} pool"
    if action < A_CLEAN:
        return f"plays Something in the Air: {TYPES[action - A_AIR]}"
    if action < A_FORECAST:
        side, card_type = _side_type(action - A_CLEAN)
        return f"plays Spring Cleaning on {card_type} in the {side} pool"
    if action < A_DOUBLE:
        return "plays Weather Forecast"
    if action < A_MIX:
        return f"flips double into the {SIDES[action - A_DOUBLE]} pool"
    which = action - A_MIX
    mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
    return f"plays Mix Up: own {TYPES[mine]} for seat {other + 1}'s {TYPES[theirs]}"


def action_words(state: Any, rules: Any, seat: int, action: int) -> str:
    """What the seat does, said before it is done."""
    action, kind = int(action), int(state.kind)
    known = N_ACTIONS if kind == TURN else N_TITLES if kind == PAY else NO_GIFT + 1
    if not 0 <= action < known:
        return f"action {action} (no such action)"
    if kind == TURN:
        return turn_words(action)
    if kind == PAY:
        return f"spends {NAMES[action]}"
    if action == NO_GIFT:
        return f"gives nothing to seat {int(state.gift_to) + 1}"
    return f"gives {TYPES[action]} to seat {int(state.gift_to) + 1}"


def allergies(state: Any, rules: Any, seat: int) -> list[str]:
    """The allergies of a seat, oldest first."""
    return [TYPES[int(rules.face[int(state.allergy[seat, i])])] for i in range(int(state.n_allergies[seat]))]


def hand(state: Any, rules: Any, seat: int) -> list[str]:
    """The And Now cards of a seat by title."""
    cards = int(state.hand[seat])
    held = [(cards & int(rules.title_mask[title])).bit_count() for title in range(N_TITLES)]
    return [f"{n} {NAMES[title]}" if n > 1 else NAMES[title] for title, n in enumerate(held) if n]


def pool_words(state: Any, side: int) -> str:
    """What lies in the upwind (0) or downwind (1) pool."""
    physical = int(state.up) ^ side
    parts = []
    for card_type in range(N_TYPES):
        n = int(state.pool[physical, card_type])
        tricks = int(state.trick_cards[physical, card_type]).bit_count()
        if n:
            parts.append(f"{n} {TYPES[card_type]}" + (f" (Mean Trick x{tricks})" if tricks else ""))
    return ", ".join(parts) or "empty"


def event_lines(before: Any, after: Any, rules: Any) -> list[str]:
    """What became public by the last action: wind, sneezes, gifts and new allergies, draws, the end of the turn."""
    lines: list[str] = []
    seats = range(int(after.n_players))
    if int(after.wind_changes) > int(before.wind_changes):
        lines.append("the wind changes" + (" twice" if int(after.wind_changes) - int(before.wind_changes) > 1 else ""))
    for seat in seats:
        if int(after.suffered[seat]) + int(after.self_sneezes[seat]) > int(before.suffered[seat]) + int(
            before.self_sneezes[seat]
        ):
            lines.append(f"seat {seat + 1} sneezes")
    for seat in seats:
        was, now = allergies(before, rules, seat), allergies(after, rules, seat)
        if was != now:
            lines.append(f"seat {seat + 1} is now allergic to {', '.join(now) or 'nothing'}")
    for seat in seats:
        drawn = int(after.drawn[seat].sum()) - int(before.drawn[seat].sum())
        if drawn:
            lines.append(f"seat {seat + 1} draws {drawn} And Now card{'s' if drawn > 1 else ''}")
    if int(after.turns) > int(before.turns):
        lines.append(f"upwind: {pool_words(after, 0)}; downwind: {pool_words(after, 1)}")
    if int(after.ended) != RUNNING and int(after.winner) >= 0:
        lines.append(f"seat {int(after.winner) + 1} wins: {ENDS[int(after.ended) - W1_OWN]}")
    return lines


def table_lines(state: Any, rules: Any) -> list[str]:
    """The whole table: pools, and everybody's allergies and hand."""
    lines = [f"upwind: {pool_words(state, 0)}; downwind: {pool_words(state, 1)}"]
    for seat in range(int(state.n_players)):
        parts = [f"seat {seat + 1}: {', '.join(allergies(state, rules, seat))}"]
        if held := hand(state, rules, seat):
            parts.append(f"holds {', '.join(held)}")
        if int(state.breath[seat]):
            parts.append("holds its breath")
        lines.append("; ".join(parts))
    return lines


WORDS = Words(action_words, event_lines, table_lines)
