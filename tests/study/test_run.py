"""Playing studies: the same deals for all, nothing lost, nothing twice, whatever stops it."""

from __future__ import annotations

import dataclasses
import errno
import itertools
import json
from pathlib import Path
from typing import Any

import pytest

from simkit import load
from simkit.errors import DataError, PlayError, SimkitError, UsageError
from simkit.runner import open_run
from simkit.study import Lineup, Variant, find_in_study, open_study, resume_command, verify_study
from simkit.study.folder import clear_cell
from tests.runner import fake
from tests.study import fakes
from tests.study.fakes import BASE, MIRROR, MIXED, MORE, SAME, digests, plan, rows, run


class Clock:
    """Rises by a second at each look."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        self.now += 1.0
        return self.now


def test_every_cell_is_an_ordinary_result_folder(tmp_path: Path) -> None:
    result = run(plan(), tmp_path / "out")
    assert (result.status, result.blocks, result.games) == ("complete", 300, 2 * 300 + 2 * 900)
    study = open_study(tmp_path / "out", check=True)
    assert [(cell.number, cell.variant, cell.lineup) for cell in study.cells] == [
        (1, "base", "a,a,a"), (2, "base", "a,b,b"), (3, "more cards", "a,a,a"), (4, "more cards", "a,b,b"),
    ]  # fmt: skip
    cell = study.cells[3].run
    assert cell.path.name == "04-more-cards-a-2-b"
    assert cell.manifest["config"]["variant"] == "more cards"
    assert cell.manifest["config"]["rules_set"] == {"cards": 8}
    assert set(cell.games().collect()["variant"]) == {"more cards"}
    assert (tmp_path / "out" / "study.toml").read_text() == "the file's text\n"
    assert study.facts["status"] == "complete"


def test_a_cell_has_the_rows_of_a_plain_run(tmp_path: Path) -> None:
    from simkit import runner

    run(plan(), tmp_path / "study")
    config = plan().config(plan().cells()[1], 300)
    runner.run(config, tmp_path / "run", backend="serial", subject=fakes.find(config), play=fakes.play)
    plain, cell = open_run(tmp_path / "run"), open_study(tmp_path / "study").cells[1].run
    assert rows(plain.games()) == rows(cell.games())
    assert rows(plain.seats()) == rows(cell.seats())


def test_identical_variants_are_identical_in_every_number(tmp_path: Path) -> None:
    run(plan(variants=(BASE, MORE, SAME)), tmp_path / "out")
    study = open_study(tmp_path / "out")

    def numbers(variant: str) -> Any:
        cell = study.cell(variant, MIXED.key)
        assert cell is not None
        return rows(cell.run.seats().drop("variant")), rows(cell.run.games().drop("variant"))

    assert numbers("base") == numbers("same")
    assert numbers("base") != numbers("more cards")


def test_more_variants_and_lineups_leave_the_other_cells_as_they_are(tmp_path: Path) -> None:
    run(plan(), tmp_path / "small")
    third = Lineup(("b", "b", "b"), "mirror")
    run(plan(variants=(BASE, SAME, MORE), lineups=(third, MIRROR, MIXED)), tmp_path / "large")
    large = open_study(tmp_path / "large")
    for cell in open_study(tmp_path / "small").cells:
        other = large.cell(cell.variant, cell.lineup)
        assert other is not None
        assert digests(cell.run.path) == digests(other.run.path)


@pytest.mark.parametrize("backend, jobs", [("threads", 3), ("loky", 2)])
def test_t2_workers_do_not_change_the_files(tmp_path: Path, backend: str, jobs: int) -> None:
    big = plan(blocks=2_500)
    run(big, tmp_path / "one")
    run(big, tmp_path / "many", backend=backend, jobs=jobs)
    assert digests(tmp_path / "one") == digests(tmp_path / "many")


def test_an_interrupted_study_keeps_what_is_finished(tmp_path: Path) -> None:
    big = plan(blocks=4_000)
    first = run(big, tmp_path / "out", play=fake.InterruptedAt(1_500))
    assert first.status == "interrupted"
    assert 0 < first.games < 2 * 4_000 + 2 * 12_000
    assert open_study(tmp_path / "out").facts["status"] == "interrupted"
    second = run(big, tmp_path / "out", resume=True)
    assert second.status == "complete"
    assert first.games + second.played == second.games == 2 * 4_000 + 2 * 12_000


def test_t11_resumed_data_are_those_of_an_uninterrupted_study(tmp_path: Path) -> None:
    big = plan(blocks=4_000, variants=(BASE,))
    run(big, tmp_path / "whole", play=fake.play)
    run(big, tmp_path / "out", play=fake.InterruptedAt(1_500))
    run(big, tmp_path / "out", resume=True, play=fake.play)
    assert digests(tmp_path / "whole") == digests(tmp_path / "out")
    again = run(big, tmp_path / "out", resume=True, play=fake.play)
    assert again.played == 0


def test_more_blocks_extend_a_study(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    run(plan(blocks=700, file=plan().file), tmp_path / "out", resume=True)
    run(plan(blocks=700), tmp_path / "whole")
    one, other = open_study(tmp_path / "out"), open_study(tmp_path / "whole")
    assert rows(one.seats()) == rows(other.seats())


def test_a_changed_study_is_not_resumed(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    before = digests(tmp_path / "out")
    changed = dataclasses.replace(plan(), file={**plan().file, "question": "Another?", "trace": 0.5})
    with pytest.raises(UsageError) as told:
        run(changed, tmp_path / "out", resume=True)
    assert "question: 'Do more cards matter?' there, 'Another?' asked for" in str(told.value)
    assert "trace: nothing there, 0.5 asked for" in str(told.value)
    assert digests(tmp_path / "out") == before


@pytest.mark.parametrize(
    "changes, words",
    [
        ({"seed": 6}, "seed: 5 there, 6 asked for"),
        ({"blocks": 200}, "blocks: 300 there, 200 asked for (a study can grow, not shrink)"),
        ({"overrides": {"repeats": 2}}, "--set study.repeats: nothing there, 2 asked for"),
    ],
)
def test_what_a_command_may_not_change(tmp_path: Path, changes: dict[str, Any], words: str) -> None:
    run(plan(), tmp_path / "out")
    with pytest.raises(UsageError, match="its file has changed since") as told:
        run(plan(file=plan().file, **changes), tmp_path / "out", resume=True)
    assert words in str(told.value)


def test_time_up_leaves_whole_pairs(tmp_path: Path) -> None:
    """At least one chunk of every cell is played; then nothing new is begun, and no cell is far ahead."""
    big = plan(blocks=200_000, max_time=9.0)
    result = run(big, tmp_path / "out", clock=Clock())
    assert (result.status, result.ended_by) == ("stopped", "max_time")
    blocks = [
        sum(part["n_blocks"] for part in cell.run.manifest["parts"]) for cell in open_study(tmp_path / "out").cells
    ]
    assert min(blocks) > 0
    assert max(blocks) <= 2 * min(blocks) + 4_096
    went_on = run(plan(blocks=12_000, file=big.file, max_time=None), tmp_path / "other")
    assert went_on.status == "complete"


def test_no_time_at_all_still_plays_something_of_every_cell(tmp_path: Path) -> None:
    result = run(plan(blocks=200_000, max_time=0.001), tmp_path / "out", clock=Clock())
    assert result.status == "stopped"
    assert len(open_study(tmp_path / "out").cells) == 4


def test_precision_grows_all_cells_together(tmp_path: Path) -> None:
    result = run(plan(blocks=None, precision=0.02), tmp_path / "out")
    assert (result.status, result.ended_by) == ("complete", "precision")
    study = open_study(tmp_path / "out")
    assert {cell.run.manifest["config"]["blocks"] for cell in study.cells} == {result.blocks}
    stopping = study.cells[0].run.manifest["stopping"]
    assert stopping["rule"] == "width"
    assert stopping["half_width"] <= 0.02
    assert study.facts["stopping"]["looks"] == result.looks
    assert result.looks > 1


def test_precision_and_time_end_undecided_and_go_on(tmp_path: Path) -> None:
    fine = plan(blocks=None, precision=0.02)
    first = run(dataclasses.replace(fine, max_time=9.0), tmp_path / "out", clock=Clock())
    assert first.status == "stopped"
    second = run(fine, tmp_path / "out", resume=True)
    assert second.ended_by == "precision"
    run(fine, tmp_path / "whole")
    assert rows(open_study(tmp_path / "out").seats()) == rows(open_study(tmp_path / "whole").seats())


def test_a_failing_strategy_names_the_game_and_keeps_the_rest(tmp_path: Path) -> None:
    with pytest.raises(PlayError, match=r"chose the illegal action 99(.|\n)*--resume goes on"):
        run(plan(blocks=3_000), tmp_path / "out", play=fake.Failing(1_200))
    assert json.loads((tmp_path / "out" / "study.json").read_text())["status"] == "failed"
    assert open_study(tmp_path / "out", check=True).cells


def test_a_folder_is_never_overwritten_by_accident(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    with pytest.raises(UsageError, match="is not empty"):
        run(plan(), tmp_path / "out")
    with pytest.raises(UsageError, match="holds none"):
        run(plan(), tmp_path / "new", resume=True)
    other = tmp_path / "theirs"
    other.mkdir()
    (other / "precious.txt").write_text("x")
    with pytest.raises(UsageError, match="replaces studies of simkit only"):
        run(plan(), other, force=True)
    assert (other / "precious.txt").read_text() == "x"


def full_at(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """From this file on, the disk is full."""
    replace = Path.replace

    def full(self: Path, target: Path) -> Path:
        if Path(target).name == name:
            raise OSError(errno.ENOSPC, "No space left on device")
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", full)


@pytest.mark.parametrize("name", ["study.json", "study.toml", "manifest.json"])
@pytest.mark.parametrize("means", [{"force": True}, {"resume": True}])
def test_a_study_that_found_no_room_can_be_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, means: dict[str, bool]
) -> None:
    out = tmp_path / "out"
    with monkeypatch.context() as patched:
        full_at(patched, name)
        with pytest.raises((OSError, SimkitError), match=rf"Make room there .*{name}"):
            run(plan(), out)
    if name == "study.json":  # nothing was begun
        assert list(out.iterdir()) == []
        means = {"force": True}
    assert run(plan(), out, **means).status == "complete"


def test_what_a_killed_study_leaves_is_replaced(tmp_path: Path) -> None:
    """Killed while it was begun, and while it was removed."""
    out = tmp_path / "out"
    out.mkdir()
    (out / ".study.json.12.tmp").write_text("{")
    run(plan(), out, force=True)
    (out / "study.json").unlink()
    run(plan(), out, force=True)
    (out / "study.json").unlink()
    (out / "cells" / "01-base-a" / "mine.txt").write_text("x")
    with pytest.raises(UsageError, match="replaces studies of simkit only"):
        run(plan(), out, force=True)
    mine = tmp_path / "mine"
    mine.mkdir()
    (mine / "study.toml").write_text("a file that somebody wrote")
    with pytest.raises(UsageError, match="replaces studies of simkit only"):
        run(plan(), mine, force=True)


def test_force_replaces_a_study_and_leaves_what_is_not_ours(tmp_path: Path) -> None:
    out = tmp_path / "out"
    run(plan(variants=(BASE, MORE, SAME)), out)
    (out / "notes.txt").write_text("mine")
    run(plan(), out, force=True)
    assert (out / "notes.txt").read_text() == "mine"
    assert sorted(path.name for path in (out / "cells").iterdir()) == [
        "01-base-a", "02-base-a-2-b", "03-more-cards-a", "04-more-cards-a-2-b",
    ]  # fmt: skip


def test_damage_is_found_and_repaired(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    before = digests(tmp_path / "out")
    part = next((tmp_path / "out" / "cells").glob("03-*/seats/*.parquet"))
    data = bytearray(part.read_bytes())
    data[len(data) // 2] ^= 1
    part.write_bytes(data)
    ((cell, problem),) = verify_study(open_study(tmp_path / "out"))
    assert (cell.number, problem.file) == (3, f"seats/{part.name}")
    with pytest.raises(DataError, match="03-more-cards-a/seats/part"):
        load(tmp_path / "out")
    run(plan(), tmp_path / "out", resume=True)
    assert digests(tmp_path / "out") == before


def test_load_gives_the_tables_of_all_cells(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    games = load(tmp_path / "out").games(["variant", "lineup", "block"])
    assert len(games) == 2 * 300 + 2 * 900
    assert set(games["variant"]) == {"base", "more cards"}


def test_a_game_is_found_by_its_whole_key(tmp_path: Path) -> None:
    run(plan(), tmp_path / "out")
    study = open_study(tmp_path / "out")
    cell, found = find_in_study(study, "more cards/a,b,b/17.0.2")
    assert (cell.path.name, found.order) == ("04-more-cards-a-2-b", ("b", "b", "a"))
    with pytest.raises(UsageError, match="Its variants are base, more cards"):
        find_in_study(study, "other/a,b,b/17.0.2")


def test_the_command_goes_on_with_the_study(tmp_path: Path) -> None:
    asked = plan(overrides={"blocks": 300, "field.kind": "all"})
    run(dataclasses.replace(asked, seed_drawn=True), tmp_path / "out")
    command = resume_command(open_study(tmp_path / "out"))
    assert command == (
        "simkit study small.toml --set study.blocks=300 --set 'study.field.kind=\"all\"' --set study.seed=5 "
        f"--out {tmp_path / 'out'} --resume"
    )


def test_numbers_of_players_are_crossed(tmp_path: Path) -> None:
    two = Lineup(("a", "a"), "mirror")
    run(plan(players=(2, 3), lineups=(two, MIRROR)), tmp_path / "out")
    study = open_study(tmp_path / "out")
    assert [cell.players for cell in study.cells] == [2, 3, 2, 3]
    assert sorted(study.games().collect()["players"].unique()) == [2, 3]


@pytest.mark.parametrize(
    "change",
    [
        ("cells", []), ("cells", [{"folder": "../x"}]), ("variants", 3), ("name", None), ("lineups", [{}]),
        ("overrides", 3), ("confidence", "high"), ("status", "done"), ("band", [9, 1]), ("players", [True]),
    ],
    ids=str,
)  # fmt: skip
def test_an_altered_study_json_is_refused(tmp_path: Path, change: tuple[str, Any]) -> None:
    run(plan(), tmp_path / "out")
    path = tmp_path / "out" / "study.json"
    facts = json.loads(path.read_text())
    facts[change[0]] = change[1]
    if change[1] is None:
        del facts[change[0]]
    path.write_text(json.dumps(facts))
    with pytest.raises(DataError, match="altered"):
        open_study(tmp_path / "out")


def test_cells_of_many_variants_have_folders_of_their_own() -> None:
    many = tuple(Variant(f"{'x' * 60}{k}", {}) for k in range(120))
    cells = plan(variants=many).cells()
    assert len({cell.folder for cell in cells}) == 240
    assert all(a.number + 1 == b.number for a, b in itertools.pairwise(cells))


@pytest.mark.parametrize(
    "change, word", [({"seed": 6}, "seed: 6 there, 5"), ({"rules": {}}, "rules: {} there, {cards = 8}")]
)
def test_a_cell_that_holds_another_run_is_refused(tmp_path: Path, change: dict[str, Any], word: str) -> None:
    """Its rows would be told of the variant whose folder it lies in."""
    from simkit import runner

    out = tmp_path / "out"
    run(plan(), out)
    cell, config = out / "cells" / "04-more-cards-a-2-b", plan().config(plan().cells()[3], 300)
    other = dataclasses.replace(config, **change)
    options: dict[str, Any] = {"backend": "serial", "subject": fakes.find(other), "play": fakes.play}
    for means in ({"force": True}, {"resume": True}):
        with pytest.raises(UsageError, match="belongs to the study in"):
            runner.run(other, cell, **options, **means)
    runner.run(other, tmp_path / "elsewhere", **options)
    clear_cell(cell)
    (tmp_path / "elsewhere").rename(cell)
    for look in (open_study, load):
        with pytest.raises(DataError, match="04-more-cards-a-2-b is no cell of this study any more") as told:
            look(out)
        assert word in str(told.value)
    with pytest.raises(DataError, match="Remove that folder"):
        run(plan(), out, resume=True)
    clear_cell(cell)
    run(plan(), out, resume=True)
    assert len(open_study(out, check=True).cells) == 4
