"""Time is bounded: what is begun suits the speed, and no row depends on where chunks end."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from simkit.engine import Batch
from simkit.game import Game
from simkit.runner import Progress, RunConfig, Stopping, open_run, run
from simkit.runner.execute import Piece
from simkit.runner.pace import Pace
from simkit.runner.plan import Chunk
from simkit.strategy import Player
from tests.runner import fake

ASKED = RunConfig("fake", 3, ("a",), 60_000, seed=5)


class SlowGame:
    """Each game takes so many seconds of a clock that nothing else moves; the class has it, for workers get a copy."""

    now = 0.0

    def __init__(self, seconds: float) -> None:
        SlowGame.now, self.seconds = 0.0, seconds

    def __call__(
        self, game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any
    ) -> Batch:
        """Let time pass, then play."""
        SlowGame.now += self.seconds * len(blocks)
        return fake.play(game, rules, players, seed, blocks, repeats)

    def clock(self) -> float:
        """Seconds."""
        return self.now


@pytest.mark.parametrize("seconds", [0.3, 0.01, 0.0001])
def test_a_run_ends_within_about_a_chunk_of_its_time(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, seconds: float
) -> None:
    game = SlowGame(seconds)
    monkeypatch.setattr("simkit.runner.worker.time", SimpleNamespace(monotonic=game.clock))
    options: dict[str, Any] = {"subject": fake.subject("a"), "backend": "serial"}
    asked = replace(ASKED, games=200_000)
    result = run(asked, tmp_path / "a", play=game, stopping=Stopping(max_time=10.0, clock=game.clock), **options)
    assert result.status == "stopped"
    assert 9.9 <= game.now <= 10.0 + 2 * seconds
    parts = open_run(tmp_path / "a").manifest["parts"]
    assert len(parts) <= 10 / seconds / 1_000 + 40
    more = run(replace(ASKED, games=result.games), tmp_path / "b", play=fake.play, **options)
    rows = [open_run(tmp_path / name).seats().sort("block", "seat").collect() for name in "ab"]
    assert more.games == result.games
    assert rows[0].equals(rows[1])


def test_what_time_left_out_is_played_when_resumed(tmp_path: Path) -> None:
    game = SlowGame(0.3)
    asked = replace(ASKED, games=3_000)
    options: dict[str, Any] = {"subject": fake.subject("a"), "backend": "threads", "jobs": 3}
    first = run(asked, tmp_path / "a", play=game, stopping=Stopping(max_time=5.0, clock=game.clock), **options)
    assert first.status == "stopped"
    second = run(asked, tmp_path / "a", play=fake.play, resume=True, **options)
    assert (second.status, first.games + second.played) == ("complete", 3_000)


def test_starting_workers_is_no_playing(tmp_path: Path) -> None:
    game = SlowGame(0.01)

    def callback(progress: Progress) -> None:
        SlowGame.now += 100.0 if not progress.games_done else 0.0

    stopping = Stopping(max_time=5.0, clock=game.clock)
    options: dict[str, Any] = {"subject": fake.subject("a"), "backend": "serial", "progress": callback}
    assert run(ASKED, tmp_path / "a", play=game, stopping=stopping, **options).games >= 400


def test_a_piece_is_cut_to_the_speed_and_to_the_time() -> None:
    left = 10.0
    pace = Pace(lambda: left)
    piece = Piece(Chunk(0, 500), 1)
    assert pace.cut(piece) == (Piece(Chunk(0, 2), 1), Piece(Chunk(2, 498), 1))
    pace.seconds[0] = 0.01
    assert pace.cut(piece)[0].chunk == Chunk(0, 100)
    pace.seconds[1] = 0.001
    assert pace.cut(piece) == (piece, None)
    left = 0.05
    assert pace.cut(piece)[0].chunk == Chunk(0, 50)
    left = -3.0
    assert pace.cut(piece)[0].chunk == Chunk(0, 2)


@pytest.mark.parametrize(
    "other, left",
    [
        (Chunk(0, 2), [Chunk(10, 5)]),
        (Chunk(10, 2), [Chunk(12, 3)]),
        (Chunk(12, 1), [Chunk(10, 2), Chunk(13, 2)]),
        (Chunk(14, 9), [Chunk(10, 4)]),
        (Chunk(10, 5), []),
        (Chunk(15, 1), [Chunk(10, 5)]),
    ],
)
def test_blocks_are_taken_out_of_a_chunk(other: Chunk, left: list[Chunk]) -> None:
    assert Chunk(10, 5).without(other) == left
