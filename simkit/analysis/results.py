"""What the analysis reads: the manifest and the two tables of a run, from wherever they come."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

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
