"""`simkit bench`: how fast this machine plays a game, with its yardstick strategy at every seat."""

from __future__ import annotations

from typing import Any

import click

from simkit.cli import console
from simkit.cli.base import command, json_option


@command(
    "bench",
    examples=(
        ("simkit bench", "every installed game"),
        ("simkit bench GAME", "one game: speed on one core and on two, cold and warm start"),
        ("simkit bench GAME --json", "the same for a program"),
    ),
)
@click.argument("game", required=False)
@click.option("--players", type=int, metavar="N", help="Number of players; the largest the game offers if not given.")
@click.option("--seconds", type=float, default=1.0, metavar="T", help="Time of one measurement; 1 if not given.")
@json_option
def bench(game: str | None, players: int | None, seconds: float, as_json: bool) -> None:
    """Measure how fast games are played here.

    GAME: one game; every installed one if none is named. Nothing is kept: what is compiled and written goes to a
    temporary folder.
    """
    from simkit import plugins
    from simkit.cli.measure import measure_game
    from simkit.errors import UsageError

    if not 0 < seconds <= 600:
        raise UsageError(f"--seconds must be above 0 and at most 600; {seconds:g} came.")
    chosen = [plugins.get_game(game)] if game is not None else list(plugins.games().values())
    results: list[dict[str, Any]] = []
    for each in chosen:
        found = measure_game(each, players, seconds, console.note)
        results.append(found)
        if not as_json:
            for line in _lines(found):
                console.say(line)
    if as_json:
        console.emit_json({"games": results})


def _lines(found: dict[str, Any]) -> list[str]:
    one, two, start = found["one_core"], found["two_cores"], found["start_seconds"]
    ratio = "" if two is None else f" · {two['games_per_second'] / one['games_per_second']:.2f} times one"
    lines = [
        console.strong(f"{found['game']} {found['version']} · {found['players']} players · {found['strategy']}"),
        f"one core    {one['games_per_second']:>12,.0f} games/s  {one['decisions_per_second']:>14,.0f} decisions/s",
    ]
    if two is not None:
        rate = f"{two['games_per_second']:>12,.0f} games/s  {two['decisions_per_second']:>14,.0f} decisions/s{ratio}"
        lines.append(f"two cores   {rate}")
    lines.append(f"cold start  {start['cold']:>12.2f} s  compiles everything, plays {found['start_games']:,} games")
    lines.append(f"warm start  {start['warm']:>12.2f} s  the same with compiled code from the cache")
    return lines
