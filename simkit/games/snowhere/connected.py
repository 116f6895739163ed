"""Whether cards touch in one area. Plain Python, for explicit carpets."""

from __future__ import annotations

import math
from collections.abc import Sequence

_TOUCH = 1e-6
"""mm."""


def _apart(a: Sequence[float], b: Sequence[float], w: float, h: float) -> float:
    """The largest separation of two cards (x, y, degrees) along their sides; not positive where they touch."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    turn = math.radians(b[2] - a[2])
    c, s = abs(math.cos(turn)), abs(math.sin(turn))
    found = -math.inf
    for angle in (math.radians(a[2]), math.radians(b[2])):
        along, across = math.cos(angle), math.sin(angle)
        found = max(found, abs(dx * along + dy * across) - (w + w * c + h * s) / 2)
        found = max(found, abs(dy * along - dx * across) - (h + w * s + h * c) / 2)
    return found


def is_one_area(cards: Sequence[Sequence[float]], w: float, h: float) -> bool:
    """Whether cards (x, y, angle in degrees) of w x h mm touch or overlap, directly or through others, as one area."""
    reached, waiting = {0}, [0]
    while waiting:
        a = cards[waiting.pop()]
        for i, b in enumerate(cards):
            if i not in reached and _apart(a, b, w, h) <= _TOUCH:
                reached.add(i)
                waiting.append(i)
    return len(reached) == len(cards)
