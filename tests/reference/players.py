"""A player for tests that every twin can imitate: uniform over the legal actions, with its own stream."""

from __future__ import annotations

from typing import Any

from simkit.rng import below
from simkit.strategy import Player, Strategy


def choose_uniform(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal[below(rng, view.n_legal)]


def choose_uniform_wastefully(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    action = view.legal[below(rng, view.n_legal)]
    for _ in range(5):
        below(rng, 6)
    return action


def uniform(game_name: str) -> Player:
    """Draws one number a decision: `below(number of legal actions)`."""
    return Player(Strategy("uniform", game_name, "uniform over legal actions", choose=choose_uniform), ())


def wasteful(game_name: str) -> Player:
    """Plays uniformly too, but draws five numbers more each time."""
    made = Strategy("wasteful", game_name, "uniform, and draws numbers for nothing", choose=choose_uniform_wastefully)
    return Player(made, ())
