"""Draw pictures of a table beside each other: moments of one game. Only drawing."""

from __future__ import annotations

import io
import warnings
from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from matplotlib import rc_context
from matplotlib.figure import Figure
from matplotlib.patches import Patch, Polygon

from simkit.picture import Picture
from simkit.report.figures.theme import INK, SERIES, SETTINGS
from simkit.report.ours import SOFTWARE, put

SIDE = 300.0
"""Points: width and height of one picture."""
_HEAD, _FOOT, _GAP = 40.0, 34.0, 8.0
_PIXELS = 144


def scene(moments: Sequence[tuple[str, Picture]]) -> Figure:
    """A figure of one square a moment, with its title and caption above, and one legend below all.

    All moments show the same square of the table. Call it inside the settings of the theme.
    """
    n, half = len(moments), max(picture.half for _, picture in moments)
    width, height = n * SIDE + (n + 1) * _GAP, SIDE + _HEAD + _FOOT
    figure = Figure(figsize=(width / 72, height / 72))
    for k, (title, picture) in enumerate(moments):
        left = _GAP + k * (SIDE + _GAP)
        axes = figure.add_axes((left / width, _FOOT / height, SIDE / width, SIDE / height))
        axes.set(xlim=(-half, half), ylim=(-half, half), aspect="equal", xticks=(), yticks=())
        for spine in axes.spines.values():
            spine.set(visible=True, linewidth=0.5)
        for order, shape in enumerate(picture.shapes):
            style = picture.styles[shape.style]
            axes.add_patch(
                Polygon(shape.points, closed=True, facecolor=SERIES[style.series], edgecolor=INK, linewidth=0.5,
                        zorder=2 + order)
            )  # fmt: skip
            if style.marked:
                x, y = (sum(point[axis] for point in shape.points) / len(shape.points) for axis in (0, 1))
                axes.plot([x], [y], marker="*", color=INK, markersize=5, zorder=2 + order)
        figure.text(left / width, 1 - 14 / height, title, fontsize=11.5, fontweight="bold")
        figure.text(left / width, 1 - 30 / height, picture.caption, fontsize=10)
    styles = moments[0][1].styles
    handles = [Patch(facecolor=SERIES[style.series], edgecolor=INK, linewidth=0.5) for style in styles]
    labels = [f"{style.label}{' (star)' if style.marked else ''}" for style in styles]
    figure.legend(handles, labels, loc="lower left", ncols=len(styles), frameon=False, fontsize=10,
                  bbox_to_anchor=(0.0, 0.0))  # fmt: skip
    return figure


def save_scene(moments: Sequence[tuple[str, Picture]], path: Path) -> None:
    """Write the figure as SVG or PNG, as the name of the file ends; the same moments give the same bytes.

    Raises SimkitError where the file cannot be written.
    """
    svg = path.suffix.lower() == ".svg"
    nothing: dict[str, Any] = {"Date": None, "Creator": [SOFTWARE]} if svg else {"Software": SOFTWARE}
    with rc_context(cast(Any, SETTINGS)), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        buffer = io.BytesIO()
        scene(moments).savefig(
            buffer, format="svg" if svg else "png", dpi=_PIXELS, facecolor="white", transparent=False, metadata=nothing
        )
    put(path, buffer.getvalue(), "the drawing")
