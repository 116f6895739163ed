"""All questions asked of one run, in one pass over its tables."""

from __future__ import annotations

from simkit.analysis.answers import Analysis
from simkit.analysis.results import Results


def analyse(run: Results, confidence: float | None = None, margin: float | None = None) -> Analysis:
    """Answer every question; `confidence` and `margin` default to the manifest's, then to 0.95 and a tenth of fair."""
    raise NotImplementedError
