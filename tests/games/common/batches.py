"""What the engine's batch must say about a game between uniform players, found by a twin alone."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, Protocol

from tests.reference.rng import choice_stream


class Played(Protocol):
    """A twin as this module drives it."""

    n: int
    turns: int

    def asked(self) -> tuple[int, Sequence[Any]] | None:
        """Who decides and the legal actions; None at the end."""

    def act(self, action: Any) -> None: ...

    def standing(self, seat: int) -> int: ...


def play_uniformly(game: Played, seed: int, block: int, repeat: int) -> dict[str, int]:
    """Play to the end as `tests.reference.players.uniform` does; returns the engine's counts."""
    streams = [choice_stream(seed, block, repeat, seat) for seat in range(game.n)]
    found = {"decisions": 0, "forced": 0, "legal_actions": 0}
    leaders: list[set[int]] = []
    while (asked := game.asked()) is not None:
        seat, legal = asked
        action = legal[0]
        if len(legal) == 1:
            found["forced"] += 1
        else:
            found["decisions"] += 1
            found["legal_actions"] += len(legal)
            action = legal[streams[seat].below(len(legal))]
        turns = game.turns
        game.act(action)
        if game.turns > turns:
            standings = [game.standing(s) for s in range(game.n)]
            leaders.append({s for s, ahead in enumerate(standings) if ahead == max(standings)})
    return found | {"lead_changes": sum(a != b for a, b in pairwise(leaders))}
