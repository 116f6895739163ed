"""What the manifest says of a run, and whether two runs are the same."""

from __future__ import annotations

import dataclasses
import platform
import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import simkit
from simkit.errors import UsageError
from simkit.game import Game, tables_of
from simkit.jit import source_digest
from simkit.plugins import source_files
from simkit.runner.keys import GameKey, replay_key
from simkit.runner.plan import BASE, Plan, RunConfig, command_of, make_plan
from simkit.runner.schema import SCHEMA_VERSION
from simkit.runner.store import Run
from simkit.strategy import Player

if TYPE_CHECKING:
    from simkit.runner.outline import Subject


def facts_of(subject: Subject, config: RunConfig, plan: Plan) -> dict[str, Any]:
    """Everything that decides the data of a run, as the manifest stores it (JSON values only)."""
    game, players = subject.game, subject.players
    names = sorted(set(plan.members))
    return {
        "game": game.name,
        "game_version": game.version,
        "source_digest": subject.digest or digest_of(game, players),
        "config": {
            "variant": config.variant,
            "players": config.players,
            "strategies": list(plan.members),
            "lineup": plan.lineup,
            "seed": config.seed,
            "seed_drawn": config.seed_drawn,
            "rules": plain(dataclasses.asdict(subject.rules)),
            "rules_set": plain(dict(config.rules)),
            "seatings": plan.kind,
            "seating_orders": [{"number": s.number, "order": list(s.order)} for s in plan.seatings],
            "repeats": plan.repeats,
            "games_requested": config.games,
            "games": plan.games,
            "blocks": plan.blocks,
            "chunk_blocks": plan.chunk_blocks,
            "trace": config.trace,
        },
        "command": shlex.join(command_of(config)),
        "yardsticks": [name for name in names if players[name].strategy.yardstick],
    }


@dataclasses.dataclass(frozen=True)
class Judging:
    """How the results are to be judged; nothing of it decides the data, so it may change when a run is resumed.

    Attributes:
        confidence: of the intervals; None: 95 %. margin: of verdicts, a fraction; None: a tenth of the fair share.
        band: fewest and most turns that the designer wants. precision, max_time: as in
            `simkit.runner.sitting.Stopping`.
    """

    confidence: float | None = None
    margin: float | None = None
    band: tuple[float, float] | None = None
    precision: float | None = None
    max_time: float | None = None


def describe(
    subject: Subject, config: RunConfig, plan: Plan, before: Mapping[str, Any] | None, judging: Judging
) -> dict[str, Any]:
    """The whole manifest but for status and parts. `before`: the manifest of the run that is resumed."""
    given: dict[str, Any] = {"confidence": judging.confidence, "margin": judging.margin, "band": judging.band}
    if before is not None:
        given = {key: before.get(key) if value is None else value for key, value in given.items()}
    band = None if given["band"] is None else tuple(given["band"])
    game = subject.game
    judged: dict[str, Any] = {"confidence": given["confidence"], "margin": given["margin"], "band": band}
    facts = facts_of(subject, config, plan)
    return {
        "schema_version": SCHEMA_VERSION,
        **facts,
        "command": shlex.join(command_of(config, **judged)),
        "continue": shlex.join(command_of(config, **judged, precision=judging.precision, max_time=judging.max_time)),
        "confidence": judged["confidence"],
        "margin": judged["margin"],
        "band": None if band is None else list(band),
        "stopping": None,
        "labels": {
            "title": game.title,
            "turn_label": game.turn_label,
            "standing_label": game.standing_label,
            "result_label": game.result_label,
            "cooperative": game.cooperative,
            "has_score": game.has_score,
        },
        "end_reasons": list(game.end_reasons),
        "tallies": [plain(dataclasses.asdict(tally)) for tally in game.tallies],
        "instead_of": {table: list(options) for table, options in tables_of(game.rules_class).items()},
        "versions": versions(),
    }


def grown(head: Mapping[str, Any], config: RunConfig, plan: Plan) -> dict[str, Any]:
    """The manifest of a run that plays more games than it was described with."""
    numbers = {"games_requested": config.games, "games": plan.games, "blocks": plan.blocks}
    band = None if head["band"] is None else tuple(head["band"])
    command = command_of(config, confidence=head["confidence"], margin=head["margin"], band=band)
    return {
        **head,
        "config": {**head["config"], **numbers, "chunk_blocks": plan.chunk_blocks},
        "command": shlex.join(command),
    }


