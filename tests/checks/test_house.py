"""House rules of the sources (CONTRIBUTING.md lists them)."""

from __future__ import annotations

import ast
import re
from importlib import metadata
from pathlib import Path

import pytest

import simkit
from tests.checks.sources import ROOT, SHIPPED, dotted, files, imported, shown, tree

COMPILERS = {"njit", "jit", "vectorize", "guvectorize", "cfunc", "stencil", "jitclass"}
SAID = {f"{numba}.{name}" for numba in ("numba", "nb") for name in COMPILERS}
KNOW_NO_GAME = ("engine", "runner", "analysis", "study", "report", "cli", "testing")
HARD_LINE_LIMIT = 500
KERNEL_LINES, KERNEL_PARAMETERS = 50, 7
TEXT = (".py", ".md", ".toml", ".j2", ".css", ".js")


def test_only_jit_py_compiles() -> None:
    """Any other place would cache code that does not notice edits elsewhere (simkit.jit)."""
    found = []
    for path in files(*SHIPPED, "bench"):
        if shown(path) == "simkit/jit.py":
            continue
        found += [
            f"{shown(path)}:{line} imports {name}"
            for line, name in imported(path)
            if name.startswith("numba.") and name.rpartition(".")[2] in COMPILERS
        ]
        found += [
            f"{shown(path)}:{node.lineno} says {dotted(node)}"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Attribute) and dotted(node) in SAID
        ]
    assert not found, found


def test_files_stay_under_the_hard_line_limit() -> None:
    long = {
        shown(path): n
        for path in files(*SHIPPED, "tests", "bench", "docs", suffixes=TEXT)
        if "golden" not in path.parts and (n := len(path.read_text().splitlines())) > HARD_LINE_LIMIT
    }
    assert not long, long


def test_kernels_stay_small() -> None:
    """Functions decorated by `kernel` in games and strategies; docstrings and signatures do not count."""
    big = []
    for path in files("simkit/games", "strategies"):
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.FunctionDef) or "kernel" not in [dotted(d) for d in node.decorator_list]:
                continue
            body = node.body[1:] if ast.get_docstring(node) else node.body
            lines = (node.end_lineno or 0) - body[0].lineno + 1 if body else 0
            if lines > KERNEL_LINES or len(node.args.args) > KERNEL_PARAMETERS:
                big.append(f"{shown(path)}:{node.lineno} {node.name}: {lines} lines, {len(node.args.args)} parameters")
    assert not big, big


@pytest.mark.parametrize("room", KNOW_NO_GAME)
def test_no_game_is_named(room: str) -> None:
    """Not even in help texts: these rooms serve any game."""
    games = [path.parent.name for path in files("simkit/games") if path.parent.parent.name == "games"]
    assert games, "no game was found, so nothing was checked"
    words = re.compile("|".join(sorted(set(games))), re.IGNORECASE)
    found = [
        f"{shown(path)}:{n}"
        for path in files(f"simkit/{room}", suffixes=TEXT)
        for n, line in enumerate(path.read_text().splitlines(), 1)
        if words.search(line)
    ]
    assert not found, found


def test_no_global_randomness() -> None:
    """Randomness is an argument. A generator of NumPy's own is allowed if a seed is given."""
    found = []
    for path in files(*SHIPPED, "bench", "tests"):
        found += [
            f"{shown(path)}:{line} imports {name}"
            for line, name in imported(path)
            if name.partition(".")[0] == "random"
        ]
        for node in ast.walk(tree(path)):
            if not isinstance(node, ast.Call):
                continue
            name = dotted(node.func)
            if not name.startswith(("np.random.", "numpy.random.")):
                continue
            what = name.rpartition(".")[2]
            if what not in ("default_rng", "Generator", "SeedSequence", "PCG64") or not node.args:
                found.append(f"{shown(path)}:{node.lineno} calls {name}")
    assert not found, found


@pytest.mark.parametrize("room", ["analysis", "report"])
def test_same_results_give_the_same_report(room: str) -> None:
    """No clock, no salted hash: the same results must give the same bytes."""
    found = []
    for path in files(f"simkit/{room}", "reports"):
        found += [
            f"{shown(path)}:{line} imports {name}"
            for line, name in imported(path)
            if name.partition(".")[0] in ("time", "datetime", "uuid", "secrets")
        ]
        found += [
            f"{shown(path)}:{node.lineno} calls hash()"
            for node in ast.walk(tree(path))
            if isinstance(node, ast.Call) and dotted(node.func) == "hash"
        ]
    assert not found, found


def test_every_module_postpones_annotations() -> None:
    missing = [
        shown(path)
        for path in files(*SHIPPED)
        if not any(name == "__future__.annotations" for _, name in imported(path))
        and any(isinstance(node, (ast.FunctionDef, ast.ClassDef)) for node in tree(path).body)
    ]
    assert not missing, missing


def test_nothing_is_left_for_later() -> None:
    words = re.compile(r"\b(" + "|".join(["TO" + "DO", "FIX" + "ME", "XX" + "X", "HA" + "CK"]) + r")\b")
    found = [
        f"{shown(path)}:{n}"
        for path in files(*SHIPPED, "tests", "bench", "docs", suffixes=TEXT)
        for n, line in enumerate(path.read_text().splitlines(), 1)
        if words.search(line)
    ]
    assert not found, found


def test_version_is_said_once_and_the_same() -> None:
    """The changelog's newest entry, the installed package and `simkit.__version__` agree."""
    assert metadata.version("simkit") == simkit.__version__
    newest = re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    assert newest
    assert newest.group(1) == simkit.__version__


def test_relative_links_lead_somewhere() -> None:
    broken = []
    for path in [*ROOT.glob("*.md"), *files("docs", suffixes=(".md",))]:
        for target in re.findall(r"\]\(([^)#\s]+)[^)]*\)", path.read_text()):
            if "://" not in target and not (path.parent / Path(target)).exists():
                broken.append(f"{shown(path)} -> {target}")
    assert not broken, broken
