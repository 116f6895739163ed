"""Hidden information stays hidden, and seats are equal: the kernels `rehide` and `reseat`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, ClassVar

import numpy as np

from simkit.engine import Session
from simkit.game import STATE_FIELDS
from simkit.jit import quiet_overflow
from simkit.rng import make_rng, next64
from simkit.testing.records import copied, differences, filled
from simkit.testing.suite import Suite, spot, steps
from simkit.testing.tables import Table

# What a seat may do is told when it is its turn; the view of another seat need not say.
_TURN_FIELDS = ("n_legal", "legal")


class HiddenTests(Suite):
    """Views leak nothing (what a seat cannot see, it does not see)."""

    has_secrets: ClassVar[bool] = True
    """False for a game of open information."""
    own_fields: ClassVar[tuple[str, ...]] = ()
    """Fields of the state with one entry a seat that nobody but this seat may see (hands)."""
    secret_fields: ClassVar[tuple[str, ...]] = ()
    """Fields of the state that no seat may see (the deck)."""

    def shown(self, session: Session, state: Any, seat: int) -> Any:
        """What a seat sees of a state."""
        view = filled(self.game.view_dtype, 0)
        with quiet_overflow():
            session.kernels.view(state, session.rules, seat, view)
        return view

    def changed_view(self, session: Session, state: Any, seat: int) -> list[str]:
        """How a seat's view of `state` differs from its view of the session's state."""
        left_out = () if seat == int(session.state.to_act) else _TURN_FIELDS
        return differences(self.shown(session, session.state, seat), self.shown(session, state, seat), left_out)

    def spots(self) -> Iterator[tuple[Table, Session, np.random.Generator]]:
        """Every third decision of some games, with a generator of its own for each game."""
        for number, (table, session) in enumerate(self.walks()):
            draw = np.random.default_rng([self.seed, number])
            for decision in steps(session):
                if decision % 3 == number % 3:
                    yield table, session, draw

    def rehidden(self, session: Session, seat: int, draw: np.random.Generator) -> Any:
        """A copy of the state in which all that `seat` cannot see is drawn again."""
        state = copied(session.state)
        with quiet_overflow():
            stream = make_rng(self.seed, int(draw.integers(2**40)), 0, seat)
            session.kernels.rehide(state, session.rules, seat, stream)
        return state

    def test_a_view_shows_nothing_hidden(self) -> None:
        """However the hidden things lie, the seat's view is the same, field by field."""
        for table, session, draw in self.spots():
            for seat in range(table.n):
                state = self.rehidden(session, seat, draw)
                for name in STATE_FIELDS:
                    assert state[name] == session.state[name], f"{spot(table, session)}: rehide changed {name}."
                seen = self.changed_view(session, state, seat)
                assert not seen, (
                    f"{spot(table, session)}: seat {seat + 1} sees what is hidden from it (or rehide changed what it "
                    f"may see): {seen}."
                )

    def test_rehiding_redraws_what_is_hidden(self) -> None:
        """A `rehide` that does nothing would pass every other test: each seat's secrets must move for each other."""
        moved: set[tuple[int, int, int]] = set()
        for table, session, draw in self.spots():
            for seat in range(table.n):
                state = self.rehidden(session, seat, draw)
                for other in range(table.n):
                    if self.changed_view(session, state, other):
                        moved.add((table.n, seat, other))
        if not self.has_secrets:
            assert not moved, f"the game says it has no secrets, but rehide changes views: {moved}."
            return
        wanted = {(n, a, b) for n in self.counts() for a in range(n) for b in range(n) if a != b}
        missing = [f"seat {b + 1}'s for seat {a + 1} of {n}" for n, a, b in sorted(wanted - moved)]
        assert not missing, f"rehide never redraws the secrets of: {'; '.join(missing)}."

    def test_a_rehidden_game_can_be_played_on(self) -> None:
        """What is redrawn must agree with all that is known: the game goes on to its end, legally."""
        for table, session in self.walks():
            draw = np.random.default_rng([self.seed, 7])
            twins: list[Session] = []
            for decision in steps(session):
                if decision % 5 == 2 and len(twins) < 8:
                    twin = session.copy()
                    twin._states[0] = self.rehidden(session, int(session.state.to_act), draw)
                    twins.append(twin)
            for twin in twins:
                for _ in steps(twin):
                    n_legal = int(twin.look().n_legal)
                    assert n_legal, f"{spot(table, twin)}: no legal action after rehide."

    def test_one_seats_secrets_show_in_no_other_view(self) -> None:
        """Only one entry of `own_fields` changes, or a field of `secret_fields`: nobody else notices."""
        for table, session, draw in self.spots():
            stream = make_rng(self.seed, session.n_decisions, 1, 0)
            for name in self.secret_fields:
                state = copied(session.state)
                whole = state[name]
                if np.ndim(whole):
                    with quiet_overflow():
                        shift = int(next64(stream) >> np.uint64(40)) % len(whole)
                    state[name] = np.roll(whole, shift)
                else:
                    state[name] = self.rehidden(session, int(draw.integers(table.n)), draw)[name]
                self._nobody_notices(table, session, state, name, range(table.n))
            for name in self.own_fields:
                for owner in range(table.n):
                    state = copied(session.state)
                    other = (owner + 1) % table.n
                    state[name][owner] = self.rehidden(session, other, draw)[name][owner]
                    rest = [seat for seat in range(table.n) if seat != owner]
                    self._nobody_notices(table, session, state, f"{name} of seat {owner + 1}", rest)

    def _nobody_notices(self, table: Table, session: Session, state: Any, what: str, seats: Any) -> None:
        for seat in seats:
            seen = self.changed_view(session, state, seat)
            assert not seen, f"{spot(table, session)}: {what} changed, and seat {seat + 1} sees it: {seen}."


