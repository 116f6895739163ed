"""What will be played: configuration -> blocks, seatings and chunks. Pure: no files, no plugins, no clock."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from simkit.errors import DataError, UsageError
from simkit.runner.seatings import (
    SEATINGS_KINDS,
    Seating,
    SeatingsKind,
    default_kind,
    lineup_key,
    lineup_members,
    seatings_of,
)

BASE = "base"
"""Variant of a plain run (studies have others)."""
MAX_SEED = 2**63 - 1
MOST_GAMES = 10**12
MOST_REPEATS = 100_000  # a chunk holds whole blocks: the games of one must fit into a worker's memory
SMALLEST_CHUNK = 1_000
CHUNKS_WANTED = 32
CHUNKS_OF_A_LOOK = 8
MOST_VARIANT_LETTERS = 80


@dataclass(frozen=True)
class RunConfig:
    """What somebody asks for. Everything that decides the data of a run is here, and nothing else.

    Attributes:
        game: its name. players: number of seats.
        strategies: specifications `name:a=1:b=2`, one (mirrored) or one a player, in any order.
        games: games wanted; whole blocks are played, so it is rounded up.
        seed: 0 to 2**63 - 1; None: drawn, or the manifest's when resuming. seed_drawn: True if nobody chose it.
        rules: values of the rule options that were set.
        seatings: "all" | "rotations"; None: all up to four players, rotations above.
        repeats: times each deal is played under each seating, with other strategy streams.
        variant: what the tables call these rules. No game depends on it.
        trace: share of the blocks whose standings are noted turn by turn, 0 to 1.
    """

    game: str
    players: int
    strategies: tuple[str, ...]
    games: int
    seed: int | None = None
    rules: Mapping[str, Any] = field(default_factory=dict)
    seatings: SeatingsKind | None = None
    repeats: int = 1
    seed_drawn: bool = False
    variant: str = BASE
    trace: float = 0.0


@dataclass(frozen=True, order=True)
class Chunk:
    """A range of blocks that one worker plays in one go and that is committed as a whole."""

    first_block: int
    n_blocks: int

    @property
    def end(self) -> int:
        """The first block after it."""
        return self.first_block + self.n_blocks

    def without(self, other: Chunk) -> list[Chunk]:
        """What is left of it when the blocks of another one are taken out."""
        before = Chunk(self.first_block, min(self.end, other.first_block) - self.first_block)
        first = max(self.first_block, other.end)
        after = Chunk(first, self.end - first)
        return [chunk for chunk in (before, after) if chunk.n_blocks > 0]


@dataclass(frozen=True)
class Plan:
    """The work of a run. The same configuration gives the same plan on every machine, whatever the number of jobs."""

    members: tuple[str, ...]  # all n specifications, sorted
    lineup: str  # the same, joined by commas
    kind: SeatingsKind
    seatings: tuple[Seating, ...]
    repeats: int
    blocks: int
    chunk_blocks: int

    @property
    def games_a_block(self) -> int:
        """Games of one block: seatings x repeats."""
        return len(self.seatings) * self.repeats

    @property
    def games(self) -> int:
        """Games that are really played: whole blocks."""
        return self.blocks * self.games_a_block

    def chunks(self, committed: Iterable[Chunk] = ()) -> list[Chunk]:
        """The chunks still to be played, in order of their blocks: the gaps that `committed` leaves in [0, blocks).

        Raises:
            DataError: two committed chunks overlap.
        """
        todo: list[Chunk] = []
        at = 0
        for chunk in [*sorted(committed), Chunk(max(self.blocks, 0), 0)]:
            if chunk.first_block < at and chunk.n_blocks:
                raise DataError(
                    f"two parts hold block {chunk.first_block}; each block must stand in one part. Run it anew."
                )
            gap_end = min(chunk.first_block, self.blocks)
            while at < gap_end:
                size = min(self.chunk_blocks, gap_end - at)
                todo.append(Chunk(at, size))
                at += size
            at = max(at, chunk.end)
        return todo


def make_plan(config: RunConfig, largest_chunk: int = 32_768, step: int | None = None) -> Plan:
    """Work out blocks, seatings and chunks. `largest_chunk`: games (`Game.chunk_games`).

    A chunk holds a 32nd of the games, but at least 1,000 and at most `largest_chunk`: small runs still split over
    workers, and large ones write files of about a megabyte. It depends on the configuration alone, never on the jobs.
    A run that grows look by look gives the games of this look as `step`; a chunk then holds an eighth of them.

    Raises:
        UsageError: games, repeats or seed out of range, unknown seatings, wrong number of strategies.
    """
    if not 1 <= config.games <= MOST_GAMES:
        raise UsageError(f"--games must be 1 to {MOST_GAMES:,}; {config.games:,} came.")
    if not 1 <= config.repeats <= MOST_REPEATS:
        raise UsageError(f"--repeats must be 1 to {MOST_REPEATS:,}; {config.repeats:,} came.")
    if config.seed is not None and not 0 <= config.seed <= MAX_SEED:
        raise UsageError(f"--seed must be 0 to {MAX_SEED}; {config.seed} came.")
    kind = config.seatings or default_kind(config.players)
    if kind not in SEATINGS_KINDS:
        raise UsageError(f"--seatings must be all or rotations; '{kind}' came.")
    check_variant(config.variant)
    if not 0 <= config.trace <= 1:
        raise UsageError(f"--trace must be a share of the games, 0 to 1; {config.trace:g} came. Give 0.01 for 1 %.")
    members = lineup_members(config.strategies, config.players)
    seatings = seatings_of(members, kind)
    games_a_block = len(seatings) * config.repeats
    blocks = -(-config.games // games_a_block)
    wanted = config.games / CHUNKS_WANTED if step is None else step / CHUNKS_OF_A_LOOK
    chunk_games = min(max(math.ceil(wanted), SMALLEST_CHUNK), largest_chunk)
    return Plan(
        members=members,
        lineup=lineup_key(members),
        kind=kind,
        seatings=seatings,
        repeats=config.repeats,
        blocks=blocks,
        chunk_blocks=max(1, round(chunk_games / games_a_block)),
    )


def check_variant(name: str) -> None:
    """Raise UsageError unless the name can stand in a key (`variant/lineup/...`), in a table and in a sentence."""
    if not name.strip() or name != name.strip() or "/" in name or not name.isprintable():
        raise UsageError(f"the name of a variant must be words without slash or line break; {name!r} came.")
    if len(name) > MOST_VARIANT_LETTERS:
        raise UsageError(f"the name of a variant must have at most {MOST_VARIANT_LETTERS} letters; {len(name)} came.")


def is_traced(block: int, share: float) -> bool:
    """Whether the standings of a block's games are noted. Block 0 first, then evenly spaced: no chance, no seed."""
    return math.ceil((block + 1) * share) > math.ceil(block * share)


