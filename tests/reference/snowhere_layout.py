"""What lies on a table of Snowhere and what may be done with it, slow and obvious (specification N2, N5.2, N7, NA)."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import wraps
from typing import Any

import numpy as np

from tests.reference.snowhere_geometry import SLACK, Card, disp, far_apart, gap, inradius, overlap, pen
from tests.reference.snowhere_raster import Cells, Raster, grown, neighbours, outside

P0, P1, P2, P3 = range(4)


def remembered(find: Callable[..., Any]) -> Callable[..., Any]:
    """Found once until the table changes."""

    @wraps(find)
    def find_once(layout: Layout, *which: Any) -> Any:
        key = (find.__name__, *which)
        if key not in layout.known:
            layout.known[key] = find(layout, *which)
        return layout.known[key]

    return find_once


@dataclass(frozen=True)
class Fire:
    """A card of the carpet."""

    ident: int
    card: Card
    level: int
    flake: bool = False


class Layout:
    """Fire and snow on a table.

    Args:
        rules: any object with the options of section 3 as attributes.
        carpet: the fire cards (N3).
        reach: half the side of the rastered table; beyond it lies nothing.
    """

    def __init__(self, rules: Any, carpet: Sequence[Fire], reach: float) -> None:
        self.rules = rules
        self.known: dict[Any, Any] = {}
        self.fire = {f.ident: f for f in carpet}
        self.snow: list[Card] = []
        self.reach = reach
        self.raster = Raster(rules.cell_mm, reach)
        self.cells = {f.ident: self.raster.of(f.card) for f in carpet}

    # --- regions (N2.6 to N2.8) ------------------------------------------------------------------------------------

    @remembered
    def fire_cells(self) -> Cells:
        """F."""
        found = self.raster.none()
        for ident in self.fire:
            found |= self.cells[ident]
        return found

    @remembered
    def snow_cells(self) -> Cells:
        """S."""
        return self.raster.union(self.snow)

    @remembered
    def carpet_cells(self) -> Cells:
        """C."""
        return self.fire_cells() | self.snow_cells()

    @remembered
    def visible_fire(self) -> Cells:
        """VF."""
        return self.fire_cells() & ~self.snow_cells()

    def visible_area(self) -> float:
        return self.raster.area(self.visible_fire())

    @remembered
    def table_cells(self) -> Cells:
        """T_out; with `edge_includes_holes` the whole complement of the carpet."""
        carpet = self.carpet_cells()
        return ~carpet if self.rules.edge_includes_holes else outside(carpet)

    @remembered
    def fire_edge(self) -> Cells:
        """E."""
        return self.visible_fire() & neighbours(self.table_cells())

    @remembered
    def visible_of(self, ident: int) -> Cells:
        """N7.4: what is seen of a fire card, after all higher fire and snow."""
        found = self.cells[ident] & ~self.snow_cells()
        for other, f in self.fire.items():
            if f.level > self.fire[ident].level:
                found = found & ~self.cells[other]
        return found

    # --- picking up (N5.2) --------------------------------------------------------------------------------------------

    @remembered
    def covers(self, ident: int) -> list[Card]:
        """N2.5 Cov: the cards that cover a fire card."""
        own = self.fire[ident]
        above = [f.card for f in self.fire.values() if f.level > own.level] + self.snow
        return [b for b in above if overlap(own.card, b)]

    def is_sliver(self, below: Card, above: Card) -> bool:
        """NA2: covered by `sliver_mm` or less."""
        measure = pen if self.rules.sliver_measure == "sat" else inradius
        return measure(below, above) <= self.rules.sliver_mm + SLACK

    def can_pick(self, ident: int) -> bool:
        """N5.2, NA3."""
        covers = self.covers(ident)
        if len(covers) == 1:
            by_snow = covers[0] in self.snow
            return self.is_sliver(self.fire[ident].card, covers[0]) and (self.rules.sliver_by_snow or not by_snow)
        return not covers

    @remembered
    def legal_picks(self) -> list[int]:
        return [ident for ident in sorted(self.fire) if self.can_pick(ident)]

    # --- placing (N7) -------------------------------------------------------------------------------------------------

    def failing(self, x: Card) -> list[int]:
        """The predicates P0 to P3 that a pose breaks."""
        tests = (self.covers_enough, self.keeps_adjacency, self.keeps_edge, self.is_no_exact_cover)
        return [number for number, holds in enumerate(tests) if not holds(x)]

    def covers_enough(self, x: Card) -> bool:
        """N7.1, NA4."""
        if self.rules.must_cover == "none":
            return True
        what = self.visible_fire() if self.rules.must_cover == "visible_fire" else self.carpet_cells()
        return self.raster.area(self.raster.of(x) & what) >= self.rules.min_cover_mm2

    def keeps_adjacency(self, x: Card) -> bool:
        """N7.2."""
        margin = self.rules.adjacency_gap_mm
        for b in self.snow:
            if far_apart(x, b, margin + 1):
                continue
            if pen(x, b) < self.rules.overlap_mm - SLACK and gap(x, b) <= margin + SLACK:
                return False
        return True

    def keeps_edge(self, x: Card) -> bool:
        """N7.3, NA7."""
        return self.rules.edge_rule == "off" or not self.reaches_edge(x) or self.sticks_out(x)

    def reaches_edge(self, x: Card) -> bool:
        """Whether the rule of the edge is triggered."""
        edge = self.fire_edge()
        if self.rules.edge_rule == "strict":
            own = self.raster.of(x)
            seen = [self.visible_of(ident) for ident in self.fire]
            return any((cells & edge).any() and (cells & own).any() for cells in seen)
        return bool(self.edge_distance(x) <= self.rules.edge_gap_mm + SLACK)

    @remembered
    def edge_points(self) -> Any:
        """float64[n, 2]: the centres of the cells of E."""
        return np.array(self.raster.points(self.fire_edge())).reshape(-1, 2)

    def edge_distance(self, x: Card) -> float:
        """dist(X, E) on the raster: from the nearest centre of a cell of E, 0 inside X."""
        points = self.edge_points()
        if not len(points):
            return math.inf
        to = points - (x.cx, x.cy)
        u, v = np.array(x.axes)
        over_w = np.maximum(0, np.abs(to @ u) - x.w / 2)
        over_h = np.maximum(0, np.abs(to @ v) - x.h / 2)
        return float(np.hypot(over_w, over_h).min())

    def sticks_out(self, x: Card) -> bool:
        """N2.10: a cell of X off the carpet with no cell of the carpet in its neighbourhood."""
        e = max(1, round(self.rules.stick_out_mm / self.rules.cell_mm))
        return bool((self.raster.of(x) & self.clear_table(e)).any())

    @remembered
    def clear_table(self, e: int) -> Cells:
        """The cells of T_out with no cell of the carpet in their neighbourhood."""
        return self.table_cells() & ~grown(self.carpet_cells(), e)

    def is_no_exact_cover(self, x: Card) -> bool:
        """N7.4."""
        tolerance = self.rules.exact_tol_mm - SLACK
        near = [ident for ident, f in self.fire.items() if disp(x, f.card) < tolerance]
        return not any(self.visible_of(ident).any() for ident in near)

    def newly_covered(self, x: Card) -> float:
        """area(X and VF)."""
        return self.raster.area(self.raster.of(x) & self.visible_fire())
