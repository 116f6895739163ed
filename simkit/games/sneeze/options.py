"""Rule options of Sneeze: every deck count, threshold and reading of an unclear rule (specification 0a and 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import Rules, option
from simkit.games.sneeze.state import (
    AND_NOW_SLOTS,
    N_TITLES,
    N_TYPES,
    RULES,
    SNEEZE_SLOTS,
    TITLES,
    UNLISTED,
    WINDY,
)
from simkit.slots import ABSENT, faces_for

MODES = ("standard", "simplified", "combined")
GIFT_TESTS = ("event_start", "running", "turn_start")
GIFT_MODES = ("first_mandatory", "all_mandatory", "all_optional")
WIN_CHECKS = ("after_event", "after_each_allergy", "end_of_turn")
CLEAR_TARGETS = ("causing", "current_upwind")

PRINTED_AND_NOW = {
    "gust_of_wind": 3,
    "i_hold_my_breath": 3,
    "mean_trick": 6,
    "mix_up": 3,
    "something_in_the_air": 3,
    "spring_cleaning": 3,
    "weather_forecast": 6,
}
N_UNLISTED = 3
PRINTED_SNEEZE = (15, 15, 15, 15, 15, 6)


@dataclass(frozen=True)
class SneezeRules(Rules):
    """What a designer may change in Sneeze."""

    windy_count: int = option(6, "Windy Day cards in the Sneeze deck of 81", "SA1", low=0, high=40)
    type_counts: tuple[int, ...] = option(
        (),
        "cards of Cat, Dog, Dust, Pollen, Smog; Windy Days come on top",
        "SA1",
        low=0,
        high=40,
        shown_range="empty: 81 less the Windy Days, spread evenly; or five numbers, each 0 to 40",
    )
    and_now_counts: dict[str, int] = option(
        dict(PRINTED_AND_NOW), "copies of each And Now title", "S1.3", low=0, high=12, shown_range="each title 0 to 12"
    )
    unlisted_and_now: str = option(
        "flip_double_only",
        "what the three And Now cards are that the rulebook counts but does not list",
        "SA2",
        choices=("flip_double_only", "omit", *PRINTED_AND_NOW),
    )
    and_now_mode: str = option(
        "standard",
        "what a card may be played for: its title or Flip Double; Mix Up, Spring Cleaning or Flip Double; all of these",
        "SA3",
        choices=MODES,
    )
    clear_target: str = option(
        "causing",
        "which pool a sneeze clears if a Windy Day drawn as allergy turned the wind",
        "SA4",
        choices=CLEAR_TARGETS,
    )
    gift_eligibility: str = option(
        "event_start",
        "when it is tested whether the current player has enough allergies to give",
        "SA5",
        choices=GIFT_TESTS,
    )
    gift_mode: str = option(
        "first_mandatory",
        "which opportunities of an event to give an allergy are compulsory",
        "SA6",
        choices=GIFT_MODES,
    )
    win_check_timing: str = option(
        "after_event",
        "when wins by the number of allergies are tested (after_each_allergy makes the win 'all at four' impossible, "
        "against the rulebook's list of wins)",
        "SA8",
        choices=WIN_CHECKS,
    )
    double_windy_draw: int = option(2, "And Now cards drawn for two Windy Days by Flip Double", "SA11", choices=(2, 4))
    double_windy_drops_breath: bool = option(False, "two Windy Days by Flip Double make breath cards go", "SA11")
    allow_noop_and_now: bool = option(
        True, "Gust of Wind on an empty pool and Mix Up of equal types may be played", "SA17"
    )
    allergy_cap: Any = option(
        "none",
        "a sneezer with so many allergies gets no further one",
        "SA18",
        choices=("none", 3, 4, 5, 6, 7, 8, 9, 10),
    )
    w3_threshold: Any = option(
        4,
        "different players to make sneeze in one turn for a win (ceil_2n_3: two thirds of the players, rounded up)",
        "SA25",
        choices=(3, 4, 5, "ceil_2n_3"),
    )
    allergy_limit: int = option(
        4, "allergies from which a player is out of the running and gives instead", "SA26", low=3, high=6
    )
    max_turns: int = option(1000, "turns after which a game is stopped and counted as capped", "5", low=1, high=100_000)

    def sneeze_counts(self) -> tuple[int, ...]:
        """Cards of the five types and Windy Days (S1.2)."""
        if self.type_counts:
            return (*self.type_counts, self.windy_count)
        each, rest = divmod(81 - self.windy_count, N_TYPES)
        return (*(each + (t < rest) for t in range(N_TYPES)), self.windy_count)

    def title_counts(self) -> tuple[int, ...]:
        """Copies of the seven titles and of the unlisted cards (S1.3)."""
        counts = [*self.and_now_counts.values(), 0]
        if self.unlisted_and_now == "flip_double_only":
            counts[UNLISTED] = N_UNLISTED
        elif self.unlisted_and_now != "omit":
            counts[TITLES.index(self.unlisted_and_now)] += N_UNLISTED
        return tuple(counts)

    def validate(self, n_players: int) -> None:
        """Check the decks as wholes."""
        if self.type_counts and len(self.type_counts) != N_TYPES:
            raise UsageError(
                f"sneeze option 'type_counts' must be five numbers (Cat, Dog, Dust, Pollen, Smog), each 0 to 40; "
                f"{len(self.type_counts)} came: {list(self.type_counts)}."
            )
        counts = self.sneeze_counts()
        if not n_players <= sum(counts[:N_TYPES]) or sum(counts) > SNEEZE_SLOTS:
            raise UsageError(
                f"sneeze options 'type_counts' and 'windy_count' must make a Sneeze deck of at most {SNEEZE_SLOTS} "
                f"cards with at least one allergen for each of the {n_players} players; {list(counts[:N_TYPES])} and "
                f"{self.windy_count} Windy Days came ({sum(counts)} cards)."
            )
        if sum(self.title_counts()) > AND_NOW_SLOTS:
            raise UsageError(
                f"sneeze option 'and_now_counts' must make an And Now deck of at most {AND_NOW_SLOTS} cards; "
                f"{sum(self.title_counts())} came. Lower some counts."
            )


def pack_rules(rules: SneezeRules, n_players: int) -> Any:
    """The rules as the kernels read them: one record of RULES."""
    packed = np.zeros(1, RULES).view(np.recarray)
    record = packed[0]
    counts = rules.sneeze_counts()
    record.face[:] = faces_for(PRINTED_SNEEZE, counts, SNEEZE_SLOTS)
    record.printed[:] = counts
    printed_titles = (*PRINTED_AND_NOW.values(), N_UNLISTED)
    titles = faces_for(printed_titles, rules.title_counts(), AND_NOW_SLOTS)
    for slot, title in enumerate(titles):
        record.title[slot] = title
        if title != ABSENT:
            record.title_mask[title] |= np.uint64(1) << np.uint64(slot)
    for title in range(N_TITLES):
        record.all_titles |= record.title_mask[title]
    record.n_sneeze = 1 + max(s for s in range(SNEEZE_SLOTS) if record.face[s] != ABSENT)
    record.n_and_now = 1 + max((s for s in range(AND_NOW_SLOTS) if record.title[s] != ABSENT), default=-1)
    record.mode = MODES.index(rules.and_now_mode)
    record.clear_upwind = CLEAR_TARGETS.index(rules.clear_target)
    record.gift_test = GIFT_TESTS.index(rules.gift_eligibility)
    record.gift_mode = GIFT_MODES.index(rules.gift_mode)
    record.win_check = WIN_CHECKS.index(rules.win_check_timing)
    record.double_draw = rules.double_windy_draw
    record.double_drops = rules.double_windy_drops_breath
    record.noop = rules.allow_noop_and_now
    record.cap = 0 if rules.allergy_cap == "none" else rules.allergy_cap
    record.w3 = -(-2 * n_players // 3) if rules.w3_threshold == "ceil_2n_3" else rules.w3_threshold
    record.limit = rules.allergy_limit
    record.max_turns = rules.max_turns
    assert WINDY == N_TYPES
    return packed
