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
    """A table of coloured cells: `values[r][c]` on a diverging scale low..high around its middle; None is left empty.

    `labels` names the rows; the columns are headed by `columns`, or, if that is empty, by the first word of each row's
    label: a square of match-ups has long names, and a letter each.
    """

    labels: tuple[str, ...]
    values: tuple[tuple[float | None, ...], ...]
    texts: tuple[tuple[str, ...], ...]
    low: float
    high: float
    row_axis: str
    column_axis: str
    columns: tuple[str, ...] = ()


@dataclass(frozen=True)
class Line:
    """A curve through points, each with its interval (empty: none). `text` stands behind its name in the key."""

    label: str
    x: tuple[float, ...]
    y: tuple[float, ...]
    low: tuple[float | None, ...] = ()
    high: tuple[float | None, ...] = ()
    series: int = 0


@dataclass(frozen=True)
class Lines:
    """Curves on common axes, named by a key above.

    Attributes:
        limits, heights: both ends of each axis. ticks: places and words on the x axis (empty: chosen when drawn).
        reference: a height to compare with, and its words.
    """

    lines: tuple[Line, ...]
    axis: str
    height_axis: str
    limits: tuple[float, float]
    heights: tuple[float, float]
    ticks: tuple[tuple[float, str], ...] = ()
    reference: tuple[float, str] | None = None


@dataclass(frozen=True)
class Span:
    """One row of a tornado, from `low` to `high`; the text says which setting stands at which end."""

    label: str
    low: float
    high: float
    text: str


@dataclass(frozen=True)
class Tornado:
    """How far each setting moves a number, the widest first. `middle`: where nothing is changed, and its words."""

    spans: tuple[Span, ...]
    axis: str
    limits: tuple[float, float]
    middle: tuple[float, str]


@dataclass(frozen=True)
class Polygon:
    """A filled area: corners in order, in the unit of the plane, y upwards. `sort`: index into the plane's sorts."""

    points: tuple[tuple[float, float], ...]
    sort: int


@dataclass(frozen=True)
class Sort:
    """How polygons of one sort look: a name for the key, a colour, and whether a star marks them too."""

    label: str
    series: int
    marked: bool = False


@dataclass(frozen=True)
class Plane:
    """Things lying on a table, seen from above. `half`: half the side of the square that is shown, round the origin.

    Polygons are painted in their order, so a later one covers an earlier one.
    """

    polygons: tuple[Polygon, ...]
    sorts: tuple[Sort, ...]
    half: float


Chart = Dots | Bars | Histograms | HeatMap | Lines | Tornado | Plane
