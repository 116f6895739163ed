"""E4 on variants: no effect within the margin, an effect, or undecided and how much more it would take; in words."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from simkit.analysis.answers import Effect, EffectVerdict, GroupVerdict, Interval
from simkit.analysis.estimate import wilson, z_quantile
from simkit.analysis.families import benjamini_hochberg, holm
from simkit.analysis.measures import Measure
from simkit.analysis.paired import FEW_BLOCKS, Estimate, alike, p_beyond
from simkit.analysis.verdict import FEWEST_BLOCKS, forecast, points, rounded

ADJUST = {"seat": holm, "strategy": holm, "tally": benjamini_hochberg}
"""E7: how the p-values of a family are adjusted; all other numbers answer a question of their own."""


@dataclass(frozen=True)
class Terms:
    """How effects are judged. `margin`: of win shares and success. `games_per_block`: of B."""

    margin: float
    confidence: float
    games_per_block: int
    capped: tuple[float, float]  # share of games cut off, in A and in B


_ONE = {"seats": "seat", "strategies": "strategy"}


def effects_of(found: Sequence[tuple[Measure, Estimate]], terms: Terms) -> list[Effect]:
    """Verdict and words for every number; families are adjusted together."""
    raw = [p_beyond(e, terms.margin if m.judged else 0.0) for m, e in found]
    adjusted = list(raw)
    for family, adjust in ADJUST.items():
        members = [i for i, (m, _) in enumerate(found) if m.family == family]
        for i, p in zip(members, adjust([raw[i] for i in members]), strict=True):
            adjusted[i] = p
    return [_effect(m, e, p, terms) for (m, e), p in zip(found, adjusted, strict=True)]


def group_verdict(effects: Sequence[Effect], what: str, terms: Terms) -> GroupVerdict | None:
    """All seats (or strategies) at once; `what`: "seats" or "strategies". None if there are none."""
    if not effects:
        return None
    kinds = [effect.verdict.kind for effect in effects]
    names = tuple(e.key.partition(":")[2] for e in effects if e.verdict.kind == "effect")
    within = f"within {points(terms.margin)} points"
    if names:
        which = f"{_ONE[what]} {names[0]}" if len(names) == 1 else f"{what} {', '.join(names[:-1])} and {names[-1]}"
        return GroupVerdict("effect", terms.margin, names, None, None, f"effect of more than {within[7:]} on {which}")
    if all(kind == "identical" for kind in kinds):
        return GroupVerdict("identical", terms.margin, (), None, None, effects[0].verdict.words)
    if all(_within(effect.difference, terms.margin) for effect in effects):
        return GroupVerdict("no effect", terms.margin, (), None, None, f"no effect {within}")
    open_ones = [_blocks_to_go(e, terms) for e in effects if not _within(e.difference, terms.margin)]
    known = [blocks for blocks in open_ones if blocks is not None]
    blocks = max(known) if len(known) == len(open_ones) else None
    games = None if blocks is None else blocks * terms.games_per_block
    fewest = min(effect.difference.blocks for effect in effects)
    reason = _too_few(fewest) if games is None and fewest < FEWEST_BLOCKS else ""
    more = reason or ("not decidable" if games is None else f"about {rounded(games):,} more games of each would decide")
    return GroupVerdict("undecided", terms.margin, (), blocks, games, f"undecided {within}: {more}", reason)


def _too_few(blocks: int) -> str:
    deals = f"{blocks:,} deal{'s are' if blocks != 1 else ' is'}"
    return f"{deals} too few to tell how many more it takes; play at least {FEWEST_BLOCKS}"


def _blocks_to_go(effect: Effect, terms: Terms) -> int | None:
    if effect.verdict.kind == "identical":
        return max(1, blocks_to_trust(terms.margin, terms.confidence) - effect.difference.blocks)
    return effect.verdict.further_blocks


def _effect(measure: Measure, e: Estimate, p_value: float | None, terms: Terms) -> Effect:
    return Effect(
        key=measure.key,
        label=measure.label,
        unit=measure.unit,
        share=measure.share,
        before=e.before,
        after=e.after,
        difference=e.difference,
        paired=e.differing is not None,
        vrf=e.vrf,
        identical=e.identical,
        differing=e.differing,
        bounds=_capped_bounds(measure, e, terms),
        verdict=_verdict(measure, e, p_value, terms),
        words=effect_words(measure, e),
    )


def _capped_bounds(measure: Measure, e: Estimate, terms: Terms) -> tuple[float, float] | None:
    """E9: the difference if the games cut off in A, or those in B, had all been won by this seat (or
    succeeded).

    For a strategy at several seats this is wider than need be, never narrower.
    """
    wins = measure.family in ("seat", "strategy") or measure.key == "success"
    if not wins or not any(terms.capped) or e.difference.value is None:
        return None
    return max(-1.0, e.difference.value - terms.capped[0]), min(1.0, e.difference.value + terms.capped[1])


def _verdict(measure: Measure, e: Estimate, p_value: float | None, terms: Terms) -> EffectVerdict:
    margin, d = terms.margin if measure.judged else 0.0, e.difference
    if e.identical and d.method == "identical":
        return EffectVerdict("identical", margin, p_value, None, None, f"identical in all {d.blocks:,} deals")
    within = f" within {points(margin)} points" if margin else ""
    # Both tails are tested where any difference counts, else one at each edge of the margin.
    level = (1 - terms.confidence) / 2 if margin else 1 - terms.confidence
    if p_value is not None and p_value <= level and not _contains(d, 0.0):
        words = f"effect of more than{within[7:]}" if margin else "effect"
        if alike(e):
            words += f", the same in all {d.blocks:,} deals"
        return EffectVerdict("effect", margin, p_value, None, None, words)
    if margin and _within(d, margin):
        return EffectVerdict("no effect", margin, p_value, None, None, f"no effect{within}")
    blocks, reason = _further(e, margin, terms.confidence)
    games = None if blocks is None else blocks * terms.games_per_block
    if games is None:
        more = reason
    elif margin:
        more = f"about {rounded(games):,} more games of each would decide"
    else:
        more = f"about {rounded(games):,} more games of each would show it, if it is as large as it looks"
    return EffectVerdict("undecided", margin, p_value, blocks, games, f"undecided{within}: {more}")


def _contains(d: Interval, value: float) -> bool:
    """A combined Wilson interval can contain 0 where the p-value just does not: then nothing is claimed."""
    return d.low is not None and d.high is not None and d.low <= value <= d.high


def _within(d: Interval, margin: float) -> bool:
    return d.low is not None and d.high is not None and -margin < d.low and d.high < margin


def _further(e: Estimate, margin: float, confidence: float) -> tuple[int | None, str]:
    d = e.difference
    if d.value is None:
        return None, "nothing to compare"
    if d.method == "everything":
        alike = "one block alone says nothing about chance" if d.blocks < 2 else "every block differs alike"
        return None, f"{alike}, so there is no spread to judge by"
    if d.se is None:
        return None, "no spread to judge by"
    if d.blocks < FEWEST_BLOCKS:
        return None, _too_few(d.blocks)
    more = forecast(d, d.se * math.sqrt(d.blocks), margin, confidence)
    if more is None:
        return None, "not decidable, it lies too close to the margin" if margin else "no difference to be seen"
    if e.rare and e.differing:
        more = max(more, math.ceil(d.blocks * (FEW_BLOCKS / e.differing - 1)))
    return more, ""


def blocks_to_trust(margin: float, confidence: float) -> int:
    """Blocks without any difference after which a share's difference is known to lie within the margin (E3)."""
    z2 = z_quantile(0.5 + confidence / 2) ** 2
    blocks = math.ceil(z2 * (1 - margin) / margin)
    while wilson(0.0, blocks, confidence)[1] >= margin:
        blocks += 1
    return blocks


