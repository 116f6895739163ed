"""What each value of a manifest must be: people edit JSON by hand, and what reads it later trusts every type."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from simkit.game import MAX_SEATS
from simkit.runner.must import (
    FLAG,
    NUMBERS,
    OBJECT,
    OBJECTS,
    OPTIONAL_OBJECT,
    SHARE,
    Must,
    band,
    check,
    fraction,
    maybe,
    text,
    texts,
    whole,
    word,
    wrong,
)
from simkit.runner.plan import MAX_SEED
from simkit.runner.seatings import SEATINGS_KINDS

STATUSES = ("running", "complete", "stopped", "interrupted", "failed")
SCOPES = ("game", "seat")
KINDS = ("count", "flag", "category", "duration")

MANIFEST_FIELDS: dict[str, Must] = {
    "game": text(),
    "game_version": text(empty=True),
    "source_digest": text(empty=True),
    "command": text(),
    "status": word(*STATUSES),
    "confidence": fraction(0, 1),
    "margin": fraction(0, 0.5),
    "band": band(),
    "continue": text(needed=False),
    "stopping": maybe(OBJECT),
    "yardsticks": texts(needed=False),
    "end_reasons": texts(needed=False),
    "config": OBJECT,
    "config.players": whole(1, MAX_SEATS),
    "config.strategies": texts(empty=False),
    "config.lineup": text(),
    "config.seed": whole(0, MAX_SEED),
    "config.seed_drawn": FLAG,
    "config.rules": OBJECT,
    "config.rules_set": OBJECT,
    "config.seatings": word(*SEATINGS_KINDS),
    "config.repeats": whole(1, 2**31 - 1),
    "config.games_requested": whole(1),
    "config.games": whole(1),
    "config.blocks": whole(1),
    "config.chunk_blocks": whole(1, needed=False),
    "config.variant": text(needed=False),
    "config.trace": SHARE,
    "labels": OPTIONAL_OBJECT,
    "instead_of": OPTIONAL_OBJECT,
    "versions": OPTIONAL_OBJECT,
    "tallies": OBJECTS,
    "parts": OBJECTS,
}
"""Dotted key -> what must hold. A key below one that is not there is not looked for."""

LABEL_FIELDS: dict[str, Must] = {
    **dict.fromkeys(("title", "turn_label", "standing_label", "result_label"), text(empty=True, needed=False)),
    **dict.fromkeys(("cooperative", "has_score"), Must(FLAG.words, FLAG.holds, needed=False)),
}
TALLY_FIELDS: dict[str, Must] = {
    "name": text(),
    "scope": word(*SCOPES),
    "kind": word(*KINDS),
    "label": text(empty=True),
    "unit": text(empty=True),
    "categories": texts(),
}
PART_FIELDS: dict[str, Must] = {"first_block": whole(0), "n_blocks": whole(1), "sums": NUMBERS, "squares": NUMBERS}


def _file_fields(table: str) -> dict[str, Must]:
    name = re.compile(rf"{table}/[^/\\]+\.parquet")
    return {
        table: OBJECT,
        f"{table}.file": Must(
            f"the name of a file, {table}/part-....parquet",
            lambda value: isinstance(value, str) and name.fullmatch(value) is not None,
        ),
        f"{table}.rows": whole(0),
        f"{table}.bytes": whole(0),
        f"{table}.sha256": text(),
    }


PART_FIELDS |= _file_fields("games") | _file_fields("seats")
TRACE_FIELDS = _file_fields("traces")


def check_fields(path: Path, manifest: Mapping[str, Any]) -> None:
    """Check every value that simkit reads. `path`: of the manifest, for the message.

    Raises:
        DataError: names the key, what must hold, what came, and what to do.
    """
    check(path, manifest, MANIFEST_FIELDS)
    check(path, manifest.get("labels", {}), LABEL_FIELDS, "labels.")
    for number, tally in enumerate(manifest["tallies"]):
        check(path, tally, TALLY_FIELDS, f"tallies[{number}].")
    for number, part in enumerate(manifest["parts"]):
        check(path, part, PART_FIELDS, f"parts[{number}].")
        if "traces" in part:  # only where somebody asked for them
            check(path, part, TRACE_FIELDS, f"parts[{number}].")
        for key in ("sums", "squares"):  # added up over all parts
            there, wanted = len(part[key]), len(manifest["parts"][0]["sums"])
            if there != wanted:
                raise wrong(path, f"parts[{number}].{key}", f"a list of {wanted} numbers, as in parts[0]", f"{there}")
    config = manifest["config"]
    if len(config["strategies"]) not in (1, config["players"]):
        words = f"a list of {config['players']} texts, one a player"
        raise wrong(path, "config.strategies", words, str(len(config["strategies"])))
