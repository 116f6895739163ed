"""A small game with hidden hands, several deals, forced moves and ties, for tests of the engine and of the suites.

Twelve cards 0-11. In each round everybody is dealt `hand_cards`; in each trick all play one card in turn, the highest
wins a point and leads next. A seat may not play its lowest card while it holds three or more (so `check` has work).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import COMMON_ENDS, FIRST_OWN_END, NOBODY, Game, Kernels, Tally, Words, option
from simkit.game import Rules as BaseRules
from simkit.jit import ctz, kernel, popcount
from simkit.rng import below, shuffle, start
from simkit.strategy import Param, Strategy

N_CARDS = 12
MAX_PLAYERS = 4
DEAL, BONUS = range(2)
NO_CARD = -1
RULES = np.dtype([("deals", np.int64), ("hand_cards", np.int64), ("bonus", np.int64)], align=True)
STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),
        ("ended", np.int64),
        ("turns", np.int64),  # completed tricks
        ("rounds", np.int64),
        ("hands", np.uint16, (MAX_PLAYERS,)),  # bit c: holds card c
        ("rest", np.uint16),  # cards that were not dealt
        ("seen", np.uint16),  # cards played this round
        ("played", np.int8, (MAX_PLAYERS,)),  # this trick, NO_CARD before
        ("points", np.int16, (MAX_PLAYERS,)),
        ("leader", np.int64),
        ("first", np.int64),  # the seat that is dealt the first cards
        ("forced", np.int64, (MAX_PLAYERS,)),
    ],
    align=True,
)
VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int8, (N_CARDS,)),
        ("hand", np.uint16),
        ("seen", np.uint16),
        ("played", np.int8, (MAX_PLAYERS,)),
        ("points", np.int16, (MAX_PLAYERS,)),
        ("held", np.int8, (MAX_PLAYERS,)),
    ],
    align=True,
)


@dataclass(frozen=True)
class Rules(BaseRules):
    """How much is dealt."""

    deals: int = option(2, "rounds of a game", "H1", low=1, high=5)
    hand_cards: int = option(3, "cards dealt to each player", "H2", low=1, high=6)
    bonus: bool = option(False, "a random seat starts each round with a point", "H3")

    def validate(self, n_players: int) -> None:
        if self.hand_cards * n_players > N_CARDS:
            raise UsageError(f"high_card option 'hand_cards' must be at most {N_CARDS // n_players} at this table.")


def pack_rules(rules: Rules, n_players: int) -> Any:
    packed = np.zeros(1, RULES).view(np.recarray)
    packed.deals, packed.hand_cards, packed.bonus = rules.deals, rules.hand_cards, rules.bonus
    return packed


@kernel
def deal(state: Any, rules: Any, chance: Any) -> None:
    n = np.int64(state.n_players)
    deck = np.arange(N_CARDS)
    start(chance, DEAL)
    shuffle(chance, deck, N_CARDS)
    state.rest, state.seen = 0, 0
    for seat in range(n):
        state.hands[seat] = 0
        state.played[seat] = NO_CARD
    for i in range(N_CARDS):
        bit = np.int64(1) << deck[i]
        if i < n * rules.hand_cards:
            seat = (state.first + i) % n
            state.hands[seat] = np.int64(state.hands[seat]) | bit
        else:
            state.rest = np.int64(state.rest) | bit
    if rules.bonus:
        start(chance, BONUS)
        state.points[(state.first + below(chance, n)) % n] += 1


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    deal(state, rules, chance)


@kernel
def allowed(hand: Any) -> Any:
    """The cards that may be played from a hand."""
    cards = np.int64(hand)
    return cards & (cards - 1) if popcount(np.uint64(cards)) > 2 else cards


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    view.seat, view.kind = seat, state.kind
    view.hand, view.seen = state.hands[seat], state.seen
    for other in range(MAX_PLAYERS):
        view.played[other] = state.played[other] if other < state.n_players else NO_CARD
        view.points[other] = state.points[other]
        view.held[other] = popcount(np.uint64(state.hands[other]))
    cards = allowed(state.hands[seat])
    view.n_legal = popcount(np.uint64(cards))
    for i in range(N_CARDS):
        view.legal[i] = ctz(np.uint64(cards)) if cards else NO_CARD
        cards &= cards - 1


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    if action < 0 or action >= N_CARDS:
        return 1
    hand = np.int64(state.hands[state.to_act])
    if (hand >> action) & 1 == 0:
        return 2
    return 0 if (allowed(hand) >> action) & 1 else 3


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    n, seat = np.int64(state.n_players), np.int64(state.to_act)
    bit = np.int64(1) << np.int64(action)
    if popcount(np.uint64(allowed(state.hands[seat]))) == 1:
        state.forced[seat] += 1
    state.hands[seat] = np.int64(state.hands[seat]) ^ bit
    state.seen = np.int64(state.seen) | bit
    state.played[seat] = action
    seat = (seat + 1) % n
    state.to_act = seat
    if seat != state.leader:
        return
    best = 0
    for other in range(n):
        if np.int64(state.played[other]) > np.int64(state.played[best]):
            best = other
    for other in range(n):
        state.played[other] = NO_CARD
    state.points[best] += 1
    state.turns += 1
    state.leader = best
    state.to_act = best
    if state.hands[best] == 0:
        state.rounds += 1
        if state.rounds == rules.deals:
            state.ended = FIRST_OWN_END
            state.to_act = NOBODY
        else:
            deal(state, rules, chance)


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    for seat in range(state.n_players):
        outcome.score[seat] = state.points[seat]
        outcome.rank[seat] = 1
        for other in range(state.n_players):
            outcome.rank[seat] += np.int64(state.points[other]) > np.int64(state.points[seat])


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    return np.int64(state.points[seat])


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    for seat in range(state.n_players):
        per_seat[seat, 0] = state.forced[seat]
        if np.int64(state.points[seat]) == 0:
            per_game[0] = 1
    per_game[1] = min(state.turns, 3) - 1


@kernel
def turn(row: Any, n: Any, shift: Any) -> None:
    for _ in range(shift % n):
        last = row[n - 1]
        for seat in range(n - 1, 0, -1):
            row[seat] = row[seat - 1]
        row[0] = last


@kernel
def reseat(state: Any, shift: Any) -> None:
    n = state.n_players
    turn(state.hands, n, shift)
    turn(state.played, n, shift)
    turn(state.points, n, shift)
    turn(state.forced, n, shift)
    state.leader = (state.leader + shift) % n
    state.first = (state.first + shift) % n
    if state.to_act >= 0:
        state.to_act = (state.to_act + shift) % n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    unknown = np.int64(state.rest)
    for other in range(state.n_players):
        if other != seat:
            unknown |= np.int64(state.hands[other])
    cards = np.empty(N_CARDS, np.int64)
    n = 0
    for card in range(N_CARDS):
        if (unknown >> card) & 1:
            cards[n] = card
            n += 1
    shuffle(rng, cards, n)
    for other in range(state.n_players):
        if other != seat:
            held = popcount(np.uint64(state.hands[other]))
            hand = np.int64(0)
            for _ in range(held):
                n -= 1
                hand |= np.int64(1) << cards[n]
            state.hands[other] = hand
    rest = np.int64(0)
    for i in range(n):
        rest |= np.int64(1) << cards[i]
    state.rest = rest


def load_kernels() -> Kernels:
    return Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)


def _action(state: Any, rules: Any, seat: int, action: int) -> str:
    return f"plays {action}"


def _events(before: Any, after: Any, rules: Any) -> list[str]:
    if int(after.turns) == int(before.turns):
        return []
    gained = np.asarray(after.points, np.int64) - np.asarray(before.points, np.int64)
    return [f"seat {int(np.argmax(gained)) + 1} wins the trick"]


def _table(state: Any, rules: Any) -> list[str]:
    return [f"seat {s + 1}: {int(state.hands[s]):012b}" for s in range(int(state.n_players))]


GAME = Game(
    name="high_card",
    title="High Card",
    version="1.0",
    summary="The highest card wins the trick.",
    players=(2, 3, 4),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=load_kernels,
    words=Words(_action, _events, _table),
    purposes=("deal", "bonus"),
    kinds=("trick",),
    end_reasons=(*COMMON_ENDS, "all rounds played"),
    illegal=("", "cards are 0 to 11", "the hand does not hold that card", "the lowest of three or more is held back"),
    tallies=(
        Tally("forced_plays", "seat", "count", "Plays without a choice", "cards"),
        Tally("shut_out", "game", "flag", "Games in which somebody won nothing", "games"),
        Tally("size", "game", "category", "Length", "games", ("one", "two", "more")),
    ),
    turn_label="tricks",
    standing_label="points",
    max_legal=N_CARDS,
)


def highest(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """The highest card, with some exceptions."""
    if below(rng, 100) < params[0]:
        return int(view.legal[0])
    return int(view.legal[view.n_legal - 1])


def greedy_drawer(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """The highest card, and draws many numbers for nothing."""
    for _ in range(int(params[0])):
        below(rng, 7)
    return int(view.legal[view.n_legal - 1])


STRATEGIES = (
    Strategy("highest", "high_card", "the highest card", highest, params=(Param("slips", 5, 0, 100, "percent"),)),
    Strategy(
        "drawer",
        "high_card",
        "the highest card, after drawing numbers for nothing",
        greedy_drawer,
        params=(Param("draws", 5, 0, 50, "numbers drawn for each decision"),),
    ),
)
