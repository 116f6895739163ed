"""One game, step by step from Python: replays, transcripts, twins, conformance."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.engine.build import rules_rows
from simkit.engine.dispatch import register
from simkit.engine.entry import ask
from simkit.engine.play import FailedGame
from simkit.game import OUTCOME, RUNNING, Game
from simkit.jit import quiet_overflow
from simkit.rng import make_chance, make_rng
from simkit.strategy import MAX_PARAMS, MEMORY_SLOTS, Player


@dataclass(frozen=True)
class Move:
    """One decision: who (seat from 0), what, among how many (-1: not listable), and in words."""

    seat: int
    action: int
    forced: bool
    n_legal: int
    words: str
    events: tuple[str, ...]


class Session:
    """The same game that `play` plays for (seed, block, repeat), one decision at a time.

    Attributes: `state`, `view`: the current records; `rules`: the rules record; `chance`: the chance array.
    """

    def __init__(
        self, game: Game, rules_record: Any, players: Sequence[Player], seed: int, block: int, repeat: int
    ) -> None:
        self.game, self.players = game, tuple(players)
        self.kernels = register(game)
        self.rules = rules_rows(game, rules_record)[0]
        self._states = np.zeros(1, game.state_dtype).view(np.recarray)
        self._views = np.zeros(1, game.view_dtype).view(np.recarray)
        self.state, self.view = self._states[0], self._views[0]
        self.state.n_players = len(players)
        self.chance = make_chance(seed, block, len(game.purposes))
        self.memory = np.zeros((len(players), MEMORY_SLOTS), np.int64)
        self.rng = [make_rng(seed, block, repeat, seat) for seat in range(len(players))]
        self.params = np.zeros((len(players), MAX_PARAMS))
        for seat, player in enumerate(players):
            self.params[seat, : len(player.values)] = player.values
        self.n_decisions = 0
        with quiet_overflow():
            self.kernels.setup(self.state, self.rules, self.chance)

    def copy(self) -> Session:
        """The same game at the same point, going on by itself: state, streams and memories are copied."""
        twin = copy.copy(self)
        twin._states, twin._views = self._states.copy(), self._views.copy()
        twin.state, twin.view = twin._states[0], twin._views[0]
        twin.chance, twin.memory, twin.params = self.chance.copy(), self.memory.copy(), self.params.copy()
        twin.rng = [stream.copy() for stream in self.rng]
        return twin

    @property
    def over(self) -> bool:
        """True once the game has ended."""
        return int(self.state.ended) != RUNNING

    def look(self) -> Any:
        """Fill and return the view of the seat that must decide."""
        with quiet_overflow():
            self.kernels.view(self.state, self.rules, int(self.state.to_act), self.view)
        return self.view

    def choose(self) -> tuple[int, bool]:
        """The action of the seat that must decide (asking its strategy unless forced), and whether it was forced."""
        view, seat = self.look(), int(self.state.to_act)
        if int(view.n_legal) == 1:
            return int(view.legal[0]), True
        strategy = self.players[seat].strategy
        try:
            with quiet_overflow():
                if strategy.choose is not None:
                    own = (self.params[seat], self.memory[seat], self.rng[seat])
                    return ask(self.game, strategy, view, self.rules, *own), False
                assert strategy.choose_batch is not None
                streams = self.rng[seat].reshape(1, 2)
                return int(strategy.choose_batch(self._views, self.rules, self.params[seat], streams)[0]), False
        except Exception as error:
            raise self._failed(seat, f"raised {type(error).__name__}: {error}") from error

    def apply(self, action: int) -> None:
        """Check and apply an action. Raises FailedGame if it is illegal."""
        seat = int(self.state.to_act)
        with quiet_overflow():
            code = int(self.kernels.check(self.state, self.rules, action))
            if code:
                raise self._failed(seat, f"chose the illegal action {action}: {self.game.illegal[code]}")
            self.kernels.step(self.state, self.rules, action, self.chance)
        self.n_decisions += 1

    def advance(self) -> Move | None:
        """Play one decision, forced or not, and tell it in words; None once the game has ended or reached its cap."""
        if self.over or self.n_decisions >= self.game.max_decisions:
            return None
        seat = int(self.state.to_act)
        action, forced = self.choose()
        n_legal = int(self.view.n_legal)
        before = self._states.copy()[0]
        words = self.game.words.action(before, self.rules, seat, action)
        self.apply(action)
        events = self.game.words.events(before, self.state, self.rules)
        return Move(seat, action, forced, n_legal, words, tuple(events))

    def outcome(self) -> Any:
        """The outcome record of an ended game."""
        rows = np.zeros(1, OUTCOME).view(np.recarray)
        with quiet_overflow():
            self.kernels.outcome(self.state, self.rules, rows[0])
        return rows[0]

    def transcript(self) -> list[str]:
        """Play to the end and return the whole game as lines."""
        lines = list(self.game.words.table(self.state, self.rules))
        while (move := self.advance()) is not None:
            mark = " (forced)" if move.forced else ""
            lines.append(f"seat {move.seat + 1} {move.words}{mark}")
            lines.extend(f"    {event}" for event in move.events)
        end = self.game.end_reasons[int(self.state.ended)] if self.over else "capped"
        lines.append(f"end: {end}, after {int(self.state.turns)} {self.game.turn_label}")
        return lines

    def _failed(self, seat: int, why: str) -> FailedGame:
        spec = self.players[seat].spec
        text = f"strategy '{spec}' of {self.game.name} at seat {seat + 1}, decision {self.n_decisions + 1}, {why}."
        return FailedGame(text, 0, seat, self.n_decisions, spec)
