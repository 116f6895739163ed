"""E6: when may a run stop by itself, and which intervals still hold then?

Stopping on *width* (`--precision X`) may use the ordinary interval: looks grow by 8 % from 1,000 blocks on, and
the rule asks for the width only, never for the value (Chow & Robbins 1965). Stopping on a *verdict*, or whenever a
person likes what she sees, may not: watched long enough, an ordinary 95 % interval excludes the truth at some look far
more often than one time in 20. A confidence sequence holds at all looks together.

    sums = add_up(manifest["parts"])                      # or kept by the runner while chunks come in
    look = width_look(sums, target=0.002, confidence=0.95)
    if look.reached: ...                                  # else go on to look.next_look blocks

The manifest records the rule: `"stopping": {"rule": "width", "target": 0.002}`, or
`{"rule": "verdict", "tight_at": 10000}`; `analyse` then judges with the sequence. Without it the number was fixed.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from simkit.analysis.answers import Interval
from simkit.analysis.estimate import ANY, NO_VARIANCE, Bounds, t_quantile, wilson

FIRST_LOOK = 1_000
"""Blocks before the first look: the estimate of the spread must not be a matter of luck."""
GROWTH = 1.08
TIGHT_AT = 10_000
"""Blocks at which a confidence sequence is narrowest compared with the ordinary interval (1.55 times its width)."""


@dataclass(frozen=True)
class Sums:
    """What the runner keeps: blocks, and for each number the sum and the sum of squares of its block means.

    The numbers are each seat's credit, then each strategy's; of a cooperative game the success.
    """

    blocks: int
    sums: tuple[float, ...]
    squares: tuple[float, ...]

    def mean(self, entry: int) -> float:
        """Mean of one number."""
        return self.sums[entry] / self.blocks

    def variance(self, entry: int) -> float:
        """Variance of one block's mean."""
        n, total = self.blocks, self.sums[entry]
        return max(0.0, (self.squares[entry] - total * total / n) / (n - 1)) if n > 1 else 0.0

    def binary(self, entry: int) -> bool:
        """Whether every block mean is 0 or 1: of numbers between these, only then the squares sum to the same."""
        return math.isclose(self.sums[entry], self.squares[entry], rel_tol=1e-12)


@dataclass(frozen=True)
class Look:
    """One look at a run that stops on width.

    Attributes:
        widest: half width of the widest interval; None if nothing can be told yet. reached: it is `target` or less.
        next_look: blocks at which to look again. expected: blocks at which it will probably be reached, None unknown.
    """

    blocks: int
    target: float
    widest: float | None
    reached: bool
    next_look: int
    expected: int | None


def add_up(parts: Iterable[Mapping[str, Any]]) -> Sums:
    """The sums of a manifest's parts, or of anything with `n_blocks`, `sums` and `squares`."""
    blocks, sums, squares = 0, [0.0], [0.0]
    for part in parts:
        if not blocks:
            sums, squares = [0.0] * len(part["sums"]), [0.0] * len(part["sums"])
        blocks += part["n_blocks"]
        sums = [a + b for a, b in zip(sums, part["sums"], strict=True)]
        squares = [a + b for a, b in zip(squares, part["squares"], strict=True)]
    return Sums(blocks, tuple(sums), tuple(squares))


def tight_at(manifest: Mapping[str, Any]) -> int | None:
    """Blocks at which the sequence of a run that stopped on a verdict is tight; None: ordinary intervals hold."""
    rule = manifest.get("stopping") or {}
    return int(rule.get("tight_at", TIGHT_AT)) if rule.get("rule") == "verdict" else None


def next_look(blocks: int) -> int:
    """The number of blocks at which to look after `blocks`: 1,000, then 8 % more each time."""
    return FIRST_LOOK if blocks < FIRST_LOOK else math.ceil(blocks * GROWTH)


def half_widths(sums: Sums, confidence: float) -> tuple[float | None, ...]:
    """Half width of each number's interval (E3); None where the spread is unknown, as of a share fixed by symmetry."""
    found: list[float | None] = []
    for entry in range(len(sums.sums)):
        variance = sums.variance(entry)
        if sums.blocks < 2:
            found.append(None)
        elif sums.binary(entry):
            low, high = wilson(min(1.0, max(0.0, sums.mean(entry))), sums.blocks, confidence)
            found.append((high - low) / 2)
        elif variance <= NO_VARIANCE:
            found.append(None)
        else:
            found.append(t_quantile(confidence, sums.blocks - 1) * math.sqrt(variance / sums.blocks))
    return tuple(found)


