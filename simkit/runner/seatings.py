"""Seatings: the ways in which the members of a line-up can sit, numbered once and for all. Pure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from simkit.errors import UsageError

SeatingsKind = Literal["all", "rotations"]
SEATINGS_KINDS: tuple[SeatingsKind, ...] = ("all", "rotations")
ALL_UP_TO = 4
"""Up to this many players every distinct order is played by default; above, the rotations."""


@dataclass(frozen=True)
class Seating:
    """One order of a line-up, seat 1 first. `number`: its index in the lexicographic list of all distinct orders."""

    number: int
    order: tuple[str, ...]


def lineup_members(strategies: Sequence[str], n_players: int) -> tuple[str, ...]:
    """All n specifications, sorted. One specification is mirrored over all seats.

    Raises:
        UsageError: neither one nor `n_players` specifications came.
    """
    if n_players < 1 or len(strategies) not in (1, n_players):
        raise UsageError(
            f"a line-up for {n_players} players is one strategy (mirrored over all seats) or {n_players} of them; "
            f"{len(strategies)} came: {', '.join(strategies) or 'none'}. Give 1 or {n_players}, joined by commas."
        )
    return tuple(sorted(tuple(strategies) * (n_players if len(strategies) == 1 else 1)))


def lineup_key(members: Sequence[str]) -> str:
    """The line-up as results store it: all specifications, sorted, joined by commas."""
    return ",".join(sorted(members))


def default_kind(n_players: int) -> SeatingsKind:
    """`all` up to four players, `rotations` above (statistics.md, Units)."""
    return "all" if n_players <= ALL_UP_TO else "rotations"


def seatings_of(members: Sequence[str], kind: SeatingsKind) -> tuple[Seating, ...]:
    """The seatings in use, in the order of their numbers.

    `rotations` takes the distinct rotations of the sorted line-up, so that the key of a game does not depend on the
    order in which the strategies were named. In both kinds each strategy sits in each seat equally often (T8).
    """
    base = tuple(sorted(members))
    rotations = {base[shift:] + base[:shift] for shift in range(len(base))}
    return tuple(
        Seating(number, order)
        for number, order in enumerate(distinct_orders(base))
        if kind == "all" or order in rotations
    )


def distinct_orders(members: Sequence[str]) -> Iterator[tuple[str, ...]]:
    """Every distinct order of a multiset, lexicographically (Knuth, TAOCP 7.2.1.2, Algorithm L).

    `itertools.permutations` would walk n! orders to find the few distinct ones of a mirror.
    """
    order = sorted(members)
    while True:
        yield tuple(order)
        left = len(order) - 2
        while left >= 0 and order[left] >= order[left + 1]:
            left -= 1
        if left < 0:
            return
        right = len(order) - 1
        while order[left] >= order[right]:
            right -= 1
        order[left], order[right] = order[right], order[left]
        order[left + 1 :] = reversed(order[left + 1 :])
