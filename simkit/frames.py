"""Results as pandas tables, for notebooks: `simkit.load("out/fair").seats()`.

simkit itself aggregates with polars, as a stream; this is the door for people who go on in pandas.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl

from simkit.errors import unknown
from simkit.runner.store import Run, open_run
from simkit.study import Study, is_study, open_study


@dataclass(frozen=True)
class Results:
    """A checked result folder, of a run or of a study (then `variant` and `lineup` tell its cells apart).

    Tables come whole into memory: about 100 bytes a row with all columns.
    """

    run: Run | Study

    @property
    def manifest(self) -> Mapping[str, Any]:
        """Configuration, versions, seed and tallies (docs/results.md); of a study, what its study.json says."""
        return self.run.manifest

    def games(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One row a game; `columns`: only these. Raises UsageError for an unknown one."""
        return _frame(self.run.games(), columns, "games")

    def seats(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One row a game and seat; `columns`: only these. Raises UsageError for an unknown one."""
        return _frame(self.run.seats(), columns, "seats")

    def traces(self, columns: Sequence[str] | None = None) -> pd.DataFrame:
        """One row a traced game, turn and seat; `columns`: only these. Raises UsageError for an unknown one."""
        return _frame(self.run.traces(), columns, "traces")


def load(folder: str | Path) -> Results:
    """Open a folder that `simkit run` or `simkit study` wrote. Raises DataError if there is none or it is damaged."""
    if is_study(folder):
        return Results(open_study(folder, check=True))
    return Results(open_run(folder, check=True))


def _frame(table: pl.LazyFrame, columns: Sequence[str] | None, name: str) -> pd.DataFrame:
    known = table.collect_schema().names()
    for column in columns or ():
        if column not in known:
            raise unknown(f"column of {name}", column, known, "docs/results.md")
    read = table.select(list(columns) if columns is not None else known).collect()
    return pd.DataFrame({column: _column(read[column]) for column in read.columns})


def _column(values: pl.Series) -> Any:
    """Words become a categorical: a line-up that stands in ten million rows is kept once. Nulls become NaN or None."""
    if values.dtype != pl.String:
        return values.to_numpy()
    words = values.unique(maintain_order=True).drop_nulls()
    codes = values.replace_strict(words, range(len(words)), default=-1, return_dtype=pl.Int32)
    return pd.Categorical.from_codes(codes.fill_null(-1).to_numpy(), categories=words.to_list())
