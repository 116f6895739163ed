"""Sneeze: make the others sneeze by matching all their allergies with the pool upwind."""

from __future__ import annotations

from simkit.game import COMMON_ENDS, Game, Kernels, Tally
from simkit.games.sneeze.options import SneezeRules, pack_rules
from simkit.games.sneeze.state import ENDS, N_ACTIONS, RULES, STATE, TITLES, VIEW
from simkit.games.sneeze.words import ILLEGAL, NAMES, WORDS


def _load_kernels() -> Kernels:
    from simkit.games.sneeze.kernels import KERNELS

    return KERNELS


TALLIES = (
    Tally("wind_changes", "game", "count", "Wind changes", "changes"),
    Tally("turns_after_limit", "game", "duration", "Turns from the first player at the limit to the end", "turns"),
    Tally("limit_reached", "game", "flag", "Somebody reached the limit of allergies", "games"),
    Tally("sneeze_reshuffles", "game", "count", "Times the Sneeze deck ran out", "reshuffles"),
    Tally("and_now_reshuffles", "game", "count", "Times the And Now deck ran out", "reshuffles"),
    Tally("lost_draws", "game", "count", "And Now cards that could not be drawn", "cards"),
    Tally("sneezes_caused", "seat", "count", "Sneezes of others caused", "sneezes"),
    Tally("sneezes_suffered", "seat", "count", "Sneezes suffered in others' turns", "sneezes"),
    Tally("self_sneezes", "seat", "count", "Own sneezes caused", "sneezes"),
    Tally("gifts_given", "seat", "count", "Allergies given away", "gifts"),
    *(
        Tally(f"{verb}_{title}", "seat", "count", f"{name}: {words}", "cards")
        for verb, words in (("drawn", "drawn"), ("played", "played"), ("held", "held at the end"))
        for title, name in zip(TITLES, NAMES, strict=True)
    ),
)

GAME = Game(
    name="sneeze",
    title="Sneeze",
    version="1.0",
    summary="Match the others' allergies with the pool upwind; the last player below four allergies wins (2-6).",
    players=(2, 3, 4, 5, 6),
    rules_class=SneezeRules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=_load_kernels,
    words=WORDS,
    purposes=("shuffle_sneeze", "shuffle_and_now", "reshuffle_sneeze", "reshuffle_and_now"),
    kinds=("turn", "payment", "gift"),
    end_reasons=(*COMMON_ENDS, *ENDS),
    illegal=ILLEGAL,
    tallies=TALLIES,
    has_score=False,
    turn_label="turns (a flip or a card)",
    standing_label="minus the number of allergies",
    max_decisions=2_000_000,
    max_legal=N_ACTIONS,
    docs="games/sneeze.md",
)
