"""What can be asked of a report: some pages, a title, partial results, told games, charts and PDF as files."""

from __future__ import annotations

import json
import xml.etree.ElementTree as ET
from pathlib import Path

import polars as pl
import pytest
from click.testing import CliRunner

from simkit import report
from simkit.cli.report import report as report_command
from simkit.errors import DataError, UsageError
from simkit.report import pdf
from simkit.report.charts import Plane, Polygon, Sort
from simkit.report.export import save_charts
from simkit.report.gather import Asked
from simkit.report.material import Told
from simkit.report.pages.examples import MOST_LINES, clean_line
from simkit.report.publish import make
from simkit.runner.store import Run, write_manifest
from tests.report.reading import read
from tests.report.runs import CARDS, TALLIES, Recipe, make_run
from tests.report.test_page import keys, section
from tests.report.test_several import damage

SMALL = Recipe(blocks=40, strength={"greedy": 0.4}, tallies=(*TALLIES, *CARDS))


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("results") / "run"
    make_run(folder, SMALL)
    return folder


def written(folder: Path, **asked: object) -> str:
    return report.write(folder, **asked).read_text(encoding="utf-8")  # type: ignore[arg-type]


def test_only_the_pages_that_were_asked_for(results: Path) -> None:
    html = written(results, only=("length", "seats"))
    assert keys(html) == ["seats", "length"]
    assert [a.text for a in read(html).all("nav")[0].all("a")] == ["Seats", "Length"]


def test_an_unknown_page_brings_the_nearest_and_all_there_are(results: Path) -> None:
    with pytest.raises(UsageError, match=r"Did you mean 'seats'\? Its pages are verdict, seats, strategies.*\.$"):
        report.write(results, only=("seat",))
    with pytest.raises(UsageError, match=r"^no report is called 'balanse'\. Did .* 'balance'\? The installed "):
        report.write(results, report="balanse")


def test_the_page_says_how_it_was_made(results: Path) -> None:
    html = written(results, title="Is it <fair>?", margin=0.04, only=("method",))
    assert read(html).all("h1")[0].text == "Is it <fair>?"
    assert "simkit report DIR --title 'Is it <fair>?' --only method --margin 0.04" in section(html, "method").text


def test_noise_floors_stand_with_the_method(results: Path) -> None:
    text = section(written(results, only=("method",)), "method").text
    assert "Largest gap between two seats" in text
    assert "Largest difference that goes with a card" in text


def test_cards_are_shown_with_their_lift_and_said_to_be_association(results: Path) -> None:
    page = section(written(results, only=("cards",)), "cards")
    assert "Several strategies sat at this table" in page.text
    assert "This is association, not effect" in page.text
    figures = {f.all("figcaption")[0].text: f for f in page.all("figure")}
    assert {"Cards drawn", "Cards played", "Cards held unplayed at the end", "Dead cards"} <= set(figures)
    rows = [r.children[0].text for r in figures["Cards drawn"].all("tr")[1:]]
    assert rows == ["Ladder", "Basket"]


def two_parts(folder: Path) -> None:
    """A run in two parts, the second of them damaged."""
    run = make_run(folder, SMALL)
    other = make_run(folder.with_name("other"), SMALL)
    [entry] = run.manifest["parts"]
    second = {"first_block": 40, "n_blocks": 40, "sums": [], "squares": []}
    for table in ("games", "seats"):
        frame = pl.read_parquet(other.path / other.manifest["parts"][0][table]["file"])
        path = folder / table / "part-000000000040.parquet"
        frame.with_columns(pl.col("block") + 40).write_parquet(path)
        second[table] = {
            "file": f"{table}/{path.name}",
            "rows": len(frame),
            "bytes": path.stat().st_size,
            "sha256": "0" * 64,
        }
    write_manifest(folder, {**run.manifest, "parts": [entry, second]})


def test_partial_results_are_reported_if_asked_for_and_said_on_top(tmp_path: Path) -> None:
    two_parts(tmp_path / "run")
    with pytest.raises(DataError, match="part-000000000040"):
        report.write(tmp_path / "run")
    html = written(tmp_path / "run", allow_partial=True)
    first = section(html, "verdict").all("div")[0].text
    assert first.startswith("Partial results")
    assert "part-000000000040.parquet" in first
    assert "480 games" in html
    assert "--allow-partial" in section(html, "method").text


def test_nothing_whole_is_an_error_even_then(tmp_path: Path) -> None:
    make_run(tmp_path / "run", SMALL)
    damage(tmp_path / "run")
    with pytest.raises(DataError, match="no whole files"):
        report.write(tmp_path / "run", allow_partial=True)


def test_example_games_are_named_with_their_command(results: Path) -> None:
    page = section(written(results), "examples")
    assert [h.text for h in page.all("h3")] == ["A typical game", "The longest game", "The closest game"]
    key = page.all("code")[0].text.split()[-1]
    assert page.all("code")[0].text == f"simkit replay DIR --game {key}"
    assert "no transcript stands here" in page.text


