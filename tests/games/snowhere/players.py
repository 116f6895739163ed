"""Players for tests that need nothing but the game's helpers. A file of its own: its digest follows its imports."""

from __future__ import annotations

from typing import Any

from simkit.games.snowhere.state import PICK, SKIP
from simkit.games.snowhere.table import legality, make_pose, random_candidate
from simkit.rng import below
from simkit.strategy import Player, Strategy


def first_legal(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Any card; the first legal pose of 400 near visible fire."""
    if view.kind == PICK:
        return view.legal[below(rng, view.n_legal)]
    for _ in range(400):
        pose = random_candidate(view.table, rules, rng, 45.0)
        if legality(view.table, rules, pose) == 0:
            return pose
    return SKIP


# The following play on block Q and a card above it, of which they pick the last.


def covers_nothing(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal[view.n_legal - 1] if view.kind == PICK else make_pose(100.0, 0.0, 0)


def is_not_overlapped(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Two cards that touch."""
    if view.kind == PICK:
        return view.legal[view.n_legal - 1]
    return make_pose(-40.0, -92.0, 0) if view.table.n_snow == 0 else make_pose(-40.0, 0.0, 0)


def does_not_stick_out(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal[view.n_legal - 1] if view.kind == PICK else make_pose(-29.5, 10.0, 0)


def covers_exactly(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal[view.n_legal - 1] if view.kind == PICK else make_pose(-30.1, 46.6, 0)


def leaves_the_table(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal[view.n_legal - 1] if view.kind == PICK else make_pose(1900.0, 0.0, 0)


def picks_twice(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return 4 if view.kind == PICK else make_pose(-40.0, -92.0, 0)


def player(choose: Any) -> Player:
    """The player of one of these."""
    return Player(Strategy(choose.__name__, "snowhere", "for tests", choose=choose), ())
