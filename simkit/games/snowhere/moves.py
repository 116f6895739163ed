"""The course of a game: picking up, placing, the end (specification N4 to N8)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import NOBODY
from simkit.games.snowhere.candidates import random_candidate
from simkit.games.snowhere.changes import add_snow, take_fire
from simkit.games.snowhere.fine import visible_cells
from simkit.games.snowhere.legal import (
    covers_enough,
    is_no_exact_cover,
    keeps_adjacency,
    keeps_edge,
    legality,
    on_table,
)
from simkit.games.snowhere.patches import new_patch, patch_and, patch_bare, patch_into, patch_of
from simkit.games.snowhere.poses import fire_place, is_pose
from simkit.games.snowhere.sets import count, has
from simkit.games.snowhere.setting import deal_flakes, set_table
from simkit.games.snowhere.state import (
    BLOCKED,
    COVERED,
    FINE_CELL,
    FIRE_OUT,
    FLAKE,
    FREE,
    LEGAL,
    LOOKS_SOLVED,
    MARKS,
    N_MARKS,
    NO_PLACE,
    NOT_A_FIRE_CARD,
    NOT_A_POSE,
    OFF_TABLE,
    PICK,
    PLACE,
    PROBES,
    SKIP,
    SLIVER_SHARE,
)
from simkit.jit import kernel, popcount
from simkit.rng import start

PROBE = 3
"""Chance stream (the others: `setting`)."""
JITTER = 45.0
"""mm. Of the game's own random candidates (section 5)."""
DISCARD, PLACE_FREELY, END = range(3)


@kernel
def setup(state: Any, rules: Any, chance: Any) -> None:
    """A new game (N3), whatever the state held."""
    clear_counts(state)
    set_table(state.table, rules, chance)
    deal_flakes(state.flake, rules, chance)
    state.fire_cells = state.table.cells_visible
    state.start_free = count(state.table.free)
    state.kind = PICK
    start(chance, PROBE)


@kernel
def clear_counts(state: Any) -> None:
    """Everything but the table, the snowflakes and the number of players."""
    state.to_act = state.kind = state.ended = state.turns = state.rounds = state.reason = 0
    state.flakes_found = state.flakes_left = state.flakes_used = 0
    state.picks = state.placed = state.discarded = state.sliver_picks = state.sliver_places = 0
    state.wasted_cells = state.free_sum = state.probes = 0
    state.fine_cells = state.end_cells = state.showing = 0
    state.by_seat[:] = 0
    state.free_at[:] = 0
    state.visible_at[:] = 0
    state.breaks[:] = 0


@kernel
def check(state: Any, rules: Any, action: Any) -> Any:
    """0 if the action is legal, else the reason."""
    table = state.table
    if state.kind == PICK:
        if action < 0 or action >= table.n_cards or not has(table.fire, action):
            return NOT_A_FIRE_CARD
        return LEGAL if has(table.free, action) else COVERED
    if action == SKIP:
        return LEGAL
    if not is_pose(action):
        return NOT_A_POSE
    if state.kind == FREE or (state.kind == FLAKE and rules.flakes_free):
        return LEGAL if on_table(table, rules, action) else OFF_TABLE
    return legality(table, rules, action)


@kernel
def step(state: Any, rules: Any, action: Any, chance: Any) -> None:
    """Apply a legal action."""
    kind = np.int64(state.kind)
    if kind != PICK and action != SKIP:
        if kind != FLAKE:
            probe(state, rules, chance)
        lay(state, rules, action)
    if kind == PICK:
        pick_up(state, rules, np.int64(action))
    elif kind == FLAKE:
        state.flakes_used += action != SKIP
        next_flake(state)
    elif action != SKIP:
        state.placed += 1
        next_turn(state)
    elif kind == PLACE and rules.no_placement == PLACE_FREELY:
        state.kind = FREE
    else:
        state.discarded += 1
        if rules.no_placement == END:
            end_turn(state)
            stop(state, NO_PLACE)
        else:
            next_turn(state)
    # In one place only: it is much code, and is compiled into each.
    if state.reason != 0 and state.flakes_left == 0:
        finish(state, rules)


