"""The words in the tables of one or several results: end reasons, tallies and their categories, and columns to read."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from simkit.analysis.blocks import GAME_COLUMNS, SEAT_COLUMNS, words_of
from simkit.analysis.results import Results
from simkit.analysis.tallies import TallyInfo, tally_info

Columns = tuple[dict[str, Any], dict[str, Any]]


@dataclass(frozen=True)
class Vocabulary:
    """End reasons and tallies that several results have in common. `columns()`: as `read_blocks` wants them."""

    reasons: tuple[str, ...]
    tallies: tuple[TallyInfo, ...]

    def columns(self) -> Columns:
        """Columns to read from each table, with the words of those that hold texts."""
        games: dict[str, Any] = {c: self.reasons if c == "end_reason" else None for c in GAME_COLUMNS}
        seats: dict[str, Any] = dict.fromkeys(SEAT_COLUMNS)
        for info in self.tallies:
            (games if info.scope == "game" else seats)[info.name] = info.words if info.kind == "category" else None
        return games, seats


def vocabulary_of(runs: Sequence[Results]) -> Vocabulary:
    """Words as declared by the manifests, else as they occur; tallies that only some of the runs have are left out."""
    reasons = [word for run in runs for word in run.manifest.get("end_reasons") or words_of(run.games(), "end_reason")]
    declared = [{(t["name"], t["scope"], t["kind"]): t for t in run.manifest.get("tallies", ())} for run in runs]
    infos = []
    for key, entry in declared[0].items():
        if all(key in others for others in declared):
            words: dict[str, None] = {}
            if entry["kind"] == "category":
                for run, others in zip(runs, declared, strict=True):
                    table = run.games() if entry["scope"] == "game" else run.seats()
                    words |= dict.fromkeys(tuple(others[key].get("categories") or ()) or words_of(table, entry["name"]))
            infos.append(tally_info(entry, tuple(words)))
    return Vocabulary(tuple(dict.fromkeys(reasons)), tuple(infos))
