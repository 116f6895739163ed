"""A mean with its interval, and how a number is distributed: what every answer is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Interval:
    """A mean with its interval, from block means (E1, E3).

    Attributes:
        value: the estimate; None if there was nothing to average (then low and high say what is possible).
        low, high: the interval; None where there is no bound (an unbounded measure with nothing to judge its spread).
        se: standard error over blocks; None if it cannot be told (one block, or no variance).
        blocks: number of blocks it rests on.
        method: "t", "wilson"; "welch" (unpaired difference, E2); "sequence" (holds at every look, E6); "identical"
            (a paired difference that is the same in every block; low and high say how often blocks could still differ);
            or "everything": nothing is known about the spread, the interval is all that is possible.
    """

    value: float | None
    low: float | None
    high: float | None
    se: float | None
    blocks: int
    method: Literal["t", "wilson", "welch", "sequence", "identical", "everything"]

    @property
    def half_width(self) -> float | None:
        """Half the width of the interval, None if it is unbounded."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


@dataclass(frozen=True)
class Histogram:
    """Counts of games (or of games and seats). Bin i holds start <= x < start + width, start = `starts[i]`.

    Bins without a game are included, so starts rise by `width` throughout. With `whole` and width 1 a bin is one value.
    """

    width: float
    starts: tuple[float, ...]
    counts: tuple[int, ...]
    whole: bool


@dataclass(frozen=True)
class Spread:
    """How a number is distributed over games: mean with interval, and percentiles read off the histogram."""

    count: int
    mean: Interval
    sd: float | None
    lowest: float | None
    p5: float | None
    p25: float | None
    p50: float | None
    p75: float | None
    p95: float | None
    highest: float | None
    histogram: Histogram


@dataclass(frozen=True)
class GroupSpread:
    """The distribution of a number for one seat ("1") or one strategy (its specification)."""

    group: str
    spread: Spread
