"""One way to handle both engines in tests: the compiled kernels and the slow twin.

Players are A, B, ... = seats 0, 1, ...; actions are texts: "put H", "wts random1 B", "light action", "ohno 0", "fish H
B", "four category H", "end"; faces such as "H1", "wild HL", "OIGT"; "yes", "no", "done", "escape", "suffer", "pile",
"discard"; a number of cards.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.game import make_rules
from simkit.games.doctor_li import GAME
from simkit.games.doctor_li import state as words
from simkit.games.doctor_li.faces import mask_of
from simkit.games.doctor_li.turn import begin_turn, turn_action_card
from simkit.jit import quiet_overflow
from tests.games.common.kernels import KernelTable
from tests.games.common.twins import TwinTable
from tests.games.doctor_li.twin_snapshots import counts_of_twin, number_of, slot_of, state_of_kernels, state_of_twin
from tests.reference import doctor_li as twin
from tests.reference import doctor_li_felt as felt
from tests.reference.decks import Card
from tests.reference.doctor_li_cards import ACTION_FACES, CATEGORIES, CATEGORY_FACES, FACES, deck, deck_counts
from tests.reference.rng import Chance

SEATS = "ABCDEF"


def text_of(kind: str, action: Any) -> str:
    """An action of the twin as text."""
    if kind != felt.PLAY:
        return str(action)
    name, *parts = action
    if name == "wts":
        parts[0] = parts[0].removeprefix("WTS ")
    seats = name in ("wts", "fish")
    return " ".join([name, *(SEATS[p] if seats and isinstance(p, int) else str(p) for p in parts)])


def action_of(kind: str, text: str) -> Any:
    """The twin's action that a text means."""
    if kind == felt.BOOST_DRAW:
        return int(text)
    if kind != felt.PLAY:
        return text
    name, *parts = text.split()
    if name == "wts":
        return name, f"WTS {parts[0]}", SEATS.index(parts[1])
    if name == "fish":
        return name, parts[0], SEATS.index(parts[1])
    return (name, int(parts[0])) if name == "ohno" else (name, *parts)


@dataclass
class Layout:
    """Which card lies where (the top of a pile last), who is active, and the step of the turn that begins."""

    hands: list[list[Card]]
    piles: list[list[Card]]
    discards: list[list[Card]]
    sets: list[tuple[int, str, list[Card]]]
    current: int = 0
    step: int = 3


def all_cards(n_players: int, options: dict[str, Any]) -> list[list[Card]]:
    """The cards of both stacks."""
    counts = deck_counts(make_rules(GAME, options, n_players), n_players)
    return [deck(CATEGORY_FACES, counts), deck(ACTION_FACES, counts)]


class Compiled(KernelTable):
    """The compiled game at work."""

    game = GAME

    def place(self, layout: Layout) -> None:
        state = self.state
        for name in ("place", "hand", "hand_sizes", "known", "dumped", "set_faces", "held", "suits", "lying", "counts"):
            state[name] = 0
        for seat, hand in enumerate(layout.hands):
            for card in hand:
                state.place[slot_of(card)] = words.HAND + seat
                state.hand[seat, FACES.index(card.face)] += 1
                state.held[seat] |= 1 << FACES.index(card.face)
                state.suits[seat] += [mask_of(FACES.index(card.face)) >> c & 1 for c in range(3)]
            state.hand_sizes[seat] = len(hand)
        for stack in (0, 1):
            pile, discard = layout.piles[stack], layout.discards[stack]
            state.pile_n[stack], state.discard_n[stack] = len(pile), len(discard)
            state.piles[stack, : len(pile)] = [slot_of(c) for c in pile]
            for card in pile:
                state.place[slot_of(card)] = words.PILE
            for card in discard:
                state.place[slot_of(card)] = words.DISCARD
                state.dumped[FACES.index(card.face)] += 1
                state.lying |= 1 << FACES.index(card.face)
        state.discard[: len(layout.discards[0])] = [c.slot for c in layout.discards[0]]
        for number, (owner, category, cards) in enumerate(layout.sets):
            self.lay_down(number, owner, CATEGORIES.index(category), cards)
        state.current = state.to_act = layout.current
        self.begin(layout.step)

    def lay_down(self, number: int, owner: int, category: int, cards: list[Card]) -> None:
        state, size = self.state, len(cards)
        state.set_owner[number], state.set_category[number], state.set_n[number] = owner, category, size
        state.down[owner, category] += 1
        state.points[owner] += int(self.rules.set_points[size - 3])
        for card in cards:
            state.place[card.slot] = words.SET + number
            state.set_faces[FACES.index(card.face)] += 1

    def begin(self, step: int) -> None:
        state = self.state
        state.turned, state.plays, state.putdowns, state.kind = -1, 0, 0, words.PLAY
        with quiet_overflow():
            if step == 1:
                begin_turn(state, self.rules, self.chance)
            if step == 2:
                turn_action_card(state, self.rules, self.chance)

    @property
    def kind(self) -> str:
        return words.KINDS[int(self.state.kind)]

    def legal(self) -> list[str]:
        """The legal actions as texts; they are found among the twin's actions by their numbers."""
        names = {number_of(self.kind, a): text_of(self.kind, a) for a in every_action(self.kind)}
        return [names[number] for number in self.legal_numbers()]

    def refuses(self, text: str) -> bool:
        return self.check(number_of(self.kind, action_of(self.kind, text))) != 0

    def act(self, text: str) -> None:
        assert not self.refuses(text), f"{text} is refused at '{self.kind}', legal: {self.legal()}"
        self.step(number_of(self.kind, action_of(self.kind, text)))

    def table(self) -> dict[str, Any]:
        return state_of_kernels(self.state)

    def deck(self) -> Counter[str]:
        """How often each face is in the game."""
        return Counter(FACES[int(f)] for f in self.rules.face if f >= 0)

    def counts(self) -> list[list[int]]:
        return self.state.counts[: self.n, : words.N_COUNTS].tolist()

    def decided_late(self) -> bool:
        return self.tallies()["decided_last_round"] == 1

    def finisher_wins(self) -> bool:
        return self.tallies()["finisher_wins"] == 1

    def held(self, card: str) -> list[int]:
        """Cards of a counted kind in each hand, as the tallies have it."""
        found: list[int] = self.tallies()[f"held_{card.lower()}"]
        return found

    def tallies(self) -> dict[str, Any]:
        """Tallies of the game, and for each of the seats a list."""
        per_game = np.zeros(len(GAME.tallies_of("game")), np.int64)
        per_seat = np.zeros((8, len(GAME.tallies_of("seat"))), np.int64)
        with quiet_overflow():
            self.kernels.tally(self.state, self.rules, per_game, per_seat)
        found: dict[str, Any] = {t.name: int(v) for t, v in zip(GAME.tallies_of("game"), per_game, strict=True)}
        columns = per_seat[: self.n].T.tolist()
        return found | {t.name: column for t, column in zip(GAME.tallies_of("seat"), columns, strict=True)}


