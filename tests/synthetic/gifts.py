"""A scripted game of open information: each turn somebody gives a point to any seat, or ends the game.

What the engine counts (turns, decisions, legal actions, lead changes) can be read off the script.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.game import COMMON_ENDS, FIRST_OWN_END, NOBODY, Game, Kernels, Words, option
from simkit.game import Rules as BaseRules
from simkit.jit import kernel
from simkit.strategy import Param, Strategy

MAX_PLAYERS = 4
RULES = np.dtype([("longest", np.int64)], align=True)
STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),
        ("ended", np.int64),
        ("turns", np.int64),
        ("rounds", np.int64),
        ("gifts", np.int64, (MAX_PLAYERS,)),
    ],
    align=True,
)
VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int8, (MAX_PLAYERS + 1,)),
        ("turn", np.int64),
        ("gifts", np.int64, (MAX_PLAYERS,)),
    ],
    align=True,
)
END = MAX_PLAYERS
"""The action that ends the game, from turn 2 on; action s gives a point to seat s."""


@dataclass(frozen=True)
class Rules(BaseRules):
    """How long it may last."""

    longest: int = option(16, "turns after which only the end is allowed", "G1", low=1, high=40)


def pack_rules(rules: Rules, n_players: int) -> Any:
    packed = np.zeros(1, RULES).view(np.recarray)
    packed.longest = rules.longest
    return packed


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    pass


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    view.seat, view.kind, view.turn = seat, state.kind, state.turns
    n = np.int64(0)
    for other in range(MAX_PLAYERS):
        view.gifts[other] = state.gifts[other]
        if other < state.n_players and state.turns < rules.longest:
            view.legal[n] = other
            n += 1
    if state.turns >= 1:
        view.legal[n] = END
        n += 1
    view.n_legal = n
    for i in range(n, MAX_PLAYERS + 1):
        view.legal[i] = -1


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    if action == END:
        return 0 if state.turns >= 1 else 2
    return 0 if 0 <= action < state.n_players and state.turns < rules.longest else 1


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    if action == END:
        state.ended = FIRST_OWN_END
        state.to_act = NOBODY
        return
    state.gifts[action] += 1
    state.turns += 1
    state.to_act = (state.to_act + 1) % state.n_players


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    for seat in range(state.n_players):
        outcome.score[seat] = state.gifts[seat]
        outcome.rank[seat] = 1
        for other in range(state.n_players):
            outcome.rank[seat] += state.gifts[other] > state.gifts[seat]


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    return state.gifts[seat]


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    pass


@kernel
def reseat(state: Any, shift: Any) -> None:
    n = state.n_players
    for _ in range(shift % n):
        last = state.gifts[n - 1]
        for seat in range(n - 1, 0, -1):
            state.gifts[seat] = state.gifts[seat - 1]
        state.gifts[0] = last
    if state.to_act >= 0:
        state.to_act = (state.to_act + shift) % n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    pass


def load_kernels() -> Kernels:
    return Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)


def _action(state: Any, rules: Any, seat: int, action: int) -> str:
    return "ends the game" if action == END else f"gives a point to seat {action + 1}"


def _events(before: Any, after: Any, rules: Any) -> list[str]:
    return []


def _table(state: Any, rules: Any) -> list[str]:
    return ["nobody has a point"]


GAME = Game(
    name="gifts",
    title="Gifts",
    version="1.0",
    summary="Gives points away by script.",
    players=(2, 3, 4),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=load_kernels,
    words=Words(_action, _events, _table),
    purposes=(),
    kinds=("gift",),
    end_reasons=(*COMMON_ENDS, "somebody said so"),
    illegal=("", "give to somebody at the table, or end", "nobody may end before the first gift"),
    turn_label="gifts",
    standing_label="points",
    max_legal=MAX_PLAYERS + 1,
)


def scripted(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """At turn t (from 0) the action params[t]; -1 raises ValueError."""
    action = int(params[view.turn])
    if action == -1:
        raise ValueError("the script ends here")
    return action


SCRIPTED = Strategy(
    "scripted",
    "gifts",
    "follows a script",
    scripted,
    params=tuple(Param(f"t{t}", END, -1, END, "action of this turn") for t in range(16)),
)
