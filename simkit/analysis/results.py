"""What the analysis reads: the manifest and the tables of a run, from wherever they come."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol, runtime_checkable

import polars as pl


class Results(Protocol):
    """A run's results. `simkit.runner.store` opens one from disk; tests hand in frames made by hand.

    The tables hold one variant and one line-up, in whole blocks; their columns are those of `docs/results.md`.
    """

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Configuration and provenance of the run."""
        ...

    def games(self) -> pl.LazyFrame:
        """One row a game."""
        ...

    def seats(self) -> pl.LazyFrame:
        """One row a game and seat."""
        ...


@runtime_checkable
class Traced(Protocol):
    """Results that may also hold traces: the standings of a share of the games, turn by turn (`--trace`)."""

    def traces(self) -> pl.LazyFrame:
        """One row a traced game, turn and seat, in no particular order; no rows if nothing was traced.

        Columns: `variant`, `lineup`, `block` i64, `repeat` i32, `seating` i32 (the key of the game), `turn` i32
        (completed turns, from 1 to the game's `turns`), `seat` i8 (from 1), `standing` (whole number or fraction). A
        traced game has every turn and seat.
        """
        ...


@dataclass(frozen=True)
class StudyCell:
    """One cell of a study: a variant of the rules with one line-up.

    `simkit.analysis.study.analyse_study(cells, confidence=None, margin=None, band=None) -> StudyAnalysis` takes them;
    the variant of the first cell is the baseline. `simkit.analysis.compare.compare(before, after, confidence=None,
    margin=None) -> Comparison` takes two results.

    Attributes:
        variant: its name; lineup: all strategies, sorted, joined by commas; players: n.
        results: its own tables, and a manifest like that of a run (its `config` holds the rules of this variant).
    """

    variant: str
    lineup: str
    players: int
    results: Results
