"""Line-ups of a study: mirrors, given ones, and tournaments over a field of strategies. Pure."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

CANDIDATES = 64
"""Line-ups dealt for each one that a sample takes."""


def field_lineups(
    strategies: Sequence[str], n_players: int, kind: str, focus: str | None, count: int | None
) -> list[tuple[str, ...]]:
    """The line-ups of a tournament, each sorted, each once.

    `all`: every multiset. `focus`: one seat of each strategy (or of `focus`) against copies of each other one.
    `sample`: `count` of all, balanced (`balanced_sample`), the same ones every time.
    """
    names = list(dict.fromkeys(strategies))
    if kind == "focus":
        pairs = itertools.permutations(names, 2)
        chosen = (pair for pair in pairs if focus is None or pair[0] == focus)
        return list(dict.fromkeys(tuple(sorted((one, *(other,) * (n_players - 1)))) for one, other in chosen))
    if kind == "sample" and count is not None and count < how_many(len(names), n_players):
        return balanced_sample(names, n_players, count)
    return [tuple(sorted(members)) for members in itertools.combinations_with_replacement(names, n_players)]


def how_many(n_strategies: int, n_players: int) -> int:
    """Number of all line-ups: multisets of n players from the strategies."""
    return math.comb(n_strategies + n_players - 1, n_players)


def balanced_sample(names: Sequence[str], n_players: int, count: int) -> list[tuple[str, ...]]:
    """`count` different line-ups in which strategies sit equally often (as far as it divides) and pairs meet evenly.

    Among some candidates the one is taken that leaves the seats most even, then the one whose pairs have met least
    often. The generator's seed is fixed: a study's line-ups depend on its file alone.
    """
    rng = np.random.default_rng(1)
    seats: Counter[str] = Counter(dict.fromkeys(names, 0))
    met: Counter[tuple[str, str]] = Counter()
    taken: dict[tuple[str, ...], None] = {}
    everything = _in_turn(names, n_players)

    def unevenness(lineup: tuple[str, ...]) -> tuple[int, int]:
        after = seats + Counter(lineup)
        return sum(count * count for count in after.values()), sum(met[p] for p in itertools.combinations(lineup, 2))

    while len(taken) < count:
        candidates = {_deal(names, n_players, seats, rng) for _ in range(CANDIDATES)}
        # The most even one may be taken already; others keep the next rounds going.
        candidates |= {tuple(sorted(names[k] for k in row)) for row in rng.integers(len(names), size=(200, n_players))}
        candidates -= set(taken)
        if not candidates:
            candidates = {next(lineup for lineup in everything if lineup not in taken)}
        best = min(sorted(candidates), key=unevenness)
        taken[best] = None
        seats.update(best)
        met.update(itertools.combinations(best, 2))
    return list(taken)


def _in_turn(names: Sequence[str], n_players: int) -> Iterator[tuple[str, ...]]:
    for members in itertools.combinations_with_replacement(names, n_players):
        yield tuple(sorted(members))


def _deal(names: Sequence[str], n_players: int, seats: Counter[str], rng: np.random.Generator) -> tuple[str, ...]:
    """One line-up of the strategies that have sat least often, equals in random order."""
    so_far = Counter(seats)
    members: list[str] = []
    for _ in range(n_players):
        order = [names[k] for k in rng.permutation(len(names))]
        chosen = min(order, key=lambda name: so_far[name])
        members.append(chosen)
        so_far[chosen] += 1
    return tuple(sorted(members))
