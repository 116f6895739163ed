"""Analysis: Parquet in, frozen answers out, one question a module. Imports numpy, scipy and polars only.

from simkit.analysis import analyse, summary_lines
answer = analyse(run)              # a simkit.analysis.answers.Analysis
print("\\n".join(summary_lines(answer)))
"""

from __future__ import annotations

from simkit.analysis.analyse import analyse
from simkit.analysis.answers import Analysis
from simkit.analysis.results import Results
from simkit.analysis.words import summary_dict, summary_lines

__all__ = ["Analysis", "Results", "analyse", "summary_dict", "summary_lines"]
