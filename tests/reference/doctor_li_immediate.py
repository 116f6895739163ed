"""The immediate cards of Doctor Li, slow and obvious (C5)."""

from __future__ import annotations

from itertools import combinations

from tests.reference.doctor_li_cards import (
    CATEGORIES,
    EPI,
    FLAT,
    HOARD,
    LOGO_FACES,
    OIGT,
    WILDS,
    asks,
    can_stand,
    few,
    is_category,
    lowest,
    most_at_once,
    qualifies,
    shows,
)
from tests.reference.doctor_li_felt import (
    AGG_PAY,
    BOOST_DRAW,
    EPI_PAY,
    ESCAPE,
    HOARD_PAY,
    LOGO,
    NO_YES,
    SUFFER,
    YES,
    Decision,
    Felt,
    Steps,
)


class Immediate(Felt):
    """Step 2 of a turn."""

    def turn_a_card(self) -> Steps:
        """C4.2."""
        card = self.action.draw()
        if card is None:
            self.no_action += 1
            return
        self.action.discard.append(card)
        self.turned = card.face
        if card.face in LOGO_FACES:
            forced = self.rules.logo_pickup == "forced"
            if forced or (yield Decision(self.current, LOGO, NO_YES)) == YES:
                taken = lowest(self.action.discard, card.face)  # cards of a face are as good as each other
                self.action.discard.remove(taken)
                self.gain_openly(self.current, taken)
        elif card.face == EPI:
            yield from self.epidemic()
        elif card.face == HOARD:
            yield from self.hoarding()
        elif card.face.startswith("AGG"):
            yield from self.aggravation(card.face)
        else:
            yield from self.boost(int(card.face[-1]))

    def boost(self, printed: int) -> Steps:
        """C5.1; declining is all or nothing unless the number is chosen (CA1)."""
        legal = [0, 1, 2] if self.rules.boost_mode == "choice" else [0, printed]
        drawn = yield Decision(self.current, BOOST_DRAW, legal)
        for _ in range(drawn):
            self.draw_category(self.current)

    def aggravation(self, card: str) -> Steps:
        """C5.2."""
        a = self.current
        what, k = asks(card)
        owed = min(k, self.number_held(a, lambda f: qualifies(f, what)))
        can_escape = self.holds(a, OIGT)
        self.wanted, self.paid, self.need = what, 0, owed
        if owed and what == "random":
            if can_escape and (yield Decision(a, AGG_PAY, [ESCAPE, SUFFER])) == ESCAPE:
                self.spend_oigt(a, "escapes")
                return
            for _ in range(owed):
                self.drop(a, self.blind(a))
            return
        while self.need:
            legal = self.faces_held(a, lambda f: qualifies(f, what))
            if can_escape and not self.paid:
                legal.append(ESCAPE)
            choice = yield Decision(a, AGG_PAY, legal)
            if choice == ESCAPE:
                self.spend_oigt(a, "escapes")
                return
            self.drop(a, choice)
            self.paid, self.need = self.paid + 1, self.need - 1

    def pays_for(self, face: str) -> str:
        """Categories a card may pay for in an epidemic (CA3)."""
        return "" if face in WILDS and not self.rules.wild_in_epidemic else shows(face)

    def epidemic(self) -> Steps:
        """C5.3, clockwise from the active player."""
        self.epidemics += 1
        for seat in self.clockwise(self.current):
            if self.hand(seat):
                yield from self.answer_epidemic(seat)

    def answer_epidemic(self, seat: int) -> Steps:
        held_only = self.rules.epidemic_mode == "held_only"
        possible = most_at_once(self.pays_for(c.face) for c in self.hand(seat))
        if held_only and possible == 0:
            return
        owed = possible if held_only else len(CATEGORIES)
        has_flat = self.holds(seat, FLAT)
        if possible < owed and not has_flat:
            self.wipe(seat)
            return
        chosen: list[str] = []
        while len(chosen) < owed:
            self.need, self.paid = owed - len(chosen), len(chosen)
            legal = self.faces_held(seat, lambda f: self.completes(seat, chosen, f, owed))
            if has_flat and not chosen:
                legal.append(FLAT)
            choice = yield Decision(seat, EPI_PAY, legal)
            if choice == FLAT:
                self.play_from_hand(seat, FLAT)
                return
            self.drop(seat, choice)
            chosen.append(choice)

    def completes(self, seat: int, chosen: list[str], face: str, owed: int) -> bool:
        """True if the cards chosen, one more from the hand, and some of what is left there can pay it all."""
        left = [self.pays_for(c.face) for c in self.hand(seat)]
        left.remove(self.pays_for(face))
        paid = [self.pays_for(f) for f in (*chosen, face)]
        return any(can_stand([*paid, *more]) for more in combinations(few(left), owed - len(paid)))

    def hoarding(self) -> Steps:
        """C5.4, CA6."""
        everything = self.rules.hoard_counts_actions
        for seat in self.clockwise(self.current):
            counted = self.number_held(seat, lambda f: everything or is_category(f))
            if counted <= self.rules.hoard_threshold:
                continue
            self.need, self.paid = -(-counted // 2), 0
            while self.need:
                legal = self.faces_held(seat, lambda f: everything or is_category(f))
                self.drop(seat, (yield Decision(seat, HOARD_PAY, legal)))
                self.count(seat, "hoarded")
                self.paid, self.need = self.paid + 1, self.need - 1
