"""Anaphylaxis: trick-taking with bees, where a second equal bee in front puts you out of the round."""

from __future__ import annotations

from simkit.game import COMMON_ENDS, Game, Kernels, Tally
from simkit.games.anaphylaxis.options import RULES, Rules, pack_rules
from simkit.games.anaphylaxis.state import KINDS, MAX_LEGAL, PURPOSES, STATE, VIEW
from simkit.games.anaphylaxis.words import ILLEGAL, WORDS


def _load_kernels() -> Kernels:
    from simkit.games.anaphylaxis.kernels import KERNELS

    return KERNELS


TALLIES = (
    Tally("tricks", "game", "count", "Tricks", "tricks"),
    Tally("sole_survivor_rounds", "game", "count", "Rounds with a sole survivor", "rounds"),
    Tally("bees", "seat", "count", "Bees in front at the ends of rounds", "bees"),
    Tally("passes", "seat", "count", "Passes", "passes"),
    Tally("eliminations_suffered", "seat", "count", "Times eliminated", "eliminations"),
    Tally("eliminations_caused", "seat", "count", "Cards played that eliminated another player", "eliminations"),
    Tally("tricks_won", "seat", "count", "Tricks won", "tricks"),
)

GAME = Game(
    name="anaphylaxis",
    title="Anaphylaxis",
    version="1.0",
    summary="Trick-taking for 3-4: collect bees, but two equal ones in front and you are out of the round.",
    players=(3, 4),
    rules_class=Rules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=_load_kernels,
    words=WORDS,
    purposes=PURPOSES,
    kinds=KINDS,
    end_reasons=(*COMMON_ENDS, "all rounds played"),
    illegal=ILLEGAL,
    tallies=TALLIES,
    turn_label="turns (a card or a pass)",
    standing_label="total points plus bees in front",
    max_decisions=3000,
    max_legal=MAX_LEGAL,
    docs="games/anaphylaxis.md",
)
