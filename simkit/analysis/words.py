"""The analysis in a few lines of plain words, and as one JSON-able object."""

from __future__ import annotations

from typing import Any

from simkit.analysis.answers import Analysis


def summary_lines(analysis: Analysis) -> list[str]:
    """What `simkit run` prints when it has finished."""
    raise NotImplementedError


def summary_dict(analysis: Analysis) -> dict[str, Any]:
    """The same for `--json`: only str, int, float, bool, None, list, dict."""
    raise NotImplementedError
