"""`simkit run`: echo, answer, files, resume, dry run."""

from __future__ import annotations

import json
from pathlib import Path

import polars as pl

from tests.cli.shell import GAME, PLAY, Simkit

SMALL = ("--games", "200", "--backend", "serial")


def test_the_configuration_is_echoed_before_the_answer(simkit: Simkit) -> None:
    ended = simkit(*PLAY, *SMALL, "--seed", "3", "--set", "pass_points=[4,3,0]", "--out", "mine")
    lines = ended.out.splitlines()
    assert ended.code == 0
    assert lines[0] == f"{GAME} 1.0 · 4 players · random at every seat · 200 games · seed 3"
    assert lines[1] == "rules    pass_points = [4, 3, 0] (default [5, 3, 0])"
    assert lines[2].startswith("seat ")
    assert lines[-1] == "results  mine     next: simkit report mine --open"


def test_of_a_table_only_what_differs_is_echoed(simkit: Simkit) -> None:
    table = ("--set", "and_now_counts={mean_trick=4, mix_up=3}")
    ended = simkit(
        "run", "sneeze", "--players", "4", "--strategies", "opportunist", "--games", "5", *table, "--dry-run"
    )
    assert ended.out.splitlines()[1] == "rules    and_now_counts = {mean_trick = 4} (default {mean_trick = 6})"


def test_a_table_in_place_of_an_option_says_what_it_replaces(simkit: Simkit) -> None:
    ended = simkit(
        "run", "doctor_li", "--players", "3", "--strategies", "random", "--games", "5", "--dry-run",
        "--set", "boost_table={draw1=4, draw2=6}",
    )  # fmt: skip
    assert ended.code == 0
    assert ended.out.splitlines()[1] == "rules    boost_table = {draw1 = 4, draw2 = 6} (in place of n_boost = 10)"


def test_whole_blocks_are_played_and_the_effective_number_is_echoed(simkit: Simkit, tmp_path: Path) -> None:
    ended = simkit(
        "run", GAME, "--players", "3", "--strategies", "random,assassin,random", "--games", "100", "--repeats", "2",
        "--seed", "3", "--backend", "serial", "--out", "mine",
    )  # fmt: skip
    lines = ended.out.splitlines()
    assert lines[0] == f"{GAME} 1.0 · 3 players · random, assassin, random · 102 games · seed 3"
    assert lines[1] == "blocks   17 deals x 3 seatings (all) x 2 repeats = 102 games (100 asked for)"
    assert pl.scan_parquet(tmp_path / "mine" / "games" / "*.parquet").collect().height == 102


def test_a_seed_is_drawn_and_repeats_the_run(simkit: Simkit, tmp_path: Path) -> None:
    first = simkit(*PLAY, *SMALL, "--json", "--quiet", "--out", "one").object
    assert first["seed_drawn"] is True
    second = simkit(*PLAY, *SMALL, "--json", "--quiet", "--out", "two", "--seed", str(first["seed"])).object
    assert second["seed_drawn"] is False
    assert _tables(tmp_path / "one") == _tables(tmp_path / "two")
    text = simkit(*PLAY, *SMALL, "--out", "three").out.splitlines()[0]
    seed = json.loads((tmp_path / "three" / "manifest.json").read_text())["config"]["seed"]
    assert text.endswith(f"seed {seed} (drawn; repeat with --seed {seed})")


def test_without_out_the_first_free_folder_is_taken(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "out" / f"{GAME}-1").mkdir(parents=True)
    assert simkit(*PLAY, *SMALL, "--json").object["out"] == f"out/{GAME}-2"
    assert simkit(*PLAY, *SMALL, "--json").object["out"] == f"out/{GAME}-3"


def test_json_is_one_object_and_the_echo_goes_to_stderr(simkit: Simkit) -> None:
    ended = simkit(*PLAY, *SMALL, "--seed", "3", "--json", "--out", "mine")
    found = ended.object
    assert (found["status"], found["games"], found["blocks"], found["out"]) == ("complete", 200, 200, "mine")
    assert found["command"] == f"simkit run {GAME} --players 4 --strategies random --games 200 --seed 3"
    assert len(found["results"]["seats"]["shares"]) == 4
    assert ended.err.startswith(f"{GAME} 1.0 · 4 players")


def test_quiet_leaves_stderr_empty(simkit: Simkit) -> None:
    assert simkit(*PLAY, *SMALL, "--quiet", "--out", "one").err == ""
    assert simkit(*PLAY, *SMALL, "--quiet", "--json", "--out", "two").err == ""


