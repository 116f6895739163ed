"""E4: balanced within the margin, imbalanced, or undecided and how much more it would take."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from scipy import special

from simkit.analysis.answers import Interval, SeatVerdict
from simkit.analysis.estimate import z_quantile
from simkit.analysis.families import holm
from simkit.analysis.stopping import sequence_p_value

MOST_BLOCKS = 1e9
"""More than this, and nobody will wait: "not decidable"."""
POWER = 0.8
FEWEST_BLOCKS = 30
"""Fewer independent deals give no verdict: means of so few are not near enough to normal for the tests to hold."""
LEAST_STEP = 10
"""A number of games to play is rounded up to a multiple of at least this."""


@dataclass(frozen=True)
class Evidence:
    """What a verdict on seats is made from. `deviations`: share minus fair share of each seat; `fair`: fair share."""

    deviations: Sequence[Interval]
    fair: float
    capped: float  # share of games
    games_per_block: int
    margin: float
    confidence: float
    population: str
    yardsticks_only: tuple[str, ...]  # the strategies, if all of them are yardsticks; else empty
    tight_at: int | None = None  # of the confidence sequence that the deviations come from; None: fixed numbers (E6)
    unequal: str = ""  # "seat 1 ahead of seat 4 by 5.4 points", if that not all seats win equally often is shown


def seat_verdict(evidence: Evidence) -> SeatVerdict:
    """Judge the seats (E4); fewer than `FEWEST_BLOCKS` deals are undecided, whatever they show."""
    e = evidence
    alpha = (1 - e.confidence) / 2
    raw = [_p_value(d, e) for d in e.deviations]
    adjusted = holm(raw)
    enough = all(d.blocks >= FEWEST_BLOCKS for d in e.deviations)
    outside = tuple(seat for seat, p in enumerate(adjusted, start=1) if enough and p is not None and p <= alpha)
    known = enough and all(d.method != "everything" for d in e.deviations) and e.fair > 0
    within = f"within {points(e.margin)} points"
    for_whom = f"for {e.population}"
    warnings = _warnings(e)
    common = (e.margin, e.confidence, e.population, outside, adjusted)
    if outside:
        words = f"imbalanced: {_seat_list(outside)} more than {points(e.margin)} points off, {for_whom}"
        return SeatVerdict("imbalanced", *common, None, None, "", words, warnings)
    if known and all(_inside(d, e.margin) for d in e.deviations):
        return SeatVerdict("balanced", *common, None, None, "", f"balanced {within}, {for_whom}", warnings)
    blocks, reason = _further(e) if known else (None, _unknown_reason(e))
    games = None if blocks is None else blocks * e.games_per_block
    more = reason if games is None else f"about {rounded(games):,} more games would decide"
    words = f"undecided {within}: {more}, {for_whom}"
    if e.unequal:
        off = f"whether any seat is more than {points(e.margin)} points off is undecided"
        words = f"not equal ({e.unequal}); {off}: {more}, {for_whom}"
    return SeatVerdict("undecided", *common, blocks, games, reason, words, warnings)


def _p_value(deviation: Interval, e: Evidence) -> float | None:
    least = _common_se(e.deviations)
    if e.tight_at is None or deviation.value is None or not deviation.se:
        return p_outside(deviation, e.fair, e.margin, least)
    beyond = abs(deviation.value) - e.margin
    return sequence_p_value(beyond, max(deviation.se, least), deviation.blocks, e.confidence, e.tight_at)


def _common_se(deviations: Sequence[Interval]) -> float:
    """Standard error of a seat by the spread of all of them, 0 if none is known."""
    known = [d.se**2 for d in deviations if d.se]
    return math.sqrt(sum(known) / len(known)) if known else 0.0


def p_outside(deviation: Interval, fair: float, margin: float, least_se: float = 0.0) -> float | None:
    """One-sided p-value of |share - fair| <= margin against |share - fair| > margin; None if the spread is unknown.

    For 0/1 blocks it is the binomial tail at the edge of the hypothesis, which is exact for any number of blocks, and
    a seat that never won has one too. Otherwise Student's t, both tails (the far one hardly ever matters).

    Args:
        least_se: standard error taken if the seat's own is smaller. A seat that, by luck, won little shows too little
            spread of its own, and would look surer to be off than it is.
    """
    if deviation.value is None or deviation.method == "everything":
        return None
    size = abs(deviation.value)
    if deviation.method == "wilson":
        n = deviation.blocks
        won = round((deviation.value + fair) * n)
        if deviation.value > 0:
            return float(special.bdtrc(won - 1, n, min(1.0, fair + margin)))
        return float(special.bdtr(won, n, max(0.0, fair - margin)))
    if not deviation.se:
        return None
    df, se = deviation.blocks - 1, max(deviation.se, least_se)
    near, far = ((size - margin) / se, (size + margin) / se)
    return float(min(1.0, special.stdtr(df, -near) + special.stdtr(df, -far)))


def further_blocks(blocks: int, sd: float, deviation: float, margin: float, confidence: float) -> float:
    """J * [((z_a + z_.8) * s / sqrt(J))^2 / (d - |delta|)^2 - 1]: infinite if the deviation is the margin."""
    room = (margin - abs(deviation)) ** 2
    if room == 0:
        return math.inf
    z = z_quantile(0.5 + confidence / 2) + z_quantile(POWER)
    return blocks * ((z * sd) ** 2 / blocks / room - 1)


def forecast(found: Interval, sd: float, margin: float, confidence: float) -> int | None:
    """Further blocks that would decide it, as far as anybody can know; None: not decidable.

    `further_blocks` takes the value found for the true one. With few blocks it is mostly luck, and a value far beyond
    the margin would promise a verdict after a handful of games. So it is at least what a value of 0 would need; one of
    twice the margin, or more, is decided by then as well.
    """
    total = further_blocks(found.blocks, sd, abs(found.value or 0.0), margin, confidence)
    if margin > 0:
        total = max(total, further_blocks(found.blocks, sd, 0.0, margin, confidence))
    if total > MOST_BLOCKS:
        return None
    # The formula can say "none" where luck or Holm's correction withheld the verdict: then a tenth more.
    return max(math.ceil(total), math.ceil(found.blocks / 10))


def _further(e: Evidence) -> tuple[int | None, str]:
    worst = max(e.deviations, key=lambda d: abs(d.value or 0.0))
    # 0/1 blocks that are all alike show no spread: then that of the other seats, or of a fair share.
    se = max(worst.se or 0.0, _common_se(e.deviations))
    sd = se * math.sqrt(worst.blocks) or math.sqrt(e.fair * (1 - e.fair))
    more = forecast(worst, sd, e.margin, e.confidence)
    return more, "" if more is not None else "not decidable, the worst seat lies too close to the margin"


def too_few(blocks: int, games_per_block: int) -> str:
    """What to do where there are fewer deals than a verdict needs; empty if there are enough."""
    if blocks >= FEWEST_BLOCKS:
        return ""
    least = f"{FEWEST_BLOCKS} deals"
    if games_per_block > 1:
        least += f" of {games_per_block:,} games each, {FEWEST_BLOCKS * games_per_block:,} games in all"
    short = "one deal alone says nothing about chance" if blocks == 1 else f"{blocks:,} deals are too few to judge by"
    return f"{short}; play at least {least}"


def _unknown_reason(e: Evidence) -> str:
    if e.fair <= 0:
        return "no game had a winner"
    if few := too_few(e.deviations[0].blocks, e.games_per_block):
        return few
    return "every block gave the same share, so there is no spread to judge by"


def _warnings(e: Evidence) -> tuple[str, ...]:
    found = []
    if e.yardsticks_only:
        are = "is a yardstick" if len(e.yardsticks_only) == 1 else "are yardsticks"
        found.append(
            f"{' and '.join(e.yardsticks_only)} {are} that nobody plays like: "
            "this verdict need not hold for people. Run a strategy that tries to win."
        )
    if e.capped > 0:
        size = f"{100 * e.capped:.2g}" if e.capped < 0.995 else "100"  # not 1e+02
        found.append(
            f"{size} % of games were cut off before they ended. Nobody knows who would have won them, "
            f"so a seat's true share may be up to {size} points higher than shown."
        )
    return tuple(found)


def _inside(deviation: Interval, margin: float) -> bool:
    low, high = deviation.low, deviation.high
    return low is not None and high is not None and low > -margin and high < margin


def points(margin: float) -> str:
    """A margin in points, hundredths of all games: 0.025 -> "2.5"."""
    return f"{100 * margin:.2g}"


def _seat_list(seats: tuple[int, ...]) -> str:
    if len(seats) == 1:
        return f"seat {seats[0]} is"
    return f"seats {', '.join(map(str, seats[:-1]))} and {seats[-1]} are"


def rounded(games: int) -> int:
    """Two significant digits, or tens, upward: nobody should read more into an estimate of games."""
    unit: int = max(LEAST_STEP, 10 ** (len(str(games)) - 2))
    return -(-games // unit) * unit
