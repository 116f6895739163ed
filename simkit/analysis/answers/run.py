"""The answers on one run: one record a question, and all of them in `Analysis`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simkit.analysis.answers.basics import GroupSpread, Histogram, Interval, Spread
from simkit.analysis.answers.field import CardAnswer, FieldAnswer, Link
from simkit.analysis.answers.story import DealAnswer, StoryAnswer


@dataclass(frozen=True)
class Headline:
    """What was played, how much, and how it is judged.

    Attributes:
        population: whom every verdict holds for, in words ("random at every seat").
        strategies: the distinct specifications in the order of the line-up; lineup: all of them, one a seat.
        yardsticks: those of `strategies` that nobody plays like.
        games, blocks: what lies in the tables (an interrupted run has fewer than were requested).
        games_per_block: seatings x repeats. margin: in use, a fraction; margin_default: True if nobody chose it.
        status: "running", "complete" or "interrupted". variant: "base" in a plain run.
        stopping: E6, the rule by which it stopped: "width", "verdict", "games" (within a time limit), or "": fixed.
    """

    game: str
    title: str
    game_version: str
    players: int
    lineup: tuple[str, ...]
    strategies: tuple[str, ...]
    yardsticks: tuple[str, ...]
    population: str
    games: int
    blocks: int
    games_per_block: int
    seatings: int
    rotations_only: bool
    repeats: int
    seed: int | None
    seed_drawn: bool
    confidence: float
    margin: float
    margin_default: bool
    cooperative: bool
    has_score: bool
    status: str
    command: str
    turn_label: str
    standing_label: str
    result_label: str
    variant: str = "base"
    stopping: str = ""


@dataclass(frozen=True)
class SeatShare:
    """Win share of one seat (M1). `bounds`: [W/N, (W + capped)/N], only if games were capped (E9)."""

    seat: int
    share: Interval
    deviation: Interval  # share - fair share, from the same block means
    bounds: tuple[float, float] | None


@dataclass(frozen=True)
class NoiseFloor:
    """The largest seat gap that a fair game would show by luck alone: mean and 95th percentile (E5)."""

    mean: float
    p95: float


@dataclass(frozen=True)
class Wald:
    """Test of "all seats win equally often" (M1). `p_value` None: too few blocks, or no variance."""

    statistic: float | None
    degrees: int
    p_value: float | None


@dataclass(frozen=True)
class SeatVerdict:
    """E4 on seats.

    Attributes:
        kind: "balanced" | "imbalanced" | "undecided".
        margin: d, a fraction. confidence: of the intervals; each one-sided test is at (1 - confidence)/2.
        population: whom it holds for.
        outside: seats shown to be off by more than the margin (Holm).
        p_values: Holm-adjusted, one a seat; None if a seat's spread is unknown.
        further_blocks, further_games: undecided only: about how many more would decide it; None if not decidable.
        reason: why undecided, in words, where more blocks are not the (whole) answer.
        words: the verdict as one clause: "balanced within 2.5 points, for random at every seat".
        warnings: sentences to print beside it.
    """

    kind: Literal["balanced", "imbalanced", "undecided"]
    margin: float
    confidence: float
    population: str
    outside: tuple[int, ...]
    p_values: tuple[float | None, ...]
    further_blocks: int | None
    further_games: int | None
    reason: str
    words: str
    warnings: tuple[str, ...]


@dataclass(frozen=True)
class SeatAnswer:
    """Does the seat matter? M1, M2, E4, E5."""

    fair: float
    shares: tuple[SeatShare, ...]
    first_seat_advantage: Interval
    gap: float  # largest seat share minus smallest (M2)
    noise: NoiseFloor | None  # None: spread unknown
    wald: Wald
    unequal: bool  # shown not to win equally often: by the test, and by a gap beyond luck's 95th percentile
    verdict: SeatVerdict


@dataclass(frozen=True)
class StrategyShare:
    """Win share of a seat held by this strategy, averaged over its `seats` places in the line-up and over seatings."""

    strategy: str
    seats: int
    yardstick: bool
    share: Interval
    deviation: Interval  # share - fair share
    bounds: tuple[float, float] | None


@dataclass(frozen=True)
class Matchup:
    """M13: probability that a seat of `strategy` outranks a seat of `against` at the same table, ties half.

    `unranked`: share of games without a ranking (capped): nobody outranks anybody, they are not in `probability`.
    `bounds`: E9, what it could be if all of those had gone one way; None if every game was ranked.
    """

    strategy: str
    against: str
    probability: Interval
    unranked: float
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class StrategyAnswer:
    """Which strategy wins? `mirror`: one strategy at every seat; its share is fair by construction, no `matchups`."""

    mirror: bool
    fair: float
    shares: tuple[StrategyShare, ...]
    matchups: tuple[Matchup, ...]  # every ordered pair of two strategies


@dataclass(frozen=True)
class ScoreAnswer:
    """Scores by seat and strategy, and how close it was (M23).

    `margin`: best minus second score, 0 on a tie. `photo_finish`: share of games with a margin of 1 or less, ties too.
    """

    overall: Spread
    by_seat: tuple[GroupSpread, ...]
    by_strategy: tuple[GroupSpread, ...]
    margin: Spread | None
    photo_finish: Interval | None


@dataclass(frozen=True)
class BandAnswer:
    """M4: share of games outside the designer's band of `least` to `most` turns, both included."""

    least: float
    most: float
    shorter: Interval
    longer: Interval
    outside: Interval


