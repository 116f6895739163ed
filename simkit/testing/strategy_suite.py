"""What every strategy must pass."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import ClassVar

import numpy as np

from simkit.engine import FailedGame
from simkit.jit import quiet_overflow
from simkit.strategy import Param, Player, Strategy, make_player
from simkit.testing.children import CHECKED, PLAIN, child
from simkit.testing.hidden import turned_session
from simkit.testing.records import copied, differences, filled
from simkit.testing.results import play_tables
from simkit.testing.suite import Suite, spot, steps
from simkit.testing.tables import Table, batch_differences, corners, is_offered, joined, uniform


class StrategyConformance(Suite):
    """Subclass it as `class TestMine(StrategyConformance): game, strategy = GAME, MINE`."""

    strategy: ClassVar[Strategy]
    seat_blind: ClassVar[bool] = True
    """False for a strategy that may tell seats apart (as one that picks by position in a list of seats)."""
    idle_params: ClassVar[tuple[str, ...]] = ()
    """Parameters that need not show at the tables of this test class."""

    def piece(self) -> Strategy:
        """The strategy under test sits at every seat where the test does not say another."""
        return self.strategy

    def settings(self) -> Iterator[Player]:
        """The strategy as it is, and with each parameter at both ends of its range."""
        yield make_player(self.strategy, {})
        for param in self.strategy.params:
            for value in (param.low, param.high):
                yield make_player(self.strategy, {param.name: value})
        yield make_player(self.strategy, {param.name: param.low for param in self.strategy.params})
        yield make_player(self.strategy, {param.name: param.high for param in self.strategy.params})

    def test_it_is_well_declared(self) -> None:
        strategy = self.strategy
        assert strategy.game == self.game.name, f"it is for {strategy.game}, not for {self.game.name}."
        assert strategy.summary, "it has no summary."
        assert (strategy.choose is None) != (strategy.choose_batch is None), "give one of choose and choose_batch."
        names = [param.name for param in strategy.params]
        assert len(set(names)) == len(names), f"two parameters have the same name: {names}."
        for param in strategy.params:
            assert param.low <= param.default <= param.high, f"parameter {param.name}: the default is out of range."
            assert param.low < param.high, f"parameter {param.name} has no range."
            assert param.meaning, f"parameter {param.name} has no meaning."

    def test_it_plays_legally_under_all_rules(self) -> None:
        """At the tables of this class and with every option at its limits, against itself and against chance."""
        for n in self.counts():
            given = [options for options in ({}, *self.variants) if is_offered(self.game, {**self.base, **options}, n)]
            for options in (*({**self.base, **o} for o in given), *corners(self.game, n, self.base)):
                for seats in self.line_ups(n, make_player(self.strategy, {})):
                    self._play(Table(self.game, seats, options))

    def test_it_plays_legally_with_all_parameters(self) -> None:
        for player in self.settings():
            for table in self.tables():
                for seats in self.line_ups(table.n, player):
                    self._play(dataclasses.replace(table, players=seats))

    def companion(self) -> Strategy:
        """Who else sits at some tables: any listed action; a game whose actions cannot all be listed gives another."""
        return uniform(self.game)

    def line_ups(self, n: int, player: Player) -> list[tuple[Player, ...]]:
        """The player everywhere, and in turns with its companion, if the game lists actions."""
        if self.game.max_legal == 0:
            return [(player,) * n]
        other = make_player(self.companion(), {})
        return [(player,) * n, tuple(other if seat % 2 else player for seat in range(n))]

    def _play(self, table: Table) -> None:
        try:
            table.play(self.seed, min(self.n_games, 40))
        except FailedGame as error:
            raise AssertionError(f"{table.label}, seed {self.seed}, block {error.row}: {error}") from error

    def test_every_parameter_matters(self) -> None:
        """Its ends make a difference, with the other parameters at their defaults, or all low, or all high."""
        for param in self.strategy.params:
            if param.name not in self.idle_params:
                others = [p for p in self.strategy.params if p is not param]
                settings: tuple[dict[str, float], ...] = (
                    {},
                    {p.name: p.low for p in others},
                    {p.name: p.high for p in others},
                )
                seen = any(self._matters(param, setting) for setting in settings)
                assert seen, f"parameter {param.name} changes nothing, from {param.low} to {param.high}."

    def _matters(self, param: Param, others: dict[str, float]) -> bool:
        ends = [make_player(self.strategy, {**others, param.name: value}) for value in (param.low, param.high)]
        for table in self.tables():
            seats = [dataclasses.replace(table, players=(end, *table.players[1:])) for end in ends]
            if batch_differences(*(table.play(self.seed, self.n_games) for table in seats)):
                return True
        return False

    def test_it_depends_on_its_key_alone(self) -> None:
        for table in self.tables():
            n = min(self.n_games, 30)
            whole = table.play(self.seed, n)
            for how, other in (
                ("again", table.play(self.seed, n)),
                ("one by one", joined([table.play(self.seed, 1, i) for i in range(n)])),
                ("in tiny slices", table.play(self.seed, n, batch_bytes=1)),
            ):
                apart = batch_differences(whole, other)
                assert not apart, f"{table.label}: played {how} the games differ: {apart}."

    def test_it_decides_from_its_arguments_alone(self) -> None:
        """Asked twice the same, it answers the same; the view and the rules it only reads."""
        for table, session in self.walks():
            for _ in steps(session):
                if int(session.look().n_legal) == 1:
                    continue
                rules, view, twin = copied(session.rules), copied(session.view), session.copy()
                answers = [session.copy().choose()[0], twin.choose()[0]]
                where = spot(table, session)
                assert answers[0] == answers[1], f"{where}: asked twice, it answered {answers}."
                written = differences(rules, session.rules) + differences(view, twin.view)
                written += [] if np.array_equal(twin.params, session.params) else ["params"]
                assert not written, f"{where}: it wrote to what it may only read: {written}."

    def test_it_reads_no_unlisted_actions(self) -> None:
        """Entries of view.legal after the first n_legal say nothing."""
        choose = self.strategy.choose
        if choose is None or self.game.max_legal == 0:
            return
        for table, session in self.walks():
            for _ in steps(session):
                n_legal = int(session.look().n_legal)
                if n_legal == 1:
                    continue
                answers = []
                for rest in (-1, 0):
                    twin = session.copy()
                    view = filled(self.game.view_dtype, 0)
                    with quiet_overflow():
                        twin.kernels.view(twin.state, twin.rules, int(twin.state.to_act), view)
                    view.legal[max(n_legal, 0) :] = rest
                    answers.append(self._answer(twin, view))
                assert answers[0] == answers[1], f"{spot(table, session)}: it reads entries of view.legal past n_legal."

    def _answer(self, session: object, view: object) -> int:
        from simkit.engine.entry import ask
        from simkit.engine.single import Session

        assert isinstance(session, Session)
        seat = int(session.state.to_act)
        own = (session.params[seat], session.memory[seat], session.rng[seat])
        with quiet_overflow():
            return ask(self.game, session.players[seat].strategy, view, session.rules, *own)

    def test_it_treats_all_seats_alike(self) -> None:
        """T13: at the turned table it plays the turned action."""
        if not self.seat_blind:
            return
        for table, session in self.walks():
            for shift in range(1, table.n):
                straight, turned = session.copy(), turned_session(session, shift)
                for _ in steps(straight):
                    action = straight.copy().choose()[0]
                    wanted = self.turned_action(copied(straight.state), action, shift)
                    found = turned.choose()[0]
                    assert found == wanted, (
                        f"{spot(table, straight)}: {action}; with everybody {shift} seats further {found} instead of "
                        f"{wanted}. A strategy must not prefer a seat for its number."
                    )
                    turned.apply(found)

    def test_compiled_or_not_is_the_same_game(self) -> None:
        self._same_in_child(PLAIN, self.n_plain)

    def test_bounds_checks_find_nothing(self) -> None:
        self._same_in_child(CHECKED, self.n_games)

    def _same_in_child(self, setting: str, n_games: int) -> None:
        tables = [
            dataclasses.replace(table, players=(player, *table.players[1:]))
            for table in self.tables()
            for player in (self.settings() if setting == CHECKED else [table.players[0]])
        ]
        theirs = child(setting).ask(play_tables, tables, self.seed, n_games)
        for table, batch in zip(tables, theirs, strict=True):
            apart = batch_differences(table.play(self.seed, n_games), batch)
            assert not apart, f"{table.label}: with {setting}=1 the games differ: {'; '.join(apart)}."

    def test_its_session_is_the_same_game(self) -> None:
        for table in self.tables():
            batch = table.play(self.seed, self.n_walks)
            for row in range(self.n_walks):
                session = table.session(self.seed, row)
                for _ in steps(session):
                    pass
                assert (
                    np.array_equal(session.outcome()["rank"][: table.n], batch.rank[row]) or not batch.rank[row].any()
                )
                assert int(session.state.turns) == batch.turns[row], f"{table.label}: game {row} differs step by step."
