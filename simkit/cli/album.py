"""Pictures of one replayed game: its start, one turn, and its end, in one file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.errors import UsageError

if TYPE_CHECKING:
    from simkit.engine import Session
    from simkit.game import Game
    from simkit.picture import Picture

ENDINGS = (".svg", ".png")


class Album:
    """Collects a picture after each turn of a game, and writes the three that were asked for."""

    def __init__(self, take: Callable[[Any, Any], Picture], label: str, path: Path, turn: int | None) -> None:
        """Args: take: the game's `picture`. label: what a turn is called. path: the file. turn: None: half-way."""
        self.take, self.label, self.path, self.turn = take, label, path, turn
        self.pictures: list[Picture] = []  # by the number of turns that have ended
        self.end: Picture | None = None

    def look(self, session: Session) -> None:
        """Keep the table as it is now, if it is the first after a turn; the last of all is the end."""
        self.end = self.take(session.state, session.rules)
        self.pictures += [self.end] * (int(session.state.turns) + 1 - len(self.pictures))

    def save(self) -> None:
        """Write the file. Raises UsageError: the game had fewer turns; SimkitError: the file cannot be written."""
        from simkit.report.figures.scene import save_scene

        assert self.end is not None, "a game was looked at"
        last = len(self.pictures) - 1
        turn = last // 2 if self.turn is None else self.turn
        if turn > last:
            raise UsageError(f"--turn must be 0 to {last}, the {self.label} of this game; {turn} came.")
        moments = [
            ("Start", self.pictures[0]),
            (f"After turn {turn} of {last}", self.pictures[turn]),
            ("End", self.end),
        ]
        save_scene(moments, self.path)


def album_for(game: Game, path: Path | None, turn: int | None) -> Album | None:
    """The album that was asked for, None if none was. Raises UsageError before anything is played."""
    if path is None:
        if turn is not None:
            raise UsageError("--turn says which turn to draw; give --draw FILE.svg or FILE.png with it.")
        return None
    if game.picture is None:
        raise UsageError(f"{game.name} has no picture: it is not played on a plane. Leave --draw out.")
    if path.suffix.lower() not in ENDINGS:
        raise UsageError(f"--draw must end in .svg or .png; '{path.name}' came.")
    if turn is not None and turn < 0:
        raise UsageError(f"--turn must be 0 or more; {turn} came.")
    from simkit.report.ours import check_place

    check_place(path, "the drawing")
    return Album(game.picture, game.turn_label, path, turn)
