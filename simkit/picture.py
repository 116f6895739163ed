"""A picture of a table as plain data: what a game with a geometry hands over, and what the report draws."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Style:
    """How shapes of one sort look. `label`: words for the legend. `series`: number of the chart colour.

    `marked`: a star in the middle, so that two sorts differ without their colour too.
    """

    label: str
    series: int
    marked: bool = False


@dataclass(frozen=True)
class Shape:
    """A filled polygon: corners in order, in the picture's unit; y grows upwards. `style`: index into the styles."""

    points: tuple[tuple[float, float], ...]
    style: int


@dataclass(frozen=True)
class Picture:
    """One moment of a game, seen from above.

    Attributes:
        shapes: in the order in which they are painted, so a later one covers an earlier one.
        styles: of the shapes, in the order of the legend. caption: what the moment is about, in a few words.
        half: half the side of the square that is shown, round the origin: the same for all pictures of one game.
    """

    shapes: tuple[Shape, ...]
    styles: tuple[Style, ...]
    caption: str
    half: float
