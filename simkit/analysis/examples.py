"""Which games of a run are worth reading: a typical one, the longest, the closest, and the greatest comeback; together
played, those of the lowest and the highest result too.

Only keys are picked here; who can play a game again tells it. Ties go to the lowest block, repeat and seating, so the
same results always show the same games.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

import polars as pl

from simkit.analysis.answers import Spread
from simkit.analysis.blocks import KEYS, collect
from simkit.analysis.results import Results

Why = Literal["typical", "lowest", "highest", "longest", "closest", "comeback"]


@dataclass(frozen=True)
class Example:
    """One game. `key`: block.repeat.seating.

    `value`: what makes it special (turns; result; margin; how far its winner was behind).
    """

    why: Why
    key: str
    turns: int
    value: float


def pick_examples(
    run: Results,
    turns: Spread,
    margin: Spread | None,
    comeback: tuple[str, float] | None = None,
    result: Spread | None = None,
) -> tuple[Example, ...]:
    """Pick the games; none where every game was capped.

    Args:
        turns: lengths of all games. margin: winning margins, None where the game has no scores.
        result: results of a cooperative game; None elsewhere, or where it has none. Whether low or high is better only
            its label says.
        comeback: key and size of the greatest comeback, where games were traced.
    """
    games = run.games().filter(~pl.col("capped"))
    middle = turns.p50 if turns.p50 is not None else 0.0
    off = (pl.col("turns") - middle).abs().cast(pl.Float64)
    if margin is not None and margin.p50 is not None:
        # As long as most, won as clearly as most: both are measured in their own spread.
        scale = (margin.sd or 1.0, turns.sd or 1.0)
        off = off / scale[1] + (pl.col("score_margin") - margin.p50).abs().fill_null(0.0) / scale[0]
    if result is not None and result.p50 is not None:
        off = off / (turns.sd or 1.0) + (pl.col("result") - result.p50).abs().fill_null(0.0) / (result.sd or 1.0)
    found = [_first(games, "typical", off)]
    if result is not None and result.sd:
        found.append(_first(games, "lowest", pl.col("result")))
        found.append(_first(games, "highest", -pl.col("result"), pl.col("result")))
    found.append(_first(games, "longest", -pl.col("turns"), pl.col("turns")))
    if margin is not None:
        found.append(_first(_decided(run, games), "closest", pl.col("score_margin")))
    examples = [example for example in found if example is not None]
    if comeback is not None:
        key, size = comeback
        block, repeat, seating = (int(part) for part in key.split("."))
        where = (pl.col("block") == block) & (pl.col("repeat") == repeat) & (pl.col("seating") == seating)
        row = _first(run.games().filter(where), "comeback", pl.lit(size))
        examples += [row] if row is not None else []
    return tuple(examples)


def _decided(run: Results, games: pl.LazyFrame) -> pl.LazyFrame:
    """Games that one seat won, if only by a rule for equal scores: a shared victory has no loser by a hair."""
    level = games.filter(pl.col("score_margin") == 0)
    if collect(level.select(pl.len())).item() == 0:
        return games
    alone = run.seats().filter(pl.col("credit") == 1.0).select(*KEYS)
    return pl.concat([games.filter(pl.col("score_margin") > 0), level.join(alone, on=list(KEYS), how="semi")])


def greatest_comeback(run: Results) -> tuple[str, float] | None:
    """Among traced games with one winner: the one whose winner was farthest behind the best standing, and how far.

    Only the second half of a game counts: at its start nobody has anything yet. None where nothing was traced.
    """
    traces = getattr(run, "traces", None)
    if traces is None:
        return None
    table: pl.LazyFrame = traces()
    if collect(table.select(pl.len())).item() == 0:
        return None
    winners = run.seats().filter(pl.col("credit") == 1.0).select(*KEYS, "seat")
    lengths = run.games().select(*KEYS, pl.col("turns").alias("all_turns"))
    best = table.group_by(*KEYS, "turn").agg(pl.col("standing").max().alias("best"))
    behind = (
        table.join(winners, on=[*KEYS, "seat"])
        .join(lengths, on=list(KEYS))
        .filter((2 * pl.col("turn") >= pl.col("all_turns")) & (pl.col("turn") < pl.col("all_turns")))
        .join(best, on=[*KEYS, "turn"])
        .group_by(*KEYS)
        .agg((pl.col("best") - pl.col("standing")).max().alias("behind"))
        .filter(pl.col("behind") > 0)
    )
    found = collect(behind).sort("behind", *KEYS, descending=[True, False, False, False])
    if found.is_empty():
        return None
    row = found.row(0, named=True)
    return f"{row['block']}.{row['repeat']}.{row['seating']}", float(row["behind"])


def _first(games: pl.LazyFrame, why: Why, order: pl.Expr, value: pl.Expr | None = None) -> Example | None:
    """The game with the least `order`."""
    ranked = games.select(*KEYS, "turns", order.alias("order"), (order if value is None else value).alias("value"))
    least = ranked.select(pl.col("order").min())
    lowest = collect(least).item()
    if lowest is None:
        return None
    row = collect(ranked.filter(pl.col("order") == lowest).bottom_k(1, by=list(KEYS))).row(0, named=True)
    key = f"{row['block']}.{row['repeat']}.{row['seating']}"
    return Example(why, key, int(row["turns"]), float(row["value"]))
