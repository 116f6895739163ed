"""Pairs of runs made by hand: the same deals under two rules, with known effects."""

from __future__ import annotations

from typing import Any

import numpy as np

from tests.analysis.synthetic import FakeRun, make_manifest, make_run

RULES = {"bees": 6, "windy": True}


def manifest_of(rules: dict[str, Any] | None = None, *, seed: int = 7, players: int = 4, **changes: Any) -> Any:
    """A manifest with everything that a comparison reads."""
    config = {
        "seed": seed, "seed_drawn": False, "players": players, "lineup": "a,a,a,a", "seatings": "all", "repeats": 1,
        "rules": {**RULES, **(rules or {})},
    }  # fmt: skip
    return make_manifest(config=config, source_digest="0" * 64, **changes)


def winners_of(luck: Any, edge: float) -> Any:
    """Credits [blocks, 4]: the seat with the most luck wins; seat 1 gets `edge` more."""
    return np.eye(4)[(luck + np.array([edge, 0, 0, 0])).argmax(axis=1)]


def variant(blocks: int, edge: float, turns: int, *, deal: int = 1, rules: dict[str, Any] | None = None) -> FakeRun:
    """A mirror run whose deals are those of every run with the same `deal`; all games last some turns more."""
    rng = np.random.default_rng(deal)
    luck = rng.normal(size=(blocks, 4))
    length = rng.integers(20, 60, size=blocks)
    return make_run(
        winners_of(luck, edge),
        games={"turns": (length + turns).astype(np.int32)},
        manifest=manifest_of(rules, seed=deal),
    )
