"""`simkit studies`: the study files that come with simkit and with other installed packages."""

from __future__ import annotations

from typing import Any

import click

from simkit.cli import console
from simkit.cli.base import command, json_option


@command(
    "studies",
    examples=(
        ("simkit studies", "every installed study"),
        ("simkit studies GAME", "those of one game"),
        ("simkit study NAME --dry-run", "what one of them would play"),
    ),
)
@click.argument("game", required=False)
@json_option
def studies(game: str | None, as_json: bool) -> None:
    """List the studies that are installed, of one GAME or of all."""
    from simkit import plugins

    if game is not None:
        plugins.get_game(game)
    found = [entry for entry in _listed() if game in (None, entry["game"])]
    if as_json:
        console.emit_json({"studies": found})
        return
    if not found:
        console.say("No study is installed." if game is None else f"No study of {game} is installed.")
        return
    for name in dict.fromkeys(entry["game"] for entry in found):
        console.say(console.strong(name))
        for entry in (entry for entry in found if entry["game"] == name):
            console.say(f"  {entry['name']}")
            for line in console.paragraph(console.printable(entry["question"])):
                console.say(line)
    console.say("\nnext: simkit study NAME --dry-run · simkit study NAME")


def _listed() -> list[dict[str, Any]]:
    """Name, game, question and size of each. Raises StudyError where an installed file has problems."""
    from simkit import plugins
    from simkit.study import find_study, resolve

    found = []
    for name, path in plugins.studies().items():
        plan = resolve(find_study(name).values, f"the installed study {name}")
        found.append(
            {
                "name": name,
                "game": plan.game,
                "question": plan.question,
                "players": list(plan.players),
                "variants": [variant.name for variant in plan.variants],
                "lineups": [lineup.key for lineup in plan.lineups],
                "blocks": plan.blocks,
                "precision": plan.precision,
                "file": str(path),
            }
        )
    return found
