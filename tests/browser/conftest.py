"""A Chromium that is installed, driven by Playwright; without one these tests are skipped, and say why.

Playwright's own browsers are never downloaded: Debian's `chromium` is what continuous integration installs.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simkit import report
from simkit.report.material import Told
from simkit.report.pdf import BROWSERS
from tests.report.runs import CARDS, TALLIES, Recipe, make_run, make_study

ARGUMENTS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
LONG = "strategy_with_a_name_of_two_hundred_letters_" + "x" * 156
CROWD = tuple(f"strategy_number_{k}" for k in range(6))
REPORTS = ("ordinary", "crowd", "eight", "names", "cooperative", "sweep")


def _tell(run: Any, key: str) -> Told:
    return Told((f"game {key}", *(f"seat {k % 4 + 1} plays a card with a long name and says so" for k in range(60))))


@pytest.fixture(scope="session")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Reports that are hard to lay out, by name."""
    place = tmp_path_factory.mktemp("browser")
    tallies = (*TALLIES, *CARDS)
    recipes = {
        "ordinary": Recipe(blocks=60, edge=0.4, strength={"greedy": 0.3}, tallies=tallies),
        "crowd": Recipe(blocks=12, members=CROWD, seatings="rotations", tallies=tallies),
        "eight": Recipe(blocks=8, members=tuple(f"{LONG[: 20 + k]}_{k}" for k in range(8)), seatings="rotations"),
        "names": Recipe(blocks=10, members=("<b>\"bold\" & 'q'</b> 🎲", LONG, "plain"), title="A <i>game</i>"),
        "cooperative": Recipe(blocks=40, members=("helper", "helper", "loner"), cooperative=True, has_score=False),
    }
    written = {}
    for name, recipe in recipes.items():
        make_run(place / name, recipe)
        written[name] = report.write(place / name, tell=_tell)
    cells = [
        Recipe(members=("greedy", "careful"), blocks=60, variant=name, longer=longer, rules_set=rules, tallies=())
        for name, longer, rules in (
            ("as printed", 0, {}), ("a variant with a rather long name of its own", 5, {"rain": 4}),
            ("calm", -2, {"wind": False}),
        )
    ]  # fmt: skip
    written["sweep"] = report.write(make_study(place / "sweep", cells))
    return written


@pytest.fixture(scope="session")
def chromium() -> Iterator[Any]:
    """The running browser."""
    sync_api = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    found = next((path for name in BROWSERS if (path := shutil.which(name))), None)
    if found is None:
        pytest.skip(f"no Chromium is installed (looked for {', '.join(BROWSERS)}); on Debian: apt install chromium")
    with sync_api.sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


@pytest.fixture(params=REPORTS)
def address(request: pytest.FixtureRequest, chromium: Any, pages: dict[str, Path]) -> str:
    """The address of each report in turn."""
    return pages[request.param].as_uri()
