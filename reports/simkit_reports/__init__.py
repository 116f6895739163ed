"""The reports that come with simkit: which pages in which order, with template, style and script beside this module.

The entry point group `simkit.reports` names this module.
"""

from __future__ import annotations

from pathlib import Path

from simkit.report.material import ReportDefinition
from simkit.report.pages import (
    cards,
    choice,
    cooperative,
    drama,
    examples,
    field,
    length,
    method,
    outcomes,
    scores,
    seats,
    strategies,
    tallies,
    together,
    verdict,
    whatif,
)

HERE = Path(__file__).parent

BALANCE = ReportDefinition(
    name="balance",
    summary="Is the game fair, which strategy wins, how long does it last?",
    pages=(
        verdict.build,
        cooperative.build,
        seats.build,
        strategies.build,
        outcomes.build,
        scores.build,
        length.build,
        drama.build,
        cards.build,
        choice.build,
        tallies.build,
        examples.build,
        method.build,
    ),
    comparison=(
        together.verdict,
        whatif.build,
        together.side_by_side,
        field.build,
        together.method,
    ),
    folder=HERE,
    template="templates/page.html.j2",
    style="style.css",
    script="sort.js",
)


def provide() -> tuple[ReportDefinition, ...]:
    """The report definitions, in the order in which they are listed."""
    return (BALANCE,)
