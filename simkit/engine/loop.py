"""The one loop that plays every game. It is compiled once a game (see `simkit.engine.build`)."""

from __future__ import annotations

from typing import Any

import numpy as np
from numba.extending import register_jitable

from simkit.engine.dispatch import k_check, k_outcome, k_setup, k_standing, k_step, k_tally, k_view
from simkit.game import MAX_SEATS, RUNNING
from simkit.jit import borrow
from simkit.records import clear, row_at
from simkit.rng import open_chance, open_choice

NEW, PLAYING, WAITING, ANSWERED, DONE, CUT, ILLEGAL, STUCK = range(8)
"""Status of a game: WAITING for a lock-step strategy; CUT by the engine's cap; STUCK without a legal action."""

BOOK = np.dtype(
    [
        ("status", np.int64),
        ("decisions", np.int64),  # strategy calls
        ("forced", np.int64),  # decisions with one legal action, applied without asking
        ("legal_actions", np.int64),  # summed over decisions; -1 where some could not be listed
        ("lead_changes", np.int64),
        ("turn", np.int64),  # completed turns at the last look at the standings
        ("leaders", np.int64),  # bit s: seat s had the best standing then
        ("seat", np.int64),  # who decided last
        ("action", np.int64),  # what it chose, or the answer of a lock-step strategy
        ("code", np.int64),  # reason code of an illegal action
        ("noted", np.int64),  # next free row of the table of standings (simkit.engine.trace)
        ("turns", np.int64),  # of the state, when the game was over
        ("rounds", np.int64),
        ("ended", np.int64),
    ],
    align=True,
)
"""The engine's own record of each game."""


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]  # compiled into the loop, never cached by itself
def note_leaders(state: Any, rules: Any, entry: Any, standings: Any) -> None:
    """Count a lead change (M5): from turn 2 on, the set of seats with the best standing is not the last turn's.

    `standings`: int64[rows, MAX_SEATS + 1], the table to note them in, the turn last; without rows nothing is noted.
    """
    best = np.int64(-(2**62))
    leaders = np.int64(0)
    row = entry.noted
    traced = row < len(standings)
    for seat in range(np.int64(state.n_players)):
        standing = np.int64(k_standing(state, rules, seat))
        # Without branches: which seat leads cannot be predicted (a sixth of the loop's time with them).
        leaders = leaders * np.int64(standing <= best) | np.int64(standing >= best) << np.int64(seat)
        best = max(best, standing)
        if traced:
            standings[row, seat] = standing
    if traced:
        standings[row, MAX_SEATS] = np.int64(state.turns)
        entry.noted = row + 1
    if entry.turn >= 1 and leaders != entry.leaders:
        entry.lead_changes += 1
    entry.leaders = leaders
    entry.turn = np.int64(state.turns)


@register_jitable  # type: ignore[untyped-decorator, unused-ignore]
def play_on(
    state: Any, view: Any, rules: Any, strategies: Any, waits: Any, params: Any, memory: Any, rng: Any, chance: Any,
    entry: Any, limit: Any, standings: Any,
) -> None:  # fmt: skip
    """Play a game until it ends, fails, reaches `limit` decisions, or needs a lock-step strategy."""
    while state.ended == RUNNING:
        seat = np.int64(state.to_act)
        if entry.status == ANSWERED:
            action = np.int64(entry.action)
        else:
            if entry.decisions + entry.forced >= limit:
                entry.status = CUT
                return
            k_view(state, rules, seat, view)
            n_legal = np.int64(view.n_legal)
            entry.seat = seat
            if n_legal == 1:
                entry.forced += 1
                action = np.int64(view.legal[0])
            elif n_legal == 0:
                entry.status = STUCK
                return
            else:
                entry.decisions += 1
                # Null for the whole game once an action could not be listed: -1.
                if n_legal < 0 or entry.legal_actions < 0:
                    entry.legal_actions = -1
                else:
                    entry.legal_actions += n_legal
                if waits[seat]:
                    entry.status = WAITING
                    return
                action = np.int64(
                    strategies[seat](view, rules, row_at(params, seat), row_at(memory, seat), row_at(rng, seat))
                )
        entry.status = PLAYING
        code = np.int64(k_check(state, rules, action))
        if code != 0:
            entry.action = action
            entry.code = code
            entry.status = ILLEGAL
            return
        k_step(state, rules, action, chance)
        if state.turns != entry.turn:
            note_leaders(state, rules, entry, standings)
    entry.status = DONE


def run_batch(
    states: Any, views: Any, rules_rows: Any, strategies: Any, waits: Any, params: Any, memory: Any, rng: Any,
    chance: Any, book: Any, keys: Any, outcomes: Any, per_game: Any, per_seat: Any, limit: Any, standings: Any,
    fresh: Any,
) -> int:  # fmt: skip
    """Advance every unfinished game of a batch; return how many wait for a lock-step strategy.

    Args (m games):
        states: record array[m], or one row that all games use one after the other (possible where nobody waits).
        book, outcomes: record arrays[m]. keys: int64[m, 3] = seed, block, repeat.
        views, memory[.., 8, 32], rng[.., 8, 2], chance[.., k]: m rows, or one row that all games use one after the
            other (possible where nobody waits).
        rules_rows: record array[1]. strategies: 8 typed functions (`simkit.engine.entry`). waits: int64[8].
        params: float64[8, 16]. per_game: int64[m, a]. per_seat: int64[m, 8, b].
        standings: int64[k, 9] (`note_leaders`), k = 0 if not wanted.
        fresh: 1 if a state is to be zeroed before it is set up (0: `Game.reuses_state`).

    Stops at once after a game that fails (status ILLEGAL or STUCK).
    """
    params, memory, rng, chance = borrow(params), borrow(memory), borrow(rng), borrow(chance)
    states, views, book, outcomes = borrow(states), borrow(views), borrow(book), borrow(outcomes)
    waits, keys, per_game, per_seat = borrow(waits), borrow(keys), borrow(per_game), borrow(per_seat)
    standings = borrow(standings)
    rules = rules_rows[0]
    shared, n = len(views) == 1, np.int64(states[0].n_players)
    waiting = 0
    for game in range(len(book)):
        entry = book[game]
        if entry.status == DONE or entry.status == CUT:
            continue
        row = 0 if shared else game
        state = states[row]
        if entry.status == NEW:
            seed, block, repeat = keys[game, 0], keys[game, 1], keys[game, 2]
            chance[row, :] = 0
            open_chance(row_at(chance, row), seed, block)
            if fresh:
                clear(state)
                state.n_players = n
            for seat in range(n):
                memory[row, seat, :] = 0
                open_choice(row_at(rng[row], seat), seed, block, repeat, seat)
            k_setup(state, rules, row_at(chance, row))
            entry.status = PLAYING
        play_on(
            state, views[row], rules, strategies, waits, params, memory[row], rng[row], row_at(chance, row),
            entry, limit, standings,
        )  # fmt: skip
        if entry.status == WAITING:
            waiting += 1
            continue
        if entry.status == ILLEGAL or entry.status == STUCK:
            return waiting
        entry.turns, entry.rounds, entry.ended = state.turns, state.rounds, state.ended
        k_outcome(state, rules, outcomes[game])
        k_tally(state, rules, per_game[game], per_seat[game])
    return waiting
