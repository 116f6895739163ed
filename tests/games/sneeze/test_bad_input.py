"""Options of Sneeze that are refused: the message names option, value and range."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.errors import UsageError
from simkit.game import make_rules
from simkit.games.sneeze import GAME
from simkit.games.sneeze.state import TITLES


@pytest.mark.parametrize(
    ("options", "n_players", "words"),
    [
        ({"windy_count": 41}, 4, ("windy_count", "0 to 40", "41")),
        ({"windy_count": -1}, 4, ("windy_count", "0 to 40", "-1")),
        ({"type_counts": [1, 2, 3]}, 4, ("type_counts", "five", "3")),
        ({"type_counts": [40, 40, 40, 40, 40]}, 4, ("type_counts", "128", "206")),
        ({"type_counts": [1, 0, 0, 0, 0]}, 4, ("type_counts", "4 players")),
        ({"type_counts": [41, 0, 0, 0, 0]}, 4, ("type_counts", "0 to 40", "41")),
        ({"and_now_counts": {"hiccup": 1}}, 4, ("and_now_counts", "hiccup", "mix_up")),
        ({"and_now_counts": {"mix_up": 13}}, 4, ("and_now_counts", "0 to 12", "13")),
        ({"and_now_counts": dict.fromkeys(TITLES[:-1], 12)}, 4, ("and_now_counts", "64", "87")),
        ({"unlisted_and_now": "hiccup"}, 4, ("unlisted_and_now", "omit", "hiccup")),
        ({"allergy_limit": 7}, 4, ("allergy_limit", "3 to 6", "7")),
        ({"w3_threshold": 2}, 4, ("w3_threshold", "ceil_2n_3", "2")),
        ({"allergy_cap": 2}, 4, ("allergy_cap", "none", "2")),
        ({}, 1, ("2, 3, 4, 5, 6", "1")),
        ({}, 7, ("2, 3, 4, 5, 6", "7")),
    ],
)
def test_bad_options_are_refused_with_name_value_and_range(
    options: dict[str, Any], n_players: int, words: tuple[str, ...]
) -> None:
    with pytest.raises(UsageError) as error:
        make_rules(GAME, options, n_players)
    assert all(word in str(error.value) for word in words), str(error.value)
