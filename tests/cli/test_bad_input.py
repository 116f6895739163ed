"""Bad input: exit code 2, an exact message that says what to do, nothing on stdout, nothing written."""

from __future__ import annotations

import os
import shutil
from pathlib import Path

import pytest

from tests.cli.shell import GAME, PLAY, Simkit

OF = f"{GAME} option"
LISTED = f"(simkit rules {GAME} explains it)"
CASES = {
    "no such command": (("rum",), "no command is called 'rum'. Did you mean 'run'? (simkit --help lists them all)"),
    "no such option": (
        (*PLAY, "--sead", "3"),
        "no option is called '--sead'. Did you mean '--seed'? (simkit run --help lists them all)",
    ),
    "no such game": (
        ("run", "anaphilaxis", "--players", "4", "--strategies", "random"),
        "no game is called 'anaphilaxis'. Did you mean 'anaphylaxis'? (simkit games lists them all)",
    ),
    "no such game, rules": (
        ("rules", "anaphilaxis"),
        "no game is called 'anaphilaxis'. Did you mean 'anaphylaxis'? (simkit games lists them all)",
    ),
    "no such game, strategies": (
        ("strategies", "anaphilaxis"),
        "no game is called 'anaphilaxis'. Did you mean 'anaphylaxis'? (simkit games lists them all)",
    ),
    "no such game, bench": (
        ("bench", "anaphilaxis"),
        "no game is called 'anaphilaxis'. Did you mean 'anaphylaxis'? (simkit games lists them all)",
    ),
    "no such strategy": (
        ("run", GAME, "--players", "4", "--strategies", "randon"),
        f"no strategy for {GAME} is called 'randon'. Did you mean 'random'? (simkit strategies {GAME} lists them all)",
    ),
    "no players": (("run", GAME), f"--players is needed: {GAME} is played by 3 or 4 players. Give --players 3."),
    "too many players": (
        ("run", GAME, "--players", "5", "--strategies", "random"),
        f"{GAME} is played by 3 or 4 players; 5 came. Give --players one of these.",
    ),
    "rules for too many players": (
        ("rules", GAME, "--players", "9"),
        f"{GAME} is played by 3, 4 players; 9 came. Give --players one of these.",
    ),
    "no strategies": (
        ("run", GAME, "--players", "4"),
        "--strategies is needed: one name for every seat, or one a seat joined by commas "
        f"(simkit strategies {GAME} lists them).",
    ),
    "wrong number of strategies": (
        ("run", GAME, "--players", "4", "--strategies", "random,assassin"),
        "a line-up for 4 players is one strategy (mirrored over all seats) or 4 of them; 2 came: random, assassin. "
        "Give 1 or 4, joined by commas.",
    ),
    "empty name": (
        ("run", GAME, "--players", "4", "--strategies", "random,,random,random"),
        "--strategies takes names joined by commas, as a,b,b,b; in 'random,,random,random' one is empty.",
    ),
    "no games": ((*PLAY, "--games", "0"), "--games must be 1 to 1,000,000,000,000; 0 came."),
    "fewer than no games": ((*PLAY, "--games", "-7"), "--games must be 1 to 1,000,000,000,000; -7 came."),
    "games no number": (
        (*PLAY, "--games", "many"),
        "Invalid value for '--games': 'many' is not a valid integer. (simkit run --help explains it)",
    ),
    "no repeats": ((*PLAY, "--repeats", "0"), "--repeats must be 1 to 100,000; 0 came."),
    "more repeats than a file can hold": (
        (*PLAY, "--games", "100", "--repeats", "99999999999", "--dry-run"),
        "--repeats must be 1 to 100,000; 99,999,999,999 came.",
    ),
    "no jobs": ((*PLAY, "--jobs", "0"), "--jobs must be 1 or more; 0 came."),
    "negative seed": ((*PLAY, "--seed", "-1"), "--seed must be 0 to 9223372036854775807; -1 came."),
    "backend": (
        (*PLAY, "--backend", "thread"),
        "--backend must be loky, threads or serial; 'thread' came. Did you mean 'threads'?",
    ),
    "seatings": (
        (*PLAY, "--seatings", "rotation"),
        "--seatings must be all or rotations; 'rotation' came. Did you mean 'rotations'?",
    ),
    "margin": ((*PLAY, "--margin", "0.5"), "--margin must be a fraction between 0 and 0.5; 0.5 came."),
    "margin zero": ((*PLAY, "--margin", "0"), "--margin must be a fraction between 0 and 0.5; 0 came."),
    "confidence": ((*PLAY, "--confidence", "95"), "--confidence must be a fraction between 0.5 and 1; 95 came."),
    "confidence not a number": (
        (*PLAY, "--confidence", "nan"),
        "--confidence must be a fraction between 0.5 and 1; nan came.",
    ),
    "parameter unknown": (
        ("run", GAME, "--players", "4", "--strategies", "safe_collector:dangr=3"),
        "strategy 'safe_collector' has no parameter 'dangr'. Did you mean 'danger'?",
    ),
    "parameter out of range": (
        ("run", GAME, "--players", "4", "--strategies", "safe_collector:danger=999"),
        "parameter 'danger' of 'safe_collector' must be 0 to 50; 999 came.",
    ),
    "parameter of the wrong type": (
        ("run", GAME, "--players", "4", "--strategies", "safe_collector:danger=high"),
        "a parameter is written name=number, as in safe_collector:danger=10; 'danger=high' came in "
        "'safe_collector:danger=high'.",
    ),
    "option unknown": (
        (*PLAY, "--set", "roundz=3"),
        f"{GAME} has no rule option 'roundz'. Did you mean 'rounds'? (simkit rules {GAME} lists them all)",
    ),
    "option out of range": (
        (*PLAY, "--set", "max_passes=9"),
        f"{OF} 'max_passes' must be a whole number (0 to 3); 9 came. {LISTED}",
    ),
    "option of the wrong type": (
        (*PLAY, "--set", "leader_may_pass=1"),
        f"{OF} 'leader_may_pass' must be true or false (true or false); 1 came. {LISTED}",
    ),
    "option of the wrong word": (
        (*PLAY, "--set", "exchange_dir=up"),
        f"{OF} 'exchange_dir' must be one of these (right | left | alternate); 'up' came. {LISTED}",
    ),
    "option twice": ((*PLAY, "--set", "rounds=3", "--set", "rounds=4"), "--set gives 'rounds' twice. Give it once."),
    "option without a value": (
        (*PLAY, "--set", "rounds"),
        "--set takes option=value, as in --set option=3; 'rounds' came.",
    ),
    "no TOML": ((*PLAY, "--set", "pass_points=[5,"), "--set pass_points: '[5,' is not a TOML value ("),
    "no rules file": ((*PLAY, "--rules", "my.toml"), "--rules my.toml: there is no such file."),
    "resume and force": (
        (*PLAY, "--out", "x", "--resume", "--force"),
        "--resume keeps the results in --out, --force replaces them. Give one of the two.",
    ),
    "resume nothing": ((*PLAY, "--resume"), "--resume needs --out DIR, the folder it is about."),
    "force nothing": ((*PLAY, "--force"), "--force needs --out DIR, the folder it is about."),
    "report of nothing": (("report", "nowhere"), "nowhere is no result folder of simkit: there is no such folder."),
    "verify nothing": (("verify", "nowhere"), "nowhere is no result folder of simkit: there is no such folder."),
    "replay nothing": (
        ("replay", "nowhere", "--game", "0.0.0"),
        "nowhere is no result folder of simkit: there is no such folder.",
    ),
    "replay without a key": (
        ("replay", "nowhere"),
        "Missing option '--game'. (simkit replay --help explains it)",
    ),
    "bench without time": (("bench", GAME, "--seconds", "0"), "--seconds must be above 0 and at most 600; 0 came."),
}


