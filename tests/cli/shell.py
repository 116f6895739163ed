"""Calling the command line from tests."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

GAME = "anaphylaxis"
PLAY = ("run", GAME, "--players", "4", "--strategies", "random")


@dataclass(frozen=True)
class Ended:
    """How a command ended."""

    code: int
    out: str
    err: str

    @property
    def object(self) -> dict[str, Any]:
        """Stdout as the one JSON object that it must be."""
        value = json.loads(self.out)
        assert isinstance(value, dict)
        return value


Simkit = Callable[..., Ended]


def process(*words: object, **variables: str) -> subprocess.CompletedProcess[bytes]:
    """Run `simkit ...` in a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "simkit.cli", *map(str, words)],
        env={**os.environ, **variables},
        capture_output=True,
        check=False,
    )
