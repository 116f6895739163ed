"""Play chunks with workers: one bounded submit-and-wait loop, no chunk lost, no chunk twice.

Alternatives that failed: joblib.Parallel's generator has no back-pressure and discards finished results when one task
raises; multiprocessing.Pool hangs for ever after a worker is killed.
"""

from __future__ import annotations

import bisect
import contextlib
import os
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Literal, Protocol

from joblib.externals.loky import get_reusable_executor
from joblib.externals.loky.process_executor import ShutdownExecutorError

from simkit.runner.plan import Chunk
from simkit.runner.worker import WORKER_ENVIRONMENT, ChunkDone, ChunkFailed, begin

Backend = Literal["loky", "threads", "serial"]
BACKENDS: tuple[Backend, ...] = ("loky", "threads", "serial")
IDLE_SECONDS = 60
DEATHS_BEFORE_ALONE = 2


@dataclass(frozen=True, order=True)
class Piece:
    """A chunk of one cell: of one result folder among those that are filled together.

    In this order no cell runs ahead: whenever time is up, all have about the same blocks, and pairs are complete.
    """

    chunk: Chunk
    cell: int = 0


Task = Callable[[Chunk], ChunkDone | ChunkFailed]
TaskOf = Callable[[int], Task]
"""The task of each cell, by its index: a worker is sent that of its piece alone."""


@dataclass
class Outcome:
    """How the loop ended. Pieces that were done went to `on_done`, one by one. `late`: time was up, work is left."""

    failed: list[tuple[Piece, ChunkFailed]] = field(default_factory=list)
    given_up: list[Piece] = field(default_factory=list)
    error: BaseException | None = None
    interrupted: bool = False
    late: bool = False


class Stop:
    """`asked` is set by the first Ctrl-C; the second one interrupts at once. `late()`: is the time that was given up?

    Pieces in `needed` are played even then, as far as `cut` takes them: without them there would be nothing to tell.
    `cut`, where time is bounded: what is to be begun of a piece, and the rest.
    """

    def __init__(self) -> None:
        self.asked = False
        self.late: Callable[[], bool] = lambda: False
        self.needed: frozenset[Piece] = frozenset()
        self.cut: Callable[[Piece], tuple[Piece, Piece | None]] | None = None

    def refuses(self, piece: Piece) -> bool:
        """True if there is no time left for this piece."""
        return piece not in self.needed and self.late()

    def begun(self, todo: deque[Piece]) -> Piece:
        """Take the first piece, or what is begun of it now; the rest goes back to its place among the others."""
        piece = todo.popleft()
        if self.cut is None:
            return piece
        piece, rest = self.cut(piece)
        if rest is not None:
            bisect.insort(todo, rest)
        return piece


@contextlib.contextmanager
def stop_on_interrupt() -> Iterator[Stop]:
    """Turn the first Ctrl-C into a flag, so that it never cuts a commit in two. Only the main thread can."""
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = signal.getsignal(signal.SIGINT)

    def ask(_number: int, _frame: FrameType | None) -> None:
        stop.asked = True
        signal.signal(signal.SIGINT, signal.default_int_handler)

    signal.signal(signal.SIGINT, ask)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before if before is not None else signal.SIG_DFL)


@contextlib.contextmanager
def interrupts_held() -> Iterator[None]:
    """Workers inherit the blocked signal: Ctrl-C cannot kill one before it ignores it."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


class Crew(Protocol):
    """Workers of one backend."""

    def submit(self, task: Task, chunk: Chunk) -> Future[Any]:
        """Hand a chunk to a worker."""

    def renew(self) -> None:
        """After a worker died: make the crew whole again."""

    def drop(self) -> None:
        """Stop now; what is in flight is lost (and swept later)."""


class LokyCrew:
    """Processes that are kept for the next run in the same parent."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs
        self.renew()

    def submit(self, task: Task, chunk: Chunk) -> Future[Any]:
        """Hand a chunk to a worker."""
        with interrupts_held():
            future: Future[Any] = self.executor.submit(task, chunk)
        return future

    def renew(self) -> None:
        """Make the crew whole again."""
        with interrupts_held():
            self.executor = get_reusable_executor(
                max_workers=self.jobs,
                timeout=IDLE_SECONDS,
                initializer=begin,
                initargs=(os.getpid(),),
                env=WORKER_ENVIRONMENT,
            )

    def drop(self) -> None:
        """Stop now."""
        self.executor.shutdown(wait=True, kill_workers=True)


class ThreadCrew:
    """Threads of this process: no start-up cost, but one crash takes all down."""

    def __init__(self, jobs: int) -> None:
        self.executor = ThreadPoolExecutor(jobs)

    def submit(self, task: Task, chunk: Chunk) -> Future[Any]:
        """Hand a chunk to a worker."""
        return self.executor.submit(task, chunk)

    def renew(self) -> None:
        """Make the crew whole again."""
        raise RuntimeError("a thread cannot die alone")

    def drop(self) -> None:
        """Stop now."""
        self.executor.shutdown(wait=True, cancel_futures=True)