@pytest.mark.parametrize("words, message", CASES.values(), ids=CASES.keys())
def test_bad_input(simkit: Simkit, tmp_path: Path, words: tuple[str, ...], message: str) -> None:
    ended = simkit(*words)
    assert ended.err.startswith(f"Error: {message}")
    assert ended.code == 2
    assert ended.out == ""
    assert list(tmp_path.iterdir()) == []


@pytest.mark.skipif(os.name != "posix", reason="names of POSIX are bytes")
@pytest.mark.parametrize("words", [(*PLAY, "--games", "40", "--out"), ("report",), ("verify",)])
def test_a_folder_whose_name_is_no_text(simkit: Simkit, tmp_path: Path, words: tuple[str, ...]) -> None:
    ended = simkit(*words, os.fsdecode(b"bad\xffname"))
    assert (ended.code, ended.out, list(tmp_path.iterdir())) == (2, "", [])
    assert ended.err.startswith("Error: the folder's name 'bad?name' is not text in this terminal's encoding")


def test_with_json_the_error_is_the_one_object(simkit: Simkit) -> None:
    ended = simkit("rules", "chess", "--json")
    assert ended.object == {"error": ended.err.removeprefix("Error: ").rstrip("\n"), "exit_code": 2}
    assert ended.code == 2


