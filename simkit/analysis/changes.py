"""What was configured otherwise in B than in A, and whether their deals are the same."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from simkit.analysis.answers import Change

Manifest = Mapping[str, Any]

NOT_GIVEN = "not given"


def different_games(before: Manifest, after: Manifest) -> list[str]:
    """Why two results cannot be compared at all: sentences, none if they can."""
    if before.get("game") != after.get("game"):
        return [
            f"only runs of one game can be compared; {before.get('game')} and {after.get('game')} came. "
            "Give two folders of the same game."
        ]
    return []


def unpaired_reasons(before: Manifest, after: Manifest) -> list[str]:
    """Why blocks of the same number are not the same deals: clauses, none if they are.

    Line-up, seatings and repeats may differ: a block is a deal, and its mean over its games is what is paired.
    """
    a, b = before.get("config", {}), after.get("config", {})
    found = []
    if a.get("seed") is None or b.get("seed") is None:
        found.append("a seed is not recorded")
    elif a["seed"] != b["seed"]:
        found.append(f"their seeds differ ({a['seed']} and {b['seed']})")
    if a.get("players") != b.get("players"):
        found.append(f"their numbers of players differ ({a.get('players')} and {b.get('players')})")
    return found


def changes_of(before: Manifest, after: Manifest) -> tuple[Change, ...]:
    """All that differs: rules first, then players, strategies, deals, amounts and versions."""
    a, b = before.get("config", {}), after.get("config", {})
    found = _rules(a.get("rules", {}), b.get("rules", {}), tables_to_give(before) & tables_to_give(after))
    for kind, name, key in (
        ("players", "number of players", "players"),
        ("strategies", "line-up", "lineup"),
        ("seed", "seed", "seed"),
        ("blocks", "seatings", "seatings"),
        ("blocks", "repeats of each deal", "repeats"),
    ):
        if a.get(key) != b.get(key):
            found.append(Change(kind, name, _shown(a.get(key)), _shown(b.get(key))))  # type: ignore[arg-type]
    simkits = [_shown(m.get("versions", {}).get("simkit")) for m in (before, after)]
    if simkits[0] != simkits[1]:
        found.append(Change("version", "version of simkit", *simkits))
    for name, key in (("version of the game", "game_version"), ("sources (the code was edited)", "source_digest")):
        if before.get(key) != after.get(key):
            found.append(Change("version", name, _shown(before.get(key))[:12], _shown(after.get(key))[:12]))
    return tuple(found)


def tables_to_give(manifest: Manifest) -> frozenset[str]:
    """Options that are tables in place of other options; all 0 means that no table is given, and not 0 of each."""
    found = manifest.get("instead_of")
    return frozenset(found) if isinstance(found, Mapping) else frozenset()


def given_entries(table: Any) -> dict[str, Any]:
    """The entries of such a table that are not 0; none if it is not given."""
    return {name: value for name, value in table.items() if value} if isinstance(table, Mapping) else {}


def overruled(manifest: Manifest) -> dict[str, str]:
    """Option without effect in this run -> the table that was given in its place."""
    tables, rules = manifest.get("instead_of"), manifest.get("config", {}).get("rules", {})
    if not isinstance(tables, Mapping):
        return {}
    return {option: table for table, options in tables.items() if given_entries(rules.get(table)) for option in options}


def _rules(before: Mapping[str, Any], after: Mapping[str, Any], tables: frozenset[str]) -> list[Change]:
    found = []
    for name in dict.fromkeys([*before, *after]):
        old, new = before.get(name), after.get(name)
        if name in tables and old != new and not (given_entries(old) and given_entries(new)):
            found.append(Change("rule", f"rule {name}", _given(old), _given(new)))
        elif isinstance(old, Mapping) and isinstance(new, Mapping):
            found += [
                Change("rule", f"rule {name}.{entry}", _shown(old.get(entry)), _shown(new.get(entry)))
                for entry in dict.fromkeys([*old, *new])
                if old.get(entry) != new.get(entry)
            ]
        elif old != new:
            found.append(Change("rule", f"rule {name}", _shown(old), _shown(new)))
    return found


def _given(table: Any) -> str:
    entries = given_entries(table)
    return ", ".join(f"{name} {_shown(value)}" for name, value in entries.items()) if entries else NOT_GIVEN


def _shown(value: Any) -> str:
    if value is None:
        return "none"
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
