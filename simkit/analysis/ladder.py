"""M10: how many levels of skill does the game have? Strategies, each of which surely beats the one below."""

from __future__ import annotations

import numpy as np

from simkit.analysis.answers import Ladder
from simkit.analysis.encounters import Encounters
from simkit.analysis.estimate import Array, t_quantile


def ladder(encounters: Encounters, confidence: float) -> Ladder:
    """The longest ladder among strategies that met: each rung beats all below with the lower bound of its P."""
    low = lower_bounds(encounters, confidence)
    with np.errstate(invalid="ignore"):
        return longest(encounters.strategies, encounters.probabilities(), low > 0.5)


def lower_bounds(encounters: Encounters, confidence: float) -> Array:
    """Lower ends of the intervals of P[i, j], float64[k, k]; NaN where they never met or nothing tells the spread.

    Ratio of sums over batches of blocks (`docs/method.md`, ratios), with the batches as units.
    """
    batches, k = encounters.batches, len(encounters.strategies)
    if batches < 2:
        return np.full((k, k), np.nan)
    chances = encounters.probabilities()
    meetings = encounters.ahead + encounters.ahead.transpose(0, 2, 1)
    residual = encounters.ahead - chances * meetings
    total = meetings.sum(axis=0)
    with np.errstate(invalid="ignore", divide="ignore"):
        error = np.sqrt((residual**2).sum(axis=0) * batches / (batches - 1)) / total
    # Always won: no spread to be seen. Wilson's bound for as many meetings as there were batches is on the safe side.
    t = t_quantile(confidence, batches - 1)
    sure = (error == 0) & (chances == 1)
    low: Array = np.where(sure, batches / (batches + t * t), np.where(error > 0, chances - t * error, np.nan))
    return low


def longest(names: tuple[str, ...], chances: Array, beats: Array) -> Ladder:
    """The longest chain in which each rung beats every one below; of several, that of the highest means.

    Not only the next one: rock beats scissors, scissors beat paper, and yet that is no ladder of three.
    Args: chances: P[k, k], NaN where two never met; beats: bool[k, k].
    """
    others = ~np.eye(len(names), dtype=bool)
    met = others & ~np.isnan(chances)
    mean = np.where(met, np.nan_to_num(chances), 0.0).sum(axis=1) / np.maximum(met.sum(axis=1), 1)
    order = sorted(range(len(names)), key=lambda i: (-mean[i], names[i]))
    best: list[int] = []

    def extend(chain: list[int], candidates: list[int]) -> None:
        nonlocal best
        if len(chain) > len(best):
            best = chain
        for place, here in enumerate(candidates):
            if len(chain) + len(candidates) - place <= len(best):
                return  # not even all that are left would make it longer
            extend([*chain, here], [other for other in candidates[place + 1 :] if beats[here, other]])

    extend([], order)
    return Ladder(tuple(names[i] for i in best))
