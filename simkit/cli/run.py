"""`simkit run`: from the command line to a folder of results, and the answer in a few lines."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from simkit.cli import console
from simkit.cli.base import command, json_option
from simkit.cli.disk import check_fraction
from simkit.cli.listing import toml_words
from simkit.cli.settings import Settings, parse_strategies, read_settings
from simkit.errors import UsageError, did_you_mean

if TYPE_CHECKING:
    from simkit.game import Game
    from simkit.runner import Outline, RunResult, Subject

DEFAULT_GAMES = 100_000
MOST_GAMES = 10**12
INTERRUPTED = 130


@dataclass(frozen=True)
class Asked:
    """A checked request: nothing of what was typed can be wrong any more."""

    subject: Subject
    outline: Outline
    out: Path
    named: str  # the line-up in the order in which it was typed


@command(
    "run",
    examples=(
        ("simkit run GAME --players 4 --strategies NAME --games 200000", "is one seat better than another?"),
        ("simkit run GAME --players 4 --strategies A,B,B,B --games 200000", "a line-up, played in every seating"),
        ("simkit run GAME --players 4 --strategies A:danger=10,B,B,B --seed 7", "a parameter set, deals that repeat"),
        ("simkit run GAME --players 4 --strategies A --set 'points=[5,3,0]' --out out/what-if", "a changed rule"),
        ("simkit run GAME --players 4 --strategies A --games 2000000 --out out/what-if --resume", "more games of it"),
    ),
)
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Number of players.")
@click.option("--strategies", metavar="A[,B,...]", help="One name for every seat, or one a seat; NAME:PARAMETER=10.")
@click.option("--games", type=int, metavar="N", help=f"Games to play, in whole blocks; {DEFAULT_GAMES:,} if not given.")
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games; drawn if not given.")
@click.option("--set", "assignments", multiple=True, metavar="OPTION=VALUE", help="Change a rule; a TOML value.")
@click.option(
    "--rules", "rules_file", type=click.Path(path_type=Path), metavar="FILE.toml", help="A table of rules; --set wins."
)
@click.option("--seatings", metavar="all|rotations", help="All orders (up to 4 players) or rotations (default above).")
@click.option("--repeats", type=int, default=1, metavar="K", help="Play each deal K times with other strategy streams.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="For the results; out/GAME-1 if not given.")
@click.option("--jobs", type=int, metavar="J", help="Workers; one a core if not given.")
@click.option("--backend", default="loky", metavar="loky|threads|serial", help="Processes (default), threads, or none.")
@click.option("--resume", is_flag=True, help="Complete, extend or repair the results in --out.")
@click.option("--force", is_flag=True, help="Replace the results in --out.")
@click.option("--dry-run", is_flag=True, help="Say what would be played and written; write nothing.")
@click.option("--confidence", type=float, metavar="C", help="Of the intervals, 0.5 < C < 1; 0.95 if not given.")
@click.option("--margin", type=float, metavar="D", help="What is called balanced; a tenth of the fair share.")
@click.option("--quiet", is_flag=True, help="No progress on stderr.")
@json_option
def run(**typed: Any) -> None:
    """Play GAME many times and say whether it is fair.

    Every game goes to Parquet files in a folder; `simkit report` makes a page with charts of it.
    """
    as_json, quiet = bool(typed["as_json"]), bool(typed["quiet"])
    asked = check(typed)
    # With --json stdout belongs to the object.
    for line in [] if as_json and quiet else header(asked):
        (console.note if as_json else console.say)(line)
    if typed["dry_run"]:
        _show_dry_run(asked, as_json)
        return
    result = _play(asked, typed, quiet)
    if result.interrupted:
        _stop_interrupted(result, as_json)
    _show(asked, result, typed, as_json)


def check(typed: Mapping[str, Any]) -> Asked:
    """Check all that was typed, before anything is compiled, played or written. Raises UsageError or DataError."""
    from simkit import plugins, runner
    from simkit.runner.files import refuse_unreadable_name

    game = plugins.get_game(typed["game"])
    n = _number_of_players(game, typed["players"])
    specs = _specs(game, typed["strategies"])
    check_fraction("--confidence", typed["confidence"], 0.5, 1.0)
    check_fraction("--margin", typed["margin"], 0.0, 0.5)
    _check_choices(typed)
    settings = read_settings(typed["assignments"], typed["rules_file"])
    config = runner.RunConfig(
        game=game.name,
        players=n,
        strategies=specs,
        games=_number_of_games(typed),
        seed=typed["seed"],
        rules=_changed_rules(game, settings, n),
        seatings=typed["seatings"],
        repeats=typed["repeats"],
    )
    subject = runner.look_up(config)
    out = typed["out"] or runner.next_out(game.name)
    refuse_unreadable_name(out)
    outline = runner.dry_run(config, out, resume=typed["resume"], force=typed["force"], subject=subject)
    return Asked(subject, outline, out, f"{specs[0]} at every seat" if len(set(specs)) == 1 else ", ".join(specs))


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


def _number_of_games(typed: Mapping[str, Any]) -> int:
    """What was asked for; else as many as the results to be resumed have; else the default."""
    games: int | None = typed["games"]
    if games is None and typed["resume"]:
        from simkit.runner import config_in

        games = config_in(typed["out"]).games
    if games is not None and not 1 <= games <= MOST_GAMES:
        raise UsageError(f"--games must be 1 to {MOST_GAMES:,}; {games:,} came.")
    return DEFAULT_GAMES if games is None else games


def _check_choices(typed: Mapping[str, Any]) -> None:
    for name, known in (("seatings", ("all", "rotations")), ("backend", ("loky", "threads", "serial"))):
        value = typed[name]
        if value is not None and value not in known:
            words = f"{', '.join(known[:-1])} or {known[-1]}"
            raise UsageError(f"--{name} must be {words}; '{value}' came.{did_you_mean(value, known)}")
    if typed["jobs"] is not None and typed["jobs"] < 1:
        raise UsageError(f"--jobs must be 1 or more; {typed['jobs']} came.")
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


def header(asked: Asked) -> list[str]:
    """The configuration in force, as the first lines of the output."""
    from simkit.game import default_of, options_of

    game, config, plan, number = asked.subject.game, asked.outline.config, asked.outline.plan, console.number
    seed = f"seed {config.seed}" + (f" (drawn; repeat with --seed {config.seed})" if config.seed_drawn else "")
    games = f"{number(plan.games)} games"
    lines = [f"{game.name} {game.version} · {config.players} players · {asked.named} · {games} · {seed}"]
    options = options_of(game.rules_class)
    changed = [f"{n} = {toml_words(v)} (default {toml_words(default_of(options[n]))})" for n, v in config.rules.items()]
    if changed:
        lines.append(f"rules    {' · '.join(changed)}")
    if plan.games_a_block > 1:
        seatings, repeats = _plural(len(plan.seatings), "seating"), _plural(plan.repeats, "repeat")
        asked_for = f" ({number(config.games)} asked for)" if plan.games != config.games else ""
        deals = _plural(plan.blocks, "deal")
        lines.append(f"blocks   {deals} x {seatings} ({plan.kind}) x {repeats} = {games}{asked_for}")
    if asked.outline.problems:
        lines.append(f"damaged  {_plural(len(asked.outline.problems), 'file')}; played again")
    if asked.outline.committed:
        lines.append(f"kept     {number(asked.outline.committed)} games in {asked.out}")
    return lines


def _plural(count: int, word: str) -> str:
    return f"{console.number(count)} {word}{'' if count == 1 else 's'}"


def _show_dry_run(asked: Asked, as_json: bool) -> None:
    """Say what would be played and written."""
    outline = asked.outline
    plan, parts = outline.plan, 2 * len(outline.todo)
    to_play = sum(chunk.n_blocks for chunk in outline.todo) * plan.games_a_block
    if as_json:
        console.emit_json(
            {
                "dry_run": True,
                "out": str(asked.out),
                "command": outline.command,
                "seed": outline.config.seed,
                "seed_drawn": outline.config.seed_drawn,
                "games_asked": outline.config.games,
                "games": plan.games,
                "blocks": plan.blocks,
                "repeats": plan.repeats,
                "seatings_kind": plan.kind,
                "seatings": [{"number": seating.number, "order": list(seating.order)} for seating in plan.seatings],
                "lineup": plan.lineup,
                "rules": dict(outline.rules),
                "games_kept": outline.committed,
                "games_to_play": to_play,
                "files": parts + 1,
            }
        )
        return
    say, number = console.say, console.number
    chunks = f"{_plural(len(outline.todo), 'chunk')} of up to {_plural(plan.chunk_blocks, 'deal')}"
    say(f"would play  {number(to_play)} games in {chunks}")
    for seating in plan.seatings[:12]:
        say(f"seating {seating.number:>3}  {', '.join(seating.order)}")
    if len(plan.seatings) > 12:
        say(f"            and {len(plan.seatings) - 12} more")
    say(f"would write {asked.out}: manifest.json and {number(parts)} Parquet files. Nothing was written.")


def _play(asked: Asked, typed: Mapping[str, Any], quiet: bool) -> RunResult:
    from simkit import runner
    from simkit.cli import progress
    from simkit.engine import prepare

    def announce() -> None:
        if not quiet:
            console.note(f"compiling {asked.subject.game.name} and its strategies (once after each change) ...")

    prepare(asked.subject.game, tuple(asked.subject.players.values()), announce)
    with progress.shown(asked.outline.plan.games, quiet=quiet) as callback:
        return runner.run(
            asked.outline.config,
            asked.out,
            jobs=typed["jobs"],
            backend=typed["backend"],
            resume=typed["resume"],
            force=typed["force"],
            confidence=typed["confidence"],
            margin=typed["margin"],
            progress=callback,
            subject=asked.subject,
        )


def _stop_interrupted(result: RunResult, as_json: bool) -> NoReturn:
    """Say what is kept and how to go on; ends the command."""
    from simkit.runner import open_run, resume_command

    again = resume_command(open_run(result.out))
    of = f"{console.number(result.games)} of {console.number(result.plan.games)} games"
    console.note(f"Interrupted. {of} are kept in {result.out}. Continue with:\n  {again}")
    if as_json:
        console.emit_json({"status": result.status, "out": str(result.out), "games": result.games, "resume": again})
    raise click.exceptions.Exit(INTERRUPTED)


def _show(asked: Asked, result: RunResult, typed: Mapping[str, Any], as_json: bool) -> None:
    """Print the answer."""
    from simkit.analysis import analyse, summary_dict, summary_lines
    from simkit.runner import open_run

    answer = analyse(open_run(asked.out), typed["confidence"], typed["margin"])
    if as_json:
        console.emit_json(
            {
                "status": result.status,
                "out": str(asked.out),
                "command": asked.outline.command,
                "seed": result.config.seed,
                "seed_drawn": result.config.seed_drawn,
                "games": result.games,
                "games_played_now": result.played,
                "blocks": result.plan.blocks,
                "results": summary_dict(answer),
            }
        )
        return
    for line in summary_lines(answer):
        console.say(line)
    console.say(f"results  {asked.out}     next: simkit report {shlex.quote(str(asked.out))} --open")
