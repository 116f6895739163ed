"""Doctor Li: be the first country prepared for the pandemic, by putting down three categories of cards."""

from __future__ import annotations

from simkit.game import COMMON_ENDS, Game, Kernels, Tally
from simkit.games.doctor_li.options import DoctorLiRules, pack_rules
from simkit.games.doctor_li.state import ENDS, KINDS, N_ACTIONS, PURPOSES, RULES, SORTS, STATE, VIEW
from simkit.games.doctor_li.words import ILLEGAL, SORT_NAMES, WORDS


def _load_kernels() -> Kernels:
    from simkit.games.doctor_li.kernels import KERNELS

    return KERNELS


_USES = (("drawn", "came into the hand"), ("played", "played"), ("held", "in hand at the end"))
_ORDER = ("never", "first", "second", "third", "fourth", "fifth", "sixth")

TALLIES = (
    Tally("finisher_wins", "game", "flag", "The first player to complete all categories wins alone", "games"),
    Tally("decided_last_round", "game", "flag", "The last round changed who wins", "games"),
    Tally("starved_draws", "game", "count", "Category cards that could not be drawn", "cards"),
    Tally("no_action_card", "game", "count", "Turns without an action card to turn", "turns"),
    Tally("category_reshuffles", "game", "count", "Times the category pile ran out", "reshuffles"),
    Tally("action_reshuffles", "game", "count", "Times the action pile ran out", "reshuffles"),
    Tally("epidemics", "game", "count", "Epidemic Spread cards turned", "cards"),
    Tally("attempts", "seat", "count", "Attempts to put down a category", "attempts"),
    Tally("failures", "seat", "count", "Attempts that failed", "attempts"),
    Tally("sets_of_three", "seat", "count", "Sets of three put down", "sets"),
    Tally("sets_of_four", "seat", "count", "Sets of four put down", "sets"),
    Tally("interrupts", "seat", "count", "Oh I Got This used against an attempt", "cards"),
    Tally("counters", "seat", "count", "Oh I Got This used against an Oh I Got This", "cards"),
    Tally("deflections", "seat", "count", "Oh I Got This used against Well That Sucks", "cards"),
    Tally("escapes", "seat", "count", "Oh I Got This used against Aggravating circumstances", "cards"),
    Tally("wiped", "seat", "count", "Hands wiped by an epidemic", "hands"),
    Tally("hoarding_losses", "seat", "count", "Cards lost to hoarding", "cards"),
    Tally("wts_at_leader", "seat", "count", "Well That Sucks directed at the leading opponent", "cards"),
    Tally("fished", "seat", "count", "Cards fished for two", "cards"),
    Tally("fours", "seat", "count", "Cards bought for four", "cards"),
    *(
        Tally(f"{use}_{sort}", "seat", "count", f"{name}: {words}", "cards")
        for use, words in _USES
        for sort, name in zip(SORTS, SORT_NAMES, strict=True)
    ),
    Tally("finish_order", "seat", "category", "Completed all categories", "place", _ORDER),
    Tally("hand_at_end", "seat", "count", "Cards in hand at the end", "cards"),
    Tally("first_with_two", "seat", "flag", "The first to have two categories down", "games"),
)

GAME = Game(
    name="doctor_li",
    title="Doctor Li",
    version="1.0",
    summary="Put down sets of three categories before the others do, against epidemics and interruptions (2-6).",
    players=(2, 3, 4, 5, 6),
    rules_class=DoctorLiRules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=_load_kernels,
    words=WORDS,
    purposes=PURPOSES,
    kinds=KINDS,
    end_reasons=(*COMMON_ENDS, *ENDS),
    illegal=ILLEGAL,
    tallies=TALLIES,
    turn_label="turns",
    standing_label="points of the sets down and the bonus",
    max_decisions=2_000_000,
    max_legal=N_ACTIONS,
    docs="games/doctor_li.md",
)
