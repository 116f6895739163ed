"""How `sliver_dumper` of Snowhere gets rid of a card: on the bare table, over a sliver of one fire card (NA12)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.geometry import EPS_LEN, off_card, pen
from simkit.games.snowhere.sets import has
from simkit.games.snowhere.state import NO_POSE
from simkit.games.snowhere.table import edge_point, make_pose, pose_cos, pose_sin, pose_x, pose_y
from simkit.jit import kernel
from simkit.rng import below, uniform
from simkit_strategies.snowhere_search import fits


@kernel
def dump(table: Any, rules: Any, rng: Any, tries: Any) -> Any:
    """A legal pose that covers a single fire card, by a sliver; NO_POSE if none is found in `tries`."""
    point = np.empty(4)
    for _ in range(tries):
        if rules.sliver <= 0.0 or not edge_point(table, rules, rng, point):
            return np.int64(NO_POSE)
        card = _top_card_at(table, rules, point[0], point[1])
        if card < 0:
            continue
        pose = _against(table, rules, rng, card, point)
        if covers_one_by_a_sliver(table, rules, pose) and fits(table, rules, pose):
            return pose
    return np.int64(NO_POSE)


@kernel
def _top_card_at(table: Any, rules: Any, x: Any, y: Any) -> Any:
    """The highest fire card that holds a point, -1 if none does."""
    found, level = -1, -1
    for card in range(table.n_cards):
        there = (table.fire_x[card], table.fire_y[card], table.fire_c[card], table.fire_s[card])
        if has(table.fire, card) and table.level[card] > level and off_card(x, y, there, rules.w, rules.h) <= 0.0:
            found, level = card, table.level[card]
    return found


@kernel
def _against(table: Any, rules: Any, rng: Any, card: Any, point: Any) -> Any:
    """A pose parallel to a fire card, moved along its width or its height outwards until only a sliver is covered."""
    c, s = table.fire_c[card], table.fire_s[card]
    by_width = below(rng, 2) == 1
    outwards = point[2] * c + point[3] * s if by_width else point[3] * c - point[2] * s
    step = (rules.w if by_width else rules.h) - uniform(rng) * rules.sliver
    step = step if outwards >= 0.0 else -step
    slide = (2.0 * uniform(rng) - 1.0) * (rules.h if by_width else rules.w)
    u, v = (step, slide) if by_width else (slide, step)
    x, y = table.fire_x[card] + u * c - v * s, table.fire_y[card] + u * s + v * c
    return make_pose(x, y, table.fire_pose[card] & (1 << 15) - 1)


@kernel
def covers_one_by_a_sliver(table: Any, rules: Any, pose: Any) -> Any:
    """True if a card there covers exactly one fire card, and that by `sliver_mm` at most."""
    place, covered = (pose_x(pose), pose_y(pose), pose_cos(pose), pose_sin(pose)), np.int64(0)
    for card in range(table.n_cards):
        if not has(table.fire, card):
            continue
        there = (table.fire_x[card], table.fire_y[card], table.fire_c[card], table.fire_s[card])
        depth = pen(place, there, rules.w, rules.h)
        if depth > rules.sliver:
            return False
        covered += np.int64(depth > EPS_LEN)
    return covered == 1
