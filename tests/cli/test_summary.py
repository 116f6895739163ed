"""`simkit summary`, and what `simkit report` can be asked for."""

from __future__ import annotations

import csv
import io
import math
from pathlib import Path
from typing import Any

import pytest

from simkit.analysis.headlines import COLUMNS, Number, as_csv_text, as_markdown_text
from tests.cli.shell import PLAY, Simkit


def test_a_summary_is_a_few_lines_in_words(simkit: Simkit, played: Path) -> None:
    ended = simkit("summary", str(played))
    assert (ended.code, ended.err) == (0, "")
    head, first, *_ = ended.out.splitlines()
    assert head == "anaphylaxis 1.0 · 4 players · random at every seat · 300 games · seed 5"
    assert first.startswith("seat ")
    assert "length" in ended.out


@pytest.mark.parametrize("columns", [60, 80, 200])
def test_lines_are_wrapped_to_the_terminal(
    simkit: Simkit, played: Path, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    monkeypatch.setenv("COLUMNS", str(columns))
    _, *lines = simkit("summary", str(played)).out.splitlines()
    assert all(len(line) <= min(columns, 120) for line in lines)
    whole = [line for line in lines if not line.startswith(" " * 9)]
    assert len(whole) < len(lines) and whole[0].startswith("seat ")  # the others go on below the text of one
    joined = simkit("summary", str(played), "--json").object["summary"]
    assert " ".join(" ".join(lines).split()) == " ".join(" ".join(joined).split())


def test_a_summary_says_which_rules_were_changed_and_what_is_missing(simkit: Simkit, tmp_path: Path) -> None:
    rules = ("--set", "max_passes=1", "--set", "pass_points=[4, 2]")
    assert simkit(*PLAY, "--games", "40", "--seed", "5", *rules, "--out", "run").code == 0
    manifest = tmp_path / "run" / "manifest.json"
    manifest.write_text(manifest.read_text().replace('"status": "complete"', '"status": "interrupted"'))
    head, changed, note, *_ = simkit("summary", "run").out.splitlines()
    assert head.endswith("· 40 games · seed 5")
    assert changed == "rules    max_passes = 1 · pass_points = [4, 2]"
    assert note.startswith("note     not complete (interrupted): this is what is there so far; go on with: simkit run ")


def test_csv_has_every_headline_number_with_its_interval(simkit: Simkit, played: Path) -> None:
    rows = list(csv.DictReader(io.StringIO(simkit("summary", str(played), "--csv").out)))
    assert tuple(rows[0]) == COLUMNS
    shares = [row for row in rows if row["measure"] == "win share" and row["group"].startswith("seat")]
    assert [row["group"] for row in shares] == ["seat 1", "seat 2", "seat 3", "seat 4"]
    assert sum(float(row["value"]) for row in shares) == pytest.approx(1)
    for row in shares:
        assert float(row["low"]) < float(row["value"]) < float(row["high"])
        assert row["share"] == "true"
    assert {"turns", "turns p50", "ties", "capped", "decisions with a choice"} <= {row["measure"] for row in rows}


def test_json_is_one_object_of_finite_numbers(simkit: Simkit, played: Path) -> None:
    found = simkit("summary", str(played), "--json").object
    assert found["seats"]["verdict"]["kind"] in ("balanced", "imbalanced", "undecided")
    assert found["summary"][0].startswith("seat ")
    assert any(row["measure"] == "win share" for row in found["numbers"])

    def numbers(value: Any) -> list[float]:
        if isinstance(value, dict):
            return [x for v in value.values() for x in numbers(v)]
        if isinstance(value, list):
            return [x for v in value for x in numbers(v)]
        return [value] if isinstance(value, float) else []

    assert all(map(math.isfinite, numbers(found)))


def test_markdown_is_a_table_of_parts_of_100(simkit: Simkit, played: Path) -> None:
    lines = simkit("summary", str(played), "--markdown").out.splitlines()
    assert lines[0] == "| what | of | value | interval | unit |"
    assert lines[1] == "|---|---|---|---|---|"
    assert any(line.startswith("| win share | seat 1 | ") and line.endswith("| of 100 |") for line in lines)


def test_names_cannot_break_a_table() -> None:
    row = Number("", "win share", "a|b\n<i>`c`", "d\\", 0.5, None, None, True, "", 10)
    [_, _, line] = as_markdown_text([row]).splitlines()
    assert line == "| win share | a\\|b &lt;i>\\`c\\` against d\\\\ | 50.0 |  | of 100 |"
    assert list(csv.reader(io.StringIO(as_csv_text([row]))))[1][2] == "a|b\n<i>`c`"


def test_only_one_form_at_a_time(simkit: Simkit, played: Path) -> None:
    ended = simkit("summary", str(played), "--csv", "--markdown")
    assert ended.code == 2
    assert "only one of --json, --csv and --markdown" in ended.err


def test_a_damaged_folder_is_refused(simkit: Simkit, tmp_path: Path) -> None:
    assert simkit("summary", str(tmp_path)).code == 2


def test_report_makes_only_some_pages_with_title_and_charts(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    words = ("report", str(played), "-o", "x.html", "--only", "seats,examples", "--title", "Ours", "--charts", "charts")
    found = simkit(*words, "--json").object
    assert found["pages"] == ["seats", "examples"]
    assert sorted(Path(p).name for p in found["charts"]) == ["seats-share.png", "seats-share.svg"]
    html = (tmp_path / "x.html").read_text(encoding="utf-8")
    assert "<h1>Ours</h1>" in html
    assert "Read it: the longest game" in html
    assert "seat 1: random" in html  # the transcript itself
    assert "--title Ours --only seats,examples" not in html  # that stands with the method, which was not asked for


def test_report_shows_several_folders_side_by_side(simkit: Simkit, played: Path, tmp_path: Path) -> None:
    ended = simkit("report", str(played), str(played), "-o", "both.html")
    assert (ended.code, ended.out) == (0, "report   both.html\n")
    assert 'id="what-if"' in (tmp_path / "both.html").read_text(encoding="utf-8")


@pytest.mark.parametrize("words, message", [
    (("--only", " , "), "--only needs the names of pages"),
    (("--only", "seets"), "Did you mean 'seats'"),
    (("--report", "balanse"), "Did you mean 'balance'"),
])  # fmt: skip
def test_report_says_what_is_wrong_with_an_option(simkit: Simkit, played: Path, words: Any, message: str) -> None:
    ended = simkit("report", str(played), "-o", "x.html", *words)
    assert ended.code == 2
    assert message in ended.err


def test_pdf_without_a_browser_is_said_before_the_work(
    simkit: Simkit, played: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("simkit.report.pdf.shutil.which", lambda name: None)
    ended = simkit("report", str(played), "-o", "x.html", "--pdf")
    assert ended.code == 2
    assert "--pdf needs a Chromium" in ended.err
    assert not (tmp_path / "x.html").exists()
