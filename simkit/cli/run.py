"""`simkit run`: from the command line to a folder of results, and the answer in a few lines."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from simkit.cli import console
from simkit.cli.asked import DEFAULT_GAMES, Asked, check
from simkit.cli.base import command, json_option
from simkit.cli.echo import ending, header, show_dry_run
from simkit.cli.options import judging_options, keeping_options, stopping_options, working_options

if TYPE_CHECKING:
    from simkit.runner import RunResult

INTERRUPTED = 130


@command(
    "run",
    examples=(
        ("simkit run GAME --players 4 --strategies NAME --games 200000", "is one seat better than another?"),
        ("simkit run GAME --players 4 --strategies A,B,B,B --games 200000", "a line-up, played in every seating"),
        ("simkit run GAME --players 4 --strategies A:danger=10,B,B,B --seed 7", "a parameter set, deals that repeat"),
        ("simkit run GAME --players 4 --strategies A --set 'points=[5,3,0]' --out out/what-if", "a changed rule"),
        ("simkit run GAME --players 4 --strategies A --games 2000000 --out out/what-if --resume", "more games of it"),
        ("simkit run GAME --players 4 --strategies A --precision 0.002 --max-time 60", "as many games as it takes"),
    ),
)
@click.argument("game")
@click.option("--players", type=int, metavar="N", help="Number of players.")
@click.option("--strategies", metavar="A[,B,...]", help="One name for every seat, or one a seat; NAME:PARAMETER=10.")
@click.option("--games", type=int, metavar="N", help=f"Games to play, in whole blocks; {DEFAULT_GAMES:,} if not given.")
@stopping_options
@click.option("--seed", type=int, metavar="S", help="The same seed gives the same games; drawn if not given.")
@click.option("--set", "assignments", multiple=True, metavar="OPTION=VALUE", help="Change a rule; a TOML value.")
@click.option(
    "--rules", "rules_file", type=click.Path(path_type=Path), metavar="FILE.toml", help="A table of rules; --set wins."
)
@click.option("--seatings", metavar="all|rotations", help="All orders (up to 4 players) or rotations (default above).")
@click.option("--repeats", type=int, default=1, metavar="K", help="Play each deal K times with other strategy streams.")
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="For the results; out/GAME-1 if not given.")
@working_options
@click.option("--resume", is_flag=True, help="Complete, extend or repair the results in --out.")
@click.option("--force", is_flag=True, help="Replace the results in --out.")
@click.option("--dry-run", is_flag=True, help="Say what would be played and written; write nothing.")
@judging_options
@keeping_options
@click.option("--variant", metavar="NAME", help="What to call these rules in the tables; base if not given.")
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
        show_dry_run(asked, as_json)
        return
    result = _play(asked, typed, quiet)
    if result.interrupted:
        _stop_interrupted(result, as_json)
    _show(asked, result, as_json)


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
            confidence=asked.judged.confidence,
            margin=asked.judged.margin,
            band=asked.judged.band,
            stopping=asked.stopping,
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


def _show(asked: Asked, result: RunResult, as_json: bool) -> None:
    """Print the answer."""
    from simkit.analysis import analyse, summary_dict, summary_lines
    from simkit.runner import open_run

    answer = analyse(open_run(asked.out), asked.judged.confidence, asked.judged.margin)
    if as_json:
        console.emit_json(
            {
                "status": result.status,
                "out": str(asked.out),
                "command": result.manifest["command"],
                "stopping": result.manifest["stopping"],
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
        console.say_wrapped(line)
    for line in ending(result):
        console.say(line)
    console.say(f"results  {asked.out}     next: simkit report {shlex.quote(str(asked.out))} --open")
