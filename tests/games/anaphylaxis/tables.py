"""One way to handle both engines in tests: the compiled kernels and the slow twin.

Cards are written as in the specification: R4 is Red 4, x is a pass. Seats count from 0.
"""

from __future__ import annotations

from typing import Any

from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from simkit.games.anaphylaxis import state as words
from tests.games.anaphylaxis.snapshots import (
    HEADS,
    OPEN,
    PARTS,
    SEEN,
    SPOTS,
    TALLIES,
    name,
    number,
    pile,
    spread,
)
from tests.games.common.kernels import KernelTable, plain
from tests.reference import anaphylaxis as twin
from tests.reference.rng import Chance


class Compiled(KernelTable):
    """The compiled game at work."""

    game = GAME

    def place(self, hands: list[list[twin.Card]], fronts: list[list[twin.Card]], scene: dict[str, Any]) -> None:
        state, table, n = self.state, self.state.table, self.n
        state.to_act, state.kind = scene["leader"], words.TRICK
        state.rounds = scene["round_number"] - 1
        state.given[:] = 0
        state.hands[:n] = [pile(h) for h in hands]
        table.cards[:n] = [len(h) for h in hands]
        table.bees[:n] = [pile(f) for f in fronts]
        table.passes[:n], table.out[:n], table.scores[:n] = scene["passes"], scene["out"], scene["totals"]
        table.played[:], table.lead = words.NO_CARD, words.NO_COLOUR
        state.ahead[:n] = [
            total + (0 if out else len(front))
            for total, out, front in zip(scene["totals"], scene["out"], fronts, strict=True)
        ]
        table.dealer, table.leader, table.round_number = scene["dealer"], scene["leader"], scene["round_number"]

    def legal(self) -> list[str]:
        return [name(action) for action in self.legal_numbers()]

    def refuses(self, text: str) -> bool:
        return self.check(number(text)) != 0

    def act(self, text: str) -> None:
        assert not self.refuses(text), f"{text} is refused, legal: {self.legal()}"
        self.step(number(text))

    def front(self, seat: int) -> list[str]:
        return spread(int(self.state.table.bees[seat]))

    def hand(self, seat: int) -> list[str]:
        return spread(int(self.state.hands[seat]))

    def passes(self, seat: int) -> int:
        return int(self.state.table.passes[seat])

    def is_out(self, seat: int) -> bool:
        return bool(self.state.table.out[seat])

    def markers(self, seat: int) -> int:
        return int(self.state.table.markers[seat])

    def totals(self) -> list[int]:
        return [int(s) for s in self.state.table.scores[: self.n]]

    def tricks_won(self) -> list[int]:
        return [int(t) for t in self.state.tricks_won[: self.n]]

    def tricks(self) -> int:
        return int(self.state.tricks)

    def dealer(self) -> int:
        return int(self.state.table.dealer)

    def round_number(self) -> int:
        return int(self.state.table.round_number)

    def exchanging(self) -> bool:
        return int(self.state.kind) == words.EXCHANGE

    def leftover(self) -> list[str]:
        return [] if int(self.state.leftover) < 0 else [name(int(self.state.leftover))]

    def snapshot(self) -> tuple[Any, ...]:
        """Heads, open table, hands, gifts, leftover, tallies: as plain numbers and lists."""
        s = plain(self.state.tolist())
        table, *parts = PARTS(s)
        return HEADS(s), OPEN(table) + SPOTS(table), *parts, TALLIES(s)

    def seen(self) -> tuple[Any, ...]:
        """The view of the player to act, as `view_of_twin`, and the view's copy of the open table."""
        seat, kind, n_legal, later, hand, given, received, legal, table = SEEN(plain(self.look().tolist()))
        later = later if kind == words.TRICK else None
        return (seat, kind, n_legal, later, hand, given, received, legal[:n_legal]), OPEN(table) + SPOTS(table)


