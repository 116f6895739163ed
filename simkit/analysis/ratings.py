"""M17: one ranking of strategies, with the effect of the seat taken out.

Top-1 Luce model: at a table the seat s wins with probability proportional to exp(theta[strategy at s] + gamma[s]).
Shared wins count as fractions. Maximum likelihood on counts, so that the order of games cannot matter; intervals by
resampling batches of blocks. Without seats and ties this is what `choix.ilsr_top1` fits.
"""

from __future__ import annotations

import itertools
import math
from dataclasses import dataclass, replace

import numpy as np

from simkit.analysis.answers import Interval, Rating, RatingAnswer, SeatEffect
from simkit.analysis.batches import resamples
from simkit.analysis.encounters import Encounters
from simkit.analysis.estimate import Array, t_quantile

MOST_STEPS = 100
TOLERANCE = 1e-10
STEPS_AGAIN = 8
MANY_PLACES = 20_000
"""With so many seatings a resample is refitted by a single step: a whole fit takes a second there."""


@dataclass(frozen=True)
class Fit:
    """theta[k] and gamma[n], each with mean 0. `bounded`: see `RatingAnswer`."""

    theta: Array
    gamma: Array
    bounded: bool


def rate_groups(encounters: Encounters, yardsticks: tuple[str, ...], confidence: float) -> tuple[RatingAnswer, ...]:
    """A ranking for each group of strategies that met, directly or over others; the largest group first."""
    found = [rate(encounters.only(group), yardsticks, confidence) for group in encounters.groups()]
    return tuple(answer for answer in found if answer is not None)


def rate(encounters: Encounters, yardsticks: tuple[str, ...], confidence: float) -> RatingAnswer | None:
    """Rank strategies that are tied together by common tables; None where there is nobody to compare or nobody won."""
    counts = encounters.credit.sum(axis=0)
    k, n = len(encounters.strategies), encounters.who.shape[1]
    if k < 2 or counts.sum() <= 0 or n < 2:
        return None
    best = fit(encounters.who, counts, k)
    thetas, gammas = _again(encounters, best)
    # The average is that of players: a yardstick that hardly ever wins would make all others look strong.
    players = [i for i, name in enumerate(encounters.strategies) if name not in yardsticks] or list(range(k))
    best = replace(best, theta=best.theta - best.theta[players].mean())
    thetas = thetas - thetas[:, players].mean(axis=1, keepdims=True)
    spread_theta, spread_gamma = _errors(thetas), _errors(gammas)
    order = sorted(range(k), key=lambda i: (-best.theta[i], encounters.strategies[i]))
    t = t_quantile(confidence, max(encounters.batches - 1, 1))
    clear = tuple(_is_clear(best.theta, thetas, i, j, t) for i, j in itertools.pairwise(order))
    return RatingAnswer(
        ratings=tuple(
            Rating(
                encounters.strategies[i],
                encounters.strategies[i] in yardsticks,
                float(best.theta[i]),
                _factor(best.theta[i], spread_theta[i], t, encounters.batches),
            )
            for i in order
        ),
        seats=tuple(
            SeatEffect(s + 1, _factor(best.gamma[s], spread_gamma[s], t, encounters.batches)) for s in range(n)
        ),
        clear=clear,
        games=float(counts.sum()),
        bounded=best.bounded,
    )


def fit(
    who: Array,
    counts: Array,
    strategies: int,
    *,
    seats: bool = True,
    start: Fit | None = None,
    bounded: bool | None = None,
) -> Fit:
    """Maximum likelihood.

    Args:
        who: int[arrangements, n], which strategy sits where. counts: float[arrangements, n], credits won there.
        seats: False fits strategies alone (all gammas 0). start: where to begin.
        bounded: add one virtual game a parameter, half won; None: where the maximum does not exist otherwise.
    """
    n = who.shape[1]
    if bounded is None:
        bounded = not _has_maximum(who, counts, strategies, seats)
    design = _design(who, strategies, seats=seats)
    beta = np.zeros(design.shape[2]) if start is None else np.concatenate([start.theta, start.gamma])[: design.shape[2]]
    value, gradient, curvature = _likelihood(beta, design, counts, bounded)
    for _ in range(MOST_STEPS):
        # The common level of all thetas (and of all gammas) changes nothing: the pseudo-inverse leaves it alone.
        step = np.linalg.lstsq(curvature, gradient, rcond=1e-12)[0]
        if float(np.abs(step).max()) < TOLERANCE:
            break
        scale = 1.0
        while True:
            moved = _likelihood(beta + scale * step, design, counts, bounded)
            if moved[0] >= value - 1e-12 * abs(value) or scale < 1e-6:
                break
            scale /= 2
        beta = beta + scale * step
        value, gradient, curvature = moved
    theta, gamma = beta[:strategies], beta[strategies:] if seats else np.zeros(n)
    return Fit(theta - theta.mean(), gamma - gamma.mean(), bounded)


