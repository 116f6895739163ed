"""Measurements of speed: the engine on one core and on several, and the start of the command. No game is known here."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import SimkitError, UsageError

if TYPE_CHECKING:
    from simkit.game import Game

ROUNDS = 3
SEED = 1
START_GAMES = 1_000
BATCH = 20_000


def play_for(name: str, spec: str, players: int, first_block: int, games: int) -> tuple[float, int]:
    """Play `games` games with one strategy at every seat, as one worker does.

    Returns:
        Seconds of playing (nothing compiled or loaded is counted), and decisions, forced ones included.
    """
    import numpy as np

    from simkit import engine, plugins
    from simkit.game import make_rules

    game = plugins.get_game(name)
    rules = game.pack_rules(make_rules(game, {}, players), players)
    seats = [plugins.parse_player(name, spec)] * players
    engine.prepare(game, seats)
    decisions, started = 0, time.perf_counter()
    for first in range(first_block, first_block + games, BATCH):
        blocks = np.arange(first, min(first + BATCH, first_block + games), dtype=np.int64)
        batch = engine.play(game, rules, seats, SEED, blocks, np.zeros(len(blocks), np.int64))
        decisions += int(batch.decisions.sum() + batch.forced.sum())
    return time.perf_counter() - started, decisions


def crew_of(workers: int) -> Executor:
    """The workers that a run has; a run that follows in the same process goes on with them."""
    from simkit.runner.execute import LokyCrew

    crew: Executor = LokyCrew(workers).executor
    return crew


def play_with(crew: Executor, workers: int, name: str, spec: str, players: int, games: int) -> tuple[float, int]:
    """Play `games` games shared among workers at once: seconds until the last one is done, and decisions."""
    share = -(-games // workers)
    started = time.perf_counter()
    tasks = [crew.submit(play_for, name, spec, players, share * worker, share) for worker in range(workers)]
    decisions = sum(task.result()[1] for task in tasks)
    return time.perf_counter() - started, decisions


def warm_up(crew: Executor, workers: int, name: str, spec: str, players: int) -> None:
    """Let every worker start and load the compiled code. Enough games that none of them does the work of two."""
    for _ in range(2):
        play_with(crew, workers, name, spec, players, 2_000 * workers)


def start_seconds(name: str, spec: str, players: int, extra: Sequence[str] = ()) -> dict[str, float]:
    """Seconds of a whole small `simkit run` in a new process.

    Returns:
        `cold`: with an empty cache. `warm`: the median of three more.
    """
    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        environment = {**os.environ, "SIMKIT_CACHE_DIR": str(Path(folder, "cache"))}
        times = []
        for k in range(1 + ROUNDS):
            words = ["run", name, "--players", str(players), "--strategies", spec, "--games", str(START_GAMES)]
            words += ["--seed", str(SEED), "--quiet", "--out", str(Path(folder, f"run-{k}")), *extra]
            times.append(command_seconds(words, environment))
    return {"cold": times[0], "warm": statistics.median(times[1:])}


def command_seconds(words: Sequence[str], environment: dict[str, str] | None = None) -> float:
    """Seconds of one `simkit` command in a new process. Raises SimkitError if it fails."""
    started = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-m", "simkit.cli", *words], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise SimkitError(f"simkit {' '.join(words)} failed:\n{done.stderr.strip()}")
    return time.perf_counter() - started


def yardstick_of(game: Game) -> str:
    """The strategy to measure with: the game's first yardstick, else its first strategy."""
    from simkit import plugins

    found = plugins.strategies(game.name)
    if not found:
        raise UsageError(f"no strategy for {game.name} is installed; there is nothing to measure.")
    return next((name for name, strategy in found.items() if strategy.yardstick), next(iter(found)))


def measure_game(game: Game, players: int | None, seconds: float, note: Callable[[str], None]) -> dict[str, Any]:
    """Measure one game: medians of three rounds, one core and two in turn. `note` takes lines for the impatient."""
    from simkit.runner import default_jobs

    players = max(game.players) if players is None else players
    if players not in game.players:
        raise UsageError(f"{game.name} is played by {', '.join(map(str, game.players))} players; {players} came.")
    spec = yardstick_of(game)
    note(f"{game.name}: start of a run, cold and warm ...")
    start = start_seconds(game.name, spec, players)
    note(f"{game.name}: engine ...")
    play_for(game.name, spec, players, 0, 100)
    probe, _ = play_for(game.name, spec, players, 0, 1_000)
    games = max(1_000, round(1_000 * seconds / max(probe, 1e-6)))
    ones: list[tuple[float, int]] = []
    twos: list[tuple[float, int]] = []
    crew = crew_of(2) if default_jobs() >= 2 else None
    if crew is not None:
        warm_up(crew, 2, game.name, spec, players)
    for _ in range(ROUNDS):
        ones.append(play_for(game.name, spec, players, 0, games))
        if crew is not None:
            twos.append(play_with(crew, 2, game.name, spec, players, 2 * games))
    if crew is not None:
        crew.shutdown()
    return {
        "game": game.name,
        "version": game.version,
        "players": players,
        "strategy": spec,
        "one_core": rates(ones, games),
        "two_cores": rates(twos, 2 * games) if twos else None,
        "start_games": START_GAMES,
        "start_seconds": start,
    }


def rates(rounds: Sequence[tuple[float, int]], games: int) -> dict[str, float]:
    """Median games/s and decisions/s of rounds that each played `games` games."""
    return {
        "games_per_second": statistics.median(games / seconds for seconds, _ in rounds),
        "decisions_per_second": statistics.median(decisions / seconds for seconds, decisions in rounds),
    }
