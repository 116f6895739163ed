"""Rule options from the command line: `--set option=value` and `--rules FILE.toml`. No game is known here."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit.errors import DataError, UsageError

_WORD = re.compile(r"[A-Za-z_][\w.-]*")
_NAME = re.compile(r"[A-Za-z_]\w*")
_AT_LINE = re.compile(r"\s*\(at (?:line (\d+), column \d+|end of document)\)")


@dataclass(frozen=True)
class Settings:
    """Values of rule options, and where each came from: (file, line) or None for the command line."""

    values: Mapping[str, Any] = field(default_factory=dict)
    origin: Mapping[str, tuple[Path, int] | None] = field(default_factory=dict)

    def place(self, message: str) -> str:
        """Put file and line before a message that quotes one of the file's options."""
        for name, origin in self.origin.items():
            if origin is not None and f"'{name}'" in message:
                return f"{origin[0]}, line {origin[1]}: {message}"
        files = {origin[0] for origin in self.origin.values() if origin is not None}
        return f"{files.pop()}: {message}" if files and len(files) == len(set(self.origin.values())) else message


def read_settings(assignments: Sequence[str], file: Path | None) -> Settings:
    """Read `--rules` and then `--set`, which wins.

    Raises:
        UsageError: not `option=value`, not a TOML value, or an option set twice.
        DataError: the file cannot be read or is not TOML; the message names file and line.
    """
    values: dict[str, Any] = {}
    origin: dict[str, tuple[Path, int] | None] = {}
    if file is not None:
        text = _text_of(file)
        values.update(_parse_file(file, text))
        origin.update({name: (file, _line_of(name, text)) for name in values})
    seen: set[str] = set()
    for assignment in assignments:
        name, value = parse_assignment(assignment)
        if name in seen:
            raise UsageError(f"--set gives '{name}' twice. Give it once.")
        seen.add(name)
        values[name], origin[name] = value, None
    return Settings(values, origin)


def parse_assignment(text: str) -> tuple[str, Any]:
    """Split `option=value`; the value is TOML, a bare word a string."""
    name, sign, value = text.partition("=")
    name, value = name.strip(), value.strip()
    if not sign or not _NAME.fullmatch(name) or not value:
        raise UsageError(f"--set takes option=value, as in --set option=3; '{text}' came.")
    return name, parse_value(name, value)


def parse_value(name: str, text: str) -> Any:
    """Read one TOML value; a bare word is a string. Raises UsageError."""
    try:
        table = tomllib.loads(f"x = {text}")
        str(table)  # hexadecimal digits are read without bound, but nobody could be told of so large a number
    except tomllib.TOMLDecodeError as error:
        if _WORD.fullmatch(text):
            return text
        why = _AT_LINE.sub("", str(error))
        raise UsageError(
            f"--set {name}: '{text}' is not a TOML value ({why[:1].lower()}{why[1:]}). Write 3, 0.5, true, word, "
            "[5, 3, 0] or {key = 2}, quoted for the shell where it has brackets or spaces."
        ) from None
    except (RecursionError, ValueError):  # thousands of brackets or digits: tomllib passes on what Python says
        raise UsageError(f"--set {name}: the value is nested too deep or has too many digits to be a rule.") from None
    if set(table) != {"x"}:  # a line break smuggled in a second option
        raise UsageError(f"--set {name} takes one value; several lines came. Give one --set for each option.")
    return table["x"]


def _text_of(file: Path) -> str:
    if file.exists() and not file.is_file():  # reading a pipe would wait for ever
        raise DataError(f"--rules {file} cannot be read: it is a folder, a pipe or a device. Give a file in TOML.")
    try:
        return file.read_text(encoding="utf-8-sig")  # Windows editors put a byte order mark first
    except UnicodeDecodeError as error:
        line = error.object[: error.start].count(b"\n") + 1
        raise DataError(f"{file}, line {line}: not UTF-8 text. Save the file as UTF-8.") from None
    except FileNotFoundError:
        raise DataError(f"--rules {file}: there is no such file.") from None
    except OSError as error:
        raise DataError(f"--rules {file} cannot be read: {error.strerror}.") from None


def _parse_file(file: Path, text: str) -> dict[str, Any]:
    try:
        values = tomllib.loads(text)
        str(values)
        return values
    except tomllib.TOMLDecodeError as error:
        match = _AT_LINE.search(str(error))
        line = int(match[1]) if match and match[1] else text.count("\n") + 1
        raise DataError(f"{file}, line {line}: not TOML: {_AT_LINE.sub('', str(error))}.") from None
    except (RecursionError, ValueError):
        raise DataError(f"{file}: a value is nested too deep or has too many digits to be a rule.") from None


def _line_of(name: str, text: str) -> int:
    """The line on which a top-level option is set; 1 if it cannot be told."""
    quoted = rf"[\"']?{re.escape(name)}[\"']?"
    pattern = re.compile(rf"^\s*(?:\[\s*{quoted}\s*[.\]]|{quoted}\s*[=.])")
    for count, line in enumerate(text.splitlines(), 1):
        if pattern.match(line):
            return count
    return 1


def parse_strategies(text: str) -> tuple[str, ...]:
    """Split a comma-separated line-up. Raises UsageError for an empty entry."""
    parts = tuple(part.strip() for part in text.split(","))
    if not all(parts):
        raise UsageError(f"--strategies takes names joined by commas, as a,b,b,b; in '{text}' one is empty.")
    return parts
