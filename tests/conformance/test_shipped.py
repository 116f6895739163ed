"""Every shipped game and strategy runs under the conformance suites; what is installed besides runs as well."""

from __future__ import annotations

from typing import Any

from simkit import plugins
from simkit.testing import GameConformance, StrategyConformance

# What a game's suite must know besides: variants worth more than one option at its limit, and who sees what.
KNOWN: dict[str, dict[str, Any]] = {
    "anaphylaxis": {
        "variants": ({}, {"final_blow_bonus": True, "exchange_count": 3, "exchange_dir": "alternate"}),
        "own_fields": ("hands",),
        "secret_fields": ("deck", "leftover"),
    },
}


def _classes() -> dict[str, type]:
    found: dict[str, type] = {}
    for name, game in plugins.games().items():
        known = KNOWN.get(name, {})
        title = f"Test_{name}"
        found[title] = type(title, (GameConformance,), {"game": game, **known})
        variants = {"variants": known.get("variants", ({},))}
        for strategy in plugins.strategies(name).values():
            title = f"Test_{name}_{strategy.name}"
            found[title] = type(title, (StrategyConformance,), {"game": game, "strategy": strategy, **variants})
    return found


globals().update(_classes())
