"""`--set`, `--rules`, `--strategies`: how they are read."""

from __future__ import annotations

from pathlib import Path

import pytest

from simkit.cli.settings import parse_assignment, parse_strategies, read_settings
from simkit.errors import DataError, UsageError

VALUES = {
    "a=3": 3,
    "a = 0.5": 0.5,
    "a=true": True,
    "a=word": "word",
    "a=two_words": "two_words",
    'a="quoted words"': "quoted words",
    "a=[5, 3, 0]": [5, 3, 0],
    "a={left=2, right=1}": {"left": 2, "right": 1},
    "a=1_000": 1000,
    "a=-4": -4,
    "a=x=y": None,
    "a=": None,
    "=3": None,
    "a": None,
    "a b=3": None,
    "a=two words": None,
    "a=1\nb=2": None,
    "a=[1": None,
    "a=" + "[" * 9_999: None,
    "a=" + "9" * 9_999: None,
}


@pytest.mark.parametrize("text, value", VALUES.items(), ids=[repr(text[:20]) for text in VALUES])
def test_an_assignment(text: str, value: object) -> None:
    if value is None:
        with pytest.raises(UsageError, match="--set"):
            parse_assignment(text)
    else:
        assert parse_assignment(text) == ("a", value)


def test_set_wins_over_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("one = 1\ntwo = 2\n")
    settings = read_settings(["two=3"], file)
    assert settings.values == {"one": 1, "two": 3}
    assert settings.origin == {"one": (file, 1), "two": None}


def test_a_table_of_counts_is_found_in_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text('one = 1\n\n"two" = 2\n[deck]\nred = 3\n')
    settings = read_settings([], file)
    assert settings.values == {"one": 1, "two": 2, "deck": {"red": 3}}
    assert [place[1] for place in settings.origin.values() if place] == [1, 3, 4]
    assert settings.place("game option 'deck' is wrong") == f"{file}, line 4: game option 'deck' is wrong"


def test_a_message_about_the_whole_names_the_file_only_if_all_came_from_it(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text("one = 1\n")
    assert read_settings([], file).place("sums do not fit") == f"{file}: sums do not fit"
    assert read_settings(["two=2"], file).place("sums do not fit") == "sums do not fit"
    assert read_settings(["two=2"], None).place("'two' is wrong") == "'two' is wrong"


def test_a_byte_order_mark_is_no_part_of_the_file(tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_bytes(b"\xef\xbb\xbfone = 1\n")
    settings = read_settings([], file)
    assert (settings.values, settings.origin) == ({"one": 1}, {"one": (file, 1)})


def test_a_folder_is_no_rules_file(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="cannot be read"):
        read_settings([], tmp_path)


@pytest.mark.parametrize("value", ["[" * 9_999, "9" * 9_999], ids=["nested", "digits"])
def test_a_file_that_python_cannot_hold(tmp_path: Path, value: str) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(f"a = {value}")
    with pytest.raises(DataError, match="too deep or has too many digits"):
        read_settings([], file)


def test_strategies() -> None:
    assert parse_strategies("a") == ("a",)
    assert parse_strategies(" a:x=1, b ,c") == ("a:x=1", "b", "c")
    for text in ("", "a,", ",a", "a,,b"):
        with pytest.raises(UsageError, match="one is empty"):
            parse_strategies(text)
