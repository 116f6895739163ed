"""Fixtures for all tests."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

# Before anybody imports them: charts need no display, and two cores are enough for the tests.
os.environ.setdefault("MPLBACKEND", "Agg")
os.environ.setdefault("POLARS_MAX_THREADS", "1")
os.environ.setdefault("NO_COLOR", "1")

import pytest
from hypothesis import HealthCheck, settings

# A compile may fall into any example, so there is no deadline; derandomised: a test run says the same thing twice.
settings.register_profile("simkit", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("simkit")

if TYPE_CHECKING:
    from tests.packages import Install

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


@pytest.fixture
def install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Install]:
    """`install(package, source, group)`: make and install a package for this test alone."""
    from tests.packages import installer

    yield from installer(tmp_path, monkeypatch)
