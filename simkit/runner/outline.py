"""Before anything is played: look up names, settle the seed, look at the folder, list the missing chunks."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from simkit.errors import UsageError
from simkit.game import Game, Rules, make_rules
from simkit.runner.files import MANIFEST, our_files, refuse_obstacles, refuse_others, refuse_place
from simkit.runner.manifest import compare, config_of, facts_of
from simkit.runner.plan import Chunk, Plan, RunConfig, make_plan
from simkit.runner.store import Problem, Run, open_run, read_manifest, verify
from simkit.strategy import Player

CHUNK_WHEN_TIMED = 4_096


@dataclass(frozen=True)
class Subject:
    """The game and the players of a run, looked up once."""

    game: Game
    rules: Rules
    players: Mapping[str, Player]  # by specification
    digest: str | None = None  # of their sources, if somebody has worked it out (`simkit.runner.manifest.digest_of`)
    most: int | None = None  # games a worker plays in one go, if fewer than the game itself allows

    @property
    def chunk_games(self) -> int:
        """Games a worker plays in one go, at most."""
        own = self.game.chunk_games
        return own if self.most is None else min(own, self.most)

    def in_small_chunks(self) -> Subject:
        """The same in chunks that a worker plays in about a second: when time is up, what was begun is finished."""
        return replace(self, most=CHUNK_WHEN_TIMED)


@dataclass(frozen=True)
class Outline:
    """What `run` would do.

    Attributes:
        config: normalised, with its seed. plan: blocks, seatings, effective number of games (`plan.games`).
        rules: every option with its value, defaults included.
        todo: chunks that are missing. committed: games that are already there and whole.
        problems: damaged parts, which will be replayed. command: plays the run again, without --out.
    """

    config: RunConfig
    plan: Plan
    rules: Mapping[str, Any]
    todo: tuple[Chunk, ...]
    committed: int
    problems: tuple[Problem, ...]
    command: str


def look_up(config: RunConfig) -> Subject:
    """Find game, rules and players. Raises UsageError for unknown names, options and values."""
    from simkit import plugins

    game = plugins.get_game(config.game)
    rules = make_rules(game, config.rules, config.players)
    players: dict[str, Player] = {}
    for text in config.strategies:
        # What is recorded is what is played: values are those that the specification writes.
        spec = plugins.parse_player(game.name, text).spec
        players[spec] = plugins.parse_player(game.name, spec)
    return Subject(game, rules, players)


def dry_run(
    config: RunConfig, out: Path | str | None = None, *, resume: bool = False, force: bool = False,
    subject: Subject | None = None,
) -> Outline:  # fmt: skip
    """Work out what `run` would do with the same arguments; raise what it would raise; touch nothing.

    A seed that is not given is drawn here (pass `outline.config` on to `run` to play exactly this).
    """
    subject = subject or look_up(config)
    folder = None if out is None else Path(out)
    run = look_at(folder, resume=resume, force=force)
    config = _settled(config, subject, run)
    plan = make_plan(config, subject.chunk_games)
    facts = facts_of(subject, config, plan)
    problems: tuple[Problem, ...] = ()
    kept: list[Chunk] = []
    if run is not None:
        _refuse_other(run, facts, plan)
        problems = tuple(verify(run))
        damaged = {problem.chunk for problem in problems}
        parts = [Chunk(part["first_block"], part["n_blocks"]) for part in run.manifest["parts"]]
        kept = [chunk for chunk in parts if chunk not in damaged]
    return Outline(
        config=config,
        plan=plan,
        rules=facts["config"]["rules"],
        todo=tuple(plan.chunks(kept)),
        committed=sum(chunk.n_blocks for chunk in kept) * plan.games_a_block,
        problems=problems,
        command=facts["command"],
    )


def look_at(out: Path | None, *, resume: bool, force: bool) -> Run | None:
    """Look at the folder; return the run in it that is to be resumed. Raises UsageError where it may not be written."""
    if resume and force:
        raise UsageError("--resume goes on with a folder and --force empties it; give one of them.")
    if out is None:
        if resume:
            raise UsageError("--resume needs --out, the folder to go on with.")
        return None
    refuse_place(out)
    if resume or force:
        refuse_obstacles(out)
    if resume:
        if not (out / MANIFEST).is_file():
            raise UsageError(f"--resume goes on with a run, and {out} holds none (no {MANIFEST}). Leave --resume out.")
        return Run(out, read_manifest(out))
    if out.is_dir() and any(out.iterdir()):
        if not force:
            raise UsageError(
                f"{out} is not empty, and results are never overwritten by accident. "
                "Give another --out, --resume to go on with it, or --force to replace it."
            )
        refuse_others(out, *our_files(out))
    return None


def _settled(config: RunConfig, subject: Subject, run: Run | None) -> RunConfig:
    """The configuration with normalised specifications and a seed."""
    config = replace(config, game=subject.game.name, strategies=_specs(config, subject))
    if config.seed is not None:
        return config
    if run is not None:
        saved = run.manifest["config"]
        return replace(config, seed=saved["seed"], seed_drawn=saved["seed_drawn"])
    # Short enough to be read out and typed; independent runs of one study still collide once in a million.
    return replace(config, seed=secrets.randbelow(10**9), seed_drawn=True)


def _specs(config: RunConfig, subject: Subject) -> tuple[str, ...]:
    """Each named strategy as its player writes it (`a:x=1.0` -> `a:x=1`)."""
    if set(config.strategies) <= set(subject.players):
        return config.strategies
    from simkit import plugins

    return tuple(plugins.parse_player(subject.game.name, text).spec for text in config.strategies)


def _refuse_other(run: Run, facts: Mapping[str, Any], plan: Plan) -> None:
    differences = compare(run.manifest, facts)
    if differences:
        raise UsageError(
            f"--resume needs the same configuration as the run in {run.path}; these differ:\n  "
            + "\n  ".join(differences)
            + "\nGive the same configuration, or another --out."
        )
    if plan.blocks < run.manifest["config"]["blocks"]:
        before = run.manifest["config"]["games"]
        raise UsageError(
            f"--resume can add games, not take them away: the run in {run.path} has {before:,}, and {plan.games:,} "
            "were asked for. Give as many or more."
        )


def next_out(game: str, root: Path | str = "out") -> Path:
    """The first `root/<game>-<k>` that does not exist, k from 1."""
    k = 1
    while (Path(root) / f"{game}-{k}").exists():
        k += 1
    return Path(root) / f"{game}-{k}"


def config_in(out: Path | str) -> RunConfig:
    """The configuration of a result folder. Raises DataError as `open_run` does."""
    return config_of(open_run(out).manifest)
