"""M10: the longest chain in which each strategy surely beats all below."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simkit.analysis import analyse
from simkit.analysis.encounters import Encounters
from simkit.analysis.ladder import ladder, longest, lower_bounds
from tests.analysis.synthetic import make_manifest, make_run


def meeting(chances, batches=50, games=200, seed=1):
    """Encounters in which i finishes before j with chance `chances[i][j]`."""
    chances = np.asarray(chances)
    k = len(chances)
    rng = np.random.default_rng(seed)
    ahead = np.zeros((batches, k, k))
    for i, j in itertools.combinations(range(k), 2):
        won = rng.binomial(games, chances[i, j], size=batches)
        ahead[:, i, j], ahead[:, j, i] = won, games - won
    names = tuple("abcdefgh"[:k])
    return Encounters(names, np.array([[0, 1]]), np.zeros((batches, 1, 2)), ahead)


def test_three_levels():
    found = ladder(meeting([[0.5, 0.6, 0.8], [0.4, 0.5, 0.7], [0.2, 0.3, 0.5]]), 0.95)
    assert found.rungs == ("a", "b", "c") and found.depth == 3


def test_two_that_cannot_be_told_apart_share_a_level():
    found = ladder(meeting([[0.5, 0.5, 0.8], [0.5, 0.5, 0.8], [0.2, 0.2, 0.5]], games=20), 0.95)
    assert found.depth == 2 and found.rungs[1] == "c"


def test_rock_paper_scissors_is_no_endless_ladder():
    found = ladder(meeting([[0.5, 0.9, 0.1], [0.1, 0.5, 0.9], [0.9, 0.1, 0.5]]), 0.95)
    assert found.depth == 2  # one beats another, and the third is beaten by neither of both or beats one


def test_lower_bounds_are_those_of_the_ratio():
    met = meeting([[0.5, 0.7], [0.3, 0.5]], batches=200, games=100)
    shares = met.ahead[:, 0, 1] / 100
    half = 1.9719565 * shares.std(ddof=1) / np.sqrt(200)  # t, 199 degrees
    assert lower_bounds(met, 0.95)[0, 1] == pytest.approx(shares.mean() - half)


def test_who_always_wins_is_above():
    assert ladder(meeting([[0.5, 1.0], [0.0, 0.5]]), 0.95).rungs == ("a", "b")
    assert ladder(meeting([[0.5, 1.0], [0.0, 0.5]], batches=1), 0.95).depth == 1  # one batch shows nothing
    assert longest((), np.zeros((0, 0)), np.zeros((0, 0), dtype=bool)).depth == 0


def test_a_line_up_has_its_ladder_and_yardsticks_are_left_out():
    rng = np.random.default_rng(2)
    orders = sorted(set(itertools.permutations(["a", "b", "random"])))
    skill = np.array([[{"a": 1.0, "b": 0.0, "random": -2.0}[name] for name in order] for order in orders])
    luck = rng.normal(size=(400, 6, 3)) + skill
    credit = np.eye(3)[luck.argmax(axis=2)].reshape(-1, 3)
    rank = (-luck).argsort(axis=2).argsort(axis=2).reshape(-1, 3) + 1
    run = make_run(credit, orders, seats={"rank": rank.astype(np.int8)}, manifest=make_manifest(yardsticks=["random"]))
    assert analyse(run).field.ladder.rungs == ("a", "b")


def test_twenty_levels_are_found_at_once():
    beats = np.triu(np.ones((20, 20), dtype=bool), 1)
    names = tuple(f"s{i:02}" for i in range(20))
    assert longest(names, np.where(beats, 0.7, 0.3), beats).rungs == names
