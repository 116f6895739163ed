"""Charts as files of their own: SVG and PNG, for a rulebook or a slide."""

from __future__ import annotations

from pathlib import Path

from simkit.errors import UsageError
from simkit.report.figures.draw import files
from simkit.report.model import Page


def save_charts(page: Page, folder: Path) -> list[Path]:
    """Write every chart as `PAGE-CHART.svg` and `.png` (light, 200 dots an inch) into `folder`, which is made.

    Raises:
        UsageError: `folder` is a file, or cannot be made or written.
    """
    written: list[Path] = []
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for section in page.sections:
            for exhibit in section.all_exhibits():
                if exhibit.chart is None:
                    continue
                for ending, data in files(exhibit.chart, exhibit.title).items():
                    path = folder / f"{section.key}-{exhibit.key}.{ending}"
                    path.write_bytes(data)
                    written.append(path)
    except OSError as error:
        raise UsageError(
            f"--charts needs a folder; {folder} cannot be written: {error.strerror}. Give another."
        ) from None
    return written
