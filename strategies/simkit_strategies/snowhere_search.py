"""What the players of Snowhere search with: where to put a card, and which card to pick up (section 6).

A candidate counts only if it is legal, but its legality is tested last, and only where it would beat the best so far:
the choice is the same as if all had been tested, in less than half the time.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.geometry import EPS_LEN, pen
from simkit.games.snowhere.sets import has
from simkit.games.snowhere.state import ANGLES, NO_POSE, SKIP
from simkit.games.snowhere.table import (
    buried,
    cosine,
    covers_enough,
    dead_candidate,
    dead_cover,
    edge_point,
    exclusive_area,
    legality,
    make_pose,
    new_cover,
    new_dead_within,
    obeys,
    on_table,
    pose_cos,
    pose_sin,
    pose_x,
    pose_y,
    random_candidate,
    unlocks,
)
from simkit.jit import kernel
from simkit.rng import below, uniform

SPARE_TRIES = 3_000
"""Further candidates, of which the first legal one is taken if none of the first K is legal (section 5)."""
FLAKE_CANDIDATES = 600
# Where candidates come from.
FIRE, DEAD, RIM, BESIDE = range(4)
"""Round visible fire; every other one round visible fire of dead cards; along the edge, sticking out; overlapping the
newest snow card a little. Of the last two, every other candidate is of the other of both, where there is one."""
STICK_OUT = (3.0, 10.0)
OVERLAP = (3.0, 8.0)
"""mm. How far `rim_first` reaches over the edge, and over the newest snow card."""


@kernel
def candidate(table: Any, rules: Any, rng: Any, source: Any, number: Any, jitter: Any) -> Any:
    """The pose of candidate `number`, or NO_POSE."""
    if source == DEAD and number % 2 == 1:
        return dead_candidate(table, rules, rng, jitter)
    if source == RIM or source == BESIDE:
        beside = number % 2 == 1 if source == RIM else number % 2 == 0
        return beside_newest(table, rules, rng) if beside else along_edge(table, rules, rng)
    return random_candidate(table, rules, rng, jitter)


@kernel
def between(rng: Any, limits: Any) -> Any:
    """Uniform between two numbers."""
    return limits[0] + (limits[1] - limits[0]) * uniform(rng)


@kernel
def along_edge(table: Any, rules: Any, rng: Any) -> Any:
    """A card square to the edge of the carpet, reaching 3-10 mm over it; NO_POSE where no fire lies at the edge."""
    point = np.empty(4)
    if not edge_point(table, rules, rng, point):
        return NO_POSE
    lying = below(rng, 2) == 1
    along, across = (rules.w, rules.h) if lying else (rules.h, rules.w)
    back = 0.5 * across - between(rng, STICK_OUT)
    slide = (uniform(rng) - 0.5) * along
    x = point[0] - back * point[2] - slide * point[3]
    y = point[1] - back * point[3] + slide * point[2]
    # The card's width runs outwards, or for a lying card along the edge: 90 degrees on.
    return make_pose(x, y, (angle_of(point[2], point[3]) + (ANGLES // 2 if lying else 0)) % ANGLES)


@kernel
def angle_of(x: Any, y: Any) -> Any:
    """The direction of a unit vector, or of its opposite, in 1/100 degrees from 0 to 17,999.

    Looked up in the game's table of cosines: an arctangent differs in its last digit from machine to machine.
    """
    if y < 0.0:
        x, y = -x, -y
    low, high = np.int64(0), np.int64(ANGLES - 1)
    while low < high:
        middle = (low + high) // 2
        if cosine(middle) > x:
            low = middle + 1
        else:
            high = middle
    return low


@kernel
def beside_newest(table: Any, rules: Any, rng: Any) -> Any:
    """A card parallel to the newest snow card that overlaps it by 3-8 mm; NO_POSE where no snow lies."""
    last = table.n_snow - 1
    if last < 0:
        return NO_POSE
    c, s = table.snow_c[last], table.snow_s[last]
    side = 1.0 if below(rng, 2) == 1 else -1.0
    by_width = below(rng, 2) == 1
    step = side * ((rules.w if by_width else rules.h) - between(rng, OVERLAP))
    slide = (uniform(rng) - 0.5) * (rules.h if by_width else rules.w)
    u, v = (step, slide) if by_width else (slide, step)
    x, y = table.snow_x[last] + u * c - v * s, table.snow_y[last] + u * s + v * c
    return make_pose(x, y, table.snow_pose[last] & (1 << 15) - 1)


@kernel
def worth(table: Any, rules: Any, pose: Any, taste: Any, best: Any) -> Any:
    """The score of a pose in mm2, or at most `best` as soon as it cannot be more.

    `taste`: the worth of 1 mm2 of newly covered fire whose topmost card is not dead (1 mm2 of dead fire is worth 1),
    and what is taken off for each card buried that could be picked up now, and for each card that dies.
    """
    cover = new_cover(table, rules, pose)
    score = cover
    if score <= best:
        return score
    if taste[0] != 1.0:
        score = taste[0] * cover + (1.0 - taste[0]) * dead_cover(table, rules, pose)
    if taste[1] > 0.0 and score > best:
        score -= taste[1] * buried(table, rules, pose)
    if taste[2] > 0.0 and score > best:
        score -= taste[2] * new_dead_within(table, rules, pose, (score - best) / taste[2])
    return score


@kernel
def fits(table: Any, rules: Any, pose: Any) -> Any:
    """True for a legal pose; P0 comes first, since its area is what a search asks for anyway."""
    if rules.must_cover == 0 and new_cover(table, rules, pose) < rules.min_cover:
        return False
    return (rules.must_cover == 0 or covers_enough(table, rules, pose)) and obeys(table, rules, pose)


@kernel
def touches(table: Any, rules: Any, pose: Any, cards: Any) -> Any:
    """True if a card there would cover one of a set of fire cards."""
    place = (pose_x(pose), pose_y(pose), pose_cos(pose), pose_sin(pose))
    for card in range(table.n_cards):
        if has(cards, card) and has(table.fire, card):
            there = (table.fire_x[card], table.fire_y[card], table.fire_c[card], table.fire_s[card])
            if pen(place, there, rules.w, rules.h) > EPS_LEN:
                return True
    return False


@kernel
def best_place(table: Any, rules: Any, rng: Any, how: Any, taste: Any, spared: Any) -> Any:
    """The legal candidate of the highest score, or NO_POSE if none of them is legal.

    `how`: number of candidates, jitter in mm, source. `spared`: set of fire cards that must not be covered.
    """
    best, found = -np.inf, np.int64(NO_POSE)
    sparing = spared[0] | spared[1] != np.uint64(0)
    for number in range(how[0]):
        pose = candidate(table, rules, rng, how[2], number, how[1])
        if pose == NO_POSE:
            continue
        score = worth(table, rules, pose, taste, best)
        if score > best and not (sparing and touches(table, rules, pose, spared)) and fits(table, rules, pose):
            best, found = score, pose
    return found


@kernel
def first_place(table: Any, rules: Any, rng: Any, jitter: Any, tries: Any) -> Any:
    """The first legal candidate of `tries`; SKIP if none is."""
    for number in range(tries):
        pose = candidate(table, rules, rng, FIRE, number, jitter)
        if pose != NO_POSE and legality(table, rules, pose) == 0:
            return pose
    return np.int64(SKIP)


@kernel
def any_place(table: Any, rules: Any, rng: Any, jitter: Any, tries: Any) -> Any:
    """The first candidate of `tries` that lies on the table, where no rule need be obeyed; SKIP if none does."""
    for number in range(tries):
        pose = candidate(table, rules, rng, FIRE, number, jitter)
        if on_table(table, rules, pose):
            return pose
    return np.int64(SKIP)


@kernel
def place_or_skip(table: Any, rules: Any, rng: Any, how: Any, taste: Any) -> Any:
    """The best candidate; if none is legal the first legal one of 3,000 more; if none is, SKIP."""
    pose = best_place(table, rules, rng, how, taste, (np.uint64(0), np.uint64(0)))
    return pose if pose != NO_POSE else first_place(table, rules, rng, how[1], SPARE_TRIES)


@kernel
def place_freely(table: Any, rules: Any, rng: Any, jitter: Any, tries: Any) -> Any:
    """Of candidates that need obey no rule (`no_placement=free`, `flake_rules=free`) the one that covers most."""
    best, found = 0.0, np.int64(SKIP)
    for _ in range(tries):
        pose = random_candidate(table, rules, rng, jitter)
        if pose != NO_POSE:
            area = new_cover(table, rules, pose)
            if area > best:
                best, found = area, pose
    return found


@kernel
def place_flake(table: Any, rules: Any, rng: Any, jitter: Any) -> Any:
    """Of 600 candidates the legal one that newly covers most; SKIP if none covers anything."""
    if rules.flakes_free == 1:
        return place_freely(table, rules, rng, jitter, FLAKE_CANDIDATES)
    how = (np.int64(FLAKE_CANDIDATES), jitter, np.int64(FIRE))
    pose = best_place(table, rules, rng, how, (1.0, 0.0, 0.0), (np.uint64(0), np.uint64(0)))
    return pose if pose != NO_POSE and new_cover(table, rules, pose) > 0.0 else np.int64(SKIP)


@kernel
def pick_largest(view: Any, rules: Any, rng: Any) -> Any:
    """The card that shows most fire which no other card would show in its place; ties at random."""
    best, found, ties = -1.0, np.int64(0), np.int64(0)
    for i in range(view.n_legal):
        card = np.int64(view.legal[i])
        area = exclusive_area(view.table, rules, card)
        ties = ties + 1 if area == best else np.int64(1)
        if area > best or (area == best and below(rng, ties) == 0):
            best, found = area, card
    return found


@kernel
def pick_freeing(view: Any, rules: Any, rng: Any, by_area: Any) -> Any:
    """The card without which most others can be picked up; ties by exclusive area if `by_area`, then at random."""
    most, best, found, ties = np.int64(-1), -1.0, np.int64(0), np.int64(0)
    for i in range(view.n_legal):
        card = np.int64(view.legal[i])
        freed = np.int64(unlocks(view.table, rules, card))
        if freed < most:
            continue
        area = exclusive_area(view.table, rules, card) if by_area else 0.0
        if freed == most and area < best:
            continue
        same = freed == most and area == best
        ties = ties + 1 if same else np.int64(1)
        if not same or below(rng, ties) == 0:
            most, best, found = freed, area, card
    return found
