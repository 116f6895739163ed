"""The carpets of Snowhere (N3), slow and obvious, from the same chance streams as the kernels."""

from __future__ import annotations

import math
from typing import Any

from tests.reference.rng import Stream
from tests.reference.snowhere_geometry import Card, gap, pen

ARMS, STEPS = 8, 14
DRAWS = 401
"""N3.2: a first draw and up to 400 redraws (section 0a)."""
FAN_JITTER = 12.0


def normal(stream: Stream) -> float:
    """N(0, 1) by Box and Muller, one number from two draws."""
    radius = math.sqrt(-2 * math.log(1 - stream.uniform()))
    return radius * math.cos(2 * math.pi * stream.uniform())


def position(rules: Any, i: int, stream: Stream) -> tuple[float, float]:
    """N3.4: where card i (from 0) might lie."""
    size = rules.spread_mm
    if rules.carpet_model == "gauss":
        return size * normal(stream), size * normal(stream)
    if rules.carpet_model == "fan":
        arm, step = i % ARMS, i // ARMS
        radius = size * math.sqrt((step + stream.uniform()) / STEPS)
        turn = 2 * math.pi * (arm + 0.5 * (stream.uniform() - 0.5)) / ARMS
        x, y = radius * math.cos(turn), radius * math.sin(turn)
        return x + FAN_JITTER * normal(stream), y + FAN_JITTER * normal(stream)
    power = 0.5 if rules.carpet_model == "disc" else 0.4
    radius = size * stream.uniform() ** power
    turn = 2 * math.pi * stream.uniform()
    return radius * math.cos(turn), radius * math.sin(turn)


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
    return card.moved(near * dx, near * dy)


def draw_cards(rules: Any, stream: Stream) -> list[Card]:
    """N3.2, N3.3: the cards in the order in which they are laid, without levels."""
    laid: list[Card] = []
    for i in range(rules.n_cards):
        for _ in range(DRAWS):
            x, y = position(rules, i, stream)
            card = Card(x, y, 180 * stream.uniform(), rules.card_w_mm, rules.card_h_mm)
            if not laid or any(pen(card, other) >= rules.attach_mm for other in laid):
                break
        else:
            card = slid(card, laid, rules.attach_mm)
        laid.append(card)
    return laid