@dataclass(frozen=True)
class LengthAnswer:
    """M4: how long a game lasts, capped games included. `band`: None if nobody named one."""

    turns: Spread
    rounds: Spread
    decisions: Spread
    band: BandAnswer | None = None


@dataclass(frozen=True)
class EndReason:
    """One way in which games ended."""

    reason: str
    games: int
    share: Interval


@dataclass(frozen=True)
class OutcomeAnswer:
    """M3, E9: how games ended. `winners[k]`: games with k winners (k = 0: without one); empty if cooperative."""

    games: int
    end_reasons: tuple[EndReason, ...]
    ties: Interval | None  # share of games with two or more winners
    no_winner: Interval | None
    winners: tuple[int, ...]
    capped: Interval
    capped_games: int


@dataclass(frozen=True)
class ChoiceAnswer:
    """M21: how often there is something to choose. `legal_actions` per decision; None where they cannot be listed."""

    choice_share: Interval
    decisions_per_game: Interval
    forced_per_game: Interval
    legal_actions: Interval | None


@dataclass(frozen=True)
class LeadAnswer:
    """M5: changes of the set of leaders, per game and per turn; `none`: share of games without any."""

    per_game: Interval
    per_turn: Interval
    none: Interval
    histogram: Histogram


@dataclass(frozen=True)
class TallyRow:
    """One value of a tally. `group`: "all", a seat ("1") or a strategy; `category`: only for kind "category"."""

    group: str
    category: str | None
    value: Interval


@dataclass(frozen=True)
class TallyAnswer:
    """A counter that the game declared: mean per game (and seat), rate of a flag, share of each category.

    `overall` has one row (one a category); `by_seat` and `by_strategy` are empty for tallies of the whole game.
    """

    name: str
    label: str
    unit: str
    kind: Literal["count", "flag", "category", "duration"]
    scope: Literal["game", "seat"]
    overall: tuple[TallyRow, ...]
    by_seat: tuple[TallyRow, ...]
    by_strategy: tuple[TallyRow, ...]


@dataclass(frozen=True)
class CooperativeAnswer:
    """A cooperative game: how often the table succeeds, and how its result is distributed.

    `bounds`: E9, the success rate if every game that was cut off had failed, or succeeded; None if none was.
    """

    success: Interval
    result: Spread | None
    result_label: str
    bounds: tuple[float, float] | None = None


@dataclass(frozen=True)
class Analysis:
    """All answers on one run. `seats` and `strategies` are None in a cooperative game, `scores` if it has none.

    `field` (M13 to M17) is None where one strategy sits everywhere or the table plays together, `cards` (M18) where the
    game counts none. `deal` (M11) is None with one repeat, `story` (M6 to M9) if no game was traced.
    """

    headline: Headline
    seats: SeatAnswer | None
    strategies: StrategyAnswer | None
    scores: ScoreAnswer | None
    lengths: LengthAnswer
    outcomes: OutcomeAnswer
    choice: ChoiceAnswer
    leads: LeadAnswer
    tallies: tuple[TallyAnswer, ...]
    cooperative: CooperativeAnswer | None
    field: FieldAnswer | None = None
    cards: CardAnswer | None = None
    links: tuple[Link, ...] = ()
    deal: DealAnswer | None = None
    story: StoryAnswer | None = None
