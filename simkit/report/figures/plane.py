"""A table seen from above. Only drawing: every corner comes from the specification."""

from __future__ import annotations

from matplotlib.figure import Figure
from matplotlib.patches import Polygon as Patch

from simkit.report.charts import Plane
from simkit.report.figures.frame import SIDE, blank
from simkit.report.figures.theme import HALO, INK, SERIES, WIDTH

_KEY_ROW = 17.0


def draw_plane(chart: Plane) -> Figure:
    """Polygons in a square, with a key of the sorts that lie there."""
    used = [k for k in range(len(chart.sorts)) if any(polygon.sort == k for polygon in chart.polygons)]
    side = WIDTH - 2 * SIDE
    height = side + 8.0 + _KEY_ROW * len(used) + SIDE
    figure = blank(height)
    axes = figure.add_axes((SIDE / WIDTH, SIDE / height, side / WIDTH, side / height))
    axes.set_xlim(-chart.half, chart.half)
    axes.set_ylim(-chart.half, chart.half)
    axes.axis("off")
    for polygon in chart.polygons:
        sort = chart.sorts[polygon.sort]
        colour = SERIES[sort.series % len(SERIES)]
        axes.add_patch(Patch(polygon.points, closed=True, facecolor=colour, edgecolor=INK, linewidth=0.7))
        if sort.marked:
            x = sum(p[0] for p in polygon.points) / len(polygon.points)
            y = sum(p[1] for p in polygon.points) / len(polygon.points)
            axes.plot([x], [y], marker="*", markersize=8, color=HALO, markeredgecolor=INK, markeredgewidth=0.6)
    for row, k in enumerate(used):
        sort = chart.sorts[k]
        y = 1 - (8.0 + _KEY_ROW * (row + 0.5)) / height
        place = figure.add_axes((SIDE / WIDTH, y - 5.5 / height, 11 / WIDTH, 11 / height))
        place.axis("off")
        place.set_xlim(0, 1)
        place.set_ylim(0, 1)
        box = [(0, 0), (1, 0), (1, 1), (0, 1)]
        place.add_patch(Patch(box, facecolor=SERIES[sort.series % len(SERIES)], edgecolor=INK, linewidth=0.7))
        if sort.marked:
            place.plot([0.5], [0.5], marker="*", markersize=8, color=HALO, markeredgecolor=INK, markeredgewidth=0.6)
        figure.text((SIDE + 18) / WIDTH, y, sort.label, ha="left", va="center")
    return figure
