"""Numbers and names in words for people. Every function returns final plain text; a missing number is a dash."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Sequence
from itertools import groupby

from simkit.analysis.answers import Interval
from simkit.analysis.verdict import rounded

DASH = "–"
"""Shown where there is no number."""


_TURNING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


def clean(name: str) -> str:
    """A name as it may be printed, on one line and in its own direction.

    Control characters would make XML invalid, and a direction override would turn around the text after it.
    """
    kept = "".join(" " if unicodedata.category(c) in {"Cc", "Cs", "Co", "Cn"} or c in _TURNING else c for c in name)
    return " ".join(kept.split()) or "(no name)"


def turn_meaning(label: str) -> str:
    """What one turn is: "a card or a pass" of "turns (a card or a pass)"; nothing of plain "turns"."""
    if label in {"", "turns"}:
        return ""
    return clean(label.removeprefix("turns (").removesuffix(")") if label.startswith("turns (") else label)


def short(name: str, length: int = 36) -> str:
    """A name that fits a chart; the table beside it has it whole."""
    name = clean(name)
    return name if len(name) <= length else name[: length - 2] + " …"


def count(value: int) -> str:
    """A whole number with thin groups: 1,250,000."""
    return f"{value:,}"


def some(value: int, thing: str) -> str:
    """ "1 game", "1,250 games"."""
    return f"{count(value)} {thing}" if value == 1 else f"{count(value)} {thing}s"


def number(value: float | None, digits: int | None = None) -> str:
    """A number with as many decimals as its size asks for (or `digits`)."""
    if value is None or not math.isfinite(value):
        return DASH
    if digits is None:
        size = abs(value)
        digits = 0 if size >= 10_000 else 1 if size >= 100 else 2 if size >= 0.1 or size == 0 else 4
    text = f"{value:,.{digits}f}"
    return text.removeprefix("-") if float(text.replace(",", "")) == 0 else text


def common_digits(*values: float | None) -> int | None:
    """Decimals for a column: as many as its largest number asks for, and more (up to 4) where one would read as 0."""
    known = [abs(v) for v in values if v is not None and math.isfinite(v) and v]
    if not known:
        return None
    text = number(max(known))
    digits = len(text.partition(".")[2])
    while digits < 4 and min(known) < 0.5 * 10.0**-digits:
        digits += 1
    return digits


def whole(value: float | None) -> str:
    """A percentile or bin edge: whole numbers without decimals."""
    if value is None or not math.isfinite(value):
        return DASH
    return f"{value:,.0f}" if value == int(value) else number(value)


def percent(value: float | None, digits: int = 1) -> str:
    """A fraction as parts of 100, without the sign: 0.352 is "35.2". Rare is not never: 0.0001 is "<0.1"."""
    if value is None:
        return DASH
    text, least = number(100 * value, digits), 10.0**-digits
    if value > 0 and text == number(0.0, digits):
        return f"<{least:.{digits}f}"
    if value < 1 and text == number(100.0, digits):
        return f">{100 - least:.{digits}f}"
    return text


def percent_words(value: float | None, digits: int = 1) -> str:
    """The same within a sentence: "less than 0.1"."""
    return percent(value, digits).replace("<", "less than ").replace(">", "more than ")


def digits_for(*intervals: Interval) -> int:
    """Decimals of parts of 100 that the narrowest interval justifies: one, or two below half a tenth."""
    widths = [w for w in (i.half_width for i in intervals) if w]
    return 2 if widths and min(widths) < 0.0005 else 1


SAME = "the same in every deal"


def constant(interval: Interval) -> bool:
    """Whether every deal gave this same value: then nothing is known of its spread, and the interval is no picture."""
    return interval.method == "everything" and interval.blocks > 1 and interval.value is not None


def _digits_apart(interval: Interval, digits: int) -> int:
    """Decimals at which both ends read differently and neither is only "<0.1" or ">99.9", three more at most."""
    for more in range(digits, digits + 3):
        low, high = percent(interval.low, more), percent(interval.high, more)
        if low != high and low[0] not in "<>" and high[0] not in "<>":
            return more
    return digits + 3


def percent_range(interval: Interval, digits: int = 1) -> str:
    """ "34.9 to 35.5", in parts of 100; more decimals where both ends would read alike; in words if nothing varied."""
    if constant(interval):
        return SAME
    more = _digits_apart(interval, digits)
    return f"{percent(interval.low, more)} to {percent(interval.high, more)}"


def share_words(share: Interval, things: str = "", digits: int = 1) -> str:
    """ "34.9 of 100 games (34.5 to 35.3)", as many decimals in both."""
    more = _digits_apart(share, digits)
    value = percent(share.value, more).replace("<", "less than ").replace(">", "more than ")
    return f"{value} of 100{' ' if things else ''}{things} ({percent_range(share, digits)})"


def number_range(interval: Interval, digits: int | None = None) -> str:
    """ "4.92 to 5.01"; with an open end "at least 4.92"; in words if nothing varied, or if one deal says nothing."""
    if constant(interval):
        return SAME
    if interval.method == "everything" or (interval.low is None and interval.high is None):
        return "unknown"
    if interval.high is None:
        return f"at least {number(interval.low, digits)}"
    if interval.low is None:
        return f"at most {number(interval.high, digits)}"
    return f"{number(interval.low, digits)} to {number(interval.high, digits)}"


def points(value: float | None, digits: int = 1) -> str:
    """A difference of shares in percentage points: "+2.1" or "-0.4"."""
    if value is None:
        return DASH
    text = number(100 * value, digits)
    return text if text.startswith("-") or not float(text.replace(",", "")) else f"+{text}"


def line_up(members: Sequence[str]) -> str:
    """ "4 x a" or "3 x a, b": neighbours alike are counted, or a chart would cut off what tells tables apart."""
    runs = [(name, len(list(group))) for name, group in groupby(members)]
    return ", ".join(name if k == 1 else f"{k} x {name}" for name, k in runs)


def listed(names: list[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}" if names else "none"


def rounded_up(value: int) -> str:
    """A number of games to ask for: two leading digits or tens, upward, so that it does not claim to be exact."""
    return count(rounded(value)) if value > 0 else "0"
