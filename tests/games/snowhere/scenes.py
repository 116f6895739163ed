"""Small carpets of Snowhere for tests: (x, y, angle) in mm and degrees, the last card on top."""

from __future__ import annotations

Pose = tuple[float, float, float]

Q: list[Pose] = [(x, y, 0) for x in (-29.5, 29.5) for y in (-46, 46)]
"""Block Q of the specification: four cards that tile [-59, 59] x [-92, 92]."""
WIDE: list[Pose] = [(x, y, 0) for x in (-118, -59, 0, 59, 118) for y in (-92, 0, 92)]
"""Fifteen cards that tile [-147.5, 147.5] x [-138, 138]."""
