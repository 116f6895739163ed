"""Errors of simkit. Each message says what must hold, what came, and what to do next.

The command line maps them to exit codes: `UsageError` and `DataError` end with 2, every other `SimkitError` with 1.
"""

from __future__ import annotations

import difflib
import json
from collections.abc import Iterable, Mapping
from datetime import date, time
from typing import Any


class SimkitError(Exception):
    """A failure that simkit foresaw. Its text is written for the person at the terminal."""

    exit_code = 1


class UsageError(SimkitError):
    """What was asked for cannot be done: an unknown name, a value out of range, a contradiction."""

    exit_code = 2


class DataError(SimkitError):
    """A file or folder is not what it must be: damaged, missing, of another schema."""

    exit_code = 2


class PlayError(SimkitError):
    """A strategy or a game failed while playing (illegal action, exception, endless game)."""


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """Return `" Did you mean 'x'?"` for the closest known name, or an empty string."""
    close = difflib.get_close_matches(name, list(known), n=1, cutoff=0.5)
    return f" Did you mean '{close[0]}'?" if close else ""


def unknown(kind: str, name: str, known: Iterable[str], where: str) -> UsageError:
    """Build the error for an unknown name: `kind` in words ("game"), `where` lists the known ones."""
    known = list(known)
    return UsageError(f"no {kind} is called '{name}'.{did_you_mean(name, known)} ({where} lists them all)")


def as_typed(value: Any) -> str:
    """A value as TOML writes it, for messages: `true`, `'up'`, `[5, 3]`, `{red = 2}`, `2026-11-30`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):  # a literal string where TOML has one
        return f"'{value}'" if value.isprintable() and "'" not in value else json.dumps(value)
    if isinstance(value, (date, time)):  # a date with a time is a date too
        return value.isoformat()
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(as_typed, value)) + "]"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{key} = {as_typed(entry)}" for key, entry in value.items()) + "}"
    try:
        return repr(value)
    except ValueError:  # Python writes whole numbers of at most 4,300 digits
        return f"a whole number of about {round(value.bit_length() * 0.30103):,} digits"
