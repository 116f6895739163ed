"""Colours and matplotlib settings of all charts.

The colours are Okabe and Ito's (2008), told apart by colour-blind readers; series also differ by shape and are named
where they stand. Each colour becomes a class in the page, so that the style sheet can brighten it in the dark.
"""

from __future__ import annotations

from typing import Any

INK = "#010203"
"""A colour nobody would choose: it is replaced by `currentColor`."""

SERIES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#8c6d31", "#7f7f7f")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "h")
BAND = "#dfe7ee"
GRID = "#d0d0d1"
HALO = "#fefdfc"
"""The page behind the charts."""

# The diverging scale of the heat map, from losing (orange) over even to winning (blue); seven steps a class each.
STEPS = ("#b35806", "#e08214", "#fdc980", "#f4f3f2", "#b9d6ec", "#5ba3d6", "#1b6aa8")

CLASSES = (
    {colour: f"s{k}" for k, colour in enumerate(SERIES)}
    | {BAND: "band", GRID: "grid", HALO: "paper"}
    | {colour: f"h{k}" for k, colour in enumerate(STEPS)}
)

WIDTH = 400.0
"""Width of every chart in points: still readable when shrunk to a phone, not too coarse on a desk."""

SETTINGS: dict[str, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "simkit",
    "text.parse_math": False,  # a strategy may be called a$b$c
    "font.family": "DejaVu Sans",  # shipped with matplotlib: the same measures on every machine
    "font.size": 11.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.linewidth": 0.8,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": False,
    "axes.formatter.use_locale": False,
    "axes.unicode_minus": False,
    "axes.axisbelow": True,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "figure.dpi": 72.0,
    "savefig.transparent": True,
    "path.simplify": False,
}
