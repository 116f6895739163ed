"""Running: the same data however it is played, resuming, extending."""

from __future__ import annotations

import math
import signal
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from scipy import stats

from simkit.errors import UsageError
from simkit.runner import Progress, RunConfig, RunResult, Subject, dry_run, open_run, run
from tests.runner import fake

KEY = ["variant", "lineup", "block", "repeat", "seating"]
ASKED = RunConfig("fake", 3, ("a", "b:x=2", "b:x=2"), 9_000, seed=5, repeats=2)


def subject(**changes: Any) -> Subject:
    return fake.subject("a", "b:x=2", **changes)


def data(out: Path) -> tuple[pl.DataFrame, pl.DataFrame]:
    """Both tables, rows sorted by key."""
    there = open_run(out, check=True)
    return there.games().sort(KEY).collect(), there.seats().sort([*KEY, "seat"]).collect()


def same(one: Path, other: Path) -> bool:
    return all(a.equals(b) for a, b in zip(data(one), data(other), strict=True))


def hashes(out: Path) -> list[tuple[Any, ...]]:
    """What is committed, file by file."""
    parts = open_run(out).manifest["parts"]
    return [(p["chunk"], p["first_block"], p["n_blocks"], p["games"]["sha256"], p["seats"]["sha256"]) for p in parts]


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that all others must equal."""
    out = tmp_path_factory.mktemp("plain") / "run"
    result = run(ASKED, out, subject=subject(), play=fake.play, backend="serial")
    assert (result.status, result.games, result.played) == ("complete", 9_000, 9_000)
    return out


@pytest.mark.parametrize(("backend", "jobs"), [("loky", 1), ("loky", 2), ("loky", 8), ("threads", 3), ("serial", 1)])
def test_t2_jobs_and_backends_give_the_same_files(plain: Path, tmp_path: Path, backend: Any, jobs: int) -> None:
    run(ASKED, tmp_path, subject=subject(), play=fake.play, backend=backend, jobs=jobs)
    assert hashes(tmp_path) == hashes(plain)
    assert len(hashes(plain)) > 8


@pytest.mark.parametrize("chunk_games", [1, 137, 100_000])
def test_t2_chunk_sizes_give_the_same_data(plain: Path, tmp_path: Path, chunk_games: int) -> None:
    asked = replace(ASKED, games=600)
    run(asked, tmp_path / "a", subject=subject(), play=fake.play, backend="serial")
    run(asked, tmp_path / "b", subject=subject(chunk_games=chunk_games), play=fake.play, backend="threads", jobs=2)
    assert same(tmp_path / "a", tmp_path / "b")
    games = data(plain)[0].filter(pl.col("block") < 100)
    assert games.equals(data(tmp_path / "b")[0])


def test_t1_other_seeds_give_other_games(plain: Path, tmp_path: Path) -> None:
    run(replace(ASKED, seed=6), tmp_path, subject=subject(), play=fake.play, backend="serial")
    assert not data(tmp_path)[1]["score"].equals(data(plain)[1]["score"])


def interrupt_after(chunks: int) -> Callable[[Progress], None]:
    """Press Ctrl-C once so many chunks are committed."""
    seen = []

    def callback(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == chunks + 1:
            signal.raise_signal(signal.SIGINT)

    return callback


@pytest.mark.parametrize("backend", ["loky", "threads", "serial"])
@pytest.mark.parametrize("chunks", [0, 3])
def test_t11_interrupt_and_resume_equal_an_uninterrupted_run(
    plain: Path, tmp_path: Path, backend: Any, chunks: int
) -> None:
    handler = signal.getsignal(signal.SIGINT)
    press = interrupt_after(chunks)
    cut = run(ASKED, tmp_path, subject=subject(), play=fake.Slow(0.01), backend=backend, jobs=2, progress=press)
    assert signal.getsignal(signal.SIGINT) is handler
    assert cut.interrupted
    assert cut.games < 9_000
    assert (cut.games > 0) == (chunks > 0)
    assert open_run(tmp_path, check=True).manifest["status"] == "interrupted"
    assert open_run(tmp_path).games().collect().height == cut.games
    done = run(replace(ASKED, seed=None), tmp_path, subject=subject(), play=fake.play, resume=True, backend="serial")
    assert (done.status, done.games, done.played) == ("complete", 9_000, 9_000 - cut.games)
    assert hashes(tmp_path) == hashes(plain)


def test_resuming_a_complete_run_plays_nothing(plain: Path) -> None:
    before = hashes(plain)
    assert run(ASKED, plain, subject=subject(), play=fake.play, resume=True).played == 0
    assert hashes(plain) == before


def test_more_games_extend_a_run(tmp_path: Path, plain: Path) -> None:
    run(replace(ASKED, games=2_000), tmp_path, subject=subject(), play=fake.play, backend="serial")
    longer = run(ASKED, tmp_path, subject=subject(), play=fake.play, resume=True, backend="serial")
    assert longer.games == 9_000
    assert longer.played < 7_200
    assert same(tmp_path, plain)


def test_fewer_games_are_refused(plain: Path) -> None:
    with pytest.raises(UsageError, match=r"add games, not take them away: .* has 9,000, and 5,004"):
        run(replace(ASKED, games=5_000), plain, subject=subject(), play=fake.play, resume=True)


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"seed": 6}, "seed: 5 there, 6 asked for"),
        ({"repeats": 1}, "repeats: 2 there, 1 asked for"),
        ({"seatings": "rotations"}, "seatings: all there, rotations asked for"),
        ({"strategies": ("a",)}, "line-up: a,b:x=2,b:x=2 there, a,a,a asked for"),
    ],
)
def test_resume_with_another_configuration_prints_the_difference(
    plain: Path, changes: dict[str, Any], words: str
) -> None:
    with pytest.raises(UsageError, match=words):
        run(replace(ASKED, **changes), plain, subject=subject(), play=fake.play, resume=True)


def test_resume_with_other_rules_or_another_version_prints_the_difference(plain: Path) -> None:
    here = subject(version="1.1")
    here = Subject(here.game, fake.FakeRules(cards=7), here.players)
    with pytest.raises(UsageError) as caught:
        run(ASKED, plain, subject=here, play=fake.play, resume=True)
    assert "version of the game: 1.0 there, 1.1 asked for" in str(caught.value)
    assert "rule cards: 6 there, 7 asked for" in str(caught.value)


def test_resume_after_an_edit_of_the_code_is_refused(plain: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("simkit.runner.manifest.source_digest", lambda *_: "0" * 32)
    with pytest.raises(UsageError, match="source digest"):
        run(ASKED, plain, subject=subject(), play=fake.play, resume=True)


def test_confidence_and_margin_may_change_and_are_kept(tmp_path: Path) -> None:
    def again(**changes: Any) -> dict[str, Any]:
        return dict(run(asked, tmp_path, subject=subject(), play=fake.play, **changes).manifest)

    asked = replace(ASKED, games=100)
    first = again(confidence=0.99, margin=0.03)
    kept = again(resume=True)
    changed = again(resume=True, margin=0.01)
    assert [(m["confidence"], m["margin"]) for m in (first, kept, changed)] == [
        (0.99, 0.03),
        (0.99, 0.03),
        (0.99, 0.01),
    ]
    assert "--confidence 0.99 --margin 0.01" in changed["command"]


def test_a_seed_is_drawn_and_said(tmp_path: Path) -> None:
    asked = replace(ASKED, seed=None, games=10)
    outline = dry_run(asked, tmp_path / "no", subject=subject())
    assert outline.config.seed is not None
    assert outline.config.seed_drawn
    assert not (tmp_path / "no").exists()
    results = [run(asked, tmp_path / name, subject=subject(), play=fake.play) for name in "ab"]
    assert results[0].config.seed != results[1].config.seed
    assert results[0].manifest["config"]["seed_drawn"]


def test_dry_run_says_what_would_be_played(plain: Path) -> None:
    outline = dry_run(replace(ASKED, games=10_000), plain, resume=True, subject=subject())
    assert (outline.plan.games, outline.committed) == (10_002, 9_000)
    assert sum(chunk.n_blocks for chunk in outline.todo) * 6 == 1_002
    assert outline.rules == {"cards": 6, "points": [5, 3]}
    assert outline.command.startswith("simkit run fake --players 3 --strategies a,b:x=2,b:x=2 --games 10000 --seed 5")


def last_width(asked: RunConfig, out: Path, **changes: Any) -> tuple[float | None, RunResult]:
    seen: list[Progress] = []
    result = run(asked, out, subject=subject(**changes), play=fake.play, backend="serial", progress=seen.append)
    assert seen[0].games_done == 0
    assert seen[-1].games_done == seen[-1].games_total == result.games
    assert seen[-1].seconds_left == 0
    return seen[-1].half_width, result


def t_half_width(values: pl.Series) -> float:
    return float(stats.t.ppf(0.975, values.len() - 1) * values.std() / math.sqrt(values.len()))


def test_the_width_shown_is_that_of_block_means(tmp_path: Path) -> None:
    shown, _ = last_width(ASKED, tmp_path)
    seats = data(tmp_path)[1]
    widths = []
    for column in ("strategy", "seat"):
        means = seats.group_by(column, "block").agg(pl.col("credit").mean())
        widths += [t_half_width(group["credit"]) for _, group in means.group_by(column)]
    assert shown == pytest.approx(max(widths), rel=1e-9)


def test_the_width_of_a_cooperative_game_is_that_of_its_success_rate(tmp_path: Path) -> None:
    shown, _ = last_width(ASKED, tmp_path, cooperative=True)
    means = data(tmp_path)[0].group_by("block").agg(pl.col("success").cast(pl.Float64).mean())
    assert shown == pytest.approx(t_half_width(means["success"]), rel=1e-9)


def test_one_block_shows_no_width(tmp_path: Path) -> None:
    assert last_width(replace(ASKED, games=1), tmp_path)[0] is None


def test_the_width_goes_on_after_resuming(tmp_path: Path, plain: Path) -> None:
    run(replace(ASKED, games=3_000), tmp_path / "a", subject=subject(), play=fake.play, backend="serial")
    seen: list[Progress] = []
    run(ASKED, tmp_path / "a", subject=subject(), play=fake.play, backend="serial", resume=True, progress=seen.append)
    assert seen[0].games_done == 3_000
    assert seen[-1].half_width == pytest.approx(last_width(ASKED, tmp_path / "b")[0], rel=1e-9)
