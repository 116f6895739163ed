"""Tables at which the suites play: a game, its options, and who sits where; and strategies that serve as pieces."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from typing import Any

import numpy as np

from simkit.engine import Batch, Session, play
from simkit.errors import UsageError
from simkit.game import Game, default_of, make_rules, options_of
from simkit.rng import below, below_each
from simkit.strategy import Param, Player, Strategy, make_player

NEVER = 1_000_000
"""Parameter of the saboteur: no game calls it that often."""
UNLISTED = -(10**6)
"""Parameter of the saboteur: answer the smallest number from 0 that is not listed."""


def _uniform(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Any of the listed actions, all equally likely."""
    return int(view.legal[below(rng, view.n_legal)])


def _uniform_batch(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    """The same choice from the same stream, for all waiting games at once."""
    picked = below_each(rng, views.n_legal)
    return views.legal[np.arange(len(views)), picked].astype(np.int64)


def _saboteur(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Uniform until its decision number params[0] (from 0), then params[1]."""
    turn = memory[0]
    memory[0] = turn + 1
    if turn < params[0]:
        return int(view.legal[below(rng, view.n_legal)])
    if params[1] > UNLISTED:
        return int(params[1])
    answer = 0
    searching = True
    while searching:
        searching = False
        for i in range(view.n_legal):
            if view.legal[i] == answer:
                searching = True
        if searching:
            answer += 1
    return answer


def _saboteur_batch(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    """params[1], at once."""
    return np.full(len(views), int(params[1]), np.int64)


def uniform(game: Game) -> Strategy:
    """A strategy that picks any listed action; with it the suites reach every corner of a game."""
    return Strategy("uniform", game.name, "any listed action", choose=_uniform)


def uniform_in_lock_step(game: Game) -> Strategy:
    """The same choices as `uniform`, made for all waiting games at once."""
    return Strategy("uniform_batch", game.name, "any listed action", choose_batch=_uniform_batch)


def saboteur(game: Game, *, after: int, answer: int, lock_step: bool = False) -> Player:
    """A player that returns the action `answer` at its decision number `after` (from 0)."""
    params = (
        Param("after", NEVER, 0, NEVER, "own decision, from 0, at which it breaks the rules"),
        Param("answer", UNLISTED, UNLISTED, 2.0**62, "what it returns then"),
    )
    how: dict[str, Any] = {"choose_batch": _saboteur_batch} if lock_step else {"choose": _saboteur}
    strategy = Strategy("saboteur", game.name, "breaks the rules once", params=params, **how)
    return make_player(strategy, {"after": after, "answer": answer})


@dataclass(frozen=True)
class Table:
    """A game with its rules, and a player for each seat."""

    game: Game
    players: tuple[Player, ...]
    options: Mapping[str, Any] = field(default_factory=dict)

    @property
    def n(self) -> int:
        """Number of seats."""
        return len(self.players)

    @property
    def rules(self) -> Any:
        """The rules as a record array of one row."""
        return self.game.pack_rules(make_rules(self.game, self.options, self.n), self.n)

    @property
    def label(self) -> str:
        """Who plays by which rules, for messages."""
        rules = ", ".join(f"{name}={value}" for name, value in self.options.items()) or "default rules"
        seats = ", ".join(player.spec for player in self.players)
        return f"{self.game.name}, {self.n} players ({seats}), {rules}"

    def session(self, seed: int, block: int = 0, repeat: int = 0) -> Session:
        """One game, step by step."""
        return Session(self.game, self.rules, self.players, seed, block, repeat)

    def play(self, seed: int, n_games: int, first_block: int = 0, **how: Any) -> Batch:
        """Games of the blocks `first_block`, ...; repeat 0. `how`: max_decisions, batch_bytes."""
        blocks = np.arange(first_block, first_block + n_games, dtype=np.int64)
        return self.play_rows(seed, blocks, np.zeros(n_games, np.int64), **how)

    def play_rows(self, seed: int, blocks: Any, repeats: Any, **how: Any) -> Batch:
        """Games of the given blocks and repeats."""
        return play(self.game, self.rules, self.players, seed, blocks, repeats, **how)


def is_offered(game: Game, options: Mapping[str, Any], n_players: int) -> bool:
    """False if the game refuses these options, or this combination, at this table."""
    try:
        make_rules(game, options, n_players)
    except UsageError:
        return False
    return True


def limits_of(game: Game, name: str) -> list[Any]:
    """The outermost values that an option's declaration allows; every one of its choices."""
    opt = options_of(game.rules_class)[name]
    default, meta = default_of(opt), opt.metadata
    if isinstance(default, bool):
        return [False, True]
    if meta["choices"]:
        return list(meta["choices"])
    ends = [end for end in (meta["low"], meta["high"]) if end is not None]
    if isinstance(default, tuple):
        return [[end] * len(default) for end in ends if default]
    if isinstance(default, dict):
        return [dict.fromkeys(default, end) for end in ends]
    return [] if isinstance(default, str) else ends


def beyond_limits(game: Game, name: str) -> list[Any]:
    """Values just outside of what an option's declaration allows, and values of a wrong type."""
    opt = options_of(game.rules_class)[name]
    default, meta = default_of(opt), opt.metadata
    if isinstance(default, bool):
        return [2, "maybe", None]
    if meta["choices"]:
        return ["no such choice", None, [meta["choices"][0]]]
    step = 1 if isinstance(_sample(default), int) else 1e-3
    wrong = [end + sign * step for end, sign in ((meta["low"], -1), (meta["high"], 1)) if end is not None]
    if isinstance(default, tuple):
        return [[value] * max(1, len(default)) for value in wrong] + [0, "word"]
    if isinstance(default, dict):
        return [{key: value} for key in list(default)[:1] for value in wrong] + [0, {"no such entry": 0}]
    if isinstance(default, str):
        return [0, None]
    return [*wrong, "word", True, None, float("nan")]


def _sample(default: Any) -> Any:
    if isinstance(default, dict):
        return next(iter(default.values()), 0)
    return (default[0] if default else 0) if isinstance(default, tuple) else default


def corners(game: Game, n_players: int, base: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
    """Rules in which one option stands at a limit, as far as they may be played; the others as `base`."""
    for name in options_of(game.rules_class):
        for value in limits_of(game, name):
            options = {**base, name: value}
            if is_offered(game, options, n_players):
                yield options


def batch_differences(a: Batch, b: Batch) -> list[str]:
    """What differs between the results of the same games, as `field of game row: x != y`."""
    found = []
    for name in (f.name for f in fields(Batch)):
        x, y = getattr(a, name), getattr(b, name)
        if x.shape != y.shape:
            found.append(f"{name}: {x.shape} != {y.shape}")
            continue
        unequal = ~((x == y) | ((x != x) & (y != y)))
        if unequal.any():
            row = int(np.argwhere(unequal)[0][0])
            found.append(f"{name} of game {row}: {x[row]} != {y[row]} ({int(unequal.sum())} values differ)")
    return found


def take(batch: Batch, rows: Any) -> Batch:
    """The results of some rows."""
    return Batch(**{f.name: getattr(batch, f.name)[rows] for f in fields(Batch)})


def joined(batches: Sequence[Batch]) -> Batch:
    """Results one after the other."""
    return Batch(**{f.name: np.concatenate([getattr(b, f.name) for b in batches]) for f in fields(Batch)})
