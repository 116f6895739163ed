"""Tables laid out by words, actions in a row, and what a test asks afterwards."""

from __future__ import annotations

from typing import Any

from tests.games.common.twins import play
from tests.games.sneeze.tables import Layout, Side
from tests.reference import sneeze as twin
from tests.reference.decks import Card


def listed(text: str) -> list[str]:
    """ "Cat, Dog x2" -> [Cat, Dog, Dog]."""
    names = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, *times = part.split(" x")
        names += [name] * int(times[0] if times else 1)
    return names


class Box:
    """Cards by face, to be laid out one by one."""

    def __init__(self, faces: list[str]) -> None:
        self.cards = [Card(slot, face) for slot, face in enumerate(faces) if face]

    def take(self, text: str) -> list[Card]:
        taken = []
        for face in listed(text):
            card = next(c for c in self.cards if c.face == face)
            self.cards.remove(card)
            taken.append(card)
        return taken


def scene(
    side: type[Side],
    allergies: str,
    *,
    up: str = "",
    down: str = "",
    deck: str = "",
    discard: str = "",
    hands: str = "",
    breath: str = "",
    up_tricks: str = "",
    down_tricks: str = "",
    adeck: str | None = None,
    adiscard: str = "",
    current: int = 0,
    **options: Any,
) -> Any:
    """A turn about to begin. `allergies`, `hands`: one part a seat, divided by |. `deck`: top card first.

    `breath`: "C x2" gives C two cards; `up_tricks`: "Cat x2". The upwind pool is physical side 0. Without `adeck`, all
    And Now cards that are not elsewhere lie in their deck.
    """
    held = allergies.split("|")
    n = len(held)
    game = side(n, **options)
    sneeze, and_now = (Box(faces) for faces in game.faces())
    holding = listed(breath)
    tricks = []
    for text in (up_tricks, down_tricks):
        on = listed(text)
        tricks.append({t: and_now.take(f"trick x{on.count(t)}") for t in twin.TYPES})
    hand_texts = hands.split("|") + [""] * n
    layout = Layout(
        allergies=[sneeze.take(text) for text in held],
        pools=[sneeze.take(up), sneeze.take(down)],
        deck=sneeze.take(deck)[::-1],
        discard=sneeze.take(discard),
        hands=[and_now.take(hand_texts[s]) for s in range(n)],
        breath=[and_now.take(f"breath x{holding.count('ABCDEF'[s])}") for s in range(n)],
        tricks=tricks,
        adiscard=and_now.take(adiscard),
        adeck=[],
        current=current,
    )
    layout.adeck = and_now.take(adeck)[::-1] if adeck is not None else and_now.cards
    game.place(layout)
    return game


class Seen:
    """What a test asks about a table, in words."""

    def __init__(self, game: Side) -> None:
        self.table = game.table()
        self.faces, self.titles = game.faces()
        self.up_side = self.table["heads"][7]

    def allergies(self, seat: int) -> str:
        return ", ".join(self.faces[slot] for slot in self.table["allergies"][seat])

    def all_allergies(self) -> str:
        return " | ".join(self.allergies(s) for s in range(len(self.table["allergies"])))

    def pool(self, side: int) -> list[str]:
        """0 upwind, 1 downwind."""
        return sorted(self.faces[slot] for slot in self.table["pools"][self.up_side ^ side])

    def tricks(self, side: int) -> list[int]:
        return [len(on) for on in self.table["tricks"][self.up_side ^ side]]

    def discard(self) -> list[str]:
        return sorted(self.faces[slot] for slot in self.table["discard"])

    def adiscard(self) -> list[str]:
        return sorted(self.titles[slot] for slot in self.table["adiscard"])

    def drawn(self) -> list[int]:
        return [sum(row) for row in self.table["tallies"]["drawn"]]

    def hands(self) -> list[list[str]]:
        return [sorted(self.titles[slot] for slot in hand) for hand in self.table["hands"]]

    def breath(self) -> list[int]:
        return [len(cards) for cards in self.table["breath"]]

    def sneezes(self) -> list[int]:
        """Times that each seat sneezed."""
        tallies = self.table["tallies"]
        return [a + b for a, b in zip(tallies["suffered"], tallies["self_sneezes"], strict=True)]

    def ended(self) -> int:
        return int(self.table["heads"][2])

    def winner(self) -> int:
        return int(self.table["heads"][6])

    def turns(self) -> int:
        return int(self.table["heads"][3])


def after(side: type[Side], allergies: str, actions: str, **details: Any) -> Seen:
    """The table after some actions."""
    table = scene(side, allergies, **details)
    play(table, actions)
    return Seen(table)
