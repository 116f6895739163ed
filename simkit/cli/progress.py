"""Progress on stderr: a bar on a terminal, a line now and then elsewhere, nothing with --quiet."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

from simkit.cli import console

if TYPE_CHECKING:
    from simkit.runner.progress import Progress

SECONDS_BETWEEN_LINES = 5.0
TEXT_COLUMNS = 74
"""What the line takes beside the bar, so that it fits a terminal of 80 columns."""


@contextlib.contextmanager
def shown(total: int, *, quiet: bool) -> Iterator[Callable[[Progress], None] | None]:
    """Give the callback that shows progress; None with `quiet`."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar(total) as callback:
            yield callback
    else:
        yield _lines()


def _lines() -> Callable[[Progress], None]:
    last = time.monotonic()

    def callback(progress: Progress) -> None:
        nonlocal last
        done = progress.games_done >= progress.games_total
        if progress.games_per_second and (done or time.monotonic() - last >= SECONDS_BETWEEN_LINES):
            last = time.monotonic()
            of = f"{console.number(progress.games_done)} of {console.number(progress.games_total)}"
            console.note(f"playing  {of} · {words(progress)}")

    return callback


@contextlib.contextmanager
def _bar(total: int) -> Iterator[Callable[[Progress], None]]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar
    from rich.table import Column

    terminal = Console(stderr=True)
    line = Column(no_wrap=True)
    bar = Bar(
        TextColumn("playing "),
        BarColumn(max(6, min(26, terminal.width - TEXT_COLUMNS))),
        TextColumn("{task.fields[done]}", table_column=line),
        TextColumn("{task.fields[words]}", table_column=line),
        console=terminal,
    )
    with bar:
        task = bar.add_task("playing", total=total, done="0", words="")

        def callback(progress: Progress) -> None:
            done = console.number(progress.games_done)
            bar.update(task, completed=progress.games_done, done=done, words=words(progress))

        yield callback


def words(progress: Progress) -> str:
    """ "71,300 games/s · 12 s left · widest interval ±0.19 points"."""
    parts = []
    if progress.games_per_second:
        parts.append(f"{console.number(round(progress.games_per_second))} games/s")
    if progress.seconds_left is not None and progress.games_done < progress.games_total:
        late = progress.seconds_left <= 0  # of the time that was given; there are games left
        parts.append("finishing what is begun" if late else f"{duration(progress.seconds_left)} left")
    if progress.half_width is not None:
        parts.append(f"widest interval ±{100 * progress.half_width:.2f} points")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """ "8 s", "3 min 20 s", "2 h 05 min"."""
    whole = max(round(seconds), 1)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
