"""Studies: what-if questions, answered with paired games. File -> plan -> cells, each an ordinary result folder.

source = find_study("windy-days")                        # by name or path
plan = settle_seed(resolve(source.values, source.where), None, resume=False)
run_study(plan, source.text, source.where, "out/windy-days")
open_study("out/windy-days").cells                       # simkit.analysis.study tells what they say
"""

from __future__ import annotations

from simkit.study.folder import (
    CellRun,
    Study,
    find_in_study,
    is_study,
    open_study,
    resume_command,
    resume_command_in,
    verify_study,
)
from simkit.study.plan import Lineup, StudyCell, StudyPlan, Variant
from simkit.study.problems import StudyError, schema
from simkit.study.read import StudySource, find_study
from simkit.study.resolve import resolve
from simkit.study.run import StudyResult, look_at_folder, run_study, settle_seed

__all__ = [
    "CellRun",
    "Lineup",
    "Study",
    "StudyCell",
    "StudyError",
    "StudyPlan",
    "StudyResult",
    "StudySource",
    "Variant",
    "find_in_study",
    "find_study",
    "is_study",
    "look_at_folder",
    "open_study",
    "resolve",
    "resume_command",
    "resume_command_in",
    "run_study",
    "schema",
    "settle_seed",
    "verify_study",
]
