"""Generated carpets (specification N3): positions, attachment, levels."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.geometry import SLACK, gap, pen
from simkit.games.snowhere.hits import is_attached
from simkit.games.snowhere.poses import fire_place, make_pose, place_of
from simkit.games.snowhere.state import ANGLES, FAR, GRID, NO_POSE
from simkit.games.snowhere.trig import cosine, fifth_root_squared, logarithm, sine
from simkit.jit import kernel
from simkit.rng import shuffle, uniform

ARMS, STEPS = 8, 14
"""N3.4, `fan`."""
REDRAWS = 400
FAN_JITTER = 12.0
DISC, RING, GAUSS, FAN = range(4)


@kernel
def draw_direction(rng: Any) -> Any:
    """A direction of the full circle in 1/100 degrees: the whole part of 36000 uniform numbers' worth."""
    return np.int64(uniform(rng) * (2 * ANGLES))


@kernel
def normal(rng: Any) -> Any:
    """N(0, 1) by Box and Muller, one number from two draws: sqrt(-2 ln(1 - U1)) cos(direction U2)."""
    radius = np.sqrt(-2.0 * logarithm(1.0 - uniform(rng)))
    return radius * cosine(draw_direction(rng))


@kernel
def draw_position(rules: Any, i: Any, rng: Any) -> Any:
    """Where card i might lie (N3.4): x and y in mm."""
    if rules.model == GAUSS:
        x = rules.spread * normal(rng)
        return x, rules.spread * normal(rng)
    if rules.model == FAN:
        arm, step = i % ARMS, i // ARMS
        radius = rules.spread * np.sqrt((np.float64(step) + uniform(rng)) / STEPS)
        turn = (np.float64(arm) + 0.5 * (uniform(rng) - 0.5)) / ARMS
        direction = np.int64(np.floor(turn * (2 * ANGLES))) % (2 * ANGLES)
        x = radius * cosine(direction) + FAN_JITTER * normal(rng)
        return x, radius * sine(direction) + FAN_JITTER * normal(rng)
    share = uniform(rng)
    radius = rules.spread * (np.sqrt(share) if rules.model == DISC else fifth_root_squared(share))
    direction = draw_direction(rng)
    return radius * cosine(direction), radius * sine(direction)


@kernel
def set_fire(table: Any, card: Any, pose: Any) -> None:
    """Put the pose of a fire card down; NO_POSE takes the card away."""
    table.fire_pose[card] = pose
    if pose == NO_POSE:
        table.fire_x[card] = FAR
        table.fire_y[card] = FAR
        table.fire_c[card] = 1.0
        table.fire_s[card] = 0.0
    else:
        x, y, c, s = place_of(pose)
        table.fire_x[card] = x
        table.fire_y[card] = y
        table.fire_c[card] = c
        table.fire_s[card] = s


@kernel
def slid(table: Any, rules: Any, n: Any, pose: Any) -> Any:
    """N3.2: the pose moved straight towards the nearest of the cards 0 .. n - 1 until it overlaps by `attach_mm`."""
    place = place_of(pose)
    nearest, best = np.int64(0), np.inf
    for i in range(n):
        apart = gap(place, fire_place(table, i), rules.w, rules.h)
        if apart < best:
            nearest, best = np.int64(i), apart
    other = fire_place(table, nearest)
    dx, dy = place[0] - other[0], place[1] - other[1]
    away = np.sqrt(dx * dx + dy * dy)
    c, s = abs(place[2] * other[2] + place[3] * other[3]), abs(other[3] * place[2] - other[2] * place[3])
    u = max(abs(dx * place[2] + dy * place[3]), abs(dx * other[2] + dy * other[3]))
    v = max(abs(dy * place[2] - dx * place[3]), abs(dy * other[2] - dx * other[3]))
    long_u = 0.5 * (rules.w + rules.w * c + rules.h * s) - rules.attach
    long_v = 0.5 * (rules.h + rules.w * s + rules.h * c) - rules.attach
    part = min(long_u / u if u > 0.0 else np.inf, long_v / v if v > 0.0 else np.inf)
    part = max(0.0, min(part, 1.0))
    while True:  # to the grid, a step nearer where rounding has lost the last bit of overlap
        moved = make_pose(other[0] + part * dx, other[1] + part * dy, np.int64(pose) & 0x7FFF)
        if part <= 0.0 or pen(place_of(moved), other, rules.w, rules.h) >= rules.attach - SLACK:
            return moved
        part = max(0.0, part - 1.0 / (GRID * away))


@kernel
def draw_cards(table: Any, rules: Any, rng: Any) -> None:
    """N3.2: lay all cards.

    A draw is position, then angle. A card that overlaps no earlier one by `attach_mm` is drawn anew, up to 400 times,
    and then slid.
    """
    for i in range(rules.n_cards):
        pose, attached = np.int64(NO_POSE), False
        for _ in range(REDRAWS + 1):
            x, y = draw_position(rules, i, rng)
            pose = make_pose(x, y, np.int64(uniform(rng) * ANGLES))
            if i == 0 or is_attached(table, rules, place_of(pose), i, rules.attach):
                attached = True
                break
        if not attached:
            pose = slid(table, rules, i, pose)
        set_fire(table, i, pose)


@kernel
def draw_levels(table: Any, rules: Any, rng: Any) -> None:
    """N3.3: a random order; `fan`: by the step in the arm, plus or minus, and N(0, fan_noise); 0 is the lowest."""
    n = np.int64(rules.n_cards)
    if rules.model != FAN:
        for i in range(n):
            table.level[i] = i
        shuffle(rng, table.level, n)
        return
    keys = np.empty(n)
    for i in range(n):
        step = np.float64(i // ARMS)
        keys[i] = (-step if rules.fan_inner else step) + rules.fan_noise * normal(rng)
    for i in range(n):
        rank = np.int64(0)
        for j in range(n):
            rank += keys[j] < keys[i] or (keys[j] == keys[i] and j < i)
        table.level[i] = rank


@kernel
def half_box(table: Any, rules: Any, card: Any) -> Any:
    """Half the width and height of a fire card's bounding box."""
    c, s = abs(table.fire_c[card]), abs(table.fire_s[card])
    return 0.5 * (rules.w * c + rules.h * s), 0.5 * (rules.w * s + rules.h * c)
