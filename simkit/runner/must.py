"""What a value in a JSON file of ours must be: people edit it by hand, and what reads it later trusts every type."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.errors import DataError

_MOST = 2**63 - 1


@dataclass(frozen=True)
class Must:
    """What one value must be, in words and as a test. `needed`: the key must stand there."""

    words: str
    holds: Callable[[Any], bool]
    needed: bool = True


def text(*, empty: bool = False, needed: bool = True) -> Must:
    """A text; `empty`: also ""."""
    words = "a text" if empty else "a text that is not empty"
    return Must(words, lambda value: isinstance(value, str) and (empty or value.strip() != ""), needed)


def word(*known: str) -> Must:
    """One of some texts."""
    return Must(f"one of {', '.join(known)}", lambda value: isinstance(value, str) and value in known)


def whole(low: int, high: int = _MOST, *, needed: bool = True) -> Must:
    """A whole number, ends included."""
    words = f"a whole number of {low} or more" if high == _MOST else f"a whole number from {low} to {high}"
    return Must(words, lambda value: type(value) is int and low <= value <= high, needed)


def fraction(low: float, high: float) -> Must:
    """Null or nothing, or a number between the ends, which are left out."""
    return Must(
        f"null, or a number between {low:g} and {high:g}",
        lambda value: value is None or (is_number(value) and low < value < high),
        needed=False,
    )


def band() -> Must:
    """Null or nothing, or fewest and most."""
    return Must(
        "null, or a list of two numbers, the smaller first",
        lambda value: (
            value is None
            or (isinstance(value, list) and len(value) == 2 and all(map(is_number, value)) and value[0] <= value[1])
        ),
        needed=False,
    )


def texts(*, empty: bool = True, needed: bool = True) -> Must:
    """A list of texts; `empty`: also []."""
    return Must(
        f"a list of texts{'' if empty else ', at least one'}",
        lambda value: isinstance(value, list) and all(isinstance(t, str) for t in value) and (empty or value != []),
        needed,
    )


def maybe(must: Must) -> Must:
    """The same, or null, or nothing at all."""
    return Must(f"null, or {must.words}", lambda value: value is None or must.holds(value), needed=False)


def is_number(value: Any) -> bool:
    """True for a finite number; false for true."""
    return type(value) in (int, float) and math.isfinite(value)


FLAG = Must("true or false", lambda value: isinstance(value, bool))
OBJECT = Must("an object, {...}", lambda value: isinstance(value, dict))
OPTIONAL_OBJECT = Must(OBJECT.words, OBJECT.holds, needed=False)
OBJECTS = Must(
    "a list of objects, [{...}, ...]", lambda value: isinstance(value, list) and all(map(OBJECT.holds, value))
)
SHARE = Must("a share, 0 to 1", lambda value: is_number(value) and 0 <= value <= 1, needed=False)
NUMBERS = Must("a list of numbers", lambda value: isinstance(value, list) and all(map(is_number, value)))


def check(
    path: Path, values: Mapping[str, Any], fields: Mapping[str, Must], prefix: str = "", what: str = "run"
) -> None:
    """Check `values` against dotted keys; a key below one that is not there is not looked for.

    Args:
        path: the file. prefix: of the keys in the message. what: can be played again, "run" or "study".

    Raises:
        DataError: names the key, what must hold, what came, and what to do.
    """
    for key, must in fields.items():
        *parents, last = key.split(".")
        holder: Mapping[str, Any] = values
        for parent in parents:  # stands before its children in the table, so it is an object by now
            holder = holder[parent]
        if last not in holder:
            if must.needed:
                raise wrong(path, prefix + key, must.words, "nothing", what)
        elif not must.holds(holder[last]):
            raise wrong(path, prefix + key, must.words, _shown(holder[last]), what)


def wrong(path: Path, key: str, words: str, came: str, what: str = "run") -> DataError:
    """The error for one value."""
    return DataError(
        f"{path}: '{key}' must be {words}; {came} came. The file was altered: put the value right, or play the {what} "
        "again, with --force."
    )


def _shown(value: Any) -> str:
    words = json.dumps(value, ensure_ascii=False)
    return words if len(words) <= 60 else f"{words[:57]}..."
