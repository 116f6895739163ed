"""State, view and rules records of Snowhere, and the coding of its actions (specification N1 to N9).

Lengths are in mm on a plane whose origin lies in the middle of the carpet; angles in degrees from 0 to 180, the
direction of a card's width. A card's *id* is its place in the order in which the carpet was laid, from 0.

Actions: a PICK is the id of a fire card. A PLACE, FLAKE or FREE is a *pose* packed into one int64, or SKIP:

    pose = (256 * x + 2**19) << 35 | (256 * y + 2**19) << 15 | 100 * angle

so positions are whole 1/256 mm from -2048 to 2047.99, and angles whole 1/100 degrees from 0 to 179.99.

The record TABLE is all that lies on the table, open to everybody; state and view both hold one, so the helpers of
`simkit.games.snowhere.table` work on either. Rasters are bit rows of `stride` words; word w of row r is element
w * rows + r, and its bit b is column 64 * w + b. The cell (row, column) has its centre at
x = (col0 + column + 0.5) * cell, y = (row0 + row + 0.5) * cell: edges of cells lie at multiples of the cell.
"""

from __future__ import annotations

import numpy as np

MAX_CARDS = 128
POOL = 32_768
"""Words of a raster: enough for a table of 1.4 m x 1.4 m at 1 mm cells."""
MAX_ROWS = 2_048

# Kinds of decision (`state.kind`).
PICK, PLACE, FLAKE, FREE = range(4)
"""Pick a fire card up; place it; place a snowflake at the end, or leave it out; place a card under no rule
(`no_placement=free`, after a PLACE was answered with SKIP)."""

X_SHIFT, Y_SHIFT = 35, 15
GRID = 256
"""Positions to a mm."""
ANGLES = 18_000
"""Angles to 180 degrees."""
OFFSET = 1 << 19
SKIP = 1 << 55
"""PLACE: no legal place was found; FLAKE: leave it out; FREE: put the card aside after all."""
NO_POSE = -1
FAR = 1e6
"""x and y of a card that is not on the table: it overlaps nothing."""

# Reasons why an action is illegal: indices into `Game.illegal`.
(
    LEGAL,
    NOT_A_FIRE_CARD,
    COVERED,
    NOT_A_POSE,
    OFF_TABLE,
    COVERS_NOTHING,
    NOT_OVERLAPPED,
    DOES_NOT_STICK_OUT,
    EXACT_COVER,
) = range(9)
"""COVERS_NOTHING is P0 (N7.1), NOT_OVERLAPPED P1 (N7.2), DOES_NOT_STICK_OUT P2 (N7.3), EXACT_COVER P3 (N7.4)."""
N_REASONS = 9

MARKS = (0, 10, 20, 30, 40, 60, 80, 100)
"""Pick-ups at which the supply and the visible fire are noted (N9.2, time series)."""
N_MARKS = len(MARKS)
PROBES = 4
"""Random candidates that the game tries before each placement, to tell which predicate bites."""
SLIVER_SHARE = 0.05
"""NA12: a placement that newly covers less than this share of a card is a sliver placement."""
FINE_CELL = 0.5
"""mm. Section 0a: "solved" is judged on this raster."""
LOOKS_SOLVED = 25.0
"""mm2 (NA17). Also what must be seen of a fire card to count as showing (N9.2)."""

# How a game ends, from FIRST_OWN_END on.
BLOCKED, FIRE_OUT, NO_PLACE = 3, 4, 5
ENDS = ("no card can be picked up", "the fire is out", "no place for a card")

_CARDS = (MAX_CARDS,)
_SETS = (MAX_CARDS, 2)

