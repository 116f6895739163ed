"""Games worth reading: typical, longest, closest, greatest comeback, each with its transcript and how to replay it."""

from __future__ import annotations

from simkit.analysis.examples import Example
from simkit.report.charts import Plane
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Story, Table
from simkit.report.text import clean, count, number

MOST_LINES = 240
"""A longer transcript loses its middle: the page stays small, and the command shows it whole."""
TITLES = {
    "typical": "A typical game",
    "lowest": "The game of the lowest result",
    "highest": "The game of the highest result",
    "longest": "The longest game",
    "closest": "The closest game",
    "comeback": "The greatest comeback",
}


def build(material: Material) -> Section | None:
    """The page of example games; None where none was picked."""
    if not material.examples:
        return None
    told = sum(1 for e in material.examples if e.key in material.told)
    notes = [
        "Each game follows from its key: the command plays it again, move by move, and compares it with the results."
    ]
    if told < len(material.examples):
        notes.append(
            "Where no transcript stands here, the game or its strategies were not at hand, or have changed since."
        )
    return Section(
        "examples", "Games to read",
        "What the numbers look like at the table: each of these games can be played again and read move by move.",
        stories=tuple(_story(material, example) for example in material.examples), notes=tuple(notes),
    )  # fmt: skip


def _story(material: Material, example: Example) -> Story:
    told = material.told.get(example.key)
    lines = tuple(clean_line(line) for line in told.lines) if told is not None else ()
    cut = max(0, len(lines) - MOST_LINES)
    if cut:
        half = MOST_LINES // 2
        lines = (*lines[:half], f"   … {count(cut)} lines left out …", *lines[-half:])
    picture = None
    if told is not None and told.picture is not None:
        caption = clean(told.caption) if told.caption else "the table at the end"
        picture = Exhibit(
            f"{example.why}-picture", f"The table at the end: {caption}", _sorts(told.picture), told.picture,
            f"The table from above at the end of this game: {caption}.",
        )  # fmt: skip
    return Story(
        example.why, TITLES[example.why], _summary(material, example), lines, cut,
        f"simkit replay DIR --game {example.key}", picture,
    )  # fmt: skip


def _sorts(picture: Plane) -> Table:
    """How many things of each sort lie there."""
    rows = tuple(
        (Cell(clean(sort.label)), Cell(f"{n}", n))
        for k, sort in enumerate(picture.sorts)
        if (n := sum(1 for polygon in picture.polygons if polygon.sort == k))
    )
    return Table((Column("What", numeric=False), Column("How many")), rows)


def clean_line(line: str) -> str:
    """One line of a transcript, with its indentation."""
    kept = line.rstrip()
    text = kept.lstrip(" ")
    return " " * (len(kept) - len(text)) + clean(text) if text else ""


def _summary(material: Material, example: Example) -> str:
    turns = f"{count(example.turns)} {'turn' if example.turns == 1 else 'turns'}"
    standing = material.analysis.headline.standing_label
    together = material.analysis.cooperative
    label = clean(together.result_label) if together is not None and together.result_label else "result"
    close = any(other.why == "closest" for other in material.examples)
    text = {
        "typical": f"As long{' and as close' if close else ''} as most: {turns}.",
        "lowest": f"{label[0].upper()}{label[1:]}: {number(example.value)}, the least of all games; {turns}.",
        "highest": f"{label[0].upper()}{label[1:]}: {number(example.value)}, the most of all games; {turns}.",
        "longest": f"{turns[0].upper()}{turns[1:]}, more than any other.",
        "closest": f"Won by {number(example.value, 0)} after {turns}."
        if example.value
        else f"Level after {turns}, and won by the rule for equal scores.",
        "comeback": f"{turns}; in its second half the later winner was {number(example.value, 0)} behind the best"
        f" ({clean(standing)})."
        if standing
        else f"{turns}; the winner was {number(example.value, 0)} behind the best.",
    }[example.why]
    return f"{text} Game {example.key} (deal, repeat, seating)."