class Twin:
    """The slow twin at work."""

    def __init__(self, n_players: int, seed: int = 1, block: int = 0, **options: Any) -> None:
        self.n = n_players
        self.game = twin.Table(make_rules(GAME, options, n_players), n_players, Chance(seed, block))

    def place(self, hands: list[list[twin.Card]], fronts: list[list[twin.Card]], scene: dict[str, Any]) -> None:
        game = self.game
        game.round_number, game.rounds_done = scene["round_number"], scene["round_number"] - 1
        game.dealer = scene["dealer"]
        for seat, player in enumerate(game.players):
            player.hand, player.front, player.given = hands[seat], fronts[seat], []
            player.passes, player.still_in = scene["passes"][seat], not scene["out"][seat]
            player.total = scene["totals"][seat]
        game.start_trick(scene["leader"])

    @property
    def actor(self) -> int | None:
        return self.game.actor

    def legal(self) -> list[str]:
        return [name(twin.number(a)) for a in self.game.legal()]

    def refuses(self, text: str) -> bool:
        return text not in self.legal()

    def act(self, text: str) -> None:
        self.game.act(twin.action_of(number(text)))

    def front(self, seat: int) -> list[str]:
        return spread(pile(self.game.players[seat].front))

    def hand(self, seat: int) -> list[str]:
        return spread(pile(self.game.players[seat].hand))

    def passes(self, seat: int) -> int:
        return self.game.players[seat].passes

    def is_out(self, seat: int) -> bool:
        return not self.game.players[seat].still_in

    def markers(self, seat: int) -> int:
        return self.game.players[seat].markers

    def totals(self) -> list[int]:
        return [p.total for p in self.game.players]

    def tricks_won(self) -> list[int]:
        return [p.tricks_won for p in self.game.players]

    def tricks(self) -> int:
        return self.game.tricks

    def dealer(self) -> int:
        return self.game.dealer

    def round_number(self) -> int:
        return self.game.round_number

    def exchanging(self) -> bool:
        return self.game.kind == twin.EXCHANGE

    def leftover(self) -> list[str]:
        return [str(c) for c in self.game.leftover]

    def ranks(self) -> list[int]:
        return self.game.ranks()

    def standings(self) -> list[int]:
        return [self.game.standing(seat) for seat in range(self.n)]


Side = Compiled | Twin


def scene(
    side: type[Side],
    hands: str,
    *,
    fronts: str | None = None,
    passes: tuple[int, ...] | None = None,
    out: tuple[int, ...] | None = None,
    totals: tuple[int, ...] | None = None,
    dealer: int = 0,
    leader: int = 0,
    round_number: int = 1,
    **options: Any,
) -> Any:
    """A trick about to begin. `hands` and `fronts`: one part a seat, divided by |, as in "R2 G1 | R4 | ..."."""
    held = [twin.cards(part) for part in hands.split("|")]
    n = len(held)
    table = side(n, **options)
    lying = [twin.cards(part) for part in fronts.split("|")] if fronts else [[] for _ in range(n)]
    none = (0,) * n
    details = {
        "passes": passes or none,
        "out": out or none,
        "totals": totals or none,
        "dealer": dealer,
        "leader": leader,
        "round_number": round_number,
    }
    table.place(held, lying, details)
    return table


def play(table: Side, actions: str) -> None:
    """Play a row of actions: "P0 R2, P1 x" names who is expected to act."""
    for part in actions.split(","):
        who, action = part.split()
        assert table.actor == int(who[1:]), f"P{table.actor} is to act, not {who}"
        table.act(action)


KEEP = "G1 G2|G1 Y1|G2 Y2|Y3 G3"  # what everybody holds besides: enough for a few more tricks


def after_trick(side: type[Side], trick: str, **details: Any) -> Any:
    """The table after one trick, given in the order of play, in which everybody keeps two cards more."""
    keep = details.pop("keep", KEEP).split("|")
    moves = dict(part.split() for part in trick.split(","))
    hands = [f"{moves.get(f'P{s}', '')} {keep[s]}".replace("x", "") for s in range(len(keep))]
    table = scene(side, "|".join(hands), leader=int(trick.split()[0][1:]), **details)
    play(table, trick)
    return table
