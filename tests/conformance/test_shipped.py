"""Every shipped game and strategy runs under the conformance suites; what is installed besides runs as well."""

from __future__ import annotations

from typing import Any

from simkit import plugins
from simkit.games.sneeze.state import A_MIX, N_SEATS, N_TYPES, TURN
from simkit.testing import GameConformance, StrategyConformance


def turned_sneeze_action(suite: Any, state: Any, action: int, shift: int) -> int:
    """Only a Mix Up names a seat."""
    which = action - A_MIX
    if int(state.kind) != TURN or which < 0:
        return action
    mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
    return int(A_MIX + (mine * N_SEATS + (other + shift) % int(state.n_players)) * N_TYPES + theirs)


# What a game's suite must know besides: variants worth more than one option at its limit, and who sees what.
KNOWN: dict[str, dict[str, Any]] = {
    "anaphylaxis": {
        "variants": ({}, {"final_blow_bonus": True, "exchange_count": 3, "exchange_dir": "alternate"}),
        "own_fields": ("hands",),
        "secret_fields": ("deck", "leftover"),
    },
    "sneeze": {
        "variants": ({}, {"and_now_mode": "combined", "gift_mode": "all_optional", "windy_count": 16}),
        "own_fields": ("hand",),
        "secret_fields": ("deck", "adeck"),
        "turned_action": turned_sneeze_action,
    },
}


def _classes() -> dict[str, type]:
    found: dict[str, type] = {}
    for name, game in plugins.games().items():
        known = KNOWN.get(name, {})
        title = f"Test_{name}"
        found[title] = type(title, (GameConformance,), {"game": game, **known})
        variants: dict[str, Any] = {"variants": known.get("variants", ({},))}
        if "turned_action" in known:
            variants["turned_action"] = known["turned_action"]
        for strategy in plugins.strategies(name).values():
            title = f"Test_{name}_{strategy.name}"
            found[title] = type(title, (StrategyConformance,), {"game": game, "strategy": strategy, **variants})
    return found


globals().update(_classes())
