"""Analysis: Parquet in, frozen answers out, one question a module. Imports numpy, scipy and polars only.

from simkit.analysis import analyse, summary_lines
answer = analyse(run)              # a simkit.analysis.answers.Analysis
print("\\n".join(summary_lines(answer)))
"""

from __future__ import annotations

from simkit.analysis.analyse import analyse
from simkit.analysis.answers import Analysis
from simkit.analysis.changes import different_games
from simkit.analysis.compare import compare
from simkit.analysis.compare_words import comparison_dict, comparison_lines
from simkit.analysis.results import Results, StudyCell
from simkit.analysis.study import analyse_study
from simkit.analysis.words import summary_dict, summary_lines

__all__ = [
    "Analysis",
    "Results",
    "StudyCell",
    "analyse",
    "analyse_study",
    "compare",
    "comparison_dict",
    "comparison_lines",
    "different_games",
    "summary_dict",
    "summary_lines",
]
