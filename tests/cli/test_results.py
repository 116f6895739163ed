"""`simkit report`, `verify`, `replay`: folders of results, whole and damaged."""

from __future__ import annotations

import json
import shlex
import shutil
from pathlib import Path

import pytest

from tests.cli.shell import GAME, PLAY, Simkit

MIRROR = "base/random,random,random,random"


@pytest.fixture
def copy(played: Path, tmp_path: Path) -> Path:
    """A folder of results that a test may damage."""
    return Path(shutil.copytree(played, tmp_path / "copy"))


def _part(folder: Path) -> Path:
    return next(iter(sorted((folder / "games").iterdir())))


def _truncate(part: Path) -> None:
    part.write_bytes(part.read_bytes()[:-100])


def _flip(part: Path) -> None:
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)


DAMAGES = {"truncated": _truncate, "altered": _flip, "missing": Path.unlink}


def test_verify_whole_results(simkit: Simkit, played: Path) -> None:
    ended = simkit("verify", str(played))
    assert (ended.code, ended.err) == (0, "")
    assert ended.out == "ok       2 files, 300 games, all as they were written\n"
    assert simkit("verify", str(played), "--json").object == {
        "ok": True,
        "status": "complete",
        "parts": 1,
        "games": 300,
        "problems": [],
    }


@pytest.mark.parametrize("word, damage", DAMAGES.items(), ids=DAMAGES.keys())
def test_a_damaged_part_is_named_refused_and_replaced(simkit: Simkit, copy: Path, word: str, damage: object) -> None:
    part = _part(copy)
    whole = part.read_bytes()
    assert callable(damage)
    damage(part)

    ended = simkit("verify", str(copy))
    assert ended.code == 2
    assert ended.out.startswith(f"damaged  games/{part.name}: {word}")
    found = simkit("verify", str(copy), "--json")
    assert (found.code, found.object["ok"], found.object["problems"][0]["file"]) == (2, False, f"games/{part.name}")

    refused = simkit("report", str(copy))
    assert (refused.code, refused.out) == (2, "")
    assert f"games/{part.name}: {word}" in refused.err
    assert not (copy / "report.html").exists()

    repair = ended.out.splitlines()[-1].removeprefix("repair   simkit ")
    assert simkit(*shlex.split(repair), "--backend", "serial").code == 0
    assert part.read_bytes() == whole


def test_a_manifest_that_is_cut_off(simkit: Simkit, copy: Path) -> None:
    manifest = copy / "manifest.json"
    manifest.write_text(manifest.read_text()[:200])
    for words in (("verify", str(copy)), ("report", str(copy)), ("replay", str(copy), "--game", "0.0.0")):
        ended = simkit(*words)
        assert (ended.code, ended.out) == (2, "")
        assert ended.err.startswith(f"Error: {manifest} cannot be read")


@pytest.mark.parametrize("key, value, shown", [("config", True, "true"), ("game", None, "null")])
def test_a_manifest_that_was_edited(simkit: Simkit, copy: Path, key: str, value: object, shown: str) -> None:
    manifest = copy / "manifest.json"
    manifest.write_text(json.dumps({**json.loads(manifest.read_text()), key: value}))
    resume = (*PLAY, "--games", "300", "--seed", "5", "--out", copy, "--resume")
    for words in (("replay", copy, "--game", "0.0.0"), ("report", copy), ("verify", copy), resume):
        ended = simkit(*words)
        assert ended.code == 2
        assert ended.err.startswith(f"Error: {manifest}: '{key}' must be ")
        assert f"; {shown} came." in ended.err


def test_report_writes_into_the_folder_or_elsewhere(simkit: Simkit, copy: Path, tmp_path: Path) -> None:
    ended = simkit("report", str(copy))
    assert (ended.code, ended.out) == (0, f"report   {copy / 'report.html'}\n")
    found = simkit("report", str(copy), "-o", "mine.html", "--margin", "0.05", "--json").object
    assert found["report"] == "mine.html"
    assert found["bytes"] == (tmp_path / "mine.html").stat().st_size
    assert found["pages"][0] == "verdict"
    assert found["pages"][-1] == "method"
    assert simkit("report", str(copy), "-o", "mine.html").code == 0  # a report of ours is replaced


def test_report_leaves_a_file_alone_that_is_not_ours(simkit: Simkit, copy: Path, tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("<h1>mine</h1>")
    ended = simkit("report", str(copy), "-o", "index.html")
    assert ended.code == 2
    assert ended.err.startswith("Error: index.html exists and was not made by simkit; it was left alone")
    assert (tmp_path / "index.html").read_text() == "<h1>mine</h1>"


def test_report_opens_the_browser(simkit: Simkit, copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr("click.launch", opened.append)
    assert simkit("report", str(copy), "--open").code == 0
    assert opened == [(copy / "report.html").resolve().as_uri()]


def test_replay_tells_the_game_and_compares_it(simkit: Simkit, played: Path) -> None:
    ended = simkit("replay", str(played), "--game", f"{MIRROR}/17.0.0")
    assert (ended.code, ended.err) == (0, "")
    lines = ended.out.splitlines()
    assert lines[0] == "seat 1: random"
    assert lines[-1].startswith("end: all rounds played, after ")
    assert simkit("replay", str(played), "--game", "17.0.0").out == ended.out
    found = simkit("replay", str(played), "--game", "17.0.0", "--json").object
    assert (found["game"], found["key"], found["recorded"]) == (GAME, f"{MIRROR}/17.0.0", True)
    assert found["lines"] == lines


@pytest.mark.parametrize(
    "key, words",
    [
        ("300.0.0", "its blocks are 0 to 299; 300 came"),
        ("0.1.0", "its repeats are 0 to 0; 1 came"),
        ("0.0.4", "its seatings are 0; 4 came"),
        ("base/random,random/0.0.0", "its line-up is random,random,random,random; random,random came"),
        ("windy/random,random,random,random/0.0.0", "its variant is base; windy came"),
        ("seventeen", "'seventeen' is not three whole numbers joined by dots"),
    ],
)
def test_replay_of_a_game_that_the_run_does_not_have(simkit: Simkit, played: Path, key: str, words: str) -> None:
    ended = simkit("replay", str(played), "--game", key)
    assert (ended.code, ended.out) == (2, "")
    assert words in ended.err


def test_replay_says_if_the_recorded_game_is_another(simkit: Simkit, copy: Path) -> None:
    manifest = copy / "manifest.json"
    read = json.loads(manifest.read_text())
    read["config"]["seed"] += 1
    manifest.write_text(json.dumps(read))
    codes = {simkit("replay", str(copy), "--game", f"{block}.0.0").code for block in range(3)}
    assert 2 in codes


def test_more_games_by_the_command_that_verify_prints(simkit: Simkit, copy: Path) -> None:
    manifest = copy / "manifest.json"
    read = json.loads(manifest.read_text())
    manifest.write_text(json.dumps({**read, "status": "interrupted"}))
    last = simkit("verify", str(copy)).out.splitlines()[-1]
    assert last.startswith("not complete (interrupted); continue with: simkit run ")
    assert simkit(*shlex.split(last.partition(": simkit ")[2]), "--quiet").code == 0
    assert json.loads(manifest.read_text())["status"] == "complete"
    assert PLAY[1] == read["game"]
