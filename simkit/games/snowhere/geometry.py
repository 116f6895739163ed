"""Exact predicates on places (x, y, cosine, sine) of equal rectangles (specification N2.1 to N2.5, N2.9, NA2)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import kernel

EPS_LEN = 1e-6
"""mm. N2.4: "overlap" means pen > EPS_LEN."""
SLACK = 1e-6
"""mm. Of inclusive thresholds (section 0a)."""


@kernel
def pen(a: Any, b: Any, w: Any, h: Any) -> Any:
    """N2.2: the shortest translation in mm that separates two cards; not positive where they are disjoint.

    As the cards have one size, the half lengths along both widths are the same, and along both heights.
    """
    dx, dy = b[0] - a[0], b[1] - a[1]
    c, s = abs(a[2] * b[2] + a[3] * b[3]), abs(a[3] * b[2] - a[2] * b[3])
    u = max(abs(dx * a[2] + dy * a[3]), abs(dx * b[2] + dy * b[3]))
    v = max(abs(dy * a[2] - dx * a[3]), abs(dy * b[2] - dx * b[3]))
    return min(0.5 * (w + w * c + h * s) - u, 0.5 * (h + w * s + h * c) - v)


@kernel
def circle_in_overlap(a: Any, b: Any, w: Any, h: Any) -> Any:
    """NA2 `inradius`: radius of the largest circle in the overlap of two cards; not positive where they are disjoint.

    Both cards shrunk by r on all sides still meet exactly while r (1 + c + s) <= the overlap on every axis.
    """
    c, s = abs(a[2] * b[2] + a[3] * b[3]), abs(a[3] * b[2] - a[2] * b[3])
    return min(pen(a, b, w, h) / (1.0 + c + s), 0.5 * min(w, h))


@kernel
def off_card(x: Any, y: Any, a: Any, w: Any, h: Any) -> Any:
    """Distance of a point from a card, squared; 0 inside."""
    dx, dy = x - a[0], y - a[1]
    u = max(abs(dx * a[2] + dy * a[3]) - 0.5 * w, 0.0)
    v = max(abs(dy * a[2] - dx * a[3]) - 0.5 * h, 0.0)
    return u * u + v * v


@kernel
def gap(a: Any, b: Any, w: Any, h: Any) -> Any:
    """N2.3: the distance of two cards in mm, 0 if their interiors overlap."""
    if pen(a, b, w, h) > 0.0:
        return 0.0
    best = np.inf
    for i in range(4):
        p = (0.5 if i & 1 else -0.5) * w
        q = (0.5 if i & 2 else -0.5) * h
        best = min(best, off_card(a[0] + p * a[2] - q * a[3], a[1] + p * a[3] + q * a[2], b, w, h))
        best = min(best, off_card(b[0] + p * b[2] - q * b[3], b[1] + p * b[3] + q * b[2], a, w, h))
    return np.sqrt(best)


@kernel
def _farthest(dx: Any, dy: Any, p: Any, q: Any) -> Any:
    """The largest of |d + p + q|, |d + p - q|, |d - p + q|, |d - p - q|, squared."""
    best = 0.0
    for i in range(4):
        x = dx + (p[0] if i & 1 else -p[0]) + (q[0] if i & 2 else -q[0])
        y = dy + (p[1] if i & 1 else -p[1]) + (q[1] if i & 2 else -q[1])
        best = max(best, x * x + y * y)
    return best


@kernel
def disp(a: Any, b: Any, w: Any, h: Any) -> Any:
    """N2.9: the farthest in mm that a corner of one card lies from its corner of the other, the better way round."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    c, s = 0.5 * (b[2] - a[2]), 0.5 * (b[3] - a[3])
    straight = _farthest(dx, dy, (w * c, w * s), (-h * s, h * c))
    c, s = 0.5 * (b[2] + a[2]), 0.5 * (b[3] + a[3])
    return np.sqrt(min(straight, _farthest(dx, dy, (w * c, w * s), (-h * s, h * c))))
