"""What `simkit run` prints."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import polars as pl
import pytest

from simkit.analysis import analyse, summary_lines
from simkit.analysis.answers import Interval
from simkit.analysis.words import estimate, number
from simkit.errors import UsageError
from tests.analysis.synthetic import make_manifest, make_run


def counted(*wins):
    """Credits of a run in which seat i won `wins[i]` games."""
    return np.repeat(np.eye(len(wins)), wins, axis=0)


def test_a_mirror_run():
    run = make_run(counted(27_100, 24_300, 24_300, 24_300), games={"turns": np.arange(100_000) % 101})
    first, gap, length = summary_lines(analyse(run, margin=0.03))
    assert first == (
        "seat 1 wins 27.1 (±0.3) of 100, seat 2 24.3 (±0.3); fair is 25.0.   "
        "Seats: balanced within 3 points, for a at every seat."
    )
    assert gap == (
        "gap      seat 1 wins 2.8 points more than seat 2, the largest gap; "
        "by luck a fair game shows 0.33 points, one run in 20 more than 0.57"
    )
    assert length == "length   50.0 turns (middle half 25-75); one game in 20 lasts 95 or more."


def test_best_and_worst_seat_are_named():
    lines = summary_lines(analyse(make_run(counted(2500, 2500, 1900, 3100))))
    assert lines[0].startswith("seat 4 wins 31.0 (±1.0) of 100, seat 3 19.0 (±0.8); fair is 25.0.   Seats: imbalanced")
    assert "seats 3 and 4 are more than 2.5 points off" in lines[0]
    assert "seat 4 wins 12 points more than seat 3, the largest gap" in lines[1]


@pytest.mark.parametrize("wins, gap", [((4_000, 1), "100"), ((21, 19), "5.0"), ((3_000, 2_998), "0.033")])
def test_the_gap_is_a_plain_number(wins, gap):
    lines = summary_lines(analyse(make_run(counted(*wins), [["a", "a"]])))
    assert f"seat 1 wins {gap} points more than seat 2, the largest gap" in lines[1]


def test_seats_that_are_alike_are_told_once():
    (line, *_) = summary_lines(analyse(make_run(counted(500, 500), [["a", "a"]])))
    assert line.startswith("every seat wins 50.0 (±")


def test_an_undecided_verdict_says_what_is_known():
    """Seat 1 ahead by more than luck, but nobody knows whether by more than the margin."""
    (line, gap, *_) = summary_lines(analyse(make_run(counted(2750, 2500, 2540, 2210))))
    assert (
        "Seats: not equal (seat 1 ahead of seat 4 by 5.4 points); whether any seat is more than 2.5 points off" in line
    )
    assert "is undecided: about " in line and " more games would decide, for a at every seat." in line
    assert gap.split(None, 1)[1].startswith("seat 1 wins 5.4 points more than seat 4")
    (line, *_) = summary_lines(analyse(make_run(counted(26, 25, 24, 25))))
    assert "Seats: undecided within 2.5 points: about " in line


@pytest.mark.parametrize(
    ("share", "shown"),
    [
        (Interval(0.0, 0.0, 0.037, None, 100, "wilson"), "0.0 [0.0, 3.7]"),
        (Interval(1.0, 0.9631, 1.0, None, 100, "wilson"), "100.0 [96.3, 100.0]"),
        (Interval(0.02, 0.0055, 0.0701, 0.014, 100, "wilson"), "2.0 [0.5, 7.1]"),
        (Interval(0.5, 0.404, 0.596, 0.05, 100, "wilson"), "50.0 (±9.6)"),
    ],
)
def test_a_lopsided_interval_shows_both_ends(share, shown):
    assert estimate(share, 100, least_digits=1) == shown


def test_a_lineup_lists_its_strategies_best_first():
    orders = [["a", "random"], ["random", "a"]]
    lines = summary_lines(
        analyse(make_run([[1, 0], [0, 1], [1, 0], [1, 0]] * 50, orders, manifest=make_manifest(yardsticks=["random"])))
    )
    assert lines[2].startswith("a wins 75.0 (±")
    assert lines[3].startswith("random (a yardstick) wins 25.0 (±")


def test_a_strategy_that_does_the_same_in_every_block_is_told():
    lines = summary_lines(analyse(make_run([[1, 0], [1, 0]] * 50, [["a", "b"], ["b", "a"]])))
    assert "a wins 50.0 of 100 (in every block alike); fair is 50.0." in lines


def test_one_game():
    lines = summary_lines(analyse(make_run([[1, 0]], [["a", "a"]])))
    assert lines[0] == (
        "seat 1 wins 100.0 of 100, seat 2 0.0 (one observation: how sure, nobody knows); fair is 50.0.   "
        "Seats: undecided within 5 points: one deal alone says nothing about chance; play at least 30 deals, "
        "for a at every seat."
    )
    assert lines[-1] == "length   10 turns in every game."


def test_capped_games_are_told():
    lines = summary_lines(analyse(make_run([[1, 0], [0, 1], [0, 0], [0.5, 0.5]] * 25, [["a", "a"]])))
    ends = next(line for line in lines if line.startswith("ends"))
    assert ends == (
        "ends     25 % of games have several winners; 25 games were cut off before their end; "
        "they count as won by nobody."
    )
    assert any("25 % of games were cut off" in line for line in lines if line.startswith("note"))


@pytest.mark.parametrize(
    ("value", "half", "shown"),
    [
        (0.271, 0.0019, "27.1 (±0.2)"),
        (0.25, 0.00031, "25.00 (±0.04)"),
        (0.3, 0.08, "30.0 (±8.0)"),
        (0.5, 0.1, "50.0 (±10.0)"),
    ],
)
def test_digits_follow_the_interval(value, half, shown):
    assert estimate(Interval(value, value - half, value + half, 0.1, 9, "t"), 100, least_digits=1) == shown


def test_numbers():
    assert [number(x) for x in (52.0, 21.34, 0.468, 1234.6, None)] == ["52", "21.3", "0.47", "1,235", "?"]


def test_analysis_imports_nothing_heavy_and_nothing_of_the_engine():
    code = (
        "import sys, simkit.analysis; heavy = ('numba', 'matplotlib', 'pandas', 'joblib'); "
        "ours = ('simkit.engine', 'simkit.runner', 'simkit.games'); "
        "bad = [m for m in sys.modules if m.split('.')[0] in heavy or m.startswith(ours)]; sys.exit(' '.join(bad) or 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    assert done.returncode == 0


def test_damaged_results_are_a_data_error(tmp_path):
    from simkit.errors import DataError

    (tmp_path / "part.parquet").write_bytes(b"not parquet")
    run = make_run([[1, 0]], [["a", "a"]])

    class Broken:
        manifest = run.manifest
        seats = run.seats

        def games(self):
            return pl.scan_parquet(tmp_path / "part.parquet")

    with pytest.raises(DataError, match="simkit verify"):
        analyse(Broken())


def test_the_band_that_the_designer_wants():
    turns = np.repeat([10, 20, 30, 40], 50)
    run = make_run(counted(50, 50, 50, 50), games={"turns": turns}, manifest=make_manifest(band=[20, 35]))
    got = analyse(run)
    band = got.lengths.band
    assert (band.least, band.most) == (20, 35)
    assert (band.shorter.value, band.longer.value, band.outside.value) == (0.25, 0.25, 0.5)
    line = next(line for line in summary_lines(got) if line.startswith("band"))
    assert line.startswith("band     50.0 (±") and "last outside 20 to 35 turns: 25.0 (±" in line
    wider = analyse(run, band=(0, 100)).lengths.band
    assert wider.outside.value == 0.0 and wider.outside.method == "wilson"
    assert analyse(make_run(counted(1, 1), [["a", "a"]])).lengths.band is None


def test_a_band_the_wrong_way_round():
    with pytest.raises(UsageError, match=r"MIN <= MAX; 9,3 came"):
        analyse(make_run(counted(1, 1), [["a", "a"]]), band=(9, 3))


def test_repeats_tell_what_the_deal_decides():
    run = make_run(np.eye(2)[[0, 0, 1, 1, 0, 1]], [["a", "a"]], repeats=2)
    assert any(line.startswith("deal     the deal decides ") for line in summary_lines(analyse(run)))
