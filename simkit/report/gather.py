"""From opened results to what page builders work from: analysed, with examples picked and told."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from simkit.analysis import StudyCell, analyse, analyse_study
from simkit.analysis.answers import Analysis, FieldAnswer
from simkit.analysis.compare import compare
from simkit.analysis.examples import greatest_comeback, pick_examples
from simkit.analysis.field import analyse_field
from simkit.errors import DataError, UsageError
from simkit.report.material import Material, Several, Told, data_hash
from simkit.report.text import line_up

if TYPE_CHECKING:
    from simkit.runner.store import Run
    from simkit.study.folder import CellRun

Tell = Callable[["Run", str], Told | None]
"""Tells a game of a run by its key `block.repeat.seating`; None where it cannot be played again."""

MOST_COMPARED = 12


@dataclass(frozen=True)
class Asked:
    """How a report is asked for. `options`: the same as typed after the folder, so that the page can say it."""

    confidence: float | None = None
    margin: float | None = None
    allow_partial: bool = False
    tell: Tell | None = None
    options: str = ""


def open_checked(path: Any, asked: Asked) -> tuple[Run, tuple[str, ...]]:
    """Open a result folder and hash every part again; with `allow_partial`, damaged parts are left out and named."""
    from simkit.runner.store import open_run  # the only thing the report needs of the runner: its store, to read

    if not asked.allow_partial:
        return open_run(path, check=True), ()
    return without_damage(open_run(path))


def without_damage(run: Run) -> tuple[Run, tuple[str, ...]]:
    """The run without its damaged parts, and what is wrong with each."""
    from simkit.runner.store import verify

    problems = verify(run)
    if not problems:
        return run, ()
    bad = {problem.chunk.first_block for problem in problems}
    parts = [part for part in run.manifest["parts"] if part["first_block"] not in bad]
    return replace(run, manifest={**run.manifest, "parts": parts}), tuple(str(problem) for problem in problems)


def material_of(run: Run, asked: Asked | None = None, left_out: tuple[str, ...] = ()) -> Material:
    """Analyse an opened run, pick its examples and have them told. Raises DataError if it holds no games."""
    from simkit.runner.store import resume_command

    asked = asked or Asked()
    parts = list(run.manifest["parts"])
    if not parts:
        what = "whole files" if left_out else "finished games yet"
        raise DataError(f"{run.path} holds no {what}. Go on with: {resume_command(run)}")
    analysis = analyse(run, asked.confidence, asked.margin)
    scores = analysis.scores
    margin = scores.margin if scores is not None and not analysis.headline.cooperative else None
    together = analysis.cooperative
    examples = pick_examples(
        run, analysis.lengths.turns, margin, greatest_comeback(run), together.result if together is not None else None
    )
    told: dict[str, Told] = {}
    if asked.tell is not None:
        for key in dict.fromkeys(example.key for example in examples):
            game = asked.tell(run, key)
            if game is not None:
                told[key] = game
    return Material(analysis, run.manifest, data_hash(parts), examples, told, left_out, asked.options)


def several_of(runs: Sequence[Run], asked: Asked, left_out: tuple[str, ...] = ()) -> Several:
    """Several folders side by side; those that can be compared with the first one are. They must be of one game."""
    games = sorted({str(run.manifest["game"]) for run in runs})
    if len(games) > 1:
        raise UsageError(
            f"one report compares runs of one game; {' and '.join(games)} came. Give folders of the same game."
        )
    parts = tuple(_plain_material(run, asked) for run in runs)
    names = names_of([run.manifest for run in runs])
    comparable = [
        k for k in range(1, len(runs)) if runs[k].manifest["config"]["players"] == runs[0].manifest["config"]["players"]
    ]
    comparisons = tuple(
        (names[k], compare(runs[0], runs[k], asked.confidence, asked.margin)) for k in comparable[:MOST_COMPARED]
    )
    return Several(
        parts, names, parts[0].analysis.headline.title, comparisons=comparisons,
        fields=_fields(runs, [p.analysis for p in parts], _table_kinds(runs)), left_out=left_out, options=asked.options,
    )  # fmt: skip


def study_in(folder: Path, asked: Asked) -> Several:
    """A study: the question, every cell, every effect, and one ranking over all line-ups of each variant."""
    from simkit.study.analysis import rankings
    from simkit.study.answer import answer_sentence
    from simkit.study.folder import open_study, resume_command

    study = open_study(folder, check=not asked.allow_partial)
    cells, left_out = list(study.cells), []
    if asked.allow_partial:
        whole = [(cell, *without_damage(cell.run)) for cell in cells]
        left_out = [f"{name}: missing" for name in study.lost]
        left_out += [f"{cell.run.path.name}: {line}" for cell, _, lines in whole for line in lines]
        cells = [replace(cell, run=run) for cell, run, _ in whole if run.manifest["parts"]]
    if not cells:
        raise DataError(f"{folder} holds no whole files. Go on with: {resume_command(study)}")
    facts = study.facts
    band = tuple(facts["band"]) if facts.get("band") else None
    analysis = analyse_study(
        [StudyCell(c.variant, c.lineup, c.players, c.run) for c in cells],
        facts.get("confidence") if asked.confidence is None else asked.confidence,
        facts.get("margin") if asked.margin is None else asked.margin,
        band,
    )
    known = {(c.variant, c.lineup, c.players): c.analysis for c in analysis.cells}
    analyses = [known[c.variant, c.lineup, c.players] for c in cells]
    parts = tuple(
        Material(a, c.run.manifest, data_hash(list(c.run.manifest["parts"])))
        for c, a in zip(cells, analyses, strict=True)
    )
    runs = [c.run for c in cells]
    # Only a field compares strategies fairly; without one, what sat at the same tables is better than nothing.
    ranked = rankings(replace(study, cells=tuple(cells)), analysis)
    fields = tuple((_field_name(r.variant, r.players), r.answer) for r in ranked)
    if not fields:
        fields = _fields(runs, analyses, [(c.variant, c.players) for c in cells])
    return Several(
        parts, tuple(_cell_name(cells, c) for c in cells), parts[0].analysis.headline.title, analysis,
        str(facts.get("question", "")), answer_sentence(analysis, ranked), facts, fields,
        left_out=tuple(left_out), options=asked.options,
    )  # fmt: skip


def _cell_name(cells: Sequence[CellRun], cell: CellRun) -> str:
    variants = {c.variant for c in cells}
    tables = {(c.lineup, c.players) for c in cells}
    members = cell.lineup.split(",")
    table = line_up(members * cell.players if len(members) == 1 else members)
    return " · ".join([cell.variant] * (len(variants) > 1 or len(tables) == 1) + [table] * (len(tables) > 1))


def _plain_material(run: Run, asked: Asked) -> Material:
    """Without examples: several runs would bring too many games to read."""
    parts = list(run.manifest["parts"])
    if not parts:
        raise DataError(f"{run.path} holds no finished games yet. Leave it out, or play it to its end.")
    return Material(analyse(run, asked.confidence, asked.margin), run.manifest, data_hash(parts), options=asked.options)


def _table_kinds(runs: Sequence[Run]) -> list[tuple[str, int]]:
    """Runs under the same rules with as many players belong to one field."""
    return [(str(run.manifest["config"].get("rules")), int(run.manifest["config"]["players"])) for run in runs]


def _fields(
    runs: Sequence[Run], analyses: Sequence[Analysis], kinds: Sequence[tuple[str, int]]
) -> tuple[tuple[str, FieldAnswer], ...]:
    """One answer for each kind of table that several strategies played."""
    found = []
    for kind in dict.fromkeys(kinds):
        here = [k for k, other in enumerate(kinds) if other == kind]
        chosen = [analyses[k] for k in here]
        if any(a.headline.cooperative for a in chosen):
            continue
        field = analyse_field([runs[k] for k in here], chosen, chosen[0].headline.confidence)
        if field is not None:
            head = chosen[0].headline
            found.append((_field_name(head.variant, head.players), field))
    return tuple(found)


def _field_name(variant: str, players: int) -> str:
    return f"{variant}, {players} players" if variant not in ("", "base") else f"{players} players"


def names_of(manifests: Sequence[Mapping[str, Any]]) -> tuple[str, ...]:
    """Short names that say in what the runs differ: players, line-up, rules that were set, seed; else their number."""
    configs = [m["config"] for m in manifests]
    pieces: list[list[str]] = [[] for _ in configs]
    if len({c["players"] for c in configs}) > 1:
        for piece, c in zip(pieces, configs, strict=True):
            piece.append(f"{c['players']} players")
    if len({_who(c) for c in configs}) > 1:
        for piece, c in zip(pieces, configs, strict=True):
            piece.append(_who(c))
    if len({str(c.get("rules_set")) for c in configs}) > 1:
        for piece, c in zip(pieces, configs, strict=True):
            rules = dict(c.get("rules_set") or {})
            piece.append(", ".join(f"{k} {v}" for k, v in rules.items()) or "rules as printed")
    names = [" · ".join(piece) for piece in pieces]
    if len(set(names)) < len(names) and len({c.get("seed") for c in configs}) == len(configs):
        names = [" · ".join([*piece, f"seed {c.get('seed')}"]) for piece, c in zip(pieces, configs, strict=True)]
    if len(set(names)) < len(names):
        names = [f"{k + 1}: {name}".rstrip(": ") for k, name in enumerate(names)]
    return tuple(names)


def _who(config: Mapping[str, Any]) -> str:
    members = list(config["strategies"])
    return members[0] if len(set(members)) == 1 else line_up(members)
