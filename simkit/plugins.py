"""Finds games, strategies, studies and report definitions through entry points. Nothing else reads importlib.metadata.

Each entry point of the groups below names a module whose `provide()` returns an explicit tuple (`docs/plugins.md`).
The built-in ones come through the same door. A package is imported only when its group is asked for, once a process;
listing names imports no numba, because a game loads its kernels in `Game.load_kernels`.
"""

from __future__ import annotations

import functools
import re
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path
from typing import Any, TypeVar

from simkit.errors import SimkitError, UsageError, unknown
from simkit.game import Game
from simkit.strategy import Player, Strategy, make_player, parse_spec

GAMES = "simkit.games"
STRATEGIES = "simkit.strategies"
STUDIES = "simkit.studies"
REPORTS = "simkit.reports"

_NAME = re.compile(r"[a-z][a-z0-9_]*")

T = TypeVar("T")


class PluginError(SimkitError):
    """An installed package offers something that simkit cannot use. The text names the package."""


def games() -> dict[str, Game]:
    """All games by name, in the order in which they are provided, built-in ones first."""
    return dict(_games())


def get_game(name: str) -> Game:
    """The game of that name. Raises UsageError with did-you-mean."""
    known = _games()
    if name not in known:
        raise unknown("game", name, known, "simkit games")
    return known[name]


def strategies(game_name: str) -> dict[str, Strategy]:
    """All strategies of a game by name, in the order in which they are provided, built-in ones first.

    Raises:
        UsageError: no such game.
    """
    get_game(game_name)
    return {name: strategy for (game, name), strategy in _strategies().items() if game == game_name}


def get_strategy(game_name: str, name: str) -> Strategy:
    """The strategy of that name for a game. Raises UsageError with did-you-mean."""
    known = strategies(game_name)
    if name not in known:
        raise unknown(f"strategy for {game_name}", name, known, f"simkit strategies {game_name}")
    return known[name]


def parse_player(game_name: str, spec: str) -> Player:
    """The player that a specification like `name:a=1:b=2` describes. Raises UsageError."""
    name, given = parse_spec(spec)
    return make_player(get_strategy(game_name, name), given)


def studies() -> dict[str, Path]:
    """All study files by name (the file's stem)."""
    return dict(_collect(STUDIES, Path, "study", lambda path: path.stem))


def reports() -> dict[str, Any]:
    """All report definitions by name. Each has an attribute `name`; `simkit.report` knows what else."""
    found: dict[str, Any] = _collect(REPORTS, object, "report", lambda definition: getattr(definition, "name", ""))
    return found


def source_files(game: Game, *chosen: Strategy) -> tuple[Path, ...]:
    """What decides how a game is played: the folder of the game's package (or its one file), each strategy's file.

    For digests of sources: `simkit.jit.source_digest` follows the imports of these. Sorted, each once.

    Raises:
        UsageError: the code of a game or strategy lies in no file (typed at a prompt).
    """
    kernels = _file_of(game.load_kernels, f"the game '{game.name}'")
    # A game in one file has no folder of its own: its neighbours may be all of site-packages.
    found = {kernels.parent if (kernels.parent / "__init__.py").exists() else kernels}
    for strategy in chosen:
        function = strategy.choose or strategy.choose_batch
        found.add(_file_of(function, f"the strategy '{strategy.name}'"))
    return tuple(sorted(found))


def forget() -> None:
    """Forget what was found, so that the next question looks again (for tests and for notebooks)."""
    _games.cache_clear()
    _strategies.cache_clear()


@functools.cache
def _games() -> dict[str, Game]:
    return _collect(GAMES, Game, "game", lambda game: game.name)


@functools.cache
def _strategies() -> dict[tuple[str, str], Strategy]:
    return _collect(STRATEGIES, Strategy, "strategy", lambda strategy: (strategy.game, strategy.name))


def _collect(group: str, kind: type[T], word: str, key: Callable[[T], Any]) -> dict[Any, T]:
    """Load all entry points of a group; `key` tells what must be unique. Raises PluginError naming the package."""
    found: dict[Any, T] = {}
    owner: dict[Any, str] = {}
    for point in _points(group):
        package = _package(point)
        for item in _load(point, kind, word, package):
            name = key(item)
            shown = " / ".join(name) if isinstance(name, tuple) else str(name)
            if name in found:
                raise UsageError(
                    f"{word} names must be unique; '{shown}' comes from {owner[name]} and from {package}. "
                    "Uninstall one of them or ask its author for another name."
                )
            _check_name(shown.rpartition(" / ")[2], word, package)
            found[name], owner[name] = item, package
    return found


def _points(group: str) -> list[metadata.EntryPoint]:
    """The group's entry points, simkit's own first, the others by package; the same one installed twice counts once."""
    unique = {(p.value, p.name, _package(p)): p for p in metadata.entry_points(group=group)}
    return sorted(unique.values(), key=lambda p: (_package(p) != "simkit", _package(p), p.name))


def _package(point: metadata.EntryPoint) -> str:
    return point.dist.name if point.dist is not None else point.module


def _load(point: metadata.EntryPoint, kind: type[T], word: str, package: str) -> tuple[T, ...]:
    """What one entry point provides. Anything may happen in foreign code: all that it raises is caught and named."""
    where = f"the package {package} (entry point {point.group}: {point.name} = {point.value})"
    try:
        target = point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"{where} cannot be loaded: {type(error).__name__}: {error}. Repair or uninstall {package}."
        ) from error
    provide = target if callable(target) else getattr(target, "provide", None)
    if not callable(provide):
        raise PluginError(f"{where} must name a module with a function provide(); it has none. See docs/plugins.md.")
    try:
        items = provide()
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"{where} failed in provide(): {type(error).__name__}: {error}. Repair or uninstall {package}."
        ) from error
    if not isinstance(items, tuple):
        raise PluginError(f"{where}: provide() must return a tuple; {type(items).__name__} came. See docs/plugins.md.")
    for item in items:
        if not isinstance(item, kind):
            raise PluginError(
                f"{where}: provide() must return a tuple of {kind.__name__}, not {item!r:.60}. See docs/plugins.md."
            )
        if kind is object and not isinstance(getattr(item, "name", None), str):
            raise PluginError(f"{where}: every {word} must have a name; {item!r:.80} has none. See docs/plugins.md.")
    return items


def _check_name(name: str, word: str, package: str) -> None:
    """Names are typed at a prompt and stand in file names and `name:a=1` lists, so they must be plain."""
    if not _NAME.fullmatch(name.replace("-", "_")):
        raise PluginError(
            f"a {word} name must be small letters, digits and underscores, letter first; '{name}' came from {package}."
        )


def _file_of(function: Callable[..., Any] | None, words: str) -> Path:
    plain = getattr(function, "py_func", function)
    module = sys.modules.get(getattr(plain, "__module__", ""))
    name = getattr(module, "__file__", None)
    if name is None:
        raise UsageError(f"{words} must lie in a file, so that results can say which sources made them; it does not.")
    return Path(name).resolve()
