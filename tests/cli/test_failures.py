"""What fails while it runs: exit code 1 and a message, never a traceback; terminals of all sorts."""

from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from simkit import plugins
from simkit.strategy import Strategy
from tests.cli import failing
from tests.cli.shell import GAME, PLAY, Simkit, process


@pytest.fixture
def strategies(monkeypatch: pytest.MonkeyPatch) -> None:
    """Strategies that fail, beside the installed ones."""
    bad = (failing.illegal, failing.raises, failing.does_not_compile, failing.wrong_arguments)
    made = {(GAME, f.__name__): Strategy(f.__name__, GAME, "fails", choose=f) for f in bad}
    found = {**plugins._strategies(), **made}
    monkeypatch.setattr(plugins, "_strategies", lambda: found)


FAILING = ("run", GAME, "--players", "4", "--games", "50", "--seed", "9", "--backend", "serial", "--out", "run")


@pytest.mark.parametrize("name, why", [("illegal", "chose the illegal action -7"), ("raises", "ValueError: no idea")])
def test_a_failing_strategy_is_named_with_game_key_seed_and_decision(
    simkit: Simkit, strategies: None, name: str, why: str
) -> None:
    ended = simkit(*FAILING, "--strategies", name)
    assert ended.code == 1
    assert f"Error: strategy '{name}' of {GAME} at seat 1, decision 1, " in ended.err
    assert why in ended.err
    assert f"game base/{','.join([name] * 4)}/0.0.0, seed 9" in ended.err


def test_the_game_that_failed_can_be_replayed_up_to_the_failure(simkit: Simkit, strategies: None) -> None:
    assert simkit(*FAILING, "--strategies", "illegal").code == 1
    ended = simkit("replay", "run", "--game", "0.0.0")
    assert ended.code == 1
    assert ended.out.startswith("seat 1: illegal\n")
    assert "chose the illegal action -7" in ended.err


@pytest.mark.parametrize("name", ["does_not_compile", "wrong_arguments"])
def test_a_strategy_that_does_not_compile(simkit: Simkit, strategies: None, name: str) -> None:
    ended = simkit(*FAILING, "--strategies", name)
    assert ended.code == 1
    assert ended.err.splitlines()[-1] != ""
    assert f"strategy '{name}'" in ended.err


def test_with_json_a_failure_is_the_one_object(simkit: Simkit, strategies: None) -> None:
    ended = simkit(*FAILING, "--strategies", "illegal", "--json", "--quiet")
    assert (ended.code, ended.object["exit_code"]) == (1, 1)
    assert "illegal action" in ended.object["error"]


def test_what_nobody_foresaw_says_so_without_a_traceback(simkit: Simkit, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> dict[str, Any]:
        raise ZeroDivisionError("division by zero")

    monkeypatch.setattr(plugins, "games", broken)
    ended = simkit("games")
    assert ended.code == 1
    assert ended.err.splitlines() == [
        "Error: simkit did not foresee this: ZeroDivisionError: division by zero",
        "simkit --debug games ... shows where.",
    ]


def test_debug_shows_the_traceback(monkeypatch: pytest.MonkeyPatch) -> None:
    from simkit.cli.app import main

    def broken() -> dict[str, Any]:
        raise ZeroDivisionError

    monkeypatch.setattr(plugins, "games", broken)
    with pytest.raises(ZeroDivisionError):
        main(["--debug", "games"])


def test_a_full_disk_is_an_error_in_words(simkit: Simkit, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr("simkit.runner.files.write_atomically", full)
    ended = simkit(*PLAY, "--games", "50", "--backend", "serial", "--out", "run")
    assert ended.code == 1
    assert "No space left on device" in ended.err


def test_a_folder_that_is_gone_while_it_is_written_says_what_to_do(
    simkit: Simkit, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(path: Path, *_: Any) -> None:
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(path))

    monkeypatch.setattr("simkit.runner.store.write_atomically", gone)
    ended = simkit(*PLAY, "--games", "50", "--backend", "serial", "--out", "run")
    assert ended.code == 1
    assert ended.err.splitlines()[-1] == (
        "Error: No such file or directory (run/manifest.json). That place must be there and be writable while simkit "
        "runs: put it right and give the same command again; --resume keeps what is finished."
    )


def test_a_reader_that_leaves_early_is_no_error() -> None:
    reader = subprocess.Popen(
        [sys.executable, "-m", "simkit.cli", "rules", GAME], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert reader.stdout is not None
    assert reader.stderr is not None
    reader.stdout.close()
    assert reader.stderr.read() == b""
    assert reader.wait() == 141
    reader.stderr.close()


def test_replay_says_what_is_damaged_or_different(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    shutil.copytree(played, tmp_path / "run")
    part = next((tmp_path / "run" / "games").iterdir())
    pl.read_parquet(part).with_columns(pl.col("turns") + 1).write_parquet(part)
    ended = simkit("replay", "run", "--game", "0.0.0", "--json")
    assert ended.code == 2
    assert "the replayed game is not the recorded one" in ended.object["error"]
    os.truncate(part, 10)
    ended = simkit("replay", "run", "--game", "0.0.0", "--json")
    assert ended.code == 2
    assert "simkit verify names what is damaged" in ended.object["error"]


@pytest.mark.parametrize("stream", [1, 2])
@pytest.mark.parametrize("words", ["games", "games --json", "gmaes", "gmaes --json"])
def test_a_full_disk_or_closed_stream_brings_no_traceback(stream: int, words: str) -> None:
    for where in ("&-", *filter(os.path.exists, ["/dev/full"])):
        line = f"{sys.executable} -m simkit.cli {words} {stream}>{where}"
        done = subprocess.run(["sh", "-c", line], capture_output=True, text=True, check=False)
        assert "Traceback" not in done.stdout + done.stderr
        assert "Exception" not in done.stdout + done.stderr
        if where == "&-":
            assert done.returncode == (2 if "gmaes" in words else 0)


def test_a_terminal_without_unicode() -> None:
    done = process("rules", GAME, PYTHONIOENCODING="ascii", PYTHONUTF8="0")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b" - 3-4 players - change with" in done.stdout


@pytest.mark.skipif(os.name != "posix", reason="terminals of POSIX")
@pytest.mark.parametrize("no_colour", ["", "1"])
def test_no_color_is_honoured_on_a_terminal(no_colour: str, tmp_path: Path) -> None:
    shown = _on_a_terminal([*PLAY, "--games", "50", "--backend", "serial", "--out", str(tmp_path / "x")], no_colour)
    assert "playing" in shown
    assert "widest interval" in shown
    coloured = [code for code in ("\x1b[1m", "\x1b[3", "\x1b[38;", "\x1b[9") if code in shown]
    assert bool(coloured) == (not no_colour)


def _on_a_terminal(words: list[str], no_colour: str) -> str:
    """Everything that a command shows on a terminal."""
    import pty

    master, slave = pty.openpty()
    variables = {**os.environ, "NO_COLOR": no_colour, "TERM": "xterm-256color", "COLUMNS": "120"}
    command = [sys.executable, "-m", "simkit.cli", *words]
    shown = b""
    with subprocess.Popen(command, stdout=slave, stderr=slave, stdin=slave, env=variables) as child:
        os.close(slave)
        while True:
            try:
                read = os.read(master, 4096)
            except OSError:  # how a Linux terminal says that nobody writes any more
                break
            if not read:
                break
            shown += read
        os.close(master)
        assert child.wait() == 0, shown.decode()
    return shown.decode()
