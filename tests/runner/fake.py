"""A game that is not played but computed from its key, with every kind of tally; and plays that fail and kill."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from simkit.engine import Batch, FailedGame
from simkit.game import CAPPED, COMMON_ENDS, STALEMATE, Game, Kernels, Rules, Tally, Words, option
from simkit.runner import Subject
from simkit.strategy import Param, Player, Strategy, make_player

NOTHING = np.dtype([("seat", np.int64)], align=True)


@dataclass(frozen=True)
class FakeRules(Rules):
    """Options of a game that is never dealt."""

    cards: int = option(6, "cards dealt to each player", "T1", low=1, high=10)
    points: tuple[int, ...] = option((5, 3), "points of the first, second, ...", "T5", low=0, high=9)


def _never(*_: Any) -> Any:
    raise AssertionError("this game is computed, not played")


def load_kernels() -> Kernels:
    """Never called."""
    return Kernels(*[_never] * 9)


def pack_rules(rules: FakeRules, n_players: int) -> Any:
    """One number is enough."""
    return np.array([(rules.cards,)], NOTHING).view(np.recarray)


def choose(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Never called."""
    return 0


TALLIES = (
    Tally("jokers", "game", "count", "jokers seen", "jokers"),
    Tally("rain", "game", "flag", "it rained", "games"),
    Tally("mood", "game", "category", "mood at the table", "games", ("calm", "tense")),
    Tally("tricks", "seat", "count", "tricks won", "tricks"),
    Tally("out", "seat", "flag", "left early", "seats"),
    Tally("wait", "seat", "duration", "turns waited", "turns"),
)


def make_game(**changes: Any) -> Game:
    """The game; `cooperative` and `has_score` may be changed."""
    facts: dict[str, Any] = {
        "name": "fake", "title": "Fake", "version": "1.0", "summary": "computed from its key", "players": (2, 3, 4, 5),
        "rules_class": FakeRules, "pack_rules": pack_rules, "state_dtype": NOTHING, "view_dtype": NOTHING,
        "rules_dtype": NOTHING, "load_kernels": load_kernels, "words": Words(_never, _never, _never),
        "purposes": ("deck",), "kinds": ("play",), "end_reasons": (*COMMON_ENDS, "deck empty", "goal reached"),
        "illegal": ("",), "tallies": TALLIES,
    }  # fmt: skip
    return Game(**{**facts, **changes})


def players_of(*specs: str) -> dict[str, Player]:
    """Players by specification; `name` or `name:x=number`."""
    found = {}
    for spec in specs:
        name, _, value = spec.partition(":x=")
        strategy = Strategy(name, "fake", "", choose, params=(Param("x", 0, 0, 9, ""),), yardstick=name == "random")
        player = make_player(strategy, {"x": float(value)} if value else {})
        found[player.spec] = player
    return found


def subject(*specs: str, **changes: Any) -> Subject:
    """Game, rules and players, as `look_up` would find them."""
    return Subject(make_game(**changes), FakeRules(), players_of(*specs))


def mix(*numbers: Any) -> Any:
    """uint64 hash of broadcast integers (splitmix64's finaliser)."""
    z = np.uint64(0)
    with np.errstate(over="ignore"):
        for number in numbers:
            z = (z ^ np.asarray(number).astype(np.uint64)) * np.uint64(0x9E3779B97F4A7C15) + np.uint64(
                0x632BE59BD9B4E019
            )
            z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
            z = z ^ (z >> np.uint64(27))
    return z


def play(game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any) -> Batch:
    """In place of `simkit.engine.play`: every number follows from the game's key and the order at the table."""
    m, n = len(blocks), len(players)
    own = np.array([sum(player.spec.encode()) for player in players])
    deal = mix(seed, blocks)[:, None] % np.uint64(7)
    drawn = mix(seed, blocks[:, None], repeats[:, None], own, np.arange(n))
    score = ((drawn % np.uint64(12)) + deal).astype(np.float64)
    luck = mix(seed, blocks, repeats, own.sum()) % np.uint64(100)
    end = np.where(luck < 2, CAPPED, np.where(luck < 4, STALEMATE, 3 + luck.astype(np.int64) % 2))
    won = end > STALEMATE
    rank = np.where(won[:, None], 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2), 0)
    winners = rank == 1
    two = np.sort(score, axis=1)[:, -2:]
    number = luck.astype(np.int64)
    return Batch(
        turns=number + 20,
        rounds=number // 10,
        decisions=number + 30,
        forced=number // 7,
        legal_actions=3 * number + 60,
        lead_changes=number // 20,
        end_reason=end,
        capped=end == CAPPED,
        success=(number > 60).astype(np.int64),
        value=number / 10,
        score=score,
        rank=rank,
        credit=winners / np.maximum(winners.sum(axis=1, keepdims=True), 1),
        score_margin=np.where(won, two[:, 1] - two[:, 0], np.nan) if game.has_score else np.full(m, np.nan),
        game_tallies=np.stack([number % 5, number % 2, number % 2], axis=1),
        seat_tallies=np.stack([drawn % np.uint64(9), drawn % np.uint64(2), drawn % np.uint64(30)], axis=2).astype(
            np.int64
        ),
    )


@dataclass(frozen=True)
class Failing:
    """Plays, but fails in one game."""

    block: int

    def __call__(
        self, game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any
    ) -> Batch:
        """Raise in the first game of the block."""
        rows = np.flatnonzero(blocks == self.block)
        if len(rows):
            what = (
                f"strategy '{players[1].spec}' of fake at seat 2, decision 6, chose the illegal action 99: none such."
            )
            raise FailedGame(what, int(rows[0]), 1, 5, players[1].spec)
        return play(game, rules, players, seed, blocks, repeats)


@dataclass(frozen=True)
class Killing:
    """Plays, but kills its process at one block: `times` times, counted in a folder."""

    block: int
    times: int
    folder: str

    def __call__(
        self, game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any
    ) -> Batch:
        """Die as a process that the system kills does."""
        if self.block in blocks:
            deaths = len(list(Path(self.folder).iterdir()))
            if deaths < self.times:
                Path(self.folder, f"{deaths}-{os.getpid()}").touch()
                os.kill(os.getpid(), signal.SIGKILL)
        return play(game, rules, players, seed, blocks, repeats)


@dataclass(frozen=True)
class Slow:
    """Plays, but takes its time over each chunk."""

    seconds: float

    def __call__(
        self, game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any
    ) -> Batch:
        """Wait, then play."""
        time.sleep(self.seconds)
        return play(game, rules, players, seed, blocks, repeats)


@dataclass(frozen=True)
class InterruptedAt:
    """Plays, but presses Ctrl-C when it comes to a block. For the backend `serial`."""

    block: int

    def __call__(
        self, game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any
    ) -> Batch:
        """Send SIGINT to this process; the chunk itself is still finished."""
        if self.block in blocks:
            signal.raise_signal(signal.SIGINT)
        return play(game, rules, players, seed, blocks, repeats)
