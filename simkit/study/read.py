"""Reading study files: by path or by the name of one that an installed package brings."""

from __future__ import annotations

import copy
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.errors import DataError, UsageError, did_you_mean

INSTEAD = {"blocks": "precision", "precision": "blocks"}
"""Keys of which a study has one: giving one in a command takes the other out of the file."""


@dataclass(frozen=True)
class StudySource:
    """The text of a study file. `where`: as it was named, for messages and commands."""

    where: str
    text: str
    values: Mapping[str, Any]


def find_study(name: str) -> StudySource:
    """Read the study file at a path, or the one of that name that comes with an installed package.

    Raises:
        UsageError: neither is there. DataError: it cannot be read or is not TOML (with its line).
    """
    from simkit import plugins

    path = Path(name)
    if path.suffix == ".toml" or path.exists():
        return _read(path, name)
    known = plugins.studies()
    if name in known:
        return _read(known[name], name)
    raise UsageError(
        f"no study is called '{name}', and there is no such file.{did_you_mean(name, known)} "
        "(simkit studies lists them all)"
    )


def _read(path: Path, where: str) -> StudySource:
    if path.exists() and not path.is_file():  # reading a pipe would wait for ever
        raise DataError(f"{where} cannot be read: it is a folder, a pipe or a device. Give a study file in TOML.")
    try:
        text = path.read_text(encoding="utf-8-sig")  # Windows editors put a byte order mark first
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(f"{where}, line {line}: not UTF-8 text. Save the file as UTF-8.") from None
    except FileNotFoundError:
        raise DataError(f"{where}: there is no such file. (simkit studies lists those that come with simkit)") from None
    except OSError as error:
        raise DataError(f"{where} cannot be read: {error.strerror}.") from None
    return StudySource(where, text, parse(text, where))


def parse(text: str, where: str) -> dict[str, Any]:
    """The values of a study file. Raises DataError if it is not TOML."""
    try:
        values = tomllib.loads(text)
        str(values)  # hexadecimal digits are read without bound, but nobody could be told of so large a number
        return values
    except tomllib.TOMLDecodeError as error:
        raise DataError(f"{where} is not TOML: {error}. Put that line right.") from None
    except (RecursionError, ValueError):
        raise DataError(f"{where}: a value is nested too deep or has too many digits for a study.") from None


def override(values: Mapping[str, Any], overrides: Mapping[str, Any]) -> dict[str, Any]:
    """The file's values with those of a command put in, by dotted key (`field.kind`).

    Raises:
        UsageError: a dotted key leads through something that is no table.
    """
    changed: dict[str, Any] = copy.deepcopy(dict(values))
    for key, value in overrides.items():
        *parents, last = key.split(".")
        holder = changed
        for parent in parents:
            holder = holder.setdefault(parent, {})
            if not isinstance(holder, dict):
                raise UsageError(f"--set study.{key}: '{parent}' is no table, so it has no '{last}'. Change the file.")
        holder[last] = value
        other = INSTEAD.get(key)
        if other is not None and other not in overrides:
            changed.pop(other, None)
    return changed


def resumed_overrides(earlier: Mapping[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """What a resumed study's commands said, with what this one says on top: `--set` need not be typed again."""
    kept = {key: value for key, value in earlier.items() if INSTEAD.get(key) not in given}
    return {**kept, **given}
