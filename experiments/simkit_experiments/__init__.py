"""The studies that come with simkit: TOML files beside this module. Data, not code.

The entry point group `simkit.studies` names this module.
"""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent

STUDIES = (
    "anaphylaxis-bonus-sizes",
    "anaphylaxis-final-blow",
    "anaphylaxis-passing",
    "sneeze-windy-days",
    "sneeze-deck-counts",
    "sneeze-and-now-cards",
    "sneeze-readings",
    "doctor-li-deck-counts",
    "doctor-li-epidemics",
    "doctor-li-finishing",
    "snowhere-spread",
    "snowhere-rules",
    "snowhere-slivers",
)
"""In the order in which they are listed. A test holds this against the files."""


def provide() -> tuple[Path, ...]:
    """Paths of the study files."""
    return tuple(HERE / f"{name}.toml" for name in STUDIES)
