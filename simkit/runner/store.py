"""Result folders: the manifest, reading the two tables, and checking that nothing was damaged."""

from __future__ import annotations

import contextlib
import errno
import json
import shlex
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import polars as pl

from simkit.errors import DataError
from simkit.game import Tally
from simkit.runner.fields import check_fields
from simkit.runner.files import (
    MANIFEST,
    STUDY_JSON,
    TABLES,
    refuse_unreadable_name,
    sha256_of,
    study_around,
    sync_folder,
    write_atomically,
)
from simkit.runner.plan import Chunk
from simkit.runner.schema import SCHEMA_VERSION, table_schema


@dataclass(frozen=True)
class Problem:
    """One damaged part. `file`: relative to the folder. `what`: in words. `chunk`: the blocks that must be replayed."""

    file: str
    what: str
    chunk: Chunk

    def __str__(self) -> str:
        last = self.chunk.end - 1
        return f"{self.file}: {self.what} (blocks {self.chunk.first_block} to {last})"


@dataclass(frozen=True)
class Run:
    """A result folder that was opened."""

    path: Path
    manifest: Mapping[str, Any]

    @property
    def tallies(self) -> tuple[Tally, ...]:
        """The game's tallies, as the manifest declares them."""
        return tuple(
            Tally(t["name"], t["scope"], t["kind"], t["label"], t["unit"], tuple(t["categories"]))
            for t in self.manifest["tallies"]
        )

    def games(self) -> pl.LazyFrame:
        """The table `games`: one row a game (docs/results.md)."""
        return self._scan("games")

    def seats(self) -> pl.LazyFrame:
        """The table `seats`: one row a game and seat (docs/results.md)."""
        return self._scan("seats")

    def traces(self) -> pl.LazyFrame:
        """The table `traces`: one row a game, turn and seat; without rows unless traces were asked for."""
        return self._scan("traces")

    def _scan(self, table: str) -> pl.LazyFrame:
        # The manifest names the parts, not a pattern: files that are not committed are never read.
        files = [self.path / part[table]["file"] for part in self.manifest["parts"] if table in part]
        if not files:
            return pl.LazyFrame(schema=table_schema(table, self.tallies))
        return pl.scan_parquet(files, glob=False)


def open_run(out: Path | str, *, check: bool = False) -> Run:
    """Open a result folder. `check`: re-hash every part first (about a gigabyte a second).

    Raises:
        DataError: no result folder, an unreadable manifest, another schema, or (with `check`) a damaged part.
    """
    run = Run(Path(out), read_manifest(Path(out)))
    problems = verify(run) if check else []
    if problems:
        listed = "\n  ".join(map(str, problems[:5])) + (
            f"\n  and {len(problems) - 5} more" if len(problems) > 5 else ""
        )
        raise DataError(
            f"{run.path} is damaged: {len(problems)} file(s) are not as they were written:\n  {listed}\n"
            f"Play them again with: {resume_command(run)}"
        )
    return run


def resume_command(run: Run) -> str:
    """The command that completes or repairs a result folder, ready for a shell; that of the study around it, if any."""
    study = study_around(run.path)
    if study is not None:
        with contextlib.suppress(OSError, ValueError, KeyError, TypeError):
            facts = json.loads((study / STUDY_JSON).read_text(encoding="utf-8"))
            return f"{facts['command']} --out {shlex.quote(str(run.path.parent.parent))} --resume"
    command = run.manifest.get("continue", run.manifest["command"])
    return f"{command} --out {shlex.quote(str(run.path))} --resume"


def verify(run: Run | Path | str) -> list[Problem]:
    """Re-hash every part that the manifest names; a flipped bit in a data page is otherwise read back silently.

    Raises:
        DataError: there is no readable manifest.
    """
    if not isinstance(run, Run):
        run = open_run(run)
    problems: list[Problem] = []
    for part in run.manifest["parts"]:
        for table in TABLES:
            what = _damage(run.path, part[table]) if table in part else ""
            if what:
                problems.append(Problem(part[table]["file"], what, Chunk(part["first_block"], part["n_blocks"])))
    return problems


def _damage(out: Path, entry: Mapping[str, Any]) -> str:
    path = out / entry["file"]
    try:
        size = path.stat().st_size
        if not path.is_file():
            return "is no file"
        if size < entry["bytes"]:
            return f"truncated: {size:,} of {entry['bytes']:,} bytes"
        if size > entry["bytes"]:
            return f"altered: {size:,} bytes instead of {entry['bytes']:,}"
        return "" if sha256_of(path) == entry["sha256"] else "altered: its sha256 is not the recorded one"
    except FileNotFoundError:
        return "missing"
    except OSError as error:
        return f"unreadable: {error.strerror}"


_NEEDED = ("game", "game_version", "source_digest", "config", "command", "tallies", "status", "parts")


def read_manifest(out: Path) -> dict[str, Any]:
    """Read `manifest.json`. Raises DataError where it is missing, unreadable, of another schema or altered."""
    refuse_unreadable_name(out)
    path = out / MANIFEST
    try:
        manifest = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError) as error:
        what = _no_folder(out, error)
        if what:
            raise DataError(
                f"{out} is no result folder of simkit: {what}. Give a folder that `simkit run` wrote."
            ) from None
        raise DataError(f"{path} cannot be read ({error}). Play the run again, with --force.") from None
    if not isinstance(manifest, dict) or "schema_version" not in manifest:
        raise DataError(f"{path} is no manifest of simkit: it has no schema_version.")
    if manifest["schema_version"] != SCHEMA_VERSION:
        raise DataError(
            f"{path} has schema version {manifest['schema_version']}; this simkit reads {SCHEMA_VERSION}. "
            "Open it with the simkit that wrote it, or play the run again."
        )
    missing = [name for name in _NEEDED if name not in manifest]
    if missing:
        raise DataError(
            f"{path} lacks {', '.join(missing)}; it was altered or cut off. Play the run again, with --force."
        )
    check_fields(path, manifest)
    return manifest


def _no_folder(out: Path, error: Exception) -> str:
    """Why `out` cannot be a result folder, if the error means that; else "": a manifest stands there."""
    if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
        return "its name is too long for a folder"
    if not isinstance(error, FileNotFoundError | NotADirectoryError):
        return ""
    if out.is_dir():
        return f"it has no {MANIFEST}"
    return "it is a file, no folder" if out.exists() else "there is no such folder"


def write_manifest(out: Path, manifest: Mapping[str, Any]) -> None:
    """Write `manifest.json`: atomically, after the parts that it names have reached the disk."""
    for table in TABLES:
        sync_folder(out / table)
    head = {key: value for key, value in manifest.items() if key != "parts"}
    text = (
        json.dumps(head, indent=1, ensure_ascii=False)[:-2] + ',\n "parts": ' + _part_lines(manifest["parts"]) + "\n}\n"
    )
    write_atomically(out / MANIFEST, text.encode())
    sync_folder(out)


def _part_lines(parts: Sequence[Mapping[str, Any]]) -> str:
    """One line a part: a run of a thousand parts stays readable, and is written by json's fast path."""
    if not parts:
        return "[]"
    return "[\n  " + ",\n  ".join(json.dumps(part) for part in parts) + "\n ]"
