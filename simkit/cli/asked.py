"""What `simkit run` was asked for, checked before anything is compiled, played or written."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.cli.options import BACKENDS, Judged, check_choice, check_jobs, judged
from simkit.cli.settings import Settings, parse_strategies, read_settings
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.game import Game
    from simkit.runner import Outline, RunConfig, Stopping, Subject

DEFAULT_GAMES = 100_000
MOST_GAMES = 10**12


@dataclass(frozen=True)
class Asked:
    """A checked request: nothing of what was typed can be wrong any more."""

    subject: Subject
    outline: Outline
    out: Path
    named: str  # the line-up in the order in which it was typed
    judged: Judged
    stopping: Stopping


def check(typed: Mapping[str, Any]) -> Asked:
    """Check all that was typed, before anything is compiled, played or written. Raises UsageError or DataError."""
    from simkit import plugins, runner
    from simkit.runner.files import refuse_cell, refuse_unreadable_name

    game = plugins.get_game(typed["game"])
    n = _number_of_players(game, typed["players"])
    specs = _specs(game, typed["strategies"])
    judging = judged(typed)
    stopping = runner.Stopping(typed["precision"], typed["max_time"])
    stopping.check()
    _check_choices(typed)
    settings = read_settings(typed["assignments"], typed["rules_file"])
    if typed["out"] is not None:
        refuse_unreadable_name(typed["out"])
        refuse_cell(typed["out"])
    config = runner.RunConfig(
        game=game.name,
        players=n,
        strategies=specs,
        games=1,
        seed=typed["seed"],
        rules=_changed_rules(game, settings, n),
        seatings=typed["seatings"],
        repeats=typed["repeats"],
        variant=runner.BASE if typed["variant"] is None else typed["variant"],
        trace=_trace(typed),
    )
    config = replace(config, games=_number_of_games(typed, config))
    subject = runner.look_up(config)
    out = typed["out"] or runner.next_out(game.name)
    outline = runner.dry_run(config, out, resume=typed["resume"], force=typed["force"], subject=subject)
    named = f"{specs[0]} at every seat" if len(set(specs)) == 1 else ", ".join(specs)
    return Asked(subject, outline, out, named, judging, stopping)


def _number_of_players(game: Game, players: int | None) -> int:
    offered = " or ".join(map(str, game.players))
    if players is None:
        example = f"Give --players {game.players[0]}"
        raise UsageError(f"--players is needed: {game.name} is played by {offered} players. {example}.")
    if players not in game.players:
        raise UsageError(f"{game.name} is played by {offered} players; {players} came. Give --players one of these.")
    return players


def _specs(game: Game, text: str | None) -> tuple[str, ...]:
    """The strategies as they are recorded."""
    from simkit import plugins

    if text is None:
        raise UsageError(
            "--strategies is needed: one name for every seat, or one a seat joined by commas "
            f"(simkit strategies {game.name} lists them)."
        )
    return tuple(plugins.parse_player(game.name, spec).spec for spec in parse_strategies(text))


def _number_of_games(typed: Mapping[str, Any], config: RunConfig) -> int:
    """What was asked for; else as many as the results to be resumed have; else the default, or the first look."""
    from simkit.runner import config_in, first_games

    games: int | None = typed["games"]
    if games is not None and typed["precision"] is not None:
        raise UsageError(
            "--games plays so many games, --precision as many as it takes; both came. Give one of them "
            "(--max-time bounds either)."
        )
    if games is None and typed["resume"]:
        games = config_in(typed["out"]).games
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise UsageError(f"--games must be 1 to {MOST_GAMES:,}; {games:,} came.")
    if typed["precision"] is not None:
        return first_games(config, games or 0)
    return DEFAULT_GAMES if games is None else games


def _trace(typed: Mapping[str, Any]) -> float:
    """What was asked for; else what the results to be resumed have."""
    if typed["trace"] is None and typed["resume"]:
        from simkit.runner import config_in

        return config_in(typed["out"]).trace
    return 0.0 if typed["trace"] is None else float(typed["trace"])


def _check_choices(typed: Mapping[str, Any]) -> None:
    check_choice("seatings", typed["seatings"], ("all", "rotations"))
    check_choice("backend", typed["backend"], BACKENDS)
    check_jobs(typed["jobs"])
    if typed["resume"] and typed["force"]:
        raise UsageError("--resume keeps the results in --out, --force replaces them. Give one of the two.")
    if typed["out"] is None and (typed["resume"] or typed["force"]):
        flag = "--resume" if typed["resume"] else "--force"
        raise UsageError(f"{flag} needs --out DIR, the folder it is about.")


def _changed_rules(game: Game, settings: Settings, n_players: int) -> dict[str, Any]:
    """The options that differ from their defaults, checked. Errors of a file name file and line."""
    from simkit.game import default_of, make_rules, options_of

    try:
        made = make_rules(game, settings.values, n_players)
    except UsageError as error:
        raise UsageError(settings.place(str(error))) from None
    options = options_of(game.rules_class)
    return {name: getattr(made, name) for name in options if getattr(made, name) != default_of(options[name])}
