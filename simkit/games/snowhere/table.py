"""What strategies may ask of the table: compiled helpers, to be called from `choose` or from other helpers.

`table` is `view.table`; a *pose* is an action (see `state`); areas are in mm2; sets are two words of bits by card id.

    legality     on_table, covers_enough (P0), keeps_adjacency (P1), keeps_edge (P2), is_no_exact_cover (P3); obeys: P1
                 to P3 at once; legality: the reason code
    areas        new_cover, dead_cover, visible_area, exclusive_area
    supply       buried, new_dead, new_dead_within, unlocks; has, count, nth of the sets table.fire, table.free,
                 table.dead
    candidates   random_candidate, dead_candidate, aligned_candidate, edge_point, edge_cells
"""

from simkit.games.snowhere.candidates import (
    aligned_candidate,
    dead_candidate,
    edge_cells,
    edge_point,
    exclusive_area,
    random_candidate,
    visible_area,
)
from simkit.games.snowhere.cover import buried, is_free, new_dead, new_dead_within, unlocks
from simkit.games.snowhere.legal import (
    covers_enough,
    dead_cover,
    is_no_exact_cover,
    keeps_adjacency,
    keeps_edge,
    legality,
    new_cover,
    obeys,
    on_table,
)
from simkit.games.snowhere.poses import (
    fire_place,
    make_pose,
    place_of,
    pose_angle,
    pose_cos,
    pose_sin,
    pose_x,
    pose_y,
    snow_place,
)
from simkit.games.snowhere.sets import count, has, nth
from simkit.games.snowhere.trig import cosine, sine

__all__ = [
    "aligned_candidate",
    "buried",
    "cosine",
    "count",
    "covers_enough",
    "dead_candidate",
    "dead_cover",
    "edge_cells",
    "edge_point",
    "exclusive_area",
    "fire_place",
    "has",
    "is_free",
    "is_no_exact_cover",
    "keeps_adjacency",
    "keeps_edge",
    "legality",
    "make_pose",
    "new_cover",
    "new_dead",
    "new_dead_within",
    "nth",
    "obeys",
    "on_table",
    "place_of",
    "pose_angle",
    "pose_cos",
    "pose_sin",
    "pose_x",
    "pose_y",
    "random_candidate",
    "sine",
    "snow_place",
    "unlocks",
    "visible_area",
]
