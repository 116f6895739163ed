"""Peak memory of a run: of the parent, and of each of its workers."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

SECONDS_BETWEEN_LOOKS = 0.05


def of_run(game: str, strategy: str, players: int, games: int, jobs: int = 2) -> dict[str, Any]:
    """Play `games` games with `simkit run` and watch it.

    Returns:
        `parent_mb` and `worker_mb` (the largest worker): peaks of the resident set, shared libraries included.
    """
    import psutil

    with tempfile.TemporaryDirectory(prefix="simkit-bench-") as folder:
        words = ["run", game, "--players", str(players), "--strategies", strategy, "--games", str(games), "--seed", "1"]
        words += ["--jobs", str(jobs), "--quiet", "--out", str(Path(folder, "run"))]
        started = time.perf_counter()
        process = subprocess.Popen([sys.executable, "-m", "simkit.cli", *words], stdout=subprocess.DEVNULL)
        parent = psutil.Process(process.pid)
        peaks: dict[int, float] = {}
        while process.poll() is None:
            for each in [parent, *_children(parent)]:
                peaks[each.pid] = max(peaks.get(each.pid, 0.0), peak_mb(each))
            time.sleep(SECONDS_BETWEEN_LOOKS)
    if process.returncode:
        raise RuntimeError(f"simkit {' '.join(words)} ended with {process.returncode}")
    others = [peak for pid, peak in peaks.items() if pid != process.pid]
    seconds = time.perf_counter() - started
    found = {"parent_mb": peaks[process.pid], "worker_mb": max(others, default=0.0)}
    print(
        f"  parent {found['parent_mb']:.0f} MB · largest worker {found['worker_mb']:.0f} MB · {seconds:.1f} s",
        flush=True,
    )
    return {"games": games, "jobs": jobs, "seconds": seconds, **found}


def _children(parent: Any) -> list[Any]:
    import psutil

    try:
        return list(parent.children(recursive=True))
    except psutil.Error:
        return []


def peak_mb(process: Any) -> float:
    """The kernel's own record of the peak where it keeps one (Linux), else what is resident now."""
    import psutil

    try:
        for line in Path(f"/proc/{process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    except OSError:
        pass
    try:
        return float(process.memory_info().rss) / 2**20
    except psutil.Error:
        return 0.0
