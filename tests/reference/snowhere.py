"""Snowhere, slow and obvious: plain objects, written from the rules' specification alone (its items: N1 ... N9, NA).

Seats count from 0 clockwise. A table is driven by what the players do: `pick`, `place`, `place_flake`; and `give_up`
and `leave_flake` where no legal place is found. `kind` says which of them is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from tests.reference.snowhere_geometry import Card
from tests.reference.snowhere_layout import Fire, Layout
from tests.reference.snowhere_raster import Raster

PICK, PLACE, FLAKE, FREE = "pick", "place", "flake", "free"
BLOCKED, SOLVED, GIVEN_UP = "no legal pick-up", "fire out", "no legal place"
SLIVER_SHARE = 0.05
"""NA12: a placement that newly covers less than this share of a card is a sliver placement."""
LOOKS_SOLVED = 25
"""mm2 (NA17, N9.2)."""
FINE_CELL = 0.5
"""Section 0a: "solved" is judged on this raster, whatever the game was played on."""


class Table(Layout):
    """One game in progress; arguments as of `Layout`."""

    def __init__(self, rules: Any, n_players: int, carpet: Sequence[Fire], reach: float) -> None:
        super().__init__(rules, carpet, reach)
        self.n = n_players
        self.at_start = self.fire_cells()
        self.kind: str | None = PICK
        self.seat = 0
        self.end: str | None = None
        self.turns = self.picks = self.placed = self.discarded = 0
        self.flakes_found = self.flakes_used = self.flakes_done = 0
        self.sliver_picks = self.sliver_places = 0
        self.wasted = 0.0
        self.pick_counts: list[int] = []
        self.visible_at_picks: list[float] = []
        self.by_seat: list[dict[str, float]] = [
            {"picked": 0, "placed": 0, "covered": 0, "slivers": 0} for _ in range(n_players)
        ]
        self.visible_areas = [self.visible_area()]
        self.before_pick()

    # --- a turn (N4 to N7) --------------------------------------------------------------------------------------------

    def before_pick(self) -> None:
        """N4.3: the end comes when the player to act has no legal pick-up."""
        self.kind = PICK
        if not self.legal_picks():
            self.stop(BLOCKED)

    def pick(self, ident: int) -> None:
        """N5.3, N6, N7.6."""
        assert self.kind == PICK and self.can_pick(ident)
        self.pick_counts.append(len(self.legal_picks()))
        self.visible_at_picks.append(self.visible_area())
        self.by_seat[self.seat]["picked"] += 1
        self.sliver_picks += len(self.covers(ident))
        gone = self.fire.pop(ident)
        self.known.clear()
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

    def lay(self, x: Card) -> None:
        """Put a snow card on top of everything."""
        covered = self.newly_covered(x)
        self.wasted += self.raster.area(self.raster.of(x)) - covered
        is_sliver = covered < SLIVER_SHARE * x.w * x.h
        self.sliver_places += is_sliver
        own = self.by_seat[self.seat]
        own["placed"] += 1
        own["covered"] += covered
        own["slivers"] += is_sliver
        self.snow.append(x)
        self.known.clear()
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

    # --- the end (N8, N9) ------------------------------------------------------------------------------------------

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
        seen = fine.area(fine.union(f.card for f in self.fire.values()) & ~fine.union(self.snow))
        return {
            "exposed_mm2": exposed,
            "start_mm2": start,
            "exposed_frac": exposed / start,
            "exposed_frac_end": exposed / left if self.fire else 0.0,
            "solved": seen <= self.rules.solved_tol_mm2,
            "looks_solved": seen < LOOKS_SOLVED,
            "cards_showing": sum(self.raster.area(self.visible_of(ident)) > LOOKS_SOLVED for ident in self.fire),
            "fire_left": len(self.fire),
        }
