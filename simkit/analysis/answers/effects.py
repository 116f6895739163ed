"""The answers on two runs, or on two variants of one: what changed if this rule was changed (E2, E4)?

A is what was there before (the baseline), B what was changed. Differences are B - A.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from simkit.analysis.answers.basics import Interval
from simkit.analysis.answers.run import Headline

Verdict = Literal["identical", "no effect", "effect", "undecided"]


@dataclass(frozen=True)
class Change:
    """One thing in which B was configured otherwise than A, in words. `name`: "rule bees", "line-up", "seed"."""

    kind: Literal["rule", "players", "strategies", "seed", "blocks", "version"]
    name: str
    before: str
    after: str


@dataclass(frozen=True)
class EffectVerdict:
    """E4 on one effect.

    Attributes:
        kind: "identical": exactly 0 in every block; "no effect": the interval lies within the margin; "effect": larger
            than the margin (one-sided test); else "undecided".
        margin: d, a fraction; 0 for numbers that have no margin (a length): then any difference is an effect.
        p_value: of |difference| <= margin, adjusted within its family (E7); None if the spread is unknown.
        further_blocks, further_games: undecided only: about how many more would decide it; None if not decidable.
        words: a clause: "no effect within 2.5 points", "undecided: about 26,000 more games would decide".
    """

    kind: Verdict
    margin: float
    p_value: float | None
    further_blocks: int | None
    further_games: int | None
    words: str


@dataclass(frozen=True)
class Effect:
    """One number before and after.

    Attributes:
        key: what it is, for programs: "seat:1", "first_seat", "strategy:NAME", "turns", "tally:NAME",
            "tally:NAME:CATEGORY", "success", "result", ...
        label: the same for people: "win share of seat 1". unit: "points" if `share`, else of one count ("turns").
        share: True for fractions of 1, to be shown of 100.
        before, after: the number in A and in B; difference: B - A. In a paired comparison all rest on shared blocks.
        paired: whether the difference was taken block by block.
        vrf: variance reduction, (var A + var B)/var(B - A): an unpaired comparison needs that many times the games;
            None if unpaired, if identical, or if there is no spread. identical: exactly 0 in every shared block.
        differing: shared blocks in which the number differs at all; None if unpaired.
        bounds: E9, the difference if the capped games of A or of B had all gone one way; None if none was capped.
        verdict: see there. words: the whole effect as a sentence without its full stop.
    """

    key: str
    label: str
    unit: str
    share: bool
    before: Interval
    after: Interval
    difference: Interval
    paired: bool
    vrf: float | None
    identical: bool
    differing: int | None
    bounds: tuple[float, float] | None
    verdict: EffectVerdict
    words: str

    @property
    def vrf_words(self) -> str:
        """The variance reduction as it is always shown: "2.3", "identical", "unpaired" or "unknown"."""
        if self.identical:
            return "identical"
        if not self.paired:
            return "unpaired"
        if self.vrf is None:
            return "unknown"
        return f"{self.vrf:.1f}" if self.vrf < 100 else f"{self.vrf:,.0f}"


@dataclass(frozen=True)
class GroupVerdict:
    """E4 on several effects at once (all seats, all strategies).

    "no effect" if all lie within the margin (no correction needed), "effect" if any is larger by Holm's method
    (`outside` names which: "1", or a strategy), "identical" if all are, else "undecided". `reason`: in words, why
    there is no number of further games, where more might decide it all the same.
    """

    kind: Verdict
    margin: float
    outside: tuple[str, ...]
    further_blocks: int | None
    further_games: int | None
    words: str
    reason: str = ""


@dataclass(frozen=True)
class Comparison:
    """What changed from A to B.

    Attributes:
        before, after: what was played. paired: differences were taken on shared blocks.
        pairing: in words, how it was compared and why not otherwise.
        blocks, games: shared blocks (and the games of B on them), or the blocks and games of B if unpaired.
        changes: what was configured otherwise; identical: no number differs in any shared block.
        vrf: that of win shares (of success in a cooperative game), summed over seats; None as in `Effect`.
        seats, strategies: empty if cooperative or if they cannot be compared (other numbers of players).
        others: lengths, endings, scores, lead changes, choice, success and result. tallies: E7 by Benjamini-Hochberg.
        warnings: sentences to print beside it, among them that strategies were not re-tuned.
    """

    before: Headline
    after: Headline
    paired: bool
    pairing: str
    blocks: int
    games: int
    confidence: float
    margin: float
    changes: tuple[Change, ...]
    identical: bool
    vrf: float | None
    seats: tuple[Effect, ...]
    seat_verdict: GroupVerdict | None
    first_seat: Effect | None
    strategies: tuple[Effect, ...]
    strategy_verdict: GroupVerdict | None
    others: tuple[Effect, ...]
    tallies: tuple[Effect, ...]
    warnings: tuple[str, ...]

    @property
    def vrf_words(self) -> str:
        """The variance reduction as it is always shown, in the words of `Effect.vrf_words`."""
        judged = self.seats or tuple(effect for effect in self.others if effect.key == "success")
        if self.identical or (judged and all(effect.identical for effect in judged)):
            return "identical"
        if not self.paired:
            return "unpaired"
        if self.vrf is None:
            return "unknown"
        return f"{self.vrf:.1f}" if self.vrf < 100 else f"{self.vrf:,.0f}"

    def effect(self, key: str) -> Effect | None:
        """The effect with this key, wherever it stands; None if this comparison has none."""
        first = () if self.first_seat is None else (self.first_seat,)
        found = (*self.seats, *first, *self.strategies, *self.others, *self.tallies)
        return next((effect for effect in found if effect.key == key), None)
