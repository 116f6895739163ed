"""A study of the game that is computed from its key: no compiler, no clock."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import polars as pl

from simkit.engine import Batch
from simkit.game import Game, default_of, options_of
from simkit.runner import RunConfig, Subject
from simkit.strategy import Player
from simkit.study import Lineup, StudyPlan, StudyResult, Variant, run_study
from tests.runner import fake

MIRROR = Lineup(("a", "a", "a"), "mirror")
MIXED = Lineup(("a", "b", "b"), "lineups")
BASE, MORE, SAME = Variant("base", {}), Variant("more cards", {"cards": 8}), Variant("same", {})


def find(config: RunConfig) -> Subject:
    """Game, rules and players of a configuration."""
    defaults = {name: default_of(option) for name, option in options_of(fake.FakeRules).items()}
    return Subject(
        fake.make_game(), fake.FakeRules(**{**defaults, **config.rules}), fake.players_of(*config.strategies)
    )


def play(game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any) -> Batch:
    """The cards decide whose deal a deal is, so that a variant changes something, in the same blocks."""
    extra = int(rules[0].seat) - 6
    return fake.play(game, rules, players, seed + extra, blocks, repeats)


def plan(**changes: Any) -> StudyPlan:
    """A small study; what differs is given by name."""
    facts: dict[str, Any] = {
        "name": "small", "question": "Do more cards matter?", "game": "fake", "players": (3,), "seed": 5,
        "variants": (BASE, MORE), "lineups": (MIRROR, MIXED), "blocks": 300,
    }  # fmt: skip
    facts |= changes
    file = {key: str(value) for key, value in facts.items()}
    return StudyPlan(**{"file": file, **facts})


def run(asked: StudyPlan, out: Path, **options: Any) -> StudyResult:
    """Play it here, in this process unless told otherwise."""
    options = {"backend": "serial", "find": find, "play": play, **options}
    return run_study(asked, "the file's text\n", "small.toml", out, **options)


def rows(tables: pl.LazyFrame) -> list[tuple[Any, ...]]:
    """All rows, sorted by key."""
    frame = tables.collect()
    keys = [name for name in ("variant", "lineup", "block", "repeat", "seating", "turn", "seat") if name in frame]
    return frame.sort(keys).rows()


def digests(folder: Path) -> dict[str, str]:
    """sha256 of every Parquet file below a folder."""
    return {
        str(path.relative_to(folder)): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in sorted(folder.rglob("*.parquet"))
    }
