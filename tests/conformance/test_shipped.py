"""Every installed game and strategy runs under the conformance suites: some games always, many in the slow tests."""

from __future__ import annotations

from typing import Any

import pytest

from simkit import plugins
from simkit.game import Game
from simkit.games.doctor_li.state import P_FISH, P_FOUR, P_LIGHT, P_WTS, PLAY
from simkit.games.sneeze.state import A_MIX, N_SEATS, N_TYPES, TURN
from simkit.testing import GameConformance, StrategyConformance
from tests.games.doctor_li.hasty import HASTY


def turned_sneeze_action(suite: Any, state: Any, action: int, shift: int) -> int:
    """Only a Mix Up names a seat."""
    which = action - A_MIX
    if int(state.kind) != TURN or which < 0:
        return action
    mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
    return int(A_MIX + (mine * N_SEATS + (other + shift) % int(state.n_players)) * N_TYPES + theirs)


def turned_doctor_li_action(suite: Any, state: Any, action: int, shift: int) -> int:
    """Well That Sucks and fishing name a seat, six to a kind of card or category."""
    first = P_WTS if action < P_LIGHT else P_FISH
    if int(state.kind) != PLAY or not (P_WTS <= action < P_LIGHT or P_FISH <= action < P_FOUR):
        return action
    which, seat = divmod(action - first, 6)
    return int(first + 6 * which + (seat + shift) % int(state.n_players))


def _plays(game: str, strategy: str) -> Any:
    """A suite's `piece`: this strategy plays, as the game's actions cannot be listed."""
    return lambda suite: plugins.get_strategy(game, strategy)


# What a game's suite must know besides: rules worth a table of their own, and who may see what.
KNOWN: dict[str, dict[str, Any]] = {
    "anaphylaxis": {
        "variants": (
            {},
            {
                "final_blow_bonus": True,
                "exchange_count": 3,
                "exchange_dir": "alternate",
                "lead_after_elimination": "dealer",
            },
        ),
        "own_fields": ("hands",),
        "secret_fields": ("deck", "leftover"),
    },
    "sneeze": {
        "variants": ({}, {"and_now_mode": "combined", "gift_mode": "all_optional", "windy_count": 16}),
        "own_fields": ("hand",),
        "secret_fields": ("deck", "adeck"),
        "turned_action": turned_sneeze_action,
        "for_strategies": {"many": {"n_games": 200}},
    },
    "doctor_li": {
        "variants": (
            {"max_rounds": 30},  # players who never put down would play 300
            {
                "max_rounds": 30,
                "n_wild": 9,
                "wild_scope": "all",
                "start_hand": 7,
                "n_oigt": 16,
                "n_ohno": 2,
                "ohno_effect": "return",
                "ohno_cancels_end": True,
                "ohno_cancels_bonus": True,
                "oigt_discard_chooser": "random",
                "exchange4_pile": "any",
                "light_action_pick": "any",
                "fish_mode": "blind_category",
                "boost_mode": "choice",
                "agg_table": {"random1": 4, "random2": 4, "h2": 4},
                "wts_table": {"l1": 4, "any3": 4},
            },
        ),
        "piece": lambda suite: HASTY,  # uniform players hardly ever finish
        "own_fields": ("hand",),
        "secret_fields": ("piles",),
        "turned_action": turned_doctor_li_action,
        "players": (2, 4, 6),
        "n_walks": 1,
        "n_plain": 1,
        "many": {"players": (3, 5), "n_games": 200, "n_walks": 2, "n_plain": 1},
        "for_strategies": {"players": (2, 4, 6)},
        "leader_basher": {"n_games": 400},  # its patience decides one game in a hundred
        "for_yardsticks": {"n_games": 6, "many": {"players": (3, 5), "n_games": 6}},  # they hardly ever finish
    },
    # Poses cannot be listed; what is hidden, which cards are snowflakes, is hidden from everybody alike.
    "snowhere": {
        "base": {"cell_mm": 4.0, "n_cards": 30, "spread_mm": 120.0},
        "variants": ({}, {"cell_mm": 2.0, "flake_rules": "free", "no_placement": "free", "n_flakes": 12}),
        "players": (1, 3),
        "has_secrets": False,
        "secret_fields": ("flake",),
        "piece": _plays("snowhere", "random"),
        "companion": _plays("snowhere", "random"),
        "n_games": 20,
        "n_walks": 1,
        "n_plain": 1,
        "many": {"n_games": 60, "n_walks": 2, "n_plain": 1},
        "for_strategies": {"players": (2,), "n_games": 3, "many": {"n_games": 6}},
        # It always finds a card to dump on here, and never places a card as `careful` does.
        "sliver_dumper": {"idle_params": ("penalty_mm2",)},
    },
}
FOR_BOTH = ("base", "variants", "turned_action", "companion", "n_walks", "n_plain", "many")
MANY: dict[str, Any] = {"n_games": 200, "n_walks": 2, "n_plain": 2, "seed": 77, "pytestmark": [pytest.mark.slow]}


def _classes(game: Game, many: bool) -> dict[str, type]:
    """A test class for the game and one for each of its strategies."""
    prefix = f"Test_{game.name}{'_many' if many else ''}"
    strategies = plugins.strategies(game.name)
    known = {key: value for key, value in KNOWN.get(game.name, {}).items() if key not in strategies}
    found: dict[str, type] = {prefix: type(prefix, (GameConformance,), {"game": game, **_settings(known, many)})}
    shared = {key: value for key, value in known.items() if key in FOR_BOTH} | known.get("for_strategies", {})
    for strategy in strategies.values():
        given = shared | (known.get("for_yardsticks", {}) if strategy.yardstick else {})
        given |= KNOWN.get(game.name, {}).get(strategy.name, {})
        name = f"{prefix}_{strategy.name}"
        attributes = {"game": game, "strategy": strategy, **_settings(given, many)}
        found[name] = type(name, (StrategyConformance,), attributes)
    return found


def _settings(known: dict[str, Any], many: bool) -> dict[str, Any]:
    """The attributes of a test class; where many games are played, MANY, and the game's own `many` over it."""
    own = {key: value for key, value in known.items() if key not in ("many", "for_strategies", "for_yardsticks")}
    return {**own, **MANY, **known.get("many", {})} if many else own


for _game in plugins.games().values():
    globals().update(_classes(_game, False) | _classes(_game, True))
