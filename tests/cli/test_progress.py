"""What progress says."""

from __future__ import annotations

import pytest

from simkit.cli import progress
from simkit.runner import Progress


def test_words() -> None:
    assert (
        progress.words(Progress(10, 100, 71_300.4, 8.2, 0.0019))
        == "71,300 games/s · 8 s left · widest interval ±0.19 points"
    )
    assert progress.words(Progress(100, 100, 5.0, 0.0, None)) == "5 games/s"
    assert progress.words(Progress(10, 100, 5.0, 0.0, None)) == "5 games/s · finishing what is begun"
    assert progress.words(Progress(0, 100, 0.0, None, None)) == ""


@pytest.mark.parametrize(
    "seconds, words", [(0.1, "1 s"), (59, "59 s"), (61, "1 min 01 s"), (3600, "1 h 00 min"), (7325, "2 h 02 min")]
)
def test_durations(seconds: float, words: str) -> None:
    assert progress.duration(seconds) == words


def test_lines_without_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress.shown(100, quiet=False) as callback:
        assert callback is not None
        callback(Progress(0, 100, 0.0, None, None))
        callback(Progress(100, 100, 50.0, 0.0, 0.01))
    out, err = capsys.readouterr()
    assert (out, err) == ("", "playing  100 of 100 · 50 games/s · widest interval ±1.00 points\n")


def test_quiet_shows_nothing() -> None:
    with progress.shown(100, quiet=True) as callback:
        assert callback is None
