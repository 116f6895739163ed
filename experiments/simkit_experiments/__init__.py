"""The studies that come with simkit: TOML files beside this module. Data, not code.

The entry point group `simkit.studies` names this module.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent


def provide() -> tuple[Path, ...]:
    """Paths of the study files, in the order in which they are listed. No study ships yet."""
    return ()
