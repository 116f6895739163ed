"""The names by which the loop calls a game's kernels; which game is meant follows from the type of the state record.

Each name is an overload: numba picks the game's kernel while it compiles the loop, and inlines it (measured: 0.70 of C
against 0.53-0.66 with typed function pointers). Two games therefore need different state dtypes; `register` sees to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from numba import from_dtype, types
from numba.extending import overload

from simkit.errors import SimkitError
from simkit.game import OUTCOME, STATE_FIELDS, VIEW_FIELDS, Game, Kernels
from simkit.jit import argument_names

ARGUMENTS = {
    "setup": ("state", "rules", "chance"),
    "view": ("state", "rules", "seat", "view"),
    "check": ("state", "rules", "action"),
    "step": ("state", "rules", "action", "chance"),
    "outcome": ("state", "rules", "outcome"),
    "standing": ("state", "rules", "seat"),
    "tally": ("state", "rules", "per_game", "per_seat"),
}
"""Kernels the loop calls, with their arguments."""

_by_type: dict[Any, Kernels] = {}
_by_dtype: dict[np.dtype[Any], tuple[Game, Kernels]] = {}


def register(game: Game) -> Kernels:
    """Load a game's kernels and make the loop find them. Raises SimkitError where the game breaks the contract."""
    known = _by_dtype.get(game.state_dtype)
    if known is not None:
        if known[0].name != game.name:
            raise SimkitError(
                f"games '{known[0].name}' and '{game.name}' have the same state dtype; the engine tells games apart "
                "by it. Rename or add a field in one of them."
            )
        return known[1]
    for what, dtype, needed in (("state", game.state_dtype, STATE_FIELDS), ("view", game.view_dtype, VIEW_FIELDS)):
        missing = [name for name in needed if name not in (dtype.names or ())]
        if missing:
            raise SimkitError(f"the {what} record of game '{game.name}' lacks the field(s) {', '.join(missing)}.")
    kernels = game.load_kernels()
    for name, expected in ARGUMENTS.items():
        found = tuple(argument_names(getattr(kernels, name)))
        if found != expected:
            raise SimkitError(f"kernel {name} of game '{game.name}' must take {expected}; it takes {found}.")
    _by_dtype[game.state_dtype] = (game, kernels)
    _by_type[from_dtype(game.state_dtype)] = kernels
    return kernels


def _compiled(state: Any, name: str) -> Any:
    return getattr(_by_type[state], name) if isinstance(state, types.Record) else None


def _plain(state: Any) -> Kernels:
    return _by_dtype[state.dtype][1]


def k_setup(state: Any, rules: Any, chance: Any) -> Any:
    """Set a zeroed state up (JIT off: looked up by the dtype of the record)."""
    return _plain(state).setup(state, rules, chance)


def k_view(state: Any, rules: Any, seat: Any, view: Any) -> Any:
    """Fill what a seat may know."""
    return _plain(state).view(state, rules, seat, view)


def k_check(state: Any, rules: Any, action: Any) -> Any:
    """0 if the action is legal, else a reason code."""
    return _plain(state).check(state, rules, action)


def k_step(state: Any, rules: Any, action: Any, chance: Any) -> Any:
    """Apply a legal action."""
    return _plain(state).step(state, rules, action, chance)


def k_outcome(state: Any, rules: Any, outcome: Any) -> Any:
    """Read the end."""
    return _plain(state).outcome(state, rules, outcome)


def k_standing(state: Any, rules: Any, seat: Any) -> Any:
    """How far ahead a seat is."""
    return _plain(state).standing(state, rules, seat)


def k_tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> Any:
    """Read the counters."""
    return _plain(state).tally(state, rules, per_game, per_seat)


# One closure a name: numba wants the arguments spelled out, and a closure, not the dispatcher itself.
def _ol(stub: Callable[..., Any]) -> Callable[..., Any]:
    def register_overload(typing: Callable[..., Any]) -> Any:
        typing.__annotations__ = {}  # numba compares them with the closure's, which cannot have any
        return overload(stub)(typing)

    return register_overload


@_ol(k_setup)
def _setup(state: Any, rules: Any, chance: Any) -> Any:
    kernel = _compiled(state, "setup")
    return lambda state, rules, chance: kernel(state, rules, chance)  # noqa: PLW0108


@_ol(k_view)
def _view(state: Any, rules: Any, seat: Any, view: Any) -> Any:
    kernel = _compiled(state, "view")
    return lambda state, rules, seat, view: kernel(state, rules, seat, view)  # noqa: PLW0108


@_ol(k_check)
def _check(state: Any, rules: Any, action: Any) -> Any:
    kernel = _compiled(state, "check")
    return lambda state, rules, action: kernel(state, rules, action)  # noqa: PLW0108


@_ol(k_step)
def _step(state: Any, rules: Any, action: Any, chance: Any) -> Any:
    kernel = _compiled(state, "step")
    return lambda state, rules, action, chance: kernel(state, rules, action, chance)  # noqa: PLW0108


@_ol(k_outcome)
def _outcome(state: Any, rules: Any, outcome: Any) -> Any:
    kernel = _compiled(state, "outcome")
    return lambda state, rules, outcome: kernel(state, rules, outcome)  # noqa: PLW0108


@_ol(k_standing)
def _standing(state: Any, rules: Any, seat: Any) -> Any:
    kernel = _compiled(state, "standing")
    return lambda state, rules, seat: kernel(state, rules, seat)  # noqa: PLW0108


@_ol(k_tally)
def _tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> Any:
    kernel = _compiled(state, "tally")
    return lambda state, rules, per_game, per_seat: kernel(state, rules, per_game, per_seat)  # noqa: PLW0108


OUTCOME_TYPE = from_dtype(OUTCOME)