def every_action(kind: str) -> list[Any]:
    """All actions that a decision of this kind may ever offer."""
    if kind == felt.BOOST_DRAW:
        return [0, 1, 2]
    if kind != felt.PLAY:
        special = ["no", "yes", "pile", "discard"] if kind in BINARY else [felt.DONE, felt.ESCAPE, felt.SUFFER]
        wanted = {felt.SOURCE: special[2:], felt.AGG_PAY: [*FACES, felt.ESCAPE, felt.SUFFER]}
        return wanted.get(kind, special[:2] if kind in BINARY else [*FACES, felt.DONE])
    seats = range(6)
    plays: list[Any] = [("end",), *(("ohno", i) for i in range(words.N_SETS)), *(("put", c) for c in CATEGORIES)]
    plays += [("wts", f, v) for f in FACES if f.startswith("WTS") for v in seats]
    plays += [("fish", c, v) for c in CATEGORIES for v in seats]
    for pile in ("category", "action"):
        plays += [("light", pile), *(("four", pile, c) for c in CATEGORIES)]
    return plays


BINARY = (felt.SOURCE, felt.LOGO, felt.INTERRUPT, felt.DEFLECT, felt.COUNTER)


class Twin(TwinTable):
    """The slow twin at work."""

    text_of = staticmethod(text_of)

    def __init__(self, n_players: int, seed: int = 1, block: int = 0, **options: Any) -> None:
        self.n = n_players
        self.game = twin.Table(make_rules(GAME, options, n_players), n_players, Chance(seed, block))

    def place(self, layout: Layout) -> None:
        game = self.game
        for seat, player in enumerate(game.players):
            player.hand, player.known = list(layout.hands[seat]), felt.Counter()
            player.counts = dict.fromkeys(felt.TALLIES, 0)
        for stack, pile, discard in zip((game.category, game.action), layout.piles, layout.discards, strict=True):
            stack.deck, stack.discard = list(pile), list(discard)
        game.sets = {i: felt.Down(owner, category, cards) for i, (owner, category, cards) in enumerate(layout.sets)}
        game.current = layout.current
        for name in ("take_a_category_card", "turn_a_card")[: layout.step - 1]:
            setattr(game, name, self.skipped_once(name))
        game.steps = game.play()
        game.decision = next(game.steps, None)

    def skipped_once(self, name: str) -> Callable[[], Iterator[Any]]:
        """A step that lies before the beginning; in the next turn it is taken as ever."""

        def nothing() -> Iterator[Any]:
            delattr(self.game, name)
            yield from ()

        return nothing

    def act(self, text: str) -> None:
        assert not self.refuses(text), f"{text} is refused at '{self.kind}', legal: {self.legal()}"
        self.game.act(action_of(self.kind, text))

    def table(self) -> dict[str, Any]:
        return state_of_twin(self.game)

    def deck(self) -> Counter[str]:
        """How often each face is in the game, told at its start."""
        stacks = (self.game.category, self.game.action)
        lying = [c.face for stack in stacks for c in (*stack.deck, *stack.discard)]
        return Counter([*lying, *(c.face for p in self.game.players for c in p.hand)])

    def counts(self) -> list[list[int]]:
        return counts_of_twin(self.game)

    def held(self, card: str) -> list[int]:
        return [self.game.number_at_end(seat, card) for seat in range(self.n)]

    def ranks(self) -> list[int]:
        return self.game.ranks()

    def standings(self) -> list[int]:
        return [self.game.standing(seat) for seat in range(self.n)]

    def decided_late(self) -> bool:
        return self.game.decided_in_last_round()

    def finisher_wins(self) -> bool:
        return self.game.finisher_wins()


Side = Compiled | Twin