def test_a_rules_file_names_file_and_line_where_it_is_no_toml(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("rounds = 4\nmax_passes = = 2\n")
    ended = simkit(*PLAY, "--rules", "my.toml")
    assert (ended.code, ended.err) == (2, "Error: my.toml, line 2: not TOML: Invalid value.\n")


def test_a_rules_file_names_file_and_line_of_an_unknown_option(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("# mine\nrounds = 4\n\nmaxpasses = 2\n")
    ended = simkit(*PLAY, "--rules", "my.toml")
    assert ended.code == 2
    assert ended.err.startswith(
        f"Error: my.toml, line 4: {GAME} has no rule option 'maxpasses'. Did you mean 'max_passes'?"
    )


def test_a_rules_file_names_file_and_line_of_a_value_out_of_range(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text("rounds = 4\nmax_passes = 20\n")
    ended = simkit(*PLAY, "--rules", "my.toml")
    assert (ended.code, ended.err.startswith("Error: my.toml, line 2: ")) == (2, True)


def test_a_rules_file_that_is_not_utf8(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_bytes(b"rounds = 4\n# caf\xe9\n")
    ended = simkit(*PLAY, "--rules", "my.toml")
    assert (ended.code, ended.err) == (2, "Error: my.toml, line 2: not UTF-8 text. Save the file as UTF-8.\n")


def test_results_are_never_overwritten_by_accident(simkit: Simkit, played: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in played.rglob("*")}
    ended = simkit(*PLAY, "--games", "300", "--seed", "5", "--out", str(played))
    assert ended.code == 2
    assert ended.err.startswith(f"Error: {played} is not empty")
    assert {path: path.stat().st_mtime_ns for path in played.rglob("*")} == before


def test_force_leaves_a_folder_alone_that_is_not_ours(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "thesis").mkdir()
    (tmp_path / "thesis" / "thesis.tex").write_text("years of work")
    ended = simkit(*PLAY, "--games", "100", "--out", "thesis", "--force")
    assert (ended.code, (tmp_path / "thesis" / "thesis.tex").read_text()) == (2, "years of work")


@pytest.mark.parametrize(
    "change, difference",
    [
        (("--seed", "6"), "seed: 5 there, 6 asked for"),
        (("--set", "sole_survivor_bonus=3"), "rule sole_survivor_bonus: 10 there, 3 asked for"),
        (("--repeats", "2"), "repeats: 1 there, 2 asked for"),
        (
            ("--strategies", "assassin"),
            "line-up: random,random,random,random there, assassin,assassin,assassin,assassin",
        ),
    ],
)
def test_resume_prints_what_differs(simkit: Simkit, played: Path, change: tuple[str, ...], difference: str) -> None:
    ended = simkit(*PLAY, "--games", "300", *change, "--out", str(played), "--resume")
    assert ended.code == 2
    assert f"\n  {difference}" in ended.err


def test_resume_refuses_other_sources(simkit: Simkit, tmp_path: Path) -> None:
    assert simkit(*PLAY, "--games", "40", "--backend", "serial", "--out", "run").code == 0
    manifest = tmp_path / "run" / "manifest.json"
    text = manifest.read_text()
    at = text.index('"source_digest": "') + len('"source_digest": "')
    manifest.write_text(text[:at] + "0" * 12 + text[at + 12 :])
    ended = simkit(*PLAY, "--games", "40", "--out", "run", "--resume")
    assert ended.code == 2
    assert "\n  source digest (the code was edited): 000000000000 there, " in ended.err


@pytest.mark.skipif(os.name != "posix", reason="permissions of POSIX")
def test_a_folder_that_cannot_be_made(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ended = simkit(*PLAY, "--games", "40", "--out", "file/run")
    assert ended.code == 2
    assert "file/run" in ended.err


@pytest.mark.parametrize("means", ["--resume", "--force"])
def test_a_table_that_takes_no_file_is_found_out_before_anything_is_removed(
    simkit: Simkit, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, means: str
) -> None:
    out = shutil.copytree(played, tmp_path / "run")
    before = sorted(path.name for path in out.rglob("*"))
    monkeypatch.setattr("simkit.runner.files.os.access", lambda path, mode: Path(path).name != "seats")
    ended = simkit(*PLAY, "--games", "400", "--seed", "5", "--out", "run", means)
    assert (ended.code, ended.err) == (
        2,
        "Error: run/seats cannot be written: Permission denied. Choose another --out.\n",
    )
    assert sorted(path.name for path in out.rglob("*")) == before


def test_out_is_a_file(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    ended = simkit(*PLAY, "--games", "40", "--out", "file", "--force")
    assert (ended.code, (tmp_path / "file").read_text()) == (2, "mine")
