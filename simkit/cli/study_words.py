"""What `simkit study` says before it plays, instead of playing, and when it has finished."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

from simkit.cli import console
from simkit.cli.echo import plural
from simkit.cli.listing import toml_words
from simkit.cli.progress import duration

if TYPE_CHECKING:
    from simkit.study import Study, StudyPlan, StudyResult
    from simkit.study.estimate import Estimate

MOST_NAMES = 6
MOST_LINES = 24


def header(plan: StudyPlan) -> list[str]:
    """The question, and what is played to answer it."""
    from simkit import plugins

    game = plugins.get_game(plan.game)
    players = " or ".join(map(str, plan.players))
    amount = f"{console.number(plan.blocks)} deals" if plan.blocks is not None else ""
    bound = ""
    if plan.precision is not None:
        amount = f"until ±{100 * plan.precision:g} points"
    if plan.max_time is not None:
        bound = f" · at most {duration(plan.max_time)} in all"
    seed = f"seed {plan.seed}" + (f" (drawn; repeat with --set study.seed={plan.seed})" if plan.seed_drawn else "")
    others = [variant.name for variant in plan.variants[1:]]
    variants = f" · {_some(others)}" if others else ""
    lines = [
        console.strong(console.printable(plan.question)),
        f"{game.name} {game.version} · {players} players · baseline {plan.baseline.name}{variants}",
        f"{plural(len(plan.variants), 'variant')} x {plural(len(plan.lineups), 'line-up')}, {amount} each, the same "
        f"for all{bound} · {seed}",
    ]
    return [part for line in lines for part in console.wrapped(line)]


def _some(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMES])
    return f"{shown} and {len(names) - MOST_NAMES} more" if len(names) > MOST_NAMES else shown


def dry_run_lines(plan: StudyPlan, expected: Estimate) -> list[str]:
    """Variants, line-ups, games, time and precision to expect."""
    lines = []
    for k, variant in enumerate(plan.variants[:MOST_LINES]):
        settings = ", ".join(f"{name} = {toml_words(value)}" for name, value in variant.options.items())
        mark = " (baseline)" if k == 0 else ""
        lines.append(f"variant  {variant.name}{mark}: {settings or 'the rules as they are'}")
    lines += _more(len(plan.variants))
    for lineup in plan.lineups[:MOST_LINES]:
        seats = f" ({len(lineup.members)} players)" if len(plan.players) > 1 else ""
        lines.append(f"line-up  {lineup.words}{seats}")
    lines += _more(len(plan.lineups))
    about = "about " if plan.precision is not None else ""
    lines.append(
        f"games    {about}{console.number(expected.games)} ({about}{console.number(expected.blocks)} deals in each of "
        f"{plural(len(plan.variants) * len(plan.lineups), 'cell')}{_times(plan)})"
    )
    speed = f"{console.number(round(expected.games_per_second))} games a second on one core"
    stops = ""
    if expected.games_in_time is not None and plan.max_time is not None:
        stops = f"; stops after {duration(plan.max_time)} with about {console.number(expected.games_in_time)} games"
    tried = f"tried with {plural(expected.tried, 'cell')}"
    lines.append(f"time     about {duration(expected.seconds)} ({speed}, {tried}){stops}")
    share = "unknown" if expected.share is None else f"±{100 * expected.share:.2g} points"
    from simkit import plugins

    cooperative = plugins.get_game(plan.game).cooperative
    lines.append(f"sure to  {'success rates' if cooperative else 'win shares'} {share}")
    if expected.effect is not None or expected.turns is not None:
        effect = "none seen" if expected.effect is None else f"±{100 * expected.effect:.2g} points"
        turns = "none seen" if expected.turns is None else f"±{expected.turns:.2g} turns"
        what = "success" if cooperative else "a seat's win share"
        lines.append(f"         effects of a variant: on {what} {effect}, on the length {turns}")
    return lines


def _times(plan: StudyPlan) -> str:
    """Why there are more games than deals: each is played in every seating of its line-up, and `repeats` times."""
    each = sorted({plan.config(cell, 1).games for cell in plan.cells()})
    if each == [1]:
        return ""
    many = str(each[0]) if len(each) == 1 else f"{each[0]} to {each[-1]}"
    repeats = f" x {plural(plan.repeats, 'repeat')}" if plan.repeats > 1 else ""
    return f", each deal played {many} times: in every seating of the line-up{repeats}"


def _more(count: int) -> list[str]:
    return [f"         and {count - MOST_LINES} more"] if count > MOST_LINES else []


def dry_run_dict(plan: StudyPlan, expected: Estimate) -> dict[str, Any]:
    """The same for a program."""
    return {
        "dry_run": True,
        **_plan_dict(plan),
        "games": expected.games,
        "blocks": expected.blocks,
        "seconds": expected.seconds,
        "games_in_time": expected.games_in_time,
        "games_per_second": expected.games_per_second,
        "half_width": {"share": expected.share, "effect": expected.effect, "turns": expected.turns},
    }


def _plan_dict(plan: StudyPlan) -> dict[str, Any]:
    return {
        "name": plan.name,
        "question": plan.question,
        "game": plan.game,
        "players": list(plan.players),
        "seed": plan.seed,
        "seed_drawn": plan.seed_drawn,
        "baseline": plan.baseline.name,
        "variants": [{"name": variant.name, "set": dict(variant.options)} for variant in plan.variants],
        "lineups": [{"lineup": lineup.key, "source": lineup.source} for lineup in plan.lineups],
        "precision": plan.precision,
        "max_time": plan.max_time,
    }


def answer_lines(study: Study, result: StudyResult) -> list[str]:
    """The answer in words, and where it lies."""
    from simkit.study import answer, words
    from simkit.study.analysis import analyse, rankings
    from simkit.study.ranking import ranking_lines

    analysis = analyse(study)
    ranked = rankings(study, analysis)
    lines: list[str] = []
    shown = list(words.tables(analysis))
    for table in shown[: words.MOST_TABLES]:
        lines += ["", console.strong(table.heading)]
        lines += console.columns(table.rows)
    if len(shown) > words.MOST_TABLES:
        lines.append(f"and {len(shown) - words.MOST_TABLES} more line-ups (the report and --json have them all)")
    lines.append("")
    for k, line in enumerate(ranking_lines(ranked)):
        lines += console.wrapped(f"{'ranking' if k == 0 else '':<8} {line}")
    # Where values were tried to find a good one, it is named; listed variants are judged one by one.
    tried = any(variant.point is not None for variant in result.plan.variants)
    for k, line in enumerate(words.best_lines(analysis) if tried else []):
        lines += console.wrapped(f"{'best' if k == 0 else '':<8} {line}")
    lines += console.wrapped(f"answer   {answer.answer_sentence(analysis, ranked)}")
    for warning in answer.warnings(analysis):
        lines += console.wrapped(f"note     {warning}")
    lines += _ending(study, result)
    folder = shlex.quote(str(study.path))
    return [*lines, f"results  {study.path}     next: simkit report {folder} --open"]


def _ending(study: Study, result: StudyResult) -> list[str]:
    from simkit.study import resume_command

    plan, played = result.plan, f"after {console.number(result.blocks)} deals in every cell"
    wanted = "" if plan.precision is None else f"±{100 * plan.precision:g} points"
    words = {
        "precision": f"every win share is known to within {wanted}, {played}",
        "max_time": f"time was up {played}; what is undecided stays undecided",
        "no_spread": f"given up {played}: some share never varies, so nobody can tell how sure it is",
        "limit": f"given up {played}: no study has more games",
    }
    lines = [f"stopped  {words[result.ended_by]}."] if result.ended_by in words else []
    if result.status == "stopped":
        lines.append(f"go on    {resume_command(study)}")
    return lines


def answer_dict(study: Study, result: StudyResult) -> dict[str, Any]:
    """The same for a program, with every number."""
    from simkit.study import answer
    from simkit.study.analysis import analyse, rankings

    analysis = analyse(study)
    return {
        "status": result.status,
        "out": str(study.path),
        "command": study.facts["command"],
        **_plan_dict(result.plan),
        "stopping": study.facts["stopping"],
        "games": result.games,
        "games_played_now": result.played,
        "blocks": result.blocks,
        "results": answer.as_dict(analysis, rankings(study, analysis)),
    }
