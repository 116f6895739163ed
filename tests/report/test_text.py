"""Numbers and names in words."""

from __future__ import annotations

import pytest

from simkit.analysis.answers import Interval
from simkit.report.text import (
    clean,
    common_digits,
    line_up,
    listed,
    number,
    number_range,
    percent,
    percent_range,
    percent_words,
    points,
    rounded_up,
    short,
    some,
    turn_meaning,
)


@pytest.mark.parametrize(
    "value, text",
    [
        (0.352, "35.2"),
        (0.0, "0.0"),
        (1.0, "100.0"),
        (0.0001, "<0.1"),
        (0.9999, ">99.9"),
        (None, "–"),
        (-0.00001, "0.0"),
    ],
)
def test_percent(value: float | None, text: str) -> None:
    assert percent(value) == text


def test_a_line_up_is_short_enough_for_a_chart() -> None:
    assert line_up(["a", "a", "a", "b"]) == "3 x a, b"
    assert line_up(["a", "b", "a"]) == "a, b, a", "who sits beside whom stays"


def test_percent_in_a_sentence() -> None:
    assert percent_words(0.99999) == "more than 99.9"


@pytest.mark.parametrize(
    "value, text",
    [(0, "0.00"), (0.0123, "0.0123"), (4.062, "4.06"), (123.45, "123.5"), (12345.6, "12,346"), (None, "–"),
                    (float("nan"), "–"), (float("inf"), "–")]
)  # fmt: skip
def test_number(value: float | None, text: str) -> None:
    assert number(value) == text


@pytest.mark.parametrize("value, text", [(0.021, "+2.1"), (-0.004, "-0.4"), (0.0, "0.0"), (-0.00001, "0.0")])
def test_points(value: float, text: str) -> None:
    assert points(value) == text


def test_ranges_with_open_ends() -> None:
    assert number_range(Interval(5.0, 4.9, 5.1, 0.05, 9, "t")) == "4.90 to 5.10"
    assert number_range(Interval(5.0, 4.9, None, 0.05, 9, "t")) == "at least 4.90"
    assert number_range(Interval(5.0, 0.0, None, None, 1, "everything")) == "unknown"


def test_what_never_varied_is_said_and_not_called_unknown() -> None:
    assert percent_range(Interval(0.25, 0.0, 1.0, None, 40, "everything")) == "the same in every deal"
    assert percent_range(Interval(0.25, 0.0, 1.0, None, 1, "everything")) == "0.0 to 100.0"


@pytest.mark.parametrize(
    "value, text", [(0, "0"), (7, "10"), (99, "100"), (101, "110"), (12_345, "13,000"), (260_001, "270,000")]
)
def test_games_to_ask_for_are_rounded_up(value: int, text: str) -> None:
    assert rounded_up(value) == text


def test_names() -> None:
    assert clean("a\x00b\n  c\u202ed") == "a b c d"
    assert clean("\x01\x02") == "(no name)"
    assert short("x" * 50, 10) == "xxxxxxxx …"
    assert listed(["a", "b", "c"]) == "a, b and c"
    assert (some(1, "game"), some(2000, "game")) == ("1 game", "2,000 games")


@pytest.mark.parametrize(
    ("label", "meaning"),
    [("turns (a card or a pass)", "a card or a pass"), ("turns", ""), ("", ""), ("tricks", "tricks")],
)
def test_what_a_turn_is(label, meaning):
    assert turn_meaning(label) == meaning


def test_a_column_has_one_number_of_decimals_and_nothing_small_reads_as_nothing() -> None:
    assert common_digits(-0.04, -0.078, -0.53) == 2
    assert common_digits(-0.0004, 0.53) == 4
    assert common_digits(120.0, 3.0) == 1
    assert common_digits(0.0, None) is None
