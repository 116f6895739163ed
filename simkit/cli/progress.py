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

    stream = Console(stderr=True)
    bar = Bar(
        TextColumn("playing "),
        BarColumn(26),
        TextColumn("{task.fields[of]}"),
        TextColumn("{task.fields[words]}"),
        console=stream,
    )
    with bar:
        task = bar.add_task("playing", total=total, of=f"0 of {console.number(total)}", words="")

        def callback(progress: Progress) -> None:
            of = f"{console.number(progress.games_done)} of {console.number(progress.games_total)}"
            bar.update(task, completed=progress.games_done, of=of, words=words(progress))

        yield callback


def words(progress: Progress) -> str:
    """ "71,300 games/s · 12 s left · widest interval ±0.19 pp"."""
    parts = []
    if progress.games_per_second:
        parts.append(f"{console.number(round(progress.games_per_second))} games/s")
    if progress.seconds_left is not None and progress.games_done < progress.games_total:
        parts.append(f"{duration(progress.seconds_left)} left")
    if progress.half_width is not None:
        parts.append(f"widest interval ±{100 * progress.half_width:.2f} pp")
    return " · ".join(parts)


def duration(seconds: float) -> str:
    """ "8 s", "3 min 20 s", "2 h 05 min"."""
    whole = max(round(seconds), 1)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
