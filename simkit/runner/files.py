"""Files of a result folder: written atomically, hashed, swept, locked, and never mistaken for somebody else's."""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from simkit.errors import UsageError

MANIFEST = "manifest.json"
TABLES = ("games", "seats", "traces")
"""Folders of parts; `traces` stands only where somebody asked for it (docs/results.md)."""
REPORT = "report.html"
STUDY_JSON = "study.json"
CELLS = "cells"
"""A study's folder holds `study.json` and its result folders in `cells` (docs/results.md)."""
_PART = re.compile(r"part-\d{12,}\.parquet")
NO_ROOM = {
    number: f"{os.strerror(number)}. Make room there (df, quota and ulimit -f tell), or choose another --out"
    for number in (errno.ENOSPC, errno.EFBIG, errno.EDQUOT)
}
"""What stops a write until somebody makes room, in words that say so."""
_TMP = re.compile(r"\..+\.\d+\.tmp")


def part_name(first_block: int) -> str:
    """`part-000000031250.parquet`: named by the first block, so that names sort as blocks do."""
    return f"part-{first_block:012d}.parquet"


def refuse_unreadable_name(folder: Path) -> None:
    """Raise UsageError for a name that is not text: polars takes UTF-8 only, and the manifest could not quote it.

    The bytes that Python could not decode (a Latin-1 name, or any accent under LC_ALL=C) stand in it as surrogates.
    """
    try:
        str(folder).encode()
        os.fsencode(folder)
    except UnicodeEncodeError:
        shown = str(folder).encode("utf-8", "replace").decode()
        raise UsageError(
            f"the folder's name '{shown}' is not text in this terminal's encoding (each ? is a byte of it). "
            "Give a name in plain letters, or set a UTF-8 locale (LC_ALL=C.UTF-8)."
        ) from None


def write_atomically(path: Path, data: bytes | memoryview) -> None:
    """Write `path` so that at any time it holds the old content or the new, also after a crash: tmp, fsync, rename."""
    tmp = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with tmp.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        tmp.replace(path)
    except OSError as error:
        tmp.unlink(missing_ok=True)
        if error.errno in NO_ROOM:  # a write does not know the name of its file
            raise OSError(error.errno, NO_ROOM[error.errno], str(path)) from None
        raise
    except BaseException:
        tmp.unlink(missing_ok=True)
        raise


def is_leftover(path: Path) -> bool:
    """True for a temporary file that a killed process left."""
    return bool(_TMP.fullmatch(path.name)) and path.is_file() and not path.is_symlink()


def sync_folder(folder: Path) -> None:
    """Make renames in a folder last through a power cut, where the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def sha256_of(path: Path) -> str:
    """Hex digest of a file's bytes."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def our_files(out: Path) -> tuple[list[Path], list[Path]]:
    """The files below `out` that simkit wrote, and the others."""
    ours: list[Path] = []
    others: list[Path] = []
    for path in sorted(p for p in out.rglob("*") if not p.is_dir() or p.is_symlink()):
        (ours if _is_ours(path, out) else others).append(path)
    return ours, others


def _is_ours(path: Path, out: Path) -> bool:
    if path.is_symlink():
        return False
    if path.parent == out:
        known = {MANIFEST: _is_our_manifest, REPORT: _is_our_report}.get(path.name)
        return known(path) if known is not None else bool(_TMP.fullmatch(path.name))
    in_table = path.parent.parent == out and path.parent.name in TABLES
    return in_table and bool(_PART.fullmatch(path.name) or _TMP.fullmatch(path.name))


def _is_our_manifest(path: Path) -> bool:
    """Other programs write a manifest.json too. Ours may be damaged: parts beside it are proof enough."""
    with path.open("rb") as file:
        if b'"schema_version"' in file.read(4_096):
            return True
    return any(_PART.fullmatch(p.name) for table in TABLES for p in (path.parent / table).glob("part-*.parquet"))


def _is_our_report(path: Path) -> bool:
    """A page that our report wrote; a report of the old results must not outlive them."""
    with path.open("rb") as file:
        return b'<meta name="generator" content="simkit' in file.read(16_384)


def refuse_place(out: Path) -> None:
    """Raise UsageError where `out` is no folder and cannot become one; the message names what is in the way."""
    try:
        for place in (out, *out.parents):
            if place.is_symlink() and not place.exists():
                raise UsageError(
                    f"--out must be a folder; {place} is a link to {place.readlink()}, which is not there. "
                    "Remove the link, or choose another --out."
                )
            if place.exists() and not place.is_dir():
                if place == out:
                    raise UsageError(f"--out must be a folder; {out} is a file. Choose another --out.")
                raise UsageError(f"{out} cannot be written: {place} is a file, no folder. Choose another --out.")
    except OSError as error:  # no right to look there, or no name that this system can give to a folder
        text = str(out)
        shown = text if len(text) <= 60 else f"{text[:40]}... ({len(text)} letters)"
        raise UsageError(f"--out cannot be {shown}: {error.strerror}. Choose another --out.") from None


