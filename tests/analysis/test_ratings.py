"""M17: the top-1 Luce model against an independent fit, on known answers, and with what has no finite estimate."""

from __future__ import annotations

import itertools

import choix
import numpy as np
import pytest

from simkit.analysis import ratings
from simkit.analysis.encounters import Encounters
from simkit.analysis.ratings import fit, rate


def play(strength, seat_strength, games, seed=5, batches=40):
    """Games of every seating of `strength`'s names, drawn from the model itself."""
    rng = np.random.Generator(np.random.PCG64(seed))
    k, n = len(strength), len(seat_strength)
    who = np.array(list(itertools.permutations(range(k), n)))
    power = np.exp(np.array(strength)[who] + np.array(seat_strength))
    chance = power / power.sum(axis=1, keepdims=True)
    credit = np.array([rng.multinomial(games, p, size=batches) for p in chance]).transpose(1, 0, 2).astype(float)
    ahead = np.zeros((batches, k, k))
    return Encounters(tuple("abcdefgh"[:k]), who, credit, ahead)


def test_without_seats_and_ties_it_equals_choix() -> None:
    field = play([0.8, 0.1, -0.3, -0.6], [0.0, 0.0, 0.0], 3)
    counts = field.credit.sum(axis=0)
    data = []
    for row, wins in zip(field.who, counts, strict=True):
        for place, times in enumerate(wins):
            losers = [int(other) for other in row if other != row[place]]
            data += [(int(row[place]), losers)] * int(times)
    expected = choix.ilsr_top1(4, data, alpha=0.0, tol=1e-12, max_iter=1000)
    found = fit(field.who, counts, 4, seats=False)
    assert not found.bounded
    assert found.theta == pytest.approx(expected - np.mean(expected), abs=1e-8)
    assert found.gamma == pytest.approx([0, 0, 0])


def test_the_truth_is_found_and_the_seat_does_not_pass_for_strength() -> None:
    truth, seat = [0.7, 0.2, -0.2, -0.7], [0.5, 0.0, -0.5]
    answer = rate(play(truth, seat, 400), (), 0.95)
    assert answer is not None
    assert [r.strategy for r in answer.ratings] == ["a", "b", "c", "d"]
    for rating, theta in zip(answer.ratings, truth, strict=True):
        assert rating.strength.low < np.exp(theta) < rating.strength.high  # type: ignore[operator]
        assert rating.strength.high - rating.strength.low < 0.1  # type: ignore[operator]
    assert [s.factor.value for s in answer.seats] == pytest.approx(np.exp(seat), abs=0.05)
    assert answer.clear == (True, True, True)
    assert not answer.bounded


@pytest.mark.slow
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    truth = np.array([0.5, 0.0, -0.5])
    hit = total = 0
    for seed in range(120):
        answer = rate(play(list(truth), [0.3, -0.3], 4, seed), (), 0.9)
        for rating in answer.ratings:  # type: ignore[union-attr]
            theta = truth["abc".index(rating.strategy)]
            hit += rating.strength.low <= np.exp(theta) <= rating.strength.high  # type: ignore[operator]
            total += 1
    assert 0.85 < hit / total < 0.95  # 360 intervals of 90 %; four standard errors of the rate are 6 points


def test_the_order_of_games_and_of_seatings_cannot_matter() -> None:
    field = play([0.4, 0.0, -0.4], [0.2, -0.2], 20)
    turned = Encounters(field.strategies, field.who[::-1], field.credit[:, ::-1], field.ahead)
    one, other = rate(field, (), 0.95), rate(turned, (), 0.95)
    assert one is not None and other is not None
    assert [r.strategy for r in one.ratings] == [r.strategy for r in other.ratings]
    for a, b in zip(one.ratings, other.ratings, strict=True):
        assert (a.theta, a.strength.low) == pytest.approx((b.theta, b.strength.low), abs=1e-9)


def test_shared_wins_count_as_fractions() -> None:
    who = np.array([[0, 1], [1, 0]])
    shared = fit(who, np.array([[30.0, 10.0], [10.0, 30.0]]), 2)
    halves = fit(who, np.array([[25.0 + 5.0, 5.0 + 5.0], [5.0 + 5.0, 25.0 + 5.0]]), 2)
    assert shared.theta == pytest.approx(halves.theta)
    assert shared.theta[0] == pytest.approx(np.log(3) / 2, abs=1e-8)


def test_a_strategy_without_a_win_is_last_and_finite() -> None:
    field = play([0.4, 0.0, -0.4], [0.0, 0.0], 20)
    credit = field.credit.copy()
    loser = field.who == 2
    for row in range(len(field.who)):
        for place in np.flatnonzero(loser[row]):
            credit[:, row, 1 - place] += credit[:, row, place]
            credit[:, row, place] = 0
    answer = rate(Encounters(field.strategies, field.who, credit, field.ahead), (), 0.95)
    assert answer is not None and answer.bounded
    last = answer.ratings[-1]
    assert last.strategy == "c"
    assert 0 < last.strength.value < 0.05  # type: ignore[operator]
    assert all(np.isfinite(r.theta) for r in answer.ratings)


def test_nobody_won_or_nobody_to_compare_gives_no_ranking() -> None:
    field = play([0.4, -0.4], [0.0, 0.0], 20)
    none = Encounters(field.strategies, field.who, 0 * field.credit, field.ahead)
    assert rate(none, (), 0.95) is None
    alone = Encounters(("a",), np.zeros((1, 3), dtype=int), np.ones((5, 1, 3)), np.zeros((5, 1, 1)))
    assert rate(alone, (), 0.95) is None


def test_one_block_says_nothing_about_the_spread() -> None:
    answer = rate(play([0.4, -0.4], [0.0, 0.0], 20, batches=1), (), 0.95)
    assert answer is not None
    assert all(r.strength.high is None and r.strength.method == "everything" for r in answer.ratings)
    assert answer.clear == (False,)


def test_with_very_many_seatings_one_step_gives_the_same_intervals(monkeypatch: pytest.MonkeyPatch) -> None:
    field = play([0.5, 0.1, -0.6], [0.3, 0.0, -0.3], 40)
    whole = rate(field, (), 0.95)
    monkeypatch.setattr(ratings, "MANY_PLACES", 0)
    quick = rate(field, (), 0.95)
    assert whole is not None and quick is not None
    for a, b in zip(whole.ratings, quick.ratings, strict=True):
        assert a.strength.value == b.strength.value
        assert b.strength.se == pytest.approx(a.strength.se, rel=0.05)


def test_the_average_is_that_of_players_and_not_of_yardsticks() -> None:
    field = play([0.5, -0.5, -4.0], [0.2, -0.2], 200)
    answer = rate(field, ("c",), 0.95)
    assert answer is not None
    thetas = {r.strategy: r.theta for r in answer.ratings}
    assert thetas["a"] + thetas["b"] == pytest.approx(0)
    assert thetas["a"] == pytest.approx(0.5, abs=0.1)
    assert [r.yardstick for r in answer.ratings] == [False, False, True]
