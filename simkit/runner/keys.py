"""Names of single games, for people: `variant/lineup/block.repeat.seating`."""

from __future__ import annotations

import re
from dataclasses import dataclass

from simkit.errors import UsageError

_TAIL = re.compile(r"(\d{1,18})\.(\d{1,9})\.(\d{1,9})", re.ASCII)


@dataclass(frozen=True)
class GameKey:
    """The key of one game. `seating` is its number in the list of all distinct orders."""

    variant: str
    lineup: str
    block: int
    repeat: int
    seating: int

    def __str__(self) -> str:
        return f"{self.variant}/{self.lineup}/{self.block}.{self.repeat}.{self.seating}"


def replay_key(text: str) -> GameKey:
    """Read `variant/lineup/block.repeat.seating`. A line-up may hold commas, colons and equals signs.

    Raises:
        UsageError: the text has another form; the message says what is missing.
    """
    form = "A game is named variant/lineup/block.repeat.seating, as in base/random,random,random/17.0.0"
    variant, first, rest = text.strip().partition("/")
    lineup, second, tail = rest.rpartition("/")
    if not first or not second:
        raise UsageError(f"{form}; '{text}' came, which has fewer than two slashes.")
    if not variant or not lineup:
        raise UsageError(f"{form}; '{text}' came, where the {'line-up' if variant else 'variant'} is empty.")
    match = _TAIL.fullmatch(tail)
    if not match:
        raise UsageError(f"{form}; '{text}' came, where '{tail}' is not three whole numbers joined by dots.")
    block, repeat, seating = (int(number) for number in match.groups())
    return GameKey(variant, lineup, block, repeat, seating)
