"""Help pages: examples everywhere, no game named, nothing heavy imported."""

from __future__ import annotations

import subprocess
import sys

import pytest
from click.testing import CliRunner

from simkit import plugins
from simkit.cli.app import app
from tests.cli.shell import Simkit

COMMANDS = (
    "games", "strategies", "rules", "run", "studies", "study",
    "compare", "report", "summary", "replay", "verify", "bench",
)  # fmt: skip
HEAVY = ("numba", "numpy", "pandas", "polars", "matplotlib", "scipy", "joblib", "rich", "pyarrow", "jinja2")


@pytest.mark.parametrize("words", [(), *((name,) for name in COMMANDS)], ids=lambda words: " ".join(words) or "simkit")
def test_every_help_ends_with_examples_that_start_with_simkit(words: tuple[str, ...]) -> None:
    result = CliRunner().invoke(app, [*words, "--help"], prog_name="simkit")
    assert result.exit_code == 0
    text, _, examples = result.output.partition("\nExamples:\n")
    assert "Usage: simkit" in text
    lines = examples.splitlines()
    assert lines
    assert all(line.startswith(("  # ", "  $ simkit ")) for line in lines)


def test_help_names_every_command_and_no_game() -> None:
    assert tuple(app.commands) == COMMANDS
    pages = [CliRunner().invoke(app, [*words, "-h"]).output for words in [(), *((name,) for name in COMMANDS)]]
    for name in plugins.games():
        assert name not in "".join(pages)


def test_help_fits_eighty_columns_but_for_the_examples() -> None:
    for name in COMMANDS:
        text = CliRunner().invoke(app, [name, "--help"]).output.partition("\nExamples:")[0]
        assert max(map(len, text.splitlines())) <= 80


def test_short_descriptions_are_not_cut() -> None:
    listed = CliRunner().invoke(app, ["--help"]).output
    assert "..." not in listed.partition("Commands:")[2].partition("Examples:")[0]


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom simkit.cli import main\n"
        "try: main(['--help'])\nexcept SystemExit: pass\n"
        f"print([name for name in {HEAVY!r} if name in sys.modules], file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"


def test_without_a_command_the_help_is_shown(simkit: Simkit) -> None:
    ended = simkit()
    assert ended.code == 2
    assert "Examples:" in ended.out + ended.err


def test_version(simkit: Simkit) -> None:
    ended = simkit("--version")
    assert (ended.code, ended.out.split()[0]) == (0, "simkit")
