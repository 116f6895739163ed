"""M6 to M9 on traced games with known answers: by hand, and on a random walk whose win probability is a formula."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import polars as pl
import pytest
from scipy import stats

from simkit.analysis import analyse, summary_lines
from simkit.analysis.drama import LeadPoints, Story, half_of, story_answer
from simkit.analysis.surface import Surface
from simkit.analysis.traces import TracedGames
from simkit.errors import DataError
from tests.analysis.synthetic import FakeRun, make_run


@dataclass
class TracedRun(FakeRun):
    """Results with traces."""

    traces_frame: pl.DataFrame

    def traces(self):
        return self.traces_frame.lazy()


def with_traces(run, standings):
    """`standings`: one array [turns, n] a traced game, in the order of its block (one game a block)."""
    rows = [
        {"variant": "base", "lineup": run.games_frame["lineup"][0], "block": block, "repeat": 0, "seating": 0,
         "turn": t + 1, "seat": s + 1, "standing": int(x)}
        for block, game in standings.items() for t, row in enumerate(game) for s, x in enumerate(row)
    ]  # fmt: skip
    types = {"block": pl.Int64, "repeat": pl.Int32, "seating": pl.Int32, "turn": pl.Int32, "seat": pl.Int8}
    frame = pl.DataFrame(rows).cast(types).sample(fraction=1, shuffle=True, seed=1)
    return TracedRun(run.manifest, run.games_frame, run.seats_frame, frame)


def games_of(standings, credit):
    """Traced games made directly; each [turns, n]."""
    length = np.array([len(s) for s in standings])
    return TracedGames(
        block=np.arange(len(length)),
        turns=length,
        credit=np.asarray(credit, dtype=float),
        game=np.repeat(np.arange(len(length)), length),
        turn=np.concatenate([np.arange(1, n + 1) for n in length]),
        standing=np.concatenate(standings).astype(float),
    )


def test_lead_is_measured_against_the_best_other():
    games = games_of([np.array([[3, 5, 1], [5, 5, 1]])], [[0, 1, 0]])
    assert games.lead.tolist() == [[-2, 2, -4], [0, 0, -4]]
    assert games.progress.tolist() == [0.5, 1.0]


def test_lead_conversion_by_hand():
    """Four turns: 25 % is after turn 1, 50 % after turn 2, 75 % after turn 3."""
    first = np.array([[1, 0, 0], [1, 1, 0], [0, 2, 1], [0, 3, 1]])  # seat 2 wins
    second = np.array([[1, 1, 1], [2, 1, 1], [2, 1, 1], [2, 1, 1]])  # level at first; seat 1 wins
    leads = LeadPoints()
    leads.add(games_of([first, second], [[0, 1, 0], [1, 0, 0]]))
    early, middle, late = leads.answer(0.95)
    assert early.level.value == 0.5 and early.leader_wins.value == 0.0
    assert early.last_wins.value == 0.5  # seats 2 and 3 are last together, one of them wins
    assert middle.leader_wins.value == pytest.approx((0.5 + 1) / 2)  # two leaders share, then one converts
    assert middle.sole_leader.value == 0.5
    assert late.leader_wins.value == 1.0 and late.last_wins.value == 0.0


def test_a_game_without_a_turn_by_then_is_left_out():
    leads = LeadPoints()
    leads.add(games_of([np.array([[1, 0], [2, 0]])], [[1, 0]]))
    early, middle, _ = leads.answer(0.95)
    assert early.leader_wins.value is None and middle.leader_wins.value == 1.0


class KnownSurface(Surface):
    """Beliefs that are given instead of counted: the standings themselves, of 10."""

    def beliefs(self, games):
        return games.standing / 10

    @property
    def prior(self):
        return np.array([0.5, 0.5])


def test_drama_dead_time_and_surprise_by_hand():
    """Beliefs of the winner (seat 1) after turns 1 to 4: .2, .5, .96, .97; the game lasts 5 turns."""
    beliefs = np.array([[2, 8], [5, 5], [9.6, 0.4], [9.7, 0.3], [10, 0]])
    story = Story(KnownSurface(2))
    games = games_of([beliefs], [[1, 0]])
    story.learn(games)
    story.add(games)
    got = story.answer(1, 0.5, (), 0.95)
    assert got.drama.value == pytest.approx(np.sqrt(0.6))  # behind once, by .8 - .2 (Browne 2008)
    assert got.behind.value == pytest.approx(1 / 4)
    assert got.dead_time.value == pytest.approx((5 - 3) / 5)  # settled after turn 3 of 5
    steps = np.diff(np.vstack([[5, 5], beliefs[:4], [10, 0]]) / 10, axis=0)
    assert got.surprise.value == pytest.approx(np.sqrt((steps**2).sum(axis=1)).sum() / 5)
    # Suspense on the same game that taught it: every state's expected change is its own cell's mean.
    assert got.suspense.value > 0


def test_a_winner_who_is_never_ahead_before_the_end_has_no_dead_time():
    story = Story(KnownSurface(2))
    games = games_of([np.array([[4, 6], [1, 9], [10, 0]])], [[1, 0]])
    story.learn(games)
    story.add(games)
    got = story.answer(1, 0.5, (), 0.95)
    assert got.dead_time.value == 0.0
    assert got.behind.value == 1.0
    assert got.drama.value == pytest.approx((np.sqrt(0.2) + np.sqrt(0.8)) / 2)


def walk(m, turns, seed):
    """Two seats; each turn one of them gets a point. Who has more at the end (odd length) wins."""
    steps = np.random.default_rng(seed).integers(0, 2, size=(m, turns))
    first = np.cumsum(steps, axis=1)
    standings = np.stack([first, np.arange(1, turns + 1) - first], axis=2)
    credit = np.eye(2)[(standings[:, -1, 0] < standings[:, -1, 1]).astype(int)]
    return standings, credit


def test_the_surface_finds_the_win_probability_of_a_random_walk():
    """M9: with r turns to go and a lead of d, seat 1 wins with P(binomial(r, 1/2) > (r - d)/2)."""
    standings, credit = walk(30_000, 11, 1)
    games = games_of(list(standings), credit)
    surface = Surface(2)
    surface.add(games)
    surface.fit()
    test, won = walk(2000, 11, 2)
    fresh = games_of(list(test), won)
    belief = surface.beliefs(fresh)[:, 0]
    left, lead = 11 - fresh.turn, fresh.standing[:, 0] - fresh.standing[:, 1]
    truth = stats.binom.sf((left - lead) / 2 - 1e-9, left, 0.5)
    inside = (fresh.progress < 1) & (np.abs(lead) <= 4)  # beyond, several leads share a bin
    # Turns 1 to 10 fall one into each tenth, so progress is exact.
    assert np.abs(belief - truth)[inside].max() < 0.05
    assert np.abs(belief - truth)[inside].mean() < 0.012


def test_the_whole_story_of_a_random_walk():
    """Beliefs are a martingale: squared changes add up to the variance of the result, .25 + .25 for two seats."""
    standings, credit = walk(3000, 11, 3)
    run = make_run(credit, [["a", "a"]], games={"turns": np.full(3000, 11, dtype=np.int32)})
    got = story_answer(with_traces(run, dict(enumerate(standings))), 2, 0.95)
    assert got.games == 3000 and 1400 < got.applied < 1600
    assert got.fair == pytest.approx(0.5)
    for predicted, won, count in got.calibration:
        assert abs(predicted - won) < 0.05 + 3 / np.sqrt(count)
    conversion = got.points[1]  # after turn 5 of 11, with 6 to go
    first = standings[:, 4, 0] > standings[:, 4, 1]
    assert conversion.leader_wins.value == pytest.approx(np.where(first, credit[:, 0], credit[:, 1]).mean())
    # Suspense and surprise of the true probabilities, from all 2^11 games.
    lead = np.arange(-11, 12)

    def chance(left):
        return stats.binom.sf((left - lead) / 2 - 1e-9, left, 0.5)

    surprise = 0.0
    for turn in range(11):
        now, after = chance(11 - turn), chance(10 - turn)
        weight = stats.binom.pmf((lead + turn) / 2, turn, 0.5)
        for step in (1, -1):
            moved = np.roll(after, -step)
            surprise += float((weight * 0.5 * np.sqrt(2) * np.abs(moved - now))[1:-1].sum())
    assert got.surprise.value == pytest.approx(surprise / 11, rel=0.06)
    # Here every step is as large up as down, so suspense is surprise but for the bins.
    assert got.suspense.value == pytest.approx(surprise / 11, rel=0.12)


def test_traces_are_read_in_portions_and_only_some_games_have_them():
    standings, credit = walk(400, 5, 4)
    run = make_run(credit, [["a", "a"]], games={"turns": np.full(400, 5, dtype=np.int32)})
    some = {block: standings[block] for block in range(0, 400, 4)}
    run = with_traces(run, some)
    whole, parts = story_answer(run, 2, 0.95), story_answer(run, 2, 0.95, rows_at_once=100)
    assert whole.games == 100 and 0 < whole.applied < 100
    assert parts.points[1].leader_wins.value == pytest.approx(whole.points[1].leader_wins.value)
    assert parts.surprise.value == pytest.approx(whole.surprise.value)
    assert parts.surface == whole.surface
    assert analyse(run).story == whole
    told = next(line for line in summary_lines(analyse(run)) if line.startswith("lead"))
    assert "who leads half way through wins" in told and "(100 traced games)" in told


def test_runs_without_traces_have_no_story():
    run = make_run(np.eye(2)[[0, 1]], [["a", "a"]])
    assert analyse(run).story is None
    empty = with_traces(run, {0: [[1, 0]] * 10})
    empty.traces_frame = empty.traces_frame.clear()
    assert analyse(empty).story is None


def test_traces_of_another_run_are_refused():
    run = make_run(np.eye(2)[[0, 1]], [["a", "a"]])
    with pytest.raises(DataError, match="do not belong together"):
        story_answer(with_traces(run, {5: [[1, 0]] * 10}), 2, 0.95)


def test_all_even_blocks_still_make_two_halves():
    for step in (1, 2, 10, 100, 1000):
        half = half_of(np.arange(0, 1000 * step, step))
        assert 400 < half.sum() < 600
