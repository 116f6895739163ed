"""What the tests of a game with a twin share: asking the twin at work, and actions in a row."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol


class Acting(Protocol):
    """Kernels or twin: something that carries out an action said in words."""

    def act(self, text: str) -> None:
        """Carry it out."""


class TwinTable:
    """A slow twin, `game`, whose actions `text_of(kind, action)` says in words."""

    game: Any
    text_of: Callable[[str, Any], str]

    @property
    def actor(self) -> int | None:
        return self.game.decision.seat if self.game.decision else None

    @property
    def kind(self) -> str:
        assert self.game.decision is not None
        return str(self.game.decision.kind)

    def legal(self) -> list[str]:
        assert self.game.decision is not None
        return [self.text_of(self.kind, action) for action in self.game.decision.legal]

    def refuses(self, text: str) -> bool:
        return text not in self.legal()


def play(game: Acting, actions: str) -> None:
    """Carry out a row of actions divided by commas."""
    for text in actions.split(","):
        game.act(text.strip())
