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
    """Judge the seats (E4)."""
    e = evidence
    alpha = (1 - e.confidence) / 2
    raw = [_p_value(d, e) for d in e.deviations]
    adjusted = holm(raw)
    outside = tuple(seat for seat, p in enumerate(adjusted, start=1) if p is not None and p <= alpha)
    known = all(d.method != "everything" for d in e.deviations) and e.fair > 0
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
    if e.tight_at is None or deviation.value is None or not deviation.se:
        return p_outside(deviation, e.fair, e.margin)
    beyond = abs(deviation.value) - e.margin
    return sequence_p_value(beyond, deviation.se, deviation.blocks, e.confidence, e.tight_at)


def p_outside(deviation: Interval, fair: float, margin: float) -> float | None:
    """One-sided p-value of |share - fair| <= margin against |share - fair| > margin; None if the spread is unknown.

    At the edge of the hypothesis both tails count (the far one hardly ever matters). For 0/1 blocks the variance is
    that at the edge, as in Wilson's interval, so that a seat that never won has a p-value too.
    """
    if deviation.value is None or deviation.method == "everything":
        return None
    size = abs(deviation.value)
    if deviation.method == "wilson":
        edge = min(1.0, fair + margin) if deviation.value > 0 else max(0.0, fair - margin)
        se = math.sqrt(edge * (1 - edge) / deviation.blocks)
        if se == 0:
            return 1.0
        return float(special.ndtr(-(size - margin) / se))
    if not deviation.se:
        return None
    df = deviation.blocks - 1
    near, far = ((size - margin) / deviation.se, (size + margin) / deviation.se)
    return float(min(1.0, special.stdtr(df, -near) + special.stdtr(df, -far)))


def further_blocks(blocks: int, sd: float, deviation: float, margin: float, confidence: float) -> float:
    """J * [((z_a + z_.8) * s / sqrt(J))^2 / (d - |delta|)^2 - 1]: infinite if the deviation is the margin."""
    room = (margin - abs(deviation)) ** 2
    if room == 0:
        return math.inf
    z = z_quantile(0.5 + confidence / 2) + z_quantile(POWER)
    return blocks * ((z * sd) ** 2 / blocks / room - 1)


def _further(e: Evidence) -> tuple[int | None, str]:
    worst = max(e.deviations, key=lambda d: abs(d.value or 0.0))
    assert worst.value is not None
    if worst.se is not None:
        sd = worst.se * math.sqrt(worst.blocks)
    else:  # 0/1 blocks that are all alike: no spread seen, so take that of a fair share
        sd = math.sqrt(e.fair * (1 - e.fair))
    more = further_blocks(worst.blocks, sd, worst.value, e.margin, e.confidence)
    if more > MOST_BLOCKS:
        return None, "not decidable, the worst seat lies too close to the margin"
    # The formula can say "none" where luck or Holm's correction withheld the verdict: then a tenth more.
    return max(math.ceil(more), math.ceil(worst.blocks / 10)), ""


def _unknown_reason(e: Evidence) -> str:
    if e.fair <= 0:
        return "no game had a winner"
    if e.deviations[0].blocks < 2:
        return "one block alone says nothing about chance; play more games"
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
    """Two significant digits, upward: nobody should read more into an estimate of games."""
    unit: int = 10 ** max(0, len(str(games)) - 2)
    return -(-games // unit) * unit
