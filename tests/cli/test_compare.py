"""`simkit compare`: paired and unpaired, the answer in words, and everything that can be wrong with two folders."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from tests.cli.shell import GAME, PLAY, Simkit, process

RULE = "sole_survivor_bonus=2"
FEW = ("--games", "300", "--backend", "serial", "--quiet")


@pytest.fixture(scope="module")
def changed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The deals of `played`, with a changed rule."""
    out = tmp_path_factory.mktemp("changed") / "run"
    done = process(*PLAY, *FEW, "--seed", 5, "--set", RULE, "--out", out)
    assert done.returncode == 0, done.stderr.decode()
    return out


@pytest.fixture(scope="module")
def again(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same game with another seed."""
    out = tmp_path_factory.mktemp("again") / "run"
    done = process(*PLAY, *FEW, "--seed", 6, "--out", out)
    assert done.returncode == 0, done.stderr.decode()
    return out


def test_the_answer_comes_first_in_plain_words(simkit: Simkit, played: Path, changed: Path) -> None:
    ended = simkit("compare", str(played), str(changed))
    assert (ended.code, ended.err) == (0, "")
    text = " ".join(ended.out.split())
    assert "With sole_survivor_bonus = 2 instead of 10: " in text
    answer = text.split(" changed rule ")[0]
    assert answer.index("the seats win") < answer.index("; games are exactly as long as before.")
    assert "most clearly" not in text
    assert "changed rule sole_survivor_bonus: 10 before, 2 after" in text
    assert "how paired: the same 300 deals, played before and after the change" in text
    assert "sharper variance reduction" in text
    assert "the strategies were not re-tuned for the changed rule" in text


def test_the_same_run_twice_differs_in_nothing(simkit: Simkit, played: Path) -> None:
    """T5: self-play under pairing differs by exactly zero."""
    found = simkit("compare", str(played), str(played), "--json").object["results"]
    assert found["identical"] and found["vrf_words"] == "identical"
    assert found["answer"] == (
        "The two are identical: the same configuration, and every number the same in all 300 deals."
    )
    effects = [*found["seats"], found["first_seat"], *found["others"], *found["tallies"]]
    assert len(effects) > 10
    assert {effect["difference"]["value"] for effect in effects} == {0.0}
    assert {effect["vrf_words"] for effect in effects} == {"identical"}


def test_another_seed_is_compared_unpaired(simkit: Simkit, played: Path, again: Path) -> None:
    ended = simkit("compare", str(played), str(again))
    assert ended.code == 0
    text = " ".join(ended.out.split())
    assert "unpaired, as two samples of their own, because their seeds differ (5 and 6)" in text
    assert "give both runs the same --seed" in text
    found = simkit("compare", str(played), str(again), "--json").object["results"]
    assert found["paired"] is False and found["vrf_words"] == "unpaired"


def test_json_has_every_number_and_what_was_printed(simkit: Simkit, played: Path, changed: Path) -> None:
    found = simkit("compare", str(played), str(changed), "--json", "--margin", "0.1", "--confidence", "0.9").object
    assert found["before"] == str(played) and found["after"] == str(changed)
    results = found["results"]
    assert results["paired"] and results["margin"] == 0.1 and results["confidence"] == 0.9
    assert results["blocks"] == 300 and results["vrf"] > 1
    assert [seat["key"] for seat in results["seats"]] == ["seat:1", "seat:2", "seat:3", "seat:4"]
    assert results["summary"][0] == results["answer"]
    assert results["changes"] == [{"kind": "rule", "name": "rule sole_survivor_bonus", "before": "10", "after": "2"}]


def test_folders_of_different_games_are_refused(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    other = Path(shutil.copytree(played, tmp_path / "other"))
    manifest = json.loads((other / "manifest.json").read_text())
    (other / "manifest.json").write_text(json.dumps({**manifest, "game": "pebbles"}))
    ended = simkit("compare", str(played), str(other))
    assert (ended.code, ended.out) == (2, "")
    assert f"only runs of one game can be compared; {GAME} and pebbles came." in ended.err


def test_every_problem_is_named(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    damaged = Path(shutil.copytree(played, tmp_path / "damaged"))
    next((damaged / "games").iterdir()).unlink()
    ended = simkit("compare", "nowhere", str(damaged))
    assert (ended.code, ended.out) == (2, "")
    assert "nowhere is no result folder of simkit: there is no such folder" in ended.err
    assert "is damaged: 1 file(s) are not as they were written" in ended.err


def test_a_folder_without_games_is_refused(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    empty = Path(shutil.copytree(played, tmp_path / "empty"))
    manifest = json.loads((empty / "manifest.json").read_text())
    (empty / "manifest.json").write_text(json.dumps({**manifest, "parts": []}))
    ended = simkit("compare", str(played), str(empty))
    assert ended.code == 2 and "holds no games yet" in ended.err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("--margin", "0.5"), "--margin must be a fraction between 0 and 0.5; 0.5 came."),
        (("--confidence", "95"), "--confidence must be a fraction between 0.5 and 1; 95 came."),
        (("--marjin", "0.1"), "no option is called '--marjin'. Did you mean '--margin'?"),
    ],
)
def test_wrong_options_are_refused(simkit: Simkit, played: Path, words: tuple[str, ...], told: str) -> None:
    ended = simkit("compare", str(played), str(played), *words)
    assert (ended.code, ended.out) == (2, "")
    assert told in ended.err


def test_two_folders_are_needed(simkit: Simkit, played: Path) -> None:
    ended = simkit("compare", str(played))
    assert ended.code == 2 and "DIR_B" in ended.err


def test_a_whole_study_is_not_one_run_but_its_cells_are(simkit: Simkit, tmp_path: Path) -> None:
    file = tmp_path / "what-if.toml"
    file.write_text(
        f'name = "what-if"\nquestion = "Does the bonus matter?"\ngame = "{GAME}"\nplayers = 4\nseed = 5\nblocks = 50\n'
        'mirror = ["random"]\n[[variants]]\nname = "base"\n[[variants]]\nname = "small"\n'
        "set = { sole_survivor_bonus = 2 }\n"
    )
    assert simkit("study", str(file), "--out", "whole", "--backend", "serial", "--quiet").code == 0
    ended = simkit("compare", "whole", "whole")
    assert ended.code == 2 and "whole is a whole study" in ended.err
    cells = [line.split()[0] for line in ended.err.splitlines() if line.startswith("  whole")][:2]
    compared = simkit("compare", *cells)
    assert compared.code == 0
    assert "With sole_survivor_bonus = 2 instead of 10" in " ".join(compared.out.split())
