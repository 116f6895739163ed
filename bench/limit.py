"""The C program that bounds the engine's speed from above: `limit/anaphylaxis_limit.c`."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

SOURCE = Path(__file__).parent / "limit" / "anaphylaxis_limit.c"
BUILD = Path(__file__).parent / "limit" / "build"
FLAGS = ("-O3", "-march=native")


def build(say: Callable[[str], None]) -> Path | None:
    """Compile it; None without a compiler, and says so. CC names another compiler than gcc."""
    compiler = shutil.which(os.environ.get("CC", "gcc"))
    if compiler is None:
        say("no gcc here: the C limit is left out. The other measurements go on.")
        return None
    BUILD.mkdir(exist_ok=True)
    program = BUILD / "limit"
    done = subprocess.run(
        [compiler, *FLAGS, "-o", str(program), str(SOURCE)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        say(f"the C limit does not compile here and is left out: {done.stderr.strip()[:300]}")
        return None
    return program


def games_per_second(program: Path, games: int, copies: int = 1) -> float:
    """Games/s of the program's own clock; of several copies at once, their sum."""
    running = [subprocess.Popen([str(program), str(games)], stdout=subprocess.PIPE, text=True) for _ in range(copies)]
    total = 0.0
    for process in running:
        out, _ = process.communicate()
        match = re.match(r"(\d+) games/s", out)
        if process.returncode or match is None:
            raise RuntimeError(f"the C limit failed: {out!r}")
        total += float(match[1])
    return total
