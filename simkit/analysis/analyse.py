"""All questions asked of one run, in one pass over its tables."""

from __future__ import annotations

from typing import Any, Protocol

from simkit.analysis.answers import Analysis
from simkit.analysis.blocks import (
    GAME_COLUMNS,
    ROWS_AT_ONCE,
    SEAT_COLUMNS,
    Blocks,
    Shape,
    find_shape,
    read_blocks,
    words_of,
)
from simkit.analysis.choice import Choices
from simkit.analysis.cooperative import Cooperation
from simkit.analysis.credits import Credits
from simkit.analysis.headline import choose_confidence, choose_margin, make_headline
from simkit.analysis.leads import Leads
from simkit.analysis.lengths import Lengths
from simkit.analysis.outcomes import Outcomes
from simkit.analysis.results import Results
from simkit.analysis.scores import Scores
from simkit.analysis.seats import seat_answer
from simkit.analysis.strategies import Matchups, strategy_answer
from simkit.analysis.tallies import TallyCounter, TallyInfo, tally_info


class _Question(Protocol):
    def add(self, blocks: Blocks) -> None: ...


def analyse(
    run: Results, confidence: float | None = None, margin: float | None = None, *, rows_at_once: int = ROWS_AT_ONCE
) -> Analysis:
    """Answer every question about one run.

    Args:
        run: one variant and one line-up, in whole blocks.
        confidence: of all intervals, 0 to 1; None: the manifest's, else 0.95.
        margin: of the seat verdict, a fraction, 0 to 0.5; None: the manifest's, else a tenth of the fair share.
        rows_at_once: rows of the seats table held in memory at a time; the answer depends on it by rounding only.

    Raises:
        UsageError: confidence or margin out of range.
        DataError: no games, or blocks that are incomplete.
    """
    manifest = run.manifest
    confidence, margin = choose_confidence(manifest, confidence), choose_margin(manifest, margin)
    shape = find_shape(run)
    cooperative = bool(manifest.get("labels", {}).get("cooperative", False))
    infos = _tallies(run)
    reasons = tuple(dict.fromkeys(manifest.get("end_reasons") or words_of(run.games(), "end_reason")))

    lengths, leads, choices = Lengths(), Leads(), Choices()
    outcomes = Outcomes(shape, reasons, cooperative)
    counters = [TallyCounter(info, shape) for info in infos]
    together = Cooperation() if cooperative else None
    credits, matchups, scores = _competitive(shape)
    common: list[_Question] = [lengths, leads, choices, outcomes, scores, *counters]
    questions = common + ([together] if together else [credits, matchups])

    blocks = 0
    game_columns, seat_columns = _columns(infos, reasons)
    for part in read_blocks(run, shape, game_columns, seat_columns, rows_at_once):
        blocks += part.count
        for question in questions:
            question.add(part)

    headline = make_headline(manifest, shape, blocks, 0.0 if cooperative else credits.fair, confidence, margin)
    capped, unranked = outcomes.capped_share, outcomes.unranked_share
    return Analysis(
        headline=headline,
        seats=None if cooperative else seat_answer(credits, headline, capped),
        strategies=None if cooperative else strategy_answer(credits, matchups, headline, capped, unranked),
        scores=scores.answer(headline),
        lengths=lengths.answer(confidence),
        outcomes=outcomes.answer(confidence),
        choice=choices.answer(confidence),
        leads=leads.answer(confidence),
        tallies=tuple(counter.answer(headline) for counter in counters),
        cooperative=together.answer(confidence, headline.result_label) if together else None,
    )


def _competitive(shape: Shape) -> tuple[Credits, Matchups, Scores]:
    return Credits(shape), Matchups(shape), Scores(shape)


def _tallies(run: Results) -> list[TallyInfo]:
    """The declared tallies; categories as declared, else as they occur."""
    found = []
    for entry in run.manifest.get("tallies", ()):
        words: tuple[str, ...] = ()
        if entry["kind"] == "category":
            table = run.games() if entry["scope"] == "game" else run.seats()
            words = tuple(entry.get("categories") or ()) or words_of(table, entry["name"])
        found.append(tally_info(entry, words))
    return found


def _columns(infos: list[TallyInfo], reasons: tuple[str, ...]) -> tuple[dict[str, Any], dict[str, Any]]:
    """Columns to read from each table, with the words of those that hold texts."""
    games: dict[str, Any] = {c: reasons if c == "end_reason" else None for c in GAME_COLUMNS}
    seats: dict[str, Any] = dict.fromkeys(SEAT_COLUMNS)
    for info in infos:
        (games if info.scope == "game" else seats)[info.name] = info.words if info.kind == "category" else None
    return games, seats
