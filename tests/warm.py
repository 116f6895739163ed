"""Compile every game and strategy that the tests play, one game a process.

    python -m tests.warm

The test processes would otherwise compile the same games side by side, each for itself. With `NUMBA_BOUNDSCHECK=1` too,
since the conformance suites play checked games in processes of their own.
"""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

GAMES = ("snowhere", "doctor_li", "sneeze", "anaphylaxis")  # the longest first
CHECKED = {"NUMBA_BOUNDSCHECK": "1"}


def compile_game(name: str) -> None:
    """Compile one game with all its strategies, and what is called from Python one step at a time."""
    from simkit import plugins
    from simkit.engine import Session, prepare
    from simkit.game import make_rules
    from simkit.strategy import make_player

    game = plugins.get_game(name)
    players = [make_player(strategy, {}) for strategy in plugins.strategies(name).values()]
    prepare(game, players)
    n = game.players[-1]
    session = Session(game, game.pack_rules(make_rules(game, {}, n), n), [players[0]] * n, 1, 0, 0)
    for _ in range(3):
        session.advance()


def main() -> None:
    """Compile all, on as many cores as there are; fails if one does."""

    def one(job: tuple[str, dict[str, str]]) -> int:
        name, extra = job
        command = [sys.executable, "-W", "ignore", "-m", "tests.warm", name]
        return subprocess.run(command, env={**os.environ, **extra}, check=False).returncode

    jobs = [(name, extra) for name in GAMES for extra in ({}, CHECKED)]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        sys.exit(max(pool.map(one, jobs)))


if __name__ == "__main__":
    if sys.argv[1:]:
        compile_game(sys.argv[1])
    else:
        main()