def effect_words(measure: Measure, e: Estimate) -> str:
    """ "win share of seat 1: 27.1 of 100 instead of 25.0, 2.1 points more [1.9, 2.3]"."""
    d = e.difference
    if d.value is None or e.before.value is None or e.after.value is None:
        return f"{measure.label}: nothing to compare"
    scale = 100 if measure.share else 1
    digits = _digits(d, scale)
    before, after = (f"{scale * x:,.{digits}f}" for x in (e.before.value, e.after.value))
    of = " of 100" if measure.share and measure.key != "first_seat" else ""
    if e.identical:
        return f"{measure.label}: {after}{of} as before"
    if d.value == 0:
        return f"{measure.label}: {after}{of} on both sides{range_words(d, scale)}"
    size = size_words(d, scale)
    unit = f" {measure.unit}" if measure.unit else ""
    more = f"{size}{unit} {_more(measure, d.value)}{range_words(d, scale)}"
    return f"{measure.label}: {after}{of} instead of {before}, {more}"


def _more(measure: Measure, value: float) -> str:
    if measure.key in ("turns", "rounds"):
        return "longer" if value > 0 else "shorter"
    return "more" if value > 0 else "less"


def size_words(difference: Interval, scale: float = 1.0) -> str:
    """How large it is, without its sign, with the digits that its interval deserves: "2.1"."""
    return f"{abs(scale * (difference.value or 0.0)):,.{_digits(difference, scale)}f}"


def range_words(interval: Interval, scale: float = 1.0) -> str:
    """ " [1.9, 2.3]" with the digits that the interval deserves, rounded outward; empty where it has no bounds."""
    if interval.low is None or interval.high is None:
        return ""
    digits = _digits(interval, scale)
    unit: float = 10.0**digits
    # Adding 0 turns -0.0 into 0.0.
    low = math.floor(scale * interval.low * unit + 1e-9) / unit + 0.0
    high = math.ceil(scale * interval.high * unit - 1e-9) / unit + 0.0
    return f" [{low:,.{digits}f}, {high:,.{digits}f}]"


def _digits(interval: Interval, scale: float) -> int:
    half = interval.half_width
    if not half or interval.method == "everything":
        return 1
    return min(4, max(1, math.ceil(-math.log10(scale * half))))
