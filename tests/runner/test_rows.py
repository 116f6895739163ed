"""Rows of the two tables: values, types, nulls; and docs/results.md, which must say the same."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from simkit.runner import RunConfig, open_run, run
from simkit.runner.schema import GAMES, SEATS, TRACES, Column, table_schema
from tests.runner import fake

KEY = ["variant", "lineup", "block", "repeat", "seating"]


@pytest.fixture(params=["scored", "no_scores", "cooperative"])
def played(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[str, pl.DataFrame, pl.DataFrame]:
    """2,000 games of three strategies, all seatings, two repeats."""
    changes = {
        "scored": {},
        "no_scores": {"has_score": False},
        "cooperative": {"cooperative": True, "has_score": False},
    }
    subject = fake.subject("a", "b", "c:x=2", **changes[request.param])
    asked = RunConfig("fake", 3, ("c:x=2", "b", "a"), 2_000, seed=9, repeats=2)
    run(asked, tmp_path, subject=subject, play=fake.play, backend="serial")
    there = open_run(tmp_path, check=True)
    assert there.tallies == fake.TALLIES
    return request.param, there.games().collect(), there.seats().collect()


def test_columns_and_types_are_those_of_the_schema(played: tuple[str, pl.DataFrame, pl.DataFrame]) -> None:
    _, games, seats = played
    assert dict(games.schema) == table_schema("games", fake.TALLIES)
    assert dict(seats.schema) == table_schema("seats", fake.TALLIES)


def test_each_key_stands_once(played: tuple[str, pl.DataFrame, pl.DataFrame]) -> None:
    _, games, seats = played
    assert games.select(KEY).n_unique() == games.height == 2004
    assert seats.select([*KEY, "seat"]).n_unique() == seats.height == 3 * games.height


def test_nulls_stand_where_the_schema_says(played: tuple[str, pl.DataFrame, pl.DataFrame]) -> None:
    kind, games, seats = played
    cooperative, scored = kind == "cooperative", kind == "scored"
    assert games["success"].null_count() == games["result"].null_count() == (0 if cooperative else games.height)
    assert seats["credit"].null_count() == (seats.height if cooperative else 0)
    assert seats["score"].null_count() == (0 if scored else seats.height)
    won = games["end_reason"].is_in(["deck empty", "goal reached"])
    assert games["score_margin"].null_count() == ((~won).sum() if scored else games.height)
    assert seats["rank"].null_count() == (seats.height if cooperative else 3 * (~won).sum())
    never = [c.name for c in (*GAMES, *SEATS) if not c.null]
    assert all(table[name].null_count() == 0 for table in (games, seats) for name in never if name in table.columns)


def test_a_row_holds_what_the_batch_holds(played: tuple[str, pl.DataFrame, pl.DataFrame]) -> None:
    kind, games, seats = played
    order = ("b", "c:x=2", "a")
    key = (pl.col("block") == 101) & (pl.col("repeat") == 1) & (pl.col("seating") == 3)
    table = [fake.players_of(spec)[spec] for spec in order]
    batch = fake.play(fake.make_game(), None, table, 9, np.array([101]), np.array([1]))
    row, chairs = games.filter(key).row(0, named=True), seats.filter(key).sort("seat")
    assert (row["turns"], row["decisions"], row["jokers"]) == (
        batch.turns[0],
        batch.decisions[0],
        batch.game_tallies[0, 0],
    )
    assert row["rain"] is bool(batch.game_tallies[0, 1])
    assert row["mood"] == ("calm", "tense")[batch.game_tallies[0, 2]]
    assert row["end_reason"] == fake.make_game().end_reasons[batch.end_reason[0]]
    assert chairs["strategy"].to_list() == list(order)
    assert chairs["seat"].to_list() == [1, 2, 3]
    assert chairs["tricks"].to_list() == batch.seat_tallies[0, :, 0].tolist()
    if kind == "scored":
        assert chairs["score"].to_list() == batch.score[0].tolist()
    if kind != "cooperative":
        assert chairs["credit"].to_list() == batch.credit[0].tolist()


def test_legal_actions_that_cannot_be_listed_are_null(tmp_path: Path) -> None:
    asked = RunConfig("fake", 2, ("a",), 50, seed=1)
    run(asked, tmp_path, subject=fake.subject("a"), play=_unlisted)
    assert open_run(tmp_path).games().collect()["legal_actions"].null_count() == 50


def _unlisted(*arguments: object) -> object:
    batch = fake.play(*arguments)  # type: ignore[arg-type]
    batch.legal_actions[:] = -1
    return batch


def test_files_say_their_schema_version(played: tuple[str, pl.DataFrame, pl.DataFrame], tmp_path: Path) -> None:
    for file in tmp_path.glob("*/part-*.parquet"):
        assert pl.read_parquet_metadata(file)["schema_version"] == "1"


@pytest.mark.parametrize(("title", "columns"), [("games", GAMES), ("seats", SEATS), ("traces", TRACES)])
def test_the_documentation_says_the_same(repo: Path, title: str, columns: tuple[Column, ...]) -> None:
    text = (repo / "docs" / "results.md").read_text(encoding="utf-8")
    section = re.split(r"^## ", text, flags=re.M)
    table = next(part for part in section if part.startswith(f"Table `{title}`"))
    rows = [
        tuple(cell.strip() for cell in line.strip("|").split("|"))
        for line in table.splitlines()
        if line.startswith("|")
    ]
    assert rows[0] == ("column", "type", "null", "meaning")
    assert rows[2:] == [(f"`{c.name}`", c.type, c.null, c.meaning) for c in columns]
