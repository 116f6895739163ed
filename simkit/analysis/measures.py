"""The numbers that two variants are compared by, each as two sums a block: what it counts, and of how many.

A mean has the same bottom in every block; a ratio (choice, score margin where there are scores) has not.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal

import numpy as np

from simkit.analysis.blocks import Blocks
from simkit.analysis.estimate import ANY, COUNT, SHARE, Array, Bounds
from simkit.analysis.numbers import block_sums, row_sums, winners_of
from simkit.analysis.tallies import TallyInfo

Family = Literal["seat", "first_seat", "strategy", "other", "tally"]
Sums = tuple[Array, Array]

DEVIATION: Bounds = (-1.0, 1.0)


@dataclass(frozen=True)
class Measure:
    """One number that is compared.

    Attributes:
        key, label, unit: as in `Effect`. family: where its effect stands. bounds: what is possible.
        judged: True if the margin applies to it (win shares, success); for all others any difference counts.
        sums: blocks -> sum and count of it in each block, [blocks] or, the count, one number.
    """

    key: str
    label: str
    unit: str
    family: Family
    bounds: Bounds
    judged: bool
    sums: Callable[[Blocks], Sums]

    @property
    def share(self) -> bool:
        """Whether it is shown of 100."""
        return self.bounds in (SHARE, DEVIATION)


@dataclass(frozen=True)
class Subject:
    """What decides which numbers two results can be compared by. Both sides must be asked with the same one.

    Attributes:
        players: n, or 0 if the two differ: then seats and strategies are not compared.
        strategies: those that sit at both tables. turn_label, result_label: words of the game.
        reasons: end reasons; tallies: those that both declare.
    """

    players: int
    strategies: tuple[str, ...]
    mirror: bool
    cooperative: bool
    has_score: bool
    turn_label: str
    result_label: str
    reasons: tuple[str, ...]
    tallies: tuple[TallyInfo, ...]


def measures_of(subject: Subject) -> tuple[Measure, ...]:
    """All numbers that can be compared, win shares first."""
    found: list[Measure] = []
    if subject.cooperative:
        found.append(_game("success", "success of the table", "points", SHARE, True, "success"))
        found.append(_game("result", subject.result_label or "result", "", ANY, False, "result"))
    else:
        found += _win_shares(subject)
    turns = subject.turn_label.split(" (")[0] or "turns"
    found.append(_game("turns", f"length in {turns}", turns, COUNT, False, "turns"))
    found.append(_game("rounds", "length in rounds", "rounds", COUNT, False, "rounds"))
    found.append(_game("decisions", "decisions a game", "decisions", COUNT, False, "decisions"))
    found.append(_game("lead_changes", "lead changes a game", "lead changes", COUNT, False, "lead_changes"))
    found.append(Measure("choice", "decisions with a choice", "points", "other", SHARE, False, _choice))
    found.append(_game("capped", "games cut off", "points", SHARE, False, "capped"))
    if not subject.cooperative:
        found.append(Measure("ties", "games with several winners", "points", "other", SHARE, False, _winners(2)))
        found.append(Measure("no_winner", "games without a winner", "points", "other", SHARE, False, _winners(0)))
    if len(subject.reasons) > 1:
        found += [
            Measure(f"end:{word}", f"games ending: {word}", "points", "other", SHARE, False, _is("end_reason", code))
            for code, word in enumerate(subject.reasons)
        ]
    if subject.has_score:
        found.append(Measure("score", "score of a player", "", "other", ANY, False, _all_seats("score")))
        if not subject.cooperative:
            margin = "best minus second score"
            found.append(_game("score_margin", margin, "", COUNT, False, "score_margin"))
    for info in subject.tallies:
        found += _tally(info)
    return tuple(found)


def _win_shares(subject: Subject) -> list[Measure]:
    n = subject.players
    found = [
        Measure(f"seat:{s + 1}", f"win share of seat {s + 1}", "points", "seat", SHARE, True, _seat(s))
        for s in range(n)
    ]
    if n:
        label = "first-seat advantage"
        found.append(Measure("first_seat", label, "points", "first_seat", DEVIATION, True, _first_seat))
    # In a mirror a strategy's share is fair by construction: nothing to compare with.
    for name in () if subject.mirror or not n else subject.strategies:
        label = f"win share of {name}"
        found.append(Measure(f"strategy:{name}", label, "points", "strategy", SHARE, True, _strategy(name)))
    return found


def _game(key: str, label: str, unit: str, bounds: Bounds, judged: bool, column: str) -> Measure:
    def sums(blocks: Blocks) -> Sums:
        return _flat(*block_sums(blocks.game(column)))

    return Measure(key, label, unit, "other", bounds, judged, sums)


def _flat(top: Array, bottom: Array) -> Sums:
    """[blocks, 1] -> [blocks]; a count that is the same everywhere stays one number."""
    return top.ravel(), bottom.ravel() if bottom.ndim == 2 else bottom.reshape(())


ONE = np.ones(())


def _seat(seat: int) -> Callable[[Blocks], Sums]:
    # Divide after summing, as `Credits` does: both must give the same numbers (E10).
    def sums(blocks: Blocks) -> Sums:
        credit = blocks.seat("credit")
        return row_sums(credit[:, :, seat]) / credit.shape[1], ONE

    return sums


def _first_seat(blocks: Blocks) -> Sums:
    credit = blocks.seat("credit")
    games, n = credit.shape[1:]
    first, whole = row_sums(credit[:, :, 0]), row_sums(credit.reshape(blocks.count, -1))
    return (first - whole / n) / games, ONE


def _strategy(name: str) -> Callable[[Blocks], Sums]:
    def sums(blocks: Blocks) -> Sums:
        places = (blocks.shape.who == blocks.shape.strategies.index(name)).ravel()
        credit = blocks.seat("credit").reshape(blocks.count, -1)
        return row_sums(credit[:, places]) / places.sum(), ONE

    return sums


def _choice(blocks: Blocks) -> Sums:
    decisions = blocks.game("decisions")
    return row_sums(decisions), row_sums(decisions + blocks.game("forced"))


def _winners(least: int) -> Callable[[Blocks], Sums]:
    """Games with at least so many winners; 0: with none at all."""

    def sums(blocks: Blocks) -> Sums:
        winners = winners_of(blocks)
        return row_sums(winners >= least if least else winners == 0) / winners.shape[1], ONE

    return sums


def _is(column: str, code: int) -> Callable[[Blocks], Sums]:
    def sums(blocks: Blocks) -> Sums:
        found = blocks.game(column) == code
        return row_sums(found) / found.shape[1], ONE

    return sums


def _all_seats(column: str, code: int | None = None) -> Callable[[Blocks], Sums]:
    """A number of the seats table over all places; `code`: whether it is this category."""

    def sums(blocks: Blocks) -> Sums:
        return _flat(*block_sums(_shown(blocks.seat(column).reshape(blocks.count, -1), code)))

    return sums


def _all_games(column: str, code: int | None) -> Callable[[Blocks], Sums]:
    def sums(blocks: Blocks) -> Sums:
        return _flat(*block_sums(_shown(blocks.game(column), code)))

    return sums


def _shown(values: Array, code: int | None) -> Array:
    return values if code is None else np.where(np.isnan(values), np.nan, values == code)


def _tally(info: TallyInfo) -> list[Measure]:
    make = _all_seats if info.scope == "seat" else _all_games
    per = ", per player" if info.scope == "seat" else ""
    if info.kind == "category":
        return [
            Measure(
                f"tally:{info.name}:{word}", f"{info.label}: {word}", "points", "tally", SHARE, False,
                make(info.name, code),
            )
            for code, word in enumerate(info.words)
        ]  # fmt: skip
    flag = info.kind == "flag"
    unit, bounds = ("points", SHARE) if flag else (info.unit, ANY)
    label = f"{info.label}{per}"
    return [Measure(f"tally:{info.name}", label, unit, "tally", bounds, False, make(info.name, None))]
