"""The compiled kernels of a game at work, one call at a time, and records as plain numbers."""

from __future__ import annotations

from operator import itemgetter
from typing import Any

import numpy as np

from simkit.game import OUTCOME, RUNNING, Game, make_rules
from simkit.jit import quiet_overflow
from simkit.rng import make_chance


class KernelTable:
    """One game in progress on the kernels; actions are the kernels' numbers."""

    game: Game

    def __init__(self, n_players: int, seed: int = 1, block: int = 0, **options: Any) -> None:
        game = self.game
        self.kernels = game.load_kernels()
        self.n = n_players
        self.rules = game.pack_rules(make_rules(game, options, n_players), n_players)[0]
        self.state = np.zeros(1, game.state_dtype).view(np.recarray)[0]
        self.view = np.zeros(1, game.view_dtype).view(np.recarray)[0]
        self.chance = make_chance(seed, block, len(game.purposes))
        self.state.n_players = n_players
        with quiet_overflow():
            self.kernels.setup(self.state, self.rules, self.chance)

    @property
    def actor(self) -> int | None:
        return None if int(self.state.ended) != RUNNING else int(self.state.to_act)

    def look(self) -> Any:
        with quiet_overflow():
            self.kernels.view(self.state, self.rules, int(self.state.to_act), self.view)
        return self.view

    def legal_numbers(self) -> list[int]:
        view = self.look()
        return [int(a) for a in view.legal[: int(view.n_legal)]]

    def check(self, action: int) -> int:
        with quiet_overflow():
            return int(self.kernels.check(self.state, self.rules, action))

    def step(self, action: int) -> None:
        with quiet_overflow():
            self.kernels.step(self.state, self.rules, action, self.chance)

    def outcome(self) -> Any:
        rows = np.zeros(1, OUTCOME).view(np.recarray)
        with quiet_overflow():
            self.kernels.outcome(self.state, self.rules, rows[0])
        return rows[0]

    def ranks(self) -> list[int]:
        return [int(r) for r in self.outcome().rank[: self.n]]

    def standings(self) -> list[int]:
        with quiet_overflow():
            return [int(self.kernels.standing(self.state, self.rules, seat)) for seat in range(self.n)]


def fields(dtype: np.dtype[Any], *names: str) -> itemgetter[Any]:
    """Picks fields by name from a record that was turned into a tuple."""
    assert dtype.names is not None
    return itemgetter(*(dtype.names.index(name) for name in names))


def plain(value: Any) -> Any:
    """Arrays to lists, all through a nested tuple."""
    if isinstance(value, tuple):
        return tuple(plain(v) for v in value)
    return value.tolist() if isinstance(value, np.ndarray) else value
