"""The report: results in, one self-contained HTML file out.

    from simkit import report
    report.write("out/my-run", "report.html")

Layers: `pages` turn an analysis into the page `model`, `figures` draw its charts, `render` prints it all by a template.
A plugin brings its own `ReportDefinition` through the entry-point group `simkit.reports`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from simkit.report.material import Material, ReportDefinition
    from simkit.report.model import Section
    from simkit.report.publish import write

__all__ = ["Material", "ReportDefinition", "Section", "write"]

_HOMES = {
    "Material": "simkit.report.material",
    "ReportDefinition": "simkit.report.material",
    "Section": "simkit.report.model",
    "write": "simkit.report.publish",
}


def __getattr__(name: str) -> Any:
    """Import on first use: a definition needs no matplotlib, and `simkit --help` needs none of this."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(_HOMES[name]), name)
