"""What was played, from the manifest and the shape of the tables, and how it is judged."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from typing import Any

from simkit.analysis.answers import Headline
from simkit.analysis.blocks import Shape
from simkit.errors import UsageError

CONFIDENCE = 0.95
MARGIN_OF_FAIR = 0.1
"""Default margin: a tenth of the fair share (E4)."""
MARGIN_OF_SUCCESS = 0.025
"""Default margin of a cooperative game's success rate, which has no fair share: 2.5 points."""


def make_headline(
    manifest: Mapping[str, Any], shape: Shape, blocks: int, fair: float, confidence: float, margin: float | None
) -> Headline:
    """Gather the facts. `fair`: fair share; `margin` None: a tenth of it."""
    config, labels = manifest.get("config", {}), manifest.get("labels", {})
    lineup = tuple(sorted(shape.strategies[i] for i in shape.who[0]))
    game = str(manifest.get("game", "game"))
    seed = config.get("seed")
    cooperative = bool(labels.get("cooperative", False))
    return Headline(
        game=game,
        title=str(labels.get("title") or game),
        game_version=str(manifest.get("game_version", "")),
        players=shape.players,
        lineup=lineup,
        strategies=tuple(dict.fromkeys(lineup)),
        yardsticks=tuple(s for s in dict.fromkeys(lineup) if s in manifest.get("yardsticks", ())),
        population=population(lineup),
        games=blocks * shape.games_per_block,
        blocks=blocks,
        games_per_block=shape.games_per_block,
        seatings=len(shape.seatings),
        rotations_only=len(shape.seatings) < distinct_orders(lineup),
        repeats=shape.repeats,
        seed=None if seed is None else int(seed),
        seed_drawn=bool(config.get("seed_drawn", False)),
        confidence=confidence,
        margin=default_margin(fair, cooperative) if margin is None else margin,
        margin_default=margin is None,
        cooperative=cooperative,
        has_score=bool(labels.get("has_score", True)),
        status=str(manifest.get("status", "complete")),
        command=str(manifest.get("command", "")),
        turn_label=str(labels.get("turn_label") or "turns"),
        standing_label=str(labels.get("standing_label") or ""),
        result_label=str(labels.get("result_label") or ""),
        variant=str(config.get("variant") or "base"),
        stopping=str((manifest.get("stopping") or {}).get("rule", "")),
    )


def default_margin(fair: float, cooperative: bool) -> float:
    """What is called balanced, or no effect, if nobody chose a margin."""
    return MARGIN_OF_SUCCESS if cooperative else MARGIN_OF_FAIR * fair


def choose_confidence(manifest: Mapping[str, Any], given: float | None) -> float:
    """The one given, else the manifest's, else 95 %. Raises UsageError outside (0, 1)."""
    value = given if given is not None else manifest.get("confidence")
    value = CONFIDENCE if value is None else float(value)
    if not 0 < value < 1:
        raise UsageError(f"the confidence must lie between 0 and 1; {value:g} came. Give 0.95 for 95 %.")
    return value


def choose_margin(manifest: Mapping[str, Any], given: float | None) -> float | None:
    """The one given, else the manifest's, else None (a tenth of the fair share). Raises UsageError outside (0, 0.5)."""
    value = given if given is not None else manifest.get("margin")
    if value is None:
        return None
    value = float(value)
    if not 0 < value < 0.5:
        raise UsageError(f"the margin must lie between 0 and 0.5; {value:g} came. Give 0.025 for 2.5 points of 100.")
    return value


def choose_band(manifest: Mapping[str, Any], given: tuple[float, float] | None) -> tuple[float, float] | None:
    """The designer's band of turns: the one given, else the manifest's, else None. Raises UsageError if it is empty."""
    value = given if given is not None else manifest.get("band")
    if value is None:
        return None
    least, most = float(value[0]), float(value[1])
    if not least <= most:
        raise UsageError(f"the band must be MIN,MAX turns with MIN <= MAX; {least:g},{most:g} came.")
    return least, most


def population(lineup: tuple[str, ...]) -> str:
    """Whom a verdict holds for: "random at every seat", "2 x a, b and c at one table"."""
    counts = Counter(lineup)
    if len(counts) == 1:
        return f"{lineup[0]} at every seat"
    names = [name if k == 1 else f"{k} x {name}" for name, k in counts.items()]
    return f"{', '.join(names[:-1])} and {names[-1]} at one table"


def distinct_orders(lineup: tuple[str, ...]) -> int:
    """Number of different ways to seat the line-up."""
    orders = math.factorial(len(lineup))
    for k in Counter(lineup).values():
        orders //= math.factorial(k)
    return orders
