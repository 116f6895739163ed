"""What is in the wheel: our four packages with their data files, and nothing else."""

from __future__ import annotations

import configparser
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from tests.checks.sources import ROOT

PACKAGES = {
    "simkit": "simkit",
    "simkit_strategies": "strategies/simkit_strategies",
    "simkit_experiments": "experiments/simkit_experiments",
    "simkit_reports": "reports/simkit_reports",
}
DATA = {".toml", ".j2", ".css", ".js", ".typed", ".json"}


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built with the hatchling of this environment."""
    out = tmp_path_factory.mktemp("wheel")
    subprocess.run(
        [sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(out), str(ROOT)],
        check=True,
        capture_output=True,
        timeout=120,
    )
    (built,) = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def inside(wheel: Path) -> set[str]:
    """Names of the wheel's files."""
    return set(zipfile.ZipFile(wheel).namelist())


def test_top_level_names(inside: set[str]) -> None:
    """A package called `reports` would overwrite somebody else's."""
    top = {name.partition("/")[0] for name in inside}
    assert {name for name in top if not name.endswith(".dist-info")} == set(PACKAGES)


def test_every_source_and_data_file_is_in_it(inside: set[str]) -> None:
    expected = set()
    for package, folder in PACKAGES.items():
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and "__pycache__" not in path.parts:
                assert path.suffix in {".py", *DATA}, f"{path.name}: what is this file, and should it be shipped?"
                expected.add(f"{package}/{path.relative_to(ROOT / folder).as_posix()}")
    assert {name for name in inside if ".dist-info/" not in name} == expected
    assert {f"{package}/py.typed" for package in PACKAGES} <= inside
    assert any(name.endswith(".j2") for name in inside)


def test_no_tests_and_no_license_lost(inside: set[str]) -> None:
    assert not [name for name in inside if "test_" in name or name.startswith("tests/")]
    assert [name for name in inside if name.endswith("licenses/LICENSE")]


def test_entry_points(wheel: Path, inside: set[str]) -> None:
    (name,) = [n for n in inside if n.endswith("entry_points.txt")]
    points = configparser.ConfigParser()
    points.read_string(zipfile.ZipFile(wheel).read(name).decode())
    assert points["console_scripts"]["simkit"] == "simkit.cli:main"
    assert {s for s in points.sections() if s.startswith("simkit.")} == {
        "simkit.games",
        "simkit.strategies",
        "simkit.studies",
        "simkit.reports",
    }


@pytest.mark.slow
def test_an_installed_wheel_plays(wheel: Path, tmp_path: Path) -> None:
    """Not from the source tree: every file that play and report need is found where the wheel put it."""
    place = tmp_path / "site"
    subprocess.run(
        [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index", "--target", place, wheel],
        check=True,
    )
    code = (
        "import sys, simkit, simkit_reports; from simkit.plugins import games, strategies;"
        "print(simkit.__file__, simkit_reports.__file__);"
        "game = next(iter(games())); print(game, next(iter(strategies(game))))"
    )
    env = {**os.environ, "PYTHONPATH": str(place)}
    done = subprocess.run(
        [sys.executable, "-c", code], check=True, capture_output=True, text=True, env=env, cwd=tmp_path
    )
    files, names = done.stdout.splitlines()
    assert all(name.startswith(str(place)) for name in files.split()), files
    game, strategy = names.split()
    main = "from simkit.cli import main; main()"
    run = ["run", game, "--strategies", strategy, "--players", "4", "--games", "48", "--seed", "1", "--out", "run"]
    for arguments in (run, ["report", "run", "-o", "report.html"]):
        subprocess.run([sys.executable, "-c", main, *arguments], check=True, env=env, cwd=tmp_path, timeout=300)
    assert (tmp_path / "report.html").stat().st_size > 10_000