TABLE = np.dtype(
    [
        ("n_cards", np.int64),  # fire cards at the start; ids are 0 .. n_cards - 1
        ("n_fire", np.int64),  # fire cards left
        ("n_snow", np.int64),  # snow cards placed, snowflakes included
        # the raster
        ("col0", np.int64),  # column and row of the raster's corner, counted from the origin of the plane
        ("row0", np.int64),
        ("rows", np.int64),
        ("stride", np.int64),  # words of a row, an empty one at each end included
        ("west", np.float64),  # the table: where cards may lie, a card's diagonal round the carpet, in mm
        ("east", np.float64),
        ("south", np.float64),
        ("north", np.float64),
        ("cells_visible", np.int64),  # cells of visible fire
        ("cells_dead", np.int64),  # those whose topmost fire card is dead
        # sets of fire cards by id: bit id % 64 of word id // 64
        ("fire", np.uint64, (2,)),  # on the table
        ("free", np.uint64, (2,)),  # can be picked up now (N5.2)
        ("dead", np.uint64, (2,)),  # permanently covered (section 5): can never be picked up
        ("thin", np.uint64, (2,)),  # live, with one permanent cover: a sliver
        # fire cards by id; a card that was picked up lies at FAR
        ("fire_x", np.float64, _CARDS),
        ("fire_y", np.float64, _CARDS),
        ("fire_c", np.float64, _CARDS),  # cosine and sine of the angle
        ("fire_s", np.float64, _CARDS),
        ("fire_pose", np.int64, _CARDS),  # NO_POSE once picked up
        ("level", np.int64, _CARDS),  # 0 = lowest
        ("snow_covers", np.int64, _CARDS),  # snow cards that cover this fire card
        ("snow_deep", np.int64, _CARDS),  # those that cover it by more than a sliver
        # relations of fire cards at the start: sets by id (cards picked up since are still in them)
        ("above", np.uint64, _SETS),  # higher cards that cover it (N2.5)
        ("above_thin", np.uint64, _SETS),  # those that cover it by a sliver only
        ("below", np.uint64, _SETS),  # lower cards that it covers
        ("below_thin", np.uint64, _SETS),
        ("touch_above", np.uint64, _SETS),  # higher and lower cards of an explicit carpet that it touches without
        ("touch_below", np.uint64, _SETS),  # overlap: centres of cells may lie on both borders
        # snow cards in the order in which they were placed, each above all before it
        ("snow_x", np.float64, _CARDS),
        ("snow_y", np.float64, _CARDS),
        ("snow_c", np.float64, _CARDS),
        ("snow_s", np.float64, _CARDS),
        ("snow_pose", np.int64, _CARDS),
        # rasters
        ("visible", np.uint64, (POOL,)),  # VF (N2.6)
        ("visible_dead", np.uint64, (POOL,)),  # VF whose topmost fire card is dead
        ("carpet", np.uint64, (POOL,)),  # C
        ("outside", np.uint64, (POOL,)),  # T_out, or all of the table off the carpet with edge_includes_holes
        ("rim", np.uint64, (POOL,)),  # E (N2.8)
        ("sum_visible", np.int32, (MAX_ROWS,)),  # cells of VF in rows 0 .. r
        ("sum_dead", np.int32, (MAX_ROWS,)),
        # bookkeeping of the copies in views; no strategy needs it
        ("stamp", np.uint64),  # names this very table
        ("stamp_before", np.uint64),  # and the one before the last change,
        ("changed_from", np.int64),  # which touched these rows of the rasters
        ("changed_to", np.int64),
    ],
    align=True,
)

STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),  # who decides; -1 at the end
        ("kind", np.int64),  # PICK, PLACE, FLAKE or FREE
        ("ended", np.int64),
        ("turns", np.int64),  # completed turns; a turn cut short by the end counts
        ("rounds", np.int64),  # turns // n_players
        ("reason", np.int64),  # why no more card is picked up (an end), 0 while cards are
        ("flakes_found", np.int64),
        ("flakes_left", np.int64),  # found snowflakes that are not yet placed or left out
        ("flake", np.uint64, (2,)),  # hidden: which fire cards are snowflakes
        ("table", TABLE),
        # tallies
        ("fire_cells", np.int64),  # cells of F at the start
        ("start_free", np.int64),
        ("picks", np.int64),
        ("placed", np.int64),  # before the end
        ("flakes_used", np.int64),
        ("discarded", np.int64),
        ("sliver_picks", np.int64),  # picked up by the 1 mm exception
        ("sliver_places", np.int64),  # placements that newly cover less than 5 % of a card (NA12)
        ("wasted_cells", np.int64),  # cells of placed snow that were no visible fire
        ("free_sum", np.int64),  # legal pick-ups, summed over pick-ups
        ("by_seat", np.int64, (8, 4)),  # picks, placed (snowflakes too), newly covered cells, sliver placements
        ("free_at", np.int64, (N_MARKS,)),  # legal pick-ups when MARKS cards have been picked up; 0 after the end
        ("visible_at", np.int64, (N_MARKS,)),  # cells of VF then
        ("probes", np.int64),  # random candidates tried by the game itself, some before each placement
        ("breaks", np.int64, (4,)),  # those that break P0, P1, P2, P3
        ("fine_cells", np.int64),  # at the end: 0.5 mm cells of VF, counted up to a few more than matter
        ("end_cells", np.int64),  # at the end: cells of F
        ("showing", np.int64),  # at the end: fire cards of which more than 25 mm2 are seen
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),
        ("n_legal", np.int64),  # PICK: number of legal cards; else -1
        ("legal", np.int16, (MAX_CARDS,)),  # PICK: ids in ascending order
        ("n_players", np.int64),
        ("turns", np.int64),
        ("flakes_found", np.int64),
        ("flakes_left", np.int64),
        ("table", TABLE),
        ("used", np.int64),  # bookkeeping: words of the rasters in use
        ("mark", np.uint64),  # bookkeeping: says that the rest is clear
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("n_cards", np.int64),
        ("n_flakes", np.int64),
        ("w", np.float64),
        ("h", np.float64),
        ("diag", np.float64),
        ("sliver", np.float64),
        ("inradius", np.int64),  # 1: sliver_measure is inradius
        ("by_snow", np.int64),
        ("must_cover", np.int64),  # 0 visible fire, 1 carpet, 2 none
        ("min_cover", np.float64),
        ("adjacency_gap", np.float64),
        ("overlap", np.float64),
        ("edge_rule", np.int64),  # 0 proximity, 1 strict, 2 off
        ("edge_gap", np.float64),
        ("stick_cells", np.int64),  # e of N2.10
        ("holes", np.int64),
        ("exact_tol", np.float64),
        ("flakes_free", np.int64),
        ("no_placement", np.int64),  # 0 discard, 1 free, 2 end
        ("model", np.int64),  # 0 disc, 1 ring, 2 gauss, 3 fan
        ("spread", np.float64),
        ("fan_inner", np.int64),
        ("fan_noise", np.float64),
        ("attach", np.float64),
        ("solved_tol", np.float64),
        ("cell", np.float64),
        ("cell_area", np.float64),
        ("card_rows", np.int64),  # rows of the raster that a card can reach, whatever its pose
        ("windows", np.int64),  # 64-bit windows that a row of a card can reach
        ("rim_rows", np.int64),  # the same for a card that is `edge_gap` longer and wider on every side
        ("rim_windows", np.int64),
        ("explicit", np.int64),  # cards of an explicit carpet, 0: generated
        ("poses", np.int64, _CARDS),
        ("levels", np.int64, _CARDS),
    ],
    align=True,
)


def pack_pose(x_mm: float, y_mm: float, angle_deg: float) -> int:
    """The action of a pose: the nearest on the grid. Plain Python.

    Raises:
        ValueError: farther than 2047 mm from the origin.
    """
    x, y = (int(np.floor(v * GRID + 0.5)) + OFFSET for v in (x_mm, y_mm))
    if not (0 <= x < 2 * OFFSET and 0 <= y < 2 * OFFSET):
        raise ValueError(f"positions must be -2047 to 2047 mm; {x_mm}, {y_mm} came.")
    return x << X_SHIFT | y << Y_SHIFT | int(np.floor(angle_deg * 100 + 0.5)) % ANGLES


def unpack_pose(pose: int) -> tuple[float, float, float]:
    """x and y in mm and the angle in degrees of a packed pose. Plain Python."""
    x, y = (pose >> X_SHIFT) - OFFSET, (pose >> Y_SHIFT & (2 * OFFSET - 1)) - OFFSET
    return x / GRID, y / GRID, (pose & (1 << Y_SHIFT) - 1) / 100