def width_look(sums: Sums, target: float, confidence: float) -> Look:
    """Is every headline number known to within `target` (a fraction; half the interval's width)?"""
    known = [half for half in half_widths(sums, confidence) if half is not None]
    widest = max(known, default=None)
    following = next_look(sums.blocks)
    if widest is None:
        return Look(sums.blocks, target, None, False, following, None)
    expected = max(FIRST_LOOK, math.ceil(sums.blocks * (widest / target) ** 2))
    reached = sums.blocks >= FIRST_LOOK and widest <= target
    return Look(sums.blocks, target, widest, reached, following, expected)


def mixing(confidence: float, tight_at: int = TIGHT_AT) -> float:
    """rho^2, the variance of the mixture, that makes the sequence narrowest near `tight_at` blocks."""
    log = -2 * math.log(1 - confidence)
    return (log + math.log(log + 1)) / tight_at


def sequence_half_width(sd: float, blocks: int, confidence: float, tight_at: int = TIGHT_AT) -> float:
    """Half width of the time-uniform asymptotic confidence sequence after `blocks` blocks.

    sd/n * sqrt((n + 1/rho^2) * log((n rho^2 + 1)/alpha^2)): Robbins' normal mixture boundary (1970), which a Brownian
    motion ever crosses with probability alpha, with the sd estimated as it goes (Waudby-Smith, Arbour, Sinha, Kennedy &
    Ramdas 2024). It holds from the first look on, so there must be some hundred blocks by then.
    """
    rho2, alpha = mixing(confidence, tight_at), 1 - confidence
    return sd / blocks * math.sqrt((blocks + 1 / rho2) * math.log((blocks * rho2 + 1) / alpha**2))


def sequence_interval(
    value: float, sd: float, blocks: int, confidence: float, tight_at: int = TIGHT_AT, bounds: Bounds = ANY
) -> Interval:
    """The interval that holds at all looks together. `sd`: of one block."""
    low, high = bounds
    if blocks < 2 or sd * sd <= NO_VARIANCE * max(1.0, value * value):
        return Interval(value, low, high, None, blocks, "everything")
    half = sequence_half_width(sd, blocks, confidence, tight_at)
    a, b = value - half, value + half
    return Interval(
        value,
        a if low is None else max(a, low),
        b if high is None else min(b, high),
        sd / math.sqrt(blocks),
        blocks,
        "sequence",
    )


def in_sequence(found: Interval, confidence: float, tight_at: int, bounds: Bounds) -> Interval:
    """The same estimate with the interval that holds at every look; without a spread it stays as it is."""
    if found.value is None or found.se is None:
        return found
    sd = found.se * math.sqrt(found.blocks)
    return sequence_interval(found.value, sd, found.blocks, confidence, tight_at, bounds)


def sequence_p_value(beyond: float, se: float, blocks: int, confidence: float, tight_at: int = TIGHT_AT) -> float:
    """One-sided p-value that holds at every look: half the largest level at which the sequence excludes the edge.

    Args:
        beyond: how far the estimate lies beyond the edge of the hypothesis. se: its standard error.
        confidence: sets the mixture, as in the interval that is shown beside it.
    """
    if beyond <= 0:
        return 1.0
    rho2 = mixing(confidence, tight_at)
    # Solve half width(alpha) = beyond for alpha; sd/n = se/sqrt(n).
    power = (beyond / se) ** 2 * blocks / (2 * (blocks + 1 / rho2))
    return min(1.0, math.sqrt(blocks * rho2 + 1) * math.exp(-power) / 2)


def sequence_deviations(
    sums: Sums, players: int, confidence: float, tight_at: int = TIGHT_AT
) -> tuple[tuple[Interval, ...], float]:
    """Each seat's share minus the fair share, as sequence intervals, and the fair share.

    Where some games had no winner the fair share varies too; its part is bounded: the interval errs on the wide
    side.
    """
    fair = sum(sums.sums[:players]) / sums.blocks / players
    sd = [math.sqrt(sums.variance(seat)) for seat in range(players)]
    constant = abs(fair * players - 1) <= 1e-9
    found = []
    for seat in range(players):
        spread = sd[seat] if constant else sd[seat] * (1 - 1 / players) + (sum(sd) - sd[seat]) / players
        found.append(sequence_interval(sums.mean(seat) - fair, spread, sums.blocks, confidence, tight_at, (-1.0, 1.0)))
    return tuple(found), fair
