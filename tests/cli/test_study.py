"""`simkit study` and `simkit studies`: what is said, what is written, what is refused."""

from __future__ import annotations

import json
import os
import re
import shutil
from dataclasses import replace
from pathlib import Path

import polars as pl
import pytest

from simkit import plugins
from simkit.study import open_study
from simkit.study.analysis import analyse
from tests.cli.shell import GAME, Simkit
from tests.packages import Install

FILE = f"""
name = "small"
question = "Do passes matter?"
game = "{GAME}"
players = 3
seed = 5
blocks = 60
mirror = ["safe_collector"]
field = {{ strategies = ["safe_collector", "assassin"], kind = "focus" }}

[[variants]]
name = "2 passes"

[[variants]]
name = "no passes"
set = {{ max_passes = 0, pass_points = [5] }}

[[variants]]
name = "the same"
"""
HERE = ("--backend", "serial", "--quiet")


@pytest.fixture
def small(tmp_path: Path) -> str:
    """A study file in the folder in which the command runs."""
    (tmp_path / "small.toml").write_text(FILE)
    return "small.toml"


def test_the_answer_comes_after_the_question(simkit: Simkit, small: str, tmp_path: Path) -> None:
    ended = simkit("study", small, *HERE)
    lines = ended.out.splitlines()
    assert ended.code == 0, ended.err
    assert lines[:3] == [
        "Do passes matter?",
        f"{GAME} 1.0 · 3 players · baseline 2 passes · no passes, the same",
        "3 variants x 3 line-ups, 60 deals each, the same for all · seed 5",
    ]
    assert lines[4].startswith("safe_collector at every seat   (paired: ")
    assert [line.split()[:2] for line in lines[5:8]] == [["2", "passes"], ["no", "passes"], ["the", "same"]]
    assert "identical in all 60 deals" in lines[7]
    assert any(line.startswith("ranking  every variant: ") for line in lines)
    assert any(line.startswith("answer   ") for line in lines)
    assert "note     The strategies were not re-tuned for the changed rule" in ended.out
    assert lines[-1] == "results  out/small-1     next: simkit report out/small-1 --open"
    assert (tmp_path / "out" / "small-1" / "study.toml").read_text() == FILE
    assert ended.err == ""


def test_what_is_said_agrees_with_the_numbers(simkit: Simkit, small: str, tmp_path: Path) -> None:
    """E10. Every row is held against the analysis of the files."""
    simkit("study", small, *HERE, "--out", "one")
    found = simkit("study", small, *HERE, "--out", "one", "--resume", "--json").object
    analysis = analyse(open_study(tmp_path / "one"))
    assert found["games_played_now"] == 0
    (heading, *_) = found["results"]["tables"]
    effect = analysis.effects[0]
    turns = effect.comparison.effect("turns")
    assert turns is not None
    assert turns.difference.value is not None
    text = {row[0]: row[1] for row in heading["rows"]}["no passes"]
    size, direction = re.match(r"([\d.]+) turns (longer|shorter)", text).groups()  # type: ignore[union-attr]
    assert float(size) == pytest.approx(abs(turns.difference.value), abs=0.06)
    assert (direction == "longer") == (turns.difference.value > 0)
    games = pl.scan_parquet(tmp_path / "one" / "cells" / "*" / "games" / "*.parquet")
    means = dict(games.group_by("variant").agg(pl.col("turns").mean()).collect().iter_rows())
    assert means["2 passes"] == means["the same"]
    mirror = games.filter(pl.col("lineup") == effect.lineup).group_by("variant").agg(pl.col("turns").mean()).collect()
    now = dict(mirror.iter_rows())
    assert now["no passes"] - now["2 passes"] == pytest.approx(turns.difference.value)


def test_the_best_of_a_grid_is_named(simkit: Simkit, tmp_path: Path) -> None:
    """E8: on deals that did not choose it. Listed variants are judged one by one."""
    listed, _, _ = FILE.partition("[[variants]]")
    grid = "[grid]\nmax_passes = [3]\npass_points = [[5, 3, 0, 0], [9, 4, 3, 2]]\n"
    (tmp_path / "grid.toml").write_text(listed + grid)
    ended = simkit("study", "grid.toml", *HERE)
    assert ended.code == 0, ended.err
    assert "\nbest     " in ended.out
    assert "on deals that did not" in ended.out
    (tmp_path / "small.toml").write_text(FILE)
    assert "\nbest" not in simkit("study", "small.toml", *HERE).out


