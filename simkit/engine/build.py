"""Compile what a table needs: the loop once a game, a strategy once, nothing per pairing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numba import float64, from_dtype, int64, types, uint64

import simkit.engine.loop as loop_module
from simkit.engine.dispatch import OUTCOME_TYPE, register
from simkit.engine.entry import entry, entry_type, package_of, strategy_folder
from simkit.engine.loop import BOOK, run_batch
from simkit.game import MAX_SEATS, Game
from simkit.jit import JIT_ON, cache_folder, compile_in, was_compiled
from simkit.strategy import Player


@dataclass(frozen=True)
class Built:
    """The compiled loop and the functions of a table, `strategies` padded to MAX_SEATS."""

    loop: Callable[..., int]
    strategies: tuple[Any, ...]


def sources_of(game: Game) -> tuple[str, ...]:
    """The sources whose digest names a game: its package and the loop."""
    return (package_of(game), str(Path(loop_module.__file__)))


_loops: dict[str, Any] = {}


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
                types.UniTuple(entry_type(game), MAX_SEATS),  # type: ignore[no-untyped-call]
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
            folders.add(strategy_folder(game, player.strategy.choose))
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
