"""E7 and E8: families of p-values, and the best of several on deals that did not choose it."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate, stats

from simkit.analysis import StudyCell, analyse_study
from simkit.analysis.blocks import find_shape, read_blocks
from simkit.analysis.families import benjamini_hochberg, holm
from simkit.analysis.noise import largest_of
from simkit.analysis.selection import Halves, best_cells
from tests.analysis.synthetic import make_run
from tests.analysis.variants import manifest_of, winners_of


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.01, None]) == (0.02, None)
    assert holm([]) == ()


def test_benjamini_hochberg_is_that_of_scipy():
    rng = np.random.default_rng(1)
    for n in (1, 2, 7, 40):
        p = rng.random(n) ** 2
        assert benjamini_hochberg(list(p)) == pytest.approx(tuple(stats.false_discovery_control(p)))
    assert benjamini_hochberg([0.01, None, 0.02]) == (pytest.approx(0.03), None, pytest.approx(0.03))


def test_the_largest_of_many_variants_without_effect():
    """E5: the mean of the largest |z| of 10 independent variants, by integrating 1 - P(all |z| < x)."""
    found = largest_of(np.eye(10) * 4.0, 400)
    mean, _ = integrate.quad(lambda x: 1 - (2 * stats.norm.cdf(x) - 1) ** 10, 0, 10)
    assert found.mean == pytest.approx(mean * 0.1, rel=0.01)
    assert found.p95 == pytest.approx(stats.norm.ppf((1 + 0.95**0.1) / 2) * 0.1, rel=0.02)
    assert largest_of(np.zeros((3, 3)), 400) is None


def study_of(variants, blocks, seed):
    """Variants without any effect on who wins: only luck tells them apart."""
    rng = np.random.default_rng(seed)
    luck = rng.normal(size=(blocks, 4))
    cells = []
    for v in range(variants):
        own = luck + rng.normal(scale=0.5, size=luck.shape)
        turns = rng.integers(20, 60, blocks).astype(np.int32)
        run = make_run(winners_of(own, 0.0), games={"turns": turns}, manifest=manifest_of({"bees": v}))
        cells.append(StudyCell(f"v{v}", "a,a,a,a", 4, run))
    return cells


def test_the_best_of_a_grid_is_reported_on_the_other_half():
    """E8: where it was chosen the shortest variant looks shorter than it is; on the other half it does not."""
    chosen, reported, covered = [], [], 0
    for seed in range(40):
        cells = study_of(8, 200, seed)
        names, halves = [c.variant for c in cells], [halves_of(c.results) for c in cells]
        best = next(b for b in best_cells(names, halves, "a", 4, "turns", 0.95) if b.question == "shortest")
        chosen.append(best.selected)
        reported.append(best.reported.value)
        covered += best.reported.low <= 39.5 <= best.reported.high
    truth = 39.5  # the mean of 20 ... 59, for every variant
    assert np.mean(chosen) < truth - 1  # eight variants of 100 deals each: the best is some 1.6 turns too short
    assert abs(np.mean(reported) - truth) < 0.6
    assert covered >= 34


def test_the_fairest_seats_are_chosen_and_bounded():
    cells = study_of(5, 2000, 3)
    luck = np.random.default_rng(9).normal(size=(2000, 4))
    for i, edge in enumerate((0.5, 0.3, 0.0, 0.4, 0.6)):
        turns = cells[i].results.games_frame["turns"]
        run = make_run(winners_of(luck, edge), games={"turns": turns}, manifest=manifest_of({"bees": i}))
        cells[i] = StudyCell(f"v{i}", "a,a,a,a", 4, run)
    best = analyse_study(cells).best[0]
    assert (best.question, best.best) == ("fairest seats", "v2")
    assert best.reported.low <= 0.0 + 0.02 and best.reported.high < best.baseline.low
    assert "v2" in best.words and "on deals that did not choose it" in best.words


def test_two_variants_are_compared_not_chosen_among():
    assert analyse_study(study_of(2, 50, 4)).best == ()
    assert best_cells(["a", "b"], [], "a", 1, "turns", 0.95) == ()


def halves_of(run, rows_at_once=100_000):
    shape = find_shape(run)
    halves = Halves(shape, False, (30.0, 50.0))
    for part in read_blocks(run, shape, {"turns": None}, {"credit": None}, rows_at_once):
        halves.add(part)
    return halves


def test_halves_are_halves():
    run = study_of(1, 101, 5)[0].results
    halves = halves_of(run, 40)
    turns = run.games_frame.sort("block")["turns"].to_numpy()
    assert halves.value("shortest", 0, 0.95).value == pytest.approx(turns[::2].mean())
    assert halves.value("shortest", 1, 0.95).value == pytest.approx(turns[1::2].mean())
    outside = (turns < 30) | (turns > 50)
    assert halves.value("most games within the band", 1, 0.95).value == pytest.approx(outside[1::2].mean())
