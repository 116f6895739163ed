"""Fixtures for all tests."""

from __future__ import annotations

import os
from pathlib import Path

# Before anybody imports them: charts need no display, and two cores are enough for the tests.
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("NO_COLOR", "1")

import pytest
from hypothesis import HealthCheck, settings

# A compile may fall into any example, so there is no deadline; derandomised: a test run says the same thing twice.
settings.register_profile("simkit", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("simkit")

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="session")
def repo() -> Path:
    """The root of the repository."""
    return ROOT


@pytest.fixture
def in_tmp(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Run the test inside an empty folder."""
    monkeypatch.chdir(tmp_path)
    return tmp_path