def command_of(
    config: RunConfig, *, confidence: float | None = None, margin: float | None = None,
    band: tuple[float, float] | None = None, precision: float | None = None,
    max_time: float | None = None,
) -> list[str]:  # fmt: skip
    """The command that plays this run again, word by word (quote for a shell with `shlex.join`).

    With `precision` it lets the run grow until its intervals are so narrow; without, it plays as many games.
    """
    members = lineup_members(config.strategies, config.players)
    names = members[:1] if len(set(members)) == 1 else members
    words = ["simkit", "run", config.game, "--players", str(config.players), "--strategies", ",".join(names)]
    words += ["--games", str(config.games)] if precision is None else ["--precision", f"{precision:g}"]
    if max_time is not None:
        words += ["--max-time", f"{max_time:.12g}"]
    words += ["--seed", str(config.seed)]
    for name, value in config.rules.items():
        words += ["--set", f"{name}={toml_value(value)}"]
    kind = config.seatings or default_kind(config.players)
    if kind != default_kind(config.players):
        words += ["--seatings", kind]
    if config.repeats != 1:
        words += ["--repeats", str(config.repeats)]
    if config.variant != BASE:
        words += ["--variant", config.variant]
    if config.trace:
        words += ["--trace", f"{config.trace:g}"]
    if band is not None:
        words += ["--band", ",".join(f"{turns:g}" for turns in band)]
    if confidence is not None:
        words += ["--confidence", f"{confidence:g}"]
    if margin is not None:
        words += ["--margin", f"{margin:g}"]
    return words


def toml_value(value: Any) -> str:
    """One rule value as TOML writes it: `true`, `3`, `"round"`, `[5, 3, 0]`, `{left = 2}`."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {toml_value(entry)}" for key, entry in value.items()) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(toml_value(entry) for entry in value) + "]"
    return json.dumps(value, ensure_ascii=False)
