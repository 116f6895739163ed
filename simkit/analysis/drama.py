"""How games unfold, from traced standings: does who leads win (M8), and what do win probabilities tell (M6, M7, M9)?"""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import LeadPoint, StoryAnswer
from simkit.analysis.estimate import COUNT, SHARE, Array
from simkit.analysis.results import Results
from simkit.analysis.surface import PROGRESS_BINS, Surface
from simkit.analysis.traces import ROWS_AT_ONCE, GameMeans, TracedGames, count_traces, read_traces

POINTS = (0.25, 0.5, 0.75)
SETTLED = 0.95
"""M7: a winner whose probability stays at this or above plays on for nothing."""
BELIEF_BINS = 10


def story_answer(run: Results, players: int, confidence: float, rows_at_once: int = ROWS_AT_ONCE) -> StoryAnswer | None:
    """Everything that traces tell. Three passes: count, see how beliefs move, apply; None if no game was traced."""
    rows = count_traces(run)
    if not rows or players < 2:
        return None
    leads, surface, games, credit = LeadPoints(), Surface(players), 0, 0.0
    for part in read_traces(run, rows, rows_at_once):
        leads.add(part)
        games += len(part.block)
        credit += float(np.nansum(part.credit))
        surface.add(part.part(half_of(part.block) == 0))
    surface.fit()
    story = Story(surface)
    for part in read_traces(run, rows, rows_at_once):
        story.learn(part.part(half_of(part.block) == 0))
    for part in read_traces(run, rows, rows_at_once):
        story.add(part.part(half_of(part.block) == 1))
    return story.answer(games, credit / games / players, leads.answer(confidence), confidence)


class LeadPoints:
    """M8 at 25, 50 and 75 % of the game: the last completed turn by then. Games with no turn by then are left out."""

    def __init__(self) -> None:
        self._means = [[GameMeans() for _ in range(4)] for _ in POINTS]

    def add(self, games: TracedGames) -> None:
        """Take games, whole blocks at a time."""
        for point, means in zip(POINTS, self._means, strict=True):
            state = last_state(games, games.progress <= point * (1 + 1e-12))
            there = state >= 0
            standing = games.standing[state[there]]
            credit, block = games.credit[there], games.block[there]
            best = standing == standing.max(axis=1, keepdims=True)
            worst = standing == standing.min(axis=1, keepdims=True)
            level = best.all(axis=1)
            for mean, who in zip(means, (best, worst), strict=False):
                mean.add(block, np.where(level, np.nan, (credit * who).sum(axis=1) / who.sum(axis=1)))
            means[2].add(block, (best.sum(axis=1) == 1).astype(np.float64))
            means[3].add(block, level.astype(np.float64))

    def answer(self, confidence: float) -> tuple[LeadPoint, ...]:
        """One record a point."""
        return tuple(
            LeadPoint(point, *(mean.means.interval(0, confidence, SHARE) for mean in means))
            for point, means in zip(POINTS, self._means, strict=True)
        )


class _Path:
    """Steps of belief: the game of each, its squared length, and its cell (progress, largest probability)."""

    def __init__(self, game: Array, squared: Array, cell: tuple[Array, Array]) -> None:
        self.game, self.squared, self.cell = game, squared, cell


