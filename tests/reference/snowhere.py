"""Snowhere, slow and obvious: plain objects, written from the rules' specification alone (its items: N1 ... N9, NA).

Seats count from 0 clockwise. A table is driven by what the players do: `pick`, `place`, `place_flake`; and `give_up`
and `leave_flake` where no legal place is found. `kind` says which of them is asked for.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from tests.reference.snowhere_geometry import (
    EPS_LEN,
    SLACK,
    Card,
    disp,
    far_apart,
    gap,
    inradius,
    pen,
)
from tests.reference.snowhere_raster import Cells, Raster, grown, neighbours, outside

PICK, PLACE, FLAKE, FREE = "pick", "place", "flake", "free"
BLOCKED, SOLVED, GIVEN_UP = "no legal pick-up", "fire out", "no legal place"
P0, P1, P2, P3 = range(4)
SLIVER_SHARE = 0.05
"""NA12: a placement that newly covers less than this share of a card is a sliver placement."""
FINE_CELL = 0.5
"""Section 0a: "solved" is judged on this raster, whatever the game was played on."""


@dataclass(frozen=True)
class Fire:
    """A card of the carpet."""

    ident: int
    card: Card
    level: int
    flake: bool = False


class Table:
    """One game in progress.

    Args:
        rules: any object with the options of section 3 as attributes.
        carpet: the fire cards (N3).
        reach: half the side of the rastered table; beyond it lies nothing.
    """

    def __init__(self, rules: Any, n_players: int, carpet: Sequence[Fire], reach: float) -> None:
        self.rules, self.n = rules, n_players
        self.fire = {f.ident: f for f in carpet}
        self.snow: list[Card] = []
        self.reach = reach
        self.raster = Raster(rules.cell_mm, reach)
        self.cells = {f.ident: self.raster.of(f.card) for f in carpet}
        self.at_start = self.fire_cells()
        self.kind: str | None = PICK
        self.seat = 0
        self.end: str | None = None
        self.turns = self.picks = self.placed = self.discarded = 0
        self.flakes_found = self.flakes_used = self.flakes_done = 0
        self.sliver_picks = self.sliver_places = 0
        self.wasted = 0.0
        self.pick_counts: list[int] = []
        self.visible_areas = [self.visible_area()]
        self.before_pick()

    # --- regions (N2.6 to N2.8) ---------------------------------------------------------------------------------------

    def fire_cells(self) -> Cells:
        """F."""
        found = self.raster.none()
        for ident in self.fire:
            found |= self.cells[ident]
        return found

    def snow_cells(self) -> Cells:
        """S."""
        return self.raster.union(self.snow)

    def carpet_cells(self) -> Cells:
        """C."""
        return self.fire_cells() | self.snow_cells()

    def visible_fire(self) -> Cells:
        """VF."""
        return self.fire_cells() & ~self.snow_cells()

    def visible_area(self) -> float:
        return self.raster.area(self.visible_fire())

    def table_cells(self) -> Cells:
        """T_out; with `edge_includes_holes` the whole complement of the carpet."""
        carpet = self.carpet_cells()
        return ~carpet if self.rules.edge_includes_holes else outside(carpet)

    def fire_edge(self) -> Cells:
        """E."""
        return self.visible_fire() & neighbours(self.table_cells())

    def visible_of(self, ident: int) -> Cells:
        """N7.4: what is seen of a fire card, after all higher fire and snow."""
        found = self.cells[ident] & ~self.snow_cells()
        for other, f in self.fire.items():
            if f.level > self.fire[ident].level:
                found = found & ~self.cells[other]
        return found

    # --- picking up (N5) ----------------------------------------------------------------------------------------------

    def covers(self, ident: int) -> list[Card]:
        """N2.5 Cov: the cards that cover a fire card."""
        own = self.fire[ident]
        above = [f.card for f in self.fire.values() if f.level > own.level] + self.snow
        return [b for b in above if pen(own.card, b) > EPS_LEN]

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

    def legal_picks(self) -> list[int]:
        return [ident for ident in sorted(self.fire) if self.can_pick(ident)]

    def before_pick(self) -> None:
        """N4.3: the end comes when the player to act has no legal pick-up."""
        picks = self.legal_picks()
        self.kind = PICK
        if picks:
            self.pick_counts.append(len(picks))
        else:
            self.stop(BLOCKED)

    def pick(self, ident: int) -> None:
        """N5.3, N6, N7.6."""
        assert self.kind == PICK and self.can_pick(ident)
        self.sliver_picks += len(self.covers(ident))
        gone = self.fire.pop(ident)
        self.picks += 1
        self.flakes_found += gone.flake
        self.visible_areas.append(self.visible_area())
        if self.visible_areas[-1] <= self.rules.solved_tol_mm2:
            self.turns += 1
            self.stop(SOLVED)
        elif not gone.flake:
            self.kind = PLACE
        else:
            self.before_pick()
            self.turns += self.kind != PICK  # the turn is cut short

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

    def edge_distance(self, x: Card) -> float:
        """dist(X, E) on the raster: from the nearest centre of a cell of E, 0 inside X."""
        points = np.array(self.raster.points(self.fire_edge())).reshape(-1, 2)
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
        free = self.table_cells() & ~grown(self.carpet_cells(), e)
        return bool((self.raster.of(x) & free).any())

    def is_no_exact_cover(self, x: Card) -> bool:
        """N7.4."""
        tolerance = self.rules.exact_tol_mm - SLACK
        near = [ident for ident, f in self.fire.items() if disp(x, f.card) < tolerance]
        return not any(self.visible_of(ident).any() for ident in near)

    def newly_covered(self, x: Card) -> float:
        """area(X and VF)."""
        return self.raster.area(self.raster.of(x) & self.visible_fire())

    def lay(self, x: Card) -> None:
        """Put a snow card on top of everything."""
        covered = self.newly_covered(x)
        self.wasted += self.raster.area(self.raster.of(x)) - covered
        self.sliver_places += covered < SLIVER_SHARE * x.w * x.h
        self.snow.append(x)
        self.visible_areas.append(self.visible_area())

    def place(self, x: Card) -> None:
        assert self.kind == PLACE and not self.failing(x)
        self.lay(x)
        self.placed += 1
        self.next_turn()

    def give_up(self) -> None:
        """N7.6, NA14: no legal place was found, or (FREE) the card is put aside although it may lie anywhere."""
        assert self.kind in (PLACE, FREE)
        if self.rules.no_placement == "free" and self.kind == PLACE:
            self.kind = FREE
            return
        self.discarded += 1
        if self.rules.no_placement == "end":
            self.turns += 1
            self.stop(GIVEN_UP)
        else:
            self.next_turn()

    def place_free(self, x: Card) -> None:
        """NA14 `free`: under no rule."""
        assert self.kind == FREE
        self.lay(x)
        self.placed += 1
        self.next_turn()

    def next_turn(self) -> None:
        self.turns += 1
        self.seat = (self.seat + 1) % self.n
        self.before_pick()

    # --- the end (N8, N9) ---------------------------------------------------------------------------------------------

    def stop(self, why: str) -> None:
        """N8.1: from here on only snowflakes are placed."""
        self.end = why
        self.kind = FLAKE if self.flakes_found and why != SOLVED else None

    def place_flake(self, x: Card) -> None:
        """N8.2, NA9."""
        assert self.kind == FLAKE
        assert self.rules.flake_rules == "free" or not self.failing(x)
        self.lay(x)
        self.flakes_used += 1
        self.next_flake()

    def leave_flake(self) -> None:
        assert self.kind == FLAKE
        self.next_flake()

    def next_flake(self) -> None:
        self.flakes_done += 1
        self.seat = (self.seat + 1) % self.n
        if self.flakes_done == self.flakes_found:
            self.kind = None

    def result(self) -> dict[str, Any]:
        """N9, at the end of the game."""
        exposed, start, left = self.visible_area(), self.raster.area(self.at_start), self.raster.area(self.fire_cells())
        fine = Raster(FINE_CELL, self.reach)
        fire = fine.union(f.card for f in self.fire.values())
        return {
            "exposed_mm2": exposed,
            "exposed_frac": exposed / start,
            "exposed_frac_end": exposed / left if self.fire else 0.0,
            "solved": fine.area(fire & ~fine.union(self.snow)) <= self.rules.solved_tol_mm2,
            "cards_showing": sum(self.raster.area(self.visible_of(ident)) > 25 for ident in self.fire),
            "fire_left": len(self.fire),
        }
