"""Games of a run told for the report: the same lines as `replay`, a picture if the game draws one, nothing untrue."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from simkit.cli import telling
from simkit.report.charts import Plane
from simkit.runner import open_run
from tests.cli.shell import Simkit


def test_a_told_game_has_the_lines_of_replay(simkit: Simkit, played: Path) -> None:
    told = telling.tell(open_run(played), "3.0.0")
    assert told is not None
    assert list(told.lines) == simkit("replay", str(played), "--game", "3.0.0", "--json").object["lines"]
    assert told.picture is None


def test_a_game_whose_sources_have_changed_is_not_told(played: Path) -> None:
    run = open_run(played)
    assert telling.tell(replace(run, manifest={**run.manifest, "source_digest": "0" * 32}), "3.0.0") is None


def test_a_game_or_strategy_that_is_not_there_is_not_told(played: Path) -> None:
    run = open_run(played)
    assert telling.tell(replace(run, manifest={**run.manifest, "game": "nowhere"}), "3.0.0") is None
    assert telling.tell(run, "999999.0.0") is None


def test_a_picture_becomes_a_chart_with_its_caption() -> None:
    drawn = SimpleNamespace(
        shapes=(SimpleNamespace(points=((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), style=1),),
        styles=tuple(
            SimpleNamespace(label=label, series=k, marked=marked)
            for k, (label, marked) in enumerate((("cold", False), ("hot", True)))
        ),
        caption="the carpet burns", half=2.0,
    )  # fmt: skip

    def picture(state: Any, rules: Any) -> Any:
        assert (state, rules) == ("state", "rules")
        return drawn

    session = SimpleNamespace(game=SimpleNamespace(picture=picture, words=None), state="state", rules="rules")
    plane, caption = telling._picture(session)  # type: ignore[arg-type]
    assert isinstance(plane, Plane)
    assert caption == "the carpet burns"
    assert plane.polygons[0].sort == 1
    assert plane.sorts[1].marked
    assert plane.half == 2.0
