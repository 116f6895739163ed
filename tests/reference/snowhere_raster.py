"""Cells of a table as NumPy arrays of booleans, slow and obvious (N2.6 to N2.10). Lengths in mm.

Row j, column i of an array is the cell whose centre is (centres[i], centres[j]): edges of cells lie
at multiples of the cell size.
"""

from __future__ import annotations

import math
from collections.abc import Iterable
from typing import Any

import numpy as np
from scipy import ndimage

from tests.reference.snowhere_geometry import Card

CLOSED = 1e-9
"""A centre that lies on a border belongs to the card, however its products were rounded."""

Cells = Any
"""bool[rows, columns]"""


class Raster:
    """The cells of a square table with half side `reach`."""

    def __init__(self, cell: float, reach: float) -> None:
        self.cell = cell
        half = math.ceil(reach / cell)
        self.n = 2 * half
        self.centres = (np.arange(-half, half) + 0.5) * cell

    def none(self) -> Cells:
        return np.zeros((self.n, self.n), bool)

    def of(self, card: Card) -> Cells:
        """The cells whose centres lie in the closed rectangle; only those near it are looked at."""
        (ux, uy), (vx, vy) = card.axes
        rows, columns = self.near(card.cy, card.reach()), self.near(card.cx, card.reach())
        x, y = self.centres[None, columns] - card.cx, self.centres[rows, None] - card.cy
        in_width = np.abs(x * ux + y * uy) <= card.w / 2 + CLOSED
        in_height = np.abs(x * vx + y * vy) <= card.h / 2 + CLOSED
        found = self.none()
        found[rows, columns] = in_width & in_height
        return found

    def near(self, middle: float, reach: float) -> slice:
        """Which rows or columns have their centres within `reach` and a cell of a coordinate."""
        ends = np.searchsorted(self.centres, [middle - reach - self.cell, middle + reach + self.cell])
        return slice(int(ends[0]), int(ends[1]))

    def union(self, cards: Iterable[Card]) -> Cells:
        """The cells of at least one card."""
        found = self.none()
        for card in cards:
            found |= self.of(card)
        return found

    def area(self, cells: Cells) -> float:
        """mm2."""
        return float(np.count_nonzero(cells)) * self.cell**2

    def points(self, cells: Cells) -> list[tuple[float, float]]:
        """The centres of cells."""
        rows, columns = np.nonzero(cells)
        return list(zip(self.centres[columns].tolist(), self.centres[rows].tolist(), strict=True))


FOUR = np.array([[0, 1, 0], [1, 1, 1], [0, 1, 0]], bool)


def parts(cells: Cells) -> int:
    """Number of 4-connected parts."""
    return int(ndimage.label(cells, FOUR)[1])


def outside(carpet: Cells) -> Cells:
    """N2.6 T_out: the cells off the carpet that are 4-connected with the border of the table."""
    labels, _ = ndimage.label(~carpet, FOUR)
    assert not carpet[0].any() and not carpet[-1].any() and not carpet[:, 0].any() and not carpet[:, -1].any()
    return labels == labels[0, 0]


def neighbours(cells: Cells) -> Cells:
    """The cells that have at least one 4-neighbour in `cells`."""
    found = np.zeros_like(cells)
    found[1:] |= cells[:-1]
    found[:-1] |= cells[1:]
    found[:, 1:] |= cells[:, :-1]
    found[:, :-1] |= cells[:, 1:]
    return found


def grown(cells: Cells, e: int) -> Cells:
    """The cells whose (2e-1) x (2e-1) neighbourhood meets `cells`."""
    found = np.zeros_like(cells)
    n = len(cells)
    for dy in range(1 - e, e):
        for dx in range(1 - e, e):
            to_y, to_x = slice(max(0, dy), n + min(0, dy)), slice(max(0, dx), n + min(0, dx))
            from_y, from_x = slice(max(0, -dy), n + min(0, -dy)), slice(max(0, -dx), n + min(0, -dx))
            found[to_y, to_x] |= cells[from_y, from_x]
    return found
