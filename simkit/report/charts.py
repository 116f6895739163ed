"""Figure specifications: everything a chart shows, computed before it is drawn.

`simkit.report.figures` only draws these. Values are in the unit that the axis label names; texts are final.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Mark:
    """One row of a dot chart: a value with its interval [low, high] (None: no interval) and the text at its right."""

    label: str
    value: float
    low: float | None
    high: float | None
    text: str
    series: int = 0


@dataclass(frozen=True)
class Dots:
    """Values with intervals, one row each: shares by seat, tallies by strategy.

    Attributes:
        limits: both ends of the axis. reference: a value to compare with, and its words.
        band: (low, high) of an area around the reference, and its words.
    """

    marks: tuple[Mark, ...]
    axis: str
    limits: tuple[float, float]
    reference: tuple[float, str] | None = None
    band: tuple[float, float, str] | None = None


@dataclass(frozen=True)
class Bar:
    """One horizontal bar and the text at its end."""

    label: str
    value: float
    text: str


@dataclass(frozen=True)
class Bars:
    """Horizontal bars from zero: shares of outcomes."""

    bars: tuple[Bar, ...]
    axis: str
    limit: float


@dataclass(frozen=True)
class Series:
    """A histogram: bar k spans edges[k] to edges[k + 1] and is heights[k] high.

    `text` stands at the right above the bars and explains the `marker`, a dashed vertical line (None: none).
    `top`: end of the height axis; each has its own, or one narrow peak would flatten all others.
    """

    label: str
    edges: tuple[float, ...]
    heights: tuple[float, ...]
    top: float
    text: str = ""
    marker: float | None = None


@dataclass(frozen=True)
class Histograms:
    """Histograms on one common axis, one panel below the other, so that they can be compared."""

    series: tuple[Series, ...]
    axis: str
    height_axis: str
    limits: tuple[float, float]


@dataclass(frozen=True)
class HeatMap:
    """A square of match-ups: `values[r][c]` on a diverging scale low..high around its middle; None is left empty."""

    labels: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]
    low: float
    high: float
    row_axis: str
    column_axis: str


Chart = Dots | Bars | Histograms | HeatMap
