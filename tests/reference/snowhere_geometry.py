"""Rectangles on a table, slow and obvious, written from the specification (N2.1 to N2.9, NA2). Lengths in mm."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

EPS_LEN = 1e-6
"""N2.4: "overlap" means pen > EPS_LEN. Also the slack of inclusive thresholds (section 0a)."""
SLACK = 1e-6

Point = tuple[float, float]
HalfPlane = tuple[float, float, float]
"""(nx, ny, c): the points with nx x + ny y <= c; (nx, ny) has length 1."""


@dataclass(frozen=True)
class Card:
    """N2.1: a card on the table; `deg` is the angle of its width in degrees."""

    cx: float
    cy: float
    deg: float
    w: float = 59.0
    h: float = 92.0

    @cached_property
    def axes(self) -> tuple[Point, Point]:
        """Unit vectors along the width and along the height."""
        turn = math.radians(self.deg)
        return (math.cos(turn), math.sin(turn)), (-math.sin(turn), math.cos(turn))

    @cached_property
    def corners(self) -> tuple[Point, ...]:
        """The four corners, counter-clockwise from the one at -u, -v."""
        (ux, uy), (vx, vy) = self.axes
        found = []
        for a, b in ((-1, -1), (1, -1), (1, 1), (-1, 1)):
            x, y = a * self.w / 2, b * self.h / 2
            found.append((self.cx + x * ux + y * vx, self.cy + x * uy + y * vy))
        return tuple(found)

    def moved(self, dx: float, dy: float) -> Card:
        return Card(self.cx + dx, self.cy + dy, self.deg, self.w, self.h)

    def reach(self) -> float:
        """Half a diagonal."""
        return math.hypot(self.w, self.h) / 2


def dot(a: Point, b: Point) -> float:
    return a[0] * b[0] + a[1] * b[1]


def far_apart(a: Card, b: Card, margin: float = 0.0) -> bool:
    """Whether the circles round the two cards are more than `margin` apart."""
    return math.hypot(a.cx - b.cx, a.cy - b.cy) > a.reach() + b.reach() + margin


def pen(a: Card, b: Card) -> float:
    """N2.2: how far one would have to be moved to be off the other; not positive if the interiors are disjoint."""
    values = []
    for axis in (*a.axes, *b.axes):
        on_a = [dot(axis, corner) for corner in a.corners]
        on_b = [dot(axis, corner) for corner in b.corners]
        values.append(min(max(on_a) - min(on_b), max(on_b) - min(on_a)))
    return min(values)


def overlap(a: Card, b: Card) -> bool:
    """N2.4."""
    return not far_apart(a, b) and pen(a, b) > EPS_LEN


def to_segment(p: Point, a: Point, b: Point) -> float:
    """Distance of a point from the segment a-b."""
    along = (b[0] - a[0], b[1] - a[1])
    t = dot((p[0] - a[0], p[1] - a[1]), along) / dot(along, along)
    t = max(0.0, min(1.0, t))
    return math.hypot(p[0] - a[0] - t * along[0], p[1] - a[1] - t * along[1])


def edges(card: Card) -> list[tuple[Point, Point]]:
    c = card.corners
    return [(c[i], c[(i + 1) % 4]) for i in range(4)]


def gap(a: Card, b: Card) -> float:
    """N2.3: 0 if the interiors overlap, else the distance of the closed rectangles."""
    if pen(a, b) > 0:
        return 0.0
    both = ((a, b), (b, a))
    return min(to_segment(p, *edge) for one, other in both for p in one.corners for edge in edges(other))


def disp(a: Card, b: Card) -> float:
    """N2.9: the farthest that a corner of one lies from its corner of the other, the better way round."""
    c, d = a.corners, b.corners
    turned = (d[2:] + d[:2], d)
    return min(max(math.dist(p, q) for p, q in zip(c, way, strict=True)) for way in turned)


def point_distance(x: float, y: float, card: Card) -> float:
    """Distance of a point from a closed rectangle, 0 inside."""
    u, v = card.axes
    to = (x - card.cx, y - card.cy)
    return math.hypot(max(0.0, abs(dot(to, u)) - card.w / 2), max(0.0, abs(dot(to, v)) - card.h / 2))


def half_planes(card: Card) -> list[HalfPlane]:
    """The four half planes whose intersection the card is."""
    planes = []
    centre = (card.cx, card.cy)
    for axis, length in zip(card.axes, (card.w, card.h), strict=True):
        for sign in (1, -1):
            n = (sign * axis[0], sign * axis[1])
            planes.append((*n, dot(n, centre) + length / 2))
    return planes


def inradius(a: Card, b: Card) -> float:
    """NA2 `inradius`: the radius of the largest circle in the overlap of two cards; negative where they are disjoint.

    Every circle that cannot grow touches three of the half planes; all triples are tried.
    """
    planes = half_planes(a) + half_planes(b)
    best = -math.inf
    for triple in combinations(planes, 3):
        circle = touching(triple)
        if circle is None:
            continue
        x, y, r = circle
        if all(nx * x + ny * y + r <= c + 1e-9 for nx, ny, c in planes):
            best = max(best, r)
    return best


def touching(planes: tuple[HalfPlane, ...]) -> tuple[float, float, float] | None:
    """The circle (x, y, r) that touches three lines from inside, by Cramer's rule; None where there is not just one."""
    rows = [(nx, ny, 1.0) for nx, ny, _ in planes]
    right = [c for _, _, c in planes]
    whole = det(rows)
    if abs(whole) < 1e-9:
        return None
    found = []
    for column in range(3):
        changed = [tuple(right[i] if j == column else rows[i][j] for j in range(3)) for i in range(3)]
        found.append(det(changed) / whole)
    return found[0], found[1], found[2]


def det(m: list[tuple[float, ...]]) -> float:
    return (
        m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1])
        - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0])
        + m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0])
    )
