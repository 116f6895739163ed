"""What a study will take and how sure it will be, from a short calibration: a few cells, a few hundred deals."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from simkit.runner import Subject, default_jobs, look_up, make_plan
from simkit.study.plan import StudyCell, StudyPlan

if TYPE_CHECKING:
    from simkit.engine import Batch

CELLS_TRIED = 6
SECONDS_A_CELL = 0.4
FIRST_GAMES = 60
FEWEST_BLOCKS, MOST_BLOCKS = 30, 2_000
MOST_SECONDS_A_CELL, FEWEST_WHEN_SLOW = 2.0, 4
"""Where 30 deals would take longer, four must do."""
WRITING = 1.1
"""Reading, writing and waiting for the last chunk cost about a tenth of the playing."""
SECONDS_TO_START = 2.0

Array = np.ndarray[Any, np.dtype[Any]]


@dataclass(frozen=True)
class Estimate:
    """What to expect.

    Attributes:
        games: of the whole study. blocks: of each cell; with a precision, about how many it will take.
        seconds: of playing all of them, with the workers that were asked for. games_per_second: of one core.
        games_in_time: about so many are played before `max_time` is up; None if all are. The half widths are theirs.
        share: half width of the widest interval of a win share (of a success rate), a fraction; None unknown.
        effect: the same for the effect of a variant on a seat's win share; None without variants.
        turns: the same for the effect of a variant on the length, in turns.
        tried: cells that were played for this.
    """

    games: int
    blocks: int
    seconds: float
    games_per_second: float
    share: float | None
    effect: float | None
    turns: float | None
    tried: int
    games_in_time: int | None = None


@dataclass(frozen=True)
class _Trial:
    """A few deals of one cell: block means of every seat's credit (of success) and of turns."""

    cell: StudyCell
    seconds: float  # a game
    shares: Array  # [blocks, seats or 1]
    turns: Array  # [blocks]


def estimate(
    plan: StudyPlan, jobs: int | None = None, *, clock: Callable[[], float] = time.perf_counter,
    find: Callable[..., Subject] = look_up, play: Callable[..., Batch] | None = None,
) -> Estimate:  # fmt: skip
    """Play some deals of some cells in this process, and extrapolate. `plan`: with its seed."""
    from simkit.analysis.stopping import FIRST_LOOK

    trials = [_try(plan, cell, clock, find, play) for cell in _chosen(plan)]
    confidence = plan.confidence or 0.95
    share = _widest([_deviation(trial.shares) for trial in trials], confidence)
    pairs = _pairs(trials)
    effect = _widest([_deviation(b.shares[:k] - a.shares[:k]) for a, b, k in pairs], confidence)
    turns = _widest([_deviation((b.turns[:k] - a.turns[:k])[:, None]) for a, b, k in pairs], confidence)
    blocks = plan.blocks or FIRST_LOOK
    if plan.precision is not None and share is not None:
        blocks = max(FIRST_LOOK, math.ceil((share / plan.precision) ** 2))
    games = sum(plan.config(cell, blocks).games for cell in plan.cells())
    each = sum(trial.seconds for trial in trials) / len(trials)
    seconds = games * each / min(jobs or default_jobs(), default_jobs()) * WRITING + SECONDS_TO_START
    reached, in_time = blocks, None
    if plan.max_time is not None and seconds - SECONDS_TO_START > plan.max_time:
        reached = max(2, math.floor(blocks * plan.max_time / (seconds - SECONDS_TO_START)))
        in_time = games * reached // blocks
    root = math.sqrt(reached)
    return Estimate(
        games=games,
        blocks=blocks,
        seconds=seconds,
        games_per_second=1 / each,
        share=None if share is None else share / root,
        effect=None if effect is None else effect / root,
        turns=None if turns is None else turns / root,
        tried=len(trials),
        games_in_time=in_time,
    )


