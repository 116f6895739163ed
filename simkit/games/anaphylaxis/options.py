"""The rule options of Anaphylaxis: every knob and every reading of an unclear rule (specification, section 3)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import Rules as BaseRules
from simkit.game import option

MAX_PASSES = 3
MAX_ROUNDS = 12
LEADS = ("left", "second_best", "dealer")
DIRECTIONS = ("right", "left", "alternate")

RULES = np.dtype(
    [
        ("n_rounds", np.int64),  # rounds of a game, resolved
        ("lead_after_elimination", np.int64),  # index into LEADS
        ("elimination_zeroes_total", np.int64),  # 0/1
        ("most_bonus", np.int64),  # points; -1: the number of the round
        ("most_bonus_needs_bee", np.int64),  # 0/1
        ("leader_may_pass", np.int64),  # 0/1
        ("max_passes", np.int64),  # passes a player has in a round
        ("pass_points", np.int64, (MAX_PASSES + 1,)),  # points for 0, 1, ... passes, padded with 0
        ("exchange_count", np.int64),  # cards that each player gives away before a round
        ("exchange_dir", np.int64),  # index into DIRECTIONS
        ("sole_survivor_bonus", np.int64),  # points
        ("final_blow_bonus", np.int64),  # 0/1
        ("final_blow_points", np.int64),  # points a marker
    ],
    align=True,
)


@dataclass(frozen=True)
class Rules(BaseRules):
    """Options of Anaphylaxis; the defaults are the rulebook's game, without its optional rule."""

    rounds: str | int = option(
        "players",
        "rounds of a game; 'players' is one for each player, so that everybody deals once",
        "A2.1, AA20",
        choices=("players", *range(1, MAX_ROUNDS + 1)),
        shown_range="players, or 1 to 3 times the number of players",
    )
    exchange_count: int = option(
        2, "cards that everybody hands to a neighbour before the first trick", "A3.2, AA11", low=0, high=3
    )
    exchange_dir: str = option(
        "right",
        "who gets them; 'alternate' is right in odd rounds, left in even ones",
        "A3.2, AA11",
        choices=DIRECTIONS,
    )
    max_passes: int = option(
        2, "passes that a player has in a round (set pass_points with it)", "A4.4, AA10", low=0, high=MAX_PASSES
    )
    pass_points: tuple[int, ...] = option(
        (5, 3, 0), "points for 0, 1, 2 ... passes used; one entry more than max_passes", "A7.2, AA10", low=0, high=20
    )
    leader_may_pass: bool = option(
        True, "may the first to act in a trick pass? The others may in any case", "A4.4, AA9"
    )
    lead_after_elimination: str = option(
        "left",
        "who leads when the winner of a trick is eliminated: the next player to the left, who played the second-best "
        "card, or the dealer",
        "A6.3, AA2",
        choices=LEADS,
    )
    elimination_zeroes_total: bool = option(
        False, "does an eliminated player also lose the points of earlier rounds?", "A7.1, AA3"
    )
    most_bonus: str | int = option(
        "round",
        "points for the most bees among the players left; 'round' is the number of the round",
        "A7.2, AA7",
        choices=("round", *range(11)),
        shown_range="round, or 0 to 10",
    )
    most_bonus_needs_bee: bool = option(False, "is there no most bonus when nobody left has a bee?", "A7.2, AA6")
    sole_survivor_bonus: int = option(
        10, "points for being the only player not eliminated", "A7.2, AA21", low=0, high=15
    )
    final_blow_bonus: bool = option(
        False, "the rulebook's optional rule: a marker for playing the card that eliminates somebody", "A9, AA12-AA15"
    )
    final_blow_points: int = option(
        3, "points a final blow marker is worth to a player not eliminated", "A9.3", low=0, high=10
    )

    def validate(self, n_players: int) -> None:
        """Check combinations.

        Raises:
            UsageError: `pass_points` does not fit `max_passes`, or there are more than 3 rounds a player.
        """
        if len(self.pass_points) != self.max_passes + 1:
            raise UsageError(
                f"anaphylaxis option 'pass_points' must have {self.max_passes + 1} entries where max_passes is "
                f"{self.max_passes}: the points for 0 to {self.max_passes} passes; {list(self.pass_points)} came. "
                "Set pass_points together with max_passes."
            )
        if self.rounds != "players" and int(self.rounds) > 3 * n_players:
            raise UsageError(
                f"anaphylaxis option 'rounds' must be players, or 1 to {3 * n_players} with {n_players} players; "
                f"{self.rounds} came."
            )


def pack_rules(rules: Any, n_players: int) -> Any:
    """Return the options as a recarray of one RULES record, as the kernels read them."""
    packed = np.zeros(1, RULES).view(np.recarray)
    record = packed[0]
    record.n_rounds = n_players if rules.rounds == "players" else int(rules.rounds)
    record.lead_after_elimination = LEADS.index(rules.lead_after_elimination)
    record.most_bonus = -1 if rules.most_bonus == "round" else int(rules.most_bonus)
    record.exchange_dir = DIRECTIONS.index(rules.exchange_dir)
    record.pass_points[: len(rules.pass_points)] = rules.pass_points
    for name in (
        "elimination_zeroes_total",
        "most_bonus_needs_bee",
        "leader_may_pass",
        "max_passes",
        "exchange_count",
        "sole_survivor_bonus",
        "final_blow_bonus",
        "final_blow_points",
    ):
        record[name] = int(getattr(rules, name))
    return packed
