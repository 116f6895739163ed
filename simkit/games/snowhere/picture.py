"""The table seen from above: fire cards from the lowest up, then snow in the order in which it was laid."""

from __future__ import annotations

import math
from typing import Any

from simkit.games.snowhere.state import NO_POSE, unpack_pose
from simkit.picture import Picture, Shape, Style

FIRE, SNOW, FLAKE = range(3)
STYLES = (Style("fire", 4), Style("snow", 5), Style("snowflake, placed at the end", 0, marked=True))
ROUND = 20.0
"""mm. The square that is shown grows in steps of this."""


def picture(state: Any, rules: Any) -> Picture:
    """What lies on the table now. `state`, `rules`: records."""
    table = state.table
    fire = [card for card in range(int(table.n_cards)) if int(table.fire_pose[card]) != NO_POSE]
    fire.sort(key=lambda card: int(table.level[card]))
    shapes = [Shape(_corners(int(table.fire_pose[card]), rules), FIRE) for card in fire]
    for place in range(int(table.n_snow)):
        style = SNOW if place < int(state.placed) else FLAKE
        shapes.append(Shape(_corners(int(table.snow_pose[place]), rules), style))
    return Picture(tuple(shapes), STYLES, _caption(state, len(fire)), _half(state, rules))


def _corners(pose: int, rules: Any) -> tuple[tuple[float, float], ...]:
    """The corners of a card in mm, anticlockwise."""
    x, y, angle = unpack_pose(pose)
    c, s = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    half_w, half_h = 0.5 * float(rules.w), 0.5 * float(rules.h)
    return tuple(
        (x + p * half_w * c - q * half_h * s, y + p * half_w * s + q * half_h * c)
        for p, q in ((-1, -1), (1, -1), (1, 1), (-1, 1))
    )


def _caption(state: Any, n_fire: int) -> str:
    share = int(state.table.cells_visible) / max(int(state.fire_cells), 1)
    cards = f"{n_fire} fire card{'' if n_fire == 1 else 's'}"
    return f"{cards}, {int(state.table.n_snow)} of snow: {100 * share:.1f} % of the fire shows"


def _half(state: Any, rules: Any) -> float:
    """Half the side in mm of a square that holds the carpet and all that may be laid beside it."""
    table, cell = state.table, float(rules.cell)
    reach = 0.0
    for card in range(int(table.n_cards)):
        if int(table.fire_pose[card]) != NO_POSE:
            x, y, _ = unpack_pose(int(table.fire_pose[card]))
            reach = max(reach, abs(x), abs(y))
    for place in range(int(table.n_snow)):
        x, y, _ = unpack_pose(int(table.snow_pose[place]))
        reach = max(reach, abs(x), abs(y))
    return math.ceil((reach + 0.5 * float(rules.diag) + cell) / ROUND) * ROUND
