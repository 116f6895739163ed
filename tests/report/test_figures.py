"""Charts: drawn from specifications, twice the same, themed, with nothing a strict page refuses."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import pytest

from simkit.report.charts import (
    Bar,
    Bars,
    Chart,
    Dots,
    HeatMap,
    Histograms,
    Line,
    Lines,
    Mark,
    Plane,
    Polygon,
    Series,
    Sort,
    Span,
    Tornado,
)
from simkit.report.figures.draw import svg

LONG = "W" * 34 + " …"
CHARTS: dict[str, Chart] = {
    "dots": Dots(
        (Mark("a <b>", 25.0, 24.0, 26.0, "25.0"), Mark("$x$", 30.0, None, None, "30.0", 9)),
        "games", (20.0, 32.0), (25.0, "fair"), (22.5, 27.5, "margin"),
    ),
    "bars": Bars((Bar(LONG, 40.0, "40.0"), Bar("none", 0.0, "0.0")), "of 100 games", 43.0),
    "histograms": Histograms(
        tuple(Series(f"s{k}", (0.0, 1.0, 2.0), (40.0, 60.0), 65.0, "median 1", 1.0) for k in range(8)),
        "score", "%", (0.0, 2.0),
    ),
    "lines": Lines(
        (
            Line(LONG, (0.0, 1.0), (1.0, 2.0), (0.5, None), (1.5, None), 1),
            Line("a <b>", (0.0, 1.0), (2.0, 2.0), series=9),
        ),
        "x", "y", (0.0, 1.0), (0.0, 3.0), ((0.0, "no"), (1.0, "yes")), (1.0, "luck"),
    ),
    "tornado": Tornado(
        (Span(LONG, 1.0, 3.0, "0 to 4"), Span("b", 2.0, 2.0, "no change")), "turns", (0.0, 4.0), (2.0, "as it is")
    ),
    "plane": Plane(
        (Polygon(((0.0, 0.0), (1.0, 0.0), (0.0, 1.0)), 0), Polygon(((0.0, 0.0), (1.0, 1.0), (0.0, 1.0)), 1)),
        (Sort("cold", 0), Sort("hot", 1, True)), 2.0,
    ),
    "heat": HeatMap(
        ("A one", "B two"), ((None, 100.0), (0.0, None)), (("", "100"), ("0", "")), 0.0, 100.0, "this", "that"
    ),
}  # fmt: skip


@pytest.fixture(params=list(CHARTS))
def chart(request: pytest.FixtureRequest) -> Chart:
    return CHARTS[request.param]


def test_the_same_chart_gives_the_same_text(chart: Chart) -> None:
    assert svg(chart, "p", "t", "d") == svg(chart, "p", "t", "d")


def test_it_is_well_formed_and_needs_no_style_attribute_and_no_namespace(chart: Chart) -> None:
    text = svg(chart, "p", "a < b", "c & d")
    root = ET.fromstring(text)
    assert root.find("title").text == "a < b"  # type: ignore[union-attr]
    assert root.find("desc").text == "c & d"  # type: ignore[union-attr]
    assert "style=" not in text
    assert "xmlns" not in text
    assert "http" not in text


def test_text_is_text_and_takes_the_colour_around_it(chart: Chart) -> None:
    root = ET.fromstring(svg(chart, "p", "t", "d"))
    assert len(root.findall(".//text")) >= 2
    assert "#010203" not in svg(chart, "p", "t", "d")


def test_every_id_starts_with_the_prefix(chart: Chart) -> None:
    assert all(i.startswith("some-chart-") for i in re.findall(r'\bid="([^"]+)"', svg(chart, "some-chart", "t", "d")))


def test_names_are_shown_as_they_are() -> None:
    shown = [t.text for t in ET.fromstring(svg(CHARTS["dots"], "p", "t", "d")).findall(".//text")]
    assert "a <b>" in shown
    assert "$x$" in shown


def test_series_differ_by_shape_and_not_by_colour_alone() -> None:
    marks = tuple(Mark(f"s{k}", 1.0, None, None, "1", k) for k in range(8))
    root = ET.fromstring(svg(Dots(marks, "x", (0.0, 2.0)), "p", "t", "d"))
    shapes = {e.attrib["d"] for e in root.findall(".//defs/path") if "stroke-paper" in e.attrib.get("class", "")}
    assert len(shapes) == 8
