"""Install the example package for the tests of this folder, without pip or network: a path and its metadata."""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import pytest

HERE = Path(__file__).parent

# In front of the collection of test_dice_race.py, which imports the package as an installed one.
if str(HERE) not in sys.path:
    sys.path.append(str(HERE))


def write_metadata(folder: Path) -> None:
    """Write the `dist-info` folder that installing the package would write."""
    project = tomllib.loads((HERE / "pyproject.toml").read_text())["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, points in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in points.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that makes importlib.metadata see the package, on this process's path for the time of a test."""
    from simkit import plugins

    write_metadata(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path))
    plugins.forget()
    yield tmp_path
    monkeypatch.undo()
    plugins.forget()
