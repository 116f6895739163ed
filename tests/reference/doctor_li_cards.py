"""The cards of Doctor Li, slow and obvious (specification C1): faces, decks, and what a card can stand for.

A face is a text: "H1", "wild HL", "OIGT", "WTS random2", "AGG any1", "BOOST 2", "EPI", ...
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import combinations, permutations
from typing import Any

from simkit.slots import ABSENT, faces_for
from tests.reference.decks import Card, Pile
from tests.reference.rng import Chance

CATEGORIES = ("H", "L", "D")
NATURALS = tuple(c + n for c in CATEGORIES for n in "1234")
WILDS = tuple("wild " + shown for shown in ("H", "L", "HL", "D", "HD", "LD", "HLD"))
CONDITIONS = tuple(what + k for what in (*CATEGORIES, "any", "random") for k in "123")
OIGT, FLAT, LIGHT, OHNO, EPI, HOARD = "OIGT", "FLAT", "LIGHT", "OHNO", "EPI", "HOARD"
WTS = tuple("WTS " + condition for condition in CONDITIONS)
AGG = tuple("AGG " + condition for condition in CONDITIONS)
BOOST = ("BOOST 1", "BOOST 2")
CATEGORY_FACES = (*NATURALS, *WILDS)
LOGO_FACES = (OIGT, FLAT, LIGHT, OHNO, *WTS)
ACTION_FACES = (*LOGO_FACES, *AGG, *BOOST, EPI, HOARD)
FACES = (*CATEGORY_FACES, *ACTION_FACES)
N_STACK = 96
COUNTED_CARDS = ("wild", OIGT, FLAT, LIGHT, OHNO, "WTS")
"""Cards whose drawing, playing and keeping is counted, whatever they show or ask for."""

# C1.5 and 0a: the default tables in a fixed interleaved order, repeated and cut; wild cards cycled.
AGG_ORDER = ("H1", "L1", "D1", "any2", "H2", "L2", "D2", "any1", "H1", "L1", "D1", "any2")
WTS_ORDER = ("random1", "random2", "random1", "any2")
WILD_ORDERS = {"pairs": ("HL", "HD", "LD"), "all": ("HLD",), "single": ("H", "L", "D")}
# C1.1 to C1.5 as the ledger prints them.
PRINTED = (
    dict.fromkeys(NATURALS, 4)
    | {"wild HL": 2, "wild HD": 2, "wild LD": 2}
    | {"AGG H1": 2, "AGG L1": 2, "AGG D1": 2, "AGG H2": 1, "AGG L2": 1, "AGG D2": 1, "AGG any1": 1, "AGG any2": 2}
    | {"BOOST 1": 5, "BOOST 2": 5, "WTS random1": 4, "WTS random2": 2, "WTS any2": 2}
    | {OIGT: 10, FLAT: 4, EPI: 3, HOARD: 3, LIGHT: 3, OHNO: 1}
)


def some(kind: str, table: dict[str, int], order: Sequence[str], n: int) -> dict[str, int]:
    """Cards of a kind: as an option's table says, or the first `n` of the default order."""
    if any(table.values()):
        return {kind + key.replace("draw", "").upper(): k for key, k in table.items()}
    cards = [kind + order[i % len(order)] for i in range(n)]
    return {face: cards.count(face) for face in cards}


def deck_counts(rules: Any, n_players: int) -> dict[str, int]:
    """Cards of each face in the game (C1.4: the variants)."""
    basic = rules.variant == "basic"
    fewer = 1 if basic and n_players > 3 else 0
    counts = dict.fromkeys(NATURALS, rules.copies_per_unique)
    if any(rules.category_table.values()):
        counts = {key.upper(): k for key, k in rules.category_table.items()}
    found = (
        counts
        | some("wild ", rules.wild_table, WILD_ORDERS[rules.wild_scope], rules.n_wild)
        | some("WTS ", rules.wts_table, WTS_ORDER, rules.n_wts)
        | some("AGG ", rules.agg_table, AGG_ORDER, rules.n_agg)
        | some("BOOST ", rules.boost_table, ("1", "2"), rules.n_boost)
        | {OIGT: rules.n_oigt, FLAT: rules.n_flat, LIGHT: rules.n_light, OHNO: 0 if basic else rules.n_ohno}
        | {EPI: rules.n_epi - fewer, HOARD: rules.n_hoard - fewer}
    )
    spelled = {face.upper(): face for face in FACES}
    return {spelled[face.upper()]: n for face, n in found.items()}


def deck(faces: Sequence[str], counts: dict[str, int]) -> list[Card]:
    """A stack unshuffled; slots are counted within the stack."""
    given = faces_for([PRINTED.get(f, 0) for f in faces], [counts.get(f, 0) for f in faces], N_STACK)
    return [Card(slot, faces[number]) for slot, number in enumerate(given) if number != ABSENT]


class Stack(Pile):
    """A pile with its discard pile; if both are empty nothing is shuffled."""

    def __init__(self, cards: list[Card], chance: Chance, first: int, again: int) -> None:
        super().__init__(cards, max((c.slot + 1 for c in cards), default=0), chance, first, again)

    def draw(self) -> Card | None:
        return super().draw() if self.deck or self.discard else None


def is_category(face: str) -> bool:
    return face in CATEGORY_FACES


def family(face: str) -> str:
    """The first word of a face: "wild", "OIGT", "WTS", "AGG", "H1"."""
    return face.split()[0]


def shows(face: str) -> str:
    """Letters of the categories a card can stand for; none for an action card."""
    if face in NATURALS:
        return face[0]
    return face.split()[1] if face in WILDS else ""


def asks(face: str) -> tuple[str, int]:
    """What an AGG or WTS card wants, and how many: ("H", 2), ("any", 1), ("random", 2)."""
    condition = face.split()[1]
    return condition[:-1], int(condition[-1])


def qualifies(face: str, what: str) -> bool:
    """C5.2: wilds showing the category qualify."""
    return what in ("any", "random") or what in shows(face)


def can_stand(choices: Sequence[str]) -> bool:
    """True if cards showing these categories can each stand for another category."""
    for categories in permutations(CATEGORIES, len(choices)):
        if all(c in letters for c, letters in zip(categories, choices, strict=True)):
            return True
    return False


def few(choices: Iterable[str]) -> list[str]:
    """The same without cards that stand for nothing, and no more of a sort than there are categories."""
    useful = [letters for letters in choices if letters]
    return [letters for i, letters in enumerate(useful) if useful[:i].count(letters) < len(CATEGORIES)]


def most_at_once(choices: Iterable[str]) -> int:
    """For how many different categories cards can stand at once."""
    kept = few(choices)
    return max(n for n in range(len(CATEGORIES) + 1) if any(can_stand(chosen) for chosen in combinations(kept, n)))


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Cards ordered by face, then slot."""
    return sorted(cards, key=lambda c: (FACES.index(c.face), c.slot))


def lowest(cards: Iterable[Card], face: str) -> Card:
    """Of several cards of a face the one of the lowest slot is meant."""
    return min(c for c in cards if c.face == face)
