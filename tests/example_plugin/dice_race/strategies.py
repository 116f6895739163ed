"""Strategies for Dice Race."""

from __future__ import annotations

from typing import Any

import numpy as np

from dice_race.game import ROLL, STOP
from simkit.rng import below
from simkit.strategy import Param, Strategy


def hold_at(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Stops with so many points in the pot, or when they win."""
    enough = view.pot >= params[0] or view.points[view.seat] + view.pot >= rules.target
    return STOP if enough else ROLL


def random(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Any legal action."""
    return int(view.legal[below(rng, view.n_legal)])


def coward(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    """Stops after one roll. Written for whole arrays: it answers for all games that wait for it."""
    return np.full(len(views), STOP)


STRATEGIES = (
    Strategy(
        "hold_at",
        "dice_race",
        "Stops when the turn is worth enough.",
        hold_at,
        params=(Param("points", 20, 2, 200, "points of a turn at which it stops"),),
    ),
    Strategy("random", "dice_race", "Plays any legal action.", random, yardstick=True),
    Strategy("coward", "dice_race", "Stops after one roll.", choose_batch=coward),
)


def provide() -> tuple[Strategy, ...]:
    """What the entry point of the group simkit.strategies gives."""
    return STRATEGIES
