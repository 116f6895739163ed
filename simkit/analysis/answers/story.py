"""The answers on how games unfold, from the standings that traced games record turn by turn (M6 to M9), and M11."""

from __future__ import annotations

from dataclasses import dataclass

from simkit.analysis.answers.basics import Interval


@dataclass(frozen=True)
class LeadPoint:
    """M8 at one point of the game.

    Attributes:
        progress: 0.25, 0.5 or 0.75 of the game's turns.
        leader_wins, last_wins: win credit of a seat that leads (is last) then; equals share it.
        sole_leader: share of games with one leader. level: share of games in which all seats stood equal, left out.
    """

    progress: float
    leader_wins: Interval
    last_wins: Interval
    sole_leader: Interval
    level: Interval


@dataclass(frozen=True)
class SurfaceCell:
    """M9: win probability of a seat in one cell of the surface, from the half of the games it was fitted on.

    `lead_low` to `lead_high`: standing minus the best other standing, both included.
    """

    progress_low: float
    progress_high: float
    lead_low: float
    lead_high: float
    seat: int
    probability: float
    count: int


@dataclass(frozen=True)
class StoryAnswer:
    """How games unfold. `games`: traced; `applied`: those of the other half, on which M6, M7 and the rest stand.

    Attributes:
        points: M8. surface: M9. calibration: (mean predicted, mean won, count) by tenths of predicted probability.
        drama: M6, 0 to 1, per game; behind: share of turns at which the eventual winner was behind.
        dead_time: M7, share of the game after the winner's probability stays at 0.95 or above.
        suspense, surprise: per turn (Ely, Frankel & Kamenica 2015), in probability.
    """

    games: int
    applied: int
    fair: float
    points: tuple[LeadPoint, ...]
    surface: tuple[SurfaceCell, ...]
    calibration: tuple[tuple[float, float, int], ...]
    drama: Interval | None
    behind: Interval | None
    dead_time: Interval | None
    suspense: Interval | None
    surprise: Interval | None


@dataclass(frozen=True)
class DealAnswer:
    """M11: how much of the result the deal decides, between these players.

    Attributes:
        number: "wins" or "success". share: 0 to 1, negative estimates shown as 0.
        deterministic: no repeat of any deal ended otherwise: 1 by construction, because nothing else is drawn.
        between, within: mean squares MSB and MSW. repeats: K. words: a sentence.
    """

    number: str
    share: Interval
    deterministic: bool
    between: float
    within: float
    repeats: int
    words: str


@dataclass(frozen=True)
class Ladder:
    """M10: rungs from the best strategy down; each beats the one below with its lower bound. `depth`: their number."""

    rungs: tuple[str, ...]

    @property
    def depth(self) -> int:
        """Number of rungs."""
        return len(self.rungs)
