"""From a study's folder to its answers."""

from __future__ import annotations

from simkit.analysis import StudyCell, analyse_study
from simkit.analysis.answers import StudyAnalysis
from simkit.analysis.field import analyse_field
from simkit.study.folder import Study
from simkit.study.ranking import Ranking


def analyse(study: Study) -> StudyAnalysis:
    """Every cell, and every variant against the baseline, as the study's file wants it judged."""
    facts = study.facts
    band = tuple(facts["band"]) if facts.get("band") else None
    cells = [StudyCell(cell.variant, cell.lineup, cell.players, cell.run) for cell in study.cells]
    return analyse_study(cells, facts.get("confidence"), facts.get("margin"), band)


def rankings(study: Study, analysis: StudyAnalysis) -> list[Ranking]:
    """The strategies of the field under each variant and number of players; empty without a field.

    Only a field compares strategies fairly: every one meets every other.
    """
    field = {entry["lineup"] for entry in study.facts["lineups"] if entry["source"] == "field"}
    groups = dict.fromkeys((cell.variant, cell.players) for cell in study.cells if cell.lineup in field)
    found = []
    for variant, players in groups:
        cells = [c for c in study.cells if (c.variant, c.players) == (variant, players) and c.lineup in field]
        answers = [analysis.cell(variant, cell.lineup, players) for cell in cells]
        answer = analyse_field(
            [cell.run for cell in cells], [a.analysis for a in answers if a is not None], analysis.confidence
        )
        if answer is not None:
            found.append(Ranking(variant, players, answer))
    return found
