"""What the active player of Doctor Li may do in step 3 but for putting down, slow and obvious (C6, C7)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from tests.reference.decks import Card
from tests.reference.doctor_li_cards import (
    CATEGORIES,
    FACES,
    LIGHT,
    LOGO_FACES,
    NATURALS,
    OHNO,
    OIGT,
    WTS,
    asks,
    is_category,
    lowest,
    qualifies,
    shows,
)
from tests.reference.doctor_li_felt import (
    COUNTER,
    DEFLECT,
    GIVE,
    HAND_OVER,
    NO_YES,
    PICK,
    TAKE,
    YES,
    Decision,
    Felt,
    Steps,
)

PILES = ("category", "action")


def faces_of(cards: Iterable[Card]) -> list[Any]:
    """The faces there are, in the order of faces."""
    there = {c.face for c in cards}
    return [f for f in FACES if f in there]


class Plays(Felt):
    """Cards and exchanges of step 3."""

    def card_plays(self) -> list[Any]:
        """The plays of WTS, LIGHT and OHNO (C6.2, C6.4, C6.5)."""
        a = self.current
        victims = [v for v in range(self.n) if v != a and self.hand(v)]
        plays: list[Any] = [("wts", face, v) for face in WTS if self.holds(a, face) for v in victims]
        if self.holds(a, LIGHT):
            plays += [("light", pile) for pile in PILES if self.pile(pile)]
        if self.holds(a, OHNO):
            plays += [("ohno", number) for number in sorted(self.sets) if self.sets[number].owner != a]
        return plays

    def exchanges(self) -> list[Any]:
        """C7."""
        a = self.current
        victims = [v for v in range(self.n) if v != a and self.number_held(v, self.fishable)]
        buyable = ("category", "action") if self.rules.exchange4_pile == "any" else ("category",)
        piles = [pile for pile in buyable if self.takeable(pile)]
        plays: list[Any] = [("fish", c, v) for c in CATEGORIES if self.tradable(c) >= 2 for v in victims]
        return plays + [("four", pile, c) for pile in piles for c in CATEGORIES if self.tradable(c) >= 4]

    # --- cards --------------------------------------------------------------------------------------------------------

    def play_wts(self, face: str, victim: int) -> Steps:
        """C6.2, CA11; the victim chooses what it hands over (D12)."""
        a = self.current
        self.wts, self.victim = face, victim
        what, printed = asks(face)
        if self.leads(victim):
            self.count(a, "wts at leader")
        self.play_from_hand(a, face)
        if not (yield from self.deflected(victim)):
            yield from self.wts_stands(what, printed, victim)
        self.wts = self.victim = None

    def wts_stands(self, what: str, printed: int, victim: int) -> Steps:
        """The victim hands over as many cards as it can."""

        def possible(f: str) -> bool:
            return qualifies(f, what)

        self.wanted, self.paid = what, 0
        self.need = min(printed, self.number_held(victim, possible))
        while self.need:
            if what == "random":
                choice = self.blind(victim)
            else:
                choice = yield Decision(victim, HAND_OVER, self.faces_held(victim, possible))
            self.hand_over(victim, self.current, choice, possible)
            self.paid, self.need = self.paid + 1, self.need - 1

    def leads(self, victim: int) -> bool:
        """For the tally: no other opponent has a higher standing, and there is something to lead with."""
        return self.standing(victim) > 0 and all(self.standing(s) <= self.standing(victim) for s in self.others())

    def deflected(self, victim: int) -> Steps:
        """The chain of OIGT against a WTS: True if it is cancelled."""
        while self.holds(victim, OIGT) and (yield Decision(victim, DEFLECT, NO_YES)) == YES:
            self.spend_oigt(victim, "deflections")
            if not self.rules.oigt_counter_general or not self.holds(self.current, OIGT):
                return True
            if (yield Decision(self.current, COUNTER, NO_YES)) != YES:
                return True
            self.spend_oigt(self.current, "counters")
        return False

    def pile(self, name: str) -> list[Card]:
        return (self.category if name == "category" else self.action).discard

    def takeable(self, name: str) -> list[Card]:
        """C6.4, CA20."""
        cards = self.pile(name)
        if name == "category" or self.rules.light_action_pick == "any":
            return cards
        logos = [c for c in cards if c.face in LOGO_FACES]
        return logos if self.rules.light_action_pick == "logo" else [c for c in logos if c.face != LIGHT]

    def pick_from(self, name: str) -> Steps:
        """Take a card of choice out of a discard pile that has one."""
        self.looked_at = name
        choice = yield Decision(self.current, PICK, faces_of(self.takeable(name)))
        card = lowest(self.pile(name), choice)
        self.pile(name).remove(card)
        return card

    def play_light(self, name: str) -> Steps:
        """C6.4: the LIGHT itself is discarded afterwards."""
        a = self.current
        light = self.leave(a, lowest(self.hand(a), LIGHT))
        self.count_card(a, "played", LIGHT)
        self.aside = [light]
        if self.takeable(name):
            self.gain_openly(a, (yield from self.pick_from(name)))
        self.discard(light)
        self.aside = []

    def play_ohno(self, number: int) -> None:
        """C6.5, CA13, CA23."""
        a = self.current
        self.play_from_hand(a, OHNO)
        hit = self.sets[number]
        had_all = self.has_all(hit.owner)
        del self.sets[number]
        for card in sorted(hit.cards):
            if self.rules.ohno_effect == "discard":
                self.discard(card)
            else:
                self.gain_openly(hit.owner if self.rules.ohno_effect == "return" else a, card)
        if had_all and not self.has_all(hit.owner):
            self.broken(hit.owner)

    def standing(self, seat: int) -> int:
        """Points of the sets down and the bonus."""
        raise NotImplementedError

    def broken(self, seat: int) -> None:
        """A player who had all categories has them no more."""
        raise NotImplementedError

    # --- exchanges ----------------------------------------------------------------------------------------------------

    def fishable(self, face: str) -> bool:
        """CA18."""
        return self.rules.fish_mode != "blind_category" or is_category(face)

    def tradable(self, category: str) -> int:
        """How many cards of a category could be given (CA19: different ones; wilds always differ)."""
        own = [c.face for c in self.active.hand if category in shows(c.face)]
        if not self.rules.exchange_unique:
            return len(own)
        wilds = [f for f in own if f not in NATURALS]
        return len(set(own) - set(wilds)) + len(wilds)

    def give(self, category: str, n: int) -> Steps:
        """Discard some cards of a category."""
        self.wanted, self.need, self.paid = category, n, 0
        refused: set[str] = set()
        while self.need:
            legal = self.faces_held(self.current, lambda f: category in shows(f) and f not in refused)
            choice = yield Decision(self.current, GIVE, legal)
            self.drop(self.current, choice)
            if self.rules.exchange_unique and choice in NATURALS:
                refused.add(choice)
            self.paid, self.need = self.paid + 1, self.need - 1

    def fish(self, category: str, victim: int) -> Steps:
        """C7.1, CA18."""
        self.victim = victim
        yield from self.give(category, 2)
        if self.rules.fish_mode == "open":
            choice = yield Decision(self.current, TAKE, self.faces_held(victim))
        else:
            choice = self.blind(victim, self.fishable)
        self.hand_over(victim, self.current, choice, self.fishable)
        self.count(self.current, "fished")

    def buy(self, name: str, category: str) -> Steps:
        """C7.2: the card is chosen before the four go to the discard piles, so it is none of them."""
        card = yield from self.pick_from(name)
        self.aside = [card]
        yield from self.give(category, 4)
        self.aside = []
        self.gain_openly(self.current, card)
        self.count(self.current, "fours")
