"""Folders: damage is found and repaired, other people's files are left alone."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from simkit.errors import DataError, UsageError
from simkit.runner import RunConfig, next_out, open_run, resume_command, run, verify
from simkit.runner.files import locked
from tests.runner import fake
from tests.runner.test_run import hashes

ASKED = RunConfig("fake", 2, ("a",), 4_000, seed=5)
SUBJECT = fake.subject("a")


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """A complete run of four chunks."""
    folder = tmp_path / "run"
    run(ASKED, folder, subject=SUBJECT, play=fake.play, backend="serial")
    return folder


def damage(path: Path, how: str) -> None:
    content = bytearray(path.read_bytes())
    if how == "missing":
        path.unlink()
        return
    if how == "flipped":
        content[len(content) // 2] ^= 1
    path.write_bytes(content[:-7] if how == "truncated" else content + b"more" if how == "longer" else content)


@pytest.mark.parametrize(
    ("how", "words"),
    [("flipped", "altered: its sha256"), ("truncated", "truncated: "), ("longer", "altered: "), ("missing", "missing")],
)
@pytest.mark.parametrize("table", ["games", "seats"])
def test_damage_is_named_refused_and_repaired(out: Path, how: str, words: str, table: str) -> None:
    before = hashes(out)
    damage(out / table / "part-000000001000.parquet", how)
    (problem,) = verify(out)
    assert str(problem).startswith(f"{table}/part-000000001000.parquet: {words}")
    assert str(problem).endswith("(blocks 1000 to 1999)")
    with pytest.raises(DataError, match=r"damaged: 1 file.*(\n.*)*--resume"):
        open_run(out, check=True)
    result = run(ASKED, out, subject=SUBJECT, play=fake.play, resume=True)
    assert (result.played, result.problems) == (1_000, (problem,))
    assert verify(out) == []
    assert hashes(out) == before


def test_a_repair_that_is_interrupted_leaves_no_damaged_part_committed(out: Path) -> None:
    damage(out / "games" / "part-000000001000.parquet", "flipped")
    damage(out / "games" / "part-000000003000.parquet", "flipped")
    result = run(ASKED, out, subject=SUBJECT, play=fake.InterruptedAt(1_000), resume=True, backend="serial")
    assert result.interrupted
    assert result.games == 3_000
    assert verify(out) == []


def test_an_intact_run_has_no_problems(out: Path) -> None:
    assert verify(out) == []
    assert verify(open_run(out)) == []


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (None, "no manifest.json"),
        ("{", "cannot be read"),
        ("[]", "no schema_version"),
        ('{"a": 1}', "no schema_version"),
        ('{"schema_version": 99}', "has schema version 99; this simkit reads 1"),
        ('{"schema_version": 1, "game": "fake"}', "lacks game_version, source_digest"),
    ],
)
def test_what_is_no_manifest_is_refused(out: Path, text: str | None, words: str) -> None:
    manifest = out / "manifest.json"
    manifest.unlink()
    if text is not None:
        manifest.write_text(text)
    with pytest.raises(DataError, match=words):
        open_run(out)
    with pytest.raises((DataError, UsageError)):
        run(ASKED, out, subject=SUBJECT, play=fake.play, resume=True)


GONE = object()


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The manifest of a complete run of four chunks."""
    folder = tmp_path_factory.mktemp("written")
    run(ASKED, folder, subject=SUBJECT, play=fake.play, backend="serial")
    return (folder / "manifest.json").read_text()


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("config", True, r"'config' must be an object, \{...\}; true came"),
        ("game", None, "'game' must be a text that is not empty; null came"),
        ("config.players", "2", "'config.players' must be a whole number from 1 to 8; \"2\" came"),
        ("config.players", True, "'config.players' must be .*; true came"),
        ("config.players", GONE, "'config.players' must be .*; nothing came"),
        ("config.strategies", "a", "'config.strategies' must be a list of texts, at least one; \"a\" came"),
        ("config.strategies", ["a", "a", "a"], "'config.strategies' must be a list of 2 texts, one a player; 3 came"),
        ("config.seed", -1, "'config.seed' must be a whole number of 0 or more; -1 came"),
        ("config.seed", 1.5, "'config.seed' must be"),
        ("config.rules", [], "'config.rules' must be an object"),
        ("config.rules_set", None, "'config.rules_set' must be an object"),
        ("config.seatings", [], "'config.seatings' must be one of all, rotations"),
        ("config.repeats", 0, "'config.repeats' must be"),
        ("config.games_requested", {}, "'config.games_requested' must be a whole number of 1 or more"),
        ("config.blocks", None, "'config.blocks' must be"),
        ("status", 3, "'status' must be one of running, complete"),
        ("confidence", "0.95", "'confidence' must be null, or a number between 0 and 1"),
        ("margin", float("nan"), "'margin' must be null, or a number"),
        ("labels", [], "'labels' must be an object"),
        ("labels.title", 1, r"'labels\.title' must be a text"),
        ("tallies", None, "'tallies' must be a list of objects"),
        ("tallies.0.kind", "heap", r"'tallies\[0\]\.kind' must be one of count"),
        ("parts", {}, "'parts' must be a list of objects"),
        ("parts.1", 7, "'parts' must be a list of objects"),
        ("parts.1.first_block", -4, r"'parts\[1\]\.first_block' must be"),
        ("parts.1.sums", [1], r"'parts\[1\]\.sums' must be a list of"),
        ("parts.0.seats", "x", r"'parts\[0\]\.seats' must be an object"),
        ("parts.0.seats.sha256", GONE, r"'parts\[0\]\.seats\.sha256' must be a text that is not empty; nothing came"),
        ("parts.0.games.rows", "9", r"'parts\[0\]\.games\.rows' must be"),
        ("parts.0.games.file", "../../other.parquet", r"'parts\[0\]\.games\.file' must be the name of a file"),
    ],
)
def test_an_edited_manifest_is_refused_with_its_key(
    tmp_path: Path, written: str, key: str, value: object, words: str
) -> None:
    manifest = json.loads(written)
    *parents, last = (int(word) if word.isdigit() else word for word in key.split("."))
    holder = manifest
    for parent in parents:
        holder = holder[parent]
    if value is GONE:
        del holder[last]
    else:
        holder[last] = value
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    with pytest.raises(DataError, match=words):
        open_run(tmp_path)
    with pytest.raises(DataError, match=words):
        run(ASKED, tmp_path, subject=SUBJECT, play=fake.play, resume=True)


