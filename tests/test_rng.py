"""Random streams: exactly those of the slow twin, unbiased, and none disturbs another (acceptance tests T1, T3, T4)."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import stats

from simkit.engine import Session
from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from simkit.jit import quiet_overflow
from simkit.rng import below, below_each, make_chance, make_rng, mix64, mix_gamma, next64, shuffle, start, uniform
from tests.reference import rng as twin
from tests.reference.players import uniform as uniform_player
from tests.reference.players import wasteful

KEYS = [(0, 0), (1, 0), (0, 1), (2026, 123_456), (2**63 - 1, 2**31), (2**64 - 1, 7)]


def draw(rng: Any, n: int, times: int) -> list[int]:
    with quiet_overflow():
        return [int(below(rng, n)) for _ in range(times)]


# --- The same numbers as the twin -------------------------------------------------------------------------------------


def test_known_outputs_of_splitmix64() -> None:
    """The sequence that seed 1234567 gives in every published SplitMix64 (gamma: the golden ratio)."""
    rng = np.array([1234567, twin.GOLDEN], np.uint64)
    with quiet_overflow():
        got = [int(next64(rng)) for _ in range(3)]
    assert got == [6457827717110365317, 3203168211198807973, 9817491932198370423]


def test_mixers_agree_with_the_twin() -> None:
    words = [*np.random.default_rng(1).integers(0, 2**64, 2000, np.uint64).tolist(), 0, 1, 2**63, 2**64 - 1]
    with quiet_overflow():
        assert [int(mix64(np.uint64(w))) for w in words] == [twin.mix64(w) for w in words]
        assert [int(mix_gamma(np.uint64(w))) for w in words] == [twin.mix_gamma(w) for w in words]


def test_gammas_are_odd_and_change_bits_often_enough() -> None:
    for word in range(3000):
        gamma = twin.mix_gamma(word)
        assert gamma % 2 == 1
        assert (gamma ^ (gamma >> 1)).bit_count() >= 24


@pytest.mark.parametrize(("seed", "block"), KEYS)
def test_chance_streams_agree_with_the_twin(seed: int, block: int) -> None:
    chance, slow = make_chance(seed, block, 3), twin.Chance(seed, block)
    for purpose in (0, 2, 0, 0, 1, 2):
        with quiet_overflow():
            start(chance, purpose)
        stream = slow.start(purpose)
        assert (int(chance[0]), int(chance[1])) == (stream.state, stream.gamma)
        for n in (1, 2, 3, 28, 1000, 2**31 + 1, 2**32 - 1):
            assert draw(chance, n, 5) == [stream.below(n) for _ in range(5)]
        with quiet_overflow():
            assert float(uniform(chance)) == stream.uniform()
        deck, same_deck = np.arange(28), list(range(28))
        with quiet_overflow():
            shuffle(chance, deck, 28)
        stream.shuffle(same_deck)
        assert deck.tolist() == same_deck


@pytest.mark.parametrize(("seed", "block"), KEYS)
def test_strategy_streams_agree_with_the_twin(seed: int, block: int) -> None:
    for repeat, seat in ((0, 0), (0, 3), (5, 1)):
        rng, slow = make_rng(seed, block, repeat, seat), twin.choice_stream(seed, block, repeat, seat)
        assert draw(rng, 21, 20) == [slow.below(21) for _ in range(20)]


def test_below_each_draws_the_same_row_by_row() -> None:
    rows = np.stack([make_rng(4, block, 0, 0) for block in range(50)])
    slow = [twin.choice_stream(4, block, 0, 0) for block in range(50)]
    bounds = np.arange(1, 51)
    for _ in range(3):
        assert below_each(rows, bounds).tolist() == [s.below(n) for s, n in zip(slow, bounds.tolist(), strict=True)]
        assert below_each(rows, 6).tolist() == [s.below(6) for s in slow]


def test_shuffle_touches_the_first_n_only() -> None:
    deck = np.arange(28)
    with quiet_overflow():
        shuffle(make_rng(1, 2, 3, 4), deck, 16)
    assert sorted(deck[:16].tolist()) == list(range(16))
    assert deck[16:].tolist() == list(range(16, 28))
    assert deck[:16].tolist() != list(range(16))


# --- Streams stand alone ----------------------------------------------------------------------------------------------


def test_extra_draws_disturb_no_later_stream() -> None:
    calm, busy = make_chance(9, 4, 2), make_chance(9, 4, 2)
    for purpose in (0, 1, 0, 1):
        with quiet_overflow():
            start(calm, purpose)
            start(busy, purpose)
        assert calm[:2].tolist() == busy[:2].tolist()
        draw(busy, 6, 100)


def test_ordinals_count_each_purpose_alone() -> None:
    many, few = make_chance(9, 4, 2), make_chance(9, 4, 2)
    with quiet_overflow():
        for _ in range(5):
            start(many, 0)
        start(many, 1)
        start(few, 1)
    assert many[:2].tolist() == few[:2].tolist()
    assert many[4:].tolist() == [5, 1]


def test_more_purposes_leave_the_streams_of_the_first_alone() -> None:
    narrow, wide = make_chance(9, 4, 1), make_chance(9, 4, 7)
    with quiet_overflow():
        start(narrow, 0)
        start(wide, 0)
    assert narrow[:2].tolist() == wide[:2].tolist()


def test_t1_every_key_has_its_own_stream() -> None:
    seen = set()
    for seed in (0, 1, 2, 2**32):
        for block in range(200):
            chance = make_chance(seed, block, 2)
            for purpose in (0, 1, 0, 1):
                with quiet_overflow():
                    start(chance, purpose)
                seen.add(tuple(chance[:2].tolist()))
            seen.update(tuple(make_rng(seed, block, r, s).tolist()) for r in range(2) for s in range(4))
    assert len(seen) == 4 * 200 * (4 + 8)


def test_t3_nothing_uses_a_global_generator() -> None:
    root = Path(__file__).resolve().parents[1]
    banned = {"seed", "rand", "randn", "randint", "random", "choice", "shuffle", "permutation", "normal"}
    for folder in ("simkit", "strategies", "experiments", "reports"):
        for path in (root / folder).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Import):
                    assert all(alias.name != "random" for alias in node.names), path
                if isinstance(node, ast.ImportFrom):
                    assert node.module != "random", path
                if isinstance(node, ast.Attribute) and node.attr in banned:
                    owner = ast.unparse(node.value)
                    assert owner not in ("np.random", "numpy.random"), f"{path}: {ast.unparse(node)}"


def deals(players: list[Any], seed: int, block: int, repeat: int) -> list[list[int]]:
    """The shuffled deck of every round of one game."""
    packed = GAME.pack_rules(make_rules(GAME, {}, 4), 4)
    session = Session(GAME, packed, players, seed, block, repeat)
    found = [session.state.deck.tolist()]
    while session.advance() is not None:
        if int(session.state.table.round_number) > len(found):
            found.append(session.state.deck.tolist())
    return found


def test_t4_a_strategy_that_draws_more_leaves_the_deals_unchanged() -> None:
    calm, busy = uniform_player(GAME.name), wasteful(GAME.name)
    for block in range(5):
        expected = deals([calm] * 4, 3, block, 0)
        assert len(expected) == 4
        assert len({tuple(deck) for deck in expected}) == 4
        assert deals([calm, busy, busy, calm], 3, block, 0) == expected
        assert deals([busy] * 4, 3, block, 1) == expected
        assert deals([calm] * 4, 3, block + 100, 0) != expected
        assert deals([calm] * 4, 4, block, 0) != expected


# --- Uniform ----------------------------------------------------------------------------------------------------------


def p_value(counts: Any, expected: float) -> float:
    counts = np.asarray(counts, float).ravel()
    return float(stats.chi2.sf(((counts - expected) ** 2 / expected).sum(), len(counts) - 1))


@pytest.mark.parametrize("n", [2, 3, 7, 21, 28, 52])
def test_below_is_uniform(n: int) -> None:
    rows = np.stack([make_rng(17, block, 0, 0) for block in range(200)])
    counts = np.zeros(n, np.int64)
    for _ in range(100):
        counts += np.bincount(below_each(rows, n), minlength=n)
    assert p_value(counts, 200 * 100 / n) > 0.001


def test_below_favours_nobody_where_multiplying_alone_would() -> None:
    """With n = 3 * 2**30 plain multiply-and-shift gives the residues modulo 3 the shares 2:1:1."""
    rng = make_rng(5, 0, 0, 0)
    counts = np.bincount([value % 3 for value in draw(rng, 3 << 30, 6000)], minlength=3)
    assert p_value(counts, 2000) > 0.001


def test_first_draws_of_neighbouring_streams_are_uniform() -> None:
    """Blocks, repeats and seats differ by one: what they draw first must not go together."""
    first = np.array([[draw(make_rng(1, block, 0, seat), 6, 1)[0] for seat in range(2)] for block in range(7200)])
    joint = np.bincount(first[:, 0] * 6 + first[:, 1], minlength=36)
    assert p_value(joint, 200) > 0.001
    steps = np.bincount(first[:-1, 0] * 6 + first[1:, 0], minlength=36)
    assert p_value(steps, 7199 / 36) > 0.001


def test_shuffle_is_uniform() -> None:
    """All 24 orders of 4 cards, and each card in each place of 28, each from streams of their own."""
    orders: dict[tuple[int, ...], int] = {}
    places = np.zeros((28, 28), np.int64)
    for block in range(4800):
        chance = make_chance(23, block, 1)
        few, deck = np.arange(4), np.arange(28)
        with quiet_overflow():
            start(chance, 0)
            shuffle(chance, few, 4)
            start(chance, 0)
            shuffle(chance, deck, 28)
        orders[tuple(few.tolist())] = orders.get(tuple(few.tolist()), 0) + 1
        places[np.arange(28), deck] += 1
    assert len(orders) == 24
    assert p_value(list(orders.values()), 200) > 0.001
    # Rows and columns add up to 4800, so 27 * 27 cells are free.
    statistic = ((places - 4800 / 28) ** 2 / (4800 / 28)).sum()
    assert stats.chi2.sf(statistic, 27 * 27) > 0.001


def test_uniform_lies_in_the_unit_interval() -> None:
    rng = make_rng(8, 0, 0, 0)
    with quiet_overflow():
        values = np.array([float(uniform(rng)) for _ in range(5000)])
    assert values.min() >= 0
    assert values.max() < 1
    assert stats.kstest(values, "uniform").pvalue > 0.001