def study_around(out: Path) -> Path | None:
    """The folder of the study of which `out` is, or would be, a cell; None if there is no such study."""
    try:
        place = out.resolve()
        study = place.parent.parent
        return study if place.parent.name == CELLS and (study / STUDY_JSON).is_file() else None
    except (OSError, RuntimeError):  # a name too long, a loop of links: other checks say so
        return None


def refuse_cell(out: Path) -> None:
    """Raise UsageError where `out` belongs to a study: its cells are one experiment, played and locked together."""
    study = study_around(out)
    if study is not None:
        raise UsageError(
            f"{out} belongs to the study in {study}: a run written there would change what the study answers. "
            "Go on with the study itself (simkit study FILE --out DIR --resume), or choose another --out."
        )


def refuse_obstacles(out: Path) -> None:
    """Raise UsageError where a file stands in the place of one of our folders, or a folder in that of one of our files.

    simkit did not put it there, so it is not removed either, not even by `--force`.
    """
    for table in TABLES:
        folder = out / table
        if folder.is_symlink() and not folder.exists():
            raise _obstacle(folder, "a link that leads nowhere", "the folder of a table")
        if folder.exists() and not folder.is_dir():
            raise _obstacle(folder, "a file", "the folder of a table")
    names = [out / MANIFEST] + [path for table in TABLES for path in sorted((out / table).glob("part-*.parquet"))]
    for path in names:
        if path.is_dir() and (path.name == MANIFEST or _PART.fullmatch(path.name)):
            raise _obstacle(path, "a folder", "a file of results")


def refuse_unwritable(*folders: Path) -> None:
    """Raise UsageError where one of the folders takes no new file: `--force` must find out before it removes."""
    for folder in folders:
        if folder.is_dir() and not os.access(folder, os.W_OK | os.X_OK):
            raise UsageError(f"{folder} cannot be written: {os.strerror(errno.EACCES)}. Choose another --out.")


def _obstacle(path: Path, what: str, belongs: str) -> UsageError:
    return UsageError(
        f"{path} is {what}, where {belongs} must be. Move it away and give the same command again, or choose another "
        "--out."
    )


def clear(out: Path) -> None:
    """Remove what simkit wrote in `out` (`--force`). Files of other people stay.

    Raises:
        UsageError: `out` is no result folder (it has no manifest) and holds files that simkit did not write.
    """
    ours, others = our_files(out)
    refuse_others(out, ours, others)
    # The manifest goes first: a half-removed folder must not pass for a complete result.
    for path in sorted(ours, key=lambda p: p.name != MANIFEST):
        path.unlink(missing_ok=True)
    for table in TABLES:
        with contextlib.suppress(OSError):
            (out / table).rmdir()


def refuse_others(out: Path, ours: list[Path], others: list[Path]) -> None:
    """Raise UsageError unless `out` is a result folder or holds nothing that simkit did not write."""
    if others and out / MANIFEST not in ours:
        raise UsageError(
            f"--force replaces results of simkit only; {out} has no {MANIFEST} of simkit and holds other files, as "
            f"{others[0].relative_to(out)}. Choose another --out."
        )


def sweep(out: Path, keep: Iterable[str]) -> list[Path]:
    """Remove leftovers of a crash: temporary files, and parts that are not in `keep` (paths relative to `out`)."""
    kept = {out / name for name in keep} | {out / MANIFEST, out / REPORT}
    leftovers = [path for path in our_files(out)[0] if path not in kept]
    for path in leftovers:
        path.unlink(missing_ok=True)
    return leftovers


@contextlib.contextmanager
def locked(out: Path) -> Iterator[None]:
    """Hold a result folder for one run: a second run would sweep the first one's files as leftovers.

    The lock lies on the folder itself, so it leaves no file and ends with the process.

    Raises:
        UsageError: another process plays into the folder.
    """
    try:
        import fcntl
    except ImportError:  # not offered by this system
        yield
        return
    handle = os.open(out, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise UsageError(f"another run is writing to {out}. Wait for it, or choose another --out.") from None
        except OSError:  # some network file systems cannot lock; going on is better than refusing to run
            pass
        yield
    finally:
        os.close(handle)
