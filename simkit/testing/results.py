"""Results of a game: the same however they are played, and coherent in themselves."""

from __future__ import annotations

import dataclasses
from typing import ClassVar

import numpy as np

from simkit.engine import Batch, FailedGame, Session
from simkit.game import CAPPED, FIRST_OWN_END, RUNNING
from simkit.strategy import make_player
from simkit.testing.children import CHECKED, PLAIN, child
from simkit.testing.suite import Suite, steps
from simkit.testing.tables import (
    UNLISTED,
    Table,
    batch_differences,
    corners,
    joined,
    saboteur,
    take,
    uniform_in_lock_step,
)


class SameResultTests(Suite):
    """The result of a game depends on its key, its rules and its players, and on nothing else."""

    choices_matter: ClassVar[bool] = True
    """False for a game of pure chance, or where `piece` decides without drawing numbers."""

    def test_batches_of_any_size_and_order(self) -> None:
        n = min(self.n_games, 30)
        for table in self.tables():
            whole = table.play(self.seed, n)
            self._same(table, "one by one", whole, joined([table.play(self.seed, 1, i) for i in range(n)]))
            sevens = [table.play(self.seed, min(7, n - i), i) for i in range(0, n, 7)]
            self._same(table, "by sevens", whole, joined(sevens))
            self._same(table, "in tiny slices", whole, table.play(self.seed, n, batch_bytes=1))
            rows = np.random.default_rng(self.seed).permutation(n)
            shuffled = table.play_rows(self.seed, rows, np.zeros(n, np.int64))
            self._same(table, "in another order", take(whole, rows), shuffled)

    def test_repeats_and_seeds_are_other_games(self) -> None:
        """T1. Only the strategies' streams change with the repeat, all with the seed."""
        for table in self.tables():
            n = self.n_games
            blocks = np.arange(n)
            first = table.play(self.seed, n)
            if self.choices_matter:
                again = table.play_rows(self.seed, blocks, np.ones(n, np.int64))
                assert batch_differences(first, again), f"{table.label}: all repeats are equal."
            assert batch_differences(first, table.play(self.seed + 1, n)), f"{table.label}: the seed changes nothing."
            rows = take(first, np.zeros(n, np.int64))
            assert batch_differences(first, rows), f"{table.label}: all games of a batch are the same game."

    def test_step_by_step_is_the_same_game(self) -> None:
        for table in self.tables():
            batch = table.play(self.seed, self.n_walks)
            for row in range(self.n_walks):
                session = table.session(self.seed, row)
                for _ in steps(session):
                    pass
                told = _results(session)
                played = {name: np.asarray(getattr(batch, name)[row]).tolist() for name in told}
                assert told == played, f"{table.label}: game {row}, Session and play() differ: {told} != {played}."

    def test_compiled_or_not_is_the_same_game(self) -> None:
        self._same_in_child(PLAIN, self.n_plain)

    def test_bounds_checks_find_nothing(self) -> None:
        """An index out of range would be an error there; here it would be a silent write elsewhere."""
        self._same_in_child(CHECKED, self.n_games)

    def test_in_lock_step_is_the_same_game(self) -> None:
        """Every second seat asks for all waiting games at once, from the same streams."""
        waiting = make_player(uniform_in_lock_step(self.game), {})
        for table in self.tables():
            if any(player.strategy.name != "uniform" for player in table.players):
                continue
            for first in (0, 1):
                seats = tuple(waiting if seat % 2 == first else p for seat, p in enumerate(table.players))
                mixed = dataclasses.replace(table, players=seats)
                for how in ({}, {"batch_bytes": 1}):
                    n = self.n_games if not how else 5
                    played = mixed.play(self.seed, n, **how)
                    self._same(table, "with lock-step players", table.play(self.seed, n), played)

    def _same_in_child(self, setting: str, n_games: int) -> None:
        tables = list(self.tables())
        theirs = child(setting).ask(play_tables, tables, self.seed, n_games)
        for table, batch in zip(tables, theirs, strict=True):
            self._same(table, f"with {setting}=1", table.play(self.seed, n_games), batch)

    def _same(self, table: Table, how: str, a: Batch, b: Batch) -> None:
        apart = batch_differences(a, b)
        assert not apart, f"{table.label}: played {how} the games differ: {'; '.join(apart)}."


