"""E6: looks that grow, stopping on width, and a confidence sequence that keeps its error at every look."""

from __future__ import annotations

import numpy as np
import pytest

from simkit.analysis import analyse
from simkit.analysis.estimate import wilson, z_quantile
from simkit.analysis.stopping import (
    FIRST_LOOK,
    TIGHT_AT,
    Sums,
    add_up,
    half_widths,
    next_look,
    sequence_deviations,
    sequence_half_width,
    sequence_interval,
    sequence_p_value,
    width_look,
)
from tests.analysis.synthetic import make_manifest, make_run, winners


def sums_of(values):
    """`values`: [blocks, numbers]."""
    return Sums(len(values), tuple(values.sum(axis=0)), tuple((values**2).sum(axis=0)))


def test_looks_grow_by_less_than_a_tenth():
    looks = [next_look(0)]
    while looks[-1] < 100_000:
        looks.append(next_look(looks[-1]))
    assert looks[0] == FIRST_LOOK == 1000
    ratios = np.diff(looks) / looks[:-1]
    assert (ratios > 0.05).all() and (ratios <= 0.1).all()


def test_half_widths_are_those_of_the_analysis():
    rng = np.random.default_rng(1)
    orders = [["a", "b", "b"], ["b", "a", "b"], ["b", "b", "a"]]
    run = make_run(winners(rng, 3 * 400, [0.5, 0.3, 0.2]), orders)
    got = analyse(run)
    credit = run.seats_frame["credit"].to_numpy().reshape(400, 3, 3)
    of_a = np.stack([credit[:, k, k] for k in range(3)], axis=1).mean(axis=1)
    sums = sums_of(np.column_stack([credit.mean(axis=1), of_a]))
    want = [*(s.share.half_width for s in got.seats.shares), got.strategies.shares[0].share.half_width]
    assert half_widths(sums, 0.95) == pytest.approx(want)
    one = make_run(winners(rng, 500, [0.97, 0.03]), [["a", "a"]])
    sums = sums_of(np.column_stack([one.seats_frame["credit"].to_numpy().reshape(500, 2), np.full(500, 0.5)]))
    want = [s.share.half_width for s in analyse(one).seats.shares]
    assert half_widths(sums, 0.95) == (
        pytest.approx(want[0]),
        pytest.approx(want[1]),
        None,
    )  # a mirror's share is fixed


def test_parts_are_added_up():
    parts = [
        {"n_blocks": 3, "sums": [1.0, 2.0], "squares": [1.0, 4.0]},
        {"n_blocks": 2, "sums": [0.5, 0.5], "squares": [1, 2]},
    ]
    assert add_up(parts) == Sums(5, (1.5, 2.5), (2.0, 6.0))
    assert add_up([]).blocks == 0


def test_width_is_reached_no_sooner_than_it_is():
    rng = np.random.default_rng(2)
    values = np.eye(4)[rng.integers(0, 4, 20_000)]
    early = width_look(sums_of(values[:2000]), 0.01, 0.95)
    assert not early.reached and early.next_look == 2160
    assert early.expected == pytest.approx(7200, rel=0.1)  # (1.96/0.01)^2 * 0.1875
    assert width_look(sums_of(values), 0.01, 0.95).reached
    assert not width_look(sums_of(values[:500]), 0.4, 0.95).reached  # before the first look nothing is
    assert width_look(sums_of(np.full((5000, 2), 0.5)), 0.01, 0.95) == width_look(
        Sums(5000, (2500.0,), (1250.0,)), 0.01, 0.95
    )


