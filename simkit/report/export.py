"""Charts as files of their own: SVG and PNG, for a rulebook or a slide."""

from __future__ import annotations

from pathlib import Path

from simkit.errors import UsageError
from simkit.report.figures.draw import files
from simkit.report.model import Page
from simkit.report.ours import check_place, put


def save_charts(page: Page, folder: Path) -> list[Path]:
    """Write every chart as `PAGE-CHART.svg` and `.png` (light, 200 dots an inch) into `folder`, which is made.

    Raises:
        UsageError: `folder` is a file, cannot be made or written, or holds a file of such a name that is not simkit's.
        SimkitError: a file cannot be written.
    """
    check_charts(page, folder)
    written: list[Path] = []
    for section in page.sections:
        for exhibit in section.all_exhibits():
            if exhibit.chart is None:
                continue
            for ending, data in files(exhibit.chart, exhibit.title).items():
                path = folder / f"{section.key}-{exhibit.key}.{ending}"
                put(path, data, "the chart")
                written.append(path)
    return written


def check_charts(page: Page, folder: Path) -> None:
    """Make the folder and look at every name, before anything is written. Raises UsageError as `save_charts` does."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(
            f"--charts needs a folder; {folder} cannot be written: {error.strerror}. Give another."
        ) from None
    for section in page.sections:
        for exhibit in section.all_exhibits():
            for ending in ("svg", "png") if exhibit.chart is not None else ():
                check_place(folder / f"{section.key}-{exhibit.key}.{ending}", "the chart")
