"""Success and result of a game that the table plays together."""

from __future__ import annotations

from simkit.report.material import Material
from simkit.report.model import Cell, Column, Exhibit, Section, Table
from simkit.report.pages.common import share_cells, share_dots
from simkit.report.pages.scores import distribution
from simkit.report.text import clean, digits_for, number, percent, percent_range, whole


def build(material: Material) -> Section | None:
    """The page on success; None in a competitive game."""
    answer = material.analysis.cooperative
    if answer is None:
        return None
    digits = digits_for(answer.success)
    table = Table(
        (Column("Outcome", numeric=False), Column("Of 100 games"), Column("Interval")),
        ((Cell("The table succeeds"), *share_cells(answer.success, digits)),),
    )
    exhibits = [
        Exhibit(
            "success", "How often the table succeeds", table,
            share_dots([("The table succeeds", 0, answer.success)], "of 100 games", digits),
            f"The share of games that succeed, {percent(answer.success.value, digits)} of 100, with its interval.",
        )
    ]  # fmt: skip
    claim = (
        f"The table succeeds in {percent(answer.success.value, digits)} of 100 games "
        f"({percent_range(answer.success, digits)})."
    )
    if answer.result is not None and answer.result.count:
        label = clean(answer.result_label) if answer.result_label else "result"
        exhibits.append(distribution("result", "Result", answer.result, label, "games"))
        claim += (
            f" {label[0].upper()}{label[1:]}: {number(answer.result.mean.value)} on average, the middle half "
            f"{whole(answer.result.p25)} to {whole(answer.result.p75)}."
        )
    notes = []
    if answer.bounds is not None:
        low, high = (percent(x, digits) for x in answer.bounds)
        notes.append(
            f"Games that were cut off count as failed. Had they been played out, success lies in {low} to {high}."
        )
    return Section("success", "Success", claim, exhibits=tuple(exhibits), notes=tuple(notes))
