"""M11: share decided by the deal, by hand, against numpy's one-way analysis of variance, and simulated."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.analysis import analyse
from simkit.analysis.blocks import Blocks, Shape
from simkit.analysis.deal import Deal
from tests.analysis.synthetic import make_manifest, make_run

MIRROR = [["a"] * 2]


def played(chances, repeats, rng):
    """Two seats; seat 1 wins a deal's repeats with that deal's chance. Credits [games, 2]."""
    first = (rng.random((len(chances), repeats)) < chances[:, None]).astype(float).ravel()
    return np.column_stack([first, 1 - first])


def test_by_hand():
    """Two repeats: deals 1-1, 0-0, 1-0, 0-1. MSB = 2 * var(1, 0, .5, .5), MSW = mean(0, 0, .5, .5), for both seats."""
    credit = np.array([[1, 0], [1, 0], [0, 1], [0, 1], [1, 0], [0, 1], [0, 1], [1, 0]])
    got = analyse(make_run(credit, MIRROR, repeats=2)).deal
    msb, msw = 2 * (2 * np.var([1, 0, 0.5, 0.5], ddof=1)), 2 * 0.25
    assert (got.between, got.within, got.repeats) == (pytest.approx(msb), pytest.approx(msw), 2)
    s2 = (msb - msw) / 2
    assert got.share.value == pytest.approx(s2 / (s2 + msw))


def test_seatings_are_told_apart():
    """What a strategy gains in one seating and loses in the other is no work of the deal."""
    rng = np.random.default_rng(1)
    first = np.tile([1.0, 0.0], 2 * 300)  # seating 0: a at seat 1 wins; seating 1: b at seat 1 loses
    noise = rng.random(len(first)) < 0.3
    won = np.where(noise, 1 - first, first)
    got = analyse(make_run(np.column_stack([won, 1 - won]), [["a", "b"], ["b", "a"]], repeats=2)).deal
    assert got.share.value < 0.08
    values = won.reshape(300, 2, 2)  # block, repeat, seating
    msb = 2 * 2 * values.mean(axis=1).var(axis=0, ddof=1).sum()
    msw = 2 * values.var(axis=1, ddof=1).mean(axis=0).sum()
    assert (got.between, got.within) == (pytest.approx(msb), pytest.approx(msw))


def test_deterministic_strategies_are_told():
    rng = np.random.default_rng(2)
    credit = np.repeat(np.eye(2)[rng.integers(0, 2, 100)], 3, axis=0)
    got = analyse(make_run(credit, MIRROR, repeats=3)).deal
    assert got.deterministic and got.share.value == 1.0
    assert "by construction" in got.words and "draw no numbers" in got.words


def test_no_effect_of_the_deal_is_0_and_not_negative():
    rng = np.random.default_rng(3)
    for seed in range(5):
        rng = np.random.default_rng(seed)
        got = analyse(make_run(played(np.full(200, 0.5), 2, rng), MIRROR, repeats=2)).deal
        assert 0 <= got.share.value < 0.2
        assert got.share.low == 0 or got.share.low < got.share.value


def test_one_repeat_has_no_answer():
    assert analyse(make_run(np.eye(2)[[0, 1, 0]], MIRROR)).deal is None


def test_all_games_alike_have_no_share():
    got = analyse(make_run(np.tile([1.0, 0.0], (8, 1)), MIRROR, repeats=2)).deal
    assert got.share.value is None and "nothing decides" in got.words and not got.deterministic


def test_a_cooperative_game():
    rng = np.random.default_rng(4)
    success = (rng.random((500, 2)) < rng.choice([0.1, 0.9], size=(500, 1))).ravel()
    labels = {"cooperative": True, "has_score": False}
    run = make_run(
        np.zeros((1000, 2)), MIRROR, 2, games={"success": success, "result": np.zeros(1000)},
        manifest=make_manifest(labels=labels),
    )  # fmt: skip
    got = analyse(run).deal
    # Chance 0.1 or 0.9: between-deal variance 0.16 of 0.25.
    assert got.number == "success" and got.share.value == pytest.approx(0.64, abs=0.08)


def covered(seed, replications, repeats=3, deals=300):
    """How often the interval holds the truth: chances uniform on 0 to 1 have variance 1/12 of 1/4."""
    rng = np.random.default_rng(seed)
    shape = Shape(0, 0, (0,), repeats, 2, ("a",), np.zeros((repeats, 2), dtype=int))
    hits = 0
    for _ in range(replications):
        deal = Deal(shape, False)
        credit = played(rng.random(deals), repeats, rng).reshape(deals, repeats, 2)
        deal.add(Blocks(shape, deals, {}, {"credit": credit}))
        got = deal.answer(0.95)
        hits += got.share.low <= 1 / 3 <= got.share.high
    return hits / replications


def test_the_interval_covers():
    assert covered(5, 1000) == pytest.approx(0.95, abs=0.025)
