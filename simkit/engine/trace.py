"""Standings turn by turn: games are played again and noted, because most games need no trace."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.engine.play import Ints, keys_of, make_table, slices
from simkit.game import MAX_SEATS, Game
from simkit.strategy import Player


@dataclass(frozen=True)
class Trace:
    """Standings of all seats after every completed turn. Arrays of k rows, game by game, turn by turn."""

    row: Ints  # [k] index of the game in what was asked for
    turn: Ints  # [k] completed turns, from 1
    standing: Ints  # [k, n]


def trace(
    game: Game, rules_record: Any, players: Sequence[Player], seed: int, blocks: Ints, repeats: Ints, turns: Ints
) -> Trace:
    """Play games again, and note how every seat stands after each turn.

    Args:
        blocks, repeats: int64[m], as for `play`. turns: int64[m], how many turns each game has (`Batch.turns`).

    Raises:
        FailedGame, PlayError: as `play` does.
    """
    keys, table = keys_of(seed, blocks, repeats), make_table(game, rules_record, players)
    counts = np.asarray(turns, np.int64)
    rows, noted = [], []
    for a, b in slices(table, len(keys)):
        standings = np.zeros((int(counts[a:b].sum()), MAX_SEATS + 1), np.int64)
        table.play(keys[a:b], a, standings, np.cumsum(counts[a:b]) - counts[a:b])
        rows.append(np.repeat(np.arange(a, b), counts[a:b]))
        noted.append(standings)
    row, table_of = np.concatenate(rows), np.concatenate(noted)
    used = table_of[:, MAX_SEATS] > 0  # a step that ends two turns leaves a row free
    return Trace(row[used], table_of[used, MAX_SEATS], table_of[used][:, : len(players)])