def test_no_folder_is_said(tmp_path: Path) -> None:
    with pytest.raises(DataError, match="there is no such folder"):
        open_run(tmp_path / "nothing")
    (tmp_path / "file").write_text("")
    with pytest.raises(DataError, match="file is no result folder of simkit: it is a file, no folder"):
        verify(tmp_path / "file")
    with pytest.raises(DataError, match="there is no such folder"):
        open_run(tmp_path / "file" / "below")
    with pytest.raises(DataError, match="its name is too long"):
        open_run(tmp_path / ("x" * 300))
    with pytest.raises(UsageError, match=r"--resume goes on with a run, and .* holds none"):
        run(ASKED, tmp_path / "nothing", subject=SUBJECT, play=fake.play, resume=True)
    assert not (tmp_path / "nothing").exists()


def test_a_filled_folder_is_not_overwritten(out: Path) -> None:
    before = hashes(out)
    with pytest.raises(UsageError, match="is not empty"):
        run(ASKED, out, subject=SUBJECT, play=fake.play)
    with pytest.raises(UsageError, match="give one of them"):
        run(ASKED, out, subject=SUBJECT, play=fake.play, resume=True, force=True)
    assert hashes(out) == before


def test_force_replaces_results_and_leaves_other_files(out: Path) -> None:
    (out / "notes.txt").write_text("mine")
    (out / "games" / "part-mine.parquet").write_text("mine")
    (out / "report.html").write_text('<html><meta name="generator" content="simkit"></html>')
    run(RunConfig("fake", 2, ("a",), 100, seed=1), out, subject=SUBJECT, play=fake.play, force=True)
    found = sorted(str(path.relative_to(out)) for path in out.rglob("*") if path.is_file())
    first = "part-000000000000.parquet"
    assert found == [f"games/{first}", "games/part-mine.parquet", "manifest.json", "notes.txt", f"seats/{first}"]
    assert verify(out) == []


def test_force_refuses_folders_of_other_people(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")
    (tmp_path / "games").mkdir()
    with pytest.raises(UsageError, match=r"holds other files, as thesis\.txt"):
        run(ASKED, tmp_path, subject=SUBJECT, play=fake.play, force=True)
    assert [path.name for path in sorted(tmp_path.iterdir())] == ["games", "thesis.txt"]


@pytest.mark.parametrize("others", [("manifest.json",), ("manifest.json", "app.js", "games/part-mine.parquet")])
def test_force_leaves_the_manifest_of_another_program_alone(tmp_path: Path, others: tuple[str, ...]) -> None:
    (tmp_path / "games").mkdir()
    for name in others:
        (tmp_path / name).write_text('{"name": "a web page about simkit"}')
    with pytest.raises(UsageError, match=r"has no manifest\.json of simkit and holds other files"):
        run(ASKED, tmp_path, subject=SUBJECT, play=fake.play, force=True)
    assert [(tmp_path / name).read_text()[:7] for name in others] == ['{"name"'] * len(others)


def test_force_replaces_results_whose_manifest_is_damaged_and_keeps_a_page_about_simkit(out: Path) -> None:
    (out / "manifest.json").write_bytes(b"\0")
    (out / "report.html").write_text("<html>my notes on simkit</html>")
    run(ASKED, out, subject=SUBJECT, play=fake.play, force=True)
    assert verify(out) == []
    assert (out / "report.html").read_text() == "<html>my notes on simkit</html>"


def test_force_takes_an_empty_or_a_new_folder(tmp_path: Path) -> None:
    small = RunConfig("fake", 2, ("a",), 10, seed=1)
    for folder in (tmp_path, tmp_path / "new"):
        (folder / "seats").mkdir(parents=True)
        assert run(small, folder, subject=SUBJECT, play=fake.play, force=True).status == "complete"


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError, match="is a file"):
        run(ASKED, tmp_path / "file", subject=SUBJECT, play=fake.play)
    with pytest.raises(UsageError, match=r"below cannot be written: .*file is a file, no folder"):
        run(ASKED, tmp_path / "file" / "below", subject=SUBJECT, play=fake.play)


