"""The meta-game of a set of strategies: M13 dominance and traps, M14 intransitivity, M15 Nash average, M16 alpha-rank.

Yardsticks are left out: nobody plays like them, so beating them shows nothing and losing to them neither.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

import numpy as np
from scipy import special

from simkit.analysis.answers import Cycles, FocusShare, Mass, MetaGame, Standing
from simkit.analysis.batches import resamples
from simkit.analysis.encounters import Encounters
from simkit.analysis.estimate import Array, t_quantile
from simkit.analysis.families import holm
from simkit.analysis.metagame_alpha import alpha_rank
from simkit.analysis.metagame_nash import effective_number, equilibria, nash_average


def meta_game(encounters: Encounters, yardsticks: Sequence[str], confidence: float) -> MetaGame | None:
    """Solve the meta-game; None if fewer than two strategies are no yardsticks, or two of them never met."""
    names = [name for name in encounters.strategies if name not in yardsticks]
    if len(names) < 2:
        return None
    field = encounters.only(names)
    meetings = field.meetings()
    if (meetings[~np.eye(len(names), dtype=bool)] <= 0).any():
        return None
    chances = soft(field.probabilities(), meetings)
    advantage = logit(chances)
    again = _again(field, meetings)
    odds_again = [logit(p) for p in again]
    masses, ratings = nash_average(advantage)
    alpha = alpha_rank(chances)
    groups = alike(advantage, odds_again, masses, t_quantile(confidence, max(field.batches - 1, 1)))
    nash_again = equilibria(np.array(odds_again)) if again else np.zeros((0, len(names)))
    alpha_again = np.array([alpha_rank(p) for p in again])
    viable_again = [effective_number(_merged(p, groups)) for p in nash_again]
    order = sorted(range(len(names)), key=lambda i: (-masses[i], -ratings[i], names[i]))
    return MetaGame(
        masses=tuple(
            Mass(
                names[i],
                float(masses[i]),
                _range(nash_again[:, i], confidence) if len(again) else None,
                float(ratings[i]) if ratings[i] < -1e-9 else 0.0,
                float(alpha[i]),
                _range(alpha_again[:, i], confidence) if len(again) else None,
                groups[i],
            )
            for i in order
        ),
        cycles=cycles(names, advantage, odds_again) if len(names) > 2 else None,
        viable=effective_number(_merged(masses, groups)),
        viable_range=_range(np.array(viable_again), confidence) if len(again) else None,
    )


def _again(field: Encounters, meetings: Array) -> list[Array]:
    """Match-up probabilities of resamples; none if there is one batch only."""
    if field.batches < 2:
        return []
    found = []
    for weights in resamples(field.batches):
        drawn = field.probabilities(weights)
        found.append(soft(np.where(np.isnan(drawn), 0.5, drawn), meetings))
    return found


def soft(chances: Array, meetings: Array) -> Array:
    """Half a win added on each side, so that a pairing that was always won has a finite logit; P + P' stays 1."""
    shares: Array = (chances * meetings + 0.5) / (meetings + 1)
    np.fill_diagonal(shares, 0.5)
    return shares


def logit(chances: Array) -> Array:
    """log(P / (1 - P)), antisymmetric to the last bit."""
    upper = np.triu(np.log(chances) - np.log1p(-chances), 1)
    odds: Array = upper - upper.T
    return odds


def cyclic_part(advantage: Array) -> Array:
    """A less what the best ranking explains: A - (r 1' - 1 r'), r the row means (Balduzzi et al. 2018, section 3.3)."""
    r = advantage.mean(axis=1)
    rest: Array = advantage - (r[:, None] - r[None, :])
    return rest


def cycles(names: Sequence[str], advantage: Array, again: Sequence[Array]) -> Cycles:
    """M14, with the noise level from resamples: the cyclic part of what they change."""
    size = float(np.linalg.norm(advantage))
    if size == 0:
        return Cycles(0.0, 0.0, 0.0, ())
    ratio = float(np.linalg.norm(cyclic_part(advantage))) / size
    noise = float(np.mean([np.linalg.norm(cyclic_part(a - advantage)) for a in again])) / size if again else 0.0
    return Cycles(ratio, noise, max(0.0, ratio - noise), _loop(names, advantage, again))


