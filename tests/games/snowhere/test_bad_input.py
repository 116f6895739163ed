"""Options, carpets and poses of Snowhere that are refused, by exact text."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from simkit.cli.app import main
from simkit.engine import play
from simkit.engine.play import FailedGame
from simkit.errors import UsageError
from simkit.game import make_rules
from simkit.games.snowhere import GAME
from tests.games.snowhere import players
from tests.games.snowhere.scenes import Q
from tests.games.snowhere.tables import listed

FOUR_CARDS = "'n_flakes' must be 0 to 4, as there are 4 cards (n_cards, or those of 'carpet')"
EXPLAINED = "(simkit rules snowhere explains it)"
CARPET = listed(Q)


def changed(**values: Any) -> list[dict[str, Any]]:
    """Block Q with another last card."""
    return [*CARPET[:3], CARPET[3] | values]


@pytest.mark.parametrize(
    ("options", "text"),
    [
        ({"card_w_mm": 0}, f"'card_w_mm' must be a number (20.0 to 70.0); 0 came. {EXPLAINED}"),
        ({"card_h_mm": -92.0}, f"'card_h_mm' must be a number (20.0 to 100.0); -92.0 came. {EXPLAINED}"),
        ({"n_cards": 0}, f"'n_cards' must be a whole number (1 to 128); 0 came. {EXPLAINED}"),
        ({"n_cards": 129}, f"'n_cards' must be a whole number (1 to 128); 129 came. {EXPLAINED}"),
        ({"n_flakes": 13}, f"'n_flakes' must be a whole number (0 to 12); 13 came. {EXPLAINED}"),
        ({"n_flakes": 5, "n_cards": 4}, f"{FOUR_CARDS}; 5 came."),
        ({"carpet": CARPET}, f"{FOUR_CARDS}; 6 came."),
        ({"cell_mm": 4.5}, f"'cell_mm' must be a number (1.0 to 4.0); 4.5 came. {EXPLAINED}"),
        ({"cell_mm": 0.5}, f"'cell_mm' must be a number (1.0 to 4.0); 0.5 came. {EXPLAINED}"),
        ({"spread_mm": -240}, f"'spread_mm' must be a number (20.0 to 400.0); -240 came. {EXPLAINED}"),
        (
            {"carpet_model": "gauss", "spread_mm": 240.0},
            "'spread_mm' must be 20 to 160 with carpet_model=gauss; 240 came.",
        ),
        (
            {"carpet_model": "heap"},
            f"'carpet_model' must be one of these (disc | ring | gauss | fan); 'heap' came. {EXPLAINED}",
        ),
        (
            {"attach_mm": 59.5},
            "'attach_mm' must be 0.1 to 59, the shorter side of a card, or the cards cannot form a cohesive carpet; "
            "59.5 came.",
        ),
        ({"sliver_mm": 3.5}, f"'sliver_mm' must be a number (0.0 to 3.0); 3.5 came. {EXPLAINED}"),
        (
            {"edge_rule": "loose"},
            f"'edge_rule' must be one of these (proximity | strict | off); 'loose' came. {EXPLAINED}",
        ),
    ],
    ids=str,
)
def test_options(options: dict[str, Any], text: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape('snowhere option ' + text)}$"):
        make_rules(GAME, options, 4)


@pytest.mark.parametrize(
    ("carpet", "text"),
    [
        (
            changed(id=1),
            "must give every card its own id (ids and levels are all different); id 1 came twice.",
        ),
        (
            changed(level=2),
            "must give every card its own level (ids and levels are all different); level 2 came twice.",
        ),
        (
            changed(x=300),
            "must be a cohesive carpet: cards that touch or overlap in one area (N3.2); 4 cards came that fall apart. "
            "Move them together.",
        ),
        (changed(y=-500.5), "must have x and y from -450 to 450 mm; card 3 came with 29.5, -500.5."),
        (
            [{"id": i, "x": i, "y": 0, "angle": 0, "level": i} for i in range(129)],
            "must have 1 to 128 cards; 129 came.",
        ),
        (
            [CARPET[0] | {"colour": 1}],
            "has no column 'colour'. Its columns are id, x, y, angle, level.",
        ),
    ],
)
def test_carpets(carpet: list[dict[str, Any]], text: str) -> None:
    with pytest.raises(UsageError, match=f"^{re.escape(f'snowhere option {chr(39)}carpet{chr(39)} {text}')}$"):
        make_rules(GAME, {"carpet": carpet, "n_flakes": 0}, 1)


def test_a_row_that_lacks_a_number(in_tmp: Path, capfd: pytest.CaptureFixture[str]) -> None:
    """From a file, with its line; error 2."""
    (in_tmp / "rules.toml").write_text("n_flakes = 0\ncarpet = [{id = 0, x = 0, y = 0, level = 3}]\n")
    words = "run snowhere --players 1 --strategies random --games 1 --rules rules.toml"
    with pytest.raises(SystemExit) as ended:
        main(words.split())
    assert ended.value.code == 2
    err = capfd.readouterr().err
    assert err.startswith("Error: rules.toml, line 2: snowhere option 'carpet' must be a list of rows")
    assert "Traceback" not in err


BLOCK_WITH_SUPPLY = listed([*Q, (29.5, 137, 0)])
"""Block Q and a card above its upper right card, which it touches: all can be picked up."""


@pytest.mark.parametrize(
    ("strategy", "words"),
    [
        (players.covers_nothing, "P0"),
        (players.is_not_overlapped, "P1"),
        (players.does_not_stick_out, "P2"),
        (players.covers_exactly, "P3"),
        (players.leaves_the_table, "table"),
        (players.picks_twice, "fire card"),
    ],
)
def test_a_pose_that_is_illegal_names_the_predicate(strategy: Any, words: str) -> None:
    rules = GAME.pack_rules(make_rules(GAME, {"carpet": BLOCK_WITH_SUPPLY, "n_flakes": 0}, 1), 1)
    with pytest.raises(FailedGame) as error:
        play(GAME, rules, [players.player(strategy)], 1, np.zeros(1, np.int64), np.zeros(1, np.int64))
    said = str(error.value)
    assert f"strategy '{strategy.__name__}' of snowhere at seat 1, decision " in said
    assert "chose the illegal action" in said
    assert words in said.partition("illegal action")[2]
