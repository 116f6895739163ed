"""A cooperative game: the table climbs to a hut before the storm comes. All win or all lose.

In turn everybody rests (1 step, safe) or hurries (1 to 4 steps, but on a 1 the storm comes nearer). The result is the
steps climbed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.game import COMMON_ENDS, FIRST_OWN_END, NOBODY, Game, Kernels, Tally, Words, option
from simkit.game import Rules as BaseRules
from simkit.jit import kernel
from simkit.rng import below, start
from simkit.strategy import Param, Strategy

DIE = 0
REST, HURRY = 0, 1
RESCUED, STORM = FIRST_OWN_END, FIRST_OWN_END + 1
RULES = np.dtype([("steps_each", np.int64), ("storm_turns", np.int64)], align=True)
STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),
        ("ended", np.int64),
        ("turns", np.int64),
        ("rounds", np.int64),
        ("climbed", np.int64),  # steps so far
        ("storm", np.int64),  # turns until the storm
        ("slips", np.int64),
        ("hurried", np.int16, (8,)),
        ("first", np.int64),
    ],
    align=True,
)
VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int8, (2,)),
        ("left", np.int64),  # steps still to climb
        ("storm", np.int64),
    ],
    align=True,
)


@dataclass(frozen=True)
class Rules(BaseRules):
    """How far, and how long."""

    steps_each: int = option(10, "steps to climb, for each player", "R1", low=1, high=50)
    storm_turns: int = option(6, "turns until the storm, for each player", "R2", low=1, high=50)


def pack_rules(rules: Rules, n_players: int) -> Any:
    packed = np.zeros(1, RULES).view(np.recarray)
    packed.steps_each, packed.storm_turns = rules.steps_each, rules.storm_turns
    return packed


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    state.storm = rules.storm_turns * state.n_players


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    view.seat, view.kind = seat, state.kind
    view.left = rules.steps_each * state.n_players - state.climbed
    view.storm = state.storm
    # The last step is taken carefully: then there is nothing to decide.
    view.n_legal = 1 if view.left == 1 else 2
    view.legal[0] = REST
    view.legal[1] = -1 if view.left == 1 else HURRY


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    if action < 0 or action > 1:
        return 1
    last = rules.steps_each * state.n_players - state.climbed == 1
    return 2 if action == HURRY and last else 0


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    n, seat = state.n_players, state.to_act
    goal = rules.steps_each * n
    steps = 1
    if action == HURRY:
        start(chance, DIE)
        steps = 1 + below(chance, 4)
        state.hurried[seat] += 1
        if steps == 1:
            state.slips += 1
            state.storm -= 1
    state.climbed = min(goal, state.climbed + steps)
    state.storm -= 1
    state.turns += 1
    seat = (seat + 1) % n
    state.rounds += seat == state.first
    state.to_act = seat
    if state.climbed == goal or state.storm <= 0:
        state.ended = RESCUED if state.climbed == goal else STORM
        state.to_act = NOBODY


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    outcome.success = state.ended == RESCUED
    outcome.value = np.float64(state.climbed)


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    return np.int64(0)


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    per_game[0] = state.slips
    per_game[1] = state.slips == 0
    for seat in range(state.n_players):
        per_seat[seat, 0] = state.hurried[seat]


@kernel
def reseat(state: Any, shift: Any) -> None:
    n = state.n_players
    for _ in range(shift % n):
        last = state.hurried[n - 1]
        for seat in range(n - 1, 0, -1):
            state.hurried[seat] = state.hurried[seat - 1]
        state.hurried[0] = last
    state.first = (state.first + shift) % n
    if state.to_act >= 0:
        state.to_act = (state.to_act + shift) % n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    pass


def load_kernels() -> Kernels:
    return Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)


def _action(state: Any, rules: Any, seat: int, action: int) -> str:
    return {0: "rests", 1: "hurries"}.get(action, f"action {action} (no such action)")


def _events(before: Any, after: Any, rules: Any) -> list[str]:
    return [f"{int(after.climbed)} steps climbed, the storm is {int(after.storm)} turns away"]


def _table(state: Any, rules: Any) -> list[str]:
    return [f"{int(state.n_players)} climbers at the foot of the mountain"]


GAME = Game(
    name="rescue",
    title="Rescue",
    version="1.0",
    summary="Cooperative: reach the hut before the storm.",
    players=(1, 2, 3, 4),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=load_kernels,
    words=Words(_action, _events, _table),
    purposes=("die",),
    kinds=("pace",),
    end_reasons=(*COMMON_ENDS, "rescued", "caught by the storm"),
    illegal=("", "0 is rest, 1 is hurry", "the last step is taken carefully"),
    tallies=(
        Tally("slips", "game", "count", "Slips", "slips"),
        Tally("no_slip", "game", "flag", "Games without a slip", "games"),
        Tally("hurried", "seat", "count", "Times hurried", "turns"),
    ),
    cooperative=True,
    has_score=False,
    result_label="steps climbed",
    max_legal=2,
)


def hasty(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Hurries in so many of a hundred turns, always when the storm is near."""
    if view.storm <= params[1]:
        return HURRY
    return HURRY if below(rng, 100) < params[0] else REST


STRATEGIES = (
    Strategy(
        "hasty",
        "rescue",
        "hurries most of the time",
        hasty,
        params=(
            Param("percent", 80, 0, 100, "turns in a hundred in which it hurries"),
            Param("fear", 2, 0, 50, "turns to the storm at which it always hurries"),
        ),
    ),
)
