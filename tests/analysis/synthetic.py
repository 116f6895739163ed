"""Results made by hand: tables with known answers, without engine or runner."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import polars as pl


@dataclass
class FakeRun:
    """What `simkit.analysis.results.Results` asks for, from frames in memory."""

    manifest: dict[str, Any]
    games_frame: pl.DataFrame
    seats_frame: pl.DataFrame

    def games(self) -> pl.LazyFrame:
        return self.games_frame.lazy()

    def seats(self) -> pl.LazyFrame:
        return self.seats_frame.lazy()


def make_manifest(**changes: Any) -> dict[str, Any]:
    """A manifest with the keys that the analysis reads."""
    labels = {
        "title": "Pebbles",
        "turn_label": "turns (a pebble)", "standing_label": "pebbles", "result_label": "", "cooperative": False,
    }  # fmt: skip
    base = {
        "game": "pebbles", "game_version": "1.0", "config": {"seed": 7, "seed_drawn": False}, "labels": labels,
        "yardsticks": [], "tallies": [], "status": "complete", "command": "simkit run pebbles", "confidence": None,
        "margin": None,
    }  # fmt: skip
    return {**base, **changes}


def make_run(
    credit: Any,
    orders: Sequence[Sequence[str]] = (("a", "a", "a", "a"),),
    repeats: int = 1,
    *,
    games: dict[str, Any] | None = None,
    seats: dict[str, Any] | None = None,
    manifest: dict[str, Any] | None = None,
    numbers: Sequence[int] | None = None,
    shuffle: int | None = None,
) -> FakeRun:
    """Build both tables.

    Args:
        credit: [games, n], games ordered by block, repeat, seating.
        orders: the seatings, seat 1 first; numbers: their indices (default 0, 1, ...).
        games, seats: further or other columns: arrays [games] and [games, n].
        shuffle: mix the rows of both tables with this seed.
    """
    credit = np.asarray(credit, dtype=float)
    m, n = credit.shape
    s = len(orders)
    index = np.arange(m)
    key = {
        "variant": ["base"] * m,
        "lineup": [",".join(sorted(orders[0]))] * m,
        "block": index // (s * repeats),
        "repeat": (index // s % repeats).astype(np.int32),
        "seating": np.asarray(numbers if numbers is not None else range(s), dtype=np.int32)[index % s],
    }
    capped = credit.sum(axis=1) == 0
    rank = np.array([[1 + (row > x).sum() for x in row] for row in credit]) if m <= 5000 else np.where(credit > 0, 1, 2)
    game_columns = {
        "players": np.full(m, n, dtype=np.int8), "turns": np.full(m, 10, dtype=np.int32),
        "rounds": np.full(m, 2, dtype=np.int32), "decisions": np.full(m, 8, dtype=np.int32),
        "forced": np.full(m, 2, dtype=np.int32), "legal_actions": np.full(m, 24), "lead_changes": index % 3,
        "score_margin": pl.Series([None] * m, dtype=pl.Float64),
        "end_reason": np.where(capped, "capped", "finished"), "capped": capped,
        "success": pl.Series([None] * m, dtype=pl.Boolean), "result": pl.Series([None] * m, dtype=pl.Float64),
    }  # fmt: skip
    game_frame = pl.DataFrame({**key, **game_columns, **(games or {})})
    wide = {k: np.repeat(np.asarray(v), n) for k, v in key.items()}
    strategy = np.array(orders)[index % s].ravel()
    seat_columns: dict[str, Any] = {
        "seat": np.tile(np.arange(1, n + 1, dtype=np.int8), m), "strategy": strategy, "credit": credit.ravel(),
        "score": pl.Series([None] * (m * n), dtype=pl.Float64),
        "rank": pl.Series(np.where(np.repeat(capped, n), 0, rank.ravel()), dtype=pl.Int8).replace({0: None}),
    }  # fmt: skip
    more = {k: v if isinstance(v, pl.Series) else np.asarray(v).ravel() for k, v in (seats or {}).items()}
    seat_frame = pl.DataFrame({**wide, **seat_columns, **more})
    if shuffle is not None:
        game_frame = game_frame.sample(fraction=1, shuffle=True, seed=shuffle)
        seat_frame = seat_frame.sample(fraction=1, shuffle=True, seed=shuffle + 1)
    return FakeRun(manifest or make_manifest(), game_frame, seat_frame)


def winners(rng: np.random.Generator, m: int, chances: Sequence[float]) -> Any:
    """Credits [m, n] of independent games with one winner each."""
    n = len(chances)
    return np.eye(n)[rng.choice(n, size=m, p=chances)]
