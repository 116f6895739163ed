"""Names of games."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from simkit.errors import UsageError
from simkit.runner import GameKey, RunConfig, find_game, open_run, replay_key, run
from tests.runner import fake

NAMES = st.from_regex(r"[a-z_]{1,8}(:x=-?[0-9]{1,3}(\.[0-9])?)?", fullmatch=True)


@given(
    NAMES, st.lists(NAMES, min_size=1, max_size=5), st.integers(0, 10**17), st.integers(0, 999), st.integers(0, 40_319)
)
def test_a_key_is_read_as_it_is_written(variant: str, names: list[str], block: int, repeat: int, seating: int) -> None:
    key = GameKey(variant, ",".join(names), block, repeat, seating)
    assert replay_key(str(key)) == key


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "fewer than two slashes"),
        ("17.0.0", "fewer than two slashes"),
        ("base/a,b", "fewer than two slashes"),
        ("/a,b/1.0.0", "the variant is empty"),
        ("base//1.0.0", "the line-up is empty"),
        ("base/a,b/1.0", "'1.0' is not three whole numbers"),
        ("base/a,b/1.0.x", "is not three whole numbers"),
        ("base/a,b/-1.0.0", "is not three whole numbers"),
        ("base/a,b/\u0661.0.0", "is not three whole numbers"),
    ],
)
def test_other_forms_are_refused_with_what_is_missing(text: str, words: str) -> None:
    with pytest.raises(UsageError, match=words) as caught:
        replay_key(text)
    assert "variant/lineup/block.repeat.seating" in str(caught.value)


def test_a_game_of_a_run_is_found_with_its_seating(tmp_path: Path) -> None:
    asked = RunConfig("fake", 2, ("b", "a:x=1"), 12, seed=3, repeats=2)
    run(asked, tmp_path, subject=fake.subject("b", "a:x=1"), play=fake.play)
    there = open_run(tmp_path)
    found = find_game(there, "base/a:x=1,b/2.1.1")
    assert found.order == ("b", "a:x=1")
    assert (found.config.seed, found.config.players, found.config.game) == (3, 2, "fake")
    for key, words in {
        "other/a:x=1,b/0.0.0": "its variant is base; other came",
        "base/a,b/0.0.0": "its line-up is a:x=1,b; a,b came",
        "base/a:x=1,b/3.0.0": "its blocks are 0 to 2; 3 came",
        "base/a:x=1,b/0.2.0": "its repeats are 0 to 1; 2 came",
        "base/a:x=1,b/0.0.2": "its seatings are 0, 1; 2 came",
    }.items():
        with pytest.raises(UsageError, match=words):
            find_game(there, key)
