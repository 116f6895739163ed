"""Compile what a table needs: the loop once a game, a strategy once, nothing per pairing."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import FunctionType
from typing import Any

import numpy as np
from numba import carray, float64, from_dtype, int64, types, uint64

import simkit.engine.loop as loop_module
from simkit.engine.dispatch import OUTCOME_TYPE, register
from simkit.engine.loop import BOOK, run_batch
from simkit.errors import PlayError
from simkit.game import MAX_SEATS, Game
from simkit.jit import JIT_ON, cache_folder, compile_in, kernel, was_compiled
from simkit.strategy import MAX_PARAMS, MEMORY_SLOTS, Player, Strategy

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


def entry_type(game: Game) -> Any:
    """numba type of what the loop calls: the arrays of `choose` arrive as pointers to their rows."""
    view, rules = from_dtype(game.view_dtype), from_dtype(game.rules_dtype)
    return int64(view, rules, *(types.CPointer(kind) for kind in (float64, int64, uint64)))


def _enter(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Call `choose` from the loop. Pointers, because an array is seven arguments, and three of them took as long to
    pass as a simple strategy takes to decide."""
    return choose(  # type: ignore[name-defined]  # noqa: F821  # `_entry_of` gives each copy of this function its own
        view, rules, carray(params, (MAX_PARAMS,)), carray(memory, (MEMORY_SLOTS,)), rng
    )


def _entry_of(choose: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """`_enter` for a strategy. numba names its cache files by file and name, so the copy has those of `choose`."""
    code = choose.__code__
    name = f"enter_{code.co_name}_{code.co_firstlineno}"
    known = {"choose": compile_in(folder, choose), "__name__": choose.__module__, "carray": carray}
    known |= {"MAX_PARAMS": MAX_PARAMS, "MEMORY_SLOTS": MEMORY_SLOTS}
    copied = _enter.__code__.replace(co_filename=code.co_filename, co_name=name, co_qualname=name)
    return FunctionType(copied, known, name)


_loops: dict[str, Any] = {}
_entries: dict[tuple[str, Any], Any] = {}
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
                types.UniTuple(types.FunctionType(entry_type(game)), MAX_SEATS),  # type: ignore[no-untyped-call]
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
                int64,
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


def entry(game: Game, strategy: Strategy) -> Any:
    """A strategy as the loop calls it (`entry_type`); with JIT off `choose` itself. Raises as `compiled_choice` does."""
    if not JIT_ON:
        return compiled_choice(game, strategy)
    key = (game.name, strategy.choose)
    if key not in _entries:
        choose = _never if strategy.choose is None else strategy.choose
        plain: Callable[..., Any] = getattr(choose, "py_func", choose)
        if tuple(inspect.signature(plain).parameters) != CHOOSE_ARGUMENTS:
            compiled_choice(game, strategy)
        register(game)
        folder = cache_folder(package_of(game), inspect.getfile(plain))
        try:
            _entries[key] = compile_in(folder, _entry_of(plain, folder), entry_type(game))
        except Exception:
            compiled_choice(game, strategy)  # says what is wrong with `choose`, without the call around it
            raise
    return _entries[key]


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
    entries = [entry(game, player.strategy) for player in players]
    return Built(loop, tuple(entries + [entries[0]] * (MAX_SEATS - len(entries))))


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