def test_a_told_game_is_read_in_the_page_and_a_long_one_loses_its_middle(results: Path) -> None:
    def tell(run: Run, key: str) -> Told:
        triangle = Polygon(((0.0, 0.0), (5.0, 0.0), (0.0, 5.0)), 0)
        plane = Plane((triangle, triangle), (Sort("leaf <b>", 2, True), Sort("unused", 1)), 10.0)
        return Told((f"game {key} <script>", "   indented", *(f"line {k}" for k in range(1000))), plane, "two leaves")

    page = section(written(results, tell=tell), "examples")
    transcript = page.all("pre")[0]
    lines = "".join(transcript.pieces).split("\n")
    assert lines[0].startswith("game ")
    assert lines[0].endswith("<script>")
    assert lines[1] == "   indented"
    assert lines[-1] == "line 999"
    assert len(lines) == MOST_LINES + 1
    assert "762 lines left out" in transcript.text
    figure = page.all("figure")[0]
    assert figure.all("figcaption")[0].text == "The table at the end: two leaves"
    assert "leaf <b>" in [t.text for t in figure.all("text")]
    assert "unused" not in figure.text


def test_a_line_of_a_transcript_keeps_its_indentation_and_loses_control_characters() -> None:
    assert clean_line("    seat 2 \u202etakes\x07 it ") == "    seat 2 takes it"


def test_charts_become_files_the_same_each_time(results: Path, tmp_path: Path) -> None:
    page = make([results], Asked(), only=("seats", "strategies")).page
    first, again = save_charts(page, tmp_path / "one"), save_charts(page, tmp_path / "two")
    names = [path.name for path in first]
    assert "seats-share.svg" in names
    assert "seats-share.png" in names
    assert [p.read_bytes() for p in first] == [p.read_bytes() for p in again]
    for path in first:
        data = path.read_bytes()
        if path.suffix == ".svg":
            assert ET.fromstring(data).tag.endswith("svg")
        else:
            assert data.startswith(b"\x89PNG")


def test_a_chart_replaces_its_like_and_no_file_of_somebody_else(results: Path, tmp_path: Path) -> None:
    page = make([results], Asked(), only=("seats",)).page
    save_charts(page, tmp_path)
    save_charts(page, tmp_path)
    for name in ("seats-share.svg", "seats-share.png"):
        kept = (tmp_path / name).read_bytes()
        (tmp_path / name).write_bytes(b"years of work")
        others = {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()}
        with pytest.raises(UsageError, match=f"{name} exists and was not made by simkit; it was left alone"):
            save_charts(page, tmp_path)
        assert {p: p.stat().st_mtime_ns for p in tmp_path.iterdir()} == others
        (tmp_path / name).write_bytes(kept)


def test_a_pdf_of_somebody_else_is_left_alone_and_the_report_not_begun(
    results: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pdf.shutil, "which", lambda name: "/bin/false")
    (tmp_path / "q.pdf").write_bytes(b"%PDF-1.4 years of work")
    done = CliRunner().invoke(report_command, [str(results), "-o", str(tmp_path / "q.html"), "--pdf"])
    assert isinstance(done.exception, UsageError)
    assert "q.pdf exists and was not made by simkit" in str(done.exception)
    assert [p.name for p in tmp_path.iterdir()] == ["q.pdf"]
    assert (tmp_path / "q.pdf").read_bytes() == b"%PDF-1.4 years of work"


def test_a_pdf_of_ours_is_replaced_whole_or_not_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    browser = tmp_path / "browser"
    browser.write_text("""#!/bin/sh
for word in "$@"; do case "$word" in --print-to-pdf=*) printf '%%PDF-1.4 %%%%EOF' > "${word#*=}";; esac; done
""")
    browser.chmod(0o755)
    monkeypatch.setattr(pdf.shutil, "which", lambda name: str(browser))
    target = tmp_path / "a.pdf"
    pdf.print_pdf(tmp_path / "a.html", target)
    pdf.print_pdf(tmp_path / "a.html", target)
    assert target.read_bytes() == b"%PDF-1.4 %%EOF\n% made by simkit\n"
    monkeypatch.setattr(pdf.shutil, "which", lambda name: "/bin/false")
    with pytest.raises(UsageError, match="did not print"):
        pdf.print_pdf(tmp_path / "a.html", target)
    assert target.read_bytes() == b"%PDF-1.4 %%EOF\n% made by simkit\n"


def test_charts_need_a_folder(results: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    page = make([results], Asked(), only=("seats",)).page
    with pytest.raises(UsageError, match="--charts needs a folder"):
        save_charts(page, tmp_path / "file")


def test_without_a_browser_pdf_says_what_is_missing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf.shutil, "which", lambda name: None)
    with pytest.raises(UsageError, match="--pdf needs a Chromium, and none is installed"):
        pdf.print_pdf(tmp_path / "a.html", tmp_path / "a.pdf")


def test_a_browser_that_does_not_print_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pdf.shutil, "which", lambda name: "/bin/false")
    with pytest.raises(UsageError, match=r"/bin/false did not print .*exit code 1"):
        pdf.print_pdf(tmp_path / "a.html", tmp_path / "a.pdf")


def test_results_of_an_older_schema_are_a_clear_error(tmp_path: Path) -> None:
    run = make_run(tmp_path / "run", SMALL)
    (tmp_path / "run" / "manifest.json").write_text(json.dumps({**run.manifest, "schema_version": 0}))
    with pytest.raises(DataError, match="schema version 0"):
        report.write(tmp_path / "run", allow_partial=True)
