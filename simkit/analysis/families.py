"""E7: p-values of several questions that are asked at once.

Holm's method where one wrong finding would be one too many (seats, strategies); Benjamini & Hochberg's where the
findings are leads to follow up (cards, tallies) and a known share of wrong ones is bearable.
"""

from __future__ import annotations

from collections.abc import Sequence


def holm(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Holm's step-down adjustment (1979): the chance of any wrong finding stays within the level.

    Unknown p-values count as tests of the family and stay None.
    """
    known = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    running = 0.0
    for rank, (p, i) in enumerate(known):
        running = max(running, min(1.0, p * (len(p_values) - rank)))
        adjusted[i] = running
    return tuple(adjusted)


def benjamini_hochberg(p_values: Sequence[float | None]) -> tuple[float | None, ...]:
    """Benjamini & Hochberg's step-up adjustment (1995): the expected share of wrong findings stays within the level.

    Unknown p-values count as tests of the family and stay None.
    """
    known = sorted((p, i) for i, p in enumerate(p_values) if p is not None)
    adjusted: list[float | None] = [None] * len(p_values)
    running = 1.0
    for rank, (p, i) in reversed(list(enumerate(known, start=1))):
        running = min(running, p * len(p_values) / rank)
        adjusted[i] = running
    return tuple(adjusted)