class TurningTests(Suite):
    """T13: seats turned together with hands, streams and starter give exactly the turned game."""

    def test_the_turned_table_plays_the_turned_game(self) -> None:
        for table, session in self.walks():
            for shift in range(1, table.n):
                straight = session.copy()
                turned = turned_session(session, shift)
                for _ in steps(straight):
                    where = f"{spot(table, straight)}, table turned by {shift}"
                    expected = straight.copy()
                    with quiet_overflow():
                        expected.kernels.reseat(expected.state, shift)
                    apart = differences(expected.state, turned.state)
                    assert not apart, f"{where}: expected state != turned state: {apart}."
                    action = straight.copy().choose()[0]
                    turned.apply(self.turned_action(copied(straight.state), action, shift))
                session_end = straight.outcome()
                with quiet_overflow():
                    straight.kernels.reseat(straight.state, shift)
                apart = differences(straight.state, turned.state)
                assert not apart, f"{table.label}, turned by {shift}: the ends differ: {apart}."
                ends = [session_end, turned.outcome()]
                for name in ("rank", "score"):
                    rolled = np.roll(ends[0][name][: table.n], shift)
                    assert np.array_equal(rolled, ends[1][name][: table.n]), f"{table.label}: {name} does not turn."
                for name in ("success", "value"):
                    assert ends[0][name] == ends[1][name], f"{table.label}: {name} depends on where people sit."

    def test_turning_around_changes_nothing(self) -> None:
        for table, session in self.walks():
            for decision in steps(session):
                if decision % 9 == 4:
                    for shift in (0, table.n):
                        turned = turned_session(session, shift)
                        apart = differences(session.state, turned.state)
                        assert not apart, f"{spot(table, session)}: a full turn changes {apart}."


def turned_session(session: Session, shift: int) -> Session:
    """The same game with everybody `shift` seats further: players, hands, streams and memories."""
    n = len(session.players)
    turned = session.copy()
    turned.players = tuple(session.players[(seat - shift) % n] for seat in range(n))
    turned.rng = [session.rng[(seat - shift) % n].copy() for seat in range(n)]
    turned.memory = np.roll(session.memory, shift, axis=0)
    turned.params = np.roll(session.params, shift, axis=0)
    with quiet_overflow():
        turned.kernels.reseat(turned.state, shift)
    return turned