def test_json_has_every_number(simkit: Simkit, small: str) -> None:
    found = simkit("study", small, *HERE, "--json").object
    assert (found["status"], found["blocks"], found["baseline"]) == ("complete", 60, "2 passes")
    assert found["games"] == 3 * (60 + 2 * 180)
    assert found["command"] == "simkit study small.toml"
    results = found["results"]
    assert len(results["cells"]) == 9
    assert {effect["variant"] for effect in results["effects"]} == {"no passes", "the same"}
    same = next(effect for effect in results["effects"] if effect["variant"] == "the same")
    assert same["comparison"]["vrf_words"] == "identical"
    assert len(results["rankings"]) == 3
    assert results["answer"].endswith(".")


def test_a_dry_run_writes_nothing(simkit: Simkit, small: str, tmp_path: Path) -> None:
    ended = simkit("study", small, "--dry-run")
    assert ended.code == 0
    assert "variant  no passes: max_passes = 0, pass_points = [5]\n" in ended.out
    assert "line-up  assassin, safe_collector, safe_collector\n" in ended.out
    assert (
        "games    1,260 (60 deals in each of 9 cells, each deal played 1 to 3 times: in every seating of the line-up)\n"
        in ended.out
    )
    assert re.search(r"time     about .* \([\d,]+ games a second on one core, tried with \d cells\)", ended.out)
    assert re.search(r"sure to  win shares ±[\d.]+ points", ended.out)
    assert ended.out.endswith("would write out/small-1. Nothing was written.\n")
    assert [path.name for path in tmp_path.iterdir()] == ["small.toml"]
    found = simkit("study", small, "--dry-run", "--json", "--quiet").object
    assert (found["games"], found["blocks"], found["dry_run"]) == (1_260, 60, True)
    assert found["half_width"]["effect"] > 0


def test_every_problem_is_listed(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "bad.toml").write_text(
        FILE.replace("max_passes = 0", "max_pases = 0").replace("seed = 5", "margin = 0.7\nprecision = 0.01")
        + "\n[grid]\nsole_survivor_bonus = [99]\n"
    )
    ended = simkit("study", "bad.toml")
    assert ended.code == 2
    assert ended.out == ""
    lines = ended.err.splitlines()
    assert lines[0] == "Error: bad.toml has 4 problems:"
    assert [line.strip().partition(": ")[0] for line in lines[1:]] == [
        "margin", "blocks, precision", "variants[2].set.max_pases", "grid.sole_survivor_bonus",
    ]  # fmt: skip
    assert not (tmp_path / "out").exists()
    assert simkit("study", "bad.toml", "--json", "--quiet").object["exit_code"] == 2


def test_a_changed_file_is_not_resumed(simkit: Simkit, small: str, tmp_path: Path) -> None:
    simkit("study", small, *HERE, "--out", "one")
    (tmp_path / small).write_text(FILE.replace("blocks = 60", "blocks = 80").replace("Do passes", "Do bees"))
    ended = simkit("study", small, *HERE, "--out", "one", "--resume")
    assert ended.code == 2
    assert ended.err.splitlines()[1:3] == [
        "  question: 'Do passes matter?' there, 'Do bees matter?' asked for",
        "  blocks: 60 there, 80 asked for",
    ]


def test_a_study_grows_and_remembers_how(simkit: Simkit, small: str) -> None:
    simkit("study", small, *HERE, "--out", "one")
    grown = simkit("study", small, *HERE, "--out", "one", "--resume", "--set", "study.blocks=90", "--json").object
    assert (grown["blocks"], grown["games_played_now"]) == (90, 3 * 30 * 7)
    again = simkit("study", small, *HERE, "--out", "one", "--resume", "--json").object
    assert (again["blocks"], again["games_played_now"]) == (90, 0)


