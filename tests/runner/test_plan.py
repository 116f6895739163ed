"""The plan: seatings, whole blocks, chunks, the command that plays it again."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.errors import DataError, UsageError
from simkit.runner import RunConfig, command_of, make_plan
from simkit.runner.plan import Chunk
from simkit.runner.seatings import distinct_orders, seatings_of

LINEUPS = st.lists(st.sampled_from("abcde"), min_size=1, max_size=6)


def config(**changes: object) -> RunConfig:
    return replace(RunConfig("fake", 4, ("a", "b", "c", "d"), 1000, seed=1), **changes)  # type: ignore[arg-type]


@given(LINEUPS)
def test_distinct_orders_are_all_orders_once_in_lexicographic_order(members: list[str]) -> None:
    orders = list(distinct_orders(members))
    assert orders == sorted(set(itertools.permutations(members)))
    copies = math.prod(math.factorial(count) for count in Counter(members).values())
    assert len(orders) == math.factorial(len(members)) // copies


@given(LINEUPS, st.sampled_from(["all", "rotations"]))
def test_t8_each_strategy_sits_in_each_seat_equally_often(members: list[str], kind: str) -> None:
    orders = [seating.order for seating in seatings_of(members, kind)]  # type: ignore[arg-type]
    for name in set(members):
        times = [sum(order[seat] == name for order in orders) for seat in range(len(members))]
        assert len(set(times)) == 1
        assert times[0] * len(members) == len(orders) * members.count(name)


@given(LINEUPS)
def test_rotations_keep_the_numbers_of_all_orders(members: list[str]) -> None:
    everything = {s.number: s.order for s in seatings_of(members, "all")}
    rotations = seatings_of(members, "rotations")
    assert all(everything[s.number] == s.order for s in rotations)
    assert len(rotations) <= len(members)
    assert [s.number for s in rotations] == sorted(s.number for s in rotations)


@pytest.mark.parametrize(
    ("strategies", "seatings"),
    [(("a",), 1), (("a", "a", "a", "b"), 4), (("a", "a", "b", "b"), 6), (("a", "b", "c", "d"), 24)],
)
def test_four_players_sit_in_all_orders_by_default(strategies: tuple[str, ...], seatings: int) -> None:
    plan = make_plan(config(strategies=strategies))
    assert len(plan.seatings) == seatings
    assert plan.kind == "all"


def test_five_players_rotate_by_default() -> None:
    plan = make_plan(config(players=5, strategies=("a", "b", "c", "d", "e")))
    assert (plan.kind, len(plan.seatings)) == ("rotations", 5)


def test_the_line_up_does_not_depend_on_the_order_of_naming() -> None:
    assert make_plan(config(strategies=("d", "c", "a", "b"))) == make_plan(config())


def test_a_mirror_is_written_out() -> None:
    assert make_plan(config(strategies=("b:x=2",))).lineup == "b:x=2,b:x=2,b:x=2,b:x=2"


@given(st.integers(1, 10**7), st.integers(1, 5), st.sampled_from([("a",), ("a", "a", "b", "b"), ("a", "b", "c", "d")]))
def test_whole_blocks_are_played(games: int, repeats: int, strategies: tuple[str, ...]) -> None:
    plan = make_plan(config(games=games, repeats=repeats, strategies=strategies))
    assert plan.games % plan.games_a_block == 0
    assert 0 <= plan.games - games < plan.games_a_block


@given(st.integers(1, 10**6), st.lists(st.integers(1, 40), max_size=8), st.integers(100, 40_000))
def test_chunks_fill_exactly_what_is_missing(games: int, cuts: list[int], largest: int) -> None:
    plan = make_plan(config(games=games, strategies=("a",)), largest)
    whole = plan.chunks()
    kept = whole[:: max(1, len(cuts))]
    todo = plan.chunks(kept)
    blocks = sorted([*kept, *todo])
    assert blocks[0].first_block == 0
    assert blocks[-1].end == plan.blocks
    assert all(left.end == right.first_block for left, right in itertools.pairwise(blocks))
    assert blocks == whole, "a missing chunk is played as the same chunk again"


def test_small_runs_split_over_workers_and_large_ones_into_megabytes() -> None:
    sizes = {
        games: make_plan(config(games=games, strategies=("a",))).chunk_blocks for games in (500, 20_000, 10**6, 10**7)
    }
    assert sizes == {500: 1000, 20_000: 1000, 10**6: 31_250, 10**7: 32_768}


def test_more_games_extend_after_the_committed_chunks() -> None:
    small, large = make_plan(config(games=5_000, strategies=("a",))), make_plan(config(games=90_000, strategies=("a",)))
    todo = large.chunks(small.chunks())
    assert todo[0].first_block == small.blocks
    assert sum(chunk.n_blocks for chunk in todo) == large.blocks - small.blocks


def test_overlapping_parts_are_refused() -> None:
    with pytest.raises(DataError, match="block 5"):
        make_plan(config(games=500)).chunks([Chunk(0, 10), Chunk(5, 10)])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"games": 0}, "--games must be 1 to 1,000,000,000,000; 0 came"),
        ({"games": 10**12 + 1}, "1,000,000,000,001 came"),
        ({"repeats": 0}, "--repeats must be 1 to 100,000; 0 came"),
        ({"repeats": 100_001}, "--repeats must be 1 to 100,000; 100,001 came"),
        ({"repeats": 10**27}, "--repeats must be 1 to 100,000"),
        ({"seed": -1}, "--seed must be 0 to"),
        ({"seed": 2**63}, "--seed must be 0 to"),
        ({"seatings": "some"}, "--seatings must be all or rotations"),
        ({"strategies": ("a", "b")}, "4 players is one strategy .* or 4 of them; 2 came: a, b"),
        ({"strategies": ()}, "0 came: none"),
    ],
)
def test_impossible_plans_are_refused(changes: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        make_plan(config(**changes))


def test_the_command_plays_the_run_again() -> None:
    asked = config(
        strategies=("b", "a", "a", "a:x=1"), rules={"points": (5, 3), "start": "left", "open": True},
        seatings="rotations", repeats=3,
    )  # fmt: skip
    assert command_of(asked, confidence=0.99, margin=0.02) == [
        "simkit", "run", "fake", "--players", "4", "--strategies", "a,a,a:x=1,b", "--games", "1000", "--seed", "1",
        "--set", "points=[5, 3]", "--set", 'start="left"', "--set", "open=true", "--seatings", "rotations",
        "--repeats", "3", "--confidence", "0.99", "--margin", "0.02",
    ]  # fmt: skip
