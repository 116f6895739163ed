"""What reaches the terminal: results on stdout, everything else on stderr, readable on every terminal."""

from __future__ import annotations

import codecs
import json
import os
import shutil
import sys
import textwrap
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TextIO

import click

# What a terminal without Unicode shows instead.
_ASCII = {"·": "-", "±": "+/-", "–": "-", "—": "-", "×": "x", "…": "...", "≤": "<=", "≥": ">=", "’": "'", "→": "->"}


def _as_ascii(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_ASCII.get(sign, "?") for sign in error.object[error.start : error.end]), error.end


def make_safe() -> None:
    """Let stdout and stderr replace what their encoding lacks, instead of failing at a middle dot."""
    codecs.register_error("simkit-ascii", _as_ascii)
    # A process that was started with a closed stdout or stderr (`>&-`) has None there: write to nothing, and go on.
    sys.stdout = sys.stdout or Path(os.devnull).open("w")  # noqa: SIM115
    sys.stderr = sys.stderr or Path(os.devnull).open("w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        reconfigure = getattr(stream, "reconfigure", None)
        if reconfigure is not None:
            reconfigure(errors="simkit-ascii")


def say(text: str = "") -> None:
    """Print a line of results."""
    _put(text, sys.stdout)


def note(text: str) -> None:
    """Print a line on stderr."""
    _put(text, sys.stderr)


def _put(text: str, stream: TextIO) -> None:
    """Write a line; colours only to a terminal, and not if NO_COLOR is set (https://no-color.org).

    Not `click.echo`: it writes UTF-8 to a terminal that says it takes only ASCII.
    """
    if os.environ.get("NO_COLOR") or not stream.isatty():
        text = click.unstyle(text)
    stream.write(text + "\n")
    stream.flush()


def printable(text: str) -> str:
    """Text of other people without what steers a terminal or turns its writing round: control and format characters."""
    return "".join(" " if unicodedata.category(sign) in {"Cc", "Cf", "Cs"} else sign for sign in text)


def strong(text: str) -> str:
    """Bold, where the terminal shows it."""
    return click.style(text, bold=True)


def complain(message: str) -> None:
    """Print an error on stderr."""
    note(f"{click.style('Error:', fg='red', bold=True)} {message}")


def emit_json(value: Mapping[str, Any]) -> None:
    """Print one JSON object. Characters outside ASCII are escaped, so that it passes every terminal."""
    say(json.dumps(value, indent=2, allow_nan=False, default=_plain))


def _plain(value: Any) -> Any:
    """What json does not know: numpy numbers, paths, tuples of them."""
    if hasattr(value, "item"):
        return value.item()
    if isinstance(value, Mapping):
        return dict(value)
    return str(value)


def width() -> int:
    """Columns to fill: the terminal's, at most 120."""
    return min(shutil.get_terminal_size((100, 24)).columns, 120)


def columns(rows: Iterable[Sequence[str]], indent: str = "  ") -> list[str]:
    """Rows as aligned columns; the last one is wrapped below itself."""
    rows = [list(row) for row in rows]
    if not rows:
        return []
    widths = [max(len(row[i]) for row in rows) for i in range(len(rows[0]) - 1)]
    lines: list[str] = []
    for row in rows:
        head = indent + "".join(cell.ljust(size) + "  " for cell, size in zip(row, widths, strict=False))
        room = max(width() - len(head), 24)
        wrapped = textwrap.wrap(row[-1], room) or [""]
        lines.append((head + wrapped[0]).rstrip())
        lines.extend(" " * len(head) + more for more in wrapped[1:])
    return lines


def paragraph(text: str, indent: str = "      ") -> list[str]:
    """A text wrapped to the terminal."""
    return textwrap.wrap(text, max(width() - len(indent), 30), initial_indent=indent, subsequent_indent=indent)


def wrapped(text: str, indent: int = 9, before: str = "") -> list[str]:
    """A line wrapped to the terminal, its continuation below the text behind a heading of 8 letters.

    `before`: in front of every line of it.
    """
    following = before + " " * indent
    return textwrap.wrap(text, width(), initial_indent=before, subsequent_indent=following, break_long_words=False) or [
        ""
    ]


def say_wrapped(text: str, before: str = "") -> None:
    """Print a line of results, wrapped to the terminal."""
    for line in wrapped(text, before=before):
        say(line)


def number(value: int) -> str:
    """1234567 -> 1,234,567."""
    return f"{value:,}"
