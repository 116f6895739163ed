"""Other processes for the suites: the same games without the compiler, or with bounds checks.

One process for each setting, kept for the whole test session, because starting one takes longer than most of its work.
"""

from __future__ import annotations

import atexit
import contextlib
import functools
import os
import pickle
import subprocess
import sys
import tempfile
from collections.abc import Callable
from typing import Any

from simkit.testing.worker import receive, send

PLAIN = "NUMBA_DISABLE_JIT"
"""Every kernel as plain Python."""
CHECKED = "NUMBA_BOUNDSCHECK"
"""Compiled, and an index out of range is an error instead of a silent write elsewhere."""


class ChildError(AssertionError):
    """The work failed in the other process, or the process died."""


class Child:
    """A process with one environment variable set to 1."""

    def __init__(self, setting: str) -> None:
        self.setting = setting
        self.errors = tempfile.TemporaryFile()  # noqa: SIM115  # lives as long as the process
        others = {name: value for name, value in os.environ.items() if name not in (PLAIN, CHECKED)}
        self.process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", "simkit.testing.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self.errors,
            env={**others, setting: "1", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )
        atexit.register(self.close)

    def ask(self, function: Callable[..., Any], *arguments: Any) -> Any:
        """The result of `function(*arguments)` there. Everything must be importable by name from `sys.path`."""
        try:
            work = pickle.dumps((function, arguments))
        except Exception as error:
            raise ChildError(
                f"{error}. For a run in another process, games, kernels and strategies must be top-level names of "
                "modules that can be imported."
            ) from error
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        with contextlib.suppress(BrokenPipeError):
            send(self.process.stdin, ([os.path.abspath(place) for place in sys.path], work))  # noqa: PTH100  # "" too
        answer = receive(self.process.stdout)
        if answer is None:
            code = self.process.wait()
            self.errors.seek(0)
            told = self.errors.read().decode(errors="replace")[-2000:]
            child.cache_clear()
            raise ChildError(f"the process with {self.setting}=1 died (exit code {code}). It said:\n{told}")
        state, result = answer
        if state == "error":
            raise ChildError(f"with {self.setting}=1:\n{result}")
        return result

    def close(self) -> None:
        """End the process by ending its input."""
        for stream in (self.process.stdin, self.process.stdout):
            if stream is not None:
                with contextlib.suppress(OSError):
                    stream.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(timeout=10)
        self.errors.close()


@functools.cache
def child(setting: str) -> Child:
    """The process with this setting, started when first asked for."""
    return Child(setting)
