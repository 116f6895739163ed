"""May a study be resumed? Only as it was begun; more blocks or a finer precision may be asked for in the command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from simkit.runner.manifest import plain
from simkit.study.plan import StudyPlan
from simkit.study.problems import path_words, shown

MAY_CHANGE = ("max_time", "confidence", "margin", "band", "blocks", "precision", "seed")
"""Overrides that are judged by what they come to, or that decide no data."""


def differences(facts: Mapping[str, Any], plan: StudyPlan) -> list[str]:
    """Lines saying what differs between the study in a folder and the one asked for; empty if they may be one."""
    found = list(_walk((), facts["file"], plain(plan.file)))
    before = {key: value for key, value in facts.get("overrides", {}).items() if key not in MAY_CHANGE}
    now = {key: value for key, value in plain(plan.overrides).items() if key not in MAY_CHANGE}
    for key in dict.fromkeys([*before, *now]):
        if before.get(key) != now.get(key):
            found.append(f"--set study.{key}: {_said(before.get(key))} there, {_said(now.get(key))} asked for")
    if facts["seed"] != plan.seed:
        found.append(f"seed: {facts['seed']} there, {plan.seed} asked for")
    found += _amounts(facts, plan)
    return list(dict.fromkeys(found))


def _amounts(facts: Mapping[str, Any], plan: StudyPlan) -> Iterator[str]:
    blocks, precision = facts.get("blocks"), facts.get("precision")
    if blocks is not None and plan.blocks is not None and plan.blocks < blocks:
        yield f"blocks: {blocks:,} there, {plan.blocks:,} asked for (a study can grow, not shrink)"
    if precision is not None and plan.precision is not None and plan.precision > precision:
        yield f"precision: {precision:g} there, {plan.precision:g} asked for (it can become finer, not coarser)"
    if precision is not None and plan.precision is None:
        yield f"precision: {precision:g} there, blocks = {plan.blocks:,} asked for"


def _walk(path: tuple[Any, ...], before: Any, now: Any) -> Iterator[str]:
    """Where two files differ, by key."""
    if isinstance(before, Mapping) and isinstance(now, Mapping):
        for key in dict.fromkeys([*before, *now]):
            yield from _walk((*path, key), before.get(key), now.get(key))
    elif isinstance(before, list) and isinstance(now, list) and any(isinstance(e, (dict, list)) for e in before + now):
        for k in range(max(len(before), len(now))):
            yield from _walk((*path, k), _at(before, k), _at(now, k))
    elif before != now:
        yield f"{path_words(path)}: {_said(before)} there, {_said(now)} asked for"


def _at(values: list[Any], k: int) -> Any:
    return values[k] if k < len(values) else None


def _said(value: Any) -> str:
    return "nothing" if value is None else shown(value)
