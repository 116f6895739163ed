"""Runs that grow until they are precise enough, or until time is up; and what they keep turn by turn."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from simkit import engine, load
from simkit.engine import Batch
from simkit.errors import UsageError
from simkit.game import Game
from simkit.runner import (
    Progress,
    RunConfig,
    RunResult,
    Stopping,
    Subject,
    find_game,
    first_games,
    open_run,
    resume_command,
    run,
    verify,
)  # fmt: skip
from simkit.runner.plan import is_traced
from simkit.strategy import Player, make_player
from simkit.testing import uniform
from tests.runner import fake
from tests.synthetic import high_card

ASKED = RunConfig("fake", 3, ("a", "b:x=2", "b:x=2"), 3_000, seed=5)
KEY = ["variant", "lineup", "block", "repeat", "seating"]


def grow(out: Path, precision: float, asked: RunConfig = ASKED, **options: Any) -> RunResult:
    stopping = Stopping(precision, options.pop("max_time", None), options.pop("clock", lambda: 0.0))
    options = {"backend": "serial", "subject": fake.subject("a", "b:x=2"), "play": fake.play, **options}
    return run(asked, out, stopping=stopping, **options)


def clock(step: float) -> Any:
    """Rises at each look."""
    now = [0.0]

    def look() -> float:
        now[0] += step
        return now[0]

    return look


def seats(out: Path) -> pl.DataFrame:
    return open_run(out, check=True).seats().sort([*KEY, "seat"]).collect()


def test_e6_a_run_grows_until_its_widest_interval_is_narrow_enough(tmp_path: Path) -> None:
    result = grow(tmp_path, 0.01)
    stopping = result.manifest["stopping"]
    assert result.status == "complete"
    assert stopping["ended_by"] == "precision"
    assert stopping["half_width"] <= 0.01
    assert result.games == result.plan.blocks * 3 == result.manifest["config"]["games"]
    # Not before: one look earlier the interval was still wider (it shrinks with the root of the blocks).
    assert stopping["half_width"] * np.sqrt(stopping["growth"]) > 0.0095


def test_e6_looks_grow_by_5_to_10_percent_from_1000_blocks_on(tmp_path: Path) -> None:
    sizes: list[int] = []

    def note(progress: Progress) -> None:
        sizes.append(progress.games_done // 3)

    result = grow(tmp_path, 0.01, progress=note)
    stopping = result.manifest["stopping"]
    assert stopping["first_look"] == 1_000
    assert 1.05 <= stopping["growth"] <= 1.10
    looks = [1_000]
    while looks[-1] < result.plan.blocks:
        looks.append(int(np.ceil(looks[-1] * stopping["growth"])))
    assert looks[-1] == result.plan.blocks
    assert len(looks) == stopping["looks"]
    assert set(looks) <= set(sizes)


def test_e6_the_manifest_says_how_to_play_the_same_games_and_how_to_go_on(tmp_path: Path) -> None:
    result = grow(tmp_path, 0.02)
    run_there = open_run(tmp_path)
    assert run_there.manifest["command"] == (
        f"simkit run fake --players 3 --strategies a,b:x=2,b:x=2 --games {result.games} --seed 5"
    )
    assert resume_command(run_there) == (
        f"simkit run fake --players 3 --strategies a,b:x=2,b:x=2 --precision 0.02 --seed 5 --out {tmp_path} --resume"
    )


@pytest.mark.parametrize("jobs, backend", [(2, "loky"), (3, "threads")])
def test_t2_workers_do_not_change_a_growing_run(tmp_path: Path, jobs: int, backend: str) -> None:
    grow(tmp_path / "one", 0.015)
    grow(tmp_path / "many", 0.015, jobs=jobs, backend=backend)
    assert seats(tmp_path / "one").equals(seats(tmp_path / "many"))


def test_t11_a_growing_run_goes_on_after_an_interruption(tmp_path: Path) -> None:
    grow(tmp_path / "whole", 0.012)
    first = grow(tmp_path / "cut", 0.012, play=fake.InterruptedAt(1_700))
    assert first.interrupted
    asked = replace(ASKED, games=first.manifest["config"]["games"])
    assert grow(tmp_path / "cut", 0.012, asked, resume=True).status == "complete"
    assert seats(tmp_path / "whole").equals(seats(tmp_path / "cut"))


def test_a_finer_precision_goes_on_from_what_is_there(tmp_path: Path) -> None:
    first = grow(tmp_path / "out", 0.02)
    second = grow(tmp_path / "out", 0.012, replace(ASKED, games=first.games), resume=True)
    grow(tmp_path / "whole", 0.012)
    assert second.played == second.games - first.games
    # The looks come at other numbers of blocks, so the shorter of both is a part of the longer.
    one, other = seats(tmp_path / "out"), seats(tmp_path / "whole")
    shared = min(one["block"].max(), other["block"].max())
    assert one.filter(pl.col("block") <= shared).equals(other.filter(pl.col("block") <= shared))


def test_max_time_ends_undecided_and_goes_on(tmp_path: Path) -> None:
    result = grow(tmp_path, 0.001, max_time=5.5, clock=clock(1.0))
    assert result.status == "stopped"
    assert result.manifest["stopping"]["ended_by"] == "max_time"
    assert result.manifest["stopping"]["half_width"] > 0.001
    assert result.games > 0
    assert sum(part["n_blocks"] for part in result.manifest["parts"]) * 3 == result.games


def test_a_fixed_number_may_be_bounded_by_time_too(tmp_path: Path) -> None:
    asked = replace(ASKED, games=300_000)
    stopping = Stopping(None, 3.5, clock(1.0))
    result = run(
        asked, tmp_path, stopping=stopping, backend="serial", subject=fake.subject("a", "b:x=2"), play=fake.play
    )
    assert (result.status, result.manifest["stopping"]["rule"]) == ("stopped", "games")
    assert 0 < result.games < 300_000
    blocks = [(part["first_block"], part["n_blocks"]) for part in result.manifest["parts"]]
    assert [first for first, _ in blocks] == [sum(n for _, n in blocks[:k]) for k in range(len(blocks))]


def always_level(game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any) -> Batch:
    """Everybody wins every game."""
    batch = fake.play(game, rules, players, seed, blocks, repeats)
    return replace(batch, credit=np.full_like(batch.credit, 1 / 3), rank=np.ones_like(batch.rank))


def seat_one(game: Game, rules: Any, players: Sequence[Player], seed: int, blocks: Any, repeats: Any) -> Batch:
    """Seat 1 wins every game."""
    batch = fake.play(game, rules, players, seed, blocks, repeats)
    credit = np.zeros_like(batch.credit)
    credit[:, 0] = 1
    return replace(batch, credit=credit)


def test_shares_that_never_vary_end_undecided(tmp_path: Path) -> None:
    """E3: no spread says nothing about how sure a share is, and would have the run grow for ever."""
    result = grow(tmp_path, 0.01, replace(ASKED, strategies=("a",), games=1_000), play=always_level)
    assert result.manifest["stopping"]["ended_by"] == "no_spread"
    assert result.manifest["stopping"]["half_width"] is None
    assert result.plan.blocks < 30_000


def test_shares_of_0_and_1_are_known_by_wilson(tmp_path: Path) -> None:
    result = grow(tmp_path, 0.0015, replace(ASKED, strategies=("a",), games=1_000), play=seat_one)
    assert result.manifest["stopping"]["ended_by"] == "precision"
    assert 0.001 < result.manifest["stopping"]["half_width"] <= 0.0015


@pytest.mark.parametrize(
    "stopping, words",
    [
        (Stopping(0.5), "--precision must be half the width of an interval, a fraction between 0 and 0.5; 0.5 came."),
        (Stopping(0.0), "--precision must be"),
        (Stopping(float("nan")), "--precision must be"),
        (Stopping(max_time=0.0), "--max-time must be a number of seconds above 0; 0 came."),
        (Stopping(max_time=float("inf")), "--max-time must be"),
    ],
)
def test_bounds_that_make_no_sense(tmp_path: Path, stopping: Stopping, words: str) -> None:
    with pytest.raises(UsageError) as told:
        run(ASKED, tmp_path / "out", stopping=stopping, subject=fake.subject("a", "b:x=2"), play=fake.play)
    assert words in str(told.value)
    assert not (tmp_path / "out").exists()


def test_the_first_look_is_1000_blocks_whatever_the_seatings() -> None:
    assert first_games(ASKED) == 3_000
    assert first_games(replace(ASKED, repeats=2)) == 6_000
    assert first_games(ASKED, already=50_000) == 50_000


# --- variants --------------------------------------------------------------------------------------------------------


def test_a_variant_is_a_name_in_the_tables_and_changes_no_game(tmp_path: Path) -> None:
    for name in ("base", "more cards"):
        asked = replace(ASKED, games=300, variant=name)
        run(asked, tmp_path / name, backend="serial", subject=fake.subject("a", "b:x=2"), play=fake.play)
    named, plain = seats(tmp_path / "more cards"), seats(tmp_path / "base")
    assert set(named["variant"]) == {"more cards"}
    assert named.drop("variant").equals(plain.drop("variant"))
    found = find_game(open_run(tmp_path / "more cards"), "more cards/a,b:x=2,b:x=2/3.0.1")
    assert found.order == ("b:x=2", "a", "b:x=2")
    assert "--variant 'more cards'" in open_run(tmp_path / "more cards").manifest["command"]


@pytest.mark.parametrize("name", ["", " x", "a/b", "a\nb", "x" * 81])
def test_names_that_no_variant_may_have(tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match="the name of a variant must"):
        run(replace(ASKED, variant=name), tmp_path, subject=fake.subject("a", "b:x=2"), play=fake.play)


def test_a_run_is_not_resumed_under_another_name(tmp_path: Path) -> None:
    run(ASKED, tmp_path, backend="serial", subject=fake.subject("a", "b:x=2"), play=fake.play)
    with pytest.raises(UsageError, match="variant: base there, other asked for"):
        run(replace(ASKED, variant="other"), tmp_path, resume=True, subject=fake.subject("a", "b:x=2"), play=fake.play)


# --- traces ----------------------------------------------------------------------------------------------------------

PLAYERS = {"uniform": make_player(uniform(high_card.GAME), {})}
TRACED = RunConfig("high_card", 3, ("uniform",), 2_400, seed=4, trace=0.01)


def high_cards(config: RunConfig) -> Subject:
    from simkit.game import make_rules

    return Subject(high_card.GAME, make_rules(high_card.GAME, config.rules, 3), PLAYERS)


def test_a_traced_share_is_chosen_by_the_block() -> None:
    assert [block for block in range(400) if is_traced(block, 0.01)] == [0, 100, 200, 300]
    assert all(is_traced(block, 1.0) for block in range(50))
    assert not any(is_traced(block, 0.0) for block in range(50))
    assert sum(is_traced(block, 0.3) for block in range(10_000)) == 3_000


def test_standings_are_kept_turn_by_turn(tmp_path: Path) -> None:
    run(TRACED, tmp_path, backend="serial", subject=high_cards(TRACED))
    there = open_run(tmp_path, check=True)
    traces, games = there.traces().collect(), there.games().collect()
    assert set(traces["block"]) == {block for block in range(2_400) if is_traced(block, 0.01)}
    counted = traces.group_by(KEY).agg(pl.col("turn").max(), pl.len())
    both = counted.join(games.select(*KEY, "turns", "players"), on=KEY)
    assert len(both) == len(counted) == 24
    assert (both["turn"] == both["turns"]).all()
    assert (both["len"] == both["turns"] * both["players"]).all()
    assert load(tmp_path).traces(["turn", "standing"]).shape == (len(traces), 2)


def test_standings_are_those_of_the_engine(tmp_path: Path) -> None:
    run(TRACED, tmp_path, backend="serial", subject=high_cards(TRACED))
    rows = open_run(tmp_path).traces().filter(pl.col("block") == 1_700).sort("turn", "seat").collect()
    subject, block = high_cards(TRACED), np.array([1_700])
    rules = subject.game.pack_rules(subject.rules, 3)
    players, none = [PLAYERS["uniform"]] * 3, np.zeros(1, np.int64)
    batch = engine.play(subject.game, rules, players, 4, block, none)
    trace = engine.trace(subject.game, rules, players, 4, block, none, batch.turns)
    assert rows["standing"].to_list() == trace.standing.ravel().tolist()


def test_t2_workers_do_not_change_traces(tmp_path: Path) -> None:
    run(TRACED, tmp_path / "one", backend="serial", subject=high_cards(TRACED))
    run(TRACED, tmp_path / "many", backend="threads", jobs=3, subject=high_cards(TRACED))
    digests = [
        [part["traces"]["sha256"] for part in open_run(tmp_path / name).manifest["parts"] if "traces" in part]
        for name in ("one", "many")
    ]
    assert digests[0] == digests[1] != []


def test_traces_are_hashed_swept_and_replaced_like_the_other_tables(tmp_path: Path) -> None:
    run(TRACED, tmp_path, backend="serial", subject=high_cards(TRACED))
    before = open_run(tmp_path).traces().collect()
    part = sorted((tmp_path / "traces").iterdir())[1]
    part.write_bytes(part.read_bytes()[:-1])
    (problem,) = verify(tmp_path)
    assert problem.file == f"traces/{part.name}"
    run(TRACED, tmp_path, backend="serial", subject=high_cards(TRACED), resume=True)
    assert not verify(tmp_path)
    assert open_run(tmp_path).traces().collect().sort(pl.all()).equals(before.sort(pl.all()))
    run(replace(TRACED, trace=0.0), tmp_path, backend="serial", subject=high_cards(TRACED), force=True)
    assert not (tmp_path / "traces").exists()
    assert open_run(tmp_path).traces().collect().is_empty()


def test_a_run_without_traces_does_not_get_them_later(tmp_path: Path) -> None:
    plain = replace(TRACED, trace=0.0)
    run(plain, tmp_path, backend="serial", subject=high_cards(plain))
    with pytest.raises(UsageError, match=r"trace: 0\.0 there, 0\.01 asked for"):
        run(TRACED, tmp_path, backend="serial", subject=high_cards(TRACED), resume=True)


@pytest.mark.parametrize("share", [-0.1, 1.5, float("nan")])
def test_a_share_that_is_none(tmp_path: Path, share: float) -> None:
    with pytest.raises(UsageError, match="--trace must be a share of the games, 0 to 1"):
        run(replace(TRACED, trace=share), tmp_path, subject=high_cards(TRACED))
