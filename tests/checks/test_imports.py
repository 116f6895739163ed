"""What is imported at which moment. Each case runs in a fresh interpreter, because imports stay."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = ("numba", "pandas", "matplotlib", "scipy", "polars", "joblib", "pyarrow")

RUN = """
import json, sys
from simkit.cli import main
sys.argv = ["simkit", *json.loads(sys.argv[1])]
code = 0
try:
    main()
except SystemExit as end:
    code = end.code or 0
print(json.dumps([code, sorted({name.partition(".")[0] for name in sys.modules})]), file=sys.stderr)
"""


def _modules_after(*arguments: str) -> set[str]:
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(arguments)], capture_output=True, text=True, timeout=60, check=True
    )
    code, names = json.loads(done.stderr.splitlines()[-1])
    assert code == 0, done.stderr
    return set(names)


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], ["run", "--help"], ["report", "--help"]])
def test_help_imports_nothing_heavy(arguments: list[str]) -> None:
    assert not _modules_after(*arguments) & {*HEAVY, "numpy"}


@pytest.mark.parametrize("arguments", [["games"], ["strategies"], ["games", "--json"]])
def test_listing_names_imports_nothing_heavy(arguments: list[str]) -> None:
    """A strategy's file may hold compiled helpers, so only games promise to come without numba (which brings scipy)."""
    allowed = {"numba", "scipy"} if arguments[0] == "strategies" else set()
    assert not _modules_after(*arguments) & (set(HEAVY) - allowed)


def test_analysis_runs_without_the_engine() -> None:
    code = "import json, sys, simkit.analysis; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True)
    loaded = set(json.loads(done.stdout))
    assert not loaded & {
        "numba",
        "joblib",
        "matplotlib",
        "simkit.jit",
        "simkit.engine",
        "simkit.runner",
        "simkit.games",
    }