def test_progress_is_on_stderr(simkit: Simkit) -> None:
    ended = simkit(*PLAY, *SMALL, "--out", "one")
    assert "playing  200 of 200 · " in ended.err
    assert "games/s" not in ended.out


def test_a_dry_run_writes_nothing(simkit: Simkit, tmp_path: Path) -> None:
    words = ("run", GAME, "--players", "3", "--strategies", "random,assassin,random", "--games", "10000", "--dry-run")
    ended = simkit(*words, "--seed", "3")
    assert ended.code == 0
    assert "blocks   3,334 deals x 3 seatings (all) x 1 repeat = 10,002 games (10,000 asked for)" in ended.out
    assert "seating   1  random, assassin, random\n" in ended.out
    assert f"would write out/{GAME}-1: manifest.json and " in ended.out
    found = simkit(*words, "--json").object
    assert (found["games"], found["blocks"], len(found["seatings"])) == (10_002, 3_334, 3)
    assert list(tmp_path.iterdir()) == []


def test_a_rules_file_and_set_which_wins(simkit: Simkit, tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text('sole_survivor_bonus = 4\nexchange_dir = "left"\npass_points = [9, 3, 0]\n')
    changes = ("--rules", "my.toml", "--set", "sole_survivor_bonus=5", "--set", "most_bonus=round")
    found = simkit(*PLAY, "--dry-run", "--json", *changes).object
    rules = found["rules"]
    assert (rules["sole_survivor_bonus"], rules["exchange_dir"], rules["pass_points"]) == (5, "left", [9, 3, 0])


def test_resume_extends_and_the_result_is_that_of_one_run(simkit: Simkit, tmp_path: Path) -> None:
    assert simkit(*PLAY, *SMALL, "--seed", "3", "--out", "one").code == 0
    ended = simkit(*PLAY, "--games", "450", "--backend", "serial", "--out", "one", "--resume")
    assert ended.code == 0
    assert "kept     200 games in one\n" in ended.out
    assert simkit(*PLAY, "--games", "450", "--backend", "serial", "--seed", "3", "--out", "two").code == 0
    assert _tables(tmp_path / "one") == _tables(tmp_path / "two")


def test_resume_without_games_keeps_the_number(simkit: Simkit) -> None:
    assert simkit(*PLAY, *SMALL, "--seed", "3", "--out", "one").code == 0
    found = simkit(*PLAY, "--out", "one", "--resume", "--json").object
    assert (found["games"], found["games_played_now"], found["seed"]) == (200, 0, 3)


def test_force_replaces_results(simkit: Simkit) -> None:
    assert simkit(*PLAY, *SMALL, "--seed", "3", "--out", "one").code == 0
    found = simkit(
        *PLAY, "--games", "50", "--seed", "4", "--backend", "serial", "--out", "one", "--force", "--json"
    ).object
    assert (found["games"], found["seed"]) == (50, 4)


def test_backends_and_jobs_give_the_same_tables(simkit: Simkit, tmp_path: Path) -> None:
    common = (*PLAY, "--games", "3000", "--seed", "3", "--quiet")
    assert simkit(*common, "--backend", "serial", "--out", "serial").code == 0
    assert simkit(*common, "--backend", "threads", "--jobs", "2", "--out", "threads").code == 0
    assert simkit(*common, "--jobs", "2", "--out", "loky").code == 0
    tables = _tables(tmp_path / "serial")
    assert tables == _tables(tmp_path / "threads")
    assert tables == _tables(tmp_path / "loky")


def test_margin_and_confidence_reach_the_verdict(simkit: Simkit) -> None:
    found = simkit(
        *PLAY, *SMALL, "--seed", "3", "--margin", "0.2", "--confidence", "0.9", "--json", "--out", "one"
    ).object
    verdict = found["results"]["seats"]["verdict"]
    assert (verdict["margin"], verdict["confidence"], verdict["kind"]) == (0.2, 0.9, "balanced")


def _tables(folder: Path) -> list[list[tuple[object, ...]]]:
    key = ["block", "repeat", "seating"]
    games = pl.scan_parquet(folder / "games" / "*.parquet").sort(key).collect()
    seats = pl.scan_parquet(folder / "seats" / "*.parquet").sort([*key, "seat"]).collect()
    return [games.rows(), seats.rows()]