@kernel
def pick_up(state: Any, rules: Any, card: Any) -> None:
    """N5.3, N6 and N7.6: a fire card is picked up and flipped."""
    table = state.table
    covers = np.int64(table.snow_covers[card])
    for k in range(2):
        covers += popcount(table.above[card, k] & table.fire[k])
    state.sliver_picks += covers
    note_marks(state)
    state.free_sum += count(table.free)
    state.by_seat[state.to_act, 0] += 1
    state.picks += 1
    is_flake = has(state.flake, card)
    state.flakes_found += is_flake
    take_fire(table, rules, card)
    if np.float64(table.cells_visible) * rules.cell_area <= rules.solved_tol:
        end_turn(state)
        stop(state, FIRE_OUT)
    elif not is_flake:
        state.kind = PLACE
    elif count(table.free) == 0:
        end_turn(state)
        stop(state, BLOCKED)


@kernel
def note_marks(state: Any) -> None:
    """Note supply and visible fire when MARKS cards have been picked up."""
    for i in range(N_MARKS):
        if state.picks == MARKS[i]:
            state.free_at[i] = count(state.table.free)
            state.visible_at[i] = state.table.cells_visible


@kernel
def probe(state: Any, rules: Any, chance: Any) -> None:
    """Try some random candidates, to tell which predicate bites: each is tested on all four."""
    table = state.table
    if table.cells_visible == 0:
        return
    for _ in range(PROBES):
        pose = random_candidate(table, rules, chance, JITTER)
        if not on_table(table, rules, pose):
            continue
        state.probes += 1
        state.breaks[0] += not covers_enough(table, rules, pose)
        state.breaks[1] += not keeps_adjacency(table, rules, pose)
        state.breaks[2] += not keeps_edge(table, rules, pose)
        state.breaks[3] += not is_no_exact_cover(table, rules, pose)


@kernel
def lay(state: Any, rules: Any, pose: Any) -> None:
    """A snow card comes onto the table (N7)."""
    cells, covered = add_snow(state.table, rules, pose)
    state.wasted_cells += cells - covered
    seat = np.int64(state.to_act)
    state.by_seat[seat, 1] += 1
    state.by_seat[seat, 2] += covered
    if np.float64(covered) * rules.cell_area < SLIVER_SHARE * rules.w * rules.h:
        state.sliver_places += 1
        state.by_seat[seat, 3] += 1


@kernel
def end_turn(state: Any) -> None:
    """A turn is over."""
    state.turns += 1
    state.rounds = state.turns // state.n_players


@kernel
def next_turn(state: Any) -> None:
    """The next player picks up, if there is a card to pick up (N4.3)."""
    end_turn(state)
    state.to_act = (state.to_act + 1) % state.n_players
    state.kind = PICK
    if count(state.table.free) == 0:
        stop(state, BLOCKED)


@kernel
def stop(state: Any, reason: Any) -> None:
    """N8.1: no more picking up; the found snowflakes may be placed unless the fire is out."""
    state.reason = reason
    state.flakes_left = state.flakes_found if reason != FIRE_OUT else 0
    state.kind = FLAKE if state.flakes_left > 0 else PICK


@kernel
def next_flake(state: Any) -> None:
    """N8.2: the next player has the next snowflake."""
    state.flakes_left -= 1
    state.to_act = (state.to_act + 1) % state.n_players


@kernel
def finish(state: Any, rules: Any) -> None:
    """The end: measure what is left (N9)."""
    table = state.table
    state.ended = state.reason
    state.to_act = NOBODY
    for i in range(N_MARKS):
        if state.picks <= MARKS[i]:
            state.free_at[i] = 0
            state.visible_at[i] = table.cells_visible
    limit = np.int64(max(rules.solved_tol, LOOKS_SOLVED) / (FINE_CELL * FINE_CELL))
    state.fine_cells = visible_cells(table, rules, FINE_CELL, limit)
    measure_cards(state, rules)


@kernel
def measure_cards(state: Any, rules: Any) -> None:
    """From the highest fire card down: how many show, and the cells of F (N9.2)."""
    table = state.table
    at_level = np.full(len(table.level), -1)
    for card in range(np.int64(table.n_cards)):
        if has(table.fire, card):
            at_level[table.level[card]] = card
    fire = np.zeros((table.stride + 1) * table.rows + rules.card_rows, np.uint64)
    own, seen = new_patch(rules), new_patch(rules)
    for rank in range(len(at_level) - 1, -1, -1):
        if at_level[rank] < 0:
            continue
        row, word = patch_of(own, table, rules, fire_place(table, at_level[rank]))
        seen[:] = own
        patch_and(seen, row, word, table.visible, table.rows)
        cells = np.float64(patch_bare(seen, row, word, fire, table.rows))
        state.showing += cells * rules.cell_area > LOOKS_SOLVED
        patch_into(own, row, word, fire, table.rows)
    total = np.int64(0)
    for i in range(len(fire)):
        total += popcount(fire[i])
    state.end_cells = total
