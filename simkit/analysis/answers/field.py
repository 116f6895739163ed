"""The answers on a set of strategies (M13 to M17), and on what goes with winning (M18)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from simkit.analysis.answers.basics import Interval
from simkit.analysis.answers.story import Ladder

if TYPE_CHECKING:
    from simkit.analysis.answers.run import NoiseFloor

Use = Literal["drawn", "played", "held"]


@dataclass(frozen=True)
class Rating:
    """How strong one strategy is: `strength` times as likely to win as an average one in the same seat.

    Attributes:
        theta: its logarithm, as estimated; those of strategies that are no yardsticks add up to 0 (a yardstick that
            hardly ever wins would make all others look strong).
        strength: exp(theta) with its interval.
    """

    strategy: str
    yardstick: bool
    theta: float
    strength: Interval


@dataclass(frozen=True)
class SeatEffect:
    """How much a seat (from 1) multiplies the chance of whoever sits there; the geometric mean over seats is 1."""

    seat: int
    factor: Interval


@dataclass(frozen=True)
class RatingAnswer:
    """The ranking, best first.

    Attributes:
        games: credits that it rests on. clear: for each place but the last, whether the strategy is shown to be
            stronger than the next one.
        bounded: some strategy or seat never won, or always; its strength has no finite estimate, and one virtual game
            against an average opponent, half won, keeps it in bounds.
    """

    ratings: tuple[Rating, ...]
    seats: tuple[SeatEffect, ...]
    clear: tuple[bool, ...]
    games: float
    bounded: bool


@dataclass(frozen=True)
class FocusShare:
    """M13: one seat of `strategy`, all others of `against`: how often the one wins; `fair` is 1/n of the won games.

    `deviation`: share - fair, from the same blocks.
    """

    strategy: str
    against: str
    share: Interval
    deviation: Interval
    fair: float


@dataclass(frozen=True)
class Standing:
    """What the focus shares say of one strategy.

    Attributes:
        kind: "dominant": a seat of it wins more than its fair share among copies of each other strategy; "trap": less,
            among copies of each other; "viable": neither is shown; "unknown": some pairing was not played.
        p_dominant, p_trap: Holm-adjusted over strategies; None if unknown.
        missing: strategies against which it was not played.
    """

    strategy: str
    kind: Literal["dominant", "trap", "viable", "unknown"]
    p_dominant: float | None
    p_trap: float | None
    missing: tuple[str, ...]


@dataclass(frozen=True)
class Cycles:
    """M14: how much of the match-ups no ranking can explain (rock beats scissors beats paper beats rock).

    Attributes:
        ratio: norm of the cyclic part over the norm of all. noise: what the same games would show of it on average if
            there were none. excess: ratio - noise, not below 0.
        loop: the strongest circle of three, each beating the next, where each link is shown; empty if there is none.
    """

    ratio: float
    noise: float
    excess: float
    loop: tuple[str, ...]


@dataclass(frozen=True)
class Mass:
    """One strategy in the equilibria. `rating`: what it gets against the Nash average, in log odds: 0 or below.

    `nash`, `alpha`: its mass, with the 2.5 % and 97.5 % points over resamples (at 95 % confidence).
    """

    strategy: str
    nash: float
    nash_range: tuple[float, float] | None
    rating: float
    alpha: float
    alpha_range: tuple[float, float] | None
    group: int  # strategies that cannot be told apart have the same number


@dataclass(frozen=True)
class MetaGame:
    """M14-M16. `viable`: effective number of strategies in the Nash average, those alike counted once."""

    masses: tuple[Mass, ...]  # heaviest first
    cycles: Cycles | None  # None: fewer than three strategies
    viable: float
    viable_range: tuple[float, float] | None


@dataclass(frozen=True)
class FieldAnswer:
    """Everything on a set of strategies, from one line-up or from all line-ups of a study.

    Attributes:
        ratings: M17, the one ranking; None where nobody won, or where no table seats two strategies. It ranks the
            largest group of strategies that are tied together by common tables.
        meta: M14 to M16; None where fewer than two strategies are no yardsticks, or two of them never met.
        shares, standings: M13; empty where no line-up seats one strategy among copies of another.
        lineups: how many different tables it rests on: those that seat several strategies.
        ladder: M10, of those that are no yardsticks; None if fewer than two are.
        apart: rankings of further groups, which never met the first one or each other.
        unranked: strategies that only ever met their own copies.
    """

    ratings: RatingAnswer | None
    meta: MetaGame | None
    shares: tuple[FocusShare, ...]
    standings: tuple[Standing, ...]
    lineups: int
    ladder: Ladder | None = None
    apart: tuple[RatingAnswer, ...] = ()
    unranked: tuple[str, ...] = ()


@dataclass(frozen=True)
class CardUse:
    """Win share of seats that drew (played, held) a card at least once, and of all others.

    `lift`: the difference, from the same games. `seats`: share of seats that did. `p`: of no difference, adjusted by
    Benjamini and Hochberg over all cards and uses; None where the spread is unknown.
    """

    use: Use
    share_with: Interval
    share_without: Interval
    lift: Interval
    seats: float
    p: float | None


@dataclass(frozen=True)
class Card:
    """One card. `dead`: of the cards drawn, the share held unplayed at the end; None if either is not counted."""

    name: str
    uses: tuple[CardUse, ...]
    dead: Interval | None


@dataclass(frozen=True)
class CardAnswer:
    """All cards in the order of the game. `noise`: the largest lift that luck alone would show (E5)."""

    cards: tuple[Card, ...]
    noise: NoiseFloor | None


@dataclass(frozen=True)
class Link:
    """How a tally of a seat goes with winning: win share gained with each one more (of a flag: with it, not without).

    `category`: for categories, with this one against all others. `p` as in `CardUse`, over all tallies.
    """

    name: str
    label: str
    unit: str
    kind: str
    category: str | None
    slope: Interval
    p: float | None
