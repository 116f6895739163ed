"""Compile what a table needs: the loop once a game, a strategy once, nothing per pairing."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import float64, from_dtype, int64, types, uint64

import simkit.engine.loop as loop_module
from simkit.engine.dispatch import OUTCOME_TYPE, register
from simkit.engine.loop import BOOK, run_batch
from simkit.errors import PlayError
from simkit.game import MAX_SEATS, Game
from simkit.jit import JIT_ON, cache_folder, compile_in, kernel, was_compiled
from simkit.strategy import Player, Strategy

CHOOSE_ARGUMENTS = ("view", "rules", "params", "memory", "rng")


@kernel
def _never(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Stands in the strategies' tuple where a lock-step strategy sits; the loop never calls it."""
    return 0


@dataclass(frozen=True)
class Built:
    """The compiled loop and the functions of a table, `strategies` padded to MAX_SEATS."""

    loop: Callable[..., int]
    strategies: tuple[Any, ...]


def package_of(game: Game) -> str:
    """Folder (or file) of a game's sources: where its rules class is defined."""
    module = sys.modules[game.rules_class.__module__]
    path = Path(inspect.getfile(module))
    return str(path.parent if (path.parent / "__init__.py").exists() and path.name != "__init__.py" else path)


def sources_of(game: Game) -> tuple[str, ...]:
    """The sources whose digest names a game: its package and the loop."""
    return (package_of(game), str(Path(loop_module.__file__)))


def choose_type(game: Game) -> Any:
    """numba type of `choose` for a game."""
    return int64(from_dtype(game.view_dtype), from_dtype(game.rules_dtype), float64[::1], int64[::1], uint64[::1])


_loops: dict[str, Any] = {}
_chosen: dict[tuple[str, Any], Any] = {}


def game_loop(game: Game) -> Any:
    """The loop compiled for a game."""
    if game.name not in _loops:
        register(game)
        if not JIT_ON:
            _loops[game.name] = run_batch
        else:
            signature = int64(
                from_dtype(game.state_dtype)[::1],
                from_dtype(game.view_dtype)[::1],
                from_dtype(game.rules_dtype)[::1],
                types.UniTuple(types.FunctionType(choose_type(game)), MAX_SEATS),  # type: ignore[no-untyped-call]
                int64[::1],
                float64[:, ::1],
                int64[:, :, ::1],
                uint64[:, :, ::1],
                uint64[:, ::1],
                from_dtype(BOOK)[::1],
                int64[:, ::1],
                OUTCOME_TYPE[::1],
                int64[:, ::1],
                int64[:, :, ::1],
                int64,
                int64[:, ::1],
            )
            _loops[game.name] = compile_in(cache_folder(*sources_of(game)), run_batch, signature)
    return _loops[game.name]


def compiled_choice(game: Game, strategy: Strategy) -> Any:
    """A strategy's `choose`, compiled against the game's signature.

    Raises:
        PlayError: wrong arguments, or numba cannot compile it (its first lines are quoted).
    """
    if strategy.choose is None:
        return _never
    key = (game.name, strategy.choose)
    if key not in _chosen:
        found = tuple(inspect.signature(strategy.choose).parameters)
        if found != CHOOSE_ARGUMENTS:
            raise PlayError(
                f"strategy '{strategy.name}' must be choose({', '.join(CHOOSE_ARGUMENTS)}); "
                f"it takes ({', '.join(found)})."
            )
        register(game)
        folder = cache_folder(package_of(game), inspect.getfile(strategy.choose))
        try:
            _chosen[key] = compile_in(folder, strategy.choose, choose_type(game))
        except Exception as error:  # numba lets others through than its own: an unknown field is a KeyError
            told = f"there is no field {error} in the view or the rules." if type(error) is KeyError else _short(error)
            raise PlayError(
                f"strategy '{strategy.name}' of {game.name} does not compile: {told}\n"
                f"It is {_place_of(strategy.choose)}.\n"
                "A strategy may use numbers, records, arrays and functions decorated with simkit.jit.kernel."
            ) from error
    return _chosen[key]


def _place_of(choose: Callable[..., Any]) -> str:
    """Where a function is written, for a person who has to mend it."""
    code = inspect.unwrap(choose).__code__
    return f"`{choose.__name__}` in {inspect.getsourcefile(choose) or code.co_filename}, line {code.co_firstlineno}"


def _short(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in", "During", "Overload", "- Of which"))]
    return " ".join(told[:6])[:600]


def build(game: Game, players: Sequence[Player]) -> Built:
    """Compile, or load from the cache, all that a table of these players needs."""
    loop = game_loop(game)
    chosen = [compiled_choice(game, player.strategy) for player in players]
    return Built(loop, tuple(chosen + [chosen[0]] * (MAX_SEATS - len(chosen))))


def needs_compiling(game: Game, players: Sequence[Player]) -> bool:
    """True if `build` will compile (seconds) instead of loading from the cache."""
    if not JIT_ON:
        return False
    folders = {cache_folder(*sources_of(game))}
    for player in players:
        if player.strategy.choose is not None:
            folders.add(cache_folder(package_of(game), inspect.getfile(player.strategy.choose)))
    return any(not any(folder.rglob("*.nbi")) for folder in folders)


def prepare(game: Game, players: Sequence[Player], announce: Callable[[], None] | None = None) -> bool:
    """Compile all that `play` needs, in the parent before workers start.

    Args:
        announce: called first if something must be compiled.

    Returns:
        True if something was compiled.
    """
    if announce is not None and needs_compiling(game, players):
        announce()
    built = build(game, players)
    return any(was_compiled(function) for function in (built.loop, *built.strategies) if JIT_ON)


def rules_rows(game: Game, rules_record: Any) -> Any:
    """The rules as a plain record array of one row."""
    return np.asarray(rules_record).reshape(1).view(np.recarray)
