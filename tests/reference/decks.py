"""A face-down deck with its discard pile, whose cards are slots ordered by random keys (see `simkit.slots`)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from tests.reference.rng import Chance


class Card(NamedTuple):
    """A card: its slot tells copies of a face apart."""

    slot: int
    face: str


class Pile:
    """A deck (top last) and its discard pile; the deck is reshuffled when a card is wanted and none is left.

    Args:
        first, again: purposes of the chance streams of the first shuffle and of every reshuffle.
    """

    def __init__(self, cards: Iterable[Card], n_slots: int, chance: Chance, first: int, again: int) -> None:
        self.n_slots, self.chance, self.again = n_slots, chance, again
        self.deck = self.shuffled(list(cards), first)
        self.discard: list[Card] = []
        self.reshuffles = 0

    def shuffled(self, cards: list[Card], purpose: int) -> list[Card]:
        """Every slot draws a key, present or not, so that no card's key depends on which others take part."""
        stream = self.chance.start(purpose)
        keys = [(stream.next64() >> 8, slot) for slot in range(self.n_slots)]
        return sorted(cards, key=lambda c: keys[c.slot])

    def draw(self) -> Card | None:
        """The top card; None if deck and discard pile are empty."""
        if not self.deck:
            self.deck, self.discard = self.shuffled(self.discard, self.again), []
            self.reshuffles += bool(self.deck)
        return self.deck.pop() if self.deck else None
