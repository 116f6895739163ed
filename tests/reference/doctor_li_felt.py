"""The table of the slow twin of Doctor Li: players, hands, piles, and the moves of single cards (C2, C3, C11, C12)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference.decks import Card
from tests.reference.doctor_li_cards import (
    ACTION_FACES,
    CATEGORIES,
    CATEGORY_FACES,
    COUNTED_CARDS,
    FACES,
    N_STACK,
    OIGT,
    Stack,
    deck,
    deck_counts,
    family,
    in_order,
    is_category,
    lowest,
)
from tests.reference.rng import Chance

SHUFFLE_CATEGORY, SHUFFLE_ACTION, RESHUFFLE_CATEGORY, RESHUFFLE_ACTION, BLIND, WIPE, LOSS = range(7)
# Kinds of decision (D1 to D12).
SOURCE, LOGO, AGG_PAY, EPI_PAY, HOARD_PAY, PLAY, GIVE, PICK, TAKE = (
    "source", "logo", "aggravation", "epidemic", "hoarding", "play", "exchange", "pick", "fish",
)  # fmt: skip
BUILD, INTERRUPT, DEFLECT, COUNTER, LOSE, COMPLETE, BOOST_DRAW, HAND_OVER = (
    "build", "interrupt", "deflect", "counter", "lose", "complete", "boost", "hand over",
)  # fmt: skip
NO_YES: list[Any] = ["no", "yes"]
YES, DONE, ESCAPE, SUFFER = "yes", "done", "escape", "suffer"
TALLIES = (
    "attempts", "failures", "sets of 3", "sets of 4", "interrupts", "counters", "deflections", "escapes", "wiped",
    "hoarded", "wts at leader", "fished", "fours",
    *(f"{use} {card}" for use in ("drawn", "played") for card in COUNTED_CARDS),
)  # fmt: skip


class Decision(NamedTuple):
    """What somebody has to decide, and the legal actions in order."""

    seat: int
    kind: str
    legal: list[Any]


Steps = Generator[Decision, Any, Any]


@dataclass
class Player:
    """A player; `known` counts the cards that everybody is sure of."""

    hand: list[Card] = field(default_factory=list)
    known: Counter[str] = field(default_factory=Counter)
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TALLIES, 0))
    done: int = 0
    """1 for who completed all categories first, 2 for the next, ...; 0 for who never did."""


@dataclass
class Down:
    """A set that is put down."""

    owner: int
    category: str
    cards: list[Card]


class Felt:
    """What lies on the table.

    Args:
        rules: any object with the option names of the specification as attributes.
    """

    def __init__(self, rules: Any, n_players: int, chance: Chance) -> None:
        self.rules, self.n, self.chance = rules, n_players, chance
        counts = deck_counts(rules, n_players)
        self.category = Stack(deck(CATEGORY_FACES, counts), chance, SHUFFLE_CATEGORY, RESHUFFLE_CATEGORY)
        self.action = Stack(deck(ACTION_FACES, counts), chance, SHUFFLE_ACTION, RESHUFFLE_ACTION)
        self.players = [Player() for _ in range(n_players)]
        self.sets: dict[int, Down] = {}
        self.current = self.turns = self.plays = self.putdowns = self.starved = self.no_action = self.epidemics = 0
        self.first_two: int | None = None
        """Who first had two categories down."""
        self.turned: str | None = None
        # What is going on in the middle of a turn.
        self.need = self.paid = 0
        self.wanted: str | None = None
        self.victim: int | None = None
        self.wts: str | None = None
        self.looked_at: str | None = None
        self.aside: list[Card] = []
        self.shown: list[Card] = []
        for seat in range(n_players):  # C2.2
            for _ in range(rules.start_hand):
                self.draw_category(seat)

    @property
    def active(self) -> Player:
        return self.players[self.current]

    def hand(self, seat: int) -> list[Card]:
        return self.players[seat].hand

    def clockwise(self, first: int) -> list[int]:
        """All seats, beginning with one."""
        return [(first + i) % self.n for i in range(self.n)]

    def others(self) -> list[int]:
        """The other players, from the left of the active one."""
        return self.clockwise(self.current)[1:]

    def count(self, seat: int, what: str, n: int = 1) -> None:
        self.players[seat].counts[what] += n

    def count_card(self, seat: int, use: str, face: str) -> None:
        """Count a card, if it is one of those that are counted."""
        if (card := family(face)) in COUNTED_CARDS:
            self.count(seat, f"{use} {card}")

    def number_at_end(self, seat: int, card: str) -> int:
        """How many cards of a counted kind are in a hand."""
        return self.number_held(seat, lambda face: family(face) == card)

    # --- questions about hands ----------------------------------------------------------------------------------------

    def holds(self, seat: int, face: str) -> bool:
        return any(c.face == face for c in self.hand(seat))

    def faces_held(self, seat: int, wanted: Callable[[str], bool] = lambda face: True) -> list[Any]:
        """The faces in a hand that are wanted, in the order of faces."""
        held = {c.face for c in self.hand(seat)}
        return [f for f in FACES if f in held and wanted(f)]

    def number_held(self, seat: int, wanted: Callable[[str], bool]) -> int:
        return sum(wanted(c.face) for c in self.hand(seat))

    # --- single cards -------------------------------------------------------------------------------------------------

    def pile_of(self, card: Card) -> Stack:
        return self.category if is_category(card.face) else self.action

    def discard(self, card: Card) -> None:
        """C5.5: every card goes to the pile of its kind."""
        self.pile_of(card).discard.append(card)

    def leave(self, seat: int, card: Card) -> Card:
        """Everybody sees a card leave a hand."""
        player = self.players[seat]
        player.hand.remove(card)
        player.known[card.face] = max(player.known[card.face] - 1, 0)
        return card

    def drop(self, seat: int, face: str) -> None:
        """Discard a card from a hand."""
        self.discard(self.leave(seat, lowest(self.hand(seat), face)))

    def play_from_hand(self, seat: int, face: str) -> None:
        """Discard a card from a hand for what it is for."""
        self.drop(seat, face)
        self.count_card(seat, "played", face)

    def spend_oigt(self, seat: int, what: str) -> None:
        self.play_from_hand(seat, OIGT)
        self.count(seat, what)

    def gain(self, seat: int, card: Card) -> None:
        """A card comes into a hand from wherever else it was."""
        self.hand(seat).append(card)
        self.count_card(seat, "drawn", card.face)

    def show_in_hand(self, seat: int, card: Card) -> None:
        """Everybody has seen a card that is in a hand now (C12.1)."""
        self.players[seat].known[card.face] += 1

    def gain_openly(self, seat: int, card: Card) -> None:
        self.gain(seat, card)
        self.show_in_hand(seat, card)

    def hand_over(self, giver: int, taker: int, face: str, possible: Callable[[str], bool]) -> None:
        """A card goes from hand to hand unseen by the rest, who only know which cards it may have been."""
        card = lowest(self.hand(giver), face)
        self.hand(giver).remove(card)
        self.gain(taker, card)
        known = self.players[giver].known
        for other in known:
            if possible(other):
                known[other] = max(known[other] - 1, 0)

    def draw_category(self, seat: int) -> None:
        """C11.1: a card from the category pile, if there is any."""
        card = self.category.draw()
        if card is None:
            self.starved += 1
        else:
            self.gain(seat, card)

    def blind(self, seat: int, wanted: Callable[[str], bool] = lambda face: True) -> str:
        """A card drawn blind from those of a hand that may be hit."""
        cards = in_order(c for c in self.hand(seat) if wanted(c.face))
        return cards[self.chance.start(BLIND).below(len(cards))].face

    def wipe(self, seat: int) -> None:
        """C5.3: who can do neither discards the hand, in random order (0a: C5.5)."""
        stream = self.chance.start(WIPE)
        keys = [(stream.next64() >> 8, slot) for slot in range(2 * N_STACK)]
        lost = [c for c in self.hand(seat) if is_category(c.face) or self.rules.epidemic_discards_actions]
        for card in sorted(lost, key=lambda c: keys[c.slot if is_category(c.face) else N_STACK + c.slot]):
            self.discard(self.leave(seat, card))
        self.count(seat, "wiped")

    # --- sets ---------------------------------------------------------------------------------------------------------

    def sets_of(self, seat: int, category: str) -> int:
        return sum(s.owner == seat and s.category == category for s in self.sets.values())

    def categories_down(self, seat: int) -> int:
        return sum(self.sets_of(seat, c) > 0 for c in CATEGORIES)

    def has_all(self, seat: int) -> bool:
        return self.categories_down(seat) == len(CATEGORIES)
