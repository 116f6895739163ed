"""The command line. Importing it imports click and nothing heavy; each command imports what it needs when it runs."""

from __future__ import annotations

from simkit.cli.app import main

__all__ = ["main"]