def test_the_sequence_is_about_1_6_times_as_wide_as_the_interval():
    for blocks, most in ((TIGHT_AT, 1.56), (2 * TIGHT_AT, 1.6), (5 * TIGHT_AT, 1.7), (TIGHT_AT // 3, 1.75)):
        ratio = sequence_half_width(0.4, blocks, 0.95) / (z_quantile(0.975) * 0.4 / np.sqrt(blocks))
        assert 1.5 < ratio < most, blocks
    tight = min((5000, 8000, 10_000, 12_000, 20_000), key=lambda t: sequence_half_width(1.0, TIGHT_AT, 0.95, t))
    assert tight == TIGHT_AT  # the mixture is narrowest where it should be


def test_the_p_value_and_the_interval_agree():
    """The sequence excludes an edge exactly where twice the one-sided p-value falls below the level."""
    for value in (0.01, 0.02, 0.03, 0.05):
        found = sequence_interval(value, 0.4, 5000, 0.95)
        p = sequence_p_value(value - 0.01, found.se, 5000, 0.95)
        assert (found.low > 0.01) == (p < 0.025)
    edge = sequence_half_width(0.4, 5000, 0.95)
    assert sequence_p_value(edge, 0.4 / np.sqrt(5000), 5000, 0.95) == pytest.approx(0.025)
    assert sequence_p_value(-0.1, 0.01, 5000, 0.95) == 1.0


def test_deviations_from_sums():
    rng = np.random.default_rng(3)
    values = winners(rng, 4000, [0.3, 0.3, 0.4])
    found, fair = sequence_deviations(sums_of(values), 3, 0.95)
    assert fair == pytest.approx(1 / 3)
    assert [d.value for d in found] == pytest.approx((values.mean(axis=0) - 1 / 3).tolist())
    assert found[0].half_width == pytest.approx(sequence_half_width(values[:, 0].std(ddof=1), 4000, 0.95))
    values[:500] = 0  # games without a winner: the fair share varies too
    found, fair = sequence_deviations(sums_of(values), 3, 0.95)
    deviation = values - values.mean(axis=1, keepdims=True)
    assert fair == pytest.approx(values.mean())
    for seat in range(3):
        assert found[seat].half_width >= sequence_half_width(deviation[:, seat].std(ddof=1), 4000, 0.95)


def test_a_run_that_stopped_on_its_verdict_is_judged_by_the_sequence():
    credit = winners(np.random.default_rng(4), 8000, [0.265, 0.25, 0.245, 0.24])
    plain = analyse(make_run(credit))
    stopped = analyse(make_run(credit, manifest=make_manifest(stopping={"rule": "verdict", "tight_at": 10_000})))
    for a, b in zip(plain.seats.shares, stopped.seats.shares, strict=True):
        assert b.deviation.method == b.share.method == "sequence"
        assert b.deviation.value == a.deviation.value
        assert b.deviation.half_width > 1.5 * a.deviation.half_width
    assert stopped.headline.stopping == "verdict"
    assert (
        analyse(make_run(credit, manifest=make_manifest(stopping={"rule": "width", "target": 0.01}))).seats
        == plain.seats
    )
    assert wilson(0.5, 10, 0.95)[0] > 0  # the ordinary interval is still what others use


def excluded_at_some_look(seed, runs, games=50_000, every=500, share=0.25):
    """How often the Wilson interval, and the sequence, excluded the truth at some look."""
    rng = np.random.default_rng(seed)
    looks = np.arange(every, games + 1, every)
    ordinary = sequence = 0
    z = z_quantile(0.975)
    width = np.array([sequence_half_width(1.0, int(n), 0.95) for n in looks])
    for _ in range(runs):
        won = np.cumsum(rng.random(games) < share)[looks - 1] / looks
        low = (won + z**2 / (2 * looks)) / (1 + z**2 / looks)
        half = np.sqrt(z**2 * (won * (1 - won) / looks + z**2 / (4 * looks**2))) / (1 + z**2 / looks)
        ordinary += bool((np.abs(low - share) > half).any())
        sequence += bool((np.abs(won - share) > width * np.sqrt(won * (1 - won))).any())
    return ordinary / runs, sequence / runs


def test_watching_an_ordinary_interval_misleads_and_the_sequence_does_not():
    ordinary, sequence = excluded_at_some_look(5, 300)
    assert ordinary > 0.2
    assert sequence <= 0.05 + 0.03


@pytest.mark.slow
def test_the_sequence_keeps_its_error_at_every_look():
    """statistics.md E6: the Wilson interval 37 %, the sequence 2.5 %, at looks every 500 games up to 50,000."""
    ordinary, sequence = excluded_at_some_look(6, 4000)
    assert ordinary == pytest.approx(0.37, abs=0.03)
    assert sequence <= 0.05


@pytest.mark.slow
def test_stopping_on_width_keeps_coverage():
    """Chow & Robbins: about 95 % although the number of blocks is random. 4,000 runs, three standard errors."""
    rng = np.random.default_rng(7)
    covered = []
    for _ in range(4000):
        values, blocks = np.zeros(0), next_look(0)
        while True:
            values = np.concatenate([values, (rng.random(blocks - len(values)) < 0.25).astype(float)])
            sums = sums_of(values[:, None])
            look = width_look(sums, 0.012, 0.95)
            if look.reached:
                break
            blocks = look.next_look
        low, high = wilson(values.mean(), len(values), 0.95)
        covered.append(low <= 0.25 <= high)
    assert 0.935 <= np.mean(covered) <= 0.965