def test_a_seed_is_drawn_said_and_kept(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "small.toml").write_text(FILE.replace("seed = 5\n", ""))
    ended = simkit("study", "small.toml", *HERE, "--out", "one")
    seed = json.loads((tmp_path / "one" / "study.json").read_text())["seed"]
    assert f"seed {seed} (drawn; repeat with --set study.seed={seed})" in " ".join(ended.out.split())
    assert simkit("study", "small.toml", *HERE, "--out", "one", "--resume", "--json").object["seed"] == seed


def test_precision_in_the_command_takes_the_place_of_blocks(simkit: Simkit, small: str) -> None:
    found = simkit("study", small, *HERE, "--precision", "0.04", "--json").object
    assert found["stopping"]["ended_by"] == "precision"
    assert found["blocks"] == 1_000
    assert found["command"] == "simkit study small.toml --set study.precision=0.04"


def test_time_is_up_before_it_is_precise(simkit: Simkit, small: str) -> None:
    """However slow or fast this machine is: so many games cannot be played in no time."""
    ended = simkit("study", small, *HERE, "--precision", "0.0001", "--max-time", "0.001", "--out", "one")
    assert ended.code == 0
    assert "stopped  time was up after " in ended.out
    assert "what is undecided stays undecided." in ended.out
    assert re.search(r"go on    simkit study small\.toml .*--out one --resume\n", ended.out)


@pytest.mark.parametrize(
    "words, told",
    [
        (("study",), "a study is needed"),
        (("study", "sneeze-windy-day"), "Did you mean 'sneeze-windy-days'?"),
        (("study", "none.toml"), "none.toml: there is no such file."),
        (("study", "small.toml", "--set", "blocks=7"), "write --set study.blocks=7."),
        (("study", "small.toml", "--set", "study.blocks"), "--set takes study.key=value"),
        (("study", "small.toml", "--set", "study.blcks=7"), "Did you mean 'blocks'?"),
        (("study", "small.toml", "--set", "study.blocks=7", "--set", "study.blocks=8"), "twice"),
        (("study", "small.toml", "--set", "study.margin=0.1", "--margin", "0.2"), "say the same"),
        (("study", "small.toml", "--set", "study.precision=0.1", "--set", "study.blocks=8"), "a study has one of them"),
        (("study", "small.toml", "--precision", "0.9"), "--precision must be half the width"),
        (("study", "small.toml", "--band", "9,3"), "--band must be two numbers of turns"),
        (("study", "small.toml", "--trace", "2"), "--trace must be a share of the games"),
        (("study", "small.toml", "--max-time", "-1"), "--max-time must be a number of seconds above 0"),
        (("study", "small.toml", "--margin", "0.6"), "--margin must be a fraction"),
        (("study", "small.toml", "--confidence", "nan"), "--confidence must be a fraction"),
        (("study", "small.toml", "--set", "study.margin=0.6"), "small.toml with --set study.margin has 1 problem"),
        (("study", "small.toml", "--set", f"study.seed=0x{'f' * 5_000}"), "too many digits"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--set", f"max_passes=0x{'f' * 5_000}"), "too many"),
        (("study", "."), "cannot be read: it is a folder"),
        (("study", "small.toml", "--jobs", "0"), "--jobs must be 1 or more"),
        (("study", "small.toml", "--backend", "loki"), "Did you mean 'loky'?"),
        (("study", "small.toml", "--resume"), "--resume needs --out DIR"),
        (("study", "small.toml", "--force", "--resume", "--out", "x"), "Give one of the two"),
        (("study", "small.toml", "--resume", "--out", "x"), "x holds none"),
        (("studies", "anaphylaxsis"), "Did you mean 'anaphylaxis'?"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--games", "9", "--precision", "0.1"), "both came"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--precision", "0.5"), "--precision must be half"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--band", "x"), "--band must be two numbers"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--trace", "-1"), "--trace must be a share"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--variant", "a/b"), "without slash"),
        (("run", GAME, "--players", "3", "--strategies", "random", "--max-time", "0"), "--max-time must be a number"),
    ],
)
def test_bad_input_ends_with_2_and_writes_nothing(
    simkit: Simkit, small: str, tmp_path: Path, words: tuple[str, ...], told: str
) -> None:
    ended = simkit(*words)
    assert ended.code == 2
    assert told in " ".join(ended.err.split())
    assert ended.out == ""
    assert [path.name for path in tmp_path.iterdir()] == [small]


