"""Which games are picked for reading, by hand."""

from __future__ import annotations

import dataclasses

import numpy as np
import polars as pl
import pytest

from simkit.analysis.analyse import analyse
from simkit.analysis.examples import pick_examples
from tests.analysis.synthetic import make_run


def games(turns, margins=None, capped=()):
    m = len(turns)
    credit = np.eye(2)[np.arange(m) % 2]
    for k in capped:
        credit[k] = 0
    return make_run(credit, (("a", "a"),), games={
        "turns": np.array(turns, dtype=np.int32),
        "score_margin": pl.Series(margins or [None] * m, dtype=pl.Float64),
    })  # fmt: skip


def pick(run):
    analysis = analyse(run)
    margin = analysis.scores.margin if analysis.scores else None
    return {e.why: (e.key, e.turns) for e in pick_examples(run, analysis.lengths.turns, margin)}


def test_typical_longest_and_the_first_of_equals() -> None:
    assert pick(games([5, 9, 7, 9, 7])) == {"typical": ("2.0.0", 7), "longest": ("1.0.0", 9)}


def test_capped_games_are_no_examples() -> None:
    assert pick(games([5, 99, 7], capped=(1,)))["longest"] == ("2.0.0", 7)
    assert pick(games([5, 9], capped=(0, 1))) == {}


@pytest.mark.parametrize(
    "margins, key", [([3.0, 0.0, 1.0, 1.0], "2.0.0"), ([3.0, 0.0, 1.0, 0.0], "3.0.0")], ids=["tie", "rule for ties"]
)
def test_the_closest_is_the_smallest_margin_of_one_winner(margins, key) -> None:
    """Game 1 ends in a shared victory, which has no loser; equal scores in game 3 have one."""
    run = games([5, 9, 7, 8], margins)
    seats = run.seats_frame.with_columns(credit=pl.when(pl.col("block") == 1).then(0.5).otherwise("credit"))
    run = dataclasses.replace(run, seats_frame=seats)
    answer = analyse(run).lengths
    found = {e.why: (e.key, e.value) for e in pick_examples(run, answer.turns, answer.rounds)}
    assert found["closest"] == (key, float(margins[int(key[0])]))


def test_the_comeback_comes_from_whoever_traced_the_games() -> None:
    run = games([5, 9, 7])
    found = pick_examples(run, analyse(run).lengths.turns, None, ("1.0.0", 0.4))
    assert [(e.why, e.key, e.value) for e in found if e.why == "comeback"] == [("comeback", "1.0.0", 0.4)]
