"""All that is asked of a set of strategies (M13 to M17), from one run or from all line-ups of a study."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from simkit.analysis.answers import Analysis, FieldAnswer, FocusShare, Headline, StrategyAnswer
from simkit.analysis.blocks import find_shape, read_blocks
from simkit.analysis.encounters import EncounterCounter, Encounters, join
from simkit.analysis.ladder import ladder
from simkit.analysis.metagame import judge, meta_game
from simkit.analysis.ratings import rate_groups
from simkit.analysis.results import Results


def field_answer(
    encounters: Encounters, tables: Sequence[tuple[Headline, StrategyAnswer]], confidence: float
) -> FieldAnswer:
    """Answer from sums and from the win shares of each table."""
    yardsticks = tuple(dict.fromkeys(name for head, _ in tables for name in head.yardsticks))
    shares = tuple(share for head, answer in tables for share in focus_shares(head, answer))
    players = [name for name in encounters.strategies if name not in yardsticks]
    ratings = rate_groups(encounters, yardsticks, confidence)
    tied = {name for group in encounters.groups() for name in group}
    return FieldAnswer(
        ratings=ratings[0] if ratings else None,
        meta=meta_game(encounters, yardsticks, confidence),
        shares=shares,
        standings=judge(shares, yardsticks, confidence, encounters.strategies) if shares else (),
        lineups=len({head.lineup for head, answer in tables if not answer.mirror}),
        ladder=ladder(encounters.only(players), confidence) if len(players) > 1 else None,
        apart=ratings[1:],
        unranked=tuple(name for name in encounters.strategies if name not in tied),
    )


def focus_shares(head: Headline, answer: StrategyAnswer) -> tuple[FocusShare, ...]:
    """M13's shares, if this table seats one strategy among copies of another; both ways at a table for two."""
    counts = Counter(head.lineup)
    if len(counts) != 2:
        return ()
    found = []
    for share in answer.shares:
        if counts[share.strategy] == 1:
            other = next(name for name in counts if name != share.strategy)
            found.append(FocusShare(share.strategy, other, share.share, share.deviation, answer.fair))
    return tuple(found)


def analyse_field(runs: Sequence[Results], analyses: Sequence[Analysis], confidence: float) -> FieldAnswer | None:
    """One answer from several line-ups of the same rules and number of players; None if one strategy plays in all.

    Reads credits and ranks of each run once more: what a single run's analysis keeps of them is no longer divisible.
    """
    parts = []
    for run in runs:
        shape = find_shape(run)
        counter = EncounterCounter(shape)
        for blocks in read_blocks(run, shape, {}, {"credit": None, "rank": None}):
            counter.add(blocks)
        parts.append(counter.answer())
    encounters = join(parts)
    if len(encounters.strategies) < 2:
        return None
    tables = [(a.headline, a.strategies) for a in analyses if a.strategies is not None]
    return field_answer(encounters, tables, confidence)
