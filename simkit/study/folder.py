"""A study's folder: study.toml (the file as it was given), study.json (what was made of it), and the cells."""

from __future__ import annotations

import json
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from simkit.errors import DataError, UsageError, as_typed
from simkit.runner import FoundGame, Problem, Run, find_game, open_run, replay_key, verify
from simkit.runner.files import (
    CELLS,
    MANIFEST,
    STUDY_JSON,
    clear,
    is_leftover,
    our_files,
    refuse_unreadable_name,
    write_atomically,
)
from simkit.runner.manifest import plain, versions
from simkit.runner.seatings import default_kind
from simkit.study.facts import check_facts
from simkit.study.plan import StudyPlan

STUDY_TOML = "study.toml"
REPORT = "report.html"
SCHEMA_VERSION = 1


@dataclass(frozen=True)
class CellRun:
    """One cell of a study that was opened: a variant with a line-up, and its run."""

    number: int
    variant: str
    lineup: str
    players: int
    run: Run


@dataclass(frozen=True)
class Study:
    """A study folder that was opened. `facts`: study.json. `cells`: those that hold games, in the study's order."""

    path: Path
    facts: Mapping[str, Any]
    cells: tuple[CellRun, ...]

    @property
    def manifest(self) -> Mapping[str, Any]:
        """What study.json says."""
        return self.facts

    @property
    def baseline(self) -> str:
        """Name of the variant that the others are compared with."""
        return str(self.facts["variants"][0]["name"])

    @property
    def empty(self) -> tuple[str, ...]:
        """Folders of cells that hold no game: not begun yet, or lost."""
        there = {cell.number for cell in self.cells}
        return tuple(entry["folder"] for entry in self.facts["cells"] if entry["number"] not in there)

    @property
    def lost(self) -> tuple[str, ...]:
        """Folders of cells that hold nothing any more, though the study was played to its end."""
        return self.empty if self.facts["status"] in ("complete", "stopped") else ()

    def games(self) -> pl.LazyFrame:
        """The tables `games` of all cells, one below the other."""
        return pl.concat([cell.run.games() for cell in self.cells])

    def seats(self) -> pl.LazyFrame:
        """The tables `seats` of all cells, one below the other."""
        return pl.concat([cell.run.seats() for cell in self.cells])

    def traces(self) -> pl.LazyFrame:
        """The tables `traces` of all cells, one below the other."""
        return pl.concat([cell.run.traces() for cell in self.cells])

    def cell(self, variant: str, lineup: str) -> CellRun | None:
        """One cell, if it holds games."""
        return next((c for c in self.cells if (c.variant, c.lineup) == (variant, lineup)), None)


def is_study(folder: Path | str) -> bool:
    """True if `simkit study` wrote the folder."""
    return (Path(folder) / STUDY_JSON).is_file()


def open_study(folder: Path | str, *, check: bool = False) -> Study:
    """Open a folder that `simkit study` wrote. `check`: re-hash every part first.

    Raises:
        DataError: no study folder, an unreadable study.json, a cell that holds another run than the study's, no cell
            with games, or (with `check`) damaged parts.
    """
    path = Path(folder)
    facts = read_facts(path)
    cells = []
    for entry in facts["cells"]:
        place = path / entry["folder"]
        if (place / MANIFEST).is_file():
            run = open_run(place)
            refuse_other_cell(path, facts, entry, run)
            if run.manifest["parts"]:
                cells.append(CellRun(entry["number"], entry["variant"], entry["lineup"], entry["players"], run))
    study = Study(path, facts, tuple(cells))
    if not cells:
        raise DataError(f"{path} holds no games yet. Go on with: {resume_command(study)}")
    problems = [f"{name}: missing" for name in study.lost] if check else []
    problems += [f"{cell.run.path.name}/{problem}" for cell, problem in verify_study(study)] if check else []
    if problems:
        listed = "\n  ".join(problems[:5])
        more = f"\n  and {len(problems) - 5} more" if len(problems) > 5 else ""
        raise DataError(
            f"{path} is damaged: {len(problems)} file(s) are not as they were written:\n  {listed}{more}\n"
            f"Play them again with: {resume_command(study)}"
        )
    return study


def refuse_other_cell(path: Path, facts: Mapping[str, Any], entry: Mapping[str, Any], run: Run) -> None:
    """Raise DataError where a cell holds another run than study.json says: it would answer for the wrong rules.

    `entry`: the cell in study.json. `run`: what lies in its folder.
    """
    there, rules = run.manifest["config"], {v.get("name"): v.get("set") for v in facts["variants"]}
    pairs = [
        ("game", facts["game"], run.manifest["game"]),
        ("version of the game", facts.get("game_version"), run.manifest["game_version"]),
        ("variant", entry["variant"], there.get("variant")),
        ("rules", rules.get(entry["variant"]), there.get("rules_set")),
        ("line-up", entry["lineup"], there.get("lineup")),
        ("players", entry["players"], there.get("players")),
        ("seed", facts["seed"], there.get("seed")),
        ("seatings", facts.get("seatings") or default_kind(entry["players"]), there.get("seatings")),
        ("repeats", facts.get("repeats"), there.get("repeats")),
        ("trace", facts.get("trace"), there.get("trace", 0.0)),
    ]
    wrong = [
        f"{word}: {as_typed(found)} there, {as_typed(asked)} in the study"
        for word, asked, found in pairs
        if asked != found
    ]
    if wrong:
        raise DataError(
            f"{run.path} is no cell of this study any more; another run was written there:\n  "
            + "\n  ".join(wrong)
            + f"\nRemove that folder, and play the cell again with: {resume_command_in(path)}"
        )


