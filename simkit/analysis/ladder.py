"""M10: how many levels of skill does the game have? Strategies, each of which surely beats the one below."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.analysis.answers import Ladder, Matchup


def ladder(matchups: Sequence[Matchup]) -> Ladder:
    """The longest ladder among strategies that met.

    Strategies are ordered by their mean P_ij; i beats j if the lower bound of P_ij is above one half. A rung may only
    stand below one of a higher mean, so that rock, paper and scissors are one rung and not an endless ladder.
    """
    names = sorted({m.strategy for m in matchups})
    if not names:
        return Ladder(())
    values: dict[str, list[float]] = {name: [] for name in names}
    for m in matchups:
        if m.probability.value is not None:
            values[m.strategy].append(m.probability.value)
    mean = {name: sum(found) / len(found) if found else 0.5 for name, found in values.items()}
    order = sorted(names, key=lambda name: (-mean[name], name))
    beats = {(m.strategy, m.against) for m in matchups if m.probability.low is not None and m.probability.low > 0.5}
    longest: dict[str, tuple[str, ...]] = {}
    for place in range(len(order) - 1, -1, -1):
        name = order[place]
        below = [longest[other] for other in order[place + 1 :] if (name, other) in beats]
        longest[name] = (name, *max(below, key=len, default=()))
    return Ladder(max((longest[name] for name in order), key=len))
