"""Plays batches of games. It knows no game by name."""

from simkit.engine.build import needs_compiling, prepare
from simkit.engine.play import Batch, FailedGame, play
from simkit.engine.single import Move, Session
from simkit.engine.trace import Trace, trace

__all__ = ["Batch", "FailedGame", "Move", "Session", "Trace", "needs_compiling", "play", "prepare", "trace"]
