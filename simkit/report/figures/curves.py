"""Curves and tornado charts. Only drawing: every number and every text comes from the specification."""

from __future__ import annotations

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from simkit.report.charts import Line, Lines, Tornado
from simkit.report.figures.frame import FOOT, ROW, SIDE, blank, row_text, rows
from simkit.report.figures.theme import BAND, GRID, HALO, INK, MARKERS, SERIES, WIDTH

_AREA = 200.0  # height of the axes of curves
_KEY_ROW = 17.0  # one name above them
_Y_LABELS = 52.0


def draw_lines(chart: Lines) -> Figure:
    """Curves with a key above: one name a row, so that long names never meet."""
    head = 8.0 + _KEY_ROW * len(chart.lines)
    height = head + _AREA + FOOT
    figure = blank(height)
    left, wide = _Y_LABELS + 14, WIDTH - _Y_LABELS - 14 - 2 * SIDE
    axes = figure.add_axes((left / WIDTH, FOOT / height, wide / WIDTH, _AREA / height))
    axes.set_xlim(*chart.limits)
    axes.set_ylim(*chart.heights)
    axes.grid(color=GRID, linewidth=0.6)
    axes.yaxis.set_major_locator(MaxNLocator(5))
    if chart.ticks:
        axes.set_xticks([x for x, _ in chart.ticks], [words for _, words in chart.ticks])
    else:
        axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.set_xlabel(chart.axis)
    figure.text(10 / WIDTH, (FOOT + _AREA / 2) / height, chart.height_axis, rotation=90, ha="center", va="center")
    if chart.reference is not None:
        value, words = chart.reference
        axes.plot(chart.limits, [value, value], color=INK, linewidth=1, linestyle=(0, (4, 3)))
        axes.annotate(words, (1, value), (-4, 4), xycoords=("axes fraction", "data"), textcoords="offset points",
                      ha="right", fontsize=10)  # fmt: skip
    for row, line in enumerate(chart.lines):
        _curve(axes, line)
        _key(figure, line, 1 - (8.0 + _KEY_ROW * (row + 0.5)) / height)
    return figure


def _curve(axes: Axes, line: Line) -> None:
    colour, marker = SERIES[line.series % len(SERIES)], MARKERS[line.series % len(MARKERS)]
    axes.plot(line.x, line.y, color=colour, linewidth=1.8)
    for x, low, high in zip(line.x, line.low, line.high, strict=bool(line.low)):
        if low is not None and high is not None:
            axes.plot([x, x], [low, high], color=colour, linewidth=3, solid_capstyle="butt")
    style = {"marker": marker, "markersize": 6.5, "markeredgecolor": HALO, "markeredgewidth": 0.8}
    axes.plot(line.x, line.y, linestyle="none", color=colour, clip_on=False, **style)  # type: ignore[arg-type]


def _key(figure: Figure, line: Line, y: float) -> None:
    place = figure.add_axes((_Y_LABELS / WIDTH, y - 0.001, 14 / WIDTH, 0.002))
    place.axis("off")
    place.plot([0.5], [0.5], color=SERIES[line.series % len(SERIES)], marker=MARKERS[line.series % len(MARKERS)],
               markersize=7, clip_on=False)  # fmt: skip
    place.set_xlim(0, 1)
    place.set_ylim(0, 1)
    figure.text((_Y_LABELS + 20) / WIDTH, y, line.label, ha="left", va="center")


def draw_tornado(chart: Tornado) -> Figure:
    """One bar a setting around the middle line; what stands at its ends is written beside its name."""
    figure, axes = rows(len(chart.spans), chart.limits, chart.axis, head=20.0)
    value, words = chart.middle
    for row, span in enumerate(chart.spans):
        axes.add_patch(Rectangle((chart.limits[0], row - 0.15), chart.limits[1] - chart.limits[0], 0.3, color=BAND,
                                 linewidth=0, zorder=0))  # fmt: skip
        for low, high, colour in (
            (span.low, min(value, span.high), SERIES[1]),
            (max(value, span.low), span.high, SERIES[0]),
        ):
            if high > low:
                axes.add_patch(Rectangle((low, row - 0.15), high - low, 0.3, color=colour, linewidth=0))
        row_text(axes, row, span.label, span.text)
    axes.plot([value, value], [len(chart.spans) - 0.6, -1.0 + 0.4 * ROW / ROW], color=INK, linewidth=1)
    middle = sum(chart.limits) / 2
    axes.annotate(words, (value, 1), (4 if value <= middle else -4, 4), xycoords=("data", "axes fraction"),
                  textcoords="offset points", ha="left" if value <= middle else "right", fontsize=10)  # fmt: skip
    return figure
