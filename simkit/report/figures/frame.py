"""What several drawings share: an empty figure of the common width, rows on one axis, the text above a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import MaxNLocator

from simkit.report.figures.theme import GRID, HALO, WIDTH

ROW = 36.0  # one row of a dot or bar chart: a line of text above, the mark below
SIDE = 14.0  # free space left and right, so that the last tick label is not cut
FOOT = 40.0  # ticks and axis label


def blank(height: float) -> Figure:
    """An empty figure, `height` points high."""
    return Figure(figsize=(WIDTH / 72, height / 72), facecolor="none", edgecolor="none")


def rows(count: int, limits: tuple[float, float], label: str, head: float) -> tuple[Figure, Axes]:
    """A figure with one axis below `count` rows; row k is at y = k, downwards."""
    height = head + count * ROW + FOOT
    figure = blank(height)
    axes = figure.add_axes((SIDE / WIDTH, FOOT / height, (WIDTH - 2 * SIDE - 8) / WIDTH, count * ROW / height))
    axes.set_xlim(*limits)
    axes.set_ylim(count - 0.6, -0.6 - 0.4)
    axes.set_yticks([])
    axes.spines["left"].set_visible(False)
    axes.xaxis.set_major_locator(MaxNLocator(6))
    axes.grid(axis="x", color=GRID, linewidth=0.6)
    axes.set_xlabel(label)
    return figure, axes


def row_text(axes: Axes, row: int, label: str, text: str) -> None:
    """Name and number of a row, above its mark."""
    place: Callable[..., Any] = axes.annotate
    for x, words, side in ((0, label, "left"), (1, text, "right")):
        note = place(words, (x, row), (0, 9), xycoords=("axes fraction", "data"), textcoords="offset points", ha=side)
        note.set_zorder(5)
        if words:  # lines of the grid must not run through a name
            note.set_bbox({"facecolor": HALO, "edgecolor": "none", "linewidth": 0, "pad": 0.5})
