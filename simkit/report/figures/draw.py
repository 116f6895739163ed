"""Draw figure specifications with matplotlib. Only drawing: every number and every text comes from the specification.

Layout is in points from the top, not left to matplotlib: long labels stand above their row, so they never collide with
the axis, and one chart width suits a phone and a desk.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import singledispatch
from typing import Any, cast

from matplotlib import rc_context
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from simkit.report.charts import Bars, Chart, Dots, HeatMap, Histograms
from simkit.report.figures.svg import inline_svg
from simkit.report.figures.theme import BAND, GRID, HALO, INK, MARKERS, SERIES, SETTINGS, STEPS, WIDTH

_ROW = 36.0  # one row of a dot or bar chart: a line of text above, the mark below
_SIDE = 14.0  # free space left and right, so that the last tick label is not cut
_FOOT = 40.0  # ticks and axis label
_PANEL = 82.0  # a histogram
_PANEL_HEAD = 22.0  # its line of text
_Y_LABELS = 46.0  # width of the tick labels of a height axis
_NAMES = 148.0  # width of the row names of a heat map
_COLUMN_HEAD = 24.0


def svg(chart: Chart, prefix: str, title: str, description: str) -> str:
    """Draw one chart as an inline `<svg>` element; the same chart gives the same text."""
    with rc_context(cast(Any, SETTINGS)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")  # the browser has its own fonts
        return inline_svg(draw(chart), prefix, title, description)


@singledispatch
def draw(chart: Chart) -> Figure:
    """Return the matplotlib figure of a specification."""
    raise TypeError(f"no drawing is known for {type(chart).__name__}")


@draw.register
def _dots(chart: Dots) -> Figure:
    figure, axes = _rows(len(chart.marks), chart.limits, chart.axis, head=20.0 if chart.reference else 4.0)
    span = (len(chart.marks) - 0.75, -0.85)
    if chart.band:
        low, high, _ = chart.band
        axes.add_patch(Rectangle((low, span[1]), high - low, span[0] - span[1], color=BAND, linewidth=0, zorder=0))
    if chart.reference:
        value, words = chart.reference
        axes.plot([value, value], [span[0], span[1]], color=INK, linewidth=1, linestyle=(0, (4, 3)), zorder=1)
        middle = sum(chart.limits) / 2
        axes.annotate(words, (value, 1), (4 if value <= middle else -4, 4), xycoords=("data", "axes fraction"),
                      textcoords="offset points", ha="left" if value <= middle else "right", fontsize=10)  # fmt: skip
    for row, mark in enumerate(chart.marks):
        colour, marker = SERIES[mark.series % len(SERIES)], MARKERS[mark.series % len(MARKERS)]
        if mark.low is not None and mark.high is not None:
            axes.plot([mark.low, mark.high], [row, row], color=colour, linewidth=3, solid_capstyle="butt")
            for end in (mark.low, mark.high):
                axes.plot([end, end], [row - 0.12, row + 0.12], color=colour, linewidth=1.5)
        axes.plot(
            [mark.value],
            [row],
            color=colour,
            marker=marker,
            markersize=7.5,
            clip_on=False,
            markeredgecolor=HALO,
            markeredgewidth=0.8,
        )
        _row_text(axes, row, mark.label, mark.text)
    return figure


@draw.register
def _bars(chart: Bars) -> Figure:
    figure, axes = _rows(len(chart.bars), (0.0, chart.limit), chart.axis, head=4.0)
    for row, bar in enumerate(chart.bars):
        axes.add_patch(Rectangle((0, row - 0.16), bar.value, 0.32, color=SERIES[0], linewidth=0))
        _row_text(axes, row, bar.label, bar.text)
    return figure


@draw.register
def _histograms(chart: Histograms) -> Figure:
    panels = len(chart.series)
    height = panels * (_PANEL + _PANEL_HEAD) + _FOOT
    figure = _figure(height)
    for k, series in enumerate(chart.series):
        top = (k + 1) * (_PANEL + _PANEL_HEAD)
        left, wide = _Y_LABELS + 14, WIDTH - _Y_LABELS - 14 - 2 * _SIDE
        axes = figure.add_axes((left / WIDTH, (height - top) / height, wide / WIDTH, _PANEL / height))
        axes.set_xlim(*chart.limits)
        axes.set_ylim(0, series.top)
        axes.stairs(series.heights, series.edges, fill=True, color=SERIES[k % len(SERIES)], linewidth=0)
        if series.marker is not None:
            axes.plot([series.marker] * 2, [0, series.top], color=INK, linewidth=1.2, linestyle=(0, (4, 3)))
        axes.yaxis.set_major_locator(MaxNLocator(3))
        axes.grid(axis="y", color=GRID, linewidth=0.6)
        for x, words, side in ((0, series.label, "left"), (1, series.text, "right")):
            axes.annotate(words, (x, 1), (0, 6), xycoords="axes fraction", textcoords="offset points", ha=side)
        axes.tick_params(axis="x", labelbottom=k == panels - 1)
        if k == panels - 1:
            axes.set_xlabel(chart.axis)
    figure.text(10 / WIDTH, (height + _FOOT) / 2 / height, chart.height_axis, rotation=90, ha="center", va="center")
    return figure


@draw.register
def _heat_map(chart: HeatMap) -> Figure:
    rows, columns = len(chart.values), len(chart.labels)
    cell = min(56.0, (WIDTH - _NAMES - _SIDE) / columns)
    tall = max(24.0, min(36.0, cell))
    height = rows * tall + 2 * _COLUMN_HEAD
    figure = _figure(height)
    axes = figure.add_axes((_NAMES / WIDTH, 0, columns * cell / WIDTH, rows * tall / height))
    axes.set_xlim(0, columns)
    axes.set_ylim(rows, 0)
    axes.axis("off")
    for r, (values, texts) in enumerate(zip(chart.values, chart.texts, strict=True)):
        for c, (value, text) in enumerate(zip(values, texts, strict=True)):
            step = _step(value, chart.low, chart.high)
            if step is not None:
                axes.add_patch(Rectangle((c + 0.02, r + 0.03), 0.96, 0.94, color=STEPS[step], linewidth=0))
            ink = "#ffffff" if step in {0, len(STEPS) - 1} else "#000000" if step is not None else INK
            axes.text(c + 0.5, r + 0.5, text, ha="center", va="center", color=ink, fontsize=11)
    for r, label in enumerate(chart.labels):
        axes.annotate(
            label, (0, r + 0.5), (-8, 0), textcoords="offset points", ha="right", va="center", annotation_clip=False
        )
    for c in range(columns):
        letter = chart.labels[c].split(" ", 1)[0]
        axes.annotate(letter, (c + 0.5, 0), (0, 5), textcoords="offset points", ha="center", annotation_clip=False)
    small: dict[str, Any] = {"textcoords": "offset points", "fontsize": 10, "annotation_clip": False}
    axes.annotate(chart.column_axis, (columns / 2, 0), (0, _COLUMN_HEAD), ha="center", **small)
    axes.annotate(chart.row_axis, (0, 0), (-8, 5), ha="right", **small)
    return figure


def _step(value: float | None, low: float, high: float) -> int | None:
    if value is None:
        return None
    share = (min(max(value, low), high) - low) / (high - low)
    return min(int(share * len(STEPS)), len(STEPS) - 1)


def _figure(height: float) -> Figure:
    return Figure(figsize=(WIDTH / 72, height / 72), facecolor="none", edgecolor="none")


def _rows(rows: int, limits: tuple[float, float], label: str, head: float) -> tuple[Figure, Axes]:
    """A figure with one axis below `rows` rows; row k is at y = k, downwards."""
    height = head + rows * _ROW + _FOOT
    figure = _figure(height)
    axes = figure.add_axes((_SIDE / WIDTH, _FOOT / height, (WIDTH - 2 * _SIDE - 8) / WIDTH, rows * _ROW / height))
    axes.set_xlim(*limits)
    axes.set_ylim(rows - 0.6, -0.6 - 0.4)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.set_xlabel(label)
    return figure, axes


def _row_text(axes: Axes, row: int, label: str, text: str) -> None:
    place: Callable[..., Any] = axes.annotate
    for x, words, side in ((0, label, "left"), (1, text, "right")):
        note = place(words, (x, row), (0, 9), xycoords=("axes fraction", "data"), textcoords="offset points", ha=side)
        note.set_zorder(5)
