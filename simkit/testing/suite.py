"""What both suites share: the tables they play at."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar

from simkit.engine import Session
from simkit.game import Game
from simkit.strategy import Player, Strategy, make_player
from simkit.testing.tables import Table, is_offered, uniform


class Suite:
    """Attributes that a test class sets; each has a default but `game`."""

    game: ClassVar[Game]
    players: ClassVar[tuple[int, ...]] = ()
    """Numbers of players to test with; empty: all that the game offers."""
    variants: ClassVar[tuple[Mapping[str, Any], ...]] = ({},)
    """Options of the rules to test under, each as `--set` would give them. Refused combinations are left out."""
    base: ClassVar[Mapping[str, Any]] = {}
    """Options that hold where a test does not set them: a smaller game, where the whole one is slow."""
    n_games: ClassVar[int] = 100
    """Games a table where a compiled batch is played."""
    n_walks: ClassVar[int] = 2
    """Games a table that are stepped through decision by decision."""
    n_plain: ClassVar[int] = 2
    """Games a table that are played without the compiler."""
    seed: ClassVar[int] = 20

    def counts(self) -> tuple[int, ...]:
        """The numbers of players to test with."""
        return self.players or self.game.players

    def seats(self, n: int) -> tuple[Player, ...]:
        """Who sits at a table of n; a subclass may seat others."""
        return (make_player(self.piece(), {}),) * n

    def piece(self) -> Strategy:
        """The strategy that plays where the test does not say another."""
        return uniform(self.game)

    def turned_action(self, state: Any, action: int, shift: int) -> int:
        """The action that means the same once the table is turned; override where actions name seats."""
        return action

    def tables(self) -> Iterator[Table]:
        """A table for each number of players and each variant that it may be played with."""
        for n in self.counts():
            wanted = [{**self.base, **options} for options in self.variants]
            found = [options for options in wanted if is_offered(self.game, options, n)]
            assert found, f"{self.game.name} refuses every variant of this test class at {n} players."
            for options in found:
                yield Table(self.game, self.seats(n), options)

    def walks(self) -> Iterator[tuple[Table, Session]]:
        """Games at their start, some for each table."""
        for table in self.tables():
            for block in range(self.n_walks):
                yield table, table.session(self.seed, block)


def spot(table: Table, session: Session) -> str:
    """Where a walk is, for messages."""
    return f"{table.label}, decision {session.n_decisions + 1} (seat {int(session.state.to_act) + 1})"


def steps(session: Session) -> Iterator[int]:
    """Play on; before each decision yield its number (from 0)."""
    while not session.over and session.n_decisions < session.game.max_decisions:
        yield session.n_decisions
        session.apply(session.choose()[0])
