"""The carpets of Snowhere (N3), slow and obvious, from the same chance streams as the kernels."""

from __future__ import annotations

import math
from typing import Any

from tests.reference.rng import Chance, Stream
from tests.reference.snowhere_geometry import Card, gap, pen
from tests.reference.snowhere_layout import Fire

CARDS, LEVELS, FLAKES = range(3)
ARMS, STEPS = 8, 14
DRAWS = 401
"""N3.2: a first draw and up to 400 redraws (section 0a)."""
FAN_JITTER = 12.0


def normal(stream: Stream) -> float:
    """N(0, 1) by Box and Muller, one number from two draws."""
    radius = math.sqrt(-2 * math.log(1 - stream.uniform()))
    return radius * math.cos(direction(stream))


def position(rules: Any, i: int, stream: Stream) -> tuple[float, float]:
    """N3.4: where card i (from 0) might lie."""
    size = rules.spread_mm
    if rules.carpet_model == "gauss":
        return size * normal(stream), size * normal(stream)
    if rules.carpet_model == "fan":
        arm, step = i % ARMS, i // ARMS
        radius = size * math.sqrt((step + stream.uniform()) / STEPS)
        turn = whole(360 * (arm + 0.5 * (stream.uniform() - 0.5)) / ARMS)
        x, y = radius * math.cos(turn), radius * math.sin(turn)
        return x + FAN_JITTER * normal(stream), y + FAN_JITTER * normal(stream)
    power = 0.5 if rules.carpet_model == "disc" else 0.4
    radius = size * stream.uniform() ** power
    turn = direction(stream)
    return radius * math.cos(turn), radius * math.sin(turn)


def direction(stream: Stream) -> float:
    """A direction of the full circle in radians, in whole 1/100 degrees."""
    return whole(360 * stream.uniform())


def whole(deg: float) -> float:
    """Degrees to radians, in whole 1/100 degrees."""
    return math.radians(math.floor(100 * deg) / 100)


def slid(card: Card, laid: list[Card], attach: float) -> Card:
    """N3.2: the card moved straight towards the centre of the nearest card until it overlaps by `attach`."""
    nearest = min(laid, key=lambda other: gap(card, other))
    dx, dy = nearest.cx - card.cx, nearest.cy - card.cy
    near, far = 1.0, 0.0  # parts of the way; at the centre the cards overlap deeply
    for _ in range(60):
        middle = (near + far) / 2
        if pen(card.moved(middle * dx, middle * dy), nearest) >= attach:
            near = middle
        else:
            far = middle
    return on_grid(card.moved(near * dx, near * dy))


def draw_cards(rules: Any, stream: Stream) -> list[Card]:
    """N3.2, N3.3: the cards in the order in which they are laid, without levels."""
    laid: list[Card] = []
    for i in range(rules.n_cards):
        for _ in range(DRAWS):
            x, y = position(rules, i, stream)
            turn = math.floor(18_000 * stream.uniform()) / 100
            card = on_grid(Card(x, y, turn, rules.card_w_mm, rules.card_h_mm))
            if not laid or any(pen(card, other) >= rules.attach_mm for other in laid):
                break
        else:
            card = slid(card, laid, rules.attach_mm)
        laid.append(card)
    return laid


def on_grid(card: Card) -> Card:
    """The nearest pose of the grid: 1/256 mm and 1/100 degree."""
    x, y = (math.floor(256 * v + 0.5) / 256 for v in (card.cx, card.cy))
    return Card(x, y, card.deg, card.w, card.h)


def levels(rules: Any, stream: Stream) -> list[int]:
    """N3.3, N3.4: the level of every card."""
    ids = list(range(rules.n_cards))
    if rules.carpet_model != "fan":
        stream.shuffle(ids)
        return ids
    sign = 1 if rules.fan_top == "outer" else -1
    heights = [sign * (i // ARMS) + rules.fan_noise * normal(stream) for i in ids]
    order = sorted(ids, key=lambda i: heights[i])
    return [order.index(i) for i in ids]


def flakes(rules: Any, stream: Stream) -> set[int]:
    """N3.1: the ids of the snowflakes."""
    ids = list(range(rules.n_cards))
    stream.shuffle(ids)
    return set(ids[: rules.n_flakes])


def lay(rules: Any, chance: Chance) -> list[Fire]:
    """N3.1 to N3.4: a whole carpet, ids in the order of laying."""
    hidden = flakes(rules, chance.start(FLAKES))
    cards = draw_cards(rules, chance.start(CARDS))
    level = levels(rules, chance.start(LEVELS))
    return [Fire(i, card, level[i], i in hidden) for i, card in enumerate(cards)]
