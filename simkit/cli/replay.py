"""`simkit replay`: one game of a run again, as lines a person can read."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from simkit.cli import console
from simkit.cli.album import album_for
from simkit.cli.base import command, json_option
from simkit.cli.telling import play, session_of
from simkit.errors import DataError

if TYPE_CHECKING:
    from simkit.engine import Session
    from simkit.runner import FoundGame, GameKey, Run


@command(
    "replay",
    examples=(
        ("simkit replay out/GAME-1 --game base/NAME,NAME,NAME/17.0.0", "the game of block 17, repeat 0, seating 0"),
        ("simkit replay out/GAME-1 --game 17.0.0", "the same: variant and line-up are those of the run"),
        ("simkit replay out/STUDY-1 --game 'VARIANT/NAME,NAME,NAME/17.0.0'", "a game of a study"),
        ("simkit replay out/GAME-1 --game 17.0.0 --draw game.svg", "its table in pictures, where the game has one"),
    ),
)
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path))
@click.option("--game", "key", required=True, metavar="KEY", help="variant/lineup/block.repeat.seating or its end.")
@click.option(
    "--draw",
    "drawing",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Draw start, a turn and the end; .svg, .png.",
)
@click.option("--turn", type=int, metavar="N", help="With --draw: after which turn; half-way if not given.")
@json_option
def replay(folder: Path, key: str, drawing: Path | None, turn: int | None, as_json: bool) -> None:
    """Tell one game of a run move by move.

    KEY is the game's key, as errors name it and the first columns of the tables spell it. The game is played again and
    compared with the recorded one.
    """
    run, found = _find(folder, key)
    session = session_of(found)
    album = album_for(session.game, drawing, turn)
    lines, failure = play(session, None if as_json else console.say, None if album is None else album.look)
    if failure is not None:
        raise failure
    recorded = _recorded(run, found.key)
    differences = _differences(session, recorded)
    if differences:
        raise DataError(
            f"the replayed game is not the recorded one: {'; '.join(differences)}. The sources of the game or of a "
            "strategy have changed since, or the files were altered (simkit verify tells)."
        )
    if as_json:
        console.emit_json(
            {
                "game": run.manifest["game"],
                "key": str(found.key),
                "seats": [player.spec for player in session.players],
                "lines": lines,
                "recorded": recorded is not None,
                "drawing": None if drawing is None else str(drawing),
            }
        )
    if album is not None:
        album.save()
        console.note(f"drawn    {drawing}")


def _find(folder: Path, key: str) -> tuple[Run, FoundGame]:
    """The run that holds the game, and the game; in a study the key must be whole, because it has many runs."""
    from simkit.runner import find_game, open_run
    from simkit.study import find_in_study, is_study, open_study

    if is_study(folder):
        return find_in_study(open_study(folder), key)
    run = open_run(folder)
    config = run.manifest["config"]
    return run, find_game(run, key if "/" in key else f"{config.get('variant', 'base')}/{config['lineup']}/{key}")


def _recorded(run: Run, key: GameKey) -> dict[str, Any] | None:
    """The recorded row of a game, None if it was not committed."""
    import polars as pl

    wanted = (pl.col("block") == key.block) & (pl.col("repeat") == key.repeat) & (pl.col("seating") == key.seating)
    try:
        rows = run.games().filter(wanted).select("turns", "rounds", "decisions", "forced", "end_reason").collect()
    except (pl.exceptions.PolarsError, OSError) as error:
        raise DataError(
            f"the recorded games in {run.path} cannot be read ({error}). simkit verify names what is damaged."
        ) from None
    return rows.to_dicts()[0] if len(rows) else None


def _differences(session: Session, recorded: Mapping[str, Any] | None) -> list[str]:
    """In words, what differs between the replayed game and its row."""
    if recorded is None:
        return []
    now = {"turns": int(session.state.turns), "rounds": int(session.state.rounds)}
    made = recorded["decisions"] + recorded["forced"]
    told = [f"{name} {now[name]} instead of {recorded[name]}" for name in now if now[name] != recorded[name]]
    if session.n_decisions != made:
        told.append(f"decisions {session.n_decisions} instead of {made}")
    return told
