"""What each value of study.json must be: people edit JSON by hand, and what reads it later trusts every type."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.game import MAX_SEATS
from simkit.runner.fields import STATUSES
from simkit.runner.files import CELLS
from simkit.runner.must import (
    FLAG,
    OBJECT,
    OBJECTS,
    OPTIONAL_OBJECT,
    SHARE,
    Must,
    band,
    check,
    fraction,
    is_number,
    maybe,
    text,
    texts,
    whole,
    word,
)
from simkit.runner.plan import MAX_SEED
from simkit.runner.seatings import SEATINGS_KINDS

_SOME = Must(f"{OBJECTS.words}, at least one", lambda value: OBJECTS.holds(value) and value != [])
_SECONDS = Must("a number above 0", lambda value: is_number(value) and value > 0)

STUDY_FIELDS: dict[str, Must] = {
    "name": text(),
    "question": text(empty=True),
    "game": text(),
    "game_version": text(empty=True, needed=False),
    "command": text(),
    "status": word(*STATUSES),
    "seed": whole(0, MAX_SEED),
    "seed_drawn": Must(FLAG.words, FLAG.holds, needed=False),
    "has_field": Must(FLAG.words, FLAG.holds, needed=False),
    "players": Must(
        "a list of numbers of players",
        lambda value: isinstance(value, list) and value != [] and all(map(whole(1, MAX_SEATS).holds, value)),
        needed=False,
    ),
    "blocks": maybe(whole(1)),
    "precision": fraction(0, 0.5),
    "max_time": maybe(_SECONDS),
    "repeats": whole(1, 2**31 - 1, needed=False),
    "seatings": maybe(word(*SEATINGS_KINDS)),
    "margin": fraction(0, 0.5),
    "confidence": fraction(0.5, 1),
    "band": band(),
    "trace": SHARE,
    "baseline": text(needed=False),
    "variants": _SOME,
    "lineups": _SOME,
    "cells": _SOME,
    "file": OBJECT,
    "overrides": OPTIONAL_OBJECT,
    "versions": OPTIONAL_OBJECT,
    "stopping": maybe(OBJECT),
}
"""Dotted key -> what must hold."""

VARIANT_FIELDS: dict[str, Must] = {"name": text(), "set": OBJECT, "point": maybe(OBJECT)}
LINEUP_FIELDS: dict[str, Must] = {
    "lineup": text(),
    "members": texts(empty=False),
    "players": whole(1, MAX_SEATS),
    "source": text(),
}
CELL_FIELDS: dict[str, Must] = {
    "number": whole(0),
    # A folder outside the study would let an altered file read, and repair, anything.
    "folder": Must(
        f"a folder in {CELLS}/",
        lambda value: isinstance(value, str) and Path(value).parts[:1] == (CELLS,) and ".." not in Path(value).parts,
    ),
    "variant": text(),
    "lineup": text(),
    "players": whole(1, MAX_SEATS),
}


def check_facts(file: Path, facts: Mapping[str, Any]) -> None:
    """Check every value of study.json that simkit reads. Raises DataError naming key, value and what to do."""
    check(file, facts, STUDY_FIELDS, what="study")
    for name, fields in (("variants", VARIANT_FIELDS), ("lineups", LINEUP_FIELDS), ("cells", CELL_FIELDS)):
        for number, entry in enumerate(facts[name]):
            check(file, entry, fields, f"{name}[{number}].", "study")
