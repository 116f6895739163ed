"""A game with one option of every type, for tests of what surrounds games. It cannot be played."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import COMMON_ENDS, Game, Kernels, Rules, Words, option

NOTHING = np.dtype([("seat", np.int64)], align=True)


@dataclass(frozen=True)
class ToyRules(Rules):
    """One option of every type."""

    cards: int = option(6, "cards dealt to each player", "T1", low=1, high=10)
    chance: float = option(0.5, "chance of rain", "T2", low=0.0, high=1.0)
    open_hands: bool = option(False, "hands lie open", "T3")
    start: Any = option("left", "who starts", "T4", choices=("left", "right", 0, 1))
    points: tuple[int, ...] = option((5, 3), "points of the first, second, ...", "T5", low=0, high=9)
    deck: dict[str, int] = option({"red": 4, "blue": 2}, "how many of each", "T6", low=0, high=20)
    motto: str = option("none", "printed on the box", "T7", shown_range="any word")
    free: int = option(0, "any number at all", "T8")

    def validate(self, n_players: int) -> None:
        """There must be cards enough."""
        if self.cards * n_players > 24:
            raise UsageError(f"toy options: cards x players must be at most 24; {self.cards * n_players} came.")


def _never(*_: Any) -> Any:
    raise AssertionError("the toy game cannot be played")


def load_kernels() -> Kernels:
    """Never called."""
    return Kernels(*[_never] * 9)


GAME = Game(
    name="toy",
    title="Toy",
    version="1.0",
    summary="a game that cannot be played",
    players=(2, 3, 4),
    rules_class=ToyRules,
    pack_rules=_never,
    state_dtype=NOTHING,
    view_dtype=NOTHING,
    rules_dtype=NOTHING,
    load_kernels=load_kernels,
    words=Words(_never, _never, _never),
    purposes=("deck",),
    kinds=("play",),
    end_reasons=(*COMMON_ENDS, "all cards played"),
    illegal=("", "not in your hand"),
)
