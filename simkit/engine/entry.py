"""Compile strategies, each once for its game: the entry by which the loop asks it."""

from __future__ import annotations

import inspect
import sys
from collections.abc import Callable
from pathlib import Path
from types import FunctionType
from typing import Any

import numba
from numba import float64, from_dtype, int64, uint64
from numba import types as numba_types

from simkit.engine.call import addresses, as_action, call_at, wrong_answer
from simkit.engine.dispatch import register
from simkit.errors import PlayError
from simkit.game import Game
from simkit.jit import JIT_ON, cache_folder, compile_in, kernel
from simkit.records import row_at
from simkit.strategy import MAX_PARAMS, MEMORY_SLOTS, Strategy

types: Any = numba_types  # its constructors are not annotated
carray: Any = numba.carray  # type: ignore[attr-defined]  # not in the package's list of names

CHOOSE_ARGUMENTS = ("view", "rules", "params", "memory", "rng")


@kernel
def _never(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Stands in the strategies' tuple where a lock-step strategy sits; the loop never calls it."""
    return 0


def package_of(game: Game) -> str:
    """Folder (or file) of a game's sources: where its rules class is defined."""
    module = sys.modules[game.rules_class.__module__]
    path = Path(inspect.getfile(module))
    return str(path.parent if (path.parent / "__init__.py").exists() and path.name != "__init__.py" else path)


def entry_type(game: Game) -> Any:
    """numba signature of what the loop calls: the arrays of `choose` arrive as pointers to their rows."""
    return int64(*_records(game), *(types.CPointer(kind) for kind in (float64, int64, uint64)))


def _records(game: Game) -> tuple[Any, Any]:
    return from_dtype(game.view_dtype), from_dtype(game.rules_dtype)


def _enter(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Call `choose` from the loop. Pointers, because an array is seven arguments, and three of them took as long to
    pass as a simple strategy takes to decide; `rng` stays one, as no stream is ever anything else than handed on."""
    # `_entry_of` gives each copy of this function its own `choose`.
    answer = choose(view, rules, carray(params, (MAX_PARAMS,)), carray(memory, (MEMORY_SLOTS,)), rng)  # type: ignore[name-defined]  # noqa: F821
    return as_action(answer)


def _entry_of(choose: Any) -> Callable[..., Any]:
    """`_enter` for a strategy. numba names its cache files by file and name, so the copy has those of `choose`."""
    plain = choose.py_func
    code = plain.__code__
    name = f"enter_{code.co_name}_{code.co_firstlineno}"
    known = {"choose": choose, "carray": carray, "as_action": as_action, "__name__": plain.__module__}
    known |= {"MAX_PARAMS": MAX_PARAMS, "MEMORY_SLOTS": MEMORY_SLOTS}
    copied = _enter.__code__.replace(co_filename=code.co_filename, co_name=name, co_qualname=name)
    return FunctionType(copied, known, name)


_entries: dict[tuple[str, Any], Any] = {}
_askers: dict[str, Any] = {}


def strategy_folder(game: Game, choose: Callable[..., Any]) -> Path:
    """Where the compiled code of a strategy of a game is kept."""
    return cache_folder(package_of(game), inspect.getfile(choose))


def entry(game: Game, strategy: Strategy) -> Any:
    """A strategy as the loop calls it (`entry_type`); with JIT off `choose` itself.

    Raises:
        PlayError: wrong arguments, or numba cannot compile it (its first lines are quoted).
    """
    if strategy.choose is None and not JIT_ON:
        return _never
    key = (game.name, strategy.choose)
    if key not in _entries:
        choose = getattr(_never, "py_func", _never) if strategy.choose is None else strategy.choose
        found = tuple(inspect.signature(choose).parameters)
        if found != CHOOSE_ARGUMENTS:
            raise PlayError(
                f"strategy '{strategy.name}' must be choose({', '.join(CHOOSE_ARGUMENTS)}); "
                f"it takes ({', '.join(found)})."
            )
        _entries[key] = _compile(game, strategy.name, choose) if JIT_ON else choose
    return _entries[key]


def _compile(game: Game, name: str, choose: Callable[..., Any]) -> Any:
    register(game)
    folder = strategy_folder(game, choose)
    compiled = compile_in(folder, choose)
    try:
        return compile_in(folder, _entry_of(compiled), entry_type(game))
    except Exception as error:
        raise PlayError(
            f"strategy '{name}' of {game.name} does not compile: {_why(game, compiled, error)}\n"
            f"It is {_place_of(choose)}.\n"
            "A strategy may use numbers, records, arrays and functions decorated with simkit.jit.kernel."
        ) from error


def _why(game: Game, choose: Any, error: Exception) -> str:
    """What numba says of `choose` alone, without the call around it, or of what it returns."""
    try:
        choose.compile((*_records(game), float64[::1], int64[::1], types.CPointer(uint64)))
    except Exception as alone:
        error = alone  # numba lets others through than its own: an unknown field is a KeyError
    wrong = [wrong_answer(result.signature.return_type) for result in choose.overloads.values()]
    if any(wrong):
        return wrong[0]
    return f"there is no field {error} in the view or the rules." if type(error) is KeyError else _short(error)


def _place_of(choose: Callable[..., Any]) -> str:
    """Where a function is written, for a person who has to mend it."""
    code = inspect.unwrap(choose).__code__
    return f"`{choose.__name__}` in {inspect.getsourcefile(choose) or code.co_filename}, line {code.co_firstlineno}"


def _short(error: Exception) -> str:
    lines = [line.strip() for line in str(error).splitlines() if line.strip()]
    told = [line for line in lines if not line.startswith(("Failed in", "During", "Overload", "- Of which"))]
    return " ".join(told[:6])[:600]


def _ask(table: Any, view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return call_at(table, 0, view, rules, row_at(params, 0), row_at(memory, 0), row_at(rng, 0))


def ask(game: Game, strategy: Strategy, view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """What a strategy answers to one view, as in the loop.

    Args:
        params: float64[16]. memory: int64[32], written to. rng: uint64[2], advanced.

    Raises:
        PlayError: as `entry` does.
    """
    if game.name not in _askers:
        signature = int64(int64[::1], *_records(game), float64[:, ::1], int64[:, ::1], uint64[:, ::1])
        _askers[game.name] = compile_in(cache_folder(package_of(game), __file__), _ask, signature)
    rows = (array.reshape(1, -1) for array in (params, memory, rng))
    return int(_askers[game.name](addresses((entry(game, strategy),)), view, rules, *rows))