class OutcomeTests(Suite):
    """Ends, ranks, credits, tallies; the cap; illegal actions."""

    def test_results_are_coherent(self) -> None:
        for table in self.tables():
            self._coherent(table, table.play(self.seed, self.n_games))

    def test_every_limit_of_every_option_can_be_played(self) -> None:
        for n in self.counts():
            for options in corners(self.game, n, self.base):
                table = Table(self.game, self.seats(n), options)
                self._coherent(table, table.play(self.seed, min(self.n_games, 20)))

    def test_the_cap_is_reported(self) -> None:
        """E9: a game cut short is counted as such; nobody wins it."""
        for table in self.tables():
            free = table.play(self.seed, self.n_games)
            total = free.decisions + free.forced
            for limit in (1, int(np.median(total)), int(total.max())):
                cut = table.play(self.seed, self.n_games, max_decisions=limit)
                long = total > limit
                capped = long | free.capped  # the rules may have a cap of their own
                where = f"{table.label}, at most {limit} decisions"
                assert (cut.capped == capped).all(), f"{where}: capped games are not those with more decisions."
                assert (cut.end_reason[capped] == CAPPED).all(), f"{where}: end_reason does not say capped."
                assert not cut.credit[capped].any(), f"{where}: somebody won a capped game."
                assert not cut.rank[capped].any(), f"{where}: a capped game has ranks."
                assert ((cut.decisions + cut.forced)[long] == limit).all(), f"{where}: not cut at the limit."
                assert not batch_differences(take(cut, ~long), take(free, ~long)), f"{where}: other games changed."

    def test_an_illegal_action_never_gets_through(self) -> None:
        """The error names strategy, game, seat and decision, compiled, in lock-step and step by step alike."""
        for table in self.tables():
            seat = self._first_asked(table)
            for answer in (-1, 2**40, UNLISTED):
                if answer == UNLISTED and self.game.max_legal == 0:
                    continue
                for lock_step in (False, True) if answer != UNLISTED else (False,):
                    bad = saboteur(self.game, after=0, answer=answer, lock_step=lock_step)
                    seats = (*table.players[:seat], bad, *table.players[seat + 1 :])
                    self._must_fail(dataclasses.replace(table, players=seats), seat)

    def _first_asked(self, table: Table) -> int:
        session = table.session(self.seed)
        for _ in steps(session):
            if int(session.look().n_legal) != 1:
                return int(session.state.to_act)
        raise AssertionError(f"{table.label}: nobody ever has a choice.")

    def _must_fail(self, table: Table, seat: int) -> None:
        told = []
        session = table.session(self.seed)
        for play in (lambda: table.play(self.seed, 3), lambda: list(steps(session))):
            try:
                play()
            except FailedGame as error:
                told.append(error)
        assert len(told) == 2, f"{table.label}: an illegal action was played."
        batch, single = told
        assert batch.seat == single.seat == seat, f"{table.label}: the error names seat {batch.seat}, not {seat}."
        assert batch.row == 0, f"{table.label}: the error names game {batch.row}, not 0."
        assert batch.decision == single.decision == session.n_decisions, f"{table.label}: decision {batch.decision}."
        for part in (table.players[seat].spec, self.game.name, f"seat {seat + 1}", "illegal"):
            assert part in str(batch), f"{table.label}: the error does not say {part!r}: {batch}"

    def _coherent(self, table: Table, batch: Batch) -> None:
        game, where, m = self.game, table.label, len(batch.turns)
        ends = batch.end_reason
        assert ((ends > RUNNING) & (ends < len(game.end_reasons))).all(), f"{where}: ends {set(ends.tolist())}."
        assert (batch.turns >= 0).all(), f"{where}: negative turns."
        assert (batch.rounds >= 0).all(), f"{where}: negative rounds."
        assert (batch.lead_changes <= np.maximum(batch.turns - 1, 0)).all(), f"{where}: more lead changes than turns."
        assert ((ends == CAPPED) == batch.capped).all(), f"{where}: end_reason and capped disagree."
        decided = ends >= FIRST_OWN_END
        assert not batch.credit[~decided].any(), f"{where}: somebody won a game without a winner."
        if game.cooperative:
            assert np.isin(batch.success, (0, 1)).all(), f"{where}: success must be 0 or 1."
            assert np.isfinite(batch.value).all(), f"{where}: value must be a number."
            assert not batch.rank.any(), f"{where}: a cooperative game ranks nobody."
        else:
            self._ranked(where, take(batch, decided))
        if game.has_score:
            assert np.isfinite(batch.score).all(), f"{where}: a score is not a number."
        self._tallied(where, batch, m)

    def _ranked(self, where: str, batch: Batch) -> None:
        """Competition ranks (1, 2, 2, 4): each is one more than the number of seats before it."""
        before = (batch.rank[:, None, :] < batch.rank[:, :, None]).sum(axis=2)
        assert (batch.rank == before + 1).all(), (
            f"{where}: ranks like {batch.rank[0].tolist()} are no competition ranks."
        )
        assert np.allclose(batch.credit.sum(axis=1), 1), f"{where}: the credits of a game do not add up to 1."
        assert ((batch.credit > 0) == (batch.rank == 1)).all(), f"{where}: credit goes to others than the winners."
        if self.game.has_score:
            assert (batch.score_margin >= 0).all(), f"{where}: negative score margin."

    def _tallied(self, where: str, batch: Batch, m: int) -> None:
        per_game, per_seat = self.game.tallies_of("game"), self.game.tallies_of("seat")
        assert batch.game_tallies.shape == (m, len(per_game)), f"{where}: game tallies {batch.game_tallies.shape}."
        assert batch.seat_tallies.shape == (m, batch.n_seats, len(per_seat)), f"{where}: seat tallies."
        for i, tally in enumerate((*per_game, *per_seat)):
            values = batch.game_tallies[:, i] if i < len(per_game) else batch.seat_tallies[:, :, i - len(per_game)]
            top = {"flag": 1, "category": len(tally.categories) - 1}.get(tally.kind, 2**31 - 1)
            assert ((values >= 0) & (values <= top)).all(), f"{where}: tally {tally.name} leaves 0 to {top}."


def play_tables(tables: list[Table], seed: int, n_games: int) -> list[Batch]:
    """Play all tables; runs in another process."""
    return [table.play(seed, n_games) for table in tables]


def _results(session: Session) -> dict[str, object]:
    state, end, n = session.state, session.outcome(), len(session.players)
    decided = int(state.ended) >= FIRST_OWN_END
    return {
        "turns": int(state.turns),
        "rounds": int(state.rounds),
        "end_reason": int(state.ended) if session.over else CAPPED,
        "rank": end["rank"][:n].tolist() if decided else [0] * n,
        "score": end["score"][:n].tolist(),
        "success": int(end.success),
        "value": float(end.value),
    }
