"""Play batches of games: one seating, any number of deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.engine.build import Built, build, rules_rows
from simkit.engine.loop import ANSWERED, BOOK, CUT, DONE, ILLEGAL, STUCK, WAITING
from simkit.errors import PlayError
from simkit.game import CAPPED, FIRST_OWN_END, MAX_SEATS, OUTCOME, Game
from simkit.jit import quiet_overflow
from simkit.rng import KEY_WORDS
from simkit.strategy import MAX_PARAMS, MEMORY_SLOTS, Player

BATCH_BYTES = 8 << 20
"""Upper bound of the memory that the records of one batch may take."""

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]


NO_STANDINGS: Ints = np.zeros((0, MAX_SEATS + 1), np.int64)
"""Given in place of a table of standings, where none is wanted."""


class FailedGame(PlayError):
    """A game that could not go on: `row` of the batch, `seat` and `decision` from 0, `strategy` specification."""

    def __init__(self, what: str, row: int, seat: int, decision: int, strategy: str) -> None:
        super().__init__(what)
        self.what, self.row, self.seat, self.decision, self.strategy = what, row, seat, decision, strategy

    def __reduce__(self) -> Any:
        return type(self), (self.what, self.row, self.seat, self.decision, self.strategy)


@dataclass(frozen=True)
class Batch:
    """Results of m games at a table of n seats; the arrays' first axis is the game."""

    turns: Ints
    rounds: Ints
    decisions: Ints  # strategy calls
    forced: Ints  # decisions with one legal action
    legal_actions: Ints  # summed over decisions; -1 where they cannot be listed
    lead_changes: Ints  # M5
    end_reason: Ints  # index into Game.end_reasons
    capped: npt.NDArray[np.bool_]
    success: Ints  # cooperative games
    value: Floats  # cooperative games
    score: Floats  # [m, n]
    rank: Ints  # [m, n]; 1 = winners, ties share the lower number; 0 without a winner
    credit: Floats  # [m, n]; 1/k for each of k winners, adds up to 1 (0 without a winner)
    score_margin: Floats  # best minus second score; nan without scores or winner
    game_tallies: Ints  # [m, number of tallies of scope "game"]
    seat_tallies: Ints  # [m, n, number of tallies of scope "seat"]

    @property
    def n_seats(self) -> int:
        """Number of seats."""
        return int(self.score.shape[1])


def play(
    game: Game,
    rules_record: Any,
    players: Sequence[Player],
    seed: int,
    blocks: Ints,
    repeats: Ints,
    *,
    max_decisions: int | None = None,
    batch_bytes: int = BATCH_BYTES,
) -> Batch:
    """Play one game for each pair of `blocks[i]`, `repeats[i]`; `players[s]` sits at seat s.

    A game depends on (seed, block, repeat), the rules and the players alone, never on the rest of the batch.

    Raises:
        FailedGame: an illegal action, an exception in a strategy, or a decision without a legal action.
        PlayError: a strategy that does not compile.
    """
    keys = keys_of(seed, blocks, repeats)
    table = make_table(game, rules_record, players, max_decisions)
    parts = [table.play(keys[a:b], a) for a, b in slices(table, len(keys), batch_bytes)]
    if len(parts) == 1:
        return parts[0]
    return Batch(**{f.name: np.concatenate([getattr(p, f.name) for p in parts]) for f in fields(Batch)})


def keys_of(seed: int, blocks: Ints, repeats: Ints) -> Ints:
    """The keys of games as the loop reads them, int64[m, 3]."""
    keys = np.empty((len(blocks), 3), np.int64)
    keys[:, 0], keys[:, 1], keys[:, 2] = seed, blocks, repeats
    return keys


def make_table(game: Game, rules_record: Any, players: Sequence[Player], max_decisions: int | None = None) -> Table:
    """Compile what a table needs and set it up."""
    limit = game.max_decisions if max_decisions is None else max_decisions
    return Table(game, rules_rows(game, rules_record), tuple(players), build(game, players), limit)


