"""What the documentation shows is true: its commands run, its example of a strategy plays.

Lines `$ simkit ...` of fenced `console` blocks are run page by page, in order, in one empty folder a page. `--games` is
cut, and workers are left out, so that it stays quick; everything else is as printed. A `toml` block that begins with a
comment naming a file, `# windy.toml`, is that file.
"""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from simkit import plugins
from simkit.cli import main
from tests.checks.sources import ROOT, files, shown
from tests.packages import Install

PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *files("docs", suffixes=(".md",))]
FENCED = re.compile(r"^```(\w+)\n(.*?)^```", re.MULTILINE | re.DOTALL)
FILE = re.compile(r"# ([\w-]+\.toml)\n")
ENOUGH_GAMES = 480
SHELL = ("make ", ". ", "pip ", "git ", "cd ", "python ")


def _blocks(page: Path, language: str) -> list[str]:
    return [body for kind, body in FENCED.findall(page.read_text()) if kind == language]


def _commands(page: Path) -> list[str]:
    lines = [line for body in _blocks(page, "console") for line in body.replace("\\\n", " ").splitlines()]
    return [line.removeprefix("$ ").strip() for line in lines if line.startswith("$ ")]


def _shortened(command: str) -> list[str]:
    words = shlex.split(command, comments=True)[1:]
    for i, word in enumerate(words[:-1]):
        if word == "--games":
            # An extension must stay one: the larger of two numbers stays the larger.
            words[i + 1] = str(ENOUGH_GAMES + int(words[i + 1]) // 100_000 * 48)
        if word == "--game":
            words[i + 1] = re.sub(r"\d+(\.\d+\.\d+)$", r"3\1", words[i + 1])
        if word == "--precision":
            words[i + 1] = "0.04"
    if words[0] == "study" and "--schema" not in words:
        words = [_fewer_blocks(word) for word in words] + ["--quiet", "--backend", "serial"]
        if not any(word.startswith("study.blocks=") or word in ("--precision", "--resume") for word in words):
            words += ["--set", "study.blocks=24"]
    if words[0] == "run":
        words += ["--backend", "serial", "--quiet"]
    return [word for word in words if word != "--open"]


def _fewer_blocks(word: str) -> str:
    key, sign, number = word.partition("=")
    return f"{key}{sign}{24 + int(number) // 10_000}" if key == "study.blocks" else word


@pytest.mark.parametrize("page", [page for page in PAGES if _commands(page)], ids=shown)
def test_commands_run(page: Path, in_tmp: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for body in _blocks(page, "toml"):
        named = FILE.match(body)
        if named:
            (in_tmp / named.group(1)).write_text(body)
    ran = 0
    for command in _commands(page):
        if not command.startswith("simkit "):
            assert command.startswith(SHELL), f"what is this line? {command}"
            continue
        with pytest.raises(SystemExit) as end:
            main(_shortened(command))
        printed = capsys.readouterr()
        assert not end.value.code, f"{command}\n{printed.err}"
        assert printed.out, command
        ran += 1
    assert ran or page.name == "CONTRIBUTING.md"


def test_make_targets_exist() -> None:
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    for page in PAGES:
        for command in _commands(page):
            if command.startswith("make "):
                assert command.split()[1] in targets, f"{shown(page)}: {command}"


def test_the_strategy_of_the_plugin_page_plays(install: Install) -> None:
    from simkit.game import make_rules

    (source,) = _blocks(ROOT / "docs" / "plugins.md", "python")
    install("my-players", source, plugins.STRATEGIES)
    game = plugins.get_game("anaphylaxis")
    player = plugins.parse_player(game.name, "moody:mood=0.5")
    import numpy as np

    from simkit import engine

    blocks = np.arange(20)
    rules = game.pack_rules(make_rules(game, {}, 4), 4)[0]
    batch = engine.play(game, rules, [player] * 4, 1, blocks, np.zeros_like(blocks))
    assert np.allclose(batch.credit[:, :4].sum(axis=1), 1)
