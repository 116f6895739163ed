"""The tables of results: names, types and meanings of their columns. A test compares docs/results.md with it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import polars as pl

from simkit.game import Tally

SCHEMA_VERSION = 1

TYPES: dict[str, pl.DataType] = {
    "str": pl.String(),
    "bool": pl.Boolean(),
    "i8": pl.Int8(),
    "i32": pl.Int32(),
    "i64": pl.Int64(),
    "f64": pl.Float64(),
}


@dataclass(frozen=True)
class Column:
    """One column. `type`: a key of `TYPES`. `null`: when it is null, in words; "" = never."""

    name: str
    type: str
    null: str
    meaning: str


KEY = (
    Column("variant", "str", "", "variant of the rules; `base` in a plain run"),
    Column("lineup", "str", "", "all strategy specifications, sorted, joined by commas"),
    Column("block", "i64", "", "the deal: all chance streams, from 0"),
    Column("repeat", "i32", "", "which strategy streams, from 0"),
    Column("seating", "i32", "", "index from 0 in the lexicographic list of all distinct orders of the line-up"),
)
GAMES = (
    *KEY,
    Column("players", "i8", "", "number of seats"),
    Column("turns", "i32", "", "completed turns (the game's page says what a turn is)"),
    Column("rounds", "i32", "", "completed rounds (the game's page says what a round is)"),
    Column("decisions", "i32", "", "calls of a strategy: two or more legal actions, or too many to list"),
    Column("forced", "i32", "", "decisions with one legal action, played without asking"),
    Column("legal_actions", "i64", "where legal actions cannot be listed", "legal actions summed over decisions"),
    Column("lead_changes", "i32", "", "turns after which another set of seats stands best than after the turn before"),
    Column("score_margin", "f64", "without scores", "best score minus second best, 0 on a tie"),
    Column("end_reason", "str", "", "why the game ended, in the game's words"),
    Column("capped", "bool", "", "stopped by the engine's limit, not by the rules"),
    Column("success", "bool", "competitive games", "did the table succeed"),
    Column("result", "f64", "competitive games", "the result of the table, in the game's own unit"),
)
SEATS = (
    *KEY,
    Column("seat", "i8", "", "seat, from 1; seat 1 starts"),
    Column("strategy", "str", "", "specification of the strategy in this seat: `name:a=1:b=2`"),
    Column("credit", "f64", "cooperative games", "1/k for each of k tied winners; 0 for all if capped or stalemate"),
    Column("score", "f64", "without scores", "final score"),
    Column("rank", "i8", "capped, stalemate, cooperative games", "1 = winners; ties share the lower number"),
)
TRACES = (
    *KEY,
    Column("turn", "i32", "", "completed turns, from 1"),
    Column("seat", "i8", "", "seat, from 1; seat 1 starts"),
    Column("standing", "i64", "", "how far ahead the seat is (the game's page says in what)"),
)
TALLY_TYPES = {"count": "i32", "duration": "i32", "flag": "bool", "category": "str"}


def tally_columns(tallies: Sequence[Tally], scope: str) -> tuple[Column, ...]:
    """The columns that a game's tallies of one scope ("game" or "seat") add to the right of its table."""
    return tuple(Column(t.name, TALLY_TYPES[t.kind], "", t.label) for t in tallies if t.scope == scope)


def table_schema(table: str, tallies: Sequence[Tally] = ()) -> dict[str, pl.DataType]:
    """Name -> polars type of every column of `games`, `seats` or `traces`, in the order of the files."""
    fixed, scope = {"games": (GAMES, "game"), "seats": (SEATS, "seat"), "traces": (TRACES, "")}[table]
    return {column.name: TYPES[column.type] for column in (*fixed, *tally_columns(tallies, scope))}
