"""The page of cards and of what goes with winning: what it says first, and what too few seats cannot say."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.analysis.analyse import analyse
from simkit.report.charts import Dots
from simkit.report.material import Material
from simkit.report.model import Exhibit, Section
from simkit.report.pages import cards as page
from simkit.report.pages import tallies
from tests.analysis.synthetic import make_manifest, make_run, winners

PLACE = {
    "name": "place", "scope": "seat", "kind": "category", "label": "Came home", "unit": "place",
    "categories": ["never", "first", "second"],
}  # fmt: skip
M = 4000


def tally(name: str, label: str, kind: str = "count") -> dict[str, Any]:
    return {"name": name, "scope": "seat", "kind": kind, "label": label, "unit": "cards"}


def section_of(columns: dict[str, Any], declared: list[dict[str, Any]], credit: Any) -> Section:
    run = make_run(credit, seats=columns, manifest=make_manifest(tallies=declared))
    found = page.build(Material(analyse(run), run.manifest, "0" * 64))
    assert found is not None
    return found


def exhibit(section: Section, key: str) -> Exhibit:
    return next(e for e in section.exhibits if e.key == key)


def texts(shown: Exhibit) -> dict[str, list[str]]:
    """The rows of a table by their first cell."""
    assert shown.table is not None
    return {row[0].text: [cell.text for cell in row[1:]] for row in shown.table.rows}


def test_what_is_drawn_is_named_before_what_is_left_over_and_rare_cards_are_not() -> None:
    rng = np.random.Generator(np.random.PCG64(1))
    credit = winners(rng, M, (0.25, 0.25, 0.25, 0.25))
    won = credit > 0
    ace, rare = (rng.random((M, 4)) < 0.3 + 0.2 * won).astype(np.int32), np.zeros((M, 4), np.int32)
    for game in (0, 37):
        rare[game, int(credit[game].argmax())] = 1
    columns = {"drawn_ace": ace, "drawn_rare": rare, "held_ace": ace * ~won, "held_rare": 0 * rare}
    declared = [
        tally(f"{use}_{card}", f"{card.title()}: {use}") for use in ("drawn", "held") for card in ("ace", "rare")
    ]
    section = section_of(columns, declared, credit)
    assert section.claim.startswith("Seats that drew Ace win ")
    assert section.claim.endswith(": the largest difference of any card drawn.")
    drawn = exhibit(section, "drawn")
    assert texts(drawn)["Rare"][-2:] == ["too few to say", "–"]
    assert isinstance(drawn.chart, Dots)
    assert [mark.label for mark in drawn.chart.marks] == ["Ace"]  # a dot at 75 would flatten it


def test_a_category_is_with_it_against_without_and_a_count_is_each_one_more() -> None:
    rng = np.random.Generator(np.random.PCG64(2))
    credit = winners(rng, M, (0.25, 0.25, 0.25, 0.25))
    place = np.where(
        (credit > 0) & (rng.random((M, 4)) < 0.99), "first", np.where(rng.random((M, 4)) < 0.5, "never", "second")
    )
    steps = rng.poisson(3, size=(M, 4)).astype(np.int32)
    section = section_of({"place": place, "steps": steps}, [PLACE, tally("steps", "Steps")], credit)
    assert section.claim.startswith("What goes most with winning here is “Came home: first”: 99.")
    assert section.claim.endswith(" of 100 games more are won with it than without.")
    rows = texts(exhibit(section, "links"))
    assert rows["Came home: first"][0] == "with it against without"
    assert rows["Steps"][0] == "each one more"
    assert set(rows) == {"Came home: never", "Came home: first", "Came home: second", "Steps"}


def test_what_is_winning_by_another_name_is_no_news() -> None:
    """It is the same in every deal: the table says so, and neither the chart nor the first sentence repeats it."""
    rng = np.random.Generator(np.random.PCG64(3))
    credit = winners(rng, M, (0.25, 0.25, 0.25, 0.25))
    steps = (rng.poisson(3, size=(M, 4)) + (credit > 0)).astype(np.int32)
    declared = [tally("won", "Won", "flag"), tally("steps", "Steps")]
    section = section_of({"won": credit > 0, "steps": steps}, declared, credit)
    assert "“Steps”" in section.claim and section.claim.endswith("with each one more.")
    links = exhibit(section, "links")
    assert texts(links)["Won"][1:] == ["+100.0", "the same in every deal", "–"]
    assert isinstance(links.chart, Dots)
    assert [mark.label for mark in links.chart.marks] == ["Steps"]


def test_categories_that_never_occurred_have_no_rows_and_seats_are_charted_all_or_none() -> None:
    rng = np.random.Generator(np.random.PCG64(4))
    credit = winners(rng, M, (0.25, 0.25, 0.25, 0.25))
    words = [f"way {k}" for k in range(9)]
    for used, rows, charted in ((3, 15, 15), (5, 25, 5)):  # one row for all seats, and one for each of four
        way = np.array(words)[rng.integers(0, used, size=(M, 4))]
        declared = PLACE | {"name": "way", "label": "Way", "categories": words}
        run = make_run(credit, seats={"way": way}, manifest=make_manifest(tallies=[declared]))
        found = tallies.build(Material(analyse(run), run.manifest, "0" * 64))
        assert found is not None
        [shown] = found.exhibits
        assert len(texts(shown)) == rows
        assert isinstance(shown.chart, Dots)
        assert len(shown.chart.marks) == charted
        assert ("Never: " + ", ".join(words[used:]) + ".") in shown.description
