"""Files that simkit writes where a person says: never over a file of somebody else, and never half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from simkit.errors import SimkitError, UsageError

SOFTWARE = "simkit"
"""Stands in the metadata of every picture."""
PDF_MARK = b"\n% made by simkit\n"
"""A comment after the end of a PDF: readers pass over it."""
_MARKS = {
    ".html": b'<meta name="generator" content="simkit">',
    ".htm": b'<meta name="generator" content="simkit">',
    ".svg": b"<dc:title>simkit</dc:title>",
    ".png": b"Software\x00simkit",
    ".pdf": PDF_MARK,
}
_READ = 16_384


def is_ours(path: Path) -> bool:
    """Whether the file bears simkit's mark, as its ending says where: near the start, in a PDF at the end."""
    mark = _MARKS.get(path.suffix.lower())
    if mark is None:
        return False
    with path.open("rb") as file:
        if path.suffix.lower() == ".pdf":
            file.seek(max(0, path.stat().st_size - len(mark)))
        return mark in file.read(_READ)


def check_place(path: Path, what: str, *, overwrite: bool = False) -> None:
    """Whether `what` ("the report") can be written there, before any work. Writes nothing that stays.

    Raises:
        UsageError: a folder stands there, or somebody else's file; the folder does not exist or takes no files.
    """
    try:
        if path.is_dir():
            raise UsageError(f"{what} is a file; {path} is a folder. Give the name of a file.")
        if not path.parent.is_dir():
            raise UsageError(f"the folder {path.parent} does not exist. Make it first, or give another place.")
        if path.exists() and not overwrite and not is_ours(path):
            raise UsageError(f"{path} exists and was not made by simkit; it was left alone. Give another name.")
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:  # no right to write there, or a name longer than this system takes
        shown = str(path) if len(str(path)) < 120 else f"...{str(path)[-60:]}"
        raise UsageError(f"{what} cannot be written as {shown}: {error.strerror}. Give another name.") from None


def put(path: Path, data: bytes, what: str) -> None:
    """Write the file whole or not at all.

    Raises:
        SimkitError: the system refuses; whatever stood there still does.
    """
    beside = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        try:
            beside.write_bytes(data)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)
    except OSError as error:
        raise SimkitError(
            f"{what} cannot be written as {path}: {error.strerror}. Make room there, or give another place."
        ) from None
