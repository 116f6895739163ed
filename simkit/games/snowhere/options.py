"""Rule options of Snowhere: every reading of section 3 of the specification that is not fixed, and sizes."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import Rules, option
from simkit.games.snowhere.connected import is_one_area
from simkit.games.snowhere.state import MAX_CARDS, RULES, pack_pose

MEASURES = ("sat", "inradius")
COVERS = ("visible_fire", "carpet", "none")
EDGES = ("proximity", "strict", "off")
FLAKES = ("same", "free")
NOWHERE = ("discard", "free", "end")
MODELS = ("disc", "ring", "gauss", "fan")
FAN_TOPS = ("outer", "inner")
COLUMNS = ("id", "x", "y", "angle", "level")
GAUSS_LIMIT = 160
TABLE_REACH = 450
"""mm from the origin within which the centres of an explicit carpet must lie."""


@dataclass(frozen=True)
class SnowhereRules(Rules):
    """What a designer may change in Snowhere."""

    n_cards: int = option(111, "cards of the carpet", "NA11", low=1, high=MAX_CARDS)
    n_flakes: int = option(6, "cards with a snowflake, not more than there are cards", "NA11", low=0, high=12)
    card_w_mm: float = option(59.0, "width of a card", "NA1", low=20.0, high=70.0)
    card_h_mm: float = option(92.0, "height of a card", "NA1", low=20.0, high=100.0)
    sliver_measure: str = option(
        "sat",
        "what '1 millimeter or less' measures: how far the covering card would have to move to be off (sat), or the "
        "radius of the largest circle in the overlap (inradius)",
        "NA2",
        choices=MEASURES,
    )
    sliver_mm: float = option(
        1.0,
        "a fire card may be picked up under one other card that covers it by this or less",
        "NA2",
        low=0.0,
        high=3.0,
    )
    sliver_by_snow: bool = option(True, "the one other card may be snow", "NA3")
    must_cover: str = option("visible_fire", "what a placed card must cover", "NA4", choices=COVERS)
    min_cover_mm2: float = option(1.0, "and how much of it at least, in mm2", "NA4, NA12", low=0.01, high=5000.0)
    adjacency_gap_mm: float = option(5.0, "snow cards this close or closer are adjacent", "NA5", low=0.0, high=20.0)
    overlap_mm: float = option(1.0, "adjacent snow cards must overlap by this or more", "NA6", low=0.1, high=5.0)
    edge_rule: str = option(
        "proximity",
        "a card must stick out over the edge of the carpet if it comes near visible fire at the edge (proximity), "
        "or if it touches the visible part of any fire card at the edge (strict), or never (off)",
        "NA7",
        choices=EDGES,
    )
    edge_gap_mm: float = option(5.0, "how near, for proximity", "NA7", low=0.0, high=15.0)
    stick_out_mm: float = option(1.0, "how far it must stick out", "NA7", low=0.5, high=5.0)
    edge_includes_holes: bool = option(False, "enclosed holes of the carpet count as table outside", "NA7, N2.6")
    exact_tol_mm: float = option(
        1.0,
        "a card may not lie so exactly on a visible fire card that no corner is this far off",
        "NA8",
        low=0.2,
        high=3.0,
    )
    flake_rules: str = option(
        "same", "snowflakes at the end follow the rules of placing (same) or none (free)", "NA9", choices=FLAKES
    )
    no_placement: str = option(
        "discard",
        "a card without a legal place is put aside (discard), placed under no rule (free), or ends the game (end)",
        "NA14",
        choices=NOWHERE,
    )
    carpet_model: str = option("disc", "how the carpet is spread", "NA15", choices=MODELS)
    spread_mm: float = option(
        240.0, f"size R of the carpet (gauss: not more than {GAUSS_LIMIT})", "NA15", low=20.0, high=400.0
    )
    fan_top: str = option("outer", "fan: which cards lie on top", "NA15", choices=FAN_TOPS)
    fan_noise: float = option(1.0, "fan: disorder of the levels, in steps of an arm", "NA15", low=0.0, high=20.0)
    attach_mm: float = option(
        2.0, "each card of the carpet overlaps another by this or more (not more than a card's width and height)",
        "NA15, N3.2", low=0.1, high=60.0,
    )  # fmt: skip
    solved_tol_mm2: float = option(1.0, "visible fire up to this is no fire", "NA17", low=0.0, high=100.0)
    cell_mm: float = option(
        1.0, "cell of the raster on which areas and the edge are measured", "N2.10", low=1.0, high=4.0
    )
    carpet: tuple[tuple[float, ...], ...] = option(
        (),
        "the carpet itself, instead of a generated one; its number of cards counts, not n_cards; highest level on top",
        "N3.6",
        columns=COLUMNS,
        shown_range="empty, or a list of cards {id, x, y, angle, level}: mm and degrees, ids and levels all different, "
        f"centres within {TABLE_REACH} mm, all touching in one area",
    )

    def cards(self) -> int:
        """Number of cards of the carpet."""
        return len(self.carpet) or self.n_cards

    def validate(self, n_players: int) -> None:
        """Check sizes and the carpet as wholes."""
        if self.n_flakes > self.cards():
            raise UsageError(
                f"snowhere option 'n_flakes' must be 0 to {min(12, self.cards())}, as there are {self.cards()} cards "
                f"(n_cards, or those of 'carpet'); {self.n_flakes} came."
            )
        short = min(self.card_w_mm, self.card_h_mm)
        if self.attach_mm > short:
            raise UsageError(
                f"snowhere option 'attach_mm' must be 0.1 to {short:g}, the shorter side of a card, or the cards "
                f"cannot form a cohesive carpet; {self.attach_mm:g} came."
            )
        if self.carpet_model == "gauss" and self.spread_mm > GAUSS_LIMIT:
            raise UsageError(
                f"snowhere option 'spread_mm' must be 20 to {GAUSS_LIMIT} with carpet_model=gauss; "
                f"{self.spread_mm:g} came."
            )
        if self.carpet:
            self._validate_carpet()

    def _validate_carpet(self) -> None:
        n = len(self.carpet)
        if n > MAX_CARDS:
            raise UsageError(f"snowhere option 'carpet' must have 1 to {MAX_CARDS} cards; {n} came.")
        for column in ("id", "level"):
            at = COLUMNS.index(column)
            seen: set[float] = set()
            for card in self.carpet:
                if card[at] in seen:
                    raise UsageError(
                        f"snowhere option 'carpet' must give every card its own {column} (ids and levels are all "
                        f"different); {column} {card[at]:g} came twice."
                    )
                seen.add(card[at])
        for ident, x, y, angle, _ in self.carpet:
            if abs(x) > TABLE_REACH or abs(y) > TABLE_REACH or not math.isfinite(angle):
                raise UsageError(
                    f"snowhere option 'carpet' must have x and y from -{TABLE_REACH} to {TABLE_REACH} mm; "
                    f"card {ident:g} came with {x:g}, {y:g}."
                )
        if not is_one_area([c[1:4] for c in self.carpet], self.card_w_mm, self.card_h_mm):
            raise UsageError(
                "snowhere option 'carpet' must be a cohesive carpet: cards that touch or overlap in one area "
                f"(N3.2); {n} cards came that fall apart. Move them together."
            )


def pack_rules(rules: SnowhereRules, n_players: int) -> Any:
    """The rules as the kernels read them: one record of RULES."""
    packed = np.zeros(1, RULES).view(np.recarray)
    r = packed[0]
    r.n_cards, r.n_flakes = rules.cards(), rules.n_flakes
    r.w, r.h, r.diag = rules.card_w_mm, rules.card_h_mm, math.sqrt(rules.card_w_mm**2 + rules.card_h_mm**2)
    r.sliver, r.inradius = rules.sliver_mm, MEASURES.index(rules.sliver_measure)
    r.by_snow = rules.sliver_by_snow
    r.must_cover, r.min_cover = COVERS.index(rules.must_cover), rules.min_cover_mm2
    r.adjacency_gap, r.overlap = rules.adjacency_gap_mm, rules.overlap_mm
    r.edge_rule, r.edge_gap = EDGES.index(rules.edge_rule), rules.edge_gap_mm
    r.stick_cells, r.holes = max(1, round(rules.stick_out_mm / rules.cell_mm)), rules.edge_includes_holes
    r.exact_tol, r.flakes_free = rules.exact_tol_mm, FLAKES.index(rules.flake_rules)
    r.no_placement = NOWHERE.index(rules.no_placement)
    r.model, r.spread = MODELS.index(rules.carpet_model), rules.spread_mm
    r.fan_inner, r.fan_noise = FAN_TOPS.index(rules.fan_top), rules.fan_noise
    r.attach, r.solved_tol = rules.attach_mm, rules.solved_tol_mm2
    r.cell, r.cell_area = rules.cell_mm, rules.cell_mm**2
    r.card_rows, r.windows = _extent(r.diag, rules.cell_mm)
    longer = math.sqrt((r.w + 2 * r.edge_gap) ** 2 + (r.h + 2 * r.edge_gap) ** 2)
    r.rim_rows, r.rim_windows = _extent(longer, rules.cell_mm)
    r.explicit = len(rules.carpet)
    # Ids are the places in the list ordered by the ids given; levels are ranks.
    cards = sorted(rules.carpet)
    at = COLUMNS.index("level")
    for rank, i in enumerate(sorted(range(len(cards)), key=lambda i: cards[i][at])):
        r.levels[i] = rank
    for i, card in enumerate(cards):
        r.poses[i] = pack_pose(*card[1:4])
    return packed


def _extent(diagonal: float, cell: float) -> tuple[int, int]:
    """Rows of the raster that a rectangle can reach in any pose, and 64-bit windows that a row of it can."""
    rows = math.floor(diagonal / cell) + 2
    return rows, -(-rows // 63) if rows <= 63 else -(-rows // 64)
