"""Tables laid out by words, actions in a row, and what a test asks afterwards."""

from __future__ import annotations

from typing import Any

from simkit.games.doctor_li.state import N_STACK
from tests.games.common.twins import play
from tests.games.doctor_li.tables import SEATS, Layout, Side, all_cards
from tests.games.doctor_li.twin_snapshots import slot_of
from tests.reference.decks import Card
from tests.reference.doctor_li_cards import CATEGORIES, CATEGORY_FACES, FACES
from tests.reference.doctor_li_felt import TALLIES


def listed(text: str) -> list[str]:
    """ "H1, L2 x2" -> [H1, L2, L2]."""
    names = []
    for part in filter(None, (p.strip() for p in text.split(","))):
        name, *times = part.split(" x")
        names += [name] * int(times[0] if times else 1)
    return names


class Box:
    """All cards, to be laid out one by one."""

    def __init__(self, cards: list[list[Card]]) -> None:
        self.cards = [card for stack in cards for card in stack]

    def take(self, text: str) -> list[Card]:
        taken = []
        for face in listed(text):
            card = next(c for c in self.cards if c.face == face)
            self.cards.remove(card)
            taken.append(card)
        return taken

    def rest(self, category: bool) -> list[Card]:
        return [c for c in self.cards if (c.face in CATEGORY_FACES) == category]


def scene(
    side: type[Side],
    hands: str,
    *,
    down: str = "",
    pile: str | None = None,
    discard: str = "",
    apile: str | None = None,
    adiscard: str = "",
    turn: str = "",
    step: int = 3,
    current: int = 0,
    block: int = 0,
    **options: Any,
) -> Any:
    """A turn from its third step on; with `turn`, from the second, where this card is turned.

    `hands`: one part a seat, divided by |. `down`: sets such as "A: H1, H2, H3; B: L1, L2, L3, wild LD". Piles are
    listed top first, discard piles top last. Without `pile` and `apile` all cards that are nowhere else lie there.
    """
    held = hands.split("|")
    n = len(held)
    box = Box(all_cards(n, options))
    turned = box.take(turn)
    sets = []
    for part in filter(None, down.split(";")):
        owner, cards = part.split(":")
        category = next(c for c in CATEGORIES if all(c in face for face in listed(cards)))
        sets.append((SEATS.index(owner.strip()), category, box.take(cards)))
    layout = Layout(
        hands=[box.take(text) for text in held],
        piles=[],
        discards=[box.take(discard), box.take(adiscard)],
        sets=sets,
        current=current,
        step=2 if turn else step,
    )
    given = [None if text is None else box.take(text)[::-1] for text in (pile, apile)]
    layout.piles = [cards if cards is not None else box.rest(i == 0) for i, cards in enumerate(given)]
    layout.piles[1] = [*layout.piles[1], *turned]
    game: Any = side(n, block=block, **options)
    game.options = options
    game.place(layout)
    return game


class Seen:
    """What a test asks about a table, in words."""

    def __init__(self, game: Side) -> None:
        self.game, self.table = game, game.table()
        options = getattr(game, "options", {})
        self.face = {slot_of(c): c.face for stack in all_cards(game.n, options) for c in stack}

    def words(self, slots: Any) -> str:
        return ", ".join(sorted((self.face[s] for s in slots), key=FACES.index))

    def hand(self, seat: int) -> str:
        return self.words(self.table["hands"][seat])

    def hands(self) -> str:
        return " | ".join(self.hand(s) for s in range(self.game.n))

    def discard(self) -> list[str]:
        """The category discard pile, top last."""
        return [self.face[s] for s in self.table["discard"]]

    def adiscard(self) -> str:
        return self.words(s for s in self.table["lying"] if s >= N_STACK)

    def sets(self) -> list[str]:
        return [f"{SEATS[owner]}: {self.words(slots)}" for owner, _, slots in self.table["sets"].values()]

    def known(self, seat: int) -> str:
        """The cards that everybody knows to be in a hand."""
        return ", ".join(FACES[f] for f, n in enumerate(self.table["known"][seat]) for _ in range(n))

    def count(self, what: str) -> list[int]:
        """A tally of all seats."""
        return [counts[TALLIES.index(what)] for counts in self.game.counts()]

    def __getattr__(self, name: str) -> Any:
        """Anything else of the snapshot: turns, ended, final_left, finisher, starved, points, ..."""
        return self.table[name]


def after(side: type[Side], hands: str, actions: str, **details: Any) -> Seen:
    """The table after some actions."""
    table = scene(side, hands, **details)
    if actions:
        play(table, actions)
    return Seen(table)
