"""Snowhere: games/s of its players on 2 mm cells, and the cost of a candidate: drawing, new cover, legality."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from simkit import engine, plugins
from simkit.game import make_rules
from simkit.games.snowhere import GAME
from simkit.games.snowhere.candidates import random_candidate
from simkit.games.snowhere.kernels import KERNELS
from simkit.games.snowhere.legal import legality, new_cover
from simkit.jit import kernel
from simkit.rng import make_chance, make_rng

CELL_MM, JITTER_MM = 2.0, 45.0
POSES = 1024
CALLS = 200_000
LINEUPS = (("random", 400), ("careful", 200), ("planner", 20))  # with the games of one measurement


def rules() -> Any:
    """The rules record, of one player."""
    return GAME.pack_rules(make_rules(GAME, {"cell_mm": CELL_MM}, 1), 1)


def games_per_second(strategy: str, rounds: int, games: int) -> float:
    """Median over rounds, one core, by the time that the process computes."""
    record, players = rules(), [plugins.parse_player(GAME.name, strategy)]
    engine.prepare(GAME, players)
    found = []
    for k in range(rounds + 1):
        blocks = np.arange(k * games, (k + 1) * games)
        started = time.process_time()
        engine.play(GAME, record, players, 1, blocks, np.zeros_like(blocks))
        found.append(games / (time.process_time() - started))
    return statistics.median(found[1:])  # the first round fills caches


@kernel
def draw_all(table: Any, rules: Any, rng: Any, poses: Any, calls: Any) -> Any:
    """Draw candidates."""
    total = 0
    for i in range(calls):
        poses[i % POSES] = random_candidate(table, rules, rng, JITTER_MM)
        total += poses[i % POSES]
    return total


@kernel
def cover_all(table: Any, rules: Any, rng: Any, poses: Any, calls: Any) -> Any:
    """The visible fire that each pose covers."""
    total = 0
    for i in range(calls):
        total += new_cover(table, rules, poses[i % POSES])
    return total


@kernel
def judge_all(table: Any, rules: Any, rng: Any, poses: Any, calls: Any) -> Any:
    """Whether each pose is legal."""
    total = 0
    for i in range(calls):
        total += legality(table, rules, poses[i % POSES])
    return total


def candidate_costs(rounds: int) -> dict[str, float]:
    """Nanoseconds a candidate on a fresh carpet, medians over rounds."""
    record = rules()[0]
    states = np.zeros(1, GAME.state_dtype).view(np.recarray)
    states.n_players = 1
    KERNELS.setup(states[0], record, make_chance(1, 0, len(GAME.purposes)))
    poses, rng = np.zeros(POSES, np.int64), make_rng(1, 0, 0, 0)
    parts: tuple[tuple[str, Any], ...] = (("draw", draw_all), ("new_cover", cover_all), ("legality", judge_all))
    found: dict[str, list[float]] = {name: [] for name, _ in parts}
    for _ in range(rounds + 1):
        for name, work in parts:
            started = time.process_time()
            work(states[0].table, record, rng, poses, CALLS)
            found[name].append((time.process_time() - started) / CALLS * 1e9)
    return {name: statistics.median(values[1:]) for name, values in found.items()}


def measured(rounds: int, ratios: dict[str, float], say: Callable[[str], None]) -> dict[str, Any]:
    """Print all, note games/s among the ratios, and return what was found."""
    say(f"snowhere, 1 player, {CELL_MM:g} mm cells ...")
    speeds = {}
    for strategy, games in LINEUPS:
        speeds[strategy] = ratios[f"snowhere_{strategy}_per_second"] = games_per_second(strategy, rounds, games)
        say(f"  {strategy}: {speeds[strategy]:,.0f} games/s")
    costs = candidate_costs(rounds)
    say("  a candidate: " + ", ".join(f"{name.replace('_', ' ')} {cost:.0f} ns" for name, cost in costs.items()))
    return {"games_per_second": speeds, "nanoseconds_a_candidate": costs}