class Story:
    """M6, M7, suspense and surprise, of games that the surface was not fitted on."""

    def __init__(self, surface: Surface) -> None:
        self._surface = surface
        # Squared change of belief to the next state, by progress and by the largest probability: sum and count.
        self._change = np.zeros((2, PROGRESS_BINS + 1, BELIEF_BINS))
        self._means = {name: GameMeans() for name in ("drama", "behind", "dead", "suspense", "surprise")}
        self._calibration = np.zeros((3, BELIEF_BINS))
        self._games = 0

    def learn(self, games: TracedGames) -> None:
        """See how much beliefs move from here on, on the half that the surface was fitted on."""
        if not len(games.block):
            return
        belief = self._path(games)
        np.add.at(self._change[0], belief.cell, belief.squared)
        np.add.at(self._change[1], belief.cell, 1.0)

    def add(self, games: TracedGames) -> None:
        """Take games of the other half."""
        m = len(games.block)
        if not m:
            return
        self._games += m
        belief = self._surface.beliefs(games)
        before = games.progress < 1
        self._calibrate(belief[before], games.credit[games.game[before]])
        path = self._path(games)
        expected = np.sqrt(self._change[0] / np.maximum(self._change[1], 1.0))[path.cell]
        turns = games.turns.astype(np.float64)
        self._means["suspense"].add(games.block, np.bincount(path.game, expected, m) / turns)
        self._means["surprise"].add(games.block, np.bincount(path.game, np.sqrt(path.squared), m) / turns)
        sole = games.credit.max(axis=1) == 1
        winner = games.credit.argmax(axis=1)
        of_winner = belief[np.arange(len(belief)), winner[games.game]]
        gap = np.where(before, belief.max(axis=1) - of_winner, 0.0)
        behind = np.bincount(games.game, gap > 0, m)
        drama = np.bincount(games.game, np.sqrt(gap), m) / np.maximum(behind, 1)
        states = np.maximum(np.bincount(games.game, before, m), 1)
        self._means["drama"].add(games.block, np.where(sole, drama, np.nan))
        self._means["behind"].add(games.block, np.where(sole, behind / states, np.nan))
        open_still = last_state(games, before & (of_winner < SETTLED))
        settled = first_after(games, open_still)
        self._means["dead"].add(games.block, np.where(sole, (turns - settled) / turns, np.nan))

    def _path(self, games: TracedGames) -> _Path:
        """Every step of belief: from before the first turn (the seats' shares) to the end (who won)."""
        before = games.progress < 1
        game, m = games.game[before], len(games.block)
        belief = self._surface.beliefs(games)[before]
        # One row a state, behind a row for the start of its game.
        index = np.arange(len(game)) + game + 1
        start = np.searchsorted(game, np.arange(m)) + np.arange(m)
        whole = np.empty((len(game) + m, games.credit.shape[1]))
        whole[start], whole[index] = self._surface.prior, belief
        owner = np.empty(len(whole), dtype=np.int64)
        owner[start], owner[index] = np.arange(m), game
        following = np.empty_like(whole)
        following[:-1] = whole[1:]
        last = np.r_[start[1:] - 1, len(whole) - 1]
        won = games.credit.sum(axis=1, keepdims=True)
        # A game that nobody wins surprises nobody: belief stays where it was.
        following[last] = np.where(won > 0, games.credit, whole[last])
        progress = np.zeros(len(whole), dtype=np.int64)
        progress[index] = 1 + np.minimum((games.progress[before] * PROGRESS_BINS).astype(np.int64), PROGRESS_BINS - 1)
        sure = np.minimum((whole.max(axis=1) * BELIEF_BINS).astype(np.int64), BELIEF_BINS - 1)
        return _Path(owner, ((following - whole) ** 2).sum(axis=1), (progress, sure))

    def _calibrate(self, belief: Array, credit: Array) -> None:
        bins = np.minimum((belief * BELIEF_BINS).astype(np.int64), BELIEF_BINS - 1).ravel()
        for row, weights in zip(self._calibration, (belief, credit, np.ones_like(belief)), strict=True):
            row += np.bincount(bins, weights.ravel(), BELIEF_BINS)

    def answer(self, games: int, fair: float, points: tuple[LeadPoint, ...], confidence: float) -> StoryAnswer:
        """All answers; those of the other half are None if it is empty."""
        found = {
            name: mean.means.interval(0, confidence, SHARE if name in ("drama", "behind", "dead") else COUNT)
            for name, mean in self._means.items()
        }
        known = {name: interval if interval.value is not None else None for name, interval in found.items()}
        predicted, won, count = self._calibration
        return StoryAnswer(
            games=games,
            applied=self._games,
            fair=fair,
            points=points,
            surface=self._surface.cells(),
            calibration=tuple(
                (float(predicted[i] / count[i]), float(won[i] / count[i]), int(count[i])) for i in np.flatnonzero(count)
            ),
            drama=known["drama"],
            behind=known["behind"],
            dead_time=known["dead"],
            suspense=known["suspense"],
            surprise=known["surprise"],
        )


def half_of(block: Array) -> Array:
    """0 or 1 for each block, by a bit of its number times the golden ratio: traced blocks may all be even."""
    half: Array = (block.astype(np.uint64) * np.uint64(0x9E3779B97F4A7C15)) >> np.uint64(63)
    return half


def last_state(games: TracedGames, kept: Array) -> Array:
    """Index of the last state of each game among those that are kept (bool[k]), int64[m]; -1 if there is none."""
    found = np.full(len(games.block), -1)
    states = np.flatnonzero(kept)
    found[games.game[states]] = states  # later ones overwrite earlier ones
    return found


def first_after(games: TracedGames, state: Array) -> Array:
    """Turn of the first recorded state after `state` (-1: the start); the game's length if it is the last."""
    m = len(games.block)
    ends = np.searchsorted(games.game, np.arange(m), side="right")
    starts = np.searchsorted(games.game, np.arange(m))
    following = np.where(state < 0, starts, state + 1)
    inside = following < ends
    turn = games.turn[np.minimum(following, max(len(games.turn) - 1, 0))] if len(games.turn) else np.zeros(m)
    return np.where(inside, turn, games.turns)
