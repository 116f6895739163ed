"""How games unfold."""

from __future__ import annotations
from simkit.analysis.answers import StoryAnswer
from simkit.analysis.blocks import Shape
from simkit.analysis.results import Results


def story_answer(run: Results, shape: Shape, confidence: float) -> StoryAnswer | None:
    """Later."""
    return None
