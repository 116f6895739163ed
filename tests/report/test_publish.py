"""From a result folder to a file: the same bytes, nothing lost, damage refused."""

from __future__ import annotations

import errno
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from simkit import report
from simkit.errors import DataError, SimkitError, UsageError
from simkit.runner.store import write_manifest
from tests.report.runs import Recipe, make_run

SMALL = Recipe(blocks=40, strength={"greedy": 0.4}, capped=0.02)


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results") / "run"
    make_run(folder, SMALL)
    return folder


def test_the_same_results_give_the_same_bytes_whatever_the_hash_seed_the_locale_and_the_zone(
    results: Path, repo: Path, tmp_path: Path
) -> None:
    code = "import sys; from simkit import report; report.write(sys.argv[1], sys.argv[2])"
    target = tmp_path / "there.html"
    environment = {
        **os.environ, "PYTHONHASHSEED": "77", "TZ": "Pacific/Auckland", "LC_ALL": "de_DE.UTF-8",
        "PYTHONPATH": os.pathsep.join([str(repo), os.environ.get("PYTHONPATH", "")]),
        "POLARS_MAX_THREADS": "2", "OPENBLAS_NUM_THREADS": "1",
    }  # fmt: skip
    subprocess.run([sys.executable, "-c", code, str(results), str(target)], check=True, env=environment)
    here = report.write(results, tmp_path / "here.html")
    assert target.read_bytes() == here.read_bytes()
    assert report.write(results, tmp_path / "again.html").read_bytes() == here.read_bytes()


def test_the_folder_of_the_results_does_not_show(tmp_path: Path) -> None:
    pages = []
    for name in ("one", "two"):
        make_run(tmp_path / name, SMALL)
        pages.append(report.write(tmp_path / name).read_bytes())
    assert pages[0] == pages[1]


def test_without_a_name_it_lies_beside_the_results_and_is_replaced(results: Path) -> None:
    first = report.write(results)
    assert first == results / "report.html"
    assert report.write(results, margin=0.3) == first


def test_a_file_of_somebody_else_is_left_alone(results: Path, tmp_path: Path) -> None:
    mine = tmp_path / "thesis.html"
    mine.write_text("years of work")
    with pytest.raises(UsageError, match="not made by simkit"):
        report.write(results, mine)
    assert mine.read_text() == "years of work"
    report.write(results, mine, overwrite=True)
    assert [p.name for p in tmp_path.iterdir()] == ["thesis.html"]


@pytest.mark.parametrize("target, words", [("nowhere/report.html", "does not exist"), (".", "is a folder")])
def test_a_place_that_cannot_be_written_is_named(results: Path, in_tmp: Path, target: str, words: str) -> None:
    with pytest.raises(UsageError, match=words):
        report.write(results, in_tmp / target)


@pytest.mark.parametrize("choice", [{"confidence": 1.0}, {"confidence": 0.2}, {"margin": 0.5}, {"margin": 0.0}])
def test_confidence_and_margin_out_of_range_are_refused(results: Path, choice: dict[str, float]) -> None:
    with pytest.raises(UsageError, match=f"--{next(iter(choice))} must"):
        report.write(results, **choice)


def test_a_name_too_long_for_a_file_is_refused(results: Path, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^the report cannot be written as .*Give another name"):
        report.write(results, tmp_path / f"{'x' * 300}.html")


def test_an_unknown_report_brings_the_nearest_name(results: Path) -> None:
    with pytest.raises(UsageError, match="Did you mean 'balance'"):
        report.write(results, report="balanse")


def test_damaged_results_are_refused_and_named(tmp_path: Path) -> None:
    make_run(tmp_path / "run", SMALL)
    part = next((tmp_path / "run" / "seats").iterdir())
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    with pytest.raises(DataError, match=part.name):
        report.write(tmp_path / "run")
    assert not (tmp_path / "run" / "report.html").exists()


def test_a_run_without_finished_games_is_a_clear_error(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", SMALL)
    write_manifest(tmp_path / "run", {**run.manifest, "parts": []})
    with pytest.raises(DataError, match="no finished games") as caught:
        report.write(tmp_path / "run")
    assert str(caught.value).endswith(f"{run.manifest['command']} --out {tmp_path / 'run'} --resume")


def test_another_schema_is_a_clear_error(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", SMALL)
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**run.manifest, "schema_version": 0}))
    with pytest.raises(DataError, match="schema version 0"):
        report.write(tmp_path / "run")


def test_no_results_at_all_is_a_clear_error(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="no result folder"):
        report.write(tmp_path / "nothing")


def test_a_definition_needs_no_matplotlib(repo: Path) -> None:
    code = "import sys, simkit_reports; sys.exit('matplotlib' in sys.modules or 'jinja2' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True, cwd=repo)


@pytest.mark.parametrize("name", ["q.pdf", "q", "q.txt"])
def test_a_page_ends_in_html(results: Path, tmp_path: Path, name: str) -> None:
    with pytest.raises(UsageError, match=rf"must end in \.html; '{name}' came"):
        report.write(results, tmp_path / name)
    assert not list(tmp_path.iterdir())


@pytest.mark.skipif(not Path("/proc/self").is_dir(), reason="needs a folder that takes no files")
def test_a_folder_that_takes_no_files_is_told_before_the_work(results: Path) -> None:
    with pytest.raises(UsageError, match=r"^the report cannot be written as /proc/x\.html: .*Give another name"):
        report.write(results, "/proc/x.html")


def test_a_full_disk_leaves_the_old_report(results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    target = report.write(results, tmp_path / "x.html")
    before = target.read_bytes()

    def full(path: Path, data: bytes) -> int:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(SimkitError, match=r"the report cannot be written as .*x\.html: No space left.* Make room"):
        report.write(results, target)
    monkeypatch.undo()
    assert target.read_bytes() == before
    assert [p.name for p in tmp_path.iterdir()] == ["x.html"]
