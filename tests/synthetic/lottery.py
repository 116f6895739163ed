"""A game of pure chance with known win probabilities: fair, or with one seat favoured. The cheapest game there is.

Somebody says when to draw (two ways of saying it, which make no difference), then one number decides who wins.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.game import COMMON_ENDS, FIRST_OWN_END, MAX_SEATS, NOBODY, Game, Kernels, Words, option
from simkit.game import Rules as BaseRules
from simkit.jit import kernel
from simkit.rng import below, start
from simkit.strategy import Strategy

DRAW, = range(1)  # fmt: skip
RULES = np.dtype([("extra", np.int64), ("ties", np.int64), ("stalemates", np.int64)], align=True)
STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),
        ("ended", np.int64),
        ("turns", np.int64),
        ("rounds", np.int64),
        ("favoured", np.int64),  # the seat with the extra tickets: seat 1, unless the table is turned
        ("winner", np.int64),
        ("tied", np.int64),  # 1: the next seat wins as well
        ("lottery", np.int64),
    ],
    align=True,
)
VIEW = np.dtype(
    [("seat", np.int64), ("kind", np.int64), ("n_legal", np.int64), ("legal", np.int64, (2,))],
    align=True,
)


@dataclass(frozen=True)
class Rules(BaseRules):
    """Who is favoured, and how often nobody wins alone."""

    extra: int = option(0, "tickets more than the others' 100 that seat 1 has", "L1", low=0, high=1000)
    ties: int = option(0, "percent of games in which two neighbours share", "L2", low=0, high=100)
    stalemates: int = option(0, "percent of games in which nobody wins", "L3", low=0, high=100)


def pack_rules(rules: Rules, n_players: int) -> Any:
    packed = np.zeros(1, RULES).view(np.recarray)
    packed.extra, packed.ties, packed.stalemates = rules.extra, rules.ties, rules.stalemates
    return packed


def win_shares(n_players: int, extra: int = 0) -> list[float]:
    """The true win share of each seat without ties and stalemates."""
    whole = 100 * n_players + extra
    return [(100 + (extra if seat == 0 else 0)) / whole for seat in range(n_players)]


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    state.winner = NOBODY


@kernel
def view(state: Any, rules: Any, seat: Any, view: Any) -> None:
    view.seat, view.kind, view.n_legal = seat, state.kind, 2
    view.legal[0], view.legal[1] = 0, 1


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    return 0 if 0 <= action <= 1 else 1


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    n = state.n_players
    state.turns += 1
    state.to_act = NOBODY
    start(chance, DRAW)
    ticket = below(chance, 100 * n + rules.extra)
    place = 0 if ticket < 100 + rules.extra else (ticket - rules.extra) // 100
    state.winner = (state.favoured + place) % n
    state.tied = below(chance, 100) < rules.ties
    nobody = below(chance, 100) < rules.stalemates
    state.ended = 2 if nobody else FIRST_OWN_END


@kernel
def outcome(state: Any, rules: Any, outcome: Any) -> None:
    n = state.n_players
    if state.winner == NOBODY:
        return
    for seat in range(n):
        outcome.rank[seat] = 3 if state.tied else 2
    outcome.rank[state.winner] = 1
    if state.tied:
        outcome.rank[(state.winner + 1) % n] = 1


@kernel
def standing(state: Any, rules: Any, seat: Any) -> Any:
    return np.int64(seat == state.winner)


@kernel
def tally(state: Any, rules: Any, per_game: Any, per_seat: Any) -> None:
    pass


@kernel
def reseat(state: Any, shift: Any) -> None:
    n = state.n_players
    state.favoured = (state.favoured + shift) % n
    if state.to_act >= 0:
        state.to_act = (state.to_act + shift) % n
    if state.winner >= 0:
        state.winner = (state.winner + shift) % n


@kernel
def rehide(state: Any, rules: Any, seat: Any, rng: Any) -> None:
    pass


def load_kernels() -> Kernels:
    return Kernels(setup, view, check, step, outcome, standing, tally, reseat, rehide)


def _action(state: Any, rules: Any, seat: int, action: int) -> str:
    return {0: "says draw", 1: "says go"}.get(action, f"action {action} (no such action)")


def _events(before: Any, after: Any, rules: Any) -> list[str]:
    return [f"seat {int(after.winner) + 1} is drawn"]


def _table(state: Any, rules: Any) -> list[str]:
    return [f"{int(state.n_players)} seats wait for the draw"]


GAME = Game(
    name="lottery",
    title="Lottery",
    version="1.0",
    summary="Pure chance with known win probabilities.",
    players=tuple(range(2, MAX_SEATS + 1)),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=load_kernels,
    words=Words(_action, _events, _table),
    purposes=("draw",),
    kinds=("draw",),
    end_reasons=(*COMMON_ENDS, "drawn"),
    illegal=("", "say 0 or 1"),
    has_score=False,
    max_legal=2,
)


def go(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Says draw, always."""
    return 0


STRATEGIES = (Strategy("go", "lottery", "says draw", go), Strategy("wait", "lottery", "says draw as well", go))
