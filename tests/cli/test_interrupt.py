"""Ctrl-C at work: what is finished is kept, and resuming gives the data of a run that nobody interrupted (T11)."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import PLAY, Simkit

# Enough that the run is still on when its first finished part shows, however fast the machine.
GAMES = ("--games", "400000", "--seed", "11")


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize("backend", ["loky", "serial"])
def test_interrupted_and_resumed_is_as_if_never_interrupted(simkit: Simkit, tmp_path: Path, backend: str) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "simkit.cli", *PLAY, *GAMES, "--backend", backend, "--jobs", "2", "--out", "it's mine"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,  # a process group of its own: Ctrl-C reaches parent and workers alike
    )
    _wait_for_a_part(tmp_path / "it's mine", child)
    os.killpg(child.pid, signal.SIGINT)
    out, err = child.communicate()
    assert child.returncode == 130, err
    assert "Traceback" not in err
    assert "results  " not in out

    resume = err.splitlines()[-1].strip()
    assert resume.endswith(" --out 'it'\"'\"'s mine' --resume")
    manifest = json.loads((tmp_path / "it's mine" / "manifest.json").read_text())
    assert manifest["status"] == "interrupted"
    kept = sum(part["games"]["rows"] for part in manifest["parts"])
    assert 0 < kept < 400_000
    assert f"Interrupted. {kept:,} of 400,000 games are kept in it's mine." in err

    assert simkit(*shlex.split(resume)[1:], "--quiet", "--backend", "serial").code == 0
    assert simkit(*PLAY, *GAMES, "--quiet", "--backend", "serial", "--out", "whole").code == 0
    for table in ("games", "seats"):
        assert _table(tmp_path / "it's mine", table).equals(_table(tmp_path / "whole", table))


@pytest.mark.skipif(os.name != "posix", reason="signals of POSIX")
@pytest.mark.parametrize(
    ("number", "times", "code"), [(signal.SIGTERM, 1, 143), (signal.SIGTERM, 2, 143), (signal.SIGINT, 2, 130)]
)
def test_ended_or_interrupted_twice_keeps_what_is_finished(
    tmp_path: Path, number: signal.Signals, times: int, code: int
) -> None:
    child = subprocess.Popen(
        [sys.executable, "-m", "simkit.cli", *PLAY, "--games", "300000", "--seed", "1", "--jobs", "2", "--out", "run"],
        cwd=tmp_path,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    _wait_for_a_part(tmp_path / "run", child)
    for _ in range(times):
        os.kill(child.pid, number)
        time.sleep(0.02)
    _, err = child.communicate()
    assert child.returncode == code, err
    assert "Traceback" not in err
    assert "leaked" not in err
    manifest = json.loads((tmp_path / "run" / "manifest.json").read_text())
    assert manifest["status"] == "interrupted"
    assert len(manifest["parts"]) >= 1


def _wait_for_a_part(folder: Path, child: subprocess.Popen[str]) -> None:
    while child.poll() is None:
        try:
            if json.loads((folder / "manifest.json").read_text())["parts"]:
                return
        except FileNotFoundError:
            pass
        time.sleep(0.01)
    raise AssertionError(child.communicate())


def _table(folder: Path, table: str) -> pl.DataFrame:
    frame = pl.scan_parquet(sorted((folder / table).iterdir()), glob=False)
    key = ["block", "repeat", "seating"] + (["seat"] if table == "seats" else [])
    return frame.sort(key).collect()
