"""Draw figure specifications with matplotlib. Only drawing: every number and every text comes from the specification.

Layout is in points from the top, not left to matplotlib: long labels stand above their row, so they never collide with
the axis, and one chart width suits a phone and a desk.
"""

from __future__ import annotations

import io
import warnings
from functools import singledispatch
from typing import Any, cast

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from simkit.report.charts import Bars, Chart, Dots, HeatMap, Histograms, Lines, Plane, Tornado
from simkit.report.figures.curves import draw_lines, draw_tornado
from simkit.report.figures.frame import FOOT, SIDE, blank, row_text, rows
from simkit.report.figures.plane import draw_plane
from simkit.report.figures.svg import inline_svg
from simkit.report.figures.theme import BAND, GRID, HALO, INK, MARKERS, SERIES, SETTINGS, STEPS, WIDTH
from simkit.report.ours import SOFTWARE

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


def files(chart: Chart, title: str) -> dict[str, bytes]:
    """The chart as a light SVG document and a PNG of 200 dots an inch, under "svg" and "png"."""
    found = {}
    with rc_context(cast(Any, {**SETTINGS, "savefig.transparent": False})), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        for ending, more in (
            ("svg", {"Title": title, "Date": None, "Creator": [SOFTWARE]}), ("png", {"Software": SOFTWARE})
        ):  # fmt: skip
            figure = draw(chart)
            figure.set_facecolor("#ffffff")
            buffer = io.BytesIO()
            figure.savefig(buffer, format=ending, dpi=200, metadata=cast(Any, more))
            found[ending] = buffer.getvalue()
    return found


@singledispatch
def draw(chart: Chart) -> Figure:
    """Return the matplotlib figure of a specification."""
    raise TypeError(f"no drawing is known for {type(chart).__name__}")


@draw.register
def _dots(chart: Dots) -> Figure:
    figure, axes = rows(len(chart.marks), chart.limits, chart.axis, head=20.0 if chart.reference else 4.0)
    span = (len(chart.marks) - 0.75, -0.85)
    if chart.band:
        # A strip behind each mark, not one area: the names between the marks would straddle its edge.
        low, high, _ = chart.band
        for row in range(len(chart.marks)):
            axes.add_patch(Rectangle((low, row - 0.15), high - low, 0.3, color=BAND, linewidth=0, zorder=0))
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
        row_text(axes, row, mark.label, mark.text)
    return figure


@draw.register
def _bars(chart: Bars) -> Figure:
    figure, axes = rows(len(chart.bars), (0.0, chart.limit), chart.axis, head=4.0)
    for row, bar in enumerate(chart.bars):
        axes.add_patch(Rectangle((0, row - 0.16), bar.value, 0.32, color=SERIES[0], linewidth=0))
        row_text(axes, row, bar.label, bar.text)
    return figure


@draw.register
def _histograms(chart: Histograms) -> Figure:
    panels = len(chart.series)
    height = panels * (_PANEL + _PANEL_HEAD) + FOOT
    figure = blank(height)
    for k, series in enumerate(chart.series):
        top = (k + 1) * (_PANEL + _PANEL_HEAD)
        left, wide = _Y_LABELS + 14, WIDTH - _Y_LABELS - 14 - 2 * SIDE
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
    figure.text(10 / WIDTH, (height + FOOT) / 2 / height, chart.height_axis, rotation=90, ha="center", va="center")
    return figure


@draw.register
def _lines(chart: Lines) -> Figure:
    return draw_lines(chart)


@draw.register
def _tornado(chart: Tornado) -> Figure:
    return draw_tornado(chart)


@draw.register
def _plane(chart: Plane) -> Figure:
    return draw_plane(chart)


@draw.register
def _heat_map(chart: HeatMap) -> Figure:
    count, columns = len(chart.values), len(chart.columns or chart.labels)
    cell = min(56.0, (WIDTH - _NAMES - SIDE) / columns)
    tall = max(24.0, min(36.0, cell))
    height = count * tall + 2 * _COLUMN_HEAD
    figure = blank(height)
    axes = figure.add_axes((_NAMES / WIDTH, 0, columns * cell / WIDTH, count * tall / height))
    axes.set_xlim(0, columns)
    axes.set_ylim(count, 0)
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
        letter = chart.columns[c] if chart.columns else chart.labels[c].split(" ", 1)[0]
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
