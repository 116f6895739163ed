"""A player for tests whose games end: it puts down what it can and else plays at random."""

from __future__ import annotations

from typing import Any

from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import INTERRUPT, P_PUT, PLAY
from simkit.rng import below
from simkit.strategy import Strategy


def choose_hastily(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Uniform, but: tries to put down whenever it may, ends every second turn at once, interrupts one time in four."""
    last = view.legal[view.n_legal - 1]
    if view.kind == PLAY and (last >= P_PUT or below(rng, 2) == 0):
        return last if last >= P_PUT else view.legal[0]
    if view.kind == INTERRUPT and below(rng, 2) == 0:
        return view.legal[0]
    return view.legal[below(rng, view.n_legal)]


HASTY = Strategy("hasty", GAME.name, "puts down what it can, else uniform", choose=choose_hastily)
