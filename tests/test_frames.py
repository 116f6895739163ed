"""Results as pandas tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest

import simkit
from simkit.cli import main
from simkit.errors import DataError, UsageError


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A small run."""
    out = tmp_path_factory.mktemp("frames") / "run"
    words = "run anaphylaxis --players 3 --strategies random,low_dodger,low_dodger --games 60 --seed 5 --backend serial"
    with pytest.raises(SystemExit) as end:
        main([*words.split(), "--quiet", "--out", str(out)])
    assert end.value.code == 0
    return out


@pytest.mark.parametrize("table", ["games", "seats"])
def test_pandas_and_polars_read_the_same(folder: Path, table: str) -> None:
    results = simkit.load(folder)
    frame = getattr(results, table)()
    stored = pl.read_parquet(folder / table / "*.parquet")
    assert list(frame.columns) == stored.columns
    assert len(frame) == len(stored) == (60 if table == "games" else 180)
    for column in stored.columns:
        ours, theirs = frame[column], stored[column]
        missing = ours.isna()
        assert missing.tolist() == theirs.is_null().to_list(), column
        assert ours[~missing].tolist() == theirs.drop_nulls().to_list(), column


def test_words_are_categories(folder: Path) -> None:
    strategies = simkit.load(folder).seats(["strategy", "credit"])
    assert isinstance(strategies["strategy"].dtype, pd.CategoricalDtype)
    share = strategies.groupby("strategy", observed=True)["credit"].mean()
    assert set(share.index) == {"random", "low_dodger"}
    assert np.isclose((share["random"] + 2 * share["low_dodger"]), 1)


def test_the_manifest_is_at_hand(folder: Path) -> None:
    assert simkit.load(folder).manifest["game"] == "anaphylaxis"


def test_an_unknown_column_gets_the_closest(folder: Path) -> None:
    with pytest.raises(UsageError, match=r"no column of games is called 'turn'\. Did you mean 'turns'"):
        simkit.load(folder).games(["turn"])


def test_no_folder_and_a_damaged_one_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(DataError):
        simkit.load(tmp_path)
    part = next((folder / "games").glob("*.parquet"))
    kept = part.read_bytes()
    part.write_bytes(kept[:-1])
    try:
        with pytest.raises(DataError, match="damaged"):
            simkit.load(folder)
    finally:
        part.write_bytes(kept)
