"""The example of docs/report.md runs as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from simkit import plugins, report
from tests.report.reading import read
from tests.report.runs import Recipe, make_run


def test_the_example_of_the_documentation_makes_a_report(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    [code] = re.findall(r"(?s)```python\n(.*?)```", (repo / "docs" / "report.md").read_text(encoding="utf-8"))
    names: dict[str, object] = {}
    exec(compile(code, "docs/report.md", "exec"), names)
    [short] = names["provide"]()  # type: ignore[operator]
    monkeypatch.setattr(plugins, "reports", lambda: {"short": short})
    make_run(tmp_path / "run", Recipe(blocks=5))
    page = report.write(tmp_path / "run", report="short").read_text(encoding="utf-8")
    assert [s.attributes["id"] for s in read(page).all("section")] == ["verdict", "seats", "pace"]
