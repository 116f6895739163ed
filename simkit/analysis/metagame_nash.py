"""M15: Nash averaging (Balduzzi et al. 2018): the maximum-entropy equilibrium of the match-ups.

A is antisymmetric (the logit of the match-up probabilities), so the game "each names a strategy" has value 0 and a
symmetric equilibrium p with A p <= 0. The rating of a strategy is what it gets against p. Exact copies of a strategy
are merged before and share their mass after, so a copy changes nothing for the others, also where the equilibrium is
not unique and entropy alone would favour what is there twice.
"""

from __future__ import annotations

import itertools

import numpy as np
from scipy import optimize

from simkit.analysis.estimate import Array

ALIKE = 1e-9
MOST_ENUMERATED = 8
"""128 supports of odd size; with more strategies linear programming is faster."""


def nash_average(advantage: Array) -> tuple[Array, Array]:
    """Equilibrium and ratings.

    Args:
        advantage: A[k, k], antisymmetric.

    Returns:
        p[k], adds up to 1; ratings A p [k]: 0 for what is played, below 0 for the rest.
    """
    groups = copies(advantage)
    first = [group[0] for group in groups]
    merged = maximum_entropy(advantage[np.ix_(first, first)])
    p = np.zeros(len(advantage))
    for group, mass in zip(groups, merged, strict=True):
        p[group] = mass / len(group)
    return p, advantage @ p


def copies(advantage: Array) -> list[list[int]]:
    """Strategies grouped by equal rows, in the order of their first member."""
    groups: list[list[int]] = []
    for i in range(len(advantage)):
        for group in groups:
            if np.abs(advantage[i] - advantage[group[0]]).max() < ALIKE:
                group.append(i)
                break
        else:
            groups.append([i])
    return groups


def equilibria(advantages: Array) -> Array:
    """One equilibrium of each of many games: the only one, if match-ups are estimates (ties have probability zero).

    Args:
        advantages: [games, k, k], each antisymmetric.

    The support of such an equilibrium has an odd number of strategies, and inside it p is the kernel of A, whose
    entries are sub-Pfaffians (Kaplansky 1995). All supports are tried for all games at once; linear programming does
    the rest.
    """
    games, k = advantages.shape[:2]
    found = np.zeros((games, k))
    open_games = np.arange(games)
    for size in range(1, k + 1, 2) if k <= MOST_ENUMERATED else ():
        for support in itertools.combinations(range(k), size):
            a = advantages[open_games]
            p = np.zeros((len(a), k))
            p[:, support] = _kernel(a[:, support][:, :, support])
            fits = (p >= 0).all(axis=1) & (np.einsum("gij,gj->gi", a, p).max(axis=1) <= 1e-12)
            found[open_games[fits]] = p[fits]
            open_games = open_games[~fits]
            if not len(open_games):
                return found
    for game in open_games:
        found[game] = _solve(advantages[game], np.zeros(k))
    return found


def _kernel(blocks: Array) -> Array:
    """The kernel of antisymmetric matrices [games, s, s] of odd size, scaled to add up to 1; -1 where it does not."""
    size = blocks.shape[1]
    entries = np.stack(
        [(-1) ** i * _pfaffian(np.delete(np.delete(blocks, i, axis=1), i, axis=2)) for i in range(size)], axis=1
    )
    total = entries.sum(axis=1, keepdims=True)
    scaled: Array = np.where(np.abs(total) > 0, entries / np.where(total == 0, 1.0, total), -1.0)
    return scaled


def _pfaffian(blocks: Array) -> Array:
    """Pfaffian of antisymmetric matrices [games, s, s] of even size, expanded along the first row."""
    size = blocks.shape[1]
    if size == 0:
        return np.ones(len(blocks))
    total = np.zeros(len(blocks))
    for j in range(1, size):
        rest = [k for k in range(1, size) if k != j]
        total += (-1) ** (j - 1) * blocks[:, 0, j] * _pfaffian(blocks[:, rest][:, :, rest])
    return total


def maximum_entropy(advantage: Array) -> Array:
    """The equilibrium with the largest entropy: unique, since the equilibria form a convex set."""
    k = len(advantage)
    if k == 1:
        return np.ones(1)
    corners = np.array([_solve(advantage, -np.eye(k)[i]) for i in range(k)])
    middle = corners.mean(axis=0)
    if np.abs(corners - middle).max() < 1e-7:
        return np.asarray(middle)
    used = np.flatnonzero(middle > 1e-7)  # no equilibrium plays any other

    def loss(q: Array) -> float:
        return float((q * np.log(np.maximum(q, 1e-300))).sum())

    def slope(q: Array) -> Array:
        values: Array = np.log(np.maximum(q, 1e-300)) + 1
        return values

    inside = advantage[:, used]
    found = optimize.minimize(
        loss, middle[used] / middle[used].sum(), jac=slope, method="SLSQP", bounds=[(1e-12, 1.0)] * len(used),
        constraints=[
            {"type": "eq", "fun": lambda q: q.sum() - 1, "jac": lambda q: np.ones(len(q))},
            {"type": "ineq", "fun": lambda q: -inside @ q, "jac": lambda q: -inside},
        ],
        options={"maxiter": 500, "ftol": 1e-14},
    )  # fmt: skip
    q = np.maximum(found.x, 0.0)
    p = np.zeros(k)
    p[used] = q / q.sum()
    # The solver stops where it cannot improve; an answer that is no equilibrium would be worse than a plain one.
    return p if (advantage @ p).max() < 1e-6 else np.asarray(middle)


def _solve(advantage: Array, cost: Array) -> Array:
    """The equilibrium with the least cost, by linear programming (HiGHS)."""
    k = len(advantage)
    # The scale of A does not matter for A p <= 0; near 1 it suits the solver's tolerances.
    scaled = advantage / max(1.0, float(np.abs(advantage).max()))
    answer = optimize.linprog(
        cost, A_ub=scaled, b_ub=np.full(k, 1e-12), A_eq=np.ones((1, k)), b_eq=[1.0], bounds=(0, 1), method="highs"
    )
    p = np.maximum(answer.x, 0.0)
    total: Array = p / p.sum()
    return total


def effective_number(mass: Array) -> float:
    """exp(entropy): as many strategies, equally played, would be as varied."""
    kept = mass[mass > 0]
    return float(np.exp(-(kept * np.log(kept)).sum()))