def play_chunks(
    pieces: Sequence[Piece],
    task_of: TaskOf,
    on_done: Callable[[Piece, ChunkDone], None],
    *,
    backend: Backend,
    jobs: int,
    stop: Stop,
) -> Outcome:
    """Play all pieces; call `on_done` in this process for each one that is on the disk.

    A failed piece stops the submission of further ones; those in flight are waited for, so that the failure reported
    (the lowest piece's) does not depend on the number of jobs. A piece that was in flight at two deaths of a worker is
    played alone; if the worker dies again, it is given up and the others go on.
    """
    # One chunk needs no workers, and starting them would take longer than most such runs.
    if backend == "serial" or (len(pieces) == 1 and stop.cut is None):
        return _in_this_process(pieces, task_of, on_done, stop)
    crew: Crew = ThreadCrew(jobs) if backend == "threads" else LokyCrew(jobs)
    # Where time is bounded nothing waits in a queue: what is begun must begin now.
    loop = _Loop(crew, task_of, on_done, stop, deque(pieces), 2 * jobs if stop.cut is None else jobs)
    finished = False
    try:
        loop.run()
        finished = not loop.outcome.interrupted
    finally:
        if not finished or backend == "threads":
            crew.drop()
    return loop.outcome


def _in_this_process(
    pieces: Sequence[Piece], task_of: TaskOf, on_done: Callable[[Piece, ChunkDone], None], stop: Stop
) -> Outcome:
    outcome, todo = Outcome(), deque(pieces)
    while todo:
        if stop.asked:
            outcome.interrupted = True
            break
        if stop.refuses(todo[0]):
            outcome.late = True
            break
        piece = stop.begun(todo)
        result = task_of(piece.cell)(piece.chunk)
        if isinstance(result, ChunkFailed):
            outcome.failed.append((piece, result))
            break
        on_done(piece, result)
    return outcome


class _Loop:
    """State of the submit-and-wait loop."""

    def __init__(
        self, crew: Crew, task_of: TaskOf, on_done: Callable[[Piece, ChunkDone], None], stop: Stop, todo: deque[Piece],
        limit: int,
    ) -> None:  # fmt: skip
        self.crew, self.task_of, self.on_done, self.stop, self.todo, self.limit = (
            crew,
            task_of,
            on_done,
            stop,
            todo,
            limit,
        )
        self.flying: dict[Future[Any], Piece] = {}
        self.suspects: deque[Piece] = deque()
        self.alone: Piece | None = None
        self.deaths: Counter[Piece] = Counter()
        self.outcome = Outcome()

    def run(self) -> None:
        while not self.stop.asked:
            broken = self._submit()
            if not self.flying and not broken:
                return
            done, _ = wait(self.flying, timeout=0.2, return_when=FIRST_COMPLETED)
            broken = self._collect(done) or broken
            if broken:
                self._recover()
        self.outcome.interrupted = True
        self._collect({future for future in self.flying if future.done()})

    @property
    def _failing(self) -> bool:
        return bool(self.outcome.failed or self.outcome.error)

    def _submit(self) -> bool:
        """Fill the crew. True if it turned out to be broken."""
        while not self._failing:
            if self.suspects:
                if self.flying:
                    return False
                self.alone = piece = self.suspects.popleft()
            elif self.todo and self.alone is None and len(self.flying) < self.limit:
                if self.stop.refuses(self.todo[0]):
                    self.outcome.late = True
                    return False
                piece = self.stop.begun(self.todo)
            else:
                return False
            try:
                self.flying[self.crew.submit(self.task_of(piece.cell), piece.chunk)] = piece
            except (BrokenExecutor, ShutdownExecutorError):
                self.todo.appendleft(piece)
                self.alone = None
                return True
        return False

    def _collect(self, done: set[Future[Any]]) -> bool:
        """Take results in the order of their blocks. True if a worker died."""
        broken = False
        for future in sorted(done, key=lambda f: self.flying[f]):
            piece = self.flying.pop(future)
            was_alone, self.alone = self.alone == piece, None if self.alone == piece else self.alone
            error = future.exception()
            if isinstance(error, (BrokenExecutor, ShutdownExecutorError)):
                broken = True
                self._mourn(piece, was_alone)
            elif error is not None:
                self.outcome.error = self.outcome.error or error
            elif isinstance(result := future.result(), ChunkFailed):
                self.outcome.failed.append((piece, result))
            else:
                self.on_done(piece, result)
        return broken

    def _mourn(self, piece: Piece, was_alone: bool) -> None:
        if was_alone:
            self.outcome.given_up.append(piece)
            return
        self.deaths[piece] += 1
        if self.deaths[piece] >= DEATHS_BEFORE_ALONE:
            self.suspects.append(piece)
        else:
            self.todo.appendleft(piece)

    def _recover(self) -> None:
        """A worker died, and loky takes the whole crew down: take what was finished, and hire anew."""
        wait(self.flying)
        self._collect(set(self.flying))
        self.todo = deque(sorted(self.todo))
        self.crew.renew()


def default_jobs() -> int:
    """Cores that this process may use."""
    try:
        return max(1, len(os.sched_getaffinity(0)))
    except AttributeError:  # not offered by this system
        return os.cpu_count() or 1
