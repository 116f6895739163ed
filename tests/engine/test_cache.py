"""Caches of compiled code notice every edit; a stale cache would play the old rules, silently."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from simkit import jit

pytestmark = pytest.mark.skipif(not jit.JIT_ON, reason="without the compiler nothing is cached")

HELPER = "WORTH = {worth}\n"
TABLES = "from {package}.numbers import WORTH\nDOUBLE = 2 * WORTH\n"
KERNEL = """
from simkit.jit import kernel
from {package}.tables import DOUBLE

@kernel
def answer(x):
    return x + DOUBLE
"""
ASK = "from {package}.kernels import answer; print(answer(1), sum(answer.stats.cache_misses.values()))"


@pytest.fixture(autouse=True)
def _forget_modules() -> Iterator[None]:
    """Each test has a package of the same name at another place."""
    jit._locate.cache_clear()
    yield
    jit._locate.cache_clear()
    for name in [name for name in sys.modules if name.partition(".")[0] == "minigame"]:
        del sys.modules[name]


def _package(folder: Path, worth: int) -> Path:
    package = folder / "minigame"
    package.mkdir(exist_ok=True)
    (package / "__init__.py").write_text("")
    (package / "numbers.py").write_text(HELPER.format(worth=worth))
    (package / "tables.py").write_text(TABLES.format(package="minigame"))
    (package / "kernels.py").write_text(KERNEL.format(package="minigame"))
    return package


def _ask(folder: Path, program: str = ASK.format(package="minigame"), **settings: str) -> tuple[int, int]:
    """What a new process answers, and how often it had to compile."""
    path = os.pathsep.join([str(folder), *filter(None, sys.path)])
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "PYTHONPATH": path, "SIMKIT_CACHE_DIR": str(folder / "cache"), **settings},
    )
    answer, compiled = done.stdout.split()
    return int(answer), int(compiled)


def test_an_edit_two_files_away_is_noticed(tmp_path: Path) -> None:
    _package(tmp_path, worth=10)
    assert _ask(tmp_path) == (21, 1)
    assert _ask(tmp_path) == (21, 0), "the second process must load what the first compiled"
    _package(tmp_path, worth=20)
    assert _ask(tmp_path) == (41, 1)
    _package(tmp_path, worth=10)
    assert _ask(tmp_path) == (21, 0), "the old sources still have their folder"


EDIT_WHILE_RUNNING = """
import simkit.jit, minigame.tables, pathlib
numbers = pathlib.Path(minigame.__file__).with_name("numbers.py")
numbers.write_text("WORTH = 20  # twice as much\\n")
from minigame.kernels import answer
print(answer(1), sum(answer.stats.cache_misses.values()))
"""


def test_an_edit_while_a_process_runs_leaves_nothing_stale(tmp_path: Path) -> None:
    """What the process imported is older than the sources that name the folder: it keeps its code to itself."""
    _package(tmp_path, worth=10)
    assert _ask(tmp_path, EDIT_WHILE_RUNNING) == (21, 1), "it goes on with what it imported"
    assert _ask(tmp_path) == (41, 1), "and nobody else plays by it"
    assert _ask(tmp_path) == (41, 0)


def test_other_settings_of_the_compiler_have_a_cache_of_their_own(tmp_path: Path) -> None:
    _package(tmp_path, worth=1)
    assert _ask(tmp_path) == (3, 1)
    assert _ask(tmp_path, NUMBA_BOUNDSCHECK="1") == (3, 1)
    assert _ask(tmp_path, NUMBA_OPT="0") == (3, 1)


def test_the_digest_follows_imports(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = _package(tmp_path, worth=10)
    monkeypatch.syspath_prepend(str(tmp_path))
    kernels = package / "kernels.py"
    first = jit.source_digest(kernels)
    assert jit.source_digest(kernels) == first
    _package(tmp_path, worth=11)
    second = jit.source_digest(kernels)
    assert second != first, "numbers.py is imported by tables.py, which kernels.py imports"
    (package / "stranger.py").write_text("x = 1\n")
    assert jit.source_digest(kernels) == second, "nobody imports the new file"
    assert jit.source_digest(package) != jit.source_digest(kernels), "a folder means all its files"


def test_relative_imports_are_followed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    package = _package(tmp_path, worth=10)
    (package / "near.py").write_text("from .numbers import WORTH\nfrom . import tables\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    before = jit.source_digest(package / "near.py")
    _package(tmp_path, worth=12)
    assert jit.source_digest(package / "near.py") != before


def test_the_digest_does_not_depend_on_the_place(tmp_path: Path) -> None:
    digests = set()
    for name in ("here", "there"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "__init__.py").write_text("")
        package = tmp_path / name / "same"
        package.mkdir()
        (package / "__init__.py").write_text("")
        (package / "a.py").write_text("import numpy\nx = 3\n")
        digests.add(jit.source_digest(package))
    assert len(digests) == 1


def test_sweeping_removes_what_nobody_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(tmp_path))
    used, unused = tmp_path / "used", tmp_path / "unused"
    for folder, days in ((used, 29), (unused, 31)):
        folder.mkdir()
        (folder / "code.nbc").write_text("x")
        past = time.time() - days * 86_400
        os.utime(folder, (past, past))
    jit.sweep()
    assert used.exists()
    assert not unused.exists()


def test_an_unwritable_cache_is_no_obstacle(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    monkeypatch.setenv("SIMKIT_CACHE_DIR", str(blocked))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "xdg"))
    assert jit.cache_root() == tmp_path / "xdg" / "simkit"
    monkeypatch.setenv("XDG_CACHE_HOME", str(blocked))
    assert jit.cache_root() not in (blocked, tmp_path)
