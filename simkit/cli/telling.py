"""Plays a game again and tells it: for `simkit replay`, and for the example games of a report."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from simkit.errors import PlayError, SimkitError

if TYPE_CHECKING:
    from simkit.engine import Session
    from simkit.report.charts import Plane
    from simkit.report.material import Told
    from simkit.runner import FoundGame, Run


def session_of(found: FoundGame) -> Session:
    """The game, set up and not yet played. Raises UsageError if it, a strategy or an option is not known here."""
    from simkit import plugins
    from simkit.engine import Session
    from simkit.game import make_rules

    config, key = found.config, found.key
    game = plugins.get_game(config.game)
    rules = game.pack_rules(make_rules(game, config.rules, config.players), config.players)
    players = [plugins.parse_player(game.name, spec) for spec in found.order]
    return Session(game, rules, players, config.seed or 0, key.block, key.repeat)


def play(
    session: Session, say: Callable[[str], object] | None = None, look: Callable[[Session], object] | None = None
) -> tuple[list[str], PlayError | None]:
    """Play to the end, saying each line at once: of a game that fails, the way there is worth most.

    `look` is called before the first decision and after each.
    """
    lines: list[str] = []
    if look is not None:
        look(session)

    def tell(line: str) -> None:
        lines.append(line)
        if say is not None:
            say(line)

    for seat, player in enumerate(session.players):
        tell(f"seat {seat + 1}: {player.spec}")
    for line in session.game.words.table(session.state, session.rules):
        tell(line)
    try:
        while (move := session.advance()) is not None:
            tell(f"seat {move.seat + 1} {move.words}{' (forced)' if move.forced else ''}")
            for event in move.events:
                tell(f"    {event}")
            if look is not None:
                look(session)
    except PlayError as error:
        return lines, error
    reason = session.game.end_reasons[int(session.state.ended)] if session.over else "capped"
    tell(f"end: {reason}, after {int(session.state.turns)} {session.game.turn_label}")
    return lines, None


def tell(run: Run, key: str) -> Told | None:
    """One game of a run by `block.repeat.seating`, with a picture of its end if the game draws one.

    None where it cannot be told truly: the game or a strategy is not installed, or its sources have changed since.
    """
    from simkit.plugins import get_game, parse_player
    from simkit.report.material import Told
    from simkit.runner import find_game
    from simkit.runner.manifest import digest_of

    config = run.manifest["config"]
    try:
        found = find_game(run, f"{config.get('variant', 'base')}/{config['lineup']}/{key}")
        players = {spec: parse_player(found.config.game, spec) for spec in found.order}
        if digest_of(get_game(found.config.game), players) != run.manifest["source_digest"]:
            return None
        session = session_of(found)
        lines, failure = play(session)
    except (SimkitError, KeyError):
        return None
    if failure is not None:
        return None
    return Told(tuple(lines), *_picture(session))


def _picture(session: Session) -> tuple[Plane | None, str]:
    """The table at the end as a chart, with its caption, if the game draws one."""
    from simkit.report.charts import Plane, Polygon, Sort

    if session.game.picture is None:
        return None, ""
    drawn = session.game.picture(session.state, session.rules)
    polygons = tuple(Polygon(tuple(shape.points), shape.style) for shape in drawn.shapes)
    sorts = tuple(Sort(style.label, style.series, style.marked) for style in drawn.styles)
    return Plane(polygons, sorts, drawn.half), drawn.caption
