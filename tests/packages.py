"""Packages put on the path as an installer would, for tests of plugins."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

import pytest

from simkit import plugins


class Install(Protocol):
    """Installs a package that is one module, with one entry point."""

    def __call__(self, package: str, source: str, group: str = plugins.GAMES, value: str = "") -> None:
        """`source`: the module's text. `value`: what the entry point names; the module if empty."""


def installer(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """Yield the function that installs into `folder`; at the end all is forgotten."""
    monkeypatch.syspath_prepend(folder)
    made: list[str] = []

    def put(package: str, source: str, group: str = plugins.GAMES, value: str = "") -> None:
        module = package.replace("-", "_")
        (folder / f"{module}.py").write_text(source)
        info = folder / f"{module}-1.0.dist-info"
        info.mkdir()
        (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {package}\nVersion: 1.0\n")
        (info / "entry_points.txt").write_text(f"[{group}]\nmine = {value or module}\n")
        made.append(module)
        plugins.forget()

    plugins.forget()
    yield put
    for module in made:
        sys.modules.pop(module, None)
    plugins.forget()
