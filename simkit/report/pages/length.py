"""How long a game lasts (M4)."""

from __future__ import annotations

from simkit.analysis.answers import GroupSpread
from simkit.report.material import Material
from simkit.report.model import Exhibit, Section
from simkit.report.pages.scores import distribution, group_table
from simkit.report.text import number, share_words, turn_meaning, whole


def build(material: Material) -> Section | None:
    """The page on length."""
    lengths, head = material.analysis.lengths, material.analysis.headline
    turns = lengths.turns
    if turns.count == 0:
        return None
    measures = [
        GroupSpread("Turns", turns), GroupSpread("Rounds", lengths.rounds),
        GroupSpread("Decisions with a choice", lengths.decisions),
    ]  # fmt: skip
    meaning = turn_meaning(head.turn_label)
    notes = [f"A turn is: {meaning}."] if meaning else []
    band = lengths.band
    if band is not None:
        notes.append(
            f"Asked for: {whole(band.least)} to {whole(band.most)} turns. Outside of it: "
            f"{share_words(band.outside, 'games')}; shorter {share_words(band.shorter)}, longer "
            f"{share_words(band.longer)}."
        )
    if material.analysis.outcomes.capped_games:
        notes.append("Games stopped by the engine's limit are in here with the length they had reached.")
    return Section(
        key="length",
        title="Length",
        claim=(
            f"A game lasts {number(turns.mean.value, 1)} turns on average, "
            f"nine of ten {whole(turns.p5)} to {whole(turns.p95)}."
        ),
        exhibits=(
            distribution("turns", "Turns a game", turns, "turns", "games"),
            Exhibit("measures", "Turns, rounds and decisions", group_table("A game has", measures)),
        ),
        notes=tuple(notes),
    )