def test_the_schema_is_json(simkit: Simkit) -> None:
    assert "question" in simkit("study", "--schema").object["properties"]


def test_studies_lists_what_is_installed(simkit: Simkit) -> None:
    ended = simkit("studies")
    assert "\n  sneeze-windy-days\n      Do more Windy Days make Sneeze shorter?\n" in ended.out
    found = simkit("studies", GAME, "--json").object["studies"]
    assert {entry["game"] for entry in found} == {GAME}
    assert all(entry["question"].endswith("?") for entry in found)


def test_studies_of_other_packages_are_listed_and_played(simkit: Simkit, install: Install, tmp_path: Path) -> None:
    file = tmp_path / "their-study.toml"
    file.write_text(FILE.replace('name = "small"', 'name = "their-study"'))
    source = f"from pathlib import Path\n\n\ndef provide():\n    return (Path({str(file)!r}),)\n"
    install("their-studies", source, plugins.STUDIES)
    assert "their-study" in [entry["name"] for entry in simkit("studies", "--json").object["studies"]]
    assert simkit("study", "their-study", *HERE, "--json").object["out"] == "out/their-study-1"
    file.write_text("name = 3\n")
    ended = simkit("studies")
    assert ended.code == 2
    assert ended.err.startswith("Error: the installed study their-study has ")


def test_verify_and_replay_understand_a_study(simkit: Simkit, small: str, tmp_path: Path) -> None:
    simkit("study", small, *HERE, "--out", "one")
    assert simkit("verify", "one").out == "ok       18 files, 1,260 games, all as they were written\n"
    told = simkit("replay", "one", "--game", "no passes/assassin,safe_collector,safe_collector/7.0.1")
    assert told.code == 0
    assert told.out.splitlines()[:3] == ["seat 1: safe_collector", "seat 2: assassin", "seat 3: safe_collector"]
    part = next((tmp_path / "one" / "cells").glob("02-*/games/*.parquet"))
    part.unlink()
    damaged = simkit("verify", "one")
    assert damaged.code == 2
    assert f"damaged  {part.relative_to(tmp_path / 'one')}: missing (blocks 0 to 59)" in damaged.out
    assert "repair   simkit study small.toml --out one --resume" in damaged.out
    assert simkit("study", small, *HERE, "--out", "one", "--resume").code == 0
    assert simkit("verify", "one", "--json").object["ok"] is True


@pytest.mark.parametrize("lost", ["", "manifest.json"], ids=["folder", "manifest"])
def test_a_cell_that_is_gone_is_missed(simkit: Simkit, small: str, tmp_path: Path, lost: str) -> None:
    simkit("study", small, *HERE, "--out", "one")
    cell = next((tmp_path / "one" / "cells").glob("03-*"))
    shutil.rmtree(cell) if not lost else (cell / lost).unlink()
    checked = simkit("verify", "one")
    assert (checked.code, checked.out.splitlines()[0].split(": ")[0]) == (2, f"damaged  cells/{cell.name}")
    assert simkit("verify", "one", "--json").object["problems"] == [{"file": f"cells/{cell.name}", "what": "missing"}]
    for command in ("summary", "report"):
        refused = simkit(command, "one")
        assert refused.code == 2
        assert f"cells/{cell.name}: missing\n" in refused.err
    assert simkit("report", "one", "--allow-partial", "-o", "part.html").code == 0
    assert f"cells/{cell.name}: missing" in (tmp_path / "part.html").read_text()
    assert simkit("study", small, *HERE, "--out", "one", "--resume").code == 0
    assert simkit("verify", "one").out.startswith("ok       18 files")


@pytest.mark.parametrize("means", ["--force", "--resume", "--dry-run"])
def test_a_cell_is_not_written_by_another_command(simkit: Simkit, small: str, tmp_path: Path, means: str) -> None:
    simkit("study", small, *HERE, "--out", "one")
    cell = next((tmp_path / "one" / "cells").glob("04-*"))
    before = (cell / "manifest.json").read_text()
    assert json.loads(before)["command"].endswith("--set max_passes=0 --set 'pass_points=[5]' --variant 'no passes'")
    ended = simkit(
        "run", GAME, "--players", "3", "--strategies", "assassin", "--games", "60", "--out", str(cell), means, *HERE
    )
    assert ended.code == 2
    assert f"{cell} belongs to the study in {tmp_path / 'one'}" in ended.err
    assert (cell / "manifest.json").read_text() == before


