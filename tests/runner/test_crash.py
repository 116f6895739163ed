"""Strategies that fail, killed workers, killed parents: nothing finished is lost, nothing stays behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from simkit.errors import PlayError, SimkitError
from simkit.runner import RunConfig, open_run, run
from tests.runner import fake
from tests.runner.test_run import hashes

ASKED = RunConfig("fake", 2, ("a",), 9_000, seed=5)
SUBJECT = fake.subject("a")


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The run that all others must equal once they are resumed."""
    out = tmp_path_factory.mktemp("plain") / "run"
    run(ASKED, out, subject=SUBJECT, play=fake.play, backend="serial")
    return out


def files(out: Path) -> list[str]:
    return sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())


@pytest.mark.parametrize(("backend", "jobs"), [("loky", 2), ("threads", 4), ("serial", 1)])
def test_a_failing_game_is_named_and_finished_chunks_are_kept(
    plain: Path, tmp_path: Path, backend: Any, jobs: int
) -> None:
    with pytest.raises(PlayError) as caught:
        run(ASKED, tmp_path, subject=SUBJECT, play=fake.Failing(5_500), backend=backend, jobs=jobs)
    error = caught.value
    assert "strategy 'a' of fake at seat 2, decision 6, chose the illegal action 99" in str(error)
    assert "game base/a,a/5500.0.0, seed 5" in str(error)
    assert "--resume" in str(error)
    assert error.exit_code == 1
    assert (error.key, error.seat, error.decision) == ("base/a,a/5500.0.0", 1, 5)  # type: ignore[attr-defined]
    there = open_run(tmp_path, check=True)
    assert there.manifest["status"] == "failed"
    assert {part["first_block"] for part in there.manifest["parts"]} >= {0, 1000, 2000, 3000, 4000}
    assert len(files(tmp_path)) == 1 + 2 * len(there.manifest["parts"])
    run(ASKED, tmp_path, subject=SUBJECT, play=fake.play, resume=True, backend="serial")
    assert hashes(tmp_path) == hashes(plain)


def test_the_lowest_failing_game_is_named_whatever_the_jobs(tmp_path: Path) -> None:
    for jobs in (1, 3):
        with pytest.raises(PlayError, match=r"/0\.0\.0"):
            run(ASKED, tmp_path / str(jobs), subject=SUBJECT, play=_all_fail, backend="threads", jobs=jobs)


def _all_fail(*arguments: Any) -> Any:
    return fake.Failing(int(arguments[4][0]))(*arguments)


def test_workers_that_are_killed_cost_nothing(plain: Path, tmp_path: Path) -> None:
    times = 2
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    play = fake.Killing(4_321, times, str(deaths))
    assert run(ASKED, tmp_path / "run", subject=SUBJECT, play=play, jobs=2).status == "complete"
    assert len(list(deaths.iterdir())) == times
    assert hashes(tmp_path / "run") == hashes(plain)


def test_a_chunk_that_kills_each_worker_is_given_up_and_named(plain: Path, tmp_path: Path) -> None:
    deaths = tmp_path / "deaths"
    deaths.mkdir()
    with pytest.raises(PlayError, match=r"blocks 4000 to 4999 of a,a .*given up"):
        run(ASKED, tmp_path / "run", subject=SUBJECT, play=fake.Killing(4_321, 99, str(deaths)), jobs=2)
    assert len(list(deaths.iterdir())) == 3
    there = open_run(tmp_path / "run", check=True)
    assert there.manifest["status"] == "failed"
    assert len(there.manifest["parts"]) == 8, "all other chunks are played"
    run(ASKED, tmp_path / "run", subject=SUBJECT, play=fake.play, resume=True, backend="serial")
    assert hashes(tmp_path / "run") == hashes(plain)


def _full_disk(*_: Any) -> Any:
    raise OSError(28, "No space left on device")


def test_a_full_disk_is_said(tmp_path: Path) -> None:
    with pytest.raises(SimkitError, match=r"results cannot be written: .*No space left"):
        run(ASKED, tmp_path, subject=SUBJECT, play=_full_disk, backend="threads", jobs=2)
    assert open_run(tmp_path).manifest["status"] == "failed"


SCRIPT = """
import sys
from simkit.runner import RunConfig, run
from tests.runner import fake
if __name__ == "__main__":
    asked = RunConfig("fake", 2, ("a",), 9_000, seed=5)
    show = lambda progress: print(progress.games_done, flush=True)
    result = run(asked, sys.argv[1], subject=fake.subject("a"), play=fake.Slow(0.3), jobs=2, progress=show)
    print(result.status, flush=True)
    raise SystemExit(130 if result.interrupted else 0)
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGKILL])
def test_t11_a_signal_to_the_whole_group(plain: Path, tmp_path: Path, repo: Path, number: int) -> None:
    script, out = tmp_path / "script.py", tmp_path / "run"
    script.write_text(SCRIPT)
    started = subprocess.Popen(
        [sys.executable, str(script), str(out)], cwd=repo, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        start_new_session=True, env={**os.environ, "PYTHONPATH": str(repo)},
    )  # fmt: skip
    assert started.stdout is not None
    while int(started.stdout.readline()) < 3_000:
        pass
    if number == signal.SIGKILL:
        # What a crash may leave: a part that no manifest names, and half a file.
        (out / "games" / "part-000000777777.parquet").write_bytes(b"half")
        (out / "seats" / ".part-000000000000.parquet.1.tmp").write_bytes(b"half")
        started.kill()
    else:
        os.killpg(started.pid, number)
    said, errors = started.communicate(timeout=20)
    if number == signal.SIGINT:
        assert (started.returncode, said.split()[-1], errors) == (130, "interrupted", "")
        assert open_run(out, check=True).manifest["status"] == "interrupted"
    else:
        assert open_run(out, check=True).manifest["status"] == "running"
        time.sleep(1.5)  # orphaned workers end their chunk and go
    assert 0 < len(open_run(out).manifest["parts"]) < 9 or number == signal.SIGKILL
    run(ASKED, out, subject=SUBJECT, play=fake.play, resume=True, backend="serial")
    assert hashes(out) == hashes(plain)
    assert files(out) == files(plain)
