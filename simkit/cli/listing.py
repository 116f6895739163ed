"""`simkit games`, `simkit strategies`, `simkit rules`: what there is, from the registry."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from simkit.cli import console
from simkit.cli.base import command, json_option

if TYPE_CHECKING:
    from simkit.game import Game
    from simkit.strategy import Strategy


@command(
    "games",
    examples=(("simkit games", "every installed game"), ("simkit games --json", "the same for a program")),
)
@json_option
def games(as_json: bool) -> None:
    """List the games that can be played."""
    from simkit import plugins

    found = plugins.games()
    if as_json:
        console.emit_json({"games": [_game_dict(game) for game in found.values()]})
        return
    if not found:
        console.say("No game is installed.")
        return
    rows = [(console.strong(g.name), g.version, f"{_players(g)} players", g.summary) for g in found.values()]
    for line in console.columns(rows, indent=""):
        console.say(line)
    console.say("\nnext: simkit strategies GAME · simkit rules GAME · simkit run GAME --help")


@command(
    "strategies",
    examples=(
        ("simkit strategies", "all strategies of all games"),
        ("simkit strategies GAME", "those of one game, with their parameters"),
        ("simkit run GAME --players 4 --strategies NAME:PARAMETER=10 --games 20000", "a parameter set by hand"),
    ),
)
@click.argument("game", required=False)
@json_option
def strategies(game: str | None, as_json: bool) -> None:
    """List strategies, of one GAME or of all, and their parameters."""
    from simkit import plugins

    chosen = [plugins.get_game(game)] if game is not None else list(plugins.games().values())
    if as_json:
        listed = [_strategy_dict(s) for g in chosen for s in plugins.strategies(g.name).values()]
        console.emit_json({"strategies": listed})
        return
    for index, each in enumerate(chosen):
        found = plugins.strategies(each.name)
        if index:
            console.say()
        console.say(console.strong(each.name) + ("" if found else ": no strategy is installed"))
        rows = [(s.name, _summary(s)) for s in found.values()]
        for strategy, row in zip(found.values(), rows, strict=True):
            for line in console.columns([(row[0].ljust(max(len(r[0]) for r in rows)), row[1])]):
                console.say(line)
            for p in strategy.params:
                for line in console.paragraph(f":{p.name}={p.default:g}  {p.low:g} to {p.high:g} · {p.meaning}"):
                    console.say(line)


@command(
    "rules",
    examples=(
        ("simkit rules GAME", "every rule option: default, range, meaning, clause"),
        ("simkit rules GAME --players 4", "the same, checked for a table of four"),
        ("simkit run GAME --players 4 --strategies NAME --games 20000 --set option=3", "play with a changed rule"),
    ),
)
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Check the defaults for N players.")
@json_option
def rules(game: str, players: int | None, as_json: bool) -> None:
    """List the rule options of GAME.

    Each with its default, its range, what it means, and the clause of the rules it belongs to.
    """
    from simkit import plugins
    from simkit.game import default_of, make_rules, options_of, overrules, range_words

    chosen = plugins.get_game(game)
    options = options_of(chosen.rules_class)
    values: dict[str, Any] = {name: default_of(option) for name, option in options.items()}
    if players is not None:
        made = make_rules(chosen, {}, players)
        values = {name: getattr(made, name) for name in options}
    if as_json:
        listed = [
            {
                "name": name,
                "default": values[name],
                "range": range_words(option),
                "low": option.metadata["low"],
                "high": option.metadata["high"],
                "choices": option.metadata["choices"],
                "instead_of": list(option.metadata["instead_of"]),
                "meaning": option.metadata["meaning"],
                "clause": option.metadata["clause"],
            }
            for name, option in options.items()
        ]
        console.emit_json({"game": chosen.name, "version": chosen.version, "players": players, "options": listed})
        return
    table = f"{players} players" if players is not None else f"{_players(chosen)} players"
    console.say(f"{console.strong(chosen.title)} {chosen.version} · {table} · change with --set option=value")
    for name, option in options.items():
        shown = "not given" if overrules(option) and not any(values[name].values()) else toml_words(values[name])
        console.say(f"\n  {console.strong(name)} = {shown}")
        for line in console.paragraph(option.metadata["meaning"]):
            console.say(line)
        instead = " and ".join(option.metadata["instead_of"])
        overruled = f" · if given, {instead} has no effect" if instead else ""
        for line in console.paragraph(f"{range_words(option)}{overruled} · clause {option.metadata['clause']}"):
            console.say(line)
    if not options:
        console.say("  It has no rule options.")


def toml_words(value: Any) -> str:
    """A value as it is typed after `--set option=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(toml_words, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key} = {toml_words(entry)}" for key, entry in value.items()) + "}"
    return str(value)


def _players(game: Game) -> str:
    low, high = min(game.players), max(game.players)
    if len(game.players) > 1 and game.players == tuple(range(low, high + 1)):
        return f"{low}-{high}"
    return ", ".join(map(str, game.players))


def _summary(strategy: Strategy) -> str:
    return strategy.summary + (" (yardstick: nobody plays like it)" if strategy.yardstick else "")


def _game_dict(game: Game) -> dict[str, Any]:
    return {
        "name": game.name,
        "title": game.title,
        "version": game.version,
        "players": list(game.players),
        "cooperative": game.cooperative,
        "has_score": game.has_score,
        "summary": game.summary,
        "docs": game.docs,
    }


def _strategy_dict(strategy: Strategy) -> dict[str, Any]:
    parameters = [
        {"name": p.name, "default": p.default, "low": p.low, "high": p.high, "meaning": p.meaning}
        for p in strategy.params
    ]
    return {
        "name": strategy.name,
        "game": strategy.game,
        "summary": strategy.summary,
        "yardstick": strategy.yardstick,
        "parameters": parameters,
    }
