"""M16: alpha-rank, single-population pairwise form (Omidshafiei et al. 2019, section 2.4 and methods).

A population of m copies of one strategy; now and then a mutant plays another one, and imitation (Fermi, selection
intensity alpha) makes it take over or die out. The stationary distribution of this chain over strategies is the rank.
Checked against the values that OpenSpiel's tests publish.
"""

from __future__ import annotations

import numpy as np

from simkit.analysis.estimate import Array

POPULATION = 50
INTENSITY = 10.0
"""Strong selection, as the method is meant, and yet no transition underflows: e^(-10 * 50/49 * 0.5 * 50) = 1e-111."""


def alpha_rank(
    payoff: Array, population: int = POPULATION, intensity: float = INTENSITY, constant_sum: float | None = 1.0
) -> Array:
    """Mass of each strategy.

    Args:
        payoff: [k, k], what the row gets against the column.
        constant_sum: payoff + payoff' where it is the same for all pairs (match-up probabilities: 1), which has a
            closed form; None: any payoffs.

    Returns:
        float64[k], adds up to 1.
    """
    k = len(payoff)
    if k == 1:
        return np.ones(1)
    chain = np.zeros((k, k))
    for here in range(k):
        for mutant in range(k):
            if here != mutant:
                chain[here, mutant] = fixation(payoff, mutant, here, population, intensity, constant_sum) / (k - 1)
    return stationary(chain)


def fixation(
    payoff: Array, mutant: int, resident: int, population: int, intensity: float, constant_sum: float | None
) -> float:
    """Probability that one mutant among residents takes over the population."""
    m = population
    if constant_sum is not None:
        u = intensity * m / (m - 1) * (float(payoff[mutant, resident]) - constant_sum / 2)
        return 1 / m if abs(u) < 1e-14 else float(np.expm1(-u) / np.expm1(-m * u))
    mutants = np.arange(1, m)
    # With c mutants: what a mutant and a resident get on average from all others.
    of_mutant = (mutants - 1) * payoff[mutant, mutant] + (m - mutants) * payoff[mutant, resident]
    of_resident = (m - mutants - 1) * payoff[resident, resident] + mutants * payoff[resident, mutant]
    advantage = intensity * (of_mutant - of_resident) / (m - 1)
    return float(1 / (1 + np.exp(-np.cumsum(advantage)).sum()))


def stationary(chain: Array) -> Array:
    """Stationary distribution of a chain by its off-diagonal transitions (the diagonal is not read).

    Grassmann, Taksar & Heyman 1985: no subtraction, so even masses of 1e-100 are exact to the last digits.
    """
    work = np.array(chain, dtype=np.float64)
    k = len(work)
    for last in range(k - 1, 0, -1):
        away = work[last, :last].sum()
        work[:last, last] /= away
        work[:last, :last] += np.outer(work[:last, last], work[last, :last])
    mass = np.zeros(k)
    mass[0] = 1.0
    for state in range(1, k):
        mass[state] = mass[:state] @ work[:state, state]
    total: Array = mass / mass.sum()
    return total
