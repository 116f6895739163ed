"""M13-M16 against published values and on games whose answer is known."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

from simkit.analysis.answers import Interval
from simkit.analysis.encounters import Encounters
from simkit.analysis.metagame import FocusShare, cyclic_part, judge, logit, meta_game, soft
from simkit.analysis.metagame_alpha import alpha_rank, fixation, stationary
from simkit.analysis.metagame_nash import effective_number, equilibria, maximum_entropy, nash_average

ROCK = np.array([[0.0, -1.0, 1.0], [1.0, 0.0, -1.0], [-1.0, 1.0, 0.0]])


def field(chances, games=2000, batches=50, seed=3):
    """Two-player meetings with given probabilities."""
    rng = np.random.Generator(np.random.PCG64(seed))
    k = len(chances)
    ahead = np.zeros((batches, k, k))
    for i, j in itertools.combinations(range(k), 2):
        won = rng.binomial(games // batches, chances[i][j], size=batches)
        ahead[:, i, j], ahead[:, j, i] = won, games // batches - won
    who = np.array(list(itertools.permutations(range(k), 2)))
    credit = np.array([[[ahead[b, i, j] / 2, ahead[b, j, i] / 2] for i, j in who] for b in range(batches)])
    return Encounters(tuple("abcdefgh"[:k]), who, credit, ahead)


def test_alpha_rank_of_han_et_al_2013_as_in_openspiels_tests() -> None:
    r, t, p, s, delta, eps = 1.0, 2.0, 0.0, -1.0, 4.0, 0.25
    payoff = np.array([
        [r - eps / 2, r - eps, 0, s + delta - eps, r - eps], [r, r, s, s, s], [0, t, p, p, p], [t - delta, t, p, p, p],
        [r, t, p, p, p],
    ])  # fmt: skip
    found = alpha_rank(payoff, population=20, intensity=0.1, constant_sum=None)
    assert found == pytest.approx([0.40966787, 0.07959841, 0.20506998, 0.08505983, 0.2206039], abs=1e-4)


@pytest.mark.parametrize("intensity", [0.1, 1.0, 10.0])
def test_the_closed_form_for_constant_sums_is_the_general_sum(intensity: float) -> None:
    chances = np.array([[0.5, 0.7, 0.4], [0.3, 0.5, 0.55], [0.6, 0.45, 0.5]])
    for i, j in itertools.permutations(range(3), 2):
        closed = fixation(chances, i, j, 20, intensity, 1.0)
        assert closed == pytest.approx(fixation(chances, i, j, 20, intensity, None), rel=1e-9)
    assert alpha_rank(chances, 20, intensity) == pytest.approx(alpha_rank(chances, 20, intensity, None))


def test_rock_paper_scissors_is_uniform_everywhere() -> None:
    assert alpha_rank(0.5 + 0.4 * ROCK) == pytest.approx([1 / 3] * 3)
    p, ratings = nash_average(ROCK)
    assert p == pytest.approx([1 / 3] * 3, abs=1e-9)
    assert ratings == pytest.approx([0, 0, 0], abs=1e-9)


def test_a_neutral_mutant_takes_over_with_one_over_the_population() -> None:
    assert fixation(np.full((2, 2), 0.5), 0, 1, 50, 10.0, 1.0) == pytest.approx(1 / 50)


def test_a_strong_dominant_strategy_gets_all_mass_without_underflow() -> None:
    found = alpha_rank(np.array([[0.5, 1.0, 1.0], [0.0, 0.5, 1.0], [0.0, 0.0, 0.5]]))
    assert found[0] == pytest.approx(1.0)
    assert found[1] > found[2] > 0


def test_stationary_distribution_of_a_known_chain() -> None:
    chain = np.array([[0.0, 0.3], [0.1, 0.0]])
    assert stationary(chain) == pytest.approx([0.25, 0.75])


@pytest.mark.parametrize("advantage", [
    ROCK,
    np.array([[0.0, 2.0, -1.0], [-2.0, 0.0, 3.0], [1.0, -3.0, 0.0]]),
    np.array([[0.0, 1.0], [-1.0, 0.0]]),
])  # fmt: skip
def test_a_clone_leaves_ratings_and_the_clones_summed_mass_unchanged(advantage) -> None:
    p, ratings = nash_average(advantage)
    for cloned in range(len(advantage)):
        with_clone = [*range(len(advantage)), cloned]
        p2, ratings2 = nash_average(advantage[np.ix_(with_clone, with_clone)])
        assert ratings2[:-1] == pytest.approx(ratings, abs=1e-7)
        assert ratings2[-1] == pytest.approx(ratings[cloned], abs=1e-7)
        summed = p2[:-1].copy()
        summed[cloned] += p2[-1]
        assert summed == pytest.approx(p, abs=1e-7)


def test_a_clone_changes_nothing_where_two_equilibria_exist() -> None:
    tied = np.zeros((3, 3))
    tied[0, 2] = tied[1, 2] = 1.0
    tied[2, 0] = tied[2, 1] = -1.0
    p, _ = nash_average(tied)  # rows 0 and 1 are copies of each other: half each
    assert p == pytest.approx([0.5, 0.5, 0.0], abs=1e-7)
    wide = np.zeros((4, 4))
    wide[0, 2] = wide[0, 3] = 1.0
    wide[1, 2] = wide[1, 3] = 2.0  # not copies, both are optimal alone: entropy plays both
    wide -= wide.T
    p, ratings = nash_average(wide)
    assert p == pytest.approx([0.5, 0.5, 0, 0], abs=1e-4)
    p2, ratings2 = nash_average(wide[np.ix_([0, 1, 2, 3, 0], [0, 1, 2, 3, 0])])
    assert p2 == pytest.approx([0.25, 0.5, 0, 0, 0.25], abs=1e-4)
    assert ratings2[:4] == pytest.approx(ratings, abs=1e-3)


def test_the_equilibrium_is_one_and_has_the_largest_entropy() -> None:
    rng = np.random.Generator(np.random.PCG64(2))
    for k in (2, 3, 5, 6, 8, 9):
        games = rng.normal(size=(5, k, k))
        games -= games.transpose(0, 2, 1)
        for a, one in zip(games, equilibria(games), strict=True):
            p = maximum_entropy(a)
            assert (a @ p).max() < 1e-7
            assert p.sum() == pytest.approx(1)
            assert one == pytest.approx(p, abs=1e-6)  # generic: there is one only
    assert maximum_entropy(np.zeros((4, 4))) == pytest.approx([0.25] * 4, abs=1e-6)


def test_a_weighted_rock_paper_scissors() -> None:
    # Against each weight vector w the equilibrium of [[0, c, -b], [-c, 0, a], [b, -a, 0]] is (a, b, c) / (a + b + c).
    a, b, c = 1.0, 2.0, 3.0
    p, _ = nash_average(np.array([[0, c, -b], [-c, 0, a], [b, -a, 0]]))
    assert p == pytest.approx(np.array([a, b, c]) / 6, abs=1e-9)
    assert effective_number(p) == pytest.approx(np.exp(-(p * np.log(p)).sum()))


def test_a_ranking_has_no_cycles_and_rock_paper_scissors_nothing_else() -> None:
    r = np.array([1.0, 0.3, -0.5, -0.8])
    assert cyclic_part(r[:, None] - r[None, :]) == pytest.approx(np.zeros((4, 4)), abs=1e-12)
    assert cyclic_part(ROCK) == pytest.approx(ROCK)


def test_intransitivity_is_told_from_noise() -> None:
    strength = np.array([0.6, 0.2, -0.2, -0.6])
    ranked = 1 / (1 + np.exp(-(strength[:, None] - strength[None, :])))
    found = meta_game(field(ranked, games=20_000), (), 0.95)
    assert found is not None and found.cycles is not None
    assert found.cycles.excess < 0.02
    assert found.cycles.loop == ()
    assert found.masses[0].strategy == "a"
    assert found.masses[0].nash > 0.99
    assert found.viable == pytest.approx(1.0, abs=0.05)
    circle = meta_game(field(0.5 + 0.1 * ROCK, games=20_000), (), 0.95)
    assert circle is not None and circle.cycles is not None
    assert circle.cycles.ratio > 0.9
    assert circle.cycles.noise < 0.15
    assert circle.cycles.loop == ("a", "c", "b")  # rock beats scissors beats paper
    assert circle.viable == pytest.approx(3.0, abs=0.2)
    low, high = circle.viable_range  # type: ignore[misc]
    assert low <= circle.viable <= high + 0.05


def test_strategies_that_cannot_be_told_apart_count_once() -> None:
    # d is a copy of rock: four names, three things to do.
    with_copy = [0, 1, 2, 0]
    chances = (0.5 + 0.1 * ROCK)[np.ix_(with_copy, with_copy)]
    found = meta_game(field(chances, games=40_000), (), 0.95)
    assert found is not None
    groups = {m.strategy: m.group for m in found.masses}
    assert groups["a"] == groups["d"]
    assert len(set(groups.values())) == 3
    assert 2.0 < found.viable <= 3.0


def test_yardsticks_are_left_out_and_two_never_met_is_no_meta_game() -> None:
    chances = 0.5 + 0.1 * ROCK
    found = meta_game(field(chances), ("b",), 0.95)
    assert found is not None
    assert {m.strategy for m in found.masses} == {"a", "c"}
    assert found.cycles is None
    assert meta_game(field(chances), ("a", "b"), 0.95) is None
    strangers = field(chances)
    strangers.ahead[:, 0, 1] = strangers.ahead[:, 1, 0] = 0
    assert meta_game(strangers, (), 0.95) is None


def test_the_order_of_batches_of_games_does_not_matter_for_the_estimates() -> None:
    one = field(0.5 + 0.1 * ROCK)
    other = Encounters(one.strategies, one.who[::-1], one.credit[::-1, ::-1], one.ahead[::-1])
    a, b = meta_game(one, (), 0.95), meta_game(other, (), 0.95)
    assert a is not None and b is not None
    assert [m.strategy for m in a.masses] == [m.strategy for m in b.masses]
    assert [m.nash for m in a.masses] == pytest.approx([m.nash for m in b.masses])
    assert a.cycles.ratio == pytest.approx(b.cycles.ratio)  # type: ignore[union-attr]


def test_always_won_has_a_finite_logit() -> None:
    odds = logit(soft(np.array([[0.5, 1.0], [0.0, 0.5]]), np.array([[0.0, 9.0], [9.0, 0.0]])))
    assert odds[0, 1] == pytest.approx(np.log(9.5 / 0.5))
    assert odds[1, 0] == -odds[0, 1]


def share(strategy: str, against: str, deviation: float, se: float = 0.01, fair: float = 0.25) -> FocusShare:
    moved = Interval(deviation, deviation - 2 * se, deviation + 2 * se, se, 1000, "t")
    return FocusShare(strategy, against, Interval(fair + deviation, None, None, se, 1000, "t"), moved, fair)


def test_dominant_beats_all_and_a_trap_loses_to_all() -> None:
    shares = [
        share("a", "b", 0.1), share("a", "c", 0.1), share("b", "a", -0.02), share("b", "c", 0.1),
        share("c", "a", -0.1), share("c", "b", -0.1),
    ]  # fmt: skip
    kinds = {s.strategy: s.kind for s in judge(shares, (), 0.95)}
    assert kinds == {"a": "dominant", "b": "viable", "c": "trap"}


def test_one_opponent_that_holds_its_own_is_enough_not_to_be_dominated() -> None:
    kinds = {s.strategy: s.kind for s in judge([share("a", "b", 0.1), share("a", "c", 0.005), share("b", "a", 0.0),
             share("b", "c", 0.0), share("c", "a", 0.0), share("c", "b", 0.0)], (), 0.95)}  # fmt: skip
    assert kinds["a"] == "viable"


def test_a_pairing_that_was_not_played_is_named() -> None:
    standings = judge([share("a", "b", 0.1), share("b", "c", 0.1)], (), 0.95)
    assert {s.strategy: (s.kind, s.missing) for s in standings} == {
        "a": ("unknown", ("c",)), "b": ("unknown", ("a",)), "c": ("unknown", ("a", "b")),
    }  # fmt: skip


def test_yardsticks_do_not_make_anybody_dominant_or_prevent_it() -> None:
    shares = [share("a", "b", 0.1), share("b", "a", -0.1), share("a", "random", -0.2), share("random", "a", 0.2)]
    assert {s.strategy: s.kind for s in judge(shares, ("random",), 0.95)} == {"a": "dominant", "b": "trap"}


def test_never_winning_among_copies_is_a_trap_although_nothing_varies() -> None:
    flat = Interval(0.0, 0.0, 0.02, None, 1000, "wilson")
    off = Interval(-0.25, -0.25, -0.23, None, 1000, "wilson")
    found = judge([FocusShare("a", "b", flat, off, 0.25), share("b", "a", 0.0)], (), 0.95)
    assert {s.strategy: s.kind for s in found} == {"a": "trap", "b": "viable"}


def test_fair_games_call_nobody_dominant_more_often_than_they_may() -> None:
    rng = np.random.Generator(np.random.PCG64(8))
    called = 0
    for _ in range(2000):
        shares = [share(i, j, float(rng.normal(0, 0.01))) for i, j in itertools.permutations("ab", 2)]
        called += any(s.kind == "dominant" for s in judge(shares, (), 0.95))
    assert called / 2000 < 0.025 + 3 * np.sqrt(0.025 * 0.975 / 2000)
