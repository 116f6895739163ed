"""`simkit replay --draw`: three moments of a game that lies on a plane."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

import pytest

from tests.cli.shell import Simkit, process

GAME = ("--players", "1", "--strategies", "random", "--games", "3", "--seed", "1", "--backend", "serial")
SMALL = ("--set", "n_cards=12", "--set", "n_flakes=3", "--set", "spread_mm=80.0", "--set", "cell_mm=4.0")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Results of a small game with a picture."""
    out = tmp_path_factory.mktemp("plane") / "run"
    assert process("run", "snowhere", *GAME, *SMALL, "--out", out).returncode == 0
    return out


def test_the_three_moments_are_drawn(folder: Path, tmp_path: Path, simkit: Simkit) -> None:
    target = tmp_path / "game.svg"
    done = simkit("replay", str(folder), "--game", "1.0.0", "--draw", str(target))
    assert done.code == 0
    texts = [element.text or "" for element in ET.parse(target).iter() if element.tag.endswith("text")]
    assert "Start" in texts and "End" in texts and any(text.startswith("After turn") for text in texts)
    assert any(text.startswith("12 fire cards, 0 of snow") for text in texts)
    again = tmp_path / "again.svg"
    simkit("replay", str(folder), "--game", "1.0.0", "--draw", str(again))
    assert again.read_bytes() == target.read_bytes()


def test_a_png_too(folder: Path, tmp_path: Path, simkit: Simkit) -> None:
    target = tmp_path / "game.png"
    assert simkit("replay", str(folder), "--game", "1.0.0", "--draw", str(target), "--turn", "1").code == 0
    assert target.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize("name", ["mine.svg", "mine.png"])
def test_a_picture_of_somebody_else_is_left_alone(folder: Path, tmp_path: Path, simkit: Simkit, name: str) -> None:
    (tmp_path / name).write_bytes(b"years of work")
    done = simkit("replay", str(folder), "--game", "1.0.0", "--draw", str(tmp_path / name))
    assert (done.code, done.out) == (2, "")
    assert f"{name} exists and was not made by simkit; it was left alone" in done.err
    assert (tmp_path / name).read_bytes() == b"years of work"
    (tmp_path / name).unlink()
    for _ in range(2):  # its own it replaces
        assert simkit("replay", str(folder), "--game", "1.0.0", "--draw", str(tmp_path / name)).code == 0


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that takes no files")
def test_a_folder_that_takes_no_files_is_told_before_the_game(folder: Path, simkit: Simkit) -> None:
    done = simkit("replay", str(folder), "--game", "1.0.0", "--draw", "/proc/b.png")
    assert (done.code, done.out) == (2, "")
    assert "the drawing cannot be written as /proc/b.png" in done.err


@pytest.mark.parametrize(
    "options, words",
    [
        (("--turn", "1"), "--turn says which turn to draw; give --draw FILE.svg or FILE.png with it."),
        (("--draw", "game.pdf"), "--draw must end in .svg or .png; 'game.pdf' came."),
        (("--draw", "nowhere/game.svg"), "the folder nowhere does not exist."),
        (("--draw", "game.svg", "--turn", "-1"), "--turn must be 0 or more; -1 came."),
        (("--draw", "game.svg", "--turn", "99"), "99 came."),
    ],
)
def test_bad_requests(folder: Path, in_tmp: Path, simkit: Simkit, options: tuple[str, ...], words: str) -> None:
    done = simkit("replay", str(folder), "--game", "1.0.0", *options)
    assert done.code == 2
    assert words in done.err
    assert not list(in_tmp.iterdir())


def test_a_game_without_a_plane_has_no_picture(in_tmp: Path, simkit: Simkit) -> None:
    out = str(in_tmp / "run")
    cards = ("--players", "3", "--strategies", "random", "--games", "10", "--seed", "1", "--backend", "serial")
    assert simkit("run", "anaphylaxis", *cards, "--out", out).code == 0
    done = simkit("replay", out, "--game", "0.0.0", "--draw", "game.svg")
    assert done.code == 2
    assert "anaphylaxis has no picture: it is not played on a plane. Leave --draw out." in done.err