def versions() -> dict[str, str]:
    """Versions of what the results depend on."""
    import numba
    import numpy as np
    import polars as pl

    return {
        "simkit": str(getattr(simkit, "__version__", "unknown")),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "numba": numba.__version__,
        "polars": pl.__version__,
    }


def digest_of(game: Game, players: Mapping[str, Player]) -> str:
    """Digest of the sources that decide the data: engine, game, strategies, and all that they import."""
    engine = Path(str(simkit.__file__)).parent / "engine"
    return source_digest(engine, *source_files(game, *(player.strategy for player in players.values())))


def plain(value: Any) -> Any:
    """The value as JSON reads it back: tuples become lists, keys become strings."""
    if isinstance(value, Mapping):
        return {str(key): plain(entry) for key, entry in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(entry) for entry in value]
    return value


_COMPARED = {
    "players": "players",
    "lineup": "line-up",
    "seed": "seed",
    "seatings": "seatings",
    "repeats": "repeats",
    "variant": "variant",
}


def compare(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[str]:
    """Lines saying what differs between the run in a folder and the one asked for; empty if they may be one run."""
    pairs = [
        (word, there.get(key), here[key])
        for key, word in {"game": "game", "game_version": "version of the game"}.items()
    ]
    pairs += [(word, there["config"].get(key), here["config"][key]) for key, word in _COMPARED.items()]
    pairs.append(("trace", there["config"].get("trace", 0.0), here["config"]["trace"]))
    if there["game"] == here["game"]:
        old, new = there["config"].get("rules", {}), here["config"]["rules"]
        pairs += [(f"rule {name}", old.get(name), new.get(name)) for name in sorted({*old, *new})]
        pairs.append(("source digest (the code was edited)", there.get("source_digest"), here["source_digest"]))
    return [f"{word}: {_shown(old)} there, {_shown(new)} asked for" for word, old, new in pairs if old != new]


def _shown(value: Any) -> str:
    return "nothing" if value is None else f"{value:.12}" if isinstance(value, str) and len(value) == 32 else str(value)


def config_of(manifest: Mapping[str, Any]) -> RunConfig:
    """The configuration that a manifest records."""
    config = manifest["config"]
    return RunConfig(
        game=manifest["game"],
        players=config["players"],
        strategies=tuple(config["strategies"]),
        games=config["games_requested"],
        seed=config["seed"],
        rules=config["rules_set"],
        seatings=config["seatings"],
        repeats=config["repeats"],
        seed_drawn=config["seed_drawn"],
        variant=config.get("variant", BASE),
        trace=config.get("trace", 0.0),
    )


@dataclasses.dataclass(frozen=True)
class FoundGame:
    """One game of a run, with all that a `simkit.engine.Session` needs. `order`: specifications, seat 1 first."""

    key: GameKey
    config: RunConfig
    order: tuple[str, ...]


def find_game(run: Run, text: str) -> FoundGame:
    """Find a game by its key. It need not be among the finished ones: every game follows from its key.

    Raises:
        UsageError: the key has another form, or belongs to another run; the message says what this run has.
    """
    key, config = replay_key(text), config_of(run.manifest)
    plan = make_plan(config)
    numbers = {seating.number: seating.order for seating in plan.seatings}
    listed = ", ".join(map(str, list(numbers)[:12])) + (", ..." if len(numbers) > 12 else "")
    wrong = [
        (key.variant != config.variant, f"its variant is {config.variant}; {key.variant} came"),
        (key.lineup != plan.lineup, f"its line-up is {plan.lineup}; {key.lineup} came"),
        (key.block >= plan.blocks, f"its blocks are 0 to {plan.blocks - 1}; {key.block} came"),
        (key.repeat >= plan.repeats, f"its repeats are 0 to {plan.repeats - 1}; {key.repeat} came"),
        (key.seating not in numbers, f"its seatings are {listed}; {key.seating} came"),
    ]
    for is_wrong, words in wrong:
        if is_wrong:
            raise UsageError(f"the run in {run.path} has no game '{text}': {words}.")
    return FoundGame(key, config, numbers[key.seating])
