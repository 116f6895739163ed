"""Monte Carlo balance analysis for tabletop games. README.md says how to start, docs/index.md where everything is."""

from __future__ import annotations

__version__ = "0.1.0"