def test_a_link_that_leads_nowhere_is_named(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(tmp_path / "gone")
    for folder in (link, link / "below"):
        with pytest.raises(UsageError, match=r"link is a link to .*gone, which is not there"):
            run(ASKED, folder, subject=SUBJECT, play=fake.play)


def test_a_name_too_long_for_a_folder_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"^--out cannot be .*\.\.\. \(\d+ letters\): .*Choose another --out"):
        run(ASKED, tmp_path / ("x" * 300), subject=SUBJECT, play=fake.play)


@pytest.mark.parametrize("again", [{"resume": True}, {"force": True}])
def test_what_is_in_the_way_is_named_and_left_alone(out: Path, again: dict[str, bool]) -> None:
    part = out / "games" / "part-000000001000.parquet"
    part.unlink()
    part.mkdir()
    with pytest.raises(UsageError, match=r"part-000000001000\.parquet is a folder, where a file of results must be"):
        run(ASKED, out, subject=SUBJECT, play=fake.play, **again)  # type: ignore[arg-type]
    part.rmdir()
    shutil.rmtree(out / "seats")
    (out / "seats").write_text("mine")
    with pytest.raises(UsageError, match=r"seats is a file, where the folder of a table must be"):
        run(ASKED, out, subject=SUBJECT, play=fake.play, **again)  # type: ignore[arg-type]
    (out / "seats").unlink()
    (out / "seats").symlink_to("gone")
    with pytest.raises(UsageError, match=r"seats is a link that leads nowhere"):
        run(ASKED, out, subject=SUBJECT, play=fake.play, **again)  # type: ignore[arg-type]
    (out / "seats").unlink()
    assert run(ASKED, out, subject=SUBJECT, play=fake.play, backend="serial", **again).games == 4_000  # type: ignore[arg-type]
    assert verify(out) == []


@pytest.mark.parametrize(
    ("changes", "words"), [({"jobs": 0}, "--jobs must be"), ({"backend": "gpu"}, "--backend must be")]
)
def test_impossible_workers_are_refused(tmp_path: Path, changes: dict[str, object], words: str) -> None:
    with pytest.raises(UsageError, match=words):
        run(ASKED, tmp_path, subject=SUBJECT, play=fake.play, **changes)  # type: ignore[arg-type]


def test_two_runs_do_not_share_a_folder(out: Path, repo: Path) -> None:
    hold = "import sys; from pathlib import Path; from simkit.runner.files import locked\n"
    hold += "with locked(Path(sys.argv[1])): print('held', flush=True); sys.stdin.read()"
    other = subprocess.Popen(
        [sys.executable, "-c", hold, str(out)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=repo
    )
    assert other.stdout is not None
    assert other.stdout.readline() == "held\n"
    with pytest.raises(UsageError, match="another run is writing"):
        run(ASKED, out, subject=SUBJECT, play=fake.play, resume=True)
    other.communicate("")
    with locked(out):
        pass


def test_stray_parts_are_not_read(out: Path) -> None:
    first = out / "games" / "part-000000000000.parquet"
    (out / "games" / "part-000000009000.parquet").write_bytes(first.read_bytes())
    assert open_run(out).games().collect().height == 4_000


def test_a_run_without_parts_can_be_read(tmp_path: Path) -> None:
    result = run(ASKED, tmp_path, subject=SUBJECT, play=fake.Slow(0), backend="serial")
    manifest = {**result.manifest, "parts": [], "status": "interrupted"}
    (tmp_path / "manifest.json").write_text(json.dumps(manifest))
    assert open_run(tmp_path).games().collect().height == 0
    assert "tricks" in open_run(tmp_path).seats().collect_schema()


def test_the_resuming_command_is_ready_for_a_shell(tmp_path: Path) -> None:
    folder = tmp_path / "my results"
    run(RunConfig("fake", 2, ("a",), 10, seed=1), folder, subject=SUBJECT, play=fake.play)
    said = resume_command(open_run(folder))
    assert said.startswith("simkit run fake --players 2 --strategies a --games 10 --seed 1 --out '")
    assert said.endswith("my results' --resume")


def test_the_next_free_folder_is_found(tmp_path: Path) -> None:
    (tmp_path / "fake-1").mkdir()
    assert next_out("fake", tmp_path) == tmp_path / "fake-2"
