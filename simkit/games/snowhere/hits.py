"""Which fire and snow cards a place overlaps: separating axes against all cards at once.

The loops run over all ids without a branch (picked-up cards lie far away), so that the compiler takes eight at a time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.geometry import EPS_LEN, SLACK, gap, pen
from simkit.games.snowhere.poses import snow_place
from simkit.jit import kernel

_NONE = np.uint64(0)


@kernel
def _depth(ux: Any, uy: Any, vx: Any, vy: Any, cc: Any, ss: Any, size: Any) -> Any:
    """Penetration from the offsets along both cards' sides and the turn between them (see `geometry.pen`)."""
    u, v = ux if ux > vx else vx, uy if uy > vy else vy
    along = 0.5 * (size[0] + size[0] * cc + size[1] * ss) - u
    across = 0.5 * (size[1] + size[0] * ss + size[1] * cc) - v
    return along if along < across else across


@kernel
def _hit_word(x: Any, y: Any, c: Any, s: Any, place: Any, rules: Any) -> Any:
    """Bits of the cards (64 at most, arrays of places) that a place overlaps, and of those by more than a sliver."""
    x0, y0, c0, s0 = place
    size, limit, share = (rules.w, rules.h), rules.sliver + SLACK, np.float64(rules.inradius)
    hit = deep = _NONE
    for i in range(len(x)):
        dx, dy = x[i] - x0, y[i] - y0
        cc, ss = abs(c0 * c[i] + s0 * s[i]), abs(s[i] * c0 - c[i] * s0)
        depth = _depth(
            abs(dx * c0 + dy * s0), abs(dy * c0 - dx * s0), abs(dx * c[i] + dy * s[i]), abs(dy * c[i] - dx * s[i]),
            cc, ss, size,
        )  # fmt: skip
        hit |= np.uint64(depth > EPS_LEN) << np.uint64(i)
        deep |= np.uint64(depth > limit * (1.0 + share * (cc + ss))) << np.uint64(i)
    return hit, deep


@kernel
def fire_hits(table: Any, rules: Any, place: Any) -> Any:
    """Sets of the fire cards on the table that a place overlaps, and of those by more than a sliver: 4 words."""
    n = np.int64(table.n_cards)
    m = n if n < 64 else np.int64(64)
    x, y, c, s = table.fire_x, table.fire_y, table.fire_c, table.fire_s
    hit0, deep0 = _hit_word(x[:m], y[:m], c[:m], s[:m], place, rules)
    hit1, deep1 = _hit_word(x[m:n], y[m:n], c[m:n], s[m:n], place, rules)
    return hit0, hit1, deep0, deep1


@kernel
def is_attached(table: Any, rules: Any, place: Any, n: Any, depth: Any) -> Any:
    """Whether a place overlaps at least one of the fire cards 0 .. n - 1 by `depth` or more."""
    x0, y0, c0, s0 = place
    x, y, c, s = table.fire_x[:n], table.fire_y[:n], table.fire_c[:n], table.fire_s[:n]
    size = (rules.w, rules.h)
    found = _NONE
    for i in range(n):
        dx, dy = x[i] - x0, y[i] - y0
        here = _depth(
            abs(dx * c0 + dy * s0), abs(dy * c0 - dx * s0), abs(dx * c[i] + dy * s[i]), abs(dy * c[i] - dx * s[i]),
            abs(c0 * c[i] + s0 * s[i]), abs(s[i] * c0 - c[i] * s0), size,
        )  # fmt: skip
        found |= np.uint64(here >= depth - SLACK)
    return found != _NONE


@kernel
def overlaps_neighbours(table: Any, rules: Any, place: Any) -> Any:
    """P1 (N7.2): every snow card is overlapped by `overlap_mm` or farther away than `adjacency_gap_mm`."""
    x0, y0, c0, s0 = place
    n = np.int64(table.n_snow)
    x, y, c, s = table.snow_x[:n], table.snow_y[:n], table.snow_c[:n], table.snow_s[:n]
    size = (rules.w, rules.h)
    most, least = rules.overlap - SLACK, -(rules.adjacency_gap + SLACK)
    doubtful = _NONE
    for i in range(n):
        dx, dy = x[i] - x0, y[i] - y0
        depth = _depth(
            abs(dx * c0 + dy * s0), abs(dy * c0 - dx * s0), abs(dx * c[i] + dy * s[i]), abs(dy * c[i] - dx * s[i]),
            abs(c0 * c[i] + s0 * s[i]), abs(s[i] * c0 - c[i] * s0), size,
        )  # fmt: skip
        doubtful |= np.uint64((depth < most) & (depth >= least))
    if doubtful == _NONE:
        return True
    # A negative depth is a lower bound of the gap: the exact one is needed only for these cards.
    for i in range(n):
        other = snow_place(table, i)
        depth = pen(place, other, rules.w, rules.h)
        if least <= depth < most and gap(place, other, rules.w, rules.h) <= rules.adjacency_gap + SLACK:
            return False
    return True
