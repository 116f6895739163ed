"""Fixtures for all tests."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

# Before anybody imports them: charts need no display, and tests leave nothing in the user's settings.
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("MPLCONFIGDIR", tempfile.mkdtemp(prefix="simkit-mpl-"))
os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("NO_COLOR", "1")

import pytest  # noqa: E402
from hypothesis import HealthCheck, settings  # noqa: E402

# A compile may fall into any example, so there is no deadline; derandomised: a test run says the same thing twice.
settings.register_profile("simkit", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("simkit")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repo() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Run the test inside an empty folder."""
    monkeypatch.chdir(tmp_path)
    yield tmp_path
