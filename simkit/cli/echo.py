"""What `simkit run` says before it plays, and instead of playing."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from simkit.cli import console
from simkit.cli.asked import Asked
from simkit.cli.listing import toml_words
from simkit.cli.progress import duration

if TYPE_CHECKING:
    from simkit.runner import RunResult


def header(asked: Asked) -> list[str]:
    """The configuration in force, as the first lines of the output."""
    from simkit.game import default_of, options_of

    game, config, plan, number = asked.subject.game, asked.outline.config, asked.outline.plan, console.number
    seed = f"seed {config.seed}" + (f" (drawn; repeat with --seed {config.seed})" if config.seed_drawn else "")
    games = f"{number(plan.games)} games"
    if asked.stopping.precision is not None:
        games = f"until ±{100 * asked.stopping.precision:g} points"
    if asked.stopping.max_time is not None:
        games += f", at most {duration(asked.stopping.max_time)}"
    lines = [f"{game.name} {game.version} · {config.players} players · {asked.named} · {games} · {seed}"]
    options = options_of(game.rules_class)
    rules = {**{name: default_of(option) for name, option in options.items()}, **config.rules}
    changed = [_changed(name, value, options[name], rules) for name, value in config.rules.items()]
    if changed:
        lines.append(f"rules    {' · '.join(changed)}")
    if plan.games_a_block > 1 and asked.stopping.precision is None:
        seatings, repeats = plural(len(plan.seatings), "seating"), plural(plan.repeats, "repeat")
        asked_for = f" ({number(config.games)} asked for)" if plan.games != config.games else ""
        deals = plural(plan.blocks, "deal")
        lines.append(f"blocks   {deals} x {seatings} ({plan.kind}) x {repeats} = {number(plan.games)} games{asked_for}")
    if asked.outline.problems:
        lines.append(f"damaged  {plural(len(asked.outline.problems), 'file')}; played again")
    if asked.outline.committed:
        lines.append(f"kept     {number(asked.outline.committed)} games in {asked.out}")
    return lines


def _changed(name: str, value: Any, option: Any, rules: Mapping[str, Any]) -> str:
    """ "bees = 3 (default 4)"; of a table only the entries that differ, which are hard to find among all.

    Of one that stands in for other options: what it overrules, as its own default is none.
    """
    from simkit.game import default_of, overrules

    default = default_of(option)
    if overrules(option):
        value = {key: entry for key, entry in value.items() if entry}
        instead = ", ".join(f"{other} = {toml_words(rules[other])}" for other in option.metadata["instead_of"])
        return f"{name} = {toml_words(value)} (in place of {instead})"
    if isinstance(value, Mapping) and isinstance(default, Mapping):
        value = {key: entry for key, entry in value.items() if entry != default.get(key)}
        default = {key: default.get(key, 0) for key in value}
    return f"{name} = {toml_words(value)} (default {toml_words(default)})"


def ending(result: RunResult) -> list[str]:
    """Why a run that was not told how many games to play ended, and how it goes on."""
    from simkit.runner import open_run, resume_command

    stopping = result.manifest["stopping"]
    if stopping is None:
        return []
    played = f"after {console.number(result.games)} games"
    lines = []
    if stopping["rule"] == "width":
        width = stopping["half_width"]
        reached = (
            "nothing is known of its width" if width is None else f"the widest interval is ±{100 * width:.2g} points"
        )
        wanted = f"±{100 * stopping['target']:g} points"
        how = {
            "precision": f"{wanted} reached {played}: {reached}",
            "max_time": f"time was up {played}: {reached}, {wanted} was asked for",
            "no_spread": f"given up {played}: some share never varies, so nobody can tell how sure it is",
            "limit": f"given up {played}: {reached}, and no run has more games",
        }
        lines.append(f"stopped  {how[stopping['ended_by']]}.")
    elif stopping["ended_by"] == "max_time":
        lines.append(f"stopped  time was up {played} of {console.number(result.plan.games)}.")
    if stopping["ended_by"] == "max_time":
        lines.append(f"go on    {resume_command(open_run(result.out))}")
    return lines


def plural(count: int, word: str) -> str:
    """ "1 seating", "2 seatings"."""
    return f"{console.number(count)} {word}{'' if count == 1 else 's'}"


def show_dry_run(asked: Asked, as_json: bool) -> None:
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
                "precision": asked.stopping.precision,
                "max_time": asked.stopping.max_time,
                "trace": outline.config.trace,
            }
        )
        return
    say, number = console.say, console.number
    chunks = f"{plural(len(outline.todo), 'chunk')} of up to {plural(plan.chunk_blocks, 'deal')}"
    first = "" if asked.stopping.precision is None else ", then more until the intervals are narrow enough"
    say(f"would play  {number(to_play)} games in {chunks}{first}")
    for seating in plan.seatings[:12]:
        say(f"seating {seating.number:>3}  {', '.join(seating.order)}")
    if len(plan.seatings) > 12:
        say(f"            and {len(plan.seatings) - 12} more")
    say(f"would write {asked.out}: manifest.json and {number(parts)} Parquet files. Nothing was written.")
