"""The command that plays a study again."""

from __future__ import annotations

from simkit.runner.plan import toml_value
from simkit.study.plan import StudyPlan


def command_of(plan: StudyPlan, where: str) -> list[str]:
    """Word by word (quote for a shell with `shlex.join`). A drawn seed is written out, so that the games repeat."""
    words = ["simkit", "study", where]
    given = dict(plan.overrides)
    if plan.seed_drawn:
        given["seed"] = plan.seed
    for key, value in given.items():
        words += ["--set", f"study.{key}={toml_value(value)}"]
    return words
