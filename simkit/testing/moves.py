"""A game step by step: legal actions, views, words, copies."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.engine import Session
from simkit.game import NOBODY, RUNNING
from simkit.jit import quiet_overflow
from simkit.rng import KEY_WORDS, make_chance
from simkit.testing.records import copied, differences, filled
from simkit.testing.suite import Suite, spot, steps


class MoveTests(Suite):
    """Every decision of some games."""

    def probes(self, listed: Any) -> set[int]:
        """Actions to offer `check` besides the listed ones."""
        top = max(int(max(listed, default=0)), 0)
        return {*range(-3, min(top, 500) + 70), -(2**40), 2**31, 2**40, 2**62}

    def test_legal_actions_are_never_empty_before_the_end(self) -> None:
        for table, session in self.walks():
            for _ in steps(session):
                n_legal = int(session.look().n_legal)
                where = spot(table, session)
                assert n_legal == -1 or 1 <= n_legal <= self.game.max_legal, f"{where}: n_legal is {n_legal}."
                listed = [int(a) for a in session.view.legal[: max(n_legal, 0)]]
                assert len(set(listed)) == len(listed), f"{where}: an action is listed twice: {listed}."

    def test_check_accepts_exactly_the_listed_actions(self) -> None:
        for table, session in self.walks():
            for _ in steps(session):
                n_legal = int(session.look().n_legal)
                if n_legal < 0:
                    continue
                listed = {int(a) for a in session.view.legal[:n_legal]}
                for action in listed | self.probes(listed):
                    with quiet_overflow():
                        code = int(session.kernels.check(session.state, session.rules, action))
                    says = f"check({action}) gives {code}, listed are {sorted(listed)}"
                    assert (code == 0) == (action in listed), f"{spot(table, session)}: {says}."
                    assert 0 <= code < len(self.game.illegal), f"{spot(table, session)}: {says}: a code without words."

    def test_looking_changes_nothing(self) -> None:
        """Only `step` may write to the state."""
        for table, session in self.walks():
            for _ in steps(session):
                before = copied(session.state)
                session.look()
                with quiet_overflow():
                    session.kernels.check(session.state, session.rules, -1)
                    for seat in range(table.n):
                        standing = session.kernels.standing(session.state, session.rules, seat)
                        assert int(standing) == standing, f"standing of seat {seat + 1} must be a whole number."
                session.outcome()
                changed = differences(before, session.state)
                assert not changed, f"{spot(table, session)}: view, check, standing or outcome changed {changed}."

    def test_the_view_is_written_completely(self) -> None:
        """The record was used for another seat's view before; what is not written would show it."""
        for table, session in self.walks():
            for _ in steps(session):
                seat = int(session.state.to_act)
                views = [filled(self.game.view_dtype, byte) for byte in (0x00, 0x55)]
                with quiet_overflow():
                    for view in views:
                        session.kernels.view(session.state, session.rules, seat, view)
                left = differences(*views)
                assert not left, f"{spot(table, session)}: view leaves fields as they were: {left}."
                assert int(views[0].seat) == seat, f"{spot(table, session)}: view.seat is {int(views[0].seat)}."
                assert int(views[0].kind) == int(session.state.kind), f"{spot(table, session)}: view.kind is wrong."

    def test_the_state_stays_coherent(self) -> None:
        kinds: set[int] = set()
        for table, session in self.walks():
            last = (0, 0)
            for _ in steps(session):
                state = session.state
                assert 0 <= int(state.to_act) < table.n, f"{table.label}: to_act is {int(state.to_act)}."
                assert int(state.n_players) == table.n, f"{spot(table, session)}: n_players changed."
                kinds.add(int(state.kind))
                now = (int(state.turns), int(state.rounds))
                assert now >= last or now[0] >= last[0], f"{spot(table, session)}: turns or rounds went back."
                last = now
            if session.over:
                assert int(session.state.to_act) == NOBODY, f"{table.label}: ended, but somebody is to act."
                ended = int(session.state.ended)
                assert ended != RUNNING, f"{table.label}: the game is over and running."
                assert ended < len(self.game.end_reasons), f"{table.label}: end {ended} has no words."
        assert kinds <= set(range(len(self.game.kinds))), (
            f"state.kind takes {kinds}; only {self.game.kinds} have names."
        )

    def test_chance_is_used_as_declared(self) -> None:
        """Every purpose is drawn from at some table, no undeclared one, and the block's key is never touched."""
        n = len(self.game.purposes)
        used = np.zeros(n, bool)
        for table, session in self.walks():
            guarded = np.concatenate([make_chance(self.seed, 0, n), np.full(8, 77, np.uint64)])
            key = guarded[2:KEY_WORDS].copy()
            session.chance = guarded[: KEY_WORDS + n]
            session._states[0] = np.zeros((), self.game.state_dtype)
            session.state.n_players = table.n
            with quiet_overflow():
                session.kernels.setup(session.state, session.rules, session.chance)
            for _ in steps(session):
                pass
            assert (guarded[KEY_WORDS + n :] == 77).all(), f"{table.label}: a purpose that is not declared was opened."
            assert (guarded[2:KEY_WORDS] == key).all(), f"{table.label}: the key of the block was changed."
            used |= session.chance[KEY_WORDS:] > 0
        unused = [name for name, drawn in zip(self.game.purposes, used, strict=True) if not drawn]
        assert not unused, f"purposes {unused} are never drawn from; give variants that do, or take them out."

    def test_a_copied_state_plays_on_identically(self) -> None:
        """All that a game knows is in its records: nothing in globals, nothing in a workspace."""
        for table, session in self.walks():
            twins: list[Session] = []
            for decision in steps(session):
                if decision % 7 == 3 and len(twins) < 5:
                    twins.append(session.copy())
            for twin in twins:
                start = spot(table, twin)
                for _ in steps(twin):
                    pass
                changed = differences(session.state, twin.state)
                assert not changed, f"{start}: a copy played on and ended otherwise: {changed}."

    def test_every_move_has_words(self) -> None:
        for table, session in self.walks():
            lines = session.game.words.table(session.state, session.rules)
            assert lines, f"{table.label}: words.table gives nothing."
            _lines_are_fine(lines, f"{table.label}, words.table")
            while (move := session.advance()) is not None:
                _lines_are_fine([move.words], f"{table.label}, words.action({move.action})")
                _lines_are_fine(list(move.events), f"{table.label}, words.events after action {move.action}")
            _lines_are_fine(table.session(self.seed).transcript(), f"{table.label}, transcript")

    def test_any_action_has_words(self) -> None:
        """An error tells the action that it names, and recommends a replay: both must put up with any number."""
        for table, session in self.walks():
            kinds: set[int] = set()
            for _ in steps(session):
                kind = int(session.state.kind)
                if kind in kinds:
                    continue
                kinds.add(kind)
                session.look()
                listed = session.view.legal[: max(int(session.view.n_legal), 0)]
                for action in self.probes(listed) | {-(2**63), 2**63 - 1}:
                    where = f"{spot(table, session)}: words.action({action})"
                    _lines_are_fine([_words_of(session, action, where)], where)


def _words_of(session: Session, action: int, where: str) -> str:
    try:
        return session.game.words.action(session.state, session.rules, int(session.state.to_act), action)
    except Exception as error:
        raise AssertionError(f"{where} must say something of any action; it raised {error!r}.") from error


def _lines_are_fine(lines: list[str], where: str) -> None:
    for line in lines:
        assert isinstance(line, str), f"{where}: {line!r} is no text."
        assert line.strip(), f"{where}: an empty line."
        assert "\n" not in line, f"{where}: {line!r} is more than one line."
