"""Doctor Li, slow and obvious: plain objects, written from the rules' specification alone (its items: C1 ... C12, CA).

Seats count from 0 clockwise. A turn is a generator that stops at every decision, so the rules stand here and in the
modules `doctor_li_*` beside this one in the order in which they happen. Answers are "yes" or "no", faces of cards,
"done" and the like, numbers (BOOST), or plays such as ("wts", "WTS any2", 3).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.reference.doctor_li_attempt import Attempts
from tests.reference.doctor_li_felt import PLAY, SOURCE, Decision, Steps
from tests.reference.doctor_li_immediate import Immediate
from tests.reference.doctor_li_plays import Plays
from tests.reference.rng import Chance

FINISHED, CAPPED = "last round played", "capped"
FROM_PILE, FROM_DISCARD = "pile", "discard"
END_TURN = ("end",)
MOST_PLAYS = 50


class Table(Immediate, Plays, Attempts):
    """One game in progress. `decision` says what is to be decided (None at the end); `act` decides it.

    Args:
        rules: any object with the option names of the specification as attributes.
    """

    def __init__(self, rules: Any, n_players: int, chance: Chance) -> None:
        super().__init__(rules, n_players, chance)
        self.finisher: int | None = None
        """Who has the bonus."""
        self.final_turns_left: int | None = None
        self.ahead_before: list[int] | None = None
        """Who would have won without a last round."""
        self.cancelled = 0
        """Last rounds that were cancelled."""
        self.end: str | None = None
        self.steps = self.play()
        self.decision: Decision | None = next(self.steps)

    def asked(self) -> tuple[int, list[Any]] | None:
        return None if self.decision is None else (self.decision.seat, self.decision.legal)

    def act(self, action: Any) -> None:
        """Carry out a legal action."""
        assert self.decision is not None
        assert action in self.decision.legal
        try:
            self.decision = self.steps.send(action)
        except StopIteration:
            self.decision = None

    # --- turns --------------------------------------------------------------------------------------------------------

    def play(self) -> Steps:
        while self.end is None:
            yield from self.take_turn()
            self.finish_turn()

    def take_turn(self) -> Steps:
        """C4."""
        self.plays, self.putdowns, self.turned = 0, 0, None
        yield from self.take_a_category_card()
        yield from self.turn_a_card()
        while True:
            play = yield Decision(self.current, PLAY, self.legal_plays())
            self.plays += 1
            if play == END_TURN:
                return
            yield from self.carry_out(*play)

    def take_a_category_card(self) -> Steps:
        """C4.1: only the top of the discard pile may be taken."""
        a, discard = self.current, self.category.discard
        if discard and (yield Decision(a, SOURCE, [FROM_PILE, FROM_DISCARD])) == FROM_DISCARD:
            self.gain_openly(a, discard.pop())
        else:
            self.draw_category(a)

    def legal_plays(self) -> list[Any]:
        """C4.3; section 5: a cap where LIGHT may take a LIGHT back."""
        if self.rules.light_action_pick != "logo_not_light" and self.plays >= MOST_PLAYS:
            return [END_TURN]
        return [END_TURN, *self.card_plays(), *self.exchanges(), *self.attempts()]

    def carry_out(self, name: str, *parameters: Any) -> Steps:
        if name == "ohno":
            self.play_ohno(*parameters)
            return
        steps: dict[str, Callable[..., Steps]] = {
            "wts": self.play_wts,
            "light": self.play_light,
            "fish": self.fish,
            "four": self.buy,
            "put": self.put_down,
        }
        yield from steps[name](*parameters)

    def finish_turn(self) -> None:
        """C4.4, C9.1, section 5."""
        self.turns += 1
        if self.final_turns_left is not None:
            if self.final_turns_left == self.n:
                self.ahead_before = self.winners()
            self.final_turns_left -= 1
            if self.final_turns_left == 0:
                self.end = FINISHED
                return
        elif self.turns >= self.rules.max_rounds * self.n:
            self.end = CAPPED
            return
        self.current = (self.current + 1) % self.n

    # --- the end (C9, C10) --------------------------------------------------------------------------------------------

    def completed(self, seat: int) -> None:
        """C9.1; CA23: after a cancelled end the next completion starts a last round anew."""
        player = self.players[seat]
        if not player.done:
            player.done = 1 + max(p.done for p in self.players)
        if self.finisher is None:
            self.finisher = seat
        if self.final_turns_left is None:
            self.final_turns_left = self.n

    def broken(self, seat: int) -> None:
        """CA23."""
        if self.rules.ohno_cancels_bonus and seat == self.finisher:
            self.finisher = None
        if self.rules.ohno_cancels_end and not any(self.has_all(s) for s in range(self.n)):
            self.cancelled += self.final_turns_left is not None
            self.final_turns_left = None

    def points(self, seat: int) -> int:
        """C10.1: points of the sets down."""
        return sum(self.rules.set_points[len(s.cards) - 3] for s in self.sets.values() if s.owner == seat)

    def standing(self, seat: int) -> int:
        return self.points(seat) + (self.rules.finisher_bonus if seat == self.finisher else 0)

    def order(self, seat: int) -> tuple[int, int]:
        """C10.2: the greater the better; of tied players the earliest to complete all three is first."""
        done = self.players[seat].done
        return self.standing(seat), (-done if done and self.rules.finisher_wins_ties else -self.n - 1)

    def ranks(self) -> list[int]:
        """1 for the winners; a capped game ranks nobody."""
        if self.end == CAPPED:
            return [0] * self.n
        keys = [self.order(s) for s in range(self.n)]
        return [1 + sum(other > key for other in keys) for key in keys]

    def winners(self) -> list[int]:
        return [s for s, rank in enumerate(self.ranks()) if rank == 1]

    def first_done(self) -> int | None:
        """Who completed all categories first."""
        return next((s for s, p in enumerate(self.players) if p.done == 1), None)

    def finisher_wins(self) -> bool:
        return self.winners() == [self.first_done()]

    def decided_in_last_round(self) -> bool:
        return self.end == FINISHED and self.winners() != self.ahead_before