def _again(encounters: Encounters, best: Fit) -> tuple[Array, Array]:
    """thetas [resamples, k] and gammas [resamples, n], a few Newton steps from the estimate each.

    Each resample has a virtual game a parameter, so that none runs away where by chance a strategy wins nothing; beside
    hundreds of games it changes nothing.
    """
    k, n = len(best.theta), len(best.gamma)
    if encounters.batches < 2:
        return np.zeros((0, k)), np.zeros((0, n))
    drawn = resamples(encounters.batches)
    design = _design(encounters.who, k, seats=True)
    start = np.concatenate([best.theta, best.gamma])
    if encounters.who.size >= MANY_PLACES:
        betas = _one_step(encounters, start, design, drawn)
    else:
        betas = np.array([_refit(np.einsum("b,ban->an", w, encounters.credit), start, design) for w in drawn])
    thetas, gammas = betas[:, :k], betas[:, k:]
    return thetas - thetas.mean(axis=1, keepdims=True), gammas - gammas.mean(axis=1, keepdims=True)


def _refit(counts: Array, start: Array, design: Array) -> Array:
    """The estimate of one resample."""
    beta = start
    for _ in range(STEPS_AGAIN if counts.sum() > 0 else 0):
        _, gradient, curvature = _likelihood(beta, design, counts, True)
        step = np.linalg.lstsq(curvature, gradient, rcond=1e-12)[0]
        beta = beta + np.clip(step, -2.0, 2.0)
        if float(np.abs(step).max()) < 1e-6:
            break
    return beta


def _one_step(encounters: Encounters, start: Array, design: Array, drawn: Array) -> Array:
    """All resamples by one Newton step each, with the curvature of the estimate: each batch is looked at once only."""
    counts = encounters.credit.sum(axis=0)
    scores = []
    for batch in encounters.credit:
        games = float(batch.sum())
        scores.append(_likelihood(start, design, batch, False)[1] * games if games > 0 else np.zeros(len(start)))
    curvature = _likelihood(start, design, counts, True)[2] * float(counts.sum())
    steps = np.linalg.lstsq(curvature, np.einsum("rb,bk->kr", drawn, np.array(scores)), rcond=1e-12)[0]
    moved: Array = start + steps.T
    return moved


def _design(who: Array, strategies: int, *, seats: bool) -> Array:
    """0/1 float64[arrangements, n, parameters]."""
    n = who.shape[1]
    design = np.eye(strategies)[who]
    if seats:
        design = np.concatenate([design, np.broadcast_to(np.eye(n), (len(who), n, n))], axis=2)
    return design


def _likelihood(beta: Array, design: Array, counts: Array, bounded: bool) -> tuple[float, Array, Array]:
    """Log-likelihood a game, its gradient, and minus its second derivative."""
    utility = np.einsum("ank,k->an", design, beta)
    utility = utility - utility.max(axis=1, keepdims=True)
    power = np.exp(utility)
    total = power.sum(axis=1, keepdims=True)
    chance = power / total
    games = counts.sum(axis=1)
    all_games = float(games.sum())
    value = float((counts * (utility - np.log(total))).sum())
    flat = design.reshape(-1, design.shape[2])
    expected = games[:, None] * chance
    # einsum, not BLAS: the last bit must not depend on the number of cores.
    gradient = np.einsum("p,pk->k", (counts - expected).reshape(-1), flat)
    mean = np.einsum("an,ank->ak", chance, design)
    curvature = np.einsum("pk,pl->kl", expected.reshape(-1, 1) * flat, flat)
    curvature -= np.einsum("ak,al->kl", games[:, None] * mean, mean)
    if bounded:
        odds = 1 / (1 + np.exp(-beta))
        value += float((0.5 * beta - np.logaddexp(0, beta)).sum())
        gradient = gradient + 0.5 - odds
        curvature = curvature + np.diag(odds * (1 - odds))
    return value / all_games, gradient / all_games, curvature / all_games


def _has_maximum(who: Array, counts: Array, strategies: int, seats: bool) -> bool:
    """Whether every group of strategies wins something from the others, and every seat wins at all.

    Then no parameter runs away. (Ford 1957 for pairs; Hunter 2004, assumption 1.)
    """
    beats = np.eye(strategies, dtype=bool)
    for place in range(who.shape[1]):
        won = counts[:, place] > 0
        for other in range(who.shape[1]):
            beats[who[won, place], who[won, other]] = True
    for _ in range(strategies):
        beats = beats | ((beats.astype(int) @ beats.astype(int)) > 0)
    if not beats.all():
        return False
    return not seats or bool((counts.sum(axis=0) > 0).all())


def _errors(fits: Array) -> Array:
    """Standard errors over resamples; NaN if there are too few."""
    return np.std(fits, axis=0, ddof=1) if len(fits) > 1 else np.full(fits.shape[1], np.nan)


def _factor(log: float, error: float, t: float, batches: int) -> Interval:
    """exp of a logarithm with its interval; open upwards where nothing is known about the spread."""
    value, error = math.exp(log), float(error)
    if not math.isfinite(error) or error <= 0:
        return Interval(value, 0.0, None, None, batches, "everything")
    # With two or three blocks t is so large that the upper end says nothing.
    high = math.exp(float(log) + t * error) if t * error < 20 else None
    return Interval(value, math.exp(float(log) - t * error), high, value * error, batches, "t")


def _is_clear(theta: Array, fits: Array, i: int, j: int, t: float) -> bool:
    """Whether i is shown to be stronger than j: both are estimated from the same games, so their difference is."""
    if len(fits) < 2:
        return False
    error = float(np.std(fits[:, i] - fits[:, j], ddof=1))
    return bool(error > 0 and theta[i] - theta[j] > t * error)
