"""What each value of a manifest must be: people edit JSON by hand, and what reads it later trusts every type."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simkit.errors import DataError
from simkit.game import MAX_SEATS
from simkit.runner.plan import MAX_SEED
from simkit.runner.seatings import SEATINGS_KINDS

STATUSES = ("running", "complete", "stopped", "interrupted", "failed")
SCOPES = ("game", "seat")
KINDS = ("count", "flag", "category", "duration")
_MOST = 2**63 - 1


@dataclass(frozen=True)
class Must:
    """What one value must be, in words and as a test. `needed`: the key must stand there."""

    words: str
    holds: Callable[[Any], bool]
    needed: bool = True


def _text(*, empty: bool = False, needed: bool = True) -> Must:
    words = "a text" if empty else "a text that is not empty"
    return Must(words, lambda value: isinstance(value, str) and (empty or value.strip() != ""), needed)


def _word(*known: str) -> Must:
    return Must(f"one of {', '.join(known)}", lambda value: isinstance(value, str) and value in known)


def _whole(low: int, high: int = _MOST, *, needed: bool = True) -> Must:
    words = f"a whole number of {low} or more" if high == _MOST else f"a whole number from {low} to {high}"
    return Must(words, lambda value: type(value) is int and low <= value <= high, needed)


def _fraction(low: float, high: float) -> Must:
    return Must(
        f"null, or a number between {low:g} and {high:g}",
        lambda value: value is None or (_is_number(value) and low < value < high),
        needed=False,
    )


def _band() -> Must:
    return Must(
        "null, or a list of two numbers, the smaller first",
        lambda value: (
            value is None
            or (isinstance(value, list) and len(value) == 2 and all(map(_is_number, value)) and value[0] <= value[1])
        ),
        needed=False,
    )


def _texts(*, empty: bool = True, needed: bool = True) -> Must:
    return Must(
        f"a list of texts{'' if empty else ', at least one'}",
        lambda value: isinstance(value, list) and all(isinstance(t, str) for t in value) and (empty or value != []),
        needed,
    )


def _is_number(value: Any) -> bool:
    return type(value) in (int, float) and math.isfinite(value)


FLAG = Must("true or false", lambda value: isinstance(value, bool))
OBJECT = Must("an object, {...}", lambda value: isinstance(value, dict))
OPTIONAL_OBJECT = Must(OBJECT.words, OBJECT.holds, needed=False)
OBJECTS = Must(
    "a list of objects, [{...}, ...]", lambda value: isinstance(value, list) and all(map(OBJECT.holds, value))
)
NUMBERS = Must("a list of numbers", lambda value: isinstance(value, list) and all(map(_is_number, value)))

MANIFEST_FIELDS: dict[str, Must] = {
    "game": _text(),
    "game_version": _text(empty=True),
    "source_digest": _text(empty=True),
    "command": _text(),
    "status": _word(*STATUSES),
    "confidence": _fraction(0, 1),
    "margin": _fraction(0, 0.5),
    "band": _band(),
    "continue": _text(needed=False),
    "stopping": Must("null, or an object, {...}", lambda value: value is None or isinstance(value, dict), needed=False),
    "yardsticks": _texts(needed=False),
    "end_reasons": _texts(needed=False),
    "config": OBJECT,
    "config.players": _whole(1, MAX_SEATS),
    "config.strategies": _texts(empty=False),
    "config.lineup": _text(),
    "config.seed": _whole(0, MAX_SEED),
    "config.seed_drawn": FLAG,
    "config.rules": OBJECT,
    "config.rules_set": OBJECT,
    "config.seatings": _word(*SEATINGS_KINDS),
    "config.repeats": _whole(1, 2**31 - 1),
    "config.games_requested": _whole(1),
    "config.games": _whole(1),
    "config.blocks": _whole(1),
    "config.chunk_blocks": _whole(1, needed=False),
    "config.variant": _text(needed=False),
    "config.trace": Must("a share, 0 to 1", lambda value: _is_number(value) and 0 <= value <= 1, needed=False),
    "labels": OPTIONAL_OBJECT,
    "versions": OPTIONAL_OBJECT,
    "tallies": OBJECTS,
    "parts": OBJECTS,
}
"""Dotted key -> what must hold. A key below one that is not there is not looked for."""

LABEL_FIELDS: dict[str, Must] = {
    **dict.fromkeys(("title", "turn_label", "standing_label", "result_label"), _text(empty=True, needed=False)),
    **dict.fromkeys(("cooperative", "has_score"), Must(FLAG.words, FLAG.holds, needed=False)),
}
TALLY_FIELDS: dict[str, Must] = {
    "name": _text(),
    "scope": _word(*SCOPES),
    "kind": _word(*KINDS),
    "label": _text(empty=True),
    "unit": _text(empty=True),
    "categories": _texts(),
}
PART_FIELDS: dict[str, Must] = {"first_block": _whole(0), "n_blocks": _whole(1), "sums": NUMBERS, "squares": NUMBERS}


def _file_fields(table: str) -> dict[str, Must]:
    name = re.compile(rf"{table}/[^/\\]+\.parquet")
    return {
        table: OBJECT,
        f"{table}.file": Must(
            f"the name of a file, {table}/part-....parquet",
            lambda value: isinstance(value, str) and name.fullmatch(value) is not None,
        ),
        f"{table}.rows": _whole(0),
        f"{table}.bytes": _whole(0),
        f"{table}.sha256": _text(),
    }


PART_FIELDS |= _file_fields("games") | _file_fields("seats")
TRACE_FIELDS = _file_fields("traces")


def check_fields(path: Path, manifest: Mapping[str, Any]) -> None:
    """Check every value that simkit reads. `path`: of the manifest, for the message.

    Raises:
        DataError: names the key, what must hold, what came, and what to do.
    """
    _check(path, manifest, MANIFEST_FIELDS)
    _check(path, manifest.get("labels", {}), LABEL_FIELDS, "labels.")
    for number, tally in enumerate(manifest["tallies"]):
        _check(path, tally, TALLY_FIELDS, f"tallies[{number}].")
    for number, part in enumerate(manifest["parts"]):
        _check(path, part, PART_FIELDS, f"parts[{number}].")
        if "traces" in part:  # only where somebody asked for them
            _check(path, part, TRACE_FIELDS, f"parts[{number}].")
        for key in ("sums", "squares"):  # added up over all parts
            there, wanted = len(part[key]), len(manifest["parts"][0]["sums"])
            if there != wanted:
                raise _wrong(path, f"parts[{number}].{key}", f"a list of {wanted} numbers, as in parts[0]", f"{there}")
    config = manifest["config"]
    if len(config["strategies"]) not in (1, config["players"]):
        words = f"a list of {config['players']} texts, one a player"
        raise _wrong(path, "config.strategies", words, str(len(config["strategies"])))


def _check(path: Path, values: Mapping[str, Any], fields: Mapping[str, Must], prefix: str = "") -> None:
    for key, must in fields.items():
        *parents, last = key.split(".")
        holder: Mapping[str, Any] = values
        for parent in parents:  # stands before its children in the table, so it is an object by now
            holder = holder[parent]
        if last not in holder:
            if must.needed:
                raise _wrong(path, prefix + key, must.words, "nothing")
        elif not must.holds(holder[last]):
            raise _wrong(path, prefix + key, must.words, _shown(holder[last]))


def _wrong(path: Path, key: str, words: str, came: str) -> DataError:
    return DataError(
        f"{path}: '{key}' must be {words}; {came} came. The file was altered: put the value right, or play the run "
        "again, with --force."
    )


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else f"{text[:57]}..."
