"""`simkit study`: a question about the rules, answered with paired games."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from simkit.cli import console
from simkit.cli.base import command, json_option
from simkit.cli.options import (
    BACKENDS,
    check_choice,
    check_fraction,
    check_jobs,
    judging_options,
    keeping_options,
    parse_band,
    stopping_options,
    working_options,
)
from simkit.cli.settings import parse_value
from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.study import StudyPlan, StudyResult, StudySource

INTERRUPTED = 130
PREFIX = "study."


@dataclass(frozen=True)
class AskedStudy:
    """A checked request: nothing of what was typed or written in the file can be wrong any more."""

    source: StudySource
    plan: StudyPlan
    out: Path
    resume: bool
    force: bool


@command(
    "study",
    examples=(
        ("simkit studies", "the studies that are installed"),
        ("simkit study NAME", "play one, and say what it answers"),
        ("simkit study FILE.toml --dry-run", "variants, line-ups, games, time and how sure it will be"),
        ("simkit study FILE.toml --set study.blocks=50000 --out out/more", "with another value of a key"),
        ("simkit study FILE.toml --precision 0.005 --max-time 300", "as many games as it takes, five minutes at most"),
        ("simkit study FILE.toml --out out/NAME-1 --resume", "go on with it"),
        ("simkit study --schema", "the JSON schema of study files, for editors"),
    ),
)
@click.argument("file", metavar="FILE|NAME", required=False)
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="For the results; out/NAME-1 if not given.")
@click.option("--set", "assignments", multiple=True, metavar="study.KEY=VALUE", help="Another value of a key; TOML.")
@stopping_options
@working_options
@click.option("--resume", is_flag=True, help="Go on with the study in --out, or repair it.")
@click.option("--force", is_flag=True, help="Replace the study in --out.")
@click.option("--dry-run", is_flag=True, help="Say what would be played, how long it takes, how sure it will be.")
@judging_options
@keeping_options
@click.option("--schema", "show_schema", is_flag=True, help="Print the JSON schema of study files.")
@click.option("--quiet", is_flag=True, help="No progress on stderr.")
@json_option
def study(**typed: Any) -> None:
    """Play a study and answer its question.

    FILE is a study file (TOML), NAME one that is installed. Every variant of the rules is played on the same deals by
    the same line-ups, so that differences show with the fewest games.
    """
    if typed["show_schema"]:
        from simkit.study import schema

        console.say(schema())
        return
    as_json, quiet = bool(typed["as_json"]), bool(typed["quiet"])
    asked = check(typed)
    from simkit.cli.study_words import dry_run_dict, dry_run_lines, header

    for line in [] if as_json and quiet else header(asked.plan):
        (console.note if as_json else console.say)(line)
    if typed["dry_run"]:
        from simkit.study.estimate import estimate

        expected = estimate(asked.plan, typed["jobs"])
        if as_json:
            console.emit_json({"out": str(asked.out), **dry_run_dict(asked.plan, expected)})
        else:
            for line in [*dry_run_lines(asked.plan, expected), f"would write {asked.out}. Nothing was written."]:
                console.say(line)
        return
    result = _play(asked, typed, quiet)
    if result.interrupted:
        _stop_interrupted(result, as_json)
    _show(asked, result, typed, as_json)


def check(typed: Mapping[str, Any]) -> AskedStudy:
    """Check all that was typed and all of the file, before anything is compiled, played or written.

    Raises:
        UsageError, DataError: the file's problems are listed together.
    """
    from simkit.runner import next_out
    from simkit.study import find_study, is_study, look_at_folder, resolve, settle_seed
    from simkit.study.folder import read_facts
    from simkit.study.read import resumed_overrides

    if typed["file"] is None:
        raise UsageError("a study is needed: the name of one (simkit studies lists them) or a file in TOML.")
    check_choice("backend", typed["backend"], BACKENDS)
    check_jobs(typed["jobs"])
    resume, force = bool(typed["resume"]), bool(typed["force"])
    if resume and force:
        raise UsageError("--resume keeps the study in --out, --force replaces it. Give one of the two.")
    if typed["out"] is None and (resume or force):
        raise UsageError(f"{'--resume' if resume else '--force'} needs --out DIR, the folder it is about.")
    source = find_study(typed["file"])
    given = overrides(typed)
    if resume and is_study(typed["out"]):
        given = resumed_overrides(read_facts(typed["out"]).get("overrides", {}), given)
    # A wrong value may come from the command alone.
    said = f" with --set {', '.join(PREFIX + key for key in given)}" if given else ""
    plan = resolve(source.values, source.where + said, given)
    out = typed["out"] or next_out(plan.name)
    plan = settle_seed(plan, out, resume=resume)
    look_at_folder(plan, out, resume=resume, force=force)
    return AskedStudy(source, plan, out, resume, force)


def overrides(typed: Mapping[str, Any]) -> dict[str, Any]:
    """What the command says in place of the file, by key. Raises UsageError."""
    from simkit.runner import Stopping

    found: dict[str, Any] = {}
    for text in typed["assignments"]:
        name, sign, value = text.partition("=")
        name, value = name.strip(), value.strip()
        if not sign or not value or not name.startswith(PREFIX) or not all(name.split(".")):
            hint = f" For a rule, write a variant; for the key '{name}' write --set {PREFIX}{text}." if sign else ""
            raise UsageError(f"--set takes study.key=value, as in --set study.blocks=50000; '{text}' came.{hint}")
        key = name.removeprefix(PREFIX)
        if key in found:
            raise UsageError(f"--set gives '{name}' twice. Give it once.")
        found[key] = parse_value(name, value)
    band = parse_band(typed["band"])
    options = {key: typed[key] for key in ("precision", "max_time", "margin", "confidence", "trace")}
    options["band"] = None if band is None else list(band)
    Stopping(typed["precision"], typed["max_time"]).check()
    check_fraction("--confidence", typed["confidence"], 0.5, 1.0)
    check_fraction("--margin", typed["margin"], 0.0, 0.5)
    if typed["trace"] is not None and not 0 <= typed["trace"] <= 1:
        raise UsageError(f"--trace must be a share of the games, 0 to 1; {typed['trace']:g} came. Give 0.01 for 1 %.")
    for key, value in options.items():
        if value is not None:
            if key in found:
                raise UsageError(f"--{key.replace('_', '-')} and --set {PREFIX}{key} say the same. Give one of them.")
            found[key] = value
    return found


def _play(asked: AskedStudy, typed: Mapping[str, Any], quiet: bool) -> StudyResult:
    from simkit import plugins
    from simkit.cli import progress
    from simkit.engine import prepare
    from simkit.study import run_study

    plan = asked.plan

    def announce() -> None:
        if not quiet:
            console.note(f"compiling {plan.game} and its strategies (once after each change) ...")

    members = dict.fromkeys(member for lineup in plan.lineups for member in lineup.members)
    prepare(plugins.get_game(plan.game), [plugins.parse_player(plan.game, spec) for spec in members], announce)
    total = sum(plan.config(cell, plan.blocks or 1_000).games for cell in plan.cells())
    with progress.shown(total, quiet=quiet) as callback:
        return run_study(
            plan,
            asked.source.text,
            asked.source.where,
            asked.out,
            jobs=typed["jobs"],
            backend=typed["backend"],
            resume=asked.resume,
            force=asked.force,
            progress=callback,
        )


def _stop_interrupted(result: StudyResult, as_json: bool) -> NoReturn:
    """Say what is kept and how to go on; ends the command."""
    from simkit.study import resume_command_in

    again = resume_command_in(result.out)
    console.note(
        f"Interrupted. {console.number(result.games)} games are kept in {result.out}. Continue with:\n  {again}"
    )
    if as_json:
        console.emit_json({"status": result.status, "out": str(result.out), "games": result.games, "resume": again})
    raise click.exceptions.Exit(INTERRUPTED)


def _show(asked: AskedStudy, result: StudyResult, typed: Mapping[str, Any], as_json: bool) -> None:
    """Print the answer."""
    from simkit.cli.study_words import answer_dict, answer_lines
    from simkit.study import open_study

    found = open_study(result.out)
    if as_json:
        console.emit_json(answer_dict(found, result))
        return
    for line in answer_lines(found, result):
        console.say(line)