def verify_study(study: Study) -> list[tuple[CellRun, Problem]]:
    """Re-hash every part of every cell."""
    return [(cell, problem) for cell in study.cells for problem in verify(cell.run)]


def resume_command(study: Study) -> str:
    """The command that completes or repairs a study, ready for a shell."""
    return f"{study.facts['command']} --out {shlex.quote(str(study.path))} --resume"


def resume_command_in(folder: Path) -> str:
    """The same for a study that may hold no games yet."""
    return resume_command(Study(folder, read_facts(folder), ()))


def find_in_study(study: Study, key: str) -> tuple[Run, FoundGame]:
    """Find a game of a study by its whole key. Raises UsageError; the message says what the study has."""
    wanted = replay_key(key)
    cell = study.cell(wanted.variant, wanted.lineup)
    if cell is None:
        variants = ", ".join(dict.fromkeys(c.variant for c in study.cells))
        lineups = "\n  ".join(dict.fromkeys(c.lineup for c in study.cells))
        raise UsageError(
            f"the study in {study.path} has no game '{key}'. Its variants are {variants}; its line-ups are\n  {lineups}"
        )
    return cell.run, find_game(cell.run, key)


def read_facts(path: Path) -> dict[str, Any]:
    """Read study.json. Raises DataError where it is missing, unreadable, altered or of another schema."""
    refuse_unreadable_name(path)
    file = path / STUDY_JSON
    try:
        facts = json.loads(file.read_text(encoding="utf-8"))
    except FileNotFoundError:
        what = f"it has no {STUDY_JSON}" if path.is_dir() else "there is no such folder"
        raise DataError(f"{path} is no study of simkit: {what}. Give a folder that `simkit study` wrote.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise DataError(f"{file} cannot be read ({error}). Play the study again, with --force.") from None
    if not isinstance(facts, dict) or facts.get("schema_version") != SCHEMA_VERSION:
        raise DataError(f"{file} has another schema than this simkit reads ({SCHEMA_VERSION}). Play the study again.")
    check_facts(file, facts)
    return facts


def facts_of(plan: StudyPlan, command: list[str], game_version: str) -> dict[str, Any]:
    """study.json but for status and stopping."""
    return {
        "schema_version": SCHEMA_VERSION,
        "name": plan.name,
        "question": plan.question,
        "game": plan.game,
        "game_version": game_version,
        "command": shlex.join(command),
        "seed": plan.seed,
        "seed_drawn": plan.seed_drawn,
        "players": list(plan.players),
        "blocks": plan.blocks,
        "precision": plan.precision,
        "max_time": plan.max_time,
        "repeats": plan.repeats,
        "seatings": plan.seatings,
        "margin": plan.margin,
        "confidence": plan.confidence,
        "band": None if plan.band is None else list(plan.band),
        "trace": plan.trace,
        "baseline": plan.baseline.name,
        "variants": [
            {"name": v.name, "set": plain(v.options), "point": None if v.point is None else plain(v.point)}
            for v in plan.variants
        ],
        "has_field": plan.has_field,
        "lineups": [
            {"lineup": entry.key, "members": list(entry.members), "players": len(entry.members), "source": entry.source}
            for entry in plan.lineups
        ],
        "cells": [
            {
                "number": cell.number, "folder": cell.folder, "variant": cell.variant.name, "lineup": cell.lineup.key,
                "players": cell.players,
            }
            for cell in plan.cells()
        ],
        "file": plain(plan.file),
        "overrides": plain(plan.overrides),
        "versions": versions(),
    }  # fmt: skip


def write_facts(out: Path, facts: Mapping[str, Any]) -> None:
    """Write study.json, atomically."""
    write_atomically(out / STUDY_JSON, (json.dumps(facts, indent=1, ensure_ascii=False) + "\n").encode())


def clear_study(out: Path) -> None:
    """Remove the study in `out` (`--force`). Files of other people stay.

    Raises:
        UsageError: `out` holds no study, and other things.
    """
    if not is_study(out) and not _is_rest(out):
        raise UsageError(
            f"--force replaces studies of simkit only; {out} has no {STUDY_JSON} and holds other files. "
            "Choose another --out."
        )
    (out / STUDY_JSON).unlink(missing_ok=True)  # first: a half-removed folder must not pass for a whole study
    for path in (out / STUDY_TOML, out / REPORT, *filter(is_leftover, out.iterdir())):
        path.unlink(missing_ok=True)
    for cell in sorted((out / CELLS).glob("*")):
        clear_cell(cell)
    if (out / CELLS).is_dir() and not any((out / CELLS).iterdir()):
        (out / CELLS).rmdir()


def _is_rest(out: Path) -> bool:
    """True for what a study leaves that was killed or found no room while it was begun or removed."""
    there = [path for path in out.iterdir() if not is_leftover(path)]
    if not there:
        return True
    cells = out / CELLS
    if not cells.is_dir() or cells.is_symlink():  # a study.toml alone may be what somebody wrote
        return False
    others = [path for cell in cells.iterdir() for path in (our_files(cell)[1] if cell.is_dir() else [cell])]
    return {path.name for path in there} <= {STUDY_TOML, REPORT, CELLS} and not others


def clear_cell(cell: Path) -> None:
    """Remove what simkit wrote in a cell, a half-written one too, and the folder if it is then empty."""
    if not cell.is_dir() or cell.is_symlink():
        return
    if (cell / MANIFEST).exists():
        clear(cell)
    for path in our_files(cell)[0]:
        path.unlink(missing_ok=True)
    for folder in (*(p for p in cell.glob("*") if p.is_dir()), cell):
        if not any(folder.iterdir()):
            folder.rmdir()
