"""Options that several commands take: how results are judged, when to stop, what to keep."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import click

from simkit.errors import UsageError, did_you_mean

BACKENDS = ("loky", "threads", "serial")
Decorator = Callable[[Any], Any]


def several(*options: Decorator) -> Decorator:
    """Options as one decorator, listed in this order in the help."""

    def apply(function: Any) -> Any:
        for option in reversed(options):
            function = option(function)
        return function

    return apply


judging_options = several(
    click.option("--confidence", type=float, metavar="C", help="Of the intervals, 0.5 < C < 1; 0.95 if not given."),
    click.option("--margin", type=float, metavar="D", help="What is called balanced; a tenth of the fair share."),
    click.option("--band", metavar="MIN,MAX", help="Turns that a game should last; tells how many games do not."),
)
stopping_options = several(
    click.option("--precision", type=float, metavar="X", help="Play until win shares are known to within X (0.005)."),
    click.option("--max-time", type=float, metavar="T", help="Begin nothing new after T seconds of playing."),
)
keeping_options = several(
    click.option("--trace", type=float, metavar="SHARE", help="Keep the standings turn by turn of a share of games."),
)
working_options = several(
    click.option("--jobs", type=int, metavar="J", help="Workers; one a core if not given."),
    click.option(
        "--backend", default="loky", metavar="loky|threads|serial", help="Processes (default), threads, or none."
    ),
)


@dataclass(frozen=True)
class Judged:
    """How results are judged. None: what results or file say, else the default."""

    confidence: float | None
    margin: float | None
    band: tuple[float, float] | None


def judged(typed: Mapping[str, Any]) -> Judged:
    """Check `--confidence`, `--margin` and `--band`. Raises UsageError."""
    check_fraction("--confidence", typed["confidence"], 0.5, 1.0)
    check_fraction("--margin", typed["margin"], 0.0, 0.5)
    return Judged(typed["confidence"], typed["margin"], parse_band(typed["band"]))


def check_fraction(name: str, value: float | None, low: float, high: float) -> None:
    """Raise UsageError unless low < value < high (or not given)."""
    if value is not None and not low < value < high:
        raise UsageError(f"{name} must be a fraction between {low:g} and {high:g}; {value:g} came.")


def parse_band(text: str | None) -> tuple[float, float] | None:
    """`30,80` -> (30.0, 80.0). Raises UsageError."""
    if text is None:
        return None
    try:
        low, high = (float(part) for part in text.split(","))
    except ValueError:
        low, high = math.nan, math.nan
    if not 0 <= low <= high < math.inf:
        raise UsageError(f"--band must be two numbers of turns, the smaller first, as 30,80; '{text}' came.")
    return low, high


def check_choice(name: str, value: str | None, known: tuple[str, ...]) -> None:
    """Raise UsageError, with did-you-mean, unless the value is one of those known (or not given)."""
    if value is not None and value not in known:
        words = f"{', '.join(known[:-1])} or {known[-1]}"
        raise UsageError(f"--{name} must be {words}; '{value}' came.{did_you_mean(value, known)}")


def check_jobs(jobs: int | None) -> None:
    """Raise UsageError for a number of workers that does not exist."""
    if jobs is not None and jobs < 1:
        raise UsageError(f"--jobs must be 1 or more; {jobs} came.")
