"""The command `simkit`: all commands, and how each failure ends."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import threading
from collections.abc import Iterator, Sequence
from types import FrameType
from typing import NoReturn

import click

from simkit.cli import console
from simkit.cli.base import Group
from simkit.cli.bench import bench
from simkit.cli.compare import compare
from simkit.cli.listing import games, rules, strategies
from simkit.cli.replay import replay
from simkit.cli.report import report
from simkit.cli.run import run
from simkit.cli.studies import studies
from simkit.cli.study import study
from simkit.cli.summary import summary
from simkit.cli.verify import verify
from simkit.errors import SimkitError

INTERRUPTED = 130
TERMINATED = 143
READER_GONE = 141  # as a shell sees a program that SIGPIPE ended


@click.group(
    "simkit",
    cls=Group,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    examples=(
        ("simkit games", "what can be played"),
        ("simkit strategies GAME", "who can play it"),
        ("simkit run GAME --players 4 --strategies NAME --games 200000", "is it fair? one strategy at every seat"),
        ("simkit study NAME", "what if this rule were another? (simkit studies lists them)"),
        ("simkit report out/GAME-1 --open", "the answer as a page with charts"),
    ),
)
@click.option("--debug", is_flag=True, help="Show the traceback of an error that simkit did not foresee.")
@click.version_option(package_name="simkit", message="%(prog)s %(version)s")
def app(debug: bool) -> None:
    """Is my game fair? Monte Carlo balance analysis for tabletop games.

    simkit plays a game millions of times between strategies, writes every game to Parquet files, and tells with
    honest intervals whether seats, strategies and rules are balanced.
    """


for _command in (games, strategies, rules, run, studies, study, compare, report, summary, replay, verify, bench):
    app.add_command(_command)


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit: 0 done, 1 failed, 2 wrong usage or a bad file, 130 interrupted, 143 ended."""
    console.make_safe()
    given = list(sys.argv[1:] if args is None else args)
    try:
        with _ended_like_interrupted() as terminated:
            code = _run(given)
        if terminated and code == INTERRUPTED:
            code = TERMINATED
    except OSError:  # not even the error could be printed: stdout or stderr is full
        if "--debug" in given:
            raise
        code = 1
    try:
        sys.stdout.flush()
    except BrokenPipeError:
        _hush()
    except OSError:
        _hush()
        code = code or 1
    sys.exit(code)


@contextlib.contextmanager
def _ended_like_interrupted() -> Iterator[list[int]]:
    """Treat SIGTERM (a shutdown, `timeout`) as Ctrl-C: what is finished is kept. The list is filled when it came."""
    came: list[int] = []
    if threading.current_thread() is not threading.main_thread():
        yield came
        return

    def end(number: int, frame: FrameType | None) -> None:
        came.append(number)
        handler = signal.getsignal(signal.SIGINT)
        if not callable(handler):  # started with `nohup ... &`: Ctrl-C is ignored, but this must not be
            raise KeyboardInterrupt
        handler(signal.SIGINT, frame)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield came
    finally:
        signal.signal(signal.SIGTERM, before if before is not None else signal.SIG_DFL)


def _run(args: list[str]) -> int:
    """Run one command line and return its exit code."""
    try:
        ended = app.main(args=args, prog_name="simkit", standalone_mode=False)
        return ended if isinstance(ended, int) else 0  # click returns the code of `ctx.exit(code)`
    except click.Abort:
        console.note("Interrupted.")
        return INTERRUPTED
    except click.exceptions.NoArgsIsHelpError as error:
        error.show()
        return error.exit_code
    except click.ClickException as error:
        return _failed(args, _in_our_words(error), error.exit_code)
    except SimkitError as error:
        return _failed(args, str(error), error.exit_code)
    except KeyboardInterrupt:
        console.note("Interrupted.")
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # the reader (head, less) has gone; click turns that into SystemExit
        _hush()
        return READER_GONE
    except OSError as error:
        if "--debug" in args:
            raise
        return _failed(args, _system_words(error), 1)
    except MemoryError:
        return _failed(args, "not enough memory. Fewer jobs (--jobs) need less.", 1)
    except Exception as error:
        if "--debug" in args:
            raise
        text = f"simkit did not foresee this: {type(error).__name__}: {error}"
        return _failed(args, f"{text}\nsimkit --debug {' '.join(args[:1])} ... shows where.", 1)


def _system_words(error: OSError) -> str:
    """What the system refused, where, and what to do about that place."""
    what = str(error.strerror or error)
    if not error.filename:
        return what
    return (
        f"{what} ({error.filename}). That place must be there and be writable while simkit runs: put it right and give "
        "the same command again; --resume keeps what is finished."
    )


def _failed(args: list[str], message: str, code: int) -> int:
    """Say what failed: on stderr for people, and with --json as the one object on stdout."""
    console.complain(message)
    if "--json" in args:
        console.emit_json({"error": message, "exit_code": code})
    return code


def _in_our_words(error: click.ClickException) -> str:
    text = error.format_message()
    if isinstance(error, click.UsageError) and error.ctx is not None and "--help" not in text:
        text += f" ({error.ctx.command_path} --help explains it)"
    return text


def _hush() -> None:
    """Point stdout at nothing, so that Python does not complain about the closed pipe at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
