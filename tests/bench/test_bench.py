"""The benchmark works; how fast anything is, no test says."""

from __future__ import annotations

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest


def test_the_c_limit_is_unchanged(repo: Path) -> None:
    source = (repo / "bench" / "limit" / "anaphylaxis_limit.c").read_bytes()
    assert hashlib.sha256(source).hexdigest() == "63532f21bb4e9a41391248c999b8bdc323311787c1c97abce8838d32ee57cb22"


def test_ratios_are_taken_within_rounds() -> None:
    from simkit.cli.measure import rates

    assert rates([(1.0, 30), (2.0, 30), (4.0, 30)], 10) == {"games_per_second": 5.0, "decisions_per_second": 15.0}


@pytest.mark.slow
@pytest.mark.parametrize("compiler", ["gcc", "no-such-compiler"])
def test_the_benchmark_writes_ratios(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, compiler: str
) -> None:
    monkeypatch.setenv("CC", compiler)
    small = ("--rounds", "1", "--games", "2000", "--run-rounds", "1", "--run-games", "5000", "--memory-games", "5000")
    command = [sys.executable, str(repo / "bench" / "run.py"), *small, "--out", "bench.json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    found = json.loads((tmp_path / "bench.json").read_text())
    with_c = shutil.which(compiler) is not None
    assert ("engine_to_c" in found["ratios"]) == with_c
    assert ("no gcc here" in done.stdout) != with_c
    assert {"two_to_one", "run_to_engine", "parent_mb", "worker_mb", "help_seconds"} <= set(found["ratios"])


@pytest.mark.slow
def test_simkit_bench_prints_one_object(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "simkit.cli", "bench", "anaphylaxis", "--seconds", "0.05", "--json"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    (found,) = json.loads(done.stdout)["games"]
    assert (found["game"], found["players"], found["strategy"]) == ("anaphylaxis", 4, "random")
    assert found["one_core"]["games_per_second"] > 0
    assert found["start_seconds"]["cold"] > 0
    assert list(tmp_path.iterdir()) == []
