"""Rule options of Doctor Li: every deck count and every reading of an unclear rule (specification 0a and 3)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError, as_typed
from simkit.game import Rules, default_of, option, options_of
from simkit.games.doctor_li.state import (
    F_AGG,
    F_BOOST,
    F_EPI,
    F_FLAT,
    F_HOARD,
    F_LIGHT,
    F_OHNO,
    F_OIGT,
    F_WTS,
    MOST_COPIES,
    N_CATEGORY_FACES,
    N_FACES,
    N_NATURAL,
    N_STACK,
    RULES,
    WILD,
)
from simkit.slots import ABSENT, faces_for

NATURALS = tuple(f"{letter}{number}" for letter in "hld" for number in range(1, 5))
WILDS = ("h", "l", "hl", "d", "hd", "ld", "hld")
"""Names of the wild cards in the order of their masks 1-7."""
CARD_KINDS = tuple(f"{what}{k}" for what in ("h", "l", "d", "any", "random") for k in (1, 2, 3))
BOOSTS = ("draw1", "draw2")
AGG_ORDER = ("h1", "l1", "d1", "any2", "h2", "l2", "d2", "any1", "h1", "l1", "d1", "any2")
WTS_ORDER = ("random1", "random2", "random1", "any2")
WILD_ORDERS = {"pairs": ("hl", "hd", "ld"), "all": ("hld",), "single": ("h", "l", "d")}


PACKED = {
    "start_hand": "start_hand",
    "bonus": "finisher_bonus",
    "finisher_ties": "finisher_wins_ties",
    "set_points": "set_points",
    "hoard_threshold": "hoard_threshold",
    "boost_choice": "boost_mode",
    "held_only": "epidemic_mode",
    "wild_in_epidemic": "wild_in_epidemic",
    "wipe_actions": "epidemic_discards_actions",
    "hoard_actions": "hoard_counts_actions",
    "loss_chooser": "oigt_discard_chooser",
    "degrades": "four_set_degrades",
    "max_oigt": "max_oigt_per_attempt",
    "counter_wts": "oigt_counter_general",
    "ohno_effect": "ohno_effect",
    "max_wilds": "max_wilds_per_set",
    "repeat_category": "allow_repeat_category",
    "max_putdowns": "max_putdowns_per_turn",
    "four_any": "exchange4_pile",
    "fish_mode": "fish_mode",
    "unique": "exchange_unique",
    "light_pick": "light_action_pick",
    "logo_forced": "logo_pickup",
    "ohno_cancels_end": "ohno_cancels_end",
    "ohno_cancels_bonus": "ohno_cancels_bonus",
}
"""Field of RULES: the option it is packed from. A choice is packed as its place among the choices ("none": 0)."""


TABLES = {
    "wild_table": ("n_wild", 9),
    "agg_table": ("n_agg", 18),
    "boost_table": ("n_boost", 14),
    "wts_table": ("n_wts", 12),
}
"""Tables of counts: the option that says how many cards there are in all without the table, the most of one kind."""


def _counts(table: dict[str, int], order: Sequence[str], n: int) -> list[int]:
    """The counts of a table; if it is all 0, of the first n cards of the order, repeated."""
    if any(table.values()):
        return list(table.values())
    cards = [order[i % len(order)] for i in range(n)]
    return [cards.count(name) for name in table]


def _named(table: dict[str, int]) -> str:
    """The entries of a table that are not 0, as they are typed."""
    return as_typed({name: n for name, n in table.items() if n})


@dataclass(frozen=True)
class DoctorLiRules(Rules):
    """What a designer may change in Doctor Li."""

    variant: str = option(
        "seed_text",
        "the rulebook, the Dutch basic version (no Oh No You Didn't; above 3 players one epidemic and one hoarding "
        "less) or the dynamic one (the same as the rulebook)",
        "C1.4",
        choices=("seed_text", "basic", "dynamic"),
    )
    copies_per_unique: int = option(4, "copies of each of the 12 category cards", "C1.1", low=2, high=6)
    category_table: dict[str, int] = option(
        dict.fromkeys(NATURALS, 0), "copies of each category card", "C1.1",
        low=0, high=12, shown_range="each 0 to 12; all 0: copies_per_unique of each", instead_of=("copies_per_unique",),
    )  # fmt: skip
    n_wild: int = option(6, "wild cards", "C1.2", low=0, high=9)
    wild_scope: str = option("pairs", "categories a wild card shows", "C1.2", choices=("pairs", "all", "single"))
    wild_table: dict[str, int] = option(
        dict.fromkeys(WILDS, 0), "wild cards by the categories they show, n_wild in all", "C1.2",
        low=0, high=9, shown_range="each 0 to 9; all 0: as wild_scope says", instead_of=("wild_scope",),
    )  # fmt: skip
    n_agg: int = option(12, "Aggravating circumstances cards", "C1.4", low=6, high=18)
    agg_table: dict[str, int] = option(
        dict.fromkeys(CARD_KINDS, 0),
        "Aggravating circumstances cards: h1 = one card of H, any2 = two cards of choice, random3 = three at random",
        "C1.5",
        low=0, high=18, shown_range="each 0 to 18; all 0: the first n_agg of the default order", instead_of=("n_agg",),
    )  # fmt: skip
    n_boost: int = option(10, "A Little Boost cards, drawing 1 and 2 in turn", "C1.4", low=4, high=14)
    boost_table: dict[str, int] = option(
        dict.fromkeys(BOOSTS, 0), "A Little Boost cards by what they draw", "C1.5",
        low=0, high=14, shown_range="each 0 to 14; all 0: n_boost in turn", instead_of=("n_boost",),
    )  # fmt: skip
    n_wts: int = option(8, "Well That Sucks cards", "C1.4", low=4, high=12)
    wts_table: dict[str, int] = option(
        dict.fromkeys(CARD_KINDS, 0),
        "Well That Sucks cards: random1 = one at random, any2 = two of the victim's choice, h1 = one card of H", "C1.5",
        low=0, high=12, shown_range="each 0 to 12; all 0: the first n_wts of the default order", instead_of=("n_wts",),
    )  # fmt: skip
    n_oigt: int = option(10, "Oh I Got This cards", "C1.4", low=5, high=16)
    n_flat: int = option(4, "Flat Curve cards", "C1.4", low=2, high=8)
    n_epi: int = option(3, "Epidemic Spread cards", "C1.4", low=2, high=6)
    n_hoard: int = option(3, "Hoarding cards", "C1.4", low=2, high=6)
    n_light: int = option(3, "Light Point cards", "C1.4", low=1, high=6)
    n_ohno: int = option(1, "Oh No You Didn't cards", "C1.4", low=0, high=2)
    start_hand: int = option(4, "category cards dealt to each player", "C2.2", low=1, high=8)
    finisher_bonus: int = option(1, "points of who completes all three categories first", "C10.1", low=0, high=3)
    finisher_wins_ties: bool = option(True, "ties go to the tied player who completed first", "C10.2")
    set_points: tuple[int, ...] = option(
        (1, 2), "points of a set of three and of a set of four", "C10.1", low=0, high=9, shown_range="two, each 0 to 9"
    )
    hoard_threshold: int = option(5, "hoarding hits hands of more cards than this", "C5.4", low=3, high=9)
    boost_mode: str = option(
        "printed", "is the number a Boost draws printed or chosen (1 or 2)", "CA1", choices=("printed", "choice")
    )
    epidemic_mode: str = option(
        "all_three",
        "who cannot pay one card of each category loses the hand, or pays for the categories held",
        "CA2",
        choices=("all_three", "held_only"),
    )
    wild_in_epidemic: bool = option(True, "a wild card may pay for a category in an epidemic", "CA3")
    epidemic_discards_actions: bool = option(True, "a wiped hand loses its action cards too", "CA5")
    hoard_counts_actions: bool = option(True, "hoarding counts and takes action cards too", "CA6")
    oigt_discard_chooser: str = option(
        "active",
        "who picks the card of a set that an Oh I Got This costs",
        "CA7",
        choices=("active", "interrupter", "random"),
    )
    four_set_degrades: bool = option(True, "a set of four that was hit is still valid with three cards", "CA8")
    max_oigt_per_attempt: Any = option(
        "none", "Oh I Got This cards of the others against one attempt", "CA9", choices=("none", 1, 2, 3, 4, 5)
    )
    oigt_counter_general: bool = option(True, "one's own Well That Sucks may be defended with Oh I Got This", "CA11")
    ohno_effect: str = option(
        "discard", "where the set hit by Oh No You Didn't goes", "CA13", choices=("discard", "return", "steal")
    )
    max_wilds_per_set: Any = option("none", "wild cards in one set", "CA14", choices=("none", 1, 2, 3))
    allow_repeat_category: bool = option(False, "further sets of a category that is down", "CA15")
    max_putdowns_per_turn: Any = option("none", "sets put down in one turn", "CA16", choices=("none", 1, 2, 3))
    exchange4_pile: str = option(
        "category", "the discard pile four cards buy from", "CA17", choices=("category", "any")
    )
    fish_mode: str = option(
        "blind",
        "fishing: blind, blind among category cards, or from the open hand",
        "CA18",
        choices=("blind", "blind_category", "open"),
    )
    exchange_unique: bool = option(False, "the cards of an exchange must all differ (wild cards always do)", "CA19")
    light_action_pick: str = option(
        "logo_not_light",
        "what Light Point may take from the action discard pile",
        "CA20",
        choices=("logo_not_light", "logo", "any"),
    )
    logo_pickup: str = option("optional", "taking a logo card that was turned", "CA21", choices=("optional", "forced"))
    ohno_cancels_end: bool = option(False, "Oh No You Didn't against the finisher cancels the last round", "CA23")
    ohno_cancels_bonus: bool = option(False, "Oh No You Didn't against the finisher frees the bonus", "CA23")
    max_rounds: int = option(300, "rounds after which a game without a finisher is stopped", "5", low=1, high=10_000)

    def face_counts(self, n_players: int) -> list[int]:
        """Cards of each face (C1)."""
        counts = [0] * N_FACES
        naturals = list(self.category_table.values())
        counts[:N_NATURAL] = naturals if any(naturals) else [self.copies_per_unique] * N_NATURAL
        counts[WILD + 1 : N_CATEGORY_FACES] = _counts(self.wild_table, WILD_ORDERS[self.wild_scope], self.n_wild)
        counts[F_WTS:F_AGG] = _counts(self.wts_table, WTS_ORDER, self.n_wts)
        counts[F_AGG:F_BOOST] = _counts(self.agg_table, AGG_ORDER, self.n_agg)
        counts[F_BOOST:F_EPI] = _counts(self.boost_table, BOOSTS, self.n_boost)
        basic = self.variant == "basic"
        fewer = int(basic and n_players > 3)
        counts[F_OIGT], counts[F_FLAT], counts[F_LIGHT] = self.n_oigt, self.n_flat, self.n_light
        counts[F_OHNO] = 0 if basic else self.n_ohno
        counts[F_EPI], counts[F_HOARD] = self.n_epi - fewer, self.n_hoard - fewer
        return counts

    def validate(self, n_players: int) -> None:
        """Check the decks as wholes."""
        if len(self.set_points) != 2:
            raise UsageError(
                "doctor_li option 'set_points' must be two numbers (set of three, set of four), each 0 to 9; "
                f"{list(self.set_points)} came. Give two."
            )
        for table, (number, high) in TABLES.items():
            given, wanted = sum(getattr(self, table).values()), getattr(self, number)
            free = table != "wild_table" and wanted == default_of(options_of(DoctorLiRules)[number])
            if given and given != wanted and not free:
                raise UsageError(
                    f"doctor_li option '{table}' must name {number} = {wanted} cards in all (each 0 to {high}); "
                    f"{given} came. Change one of the two."
                )
        if any(self.category_table.values()) and self.copies_per_unique != 4:
            raise UsageError(
                "doctor_li options 'category_table' and 'copies_per_unique' both say how many copies there are; "
                f"{_named(self.category_table)} and {self.copies_per_unique} came. Give one of the two."
            )
        if any(self.wild_table.values()) and self.wild_scope != default_of(options_of(DoctorLiRules)["wild_scope"]):
            raise UsageError(
                "doctor_li options 'wild_table' and 'wild_scope' both say what the wild cards show; "
                f"{_named(self.wild_table)} and {self.wild_scope} came. Give one of the two."
            )
        if self.variant == "basic" and self.n_ohno > default_of(options_of(DoctorLiRules)["n_ohno"]):
            raise UsageError(
                f"doctor_li option 'n_ohno' must be left out with variant = basic, which plays without that card; "
                f"{self.n_ohno} came. Leave it out, or choose another variant."
            )
        counts = self.face_counts(n_players)
        for c, letter in enumerate("HLD"):
            if sum(counts[4 * c : 4 * c + 4]) == 0:
                raise UsageError(
                    f"doctor_li option 'category_table' must hold at least one card of each category (each card 0 to "
                    f"12); none of {letter} came in {_named(self.category_table)}. Give it some."
                )
        self._check_sets(counts)
        n_category, n_action = sum(counts[:N_CATEGORY_FACES]), sum(counts[N_CATEGORY_FACES:])
        if not n_players * self.start_hand <= n_category <= N_STACK:
            raise UsageError(
                f"doctor_li options 'copies_per_unique', 'category_table' and 'n_wild' must make a category stack of "
                f"{n_players * self.start_hand} (start_hand = {self.start_hand} for each of {n_players} players) to "
                f"{N_STACK} cards; {n_category} came. Change the counts or start_hand."
            )
        if n_action > N_STACK:
            raise UsageError(
                f"doctor_li options 'agg_table', 'boost_table', 'wts_table' and the n_... counts must make an action "
                f"stack of at most {N_STACK} cards; {n_action} came. Lower some counts."
            )

    def _check_sets(self, counts: Sequence[int]) -> None:
        """Every category must be possible to put down (C8.1)."""
        for c, letter in enumerate("HLD"):
            naturals = sum(n > 0 for n in counts[4 * c : 4 * c + 4])
            wilds = sum(counts[WILD + mask] for mask in range(1, 8) if mask >> c & 1)
            if self.max_wilds_per_set != "none":
                wilds = min(wilds, self.max_wilds_per_set)
            if naturals + wilds < 3:
                raise UsageError(
                    f"doctor_li options 'category_table', 'n_wild', 'wild_table' and 'max_wilds_per_set' must leave "
                    f"three cards for a set of each category; for {letter} {naturals} different and {wilds} wild came. "
                    "Add some, or no game can end."
                )


def _packed(rules: DoctorLiRules, name: str) -> Any:
    """The value of an option as the kernels read it."""
    choices, value = options_of(DoctorLiRules)[name].metadata["choices"], getattr(rules, name)
    return choices.index(value) if choices else value


def pack_rules(rules: DoctorLiRules, n_players: int) -> Any:
    """The rules as the kernels read them: one record of RULES."""
    packed = np.zeros(1, RULES).view(np.recarray)
    record = packed[0]
    _pack_decks(record, rules, n_players)
    for field, name in PACKED.items():
        record[field] = _packed(rules, name)
    record.max_turns = rules.max_rounds * n_players
    return packed


def _pack_decks(record: Any, rules: DoctorLiRules, n_players: int) -> None:
    """Faces of the slots of both stacks; a slot keeps its face in as many variants as possible (`simkit.slots`)."""
    printed, counts = DoctorLiRules().face_counts(0), rules.face_counts(n_players)
    cut = N_CATEGORY_FACES
    category = faces_for(printed[:cut], counts[:cut], N_STACK)
    action = [f + cut if f != ABSENT else f for f in faces_for(printed[cut:], counts[cut:], N_STACK)]
    record.face[:] = category + action
    for slot, face in enumerate(category + action):
        if face != ABSENT:
            record.slots[face, record.copies[face]] = slot
            record.copies[face] += 1
    record.n_category = max(s for s, f in enumerate(category) if f != ABSENT) + 1
    record.n_action = max((s for s, f in enumerate(action) if f != ABSENT), default=-1) + 1
    assert max(record.copies) <= MOST_COPIES
