"""The example package is found through its entry points, in this process and by the command line."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import numpy as np

from simkit import plugins
from simkit.engine import play
from simkit.game import make_rules

HERE = Path(__file__).parent


def test_it_is_not_there_before_it_is_installed() -> None:
    plugins.forget()
    assert "dice_race" not in plugins.games()


def test_its_game_and_strategies_are_found(installed: Path) -> None:
    games = plugins.games()
    assert list(games)[-1] == "dice_race"  # after the built-in ones
    assert list(plugins.strategies("dice_race")) == ["hold_at", "random", "coward"]
    player = plugins.parse_player("dice_race", "hold_at:points=12")
    assert player.spec == "hold_at:points=12"
    assert {path.name for path in plugins.source_files(games["dice_race"], player.strategy)} == {
        "dice_race",
        "strategies.py",
    }


def test_it_plays(installed: Path) -> None:
    game = plugins.get_game("dice_race")
    seats = [plugins.parse_player("dice_race", spec) for spec in ("hold_at", "coward", "random")]
    rules = game.pack_rules(make_rules(game, {}, 3), 3)
    batch = play(game, rules, seats, 1, np.arange(500), np.zeros(500, np.int64))
    assert not batch.capped.any()
    assert batch.credit.sum(axis=1).tolist() == [1.0] * 500
    assert batch.credit[:, 0].mean() > 0.5


def test_the_command_line_plays_it(installed: Path, tmp_path: Path) -> None:
    """In a process of its own, as after `pip install`."""
    out = tmp_path / "run"
    path = os.pathsep.join([str(installed), str(HERE), *filter(None, sys.path)])
    arguments = (
        "run dice_race --players 2 --strategies hold_at,coward --games 40 --seed 3 --backend serial --json --out"
    )
    done = subprocess.run(
        [sys.executable, "-m", "simkit.cli", *arguments.split(), str(out)],
        capture_output=True,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)
    assert (out / "manifest.json").exists()


def test_its_report_has_its_own_page(installed: Path, tmp_path: Path) -> None:
    from simkit import runner
    from simkit.report import write

    assert "race" in plugins.reports()
    config = runner.RunConfig("dice_race", 2, ("hold_at", "coward"), games=60, seed=3)
    runner.run(config, tmp_path / "run", backend="serial")
    html = write(tmp_path / "run", report="race").read_text(encoding="utf-8")
    assert '<section id="greed"' in html
    assert "loses most turns to a 1" in html
    assert html.index('id="greed"') < html.index('id="method"')
