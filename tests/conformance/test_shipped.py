"""Every installed game and strategy runs under the conformance suites: some games always, many in the slow tests."""

from __future__ import annotations

from typing import Any

import pytest

from simkit import plugins
from simkit.game import Game
from simkit.testing import GameConformance, StrategyConformance

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
}
MANY: dict[str, Any] = {"n_games": 2000, "n_walks": 5, "n_plain": 12, "seed": 77, "pytestmark": [pytest.mark.slow]}


def _classes(game: Game, many: dict[str, Any]) -> dict[str, type]:
    """A test class for the game and one for each of its strategies."""
    prefix = f"Test_{game.name}{'_many' if many else ''}"
    known = KNOWN.get(game.name, {})
    found: dict[str, type] = {prefix: type(prefix, (GameConformance,), {"game": game, **known, **many})}
    for strategy in plugins.strategies(game.name).values():
        given = {"game": game, "strategy": strategy, "variants": known.get("variants", ({},)), **many}
        name = f"{prefix}_{strategy.name}"
        found[name] = type(name, (StrategyConformance,), given)
    return found


for _game in plugins.games().values():
    globals().update(_classes(_game, {}) | _classes(_game, MANY))
