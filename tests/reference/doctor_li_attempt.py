"""Putting down a category in Doctor Li, slow and obvious (C8)."""

from __future__ import annotations

from typing import Any

from tests.reference.doctor_li_cards import NATURALS, OIGT, WILDS, in_order, lowest, shows
from tests.reference.doctor_li_felt import (
    BUILD,
    COMPLETE,
    COUNTER,
    DONE,
    INTERRUPT,
    LOSE,
    LOSS,
    NO_YES,
    YES,
    Decision,
    Down,
    Felt,
    Steps,
)


class Attempts(Felt):
    """Attempts to put down a category; `shown` is the set X of the specification."""

    trying: str | None = None
    oigts = 0
    interrupter: int | None = None
    needed = 3

    def attempts(self) -> list[Any]:
        """Categories that the active player may try (C8.1, CA14 to CA16)."""
        limit = self.rules.max_putdowns_per_turn
        if limit != "none" and self.putdowns >= limit:
            return []
        return [("put", c) for c in "HLD" if self.may_try(c)]

    def may_try(self, category: str) -> bool:
        if self.sets_of(self.current, category) and not self.rules.allow_repeat_category:
            return False
        naturals = {c.face for c in self.active.hand if c.face in NATURALS and category in shows(c.face)}
        wilds = [c for c in self.active.hand if c.face in WILDS and category in shows(c.face)]
        limit = self.rules.max_wilds_per_set
        most_wilds = len(wilds) if limit == "none" else min(len(wilds), limit)
        return len(naturals) + most_wilds >= 3

    def fits(self, face: str) -> bool:
        """True if a card may be added to the shown set (C8.1)."""
        if self.trying not in list(shows(face)) or len(self.shown) == 4:
            return False
        if face in NATURALS:
            return all(c.face != face for c in self.shown)
        limit = self.rules.max_wilds_per_set
        return bool(limit == "none" or sum(c.face in WILDS for c in self.shown) < limit)

    def show(self, face: str) -> None:
        self.shown.append(self.leave(self.current, lowest(self.active.hand, face)))

    def put_down(self, category: str) -> Steps:
        """C8.1 to C8.5."""
        a = self.current
        self.trying, self.shown, self.oigts, self.interrupter = category, [], 0, None
        while len(self.shown) < 4:
            legal = self.faces_held(a, self.fits) + ([DONE] if len(self.shown) == 3 else [])
            choice = yield Decision(a, BUILD, legal)
            if choice == DONE:
                break
            self.show(choice)
        self.count(a, "attempts")
        while (yield from self.interrupted()):
            if (yield from self.countered()):
                continue
            yield from self.hit()
            if len(self.shown) < self.needed:
                self.fail()
                return
        self.succeed()

    def interrupted(self) -> Steps:
        """C8.2: a poll from the left of the active player; True if somebody plays an OIGT."""
        limit = self.rules.max_oigt_per_attempt
        if limit != "none" and self.oigts >= limit:
            return False
        for seat in self.others():
            if self.holds(seat, OIGT) and (yield Decision(seat, INTERRUPT, NO_YES)) == YES:
                self.spend_oigt(seat, "interrupts")
                self.oigts += 1
                self.interrupter = seat
                return True
        return False

    def countered(self) -> Steps:
        """C8.3."""
        a = self.current
        if not self.holds(a, OIGT) or (yield Decision(a, COUNTER, NO_YES)) != YES:
            return False
        self.spend_oigt(a, "counters")
        return True

    def hit(self) -> Steps:
        """C8.4, CA7, CA8: a card is lost, others may be added."""
        a = self.current
        self.needed = 4 if len(self.shown) == 4 and not self.rules.four_set_degrades else 3
        ordered = in_order(self.shown)
        if self.rules.oigt_discard_chooser == "random":
            lost = ordered[self.chance.start(LOSS).below(len(ordered))].face
        else:
            assert self.interrupter is not None
            chooser = a if self.rules.oigt_discard_chooser == "active" else self.interrupter
            lost = yield Decision(chooser, LOSE, list(dict.fromkeys(c.face for c in ordered)))
        card = lowest(self.shown, lost)
        self.shown.remove(card)
        self.discard(card)
        while legal := self.faces_held(a, self.fits):
            choice = yield Decision(a, COMPLETE, [*legal, DONE])
            if choice == DONE:
                break
            self.show(choice)

    def fail(self) -> None:
        """The rest of the set returns to the hand; everybody has seen it. It had been drawn before."""
        for card in self.shown:
            self.active.hand.append(card)
            self.show_in_hand(self.current, card)
        self.count(self.current, "failures")
        self.trying, self.shown = None, []

    def succeed(self) -> None:
        """C8.5."""
        a = self.current
        had_all = self.has_all(a)
        number = min(set(range(len(self.sets) + 1)) - set(self.sets))
        assert self.trying is not None
        self.sets[number] = Down(a, self.trying, self.shown)
        self.count(a, f"sets of {len(self.shown)}")
        for card in self.shown:
            if card.face in WILDS:
                self.count_card(a, "played", card.face)
        self.putdowns += 1
        self.trying, self.shown = None, []
        if self.first_two is None and self.categories_down(a) == 2:
            self.first_two = a
        if self.has_all(a) and not had_all:
            self.completed(a)

    def completed(self, seat: int) -> None:
        """A player has all three categories now."""
        raise NotImplementedError
