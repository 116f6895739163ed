"""Sneeze, slow and obvious: plain objects, written from the rules' specification alone (its items: S1 ... S12, SA).

Seats count from 0 clockwise: the left neighbour of seat s is s + 1. Pools are physical sides 0 and 1; in actions a
side is 0 = upwind, 1 = downwind at the moment of choosing. A turn is a generator that stops at every decision, so the
rules stand here in the order in which they happen.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator
from typing import Any, NamedTuple

from simkit.slots import ABSENT, faces_for
from tests.reference.decks import Card, Pile
from tests.reference.rng import Chance

TYPES = ("Cat", "Dog", "Dust", "Pollen", "Smog")
WINDY = "Windy"
FACES = (*TYPES, WINDY)
# S1.3, in the order of the titles' numbers.
PRINTED = {"gust": 3, "breath": 3, "trick": 6, "mix": 3, "air": 3, "clean": 3, "forecast": 6, "unlisted": 3}
TITLES = tuple(PRINTED)
OPTION_NAMES = (
    "gust_of_wind",
    "i_hold_my_breath",
    "mean_trick",
    "mix_up",
    "something_in_the_air",
    "spring_cleaning",
    "weather_forecast",
)
SHUFFLE_SNEEZE, SHUFFLE_AND_NOW, RESHUFFLE_SNEEZE, RESHUFFLE_AND_NOW = range(4)
TURN, PAY, GIFT = "turn", "pay", "gift"
NO_GIFT = "none"
W1_OWN, W1_OTHER, W2, W3, CAPPED, STALEMATE = "W1 own", "W1 other", "W2", "W3", "capped", "stalemate"

Action = tuple[Any, ...]
"""A TURN action such as ("flip", 0) or ("mix", "Cat", 2, "Dog"); PAY: (title,); GIFT: (type or NO_GIFT,)."""


def all_turn_actions() -> Iterator[Action]:
    """Every TURN action that can be written, in the order of its number."""
    sides = (0, 1)
    yield from (("flip", side) for side in sides)
    yield from (("gust", side) for side in sides)
    yield ("breath",)
    yield from (("trick", side, t) for side in sides for t in TYPES)
    yield from (("air", t) for t in TYPES)
    yield from (("clean", side, t) for side in sides for t in TYPES)
    yield ("forecast",)
    yield from (("double", side) for side in sides)
    yield from (("mix", mine, other, theirs) for mine in TYPES for other in range(6) for theirs in TYPES)


ACTIONS: dict[str, list[Action]] = {
    TURN: list(all_turn_actions()),
    PAY: [(title,) for title in TITLES],
    GIFT: [(t,) for t in (*TYPES, NO_GIFT)],
}


def sneeze_counts(rules: Any) -> list[int]:
    """Cards of each face (S1.2; 0a: `type_counts` replaces the allergens only)."""
    if rules.type_counts:
        return [*rules.type_counts, rules.windy_count]
    each, rest = (81 - rules.windy_count) // 5, (81 - rules.windy_count) % 5
    return [each + 1 if i < rest else each for i in range(5)] + [rules.windy_count]


def title_counts(rules: Any) -> list[int]:
    """Cards of each title (S1.3, SA2)."""
    counts = [rules.and_now_counts[name] for name in OPTION_NAMES] + [0]
    if rules.unlisted_and_now == "flip_double_only":
        counts[-1] = 3
    elif rules.unlisted_and_now != "omit":
        counts[OPTION_NAMES.index(rules.unlisted_and_now)] += 3
    return counts


def sneeze_cards(rules: Any) -> list[Card]:
    """The Sneeze deck unshuffled."""
    faces = faces_for((15, 15, 15, 15, 15, 6), sneeze_counts(rules), 128)
    return [Card(slot, FACES[face]) for slot, face in enumerate(faces) if face != ABSENT]


def and_now_cards(rules: Any) -> list[Card]:
    """The And Now deck unshuffled."""
    faces = faces_for(tuple(PRINTED.values()), title_counts(rules), 64)
    return [Card(slot, TITLES[face]) for slot, face in enumerate(faces) if face != ABSENT]


class Decision(NamedTuple):
    """What somebody has to decide, and the legal actions in order."""

    seat: int
    kind: str
    legal: list[Action]


Steps = Generator[Decision, Action, None]


class Won(Exception):
    """S12.5: the game stops at that instant."""


class Table:
    """One game in progress. `decision` says what is to be decided (None at the end); `act` decides it.

    Args:
        rules: any object with the option names of the specification as attributes.
    """

    def __init__(self, rules: Any, n_players: int, chance: Chance) -> None:
        self.rules, self.n = rules, n_players
        self.w3 = -(-2 * n_players // 3) if rules.w3_threshold == "ceil_2n_3" else rules.w3_threshold
        self.sneeze = Pile(sneeze_cards(rules), 128, chance, SHUFFLE_SNEEZE, RESHUFFLE_SNEEZE)
        self.and_now = Pile(and_now_cards(rules), 64, chance, SHUFFLE_AND_NOW, RESHUFFLE_AND_NOW)
        self.allergies: list[list[Card]] = [[] for _ in range(n_players)]
        self.hands: list[list[Card]] = [[] for _ in range(n_players)]
        self.breath: list[list[Card]] = [[] for _ in range(n_players)]
        self.pools: list[list[Card]] = [[], []]
        self.tricks: list[dict[str, list[Card]]] = [{t: [] for t in TYPES} for _ in range(2)]
        self.up = 0
        self.air: tuple[int, str] | None = None
        self.air_card: Card | None = None
        self.current = 0
        self.turns = self.quiet = self.most_events = 0
        self.end: str | None = None
        self.winner: int | None = None
        self.pending: list[int] = []
        self.caused, self.suffered, self.self_sneezes, self.gifts = ([0] * n_players for _ in range(4))
        self.drawn, self.used = ([dict.fromkeys(TITLES, 0) for _ in range(n_players)] for _ in range(2))
        self.wind_changes = self.lost_draws = 0
        self.first_at_limit: int | None = None
        for own in self.allergies:  # S2.2
            while not own:
                card = self.sneeze.draw()
                assert card is not None
                (self.sneeze.discard if card.face == WINDY else own).append(card)
        self.begin()

    # --- decisions ----------------------------------------------------------------------------------------------------

    def begin(self) -> None:
        """Start the turn of the current player."""
        self.steps = self.play()
        self.decision: Decision | None = next(self.steps)

    def asked(self) -> tuple[int, list[Action]] | None:
        """Who decides and the legal actions; None at the end."""
        return None if self.decision is None else (self.decision.seat, self.decision.legal)

    def act(self, action: Action) -> None:
        """Carry out a legal action."""
        assert self.decision is not None
        assert action in self.decision.legal
        self.decision = self.send(action)

    def send(self, action: Action) -> Decision | None:
        try:
            return self.steps.send(action)
        except StopIteration:
            return None

    def play(self) -> Steps:
        while self.end is None:
            try:
                yield from self.take_turn()
            except Won:
                self.finish_turn()

    # --- a turn (S4) --------------------------------------------------------------------------------------------------

    def take_turn(self) -> Steps:
        a = self.current
        self.sneezed: set[int] = set()
        self.events = 0
        self.moved = False
        self.enough_at_turn_start = self.can_give()
        action = yield Decision(a, TURN, self.turn_actions())
        card = yield from self.payment(action)
        self.carry_out(action, card)
        while sneezers := self.sneezers():  # S9, at most two events
            yield from self.event(sneezers)
        if self.rules.win_check_timing == "end_of_turn":
            self.check_allergy_wins()
        self.end_turn()

    def end_turn(self) -> None:
        """S4.3, section 5."""
        self.finish_turn()
        if self.quiet >= self.n and not any(self.hands):
            self.end = STALEMATE
        elif self.turns == self.rules.max_turns:
            self.end = CAPPED
        self.current = (self.current + 1) % self.n

    def finish_turn(self) -> None:
        """What ends every turn, the winning one too."""
        if self.air_card is not None:
            self.and_now.discard.append(self.air_card)
        self.air = self.air_card = None
        self.turns += 1
        self.quiet = 0 if self.moved else self.quiet + 1

    def turn_actions(self) -> list[Action]:
        """S4.1, S6: flips, effects by title, Flip Double."""
        hand = {c.face for c in self.hands[self.current]}
        actions: list[Action] = [("flip", 0), ("flip", 1)]
        for title in TITLES[:-1]:
            by_any_card = title in ("mix", "clean") and self.rules.and_now_mode != "standard"  # S6.2, S6.3
            by_its_card = title in hand and self.rules.and_now_mode != "simplified"
            if by_its_card or (by_any_card and hand):
                actions += [a for a in ACTIONS[TURN] if a[0] == title and self.has_target(a)]
        if hand:
            actions += [("double", 0), ("double", 1)]
        return actions

    def has_target(self, action: Action) -> bool:
        """S6.6, SA17."""
        title, *parameters = action
        noop_allowed = self.rules.allow_noop_and_now
        if title == "gust":
            return noop_allowed or bool(self.pools[self.physical(parameters[0])])
        if title in ("trick", "clean"):
            side, kind = parameters
            return self.count(self.physical(side), kind) > 0
        if title == "mix":
            mine, other, theirs = parameters
            if other >= self.n or other == self.current or (mine == theirs and not noop_allowed):
                return False
            return self.needs(self.current, mine) > 0 and self.needs(other, theirs) > 0
        return True

    def payment(self, action: Action) -> Generator[Decision, Action, Card | None]:
        """Take the card that is played from the hand; None for a flip."""
        title, hand = action[0], self.hands[self.current]
        if title == "flip":
            return None
        if title == "double" or (title in ("mix", "clean") and self.rules.and_now_mode != "standard"):
            held = {c.face for c in hand}
            self.to_pay = action
            (title,) = yield Decision(self.current, PAY, [(t,) for t in TITLES if t in held])
        card = min(c for c in hand if c.face == title)
        hand.remove(card)
        self.used[self.current][title] += 1
        return card

    def carry_out(self, action: Action, card: Card | None) -> None:
        """S5, S7; then the card goes to its discard pile (S6.4)."""
        title, *parameters = action
        if title in ("flip", "double"):
            self.flip(self.physical(parameters[0]), 1 if title == "flip" else 2)
        elif title == "gust":
            self.clear(self.physical(parameters[0]))
        elif title == "clean":
            side, kind = parameters
            self.clean(self.physical(side), kind)
        elif title == "mix":
            self.mix(*parameters)
        elif title == "forecast":
            self.change_wind()
        if card is None:
            return
        self.moved = True
        if title == "breath":
            self.breath[self.current].append(card)
        elif title == "trick":
            side, kind = parameters
            self.tricks[self.physical(side)][kind].append(card)
        elif title == "air":
            self.air, self.air_card = (self.up, parameters[0]), card
        else:
            self.and_now.discard.append(card)

    def flip(self, side: int, n_cards: int) -> None:
        """S5.2, S7.8: all cards are revealed before any goes anywhere."""
        revealed = [c for c in (self.sneeze.draw() for _ in range(n_cards)) if c is not None]
        n_windy = 0
        for card in revealed:
            self.moved = True
            if card.face == WINDY:
                n_windy += 1
                self.sneeze.discard.append(card)
            else:
                self.pools[side].append(card)
        if n_windy == 1:
            self.change_wind()
            self.draw_and_now(self.current)
        elif n_windy == 2:  # SA11
            if self.rules.double_windy_drops_breath:
                self.drop_breath()
            for _ in range(self.rules.double_windy_draw):
                self.draw_and_now(self.current)

    def mix(self, mine: str, other: int, theirs: str) -> None:
        """S7.4: the oldest of each type, in place."""
        own, their = self.allergies[self.current], self.allergies[other]
        i = next(i for i, c in enumerate(own) if c.face == mine)
        j = next(j for j, c in enumerate(their) if c.face == theirs)
        own[i], their[j] = their[j], own[i]

    # --- pools, wind, And Now cards -----------------------------------------------------------------------------------

    def physical(self, side: int) -> int:
        """The physical side that is upwind (0) or downwind (1) now."""
        return self.up if side == 0 else 1 - self.up

    def count(self, side: int, kind: str) -> int:
        """Cards of a type in a physical pool."""
        return sum(c.face == kind for c in self.pools[side])

    def effective(self, side: int, kind: str) -> int:
        """S8.1."""
        return (self.count(side, kind) + (self.air == (side, kind))) * 2 ** len(self.tricks[side][kind])

    def clean(self, side: int, kind: str) -> None:
        """S7.6: all cards of a type leave a pool, and their Mean Tricks."""
        gone = [c for c in self.pools[side] if c.face == kind]
        self.pools[side] = [c for c in self.pools[side] if c.face != kind]
        self.sneeze.discard += gone
        self.and_now.discard += self.tricks[side][kind]
        self.tricks[side][kind] = []

    def clear(self, side: int) -> None:
        """S7.1, S9.5."""
        for kind in TYPES:
            self.clean(side, kind)
        if self.air is not None and self.air[0] == side:
            self.air = None

    def change_wind(self) -> None:
        """S10."""
        self.up = 1 - self.up
        self.wind_changes += 1
        self.drop_breath()

    def drop_breath(self) -> None:
        for cards in self.breath:
            self.and_now.discard += cards
            cards.clear()

    def draw_and_now(self, seat: int) -> None:
        """S11.2."""
        card = self.and_now.draw()
        if card is None:
            self.lost_draws += 1
        else:
            self.hands[seat].append(card)
            self.drawn[seat][card.face] += 1

    # --- sneezing (S8, S9) --------------------------------------------------------------------------------------------

    def needs(self, seat: int, kind: str) -> int:
        """Allergies of a type that a player has."""
        return sum(c.face == kind for c in self.allergies[seat])

    def matches(self, seat: int, side: int) -> bool:
        """S8.2."""
        own = self.allergies[seat]
        return bool(own) and all(self.needs(seat, t) <= self.effective(side, t) for t in TYPES)

    def sneezers(self) -> list[int]:
        """S8.3, in the order of processing: clockwise from the left of the current player, who is last."""
        seats = [(self.current + i) % self.n for i in range(1, self.n + 1)]
        return [s for s in seats if not self.breath[s] and self.matches(s, self.up)]

    def can_give(self) -> bool:
        return len(self.allergies[self.current]) >= self.rules.allergy_limit

    def event(self, sneezers: list[int]) -> Steps:
        """S9.1 to S9.6: everybody who matches sneezes at once."""
        rules, a = self.rules, self.current
        self.causing = self.up
        self.events += 1
        self.most_events = max(self.most_events, self.events)
        self.sneezed |= set(sneezers)
        for p in sneezers:
            if p == a:
                self.self_sneezes[a] += 1
            else:
                self.caused[a] += 1
                self.suffered[p] += 1
        if len(self.sneezed) >= self.w3:
            self.win(a, W3)
        enough = self.enough_at_turn_start if rules.gift_eligibility == "turn_start" else self.can_give()
        opportunities = 0
        self.pending = list(sneezers)
        for p in sneezers:
            if rules.gift_eligibility == "running":
                enough = self.can_give()
            at_cap = rules.allergy_cap != "none" and len(self.allergies[p]) >= rules.allergy_cap  # SA18
            if not at_cap:
                given = NO_GIFT
                if p != a and enough and self.allergies[a]:
                    opportunities += 1
                    self.gift_to = p
                    (given,) = yield Decision(a, GIFT, self.gift_actions(opportunities))
                if given == NO_GIFT:
                    self.new_allergy(p)
                else:
                    self.give(p, given)
            self.pending.remove(p)
            if rules.win_check_timing == "after_each_allergy":
                self.check_allergy_wins()
            self.draw_and_now(p)  # S9.4
            if p != a:
                self.draw_and_now(a)
        self.clear(self.pool_to_clear())
        if rules.win_check_timing == "after_event":
            self.check_allergy_wins()

    def gift_actions(self, opportunity: int) -> list[Action]:
        """SA6: the first opportunity of an event counts as 1."""
        actions: list[Action] = [(t,) for t in TYPES if self.needs(self.current, t)]
        mode = self.rules.gift_mode
        if mode == "all_optional" or (mode == "first_mandatory" and opportunity > 1):
            actions.append((NO_GIFT,))
        return actions

    def give(self, to: int, kind: str) -> None:
        card = next(c for c in self.allergies[self.current] if c.face == kind)
        self.allergies[self.current].remove(card)
        self.allergies[to].append(card)
        self.gifts[self.current] += 1
        self.note_limit()

    def new_allergy(self, p: int) -> None:
        """S9.3, S11.3."""
        card = self.sneeze.draw()
        if card is None:
            self.clear(self.pool_to_clear())
            card = self.sneeze.draw()
        if card is None:
            return
        if card.face == WINDY:
            self.sneeze.discard.append(card)
            self.change_wind()
            self.draw_and_now(p)
        else:
            self.allergies[p].append(card)
            self.note_limit()

    def pool_to_clear(self) -> int:
        """SA4."""
        return self.up if self.rules.clear_target == "current_upwind" else self.causing

    # --- the end (S12) ------------------------------------------------------------------------------------------------

    def note_limit(self) -> None:
        if self.first_at_limit is None and any(len(own) >= self.rules.allergy_limit for own in self.allergies):
            self.first_at_limit = self.turns

    def check_allergy_wins(self) -> None:
        """S12.2, S12.3."""
        below = [s for s in range(self.n) if len(self.allergies[s]) < self.rules.allergy_limit]
        if not below:
            self.win(self.current, W2)
        if len(below) == 1:
            self.win(below[0], W1_OWN if below[0] == self.current else W1_OTHER)

    def win(self, seat: int, how: str) -> None:
        self.winner, self.end = seat, how
        raise Won

    def standing(self, seat: int) -> int:
        """The fewer allergies the better."""
        return -len(self.allergies[seat])

    def ranks(self) -> list[int]:
        """S12.4: one winner, all others second; 0 for everybody if nobody won."""
        return [0 if self.winner is None else 1 if s == self.winner else 2 for s in range(self.n)]
