"""Heuristic players of Snowhere (section 6 of its specification). Equal choices are made uniformly.

All of the table is open, so every player sees the same; only which cards are snowflakes is hidden.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.state import FREE, NO_POSE, PICK, PLACE
from simkit.games.snowhere.table import edge_cells
from simkit.jit import kernel
from simkit.rng import below
from simkit.strategy import Param, Strategy
from simkit_strategies.snowhere_dump import dump
from simkit_strategies.snowhere_mine import CHOSEN, choose_stack, pick_from_stack, stack_left
from simkit_strategies.snowhere_search import (
    BESIDE,
    DEAD,
    FIRE,
    RIM,
    SPARE_TRIES,
    any_place,
    best_place,
    first_place,
    pick_freeing,
    pick_largest,
    place_flake,
    place_freely,
    place_or_skip,
)

K, JITTER, PENALTY = 0, 1, 2
LAMBDA = 2
"""Places of the parameters."""
RANDOM_TRIES = 200 + SPARE_TRIES
UNTOUCHED = (np.uint64(0), np.uint64(0))


def random(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Any card that can be picked up, and the first legal candidate."""
    if view.kind == PICK:
        return int(view.legal[below(rng, view.n_legal)])
    if view.kind == FREE or (view.kind != PLACE and rules.flakes_free == 1):
        return int(any_place(view.table, rules, rng, params[0], RANDOM_TRIES))
    return int(first_place(view.table, rules, rng, params[0], RANDOM_TRIES))


@kernel
def at_the_end(view: Any, rules: Any, params: Any, rng: Any) -> Any:
    """What all but `random` do with a snowflake, or with a card that may lie anywhere."""
    if view.kind == FREE:
        return place_freely(view.table, rules, rng, params[JITTER], np.int64(params[K]))
    return place_flake(view.table, rules, rng, params[JITTER])


def greedy_cover(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """The card that shows most, placed where it covers most."""
    if view.kind == PICK:
        return int(pick_largest(view, rules, rng))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    how = (np.int64(params[K]), params[JITTER], np.int64(FIRE))
    return int(place_or_skip(view.table, rules, rng, how, (1.0, 0.0, 0.0)))


@kernel
def place_carefully(view: Any, rules: Any, params: Any, rng: Any) -> Any:
    """Cover much, bury few cards that could be picked up now."""
    how = (np.int64(params[K]), params[JITTER], np.int64(FIRE))
    return place_or_skip(view.table, rules, rng, how, (1.0, params[PENALTY], 0.0))


def careful(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """The card that frees most others, placed where it covers much and buries little."""
    if view.kind == PICK:
        return int(pick_freeing(view, rules, rng, False))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    return int(place_carefully(view, rules, params, rng))


def rim_first(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Careful, but along the edge first, then inwards, each card overlapping the one before."""
    if view.kind == PICK:
        return int(pick_freeing(view, rules, rng, False))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    source = np.int64(RIM if edge_cells(view.table) > 0 else BESIDE)
    how = (np.int64(params[K]), params[JITTER], source)
    pose = best_place(view.table, rules, rng, how, (1.0, params[PENALTY], 0.0), UNTOUCHED)
    return int(pose if pose != NO_POSE else place_carefully(view, rules, params, rng))


def stack_miner(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Chooses the longest stack at the start, mines it, and keeps it bare as long as there is another place."""
    if memory[CHOSEN] == 0:
        choose_stack(view.table, rng, memory)
    stack = stack_left(view.table, memory)
    if view.kind == PICK:
        card = pick_from_stack(view, stack)
        return int(card if card >= 0 else pick_freeing(view, rules, rng, False))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    taste = (1.0, params[PENALTY], 0.0)
    pose = best_place(view.table, rules, rng, (np.int64(params[K]), params[JITTER], np.int64(FIRE)), taste, stack)
    if pose == NO_POSE:
        how = (np.int64(SPARE_TRIES), params[JITTER], np.int64(FIRE))
        pose = best_place(view.table, rules, rng, how, taste, stack)
    return int(pose if pose != NO_POSE else place_carefully(view, rules, params, rng))


def planner(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Covers what is dead, and keeps alive what can still be picked up some day."""
    if view.kind == PICK:
        return int(pick_freeing(view, rules, rng, True))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    how = (np.int64(params[K]), params[JITTER], np.int64(DEAD))
    return int(place_or_skip(view.table, rules, rng, how, (0.5, 0.0, params[LAMBDA])))


def sliver_dumper(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Lays each card almost wholly on the bare table, over a sliver of one fire card, while it can."""
    if view.kind == PICK:
        return int(pick_freeing(view, rules, rng, False))
    if view.kind != PLACE:
        return int(at_the_end(view, rules, params, rng))
    pose = dump(view.table, rules, rng, np.int64(params[K]))
    return int(pose if pose != NO_POSE else place_carefully(view, rules, params, rng))


def _candidates(default: int) -> Param:
    return Param("k", default, 1, 5_000, "candidates drawn for each placement")


_JITTER = Param("jitter_mm", 45, 0, 200, "how far a candidate lies from a cell of visible fire, in x and in y")
_PENALTY = Param("penalty_mm2", 1_500, 0, 20_000, "taken off for each card buried that could be picked up now")
_CAREFUL = (_candidates(200), _JITTER, _PENALTY)


def _strategy(name: str, choose: Any, summary: str, params: tuple[Param, ...], yardstick: bool = False) -> Strategy:
    return Strategy(name, "snowhere", summary, choose=choose, params=params, yardstick=yardstick)


STRATEGIES: tuple[Strategy, ...] = (
    _strategy(
        "random", random, "any card that can be picked up; the first legal place of a random search", (_JITTER,), True
    ),
    _strategy(
        "greedy_cover",
        greedy_cover,
        "picks what shows most, covers as much as it can; buries its own supply",
        _CAREFUL[:2],
    ),
    _strategy("careful", careful, "picks what frees most; covers much without burying what can be picked up", _CAREFUL),
    _strategy("rim_first", rim_first, "careful, but closes the edge first and works inwards from there", _CAREFUL),
    _strategy("stack_miner", stack_miner, "keeps the longest stack open, and mines it card by card", _CAREFUL),
    _strategy(
        "planner",
        planner,
        "covers what can never be picked up, keeps the rest alive",
        (_candidates(400), _JITTER, Param("lambda", 3_000, 0, 50_000, "mm2 taken off for each card that dies")),
    ),
    _strategy(
        "sliver_dumper", sliver_dumper, "dumps cards beside the carpet over a sliver of fire (exploit)", _CAREFUL
    ),
)
