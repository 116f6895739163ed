"""E4: the verdict on seats, its p-values and its forecast."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import stats

from simkit.analysis.answers import Interval
from simkit.analysis.families import holm
from simkit.analysis.verdict import Evidence, further_blocks, p_outside, seat_verdict


def judge(values, se=0.001, blocks=1000, margin=0.025, method="t", **changes):
    half = 1.96 * se
    found = [Interval(d, d - half, d + half, se, blocks, method) for d in values]
    facts = {
        "deviations": found, "fair": 0.25, "capped": 0.0, "games_per_block": 12, "margin": margin, "confidence": 0.95,
        "population": "a at every seat", "yardsticks_only": (),
    }  # fmt: skip
    return seat_verdict(Evidence(**{**facts, **changes}))


def test_balanced():
    got = judge([0.01, -0.01, 0.0, 0.0])
    assert (got.kind, got.further_games, got.outside) == ("balanced", None, ())
    assert got.words == "balanced within 2.5 points, for a at every seat"


def test_imbalanced_names_the_seats():
    got = judge([0.04, -0.04, 0.0, 0.0])
    assert (got.kind, got.outside) == ("imbalanced", (1, 2))
    assert "seats 1 and 2 are more than 2.5 points off" in got.words


def test_undecided_says_how_much_more():
    got = judge([0.024, -0.024, 0.0, 0.0])
    assert got.kind == "undecided"
    # s = 0.001 * sqrt(1000); J * [((1.96 + 0.8416) * s / sqrt(J))^2 / (d - |delta|)^2 - 1]
    want = 1000 * ((1.959964 + 0.841621) ** 2 * 0.001**2 / 0.001**2 - 1)
    assert got.further_blocks == pytest.approx(want, abs=1)
    assert got.further_games == got.further_blocks * 12
    assert "more games would decide" in got.words


def test_not_decidable():
    got = judge([0.025 - 1e-9, 0, 0, 0])
    assert (got.kind, got.further_blocks) == ("undecided", None)
    assert "not decidable" in got.words
    assert further_blocks(10, 0.1, 0.025, 0.025, 0.95) == float("inf")


def test_one_block_is_undecided():
    nothing = [Interval(0.0, -1.0, 1.0, None, 1, "everything")] * 4
    got = judge([], deviations=nothing)
    assert (got.kind, got.further_blocks, got.p_values) == ("undecided", None, (None,) * 4)
    assert "one block" in got.words


def test_no_winner_at_all_is_undecided():
    got = judge([0.0] * 4, fair=0.0, margin=0.0)
    assert got.kind == "undecided" and "no game had a winner" in got.words


def test_warnings():
    got = judge([0.0] * 4, yardsticks_only=("random",), capped=0.012)
    assert "random is a yardstick" in got.warnings[0]
    assert "1.2 %" in got.warnings[1]
    assert judge([0.0] * 4).warnings == ()


def test_holm_by_hand():
    assert holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx((0.03, 0.06, 0.06, 0.02))
    assert holm([0.01, None]) == (0.02, None)


def test_p_value_at_the_margin_is_one_half():
    at_margin = Interval(0.025, 0.0, 0.05, 0.001, 10_000, "t")
    assert p_outside(at_margin, 0.25, 0.025) == pytest.approx(0.5, abs=1e-6)
    inside = Interval(0.0, -0.01, 0.01, 0.001, 100, "t")
    assert p_outside(inside, 0.25, 0.025) == pytest.approx(1.0)


def test_p_value_of_a_seat_that_never_won():
    never = Interval(-0.25, -0.25, -0.2, None, 100, "wilson")
    p = p_outside(never, 0.25, 0.025)
    assert p is not None
    assert p == pytest.approx(stats.norm.sf(0.225 / np.sqrt(0.225 * 0.775 / 100)))