def _loop(names: Sequence[str], advantage: Array, again: Sequence[Array]) -> tuple[str, ...]:
    """The circle of three whose weakest link is strongest, if each link lies above 0 in 97.5 % of resamples."""
    if not again:
        return ()
    sure = (np.array(again) > 0).mean(axis=0) >= 0.975
    best = 0.0
    found: tuple[str, ...] = ()
    for i in range(len(names)):
        for j in range(len(names)):
            for k in range(len(names)):
                # The first of a circle is its lowest index, so that each circle is looked at once.
                if i < j and i < k and j != k and sure[i, j] and sure[j, k] and sure[k, i]:
                    weakest = float(min(advantage[i, j], advantage[j, k], advantage[k, i]))
                    if weakest > best:
                        best, found = weakest, (names[i], names[j], names[k])
    return found


def alike(advantage: Array, again: Sequence[Array], masses: Array, t: float) -> list[int]:
    """Group numbers: a strategy joins the first group with whose members its match-ups agree within the intervals."""
    k = len(advantage)
    if again:
        rows = np.array(again)
        spread = np.std(rows[:, :, None, :] - rows[:, None, :, :], axis=0, ddof=1)
    else:
        spread = np.zeros((k, k, k))
    gap = np.abs(advantage[:, None, :] - advantage[None, :, :])
    same = (gap <= t * spread + 1e-9).all(axis=2)
    numbers = [-1] * k
    groups: list[list[int]] = []
    for i in sorted(range(k), key=lambda i: (-masses[i], i)):
        for number, group in enumerate(groups):
            if all(same[i, j] for j in group):
                group.append(i)
                numbers[i] = number
                break
        else:
            numbers[i] = len(groups)
            groups.append([i])
    return numbers


def _merged(masses: Array, groups: Sequence[int]) -> Array:
    return np.bincount(groups, weights=masses)


def _range(values: Array, confidence: float) -> tuple[float, float]:
    low, high = np.quantile(values, [0.5 - confidence / 2, 0.5 + confidence / 2])
    return float(low), float(high)


def judge(
    shares: Sequence[FocusShare], yardsticks: Sequence[str], confidence: float, present: Sequence[str] = ()
) -> tuple[Standing, ...]:
    """M13: dominant, trap or viable, for every strategy that is no yardstick, by name.

    "Against all" is an intersection: its p-value is the largest of the pairings'. Holm corrects over strategies; each
    side is tested at (1 - confidence)/2, the level of one end of an interval. `present`: all strategies of the same
    tables and of others under the same rules: one that a strategy never met among copies leaves it unjudged.
    """
    names = sorted({s.strategy for s in shares} | {s.against for s in shares} | set(present))
    names = [name for name in names if name not in yardsticks]
    found = {(s.strategy, s.against): s for s in shares}
    missing = {
        name: tuple(other for other in names if other != name and (name, other) not in found) for name in names
    }  # fmt: skip
    above: list[float | None] = []
    below: list[float | None] = []
    for name in names:
        others = [found[name, other] for other in names if other != name and (name, other) in found]
        judged = bool(others) and not missing[name]
        above.append(max(_p(s, +1) for s in others) if judged else None)
        below.append(max(_p(s, -1) for s in others) if judged else None)
    alpha = (1 - confidence) / 2
    standings = []
    for name, p_up, p_down in zip(names, holm(above), holm(below), strict=True):
        kind: Literal["dominant", "trap", "viable", "unknown"] = "viable"
        if p_up is None or p_down is None:
            kind = "unknown"
        elif p_up <= alpha:
            kind = "dominant"
        elif p_down <= alpha:
            kind = "trap"
        standings.append(Standing(name, kind, p_up, p_down, missing[name]))
    return tuple(standings)


def _p(share: FocusShare, sign: int) -> float:
    """One-sided p-value of "not above (below) the fair share"; 1 if nothing is known about the spread.

    For 0/1 blocks the variance is that of the fair share, as in Wilson's interval: a strategy that never won has one.
    """
    d = share.deviation
    if d.value is None or d.method == "everything":
        return 1.0
    if share.share.method == "wilson":
        se = math.sqrt(share.fair * (1 - share.fair) / d.blocks)
        return float(special.ndtr(-sign * d.value / se)) if se > 0 else 1.0
    if not d.se:
        return 1.0
    return float(special.stdtr(d.blocks - 1, -sign * d.value / d.se))
