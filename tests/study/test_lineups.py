"""Tournaments: which line-ups a field gives."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from simkit.study.lineups import balanced_sample, field_lineups, how_many

NAMES = ["d", "a", "c", "b"]


def test_all_lineups_of_two_strategies_at_three_seats() -> None:
    assert field_lineups(["b", "a"], 3, "all", None, None) == [
        ("b", "b", "b"), ("a", "b", "b"), ("a", "a", "b"), ("a", "a", "a"),
    ]  # fmt: skip


@pytest.mark.parametrize("n", [2, 3, 5])
def test_all_lineups_are_every_multiset(n: int) -> None:
    found = field_lineups(NAMES, n, "all", None, None)
    assert len(found) == len(set(found)) == how_many(4, n)
    assert set(found) == {tuple(sorted(members)) for members in itertools.product(NAMES, repeat=n)}


def test_focus_is_one_seat_against_copies_of_each_other_strategy() -> None:
    assert field_lineups(["a", "b", "c"], 3, "focus", None, None) == [
        ("a", "b", "b"), ("a", "c", "c"), ("a", "a", "b"), ("b", "c", "c"), ("a", "a", "c"), ("b", "b", "c"),
    ]  # fmt: skip
    assert field_lineups(["a", "b", "c"], 3, "focus", "b", None) == [("a", "a", "b"), ("b", "c", "c")]


def test_focus_at_two_seats_meets_each_pair_once() -> None:
    assert field_lineups(["a", "b", "c"], 2, "focus", None, None) == [("a", "b"), ("a", "c"), ("b", "c")]


@pytest.mark.parametrize("k, n, count", [(8, 4, 40), (12, 3, 60), (5, 6, 30), (3, 4, 15)])
def test_t8_a_sample_is_balanced(k: int, n: int, count: int) -> None:
    """Every strategy sits about equally often, and every pair meets."""
    names = [f"s{i}" for i in range(k)]
    found = balanced_sample(names, n, count)
    assert len(set(found)) == len(found) == count
    seats = Counter(name for lineup in found for name in lineup)
    assert max(seats.values()) - min(seats.values()) <= 2
    met = Counter(pair for lineup in found for pair in itertools.combinations(sorted(set(lineup)), 2))
    assert len(met) == k * (k - 1) // 2
    assert found == balanced_sample(names, n, count)


def test_a_sample_of_more_than_all_is_all() -> None:
    assert len(field_lineups(["a", "b"], 3, "sample", None, 99)) == 4
    assert len(field_lineups(["a", "b"], 3, "sample", None, 3)) == 3