def test_ctrl_c_says_what_is_kept_and_how_to_go_on(simkit: Simkit, small: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """How it is interrupted is tested where it is played (tests/study/test_run.py)."""
    from simkit import study

    play = study.run_study
    monkeypatch.setattr(study, "run_study", lambda *a, **b: replace(play(*a, **b), status="interrupted"))
    ended = simkit("study", small, *HERE, "--out", "one")
    assert ended.code == 130
    assert ended.err == (
        "Interrupted. 1,260 games are kept in one. Continue with:\n  simkit study small.toml --out one --resume\n"
    )
    again = simkit("study", small, *HERE, "--out", "two", "--json")
    assert (again.code, again.object["status"], again.object["games"]) == (130, "interrupted", 1_260)


def test_a_run_tells_why_it_stopped(simkit: Simkit) -> None:
    words = ("run", GAME, "--players", "3", "--strategies", "random", "--seed", "2", *HERE)
    ended = simkit(*words, "--precision", "0.03", "--out", "one")
    lines = ended.out.splitlines()
    assert lines[0] == f"{GAME} 1.0 · 3 players · random at every seat · until ±3 points · seed 2"
    assert re.fullmatch(
        r"stopped  ±3 points reached after 1,[\d]{3} games: the widest interval is ±[\d.]+ points\.", lines[-2]
    )
    found = simkit(*words, "--precision", "0.03", "--out", "two", "--json", "--trace", "0.01", "--band", "20,40").object
    assert found["stopping"]["rule"] == "width"
    assert found["command"].endswith("--trace 0.01 --band 20,40")
    assert simkit("verify", "two").out.startswith("ok       ")


def test_a_dry_run_under_a_bound_tells_what_the_time_is_enough_for(simkit: Simkit, small: str) -> None:
    words = ("study", small, "--dry-run", "--set", "study.blocks=1000000000", "--max-time", "20")
    ended = simkit(*words)
    assert "the same for all · at most 20 s in all" in " ".join(ended.out.split())
    assert re.search(r"; stops after 20 s with about [\d,]+ games", " ".join(ended.out.split()))
    found = simkit(*words, "--json", "--quiet").object
    assert 0 < found["games_in_time"] < found["games"]
    assert found["seconds"] > 20


def test_numbers_of_players_tell_line_ups_apart(simkit: Simkit, small: str) -> None:
    words = ("study", small, "--set", "study.players=[3, 4]")
    told = simkit(*words, "--dry-run").out
    assert "line-up  safe_collector at every seat (3 players)\n" in told
    assert "line-up  safe_collector at every seat (4 players)\n" in told
    simkit(*words, *HERE, "--out", "one")
    assert "(4 players)\n" in simkit("summary", "one").out


def test_a_question_does_not_steer_the_terminal(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "odd.toml").write_text(FILE.replace("Do passes", "Do \\u202e\\u001b[31mpasses"))
    out = simkit("study", "odd.toml", *HERE, "--out", "one").out + simkit("summary", "one").out
    assert "Do" in out
    assert "\u202e" not in out
    assert "\x1b" not in out


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes of POSIX")
def test_a_pipe_is_refused_not_waited_for(simkit: Simkit, tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.toml")
    assert "a pipe or a device" in simkit("study", "pipe.toml").err
    assert (
        "a pipe or a device"
        in simkit("run", GAME, "--players", "3", "--strategies", "random", "--rules", "pipe.toml").err
    )


def test_a_run_goes_on_with_its_time_bound(simkit: Simkit) -> None:
    words = ("run", GAME, "--players", "3", "--strategies", "random", "--games", "9000000", "--seed", "2", *HERE)
    ended = simkit(*words, "--max-time", "0.001", "--out", "one")
    assert "--games 9000000 --max-time 0.001 --seed 2 --out one --resume" in " ".join(ended.out.split())
