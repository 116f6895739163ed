"""Dice Race: in your turn roll as often as you like; a 1 takes the turn's points. First to the target wins."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.game import COMMON_ENDS, Game, Kernels, Tally, Words, option
from simkit.game import Rules as BaseRules

SEATS = 6
ROLL, STOP = 0, 1

RULES = np.dtype([("target", np.int64), ("faces", np.int64)], align=True)

STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),
        ("ended", np.int64),
        ("turns", np.int64),  # completed turns
        ("rounds", np.int64),  # turns of the first player
        ("pot", np.int64),  # points of this turn, lost with a 1
        ("die", np.int64),  # last roll
        ("first", np.int64),  # seat that began
        ("points", np.int64, (SEATS,)),
        ("busts", np.int64, (SEATS,)),
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int8, (2,)),
        ("pot", np.int64),
        ("points", np.int64, (SEATS,)),
    ],
    align=True,
)


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Dice Race."""

    target: int = option(50, "points that win", "race to 50", low=10, high=500)
    faces: int = option(6, "faces of the die", "a normal die", low=2, high=20)


def pack_rules(rules: Rules, n_players: int) -> Any:
    """The options as a record."""
    packed = np.zeros(1, RULES).view(np.recarray)
    packed.target, packed.faces = rules.target, rules.faces
    return packed


def _load_kernels() -> Kernels:
    from dice_race.kernels import KERNELS  # numba is loaded only when somebody plays

    return KERNELS


def _action(state: Any, rules: Any, seat: int, action: int) -> str:
    return "rolls" if action == ROLL else f"stops and keeps {int(state.pot)}"


def _events(before: Any, after: Any, rules: Any) -> list[str]:
    if int(after.points.sum()) > int(before.points.sum()):
        return ["points: " + ", ".join(str(int(p)) for p in after.points[: int(after.n_players)])]
    return [f"a {int(after.die)}" + (f": the turn is over, {int(before.pot)} lost" if int(after.die) == 1 else "")]


def _table(state: Any, rules: Any) -> list[str]:
    return [f"{int(state.n_players)} players race to {int(rules.target)}"]


GAME = Game(
    name="dice_race",
    title="Dice Race",
    version="1.0",
    summary="Push your luck with one die: roll on or stop.",
    players=tuple(range(2, SEATS + 1)),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=_load_kernels,
    words=Words(_action, _events, _table),
    purposes=("die",),
    kinds=("roll or stop",),
    end_reasons=(*COMMON_ENDS, "target reached"),
    illegal=("", "0 is roll, 1 is stop", "roll at least once"),
    tallies=(Tally("busts", "seat", "count", "Turns lost to a 1", "turns"),),
    turn_label="turns (all rolls of one player)",
    standing_label="points",
    max_decisions=20_000,
    max_legal=2,
)


def provide() -> tuple[Game, ...]:
    """What the entry point of the group simkit.games gives."""
    return (GAME,)
