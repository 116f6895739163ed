"""Every answer of the analysis as a frozen record of plain numbers, texts and tuples.

Shares are fractions of 1 (0.27, not 27 %). A number that does not exist is None; no field is ever NaN or infinite.
Seats count from 1. The letters E and M name the definitions in `docs/method.md`.

`basics` holds intervals and distributions, `run` the answers on one run, `effects` those on two runs or variants,
`study` those on a whole study, `field` those on a set of strategies and on what goes with winning, `story` those on how
games unfold turn by turn.
"""

from __future__ import annotations

from simkit.analysis.answers.basics import GroupSpread, Histogram, Interval, Spread
from simkit.analysis.answers.effects import Change, Comparison, Effect, EffectVerdict, GroupVerdict
from simkit.analysis.answers.field import (
    Card,
    CardAnswer,
    CardUse,
    Cycles,
    FieldAnswer,
    FocusShare,
    Link,
    Mass,
    MetaGame,
    Rating,
    RatingAnswer,
    SeatEffect,
    Standing,
    Use,
)
from simkit.analysis.answers.run import (
    Analysis,
    BandAnswer,
    ChoiceAnswer,
    CooperativeAnswer,
    EndReason,
    Headline,
    LeadAnswer,
    LengthAnswer,
    Matchup,
    NoiseFloor,
    OutcomeAnswer,
    ScoreAnswer,
    SeatAnswer,
    SeatShare,
    SeatVerdict,
    StrategyAnswer,
    StrategyShare,
    TallyAnswer,
    TallyRow,
    Wald,
)
from simkit.analysis.answers.story import DealAnswer, Ladder, LeadPoint, StoryAnswer, SurfaceCell
from simkit.analysis.answers.study import BestCell, CellAnswer, LargestEffect, StudyAnalysis, VariantEffect

__all__ = [
    "Analysis",
    "BandAnswer",
    "BestCell",
    "Card",
    "CardAnswer",
    "CardUse",
    "CellAnswer",
    "Change",
    "ChoiceAnswer",
    "Comparison",
    "CooperativeAnswer",
    "Cycles",
    "DealAnswer",
    "Effect",
    "EffectVerdict",
    "EndReason",
    "FieldAnswer",
    "FocusShare",
    "GroupSpread",
    "GroupVerdict",
    "Headline",
    "Histogram",
    "Interval",
    "Ladder",
    "LargestEffect",
    "LeadAnswer",
    "LeadPoint",
    "LengthAnswer",
    "Link",
    "Mass",
    "Matchup",
    "MetaGame",
    "NoiseFloor",
    "OutcomeAnswer",
    "Rating",
    "RatingAnswer",
    "ScoreAnswer",
    "SeatAnswer",
    "SeatEffect",
    "SeatShare",
    "SeatVerdict",
    "Spread",
    "Standing",
    "StoryAnswer",
    "StrategyAnswer",
    "StrategyShare",
    "StudyAnalysis",
    "SurfaceCell",
    "TallyAnswer",
    "TallyRow",
    "Use",
    "VariantEffect",
    "Wald",
]