def _chosen(plan: StudyPlan) -> list[StudyCell]:
    """Some cells, evenly spread; with each of a variant its baseline."""
    cells = plan.cells()
    n = len(plan.lineups)
    if len(cells) <= CELLS_TRIED:
        return list(cells)
    spread = [cells[k * (len(cells) - 1) // (CELLS_TRIED // 2 - 1)] for k in range(CELLS_TRIED // 2)]
    baselines = [cells[(cell.number - 1) % n] for cell in spread]
    return list({cell.number: cell for cell in [*baselines, *spread]}.values())


def _try(
    plan: StudyPlan, cell: StudyCell, clock: Callable[[], float], find: Callable[..., Subject],
    play: Callable[..., Batch] | None,
) -> _Trial:  # fmt: skip
    from simkit import engine

    config = plan.config(cell, 1)
    subject = find(config)
    played = make_plan(config)
    rules = subject.game.pack_rules(subject.rules, cell.players)
    if play is None:
        engine.prepare(subject.game, list(subject.players.values()))
    run = play or engine.play

    def deal(blocks: int, times: int) -> tuple[float, Array, Array]:
        numbers = np.repeat(np.arange(blocks, dtype=np.int64), times)
        repeats = np.tile(np.arange(times, dtype=np.int64), blocks)
        started = clock()
        shares, turns = 0.0, 0.0
        for seating in played.seatings:
            seats = [subject.players[spec] for spec in seating.order]
            batch = run(subject.game, rules, seats, config.seed or 0, numbers, repeats)
            values = np.asarray(batch.success)[:, None] != 0 if subject.game.cooperative else batch.credit
            shares = shares + np.asarray(values, np.float64).reshape(blocks, times, -1).mean(axis=1)
            turns = turns + np.asarray(batch.turns, np.float64).reshape(blocks, -1).mean(axis=1)
        many = len(played.seatings)
        return clock() - started, np.asarray(shares) / many, np.asarray(turns) / many

    many = len(played.seatings)
    deal(1, 1)  # loads what is compiled
    once, few = deal(1, 1)[0], max(1, FIRST_GAMES // many)
    seconds = once if once > SECONDS_A_CELL / few else deal(few, 1)[0] / few  # of one deal, played once
    blocks, times = sizes(seconds, plan.repeats)
    seconds, shares, turns = deal(blocks, times)
    return _Trial(cell, seconds / (blocks * times * many), shares, turns)


def sizes(seconds: float, repeats: int) -> tuple[int, int]:
    """Blocks and repeats to try if one deal, played once in every seating, takes so many seconds.

    Fewer repeats than the study's make the half widths too wide, never too narrow.
    """
    affordable = max(1, round(SECONDS_A_CELL / max(seconds, 1e-6)))
    times = max(1, min(repeats, affordable // FEWEST_BLOCKS))
    least = FEWEST_BLOCKS if seconds * FEWEST_BLOCKS <= MOST_SECONDS_A_CELL else FEWEST_WHEN_SLOW
    return min(max(affordable // times, least), MOST_BLOCKS), times


def _pairs(trials: Sequence[_Trial]) -> list[tuple[_Trial, _Trial, int]]:
    """Baseline, variant and the number of shared deals, for every line-up that was tried with both."""
    first = trials[0].cell.variant.name
    found = []
    for b in trials:
        for a in trials:
            if a.cell.variant.name == first != b.cell.variant.name and a.cell.lineup == b.cell.lineup:
                found.append((a, b, min(len(a.turns), len(b.turns))))
    return found


def _deviation(values: Array) -> float | None:
    """Largest standard deviation of a column; None if none varies."""
    if len(values) < 2:
        return None
    largest = float(values.std(axis=0, ddof=1).max())
    return largest if largest > 1e-9 else None


def _widest(deviations: Sequence[float | None], confidence: float) -> float | None:
    """Half width of the widest interval after one block; that of J blocks is the root of J narrower."""
    from scipy.special import ndtri

    known = [value for value in deviations if value is not None]
    return max(known) * float(ndtri(0.5 + confidence / 2)) if known else None
