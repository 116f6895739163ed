"""The golden transcripts, line by line. `python -m tests.golden.regenerate` writes them anew."""

from __future__ import annotations

import pytest

from tests.golden.regenerate import FOLDER, GAMES, text_of


@pytest.mark.parametrize("name", list(GAMES))
def test_games_play_as_recorded(name: str) -> None:
    recorded = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    assert text_of(name).splitlines() == recorded, (
        "behaviour moved; if that is meant: python -m tests.golden.regenerate"
    )
