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
def _hit_word(table: Any, rules: Any, place: Any, first: Any, last: Any) -> Any:
    """Bits of the fire cards first .. last - 1 that a place overlaps, and of those it overlaps by more than a sliver."""
    x, y, c, s = place
    w, h = rules.w, rules.h
    limit, share = rules.sliver + SLACK, np.float64(rules.inradius)
    hit = deep = _NONE
    for i in range(first, last):
        dx, dy = table.fire_x[i] - x, table.fire_y[i] - y
        c2, s2 = table.fire_c[i], table.fire_s[i]
        cc, ss = abs(c * c2 + s * s2), abs(s2 * c - c2 * s)
        u = max(abs(dx * c + dy * s), abs(dx * c2 + dy * s2))
        v = max(abs(dy * c - dx * s), abs(dy * c2 - dx * s2))
        depth = min(0.5 * (w + w * cc + h * ss) - u, 0.5 * (h + w * ss + h * cc) - v)
        bit = np.uint64(i - first)
        hit |= np.uint64(depth > EPS_LEN) << bit
        deep |= np.uint64(depth > limit * (1.0 + share * (cc + ss))) << bit
    return hit, deep


@kernel
def fire_hits(table: Any, rules: Any, place: Any) -> Any:
    """Sets of the fire cards on the table that a place overlaps, and of those by more than a sliver: 4 words."""
    n = np.int64(table.n_cards)
    hit0, deep0 = _hit_word(table, rules, place, np.int64(0), min(n, np.int64(64)))
    hit1, deep1 = _hit_word(table, rules, place, np.int64(64), n)
    return hit0, hit1, deep0, deep1


@kernel
def is_attached(table: Any, rules: Any, place: Any, n: Any, depth: Any) -> Any:
    """Whether a place overlaps at least one of the fire cards 0 .. n - 1 by `depth` or more."""
    x, y, c, s = place
    w, h = rules.w, rules.h
    found = _NONE
    for i in range(n):
        dx, dy = table.fire_x[i] - x, table.fire_y[i] - y
        c2, s2 = table.fire_c[i], table.fire_s[i]
        cc, ss = abs(c * c2 + s * s2), abs(s2 * c - c2 * s)
        u = max(abs(dx * c + dy * s), abs(dx * c2 + dy * s2))
        v = max(abs(dy * c - dx * s), abs(dy * c2 - dx * s2))
        here = min(0.5 * (w + w * cc + h * ss) - u, 0.5 * (h + w * ss + h * cc) - v)
        found |= np.uint64(here >= depth - SLACK)
    return found != _NONE


@kernel
def overlaps_neighbours(table: Any, rules: Any, place: Any) -> Any:
    """P1 (N7.2): every snow card is overlapped by `overlap_mm` or farther away than `adjacency_gap_mm`."""
    x, y, c, s = place
    w, h = rules.w, rules.h
    most, least = rules.overlap - SLACK, -(rules.adjacency_gap + SLACK)
    doubtful = _NONE
    for i in range(table.n_snow):
        dx, dy = table.snow_x[i] - x, table.snow_y[i] - y
        c2, s2 = table.snow_c[i], table.snow_s[i]
        cc, ss = abs(c * c2 + s * s2), abs(s2 * c - c2 * s)
        u = max(abs(dx * c + dy * s), abs(dx * c2 + dy * s2))
        v = max(abs(dy * c - dx * s), abs(dy * c2 - dx * s2))
        depth = min(0.5 * (w + w * cc + h * ss) - u, 0.5 * (h + w * ss + h * cc) - v)
        doubtful |= np.uint64((depth < most) & (depth >= least))
    if doubtful == _NONE:
        return True
    # A negative depth is a lower bound of the gap: the exact one is needed only for these cards.
    for i in range(table.n_snow):
        other = snow_place(table, i)
        depth = pen(place, other, w, h)
        if least <= depth < most and gap(place, other, w, h) <= rules.adjacency_gap + SLACK:
            return False
    return True
