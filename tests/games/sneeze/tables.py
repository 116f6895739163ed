"""One way to handle both engines in tests: the compiled kernels and the slow twin.

Players are A, B, ... = seats 0, 1, ...; actions are texts such as "flip up", "mix Cat B Dog", "pay gust", "give Cat".
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from simkit.game import make_rules
from simkit.games.sneeze import GAME
from simkit.games.sneeze import state as words
from tests.games.common.kernels import KernelTable
from tests.games.common.twins import TwinTable
from tests.games.sneeze.snapshots import NUMBER, bits, state_of_kernels, state_of_twin
from tests.reference import sneeze as twin
from tests.reference.decks import Card
from tests.reference.rng import Chance

SIDES = ("up", "down")
KINDS = (twin.TURN, twin.PAY, twin.GIFT)


def text_of(kind: str, action: twin.Action) -> str:
    """An action as text."""
    if kind == twin.PAY:
        return f"pay {action[0]}"
    if kind == twin.GIFT:
        return f"give {action[0]}"
    if action[0] == "mix":
        return f"mix {action[1]} {'ABCDEF'[action[2]]} {action[3]}"
    return " ".join(SIDES[part] if isinstance(part, int) else part for part in action)


NAMED = {kind: {text_of(kind, a): a for a in actions} for kind, actions in twin.ACTIONS.items()}


@dataclass
class Layout:
    """Which card lies where; decks have their top last, pools are physical sides."""

    deck: list[Card]
    adeck: list[Card]
    allergies: list[list[Card]]
    hands: list[list[Card]]
    breath: list[list[Card]]
    pools: list[list[Card]]
    tricks: list[dict[str, list[Card]]]
    discard: list[Card] = field(default_factory=list)
    adiscard: list[Card] = field(default_factory=list)
    current: int = 0


class Compiled(KernelTable):
    """The compiled game at work."""

    game = GAME

    def place(self, layout: Layout) -> None:
        state = self.state
        state.current = state.to_act = layout.current
        state.deck_n, state.adeck_n = len(layout.deck), len(layout.adeck)
        state.deck[: len(layout.deck)] = [c.slot for c in layout.deck]
        state.adeck[: len(layout.adeck)] = [c.slot for c in layout.adeck]
        state.unseen[:] = [sum(c.face == face for c in layout.deck) for face in twin.FACES]
        state.in_discard[:], state.pool_of[:] = 0, 0
        for card in layout.discard:
            state.in_discard[card.slot] = 1
        state.adiscard = bits(c.slot for c in layout.adiscard)
        for side, pool in enumerate(layout.pools):
            for card in pool:
                state.pool_of[card.slot] = 1 + side
            for t, kind in enumerate(twin.TYPES):
                state.pool[side, t] = sum(c.face == kind for c in pool)
                state.trick_cards[side, t] = bits(c.slot for c in layout.tricks[side][kind])
        for seat in range(self.n):
            own = layout.allergies[seat]
            state.n_allergies[seat] = len(own)
            state.allergy[seat, : len(own)] = [c.slot for c in own]
            types = [twin.TYPES.index(c.face) for c in own]
            state.allergies[seat] = (types + [-1] * words.SHOWN_ALLERGIES)[: words.SHOWN_ALLERGIES]
            state.needs[seat] = [sum(c.face == kind for c in own) for kind in twin.TYPES]
            state.hand[seat] = bits(c.slot for c in layout.hands[seat])
            state.breath[seat] = bits(c.slot for c in layout.breath[seat])
        # Where gifts are tested before the action, the kernels have tested when the turn began.
        state.eligible = len(layout.allergies[layout.current]) >= int(self.rules.limit)

    @property
    def kind(self) -> str:
        return KINDS[int(self.state.kind)]

    def legal(self) -> list[str]:
        kind = self.kind
        return [text_of(kind, twin.ACTIONS[kind][number]) for number in self.legal_numbers()]

    def refuses(self, text: str) -> bool:
        return self.check(NUMBER[self.kind][NAMED[self.kind][text]]) != 0

    def act(self, text: str) -> None:
        assert not self.refuses(text), f"{text} is refused, legal: {self.legal()}"
        self.step(NUMBER[self.kind][NAMED[self.kind][text]])

    def table(self) -> dict[str, Any]:
        return state_of_kernels(self.state)

    def faces(self) -> tuple[list[str], list[str]]:
        """Faces of all Sneeze slots and of all And Now slots ("" if absent)."""
        sneeze = [twin.FACES[int(f)] if f >= 0 else "" for f in self.rules.face]
        return sneeze, [twin.TITLES[int(t)] if t >= 0 else "" for t in self.rules.title]

    @property
    def air(self) -> tuple[int, str] | None:
        side = int(self.state.air_side)
        return None if side < 0 else (side, twin.TYPES[int(self.state.air_type)])

    @property
    def events_at_most(self) -> int:
        return int(self.state.most_events)


class Twin(TwinTable):
    """The slow twin at work."""

    text_of = staticmethod(text_of)

    def __init__(self, n_players: int, seed: int = 1, block: int = 0, **options: Any) -> None:
        self.n = n_players
        self.game = twin.Table(make_rules(GAME, options, n_players), n_players, Chance(seed, block))

    def place(self, layout: Layout) -> None:
        game = self.game
        game.sneeze.deck, game.sneeze.discard = layout.deck, layout.discard
        game.and_now.deck, game.and_now.discard = layout.adeck, layout.adiscard
        game.allergies, game.hands, game.breath = layout.allergies, layout.hands, layout.breath
        game.pools, game.tricks, game.current = layout.pools, layout.tricks, layout.current
        game.begin()

    def act(self, text: str) -> None:
        self.game.act(NAMED[self.kind][text])

    def table(self) -> dict[str, Any]:
        return state_of_twin(self.game)

    def faces(self) -> tuple[list[str], list[str]]:
        rules = self.game.rules
        sneeze, titles = [""] * 128, [""] * 64
        for card in twin.sneeze_cards(rules):
            sneeze[card.slot] = card.face
        for card in twin.and_now_cards(rules):
            titles[card.slot] = card.face
        return sneeze, titles

    @property
    def air(self) -> tuple[int, str] | None:
        return self.game.air

    @property
    def events_at_most(self) -> int:
        return self.game.most_events

    def ranks(self) -> list[int]:
        return self.game.ranks()

    def standings(self) -> list[int]:
        return [self.game.standing(seat) for seat in range(self.n)]


Side = Compiled | Twin


assert len(twin.ACTIONS[twin.TURN]) == words.N_ACTIONS
assert words.TITLES[:-1] == twin.OPTION_NAMES
