"""Monte Carlo balance analysis for tabletop games. README.md says how to start, docs/index.md where everything is."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

    from simkit.frames import Results

__version__ = "0.1.0"


def load(folder: str | Path) -> Results:
    """Open a folder that `simkit run` or `simkit study` wrote, as pandas tables: `load("out/fair").seats()`.

    Raises:
        DataError: no result folder, or a damaged one.
    """
    from simkit import frames  # imported when it is called: `import simkit` stays light

    return frames.load(folder)
