"""Anaphylaxis, slow and obvious: plain objects, written from the rules' specification alone (its items: A1.1 ... A9.3).

Seats count from 0 clockwise: the left neighbour of seat s is s + 1, the right one s - 1 (AA18).
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from tests.reference.rng import Chance

COLOURS = "RGYB"
TRUMP_AGAINST = {"R": "B", "G": "R", "Y": "G", "B": "Y"}  # A1.5
VALUES = (1, 2, 3, 4, 4, 5, 5)  # A1.1
PURPOSE_DEAL = 0
EXCHANGE, TRICK = "exchange", "trick"


class Card(NamedTuple):
    """A card; its two copies are equal."""

    colour: str
    value: int

    @property
    def is_bee(self) -> bool:  # A1.3
        return self.value >= 4

    def __str__(self) -> str:
        return f"{self.colour}{self.value}"


PASS = "pass"
Action = Card | str


def card(text: str) -> Card:
    """Card of a text such as "R4"."""
    return Card(text[0], int(text[1]))


def cards(text: str) -> list[Card]:
    """Cards of a text such as "R4 G5"."""
    return [card(word) for word in text.split()]


def number(action: Action) -> int:
    """The number by which the game knows an action: 5 * colour + value - 1, or 20 for a pass."""
    return 20 if isinstance(action, str) else 5 * COLOURS.index(action.colour) + action.value - 1


def action_of(number: int) -> Action:
    """The action of a number."""
    return PASS if number == 20 else Card(COLOURS[number // 5], number % 5 + 1)


def full_deck(n_players: int) -> list[Card]:
    """A1.2, in the order from which every shuffle starts."""
    deck = [Card(colour, value) for colour in COLOURS for value in VALUES]
    return deck if n_players == 4 else [c for c in deck if c.value not in (1, 5)]


def pairs(front: list[Card]) -> set[Card]:
    """The cards of which two lie in front (A6.1)."""
    return {c for c in front if front.count(c) == 2}


def best_play(plays: list[tuple[int, Card]], lead: str) -> int | None:
    """The seat whose card wins by A5.1 and A5.2; None if no card can. `plays` is in the order of play."""
    for colour in (TRUMP_AGAINST[lead], lead):
        of_colour = [(seat, c) for seat, c in plays if c.colour == colour]
        if of_colour:
            highest = max(c.value for _, c in of_colour)
            return next(seat for seat, c in of_colour if c.value == highest)
    return None


@dataclass
class Player:
    """What one player has."""

    hand: list[Card] = field(default_factory=list)
    front: list[Card] = field(default_factory=list)
    given: list[Card] = field(default_factory=list)
    received: list[Card] = field(default_factory=list)
    thrown: list[Card] = field(default_factory=list)
    voids: set[str] = field(default_factory=set)
    passes: int = 0
    still_in: bool = True
    markers: int = 0
    total: int = 0
    # Tallies over the whole game.
    bees_total: int = 0
    passes_total: int = 0
    eliminations: int = 0
    kills: int = 0
    tricks_won: int = 0

    def start_round(self, hand: list[Card]) -> None:
        """A3.3."""
        self.hand, self.front, self.given, self.received, self.thrown = hand, [], [], [], []
        self.voids, self.passes, self.still_in, self.markers = set(), 0, True, 0


class Table:
    """One game in progress. `actor`, `kind` and `legal()` say what is to be decided; `act` decides it.

    Args:
        rules: any object with the option names of the specification as attributes.
        first_dealer: dealer of round 1 (A2.2; seat 0 unless a test says otherwise).
    """

    def __init__(self, rules: Any, n_players: int, chance: Chance, first_dealer: int = 0) -> None:
        self.rules, self.n, self.chance = rules, n_players, chance
        self.players = [Player() for _ in range(n_players)]
        self.n_rounds = n_players if rules.rounds == "players" else rules.rounds  # A2.1, AA20
        self.dealer = first_dealer
        self.round_number = 0
        self.turns = self.rounds_done = self.tricks = self.sole_survivor_rounds = 0
        self.ended = False
        self.log: list[str] = []
        self.start_round()

    # --- rounds -------------------------------------------------------------------------------------------------------

    def start_round(self) -> None:
        """A3.1: shuffle and deal by seat number; the leftover stays face down."""
        self.round_number += 1
        self.round_tricks = 0
        deck = full_deck(self.n)
        self.chance.start(PURPOSE_DEAL).shuffle(deck)
        size = len(deck) // self.n
        for seat, player in enumerate(self.players):
            player.start_round(deck[seat * size : (seat + 1) * size])
        self.leftover = deck[self.n * size :]
        self.set_aside: list[Card] = []
        self.to_choose = [s for s in self.clockwise_from(self.dealer) for _ in range(self.rules.exchange_count)]
        self.kind = EXCHANGE
        if self.to_choose:
            self.actor: int | None = self.to_choose[0]
        else:
            self.start_trick(self.dealer)  # A4.1

    def clockwise_from(self, seat: int) -> list[int]:
        """All seats, clockwise from one."""
        return [(seat + i) % self.n for i in range(self.n)]

    def still_in(self) -> list[int]:
        """Seats of the players not eliminated."""
        return [s for s in range(self.n) if self.players[s].still_in]

    def first_in_from(self, seat: int) -> int:
        """The seat itself if still in, else the next to its left that is."""
        return next(s for s in self.clockwise_from(seat) if self.players[s].still_in)

    # --- decisions ----------------------------------------------------------------------------------------------------

    def legal(self) -> list[Action]:
        """A3.2, A4.4, A4.6: distinct legal actions, in the order of their numbers."""
        assert self.actor is not None
        player = self.players[self.actor]
        if self.kind == EXCHANGE:
            return sorted(set(player.hand), key=number)
        following = [c for c in player.hand if c.colour == self.lead]
        actions: list[Action] = sorted(set(following or player.hand), key=number)
        leading = not self.acted
        if player.passes < self.rules.max_passes and (self.rules.leader_may_pass or not leading):
            actions.append(PASS)
        return actions

    def asked(self) -> tuple[int, list[Action]] | None:
        """Who decides and the legal actions; None at the end."""
        return None if self.actor is None else (self.actor, self.legal())

    def act(self, action: Action) -> None:
        """Carry out a legal action of the player whose turn it is."""
        assert action in self.legal()
        if self.kind == EXCHANGE:
            self.give(action)
        else:
            self.take_turn(action)

    def give(self, action: Action) -> None:
        """A3.2: cards lie face down until everybody has chosen, then all change hands at once."""
        assert isinstance(action, Card)
        giver = self.players[self.to_choose.pop(0)]
        giver.hand.remove(action)
        giver.given.append(action)
        if self.to_choose:
            self.actor = self.to_choose[0]
            return
        direction = self.rules.exchange_dir
        to_right = direction == "right" or (direction == "alternate" and self.round_number % 2 == 1)
        for seat, player in enumerate(self.players):
            receiver = self.players[(seat - 1 if to_right else seat + 1) % self.n]
            receiver.received = list(player.given)
            receiver.hand.extend(player.given)
        self.start_trick(self.dealer)

    # --- tricks -------------------------------------------------------------------------------------------------------

    def start_trick(self, leader: int) -> None:
        self.kind = TRICK
        self.leader = leader
        self.lead: str | None = None
        self.acted: list[tuple[int, Action]] = []
        self.waiting = [s for s in self.clockwise_from(leader) if self.players[s].still_in]  # A4.2
        self.actor = leader

    def take_turn(self, action: Action) -> None:
        assert self.actor is not None
        seat, player = self.actor, self.players[self.actor]
        self.turns += 1
        if isinstance(action, Card):
            player.hand.remove(action)
            player.thrown.append(action)
            if self.lead is None:
                self.lead = action.colour  # A4.3
            elif action.colour != self.lead:
                player.voids.add(self.lead)
        else:
            player.passes += 1  # A4.5
        self.acted.append((seat, action))
        self.waiting.remove(seat)
        if self.waiting:
            self.actor = self.waiting[0]
        else:
            self.end_trick()

    def end_trick(self) -> None:
        self.tricks += 1
        self.round_tricks += 1
        plays = [(seat, action) for seat, action in self.acted if isinstance(action, Card)]
        if plays:
            assert self.lead is not None
            winner = best_play(plays, self.lead)
            assert winner is not None
        else:
            winner = self.acted[0][0]  # A5.3
        self.winner = winner
        taker = self.players[winner]
        taker.tricks_won += 1
        had = list(taker.front)
        taker.front += [c for _, c in plays if c.is_bee]  # A5.4
        self.set_aside += [c for _, c in plays if not c.is_bee]
        eliminated = bool(pairs(taker.front))
        if eliminated:
            taker.still_in = False  # A6.1
            taker.eliminations += 1
            if self.rules.elimination_zeroes_total:  # AA3; rulebook: "their score becomes 0 points", at once
                taker.total = 0
            self.blame(winner, had, plays)
        # A6.2
        if len(self.still_in()) == 1 or any(not self.players[s].hand for s in self.still_in()):
            self.end_round()
        else:
            self.start_trick(self.next_leader(winner, plays) if eliminated else winner)  # A6.3

    def blame(self, loser: int, had: list[Card], plays: list[tuple[int, Card]]) -> None:
        """A9.1, A9.2: who played the second card of each pair; with the option on, that player takes the pair."""
        for pair in pairs(self.players[loser].front):
            culprit = [seat for seat, c in plays if c == pair][-1]
            assert had.count(pair) + sum(c == pair for _, c in plays) == 2
            if culprit != loser:
                self.players[culprit].kills += 1
            if self.rules.final_blow_bonus:
                self.players[culprit].markers += 1
                self.players[loser].front = [c for c in self.players[loser].front if c != pair]
                self.set_aside += [pair, pair]

    def next_leader(self, eliminated: int, plays: list[tuple[int, Card]]) -> int:
        """A6.3, AA2."""
        reading = self.rules.lead_after_elimination
        if reading == "dealer":
            return self.first_in_from(self.dealer)
        if reading == "second_best":
            assert self.lead is not None
            second = best_play([(seat, c) for seat, c in plays if seat != eliminated], self.lead)
            if second is not None:
                return second
        return self.first_in_from(eliminated)

    # --- scoring ------------------------------------------------------------------------------------------------------

    def round_points(self, seat: int) -> int:
        """A7.1, A7.2, A9.3: the points of one player for the round as it lies."""
        rules, player = self.rules, self.players[seat]
        if not player.still_in:
            return 0
        most = max(len(self.players[s].front) for s in self.still_in())
        points = len(player.front) + rules.pass_points[player.passes]
        if len(player.front) == most and (most > 0 or not rules.most_bonus_needs_bee):
            points += self.round_number if rules.most_bonus == "round" else rules.most_bonus
        if len(self.still_in()) == 1:
            points += rules.sole_survivor_bonus
        if rules.final_blow_bonus:
            points += rules.final_blow_points * player.markers
        return points

    def end_round(self) -> None:
        self.points = [self.round_points(seat) for seat in range(self.n)]
        for player, points in zip(self.players, self.points, strict=True):
            player.total += points
            player.bees_total += len(player.front)
            player.passes_total += player.passes
        self.sole_survivor_rounds += len(self.still_in()) == 1
        self.rounds_done += 1
        if self.rounds_done == self.n_rounds:
            self.ended = True
            self.actor = None
        else:
            self.dealer = (self.dealer + 1) % self.n  # A2.2
            self.start_round()

    def standing(self, seat: int) -> int:
        """Total plus bees in front while in the round; what has been scored is not counted twice."""
        player = self.players[seat]
        return player.total + (len(player.front) if player.still_in and not self.ended else 0)

    def ranks(self) -> list[int]:
        """A8.1: 1 = winners; ties share the lower number."""
        return [1 + sum(other.total > player.total for other in self.players) for player in self.players]

    def credits(self) -> list[float]:
        """A8.1: one win, shared by the winners."""
        winners = self.ranks().count(1)
        return [1 / winners if rank == 1 else 0.0 for rank in self.ranks()]
