"""Configuration, rules, versions, the hash of the data, and the command that makes them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from simkit.analysis.changes import NOT_GIVEN, given_entries, overruled, tables_to_give
from simkit.analysis.verdict import FEWEST_BLOCKS
from simkit.report.material import Material
from simkit.report.model import Cell, Column, Command, Exhibit, Section, Table
from simkit.report.text import clean, count, percent, some


def build(material: Material) -> Section:
    """The last page: all that is needed to check this report or to make it again."""
    manifest, head = material.manifest, material.analysis.headline
    exhibits = [Exhibit("run", "The run", _pairs(_run_rows(material)))]
    rules = _rule_rows(manifest)
    if rules:
        changed = sum(row[2].strong for row in rules)
        title = f"Rules in force ({changed or 'none'} set for this run)"
        columns = (Column("Option", numeric=False), Column("Value", numeric=False), Column("", numeric=False))
        exhibits.append(Exhibit("rules", title, Table(columns, rows=rules)))
    exhibits.append(Exhibit("versions", "Versions and sources", _pairs(_version_rows(material))))
    noise = _noise_rows(material)
    if noise:
        exhibits.append(Exhibit("noise", "What luck alone would show", _pairs(noise)))
    if material.left_out:
        lines = [(clean(line.partition(":")[0]), clean(line.partition(":")[2])) for line in material.left_out]
        exhibits.append(Exhibit("left-out", "Files that were left out", _pairs(lines)))
    commands = [
        Command(clean(head.command), "Plays the same games again, bit by bit"),
        Command("simkit verify DIR", "Re-hashes every file of the results"),
        Command(f"simkit report DIR{material.options}", "Makes this page from the results (the same bytes each time)"),
    ]
    return Section(
        key="method",
        title="Method and configuration",
        claim=f"The same command, seed {head.seed} and versions give the same games; the same results give this page.",
        exhibits=tuple(exhibits),
        commands=tuple(commands),
        notes=(
            "Every seating of the line-up is played on the same deal; the mean over one deal's games "
            "is one observation. Intervals are "
            "Student's t over these block means, or Wilson's where every block mean is 0 or 1; one "
            "block alone tells nothing about "
            "its spread, and then the interval is everything possible.",
            "Balanced: every seat's interval lies inside the margin around the fair share. "
            "Imbalanced: a seat is shown to be outside "
            f"(one-sided tests, Holm-corrected). Undecided: neither, or fewer than {FEWEST_BLOCKS} deals.",
        ),
    )


def _noise_rows(material: Material) -> list[tuple[str, str]]:
    """E5: what luck alone would show, for every extreme on these pages."""
    analysis, rows = material.analysis, []
    floors = [
        ("Largest gap between two seats", analysis.seats.noise if analysis.seats is not None else None),
        ("Largest difference that goes with a card", analysis.cards.noise if analysis.cards is not None else None),
    ]
    for name, floor in floors:
        if floor is not None:
            often = f"up to {percent(floor.p95, 2)} in 95 of 100 runs"
            rows.append((name, f"{percent(floor.mean, 2)} points on average, {often}"))
    meta = analysis.field.meta if analysis.field is not None else None
    if meta is not None and meta.cycles is not None:
        rows.append(("Match-ups in circles", f"{percent(meta.cycles.noise)} of 100 on average"))
    return rows


def _pairs(rows: list[tuple[str, str]]) -> Table:
    return Table(
        (Column("What", numeric=False), Column("Value", numeric=False)),
        tuple((Cell(what), Cell(value)) for what, value in rows),
    )


def _run_rows(material: Material) -> list[tuple[str, str]]:
    head, config = material.analysis.headline, _mapping(material.manifest.get("config"))
    margin = f"{percent(head.margin)} points" + (
        " (the default: a tenth of the fair share)" if head.margin_default else " (chosen)"
    )
    rows = [
        ("Game", f"{clean(head.title)} {clean(head.game_version)}"),
        ("Players", f"{head.players}"),
        ("Line-up", clean(", ".join(head.lineup))),
        (
            "Games",
            f"{count(head.games)} ({some(head.blocks, 'deal')} × {some(head.seatings, 'seating')} × "
            f"{some(head.repeats, 'repeat')})",
        ),
        ("Seatings", "rotations of the line-up" if head.rotations_only else "all distinct orders of the line-up"),
        ("Seed", f"{head.seed}" + (" (drawn)" if head.seed_drawn else "")),
        ("Confidence", f"{100 * head.confidence:g} %"),
    ]
    if not head.cooperative:
        rows.append(("Margin for seats", margin))
    if config.get("games") not in (None, head.games):
        rows.append(("Games asked for", _plain(config["games"])))
    stopped = {
        "width": "the intervals were narrow enough (looked at again and again; the width alone decided)",
        "verdict": "the verdict was clear (intervals that hold at every look)",
        "games": "all games were played, or the time that was given had passed",
    }
    if head.stopping:
        rows.append(("Stopped when", stopped.get(head.stopping, clean(head.stopping))))
    rows.append(("Status", clean(head.status)))
    return rows


def _rule_rows(manifest: Mapping[str, Any]) -> tuple[tuple[Cell, ...], ...]:
    """Every option in force; one that was set for this run is strong and says so in words."""
    rules, changed = rules_in_force(manifest)
    tables, without_effect = tables_to_give(manifest), overruled(manifest)
    rows = []
    for name, value in rules.items():
        notes = ["set for this run"] if name in changed else []
        if name in without_effect:
            notes.append(f"overruled by {clean(without_effect[name])}")
        shown = (
            (_plain(given_entries(value)) if given_entries(value) else NOT_GIVEN) if name in tables else _plain(value)
        )
        note = Cell("; ".join(notes), strong=name in changed)
        rows.append((Cell(clean(name)), Cell(shown, strong=name in changed), note))
    return tuple(rows)


def rules_in_force(manifest: Mapping[str, Any]) -> tuple[dict[str, Any], frozenset[str]]:
    """All options with their values, and the names of those that were set for this run."""
    config = _mapping(manifest.get("config"))
    rules = dict(_mapping(config.get("rules")))
    return rules, frozenset(_mapping(config.get("rules_set")))


def _version_rows(material: Material) -> list[tuple[str, str]]:
    manifest = material.manifest
    rows = [
        ("sha256 of the data", material.data_hash),
        ("Files", f"{2 * len(manifest.get('parts', ()))} in two tables, each with its own sha256 in manifest.json"),
        ("Digest of game and strategy sources", _plain(manifest.get("source_digest", ""))),
    ]
    versions = {**_mapping(manifest.get("versions"))}
    for name in ("simkit", "python", "numpy", "numba", "polars"):
        for key in (name, f"{name}_version"):
            if key in manifest and not isinstance(manifest[key], Mapping):
                versions[name] = manifest[key]
    rows += [(clean(str(name)), _plain(value)) for name, value in sorted(versions.items())]
    return [(what, value) for what, value in rows if value]


def _mapping(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _plain(value: Any) -> str:
    """A value of the manifest in words: true, 3, left 2, right 3."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return ", ".join(f"{clean(str(k))} {_plain(v)}" for k, v in value.items()) or "none"
    if isinstance(value, (list, tuple)):
        return ", ".join(_plain(v) for v in value) or "none"
    return clean(str(value)) if value is not None else "none"