def slices(table: Table, m: int, batch_bytes: int = BATCH_BYTES) -> Iterator[tuple[int, int]]:
    """Ranges of m games whose records fit into `batch_bytes`."""
    game = table.game
    each = BOOK.itemsize + OUTCOME.itemsize + 8 * MAX_SEATS * (1 + len(game.tallies))
    if table.lock_step:
        each += game.state_dtype.itemsize + game.view_dtype.itemsize + 8 * MAX_SEATS * (MEMORY_SLOTS + 2)
    size = max(1, batch_bytes // each)
    yield from ((a, min(a + size, m)) for a in range(0, max(m, 1), size))


@dataclass(frozen=True)
class Table:
    """A game, its rules and who sits where, ready to play."""

    game: Game
    rules: Any
    players: tuple[Player, ...]
    built: Built
    limit: int

    @property
    def lock_step(self) -> bool:
        """True if somebody answers for many games at once."""
        return any(player.strategy.choose is None for player in self.players)

    def play(self, keys: Ints, first_row: int, standings: Ints = NO_STANDINGS, noted: Ints | int = 0) -> Batch:
        """Play the games of `keys`. `standings`: table for the standings of every turn, game i from row `noted[i]`."""
        game, m, n = self.game, len(keys), len(self.players)
        rows = max(m, 1) if self.lock_step else 1
        states = np.zeros(rows, game.state_dtype).view(np.recarray)
        states.n_players = n
        views = np.zeros(rows, game.view_dtype).view(np.recarray)
        waits = np.zeros(MAX_SEATS, np.int64)
        params = np.zeros((MAX_SEATS, MAX_PARAMS))
        for seat, player in enumerate(self.players):
            waits[seat] = player.strategy.choose is None
            params[seat, : len(player.values)] = player.values
        memory = np.zeros((rows, MAX_SEATS, MEMORY_SLOTS), np.int64)
        rng = np.zeros((rows, MAX_SEATS, 2), np.uint64)
        chance = np.zeros((rows, KEY_WORDS + len(game.purposes)), np.uint64)
        book = np.zeros(m, BOOK).view(np.recarray)
        book.noted = noted
        outcomes = np.zeros(m, OUTCOME).view(np.recarray)
        per_game = np.zeros((m, len(game.tallies_of("game"))), np.int64)
        per_seat = np.zeros((m, MAX_SEATS, len(game.tallies_of("seat"))), np.int64)

        def advance() -> int:
            try:
                with quiet_overflow():
                    return int(
                        self.built.loop(
                            states, views, self.rules, self.built.table, waits, params, memory, rng, chance, book,
                            keys, outcomes, per_game, per_seat, self.limit, standings,
                            int(not game.reuses_state),
                        )
                    )  # fmt: skip
            except PlayError:
                raise
            except Exception as error:  # whatever a strategy raises
                row = int(np.flatnonzero((book.status != DONE) & (book.status != CUT) & (book.status != WAITING))[0])
                raise self._failed(book[row], row + first_row, f"raised {type(error).__name__}: {error}") from error

        given = self.rules.tobytes() + params.tobytes()
        while advance():
            self._stop_at_failure(book, first_row)
            self._ask(views, params, rng, book, first_row)
        self._stop_at_failure(book, first_row)
        if self.rules.tobytes() + params.tobytes() != given:  # then games would depend on those before them
            names = ", ".join(dict.fromkeys(f"'{player.spec}'" for player in self.players))
            raise PlayError(f"a strategy at this table ({names}) writes to rules or params, which it may only read.")
        return _read(game, n, book, outcomes, per_game, per_seat)

    def _ask(self, views: Any, params: Any, rng: Any, book: Any, first_row: int) -> None:
        """Let each lock-step strategy answer for all games that wait for it."""
        waiting = np.flatnonzero(book.status == WAITING)
        seats = book.seat[waiting]
        for seat in np.unique(seats):
            rows = waiting[seats == seat]
            strategy = self.players[seat].strategy
            assert strategy.choose_batch is not None
            streams = np.ascontiguousarray(rng[rows, seat])
            try:
                answers = np.asarray(strategy.choose_batch(views[rows], self.rules[0], params[seat], streams))
                if answers.shape != (len(rows),) or answers.dtype.kind not in "iu":
                    raise ValueError(
                        f"choose_batch must return {len(rows)} whole numbers; "
                        f"it returned {answers.dtype}{answers.shape}"
                    )
            except Exception as error:
                row = int(rows[0])
                raise self._failed(book[row], row + first_row, f"raised {type(error).__name__}: {error}") from error
            rng[rows, seat] = streams
            book.action[rows] = answers
        book.status[waiting] = ANSWERED

    def _stop_at_failure(self, book: Any, first_row: int) -> None:
        failed = np.flatnonzero((book.status == ILLEGAL) | (book.status == STUCK))
        if len(failed):
            row, entry = int(failed[0]), book[failed[0]]
            why = "has no legal action: an error of the game"
            if entry.status == ILLEGAL:
                why = f"chose the illegal action {int(entry.action)}: {self.game.illegal[int(entry.code)]}"
            raise self._failed(entry, row + first_row, why)

    def _failed(self, entry: Any, row: int, why: str) -> FailedGame:
        seat = int(entry.seat)
        spec = self.players[seat].spec
        decision = int(entry.decisions + entry.forced) - 1
        text = f"strategy '{spec}' of {self.game.name} at seat {seat + 1}, decision {decision + 1}, {why}."
        return FailedGame(text, row, seat, decision, spec)


def _read(game: Game, n: int, book: Any, outcomes: Any, per_game: Ints, per_seat: Ints) -> Batch:
    """Turn the records of finished games into results."""
    end = np.where(book.status == CUT, CAPPED, np.asarray(book.ended, np.int64))
    decided = end >= FIRST_OWN_END
    rank = np.where(decided[:, None], outcomes["rank"][:, :n], 0)
    winners = rank == 1
    credit = winners / np.maximum(winners.sum(axis=1, keepdims=True), 1)
    score = outcomes["score"][:, :n].copy()
    margin = np.full(len(end), np.nan)
    if game.has_score and n >= 2 and len(end):
        top = np.partition(score, n - 2, axis=1)
        margin = np.where(decided, top[:, n - 1] - top[:, n - 2], np.nan)
    ints = {name: np.asarray(book[name], np.int64) for name in ("decisions", "forced", "legal_actions", "lead_changes")}
    return Batch(
        turns=np.asarray(book.turns, np.int64),
        rounds=np.asarray(book.rounds, np.int64),
        **ints,
        end_reason=end,
        capped=end == CAPPED,
        success=np.asarray(outcomes["success"], np.int64),
        value=np.asarray(outcomes["value"], np.float64),
        score=score,
        rank=rank,
        credit=credit,
        score_margin=margin,
        game_tallies=per_game,
        seat_tallies=per_seat[:, :n].copy(),
    )
