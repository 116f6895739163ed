"""A study, resolved: variants, line-ups and cells. Pure; what is here can no longer be wrong."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from simkit.runner import RunConfig, make_plan

SeatingsKind = Literal["all", "rotations"]


@dataclass(frozen=True)
class Variant:
    """One set of rules. `options`: those that are set; `point`: its place in the grid, None for a listed variant."""

    name: str
    options: Mapping[str, Any]
    point: Mapping[str, Any] | None = None


@dataclass(frozen=True)
class Lineup:
    """Who sits at a table: sorted specifications, one a seat. `source`: mirror, lineups or field."""

    members: tuple[str, ...]
    source: str

    @property
    def key(self) -> str:
        """As the tables store it."""
        return ",".join(self.members)

    @property
    def words(self) -> str:
        """For people: "a at every seat", "a, b, b"."""
        if len(set(self.members)) == 1:
            return f"{self.members[0]} at every seat"
        return ", ".join(self.members)

    @property
    def short(self) -> str:
        """For names of folders: "a", "a 2 b"."""
        counts = Counter(self.members)
        return " ".join(name if k in (1, len(self.members)) else f"{k} {name}" for name, k in counts.items())


@dataclass(frozen=True)
class StudyCell:
    """A variant with a line-up: one result folder. `number` counts from 1; `folder` is relative to the study's."""

    number: int
    folder: str
    variant: Variant
    lineup: Lineup

    @property
    def players(self) -> int:
        """Number of seats."""
        return len(self.lineup.members)


@dataclass(frozen=True)
class StudyPlan:
    """All that a study file says. `blocks` None: the study grows until `precision` is reached."""

    name: str
    question: str
    game: str
    players: tuple[int, ...]
    seed: int | None
    variants: tuple[Variant, ...]
    lineups: tuple[Lineup, ...]
    blocks: int | None
    precision: float | None = None
    max_time: float | None = None
    repeats: int = 1
    seatings: SeatingsKind | None = None
    margin: float | None = None
    confidence: float | None = None
    band: tuple[float, float] | None = None
    trace: float = 0.0
    seed_drawn: bool = False
    file: Mapping[str, Any] = field(default_factory=dict)  # as the file says it, before --set
    overrides: Mapping[str, Any] = field(default_factory=dict)  # --set and options of the command line

    @property
    def baseline(self) -> Variant:
        """What the others are compared with."""
        return self.variants[0]

    @property
    def has_field(self) -> bool:
        """True if strategies are compared in a tournament."""
        return any(lineup.source == "field" for lineup in self.lineups)

    def cells(self) -> tuple[StudyCell, ...]:
        """All cells: variant by variant, the baseline first."""
        pairs = [(variant, lineup) for variant in self.variants for lineup in self.lineups]
        digits = max(2, len(str(len(pairs))))
        return tuple(
            StudyCell(k, f"cells/{k:0{digits}d}-{slug(f'{variant.name} {lineup.short}')}", variant, lineup)
            for k, (variant, lineup) in enumerate(pairs, 1)
        )

    def config(self, cell: StudyCell, blocks: int) -> RunConfig:
        """What the runner plays for a cell."""
        members = cell.lineup.members
        config = RunConfig(
            game=self.game,
            players=cell.players,
            strategies=members[:1] if len(set(members)) == 1 else members,
            games=1,
            seed=self.seed,
            rules=cell.variant.options,
            seatings=self.seatings,
            repeats=self.repeats,
            seed_drawn=self.seed_drawn,
            variant=cell.variant.name,
            trace=self.trace,
        )
        return replace(config, games=blocks * make_plan(config).games_a_block)


def slug(text: str) -> str:
    """Small letters, digits and dashes for the name of a folder, at most 40 letters."""
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")[:40].rstrip("-") or "cell"
