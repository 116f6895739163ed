"""The only place that compiles: the decorator `kernel`, bit tricks, and caches that notice every edit.

Numba's cache looks only at the file of the function itself: after an edit in another file a cached caller goes on with
the old rules, silently. So each function is cached in a folder named by a digest of every source file it can reach
through imports, of numba's version and of the compile flags.
"""

from __future__ import annotations

import ast
import atexit
import contextlib
import functools
import hashlib
import importlib.util
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy as np
from numba import types
from numba.core import cgutils
from numba.core import config as numba_config
from numba.extending import intrinsic

F = TypeVar("F", bound=Callable[..., Any])

_config: Any = numba_config  # its attributes are made at run time
JIT_ON = not _config.DISABLE_JIT
"""False under NUMBA_DISABLE_JIT=1: every kernel is then the plain Python function."""

# Imports that lead out of the sources whose edits matter (their versions do not move within an environment).
_OUTSIDE = {"numpy", "numba", "llvmlite", "scipy", "pandas", "polars", "joblib", "matplotlib", "click", "pydantic"}
_UNUSED_DAYS = 30
_STARTED = time.time()
# fastmath stays off: games must be identical on every machine.
_FLAGS: dict[str, Any] = {"error_model": "numpy", "nogil": True}


def source_digest(*sources: ModuleType | str | Path) -> str:
    """Hex digest of the given modules, files or package folders and of all source files that they import.

    Standard library and third-party numeric packages are left out. The same sources give the same digest wherever
    they are installed.
    """
    seen = _collected(sources)
    digest = hashlib.sha256()
    for text in sorted(f"{path.parent.name}/{path.name}\0{name}" for path, name in seen.items()):
        digest.update(text.encode())
    return digest.hexdigest()[:32]


def _collected(sources: Iterable[ModuleType | str | Path]) -> dict[Path, str]:
    """All source files of a unit, with the digest of each."""
    seen: dict[Path, str] = {}
    for source in sources:
        for path in _files_of(source):
            _collect(path, seen)
    return seen


def _files_of(source: ModuleType | str | Path) -> list[Path]:
    path = Path(source.__file__ or "") if isinstance(source, ModuleType) else Path(source)
    if path.name == "__init__.py":
        path = path.parent
    return sorted(path.rglob("*.py")) if path.is_dir() else [path]


def _collect(path: Path, seen: dict[Path, str]) -> None:
    path = path.resolve()
    if path in seen or not path.is_file():
        return
    text = path.read_bytes()
    seen[path] = hashlib.sha256(text).hexdigest()
    for found in _imports(path, text):
        _collect(found, seen)


@functools.lru_cache(maxsize=2_048)
def _imports(path: Path, text: bytes) -> tuple[Path, ...]:
    """The source files that a file imports. Remembered: parsing a hundred files takes a second, again and again."""
    return tuple(dict.fromkeys(_find_imports(path, text)))


def _find_imports(path: Path, text: bytes) -> Iterator[Path]:
    """The source files that a file imports, outside the standard library and `_OUTSIDE`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                base = ".".join(filter(None, [_package_of(path, node.level), base]))
            names = [base, *(f"{base}.{alias.name}" for alias in node.names)]
        else:
            continue
        for name in names:
            found = _locate(name)
            if found is not None:
                yield found


def _package_of(path: Path, level: int) -> str:
    folder = path.parent
    for _ in range(level - 1):
        folder = folder.parent
    parts = []
    while (folder / "__init__.py").exists():
        parts.append(folder.name)
        folder = folder.parent
    return ".".join(reversed(parts))


@functools.cache
def _locate(name: str) -> Path | None:
    top = name.partition(".")[0]
    if not top or top in sys.stdlib_module_names or top in _OUTSIDE:
        return None
    try:
        spec = importlib.util.find_spec(name)
    except (ImportError, AttributeError, ValueError):
        return None
    return Path(spec.origin) if spec and spec.origin and spec.origin.endswith(".py") else None


def cache_root() -> Path:
    """The folder of compiled code: SIMKIT_CACHE_DIR, else the user's cache folder, else a temporary one."""
    named = os.environ.get("SIMKIT_CACHE_DIR")
    home = os.environ.get("XDG_CACHE_HOME")
    own = (Path(home) if home else Path("~").expanduser() / ".cache") / "simkit"
    for place in (Path(named) if named else own, own):
        with contextlib.suppress(OSError):
            place.mkdir(parents=True, exist_ok=True)
            if os.access(place, os.W_OK):
                return place
    return Path(tempfile.gettempdir()) / f"simkit-{os.getuid() if hasattr(os, 'getuid') else 'user'}"


def _edited_since_start(sources: Iterable[str]) -> bool:
    """True if a source file is younger than this process: what was imported may be older than what lies there now.

    Seen in practice: a test run imported a game, the game was edited, the run compiled the old code and left it in the
    folder that the new sources name. Every later process then played by the old rules.
    """
    with contextlib.suppress(OSError):
        return any(path.stat().st_mtime > _STARTED for path in _collected(sources))
    return True


@functools.cache
def _private_root() -> Path:
    """A cache folder for this process alone; it goes with it."""
    folder = Path(tempfile.mkdtemp(prefix="simkit-edited-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


@functools.cache
def cache_folder(*sources: str) -> Path:
    """The cache folder of code compiled from these files: named by digest, numba's version and the flags."""
    settings = f"bounds={_config.BOUNDSCHECK} opt={_config.OPT} py={sys.version_info[:2]}"
    flags = f"{numba.__version__} {sorted(_FLAGS.items())} {settings}"
    label = hashlib.sha256(f"{source_digest(*sources)} {flags}".encode()).hexdigest()[:20]
    folder = (_private_root() if _edited_since_start(sources) else cache_root()) / label
    with contextlib.suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True)
        os.utime(folder)
    return folder


def sweep(now: float | None = None) -> None:
    """Remove cache folders that nobody used for 30 days."""
    limit = (now or time.time()) - _UNUSED_DAYS * 86_400
    with contextlib.suppress(OSError):
        for folder in cache_root().iterdir():
            if folder.is_dir() and folder.stat().st_mtime < limit:
                shutil.rmtree(folder, ignore_errors=True)


def compile_in(folder: Path, function: Callable[..., Any], signature: Any = None) -> Any:
    """Compile `function`, cached in `folder`; with a signature at once. With JIT off: the function itself."""
    if not JIT_ON:
        return function
    before = _config.CACHE_DIR
    _config.CACHE_DIR = str(folder)  # read when the function is decorated
    try:
        decorate: Any = numba.njit  # its overloads do not say that a signature may be left out
        wanted = () if signature is None else (signature,)
        return decorate(*wanted, cache=True, **_FLAGS)(function)
    finally:
        _config.CACHE_DIR = before


def kernel(function: F) -> F:
    """Compile a game's kernel, or a helper that kernels and strategies call."""
    if not JIT_ON:
        return function
    return cast(F, compile_in(cache_folder(function.__code__.co_filename), function))


def was_compiled(dispatcher: Any) -> bool:
    """True if the dispatcher had to compile in this process instead of loading from its cache."""
    return JIT_ON and sum(dispatcher.stats.cache_misses.values()) > 0


def quiet_overflow() -> Any:
    """Context for running kernels as plain Python: unsigned arithmetic wraps there with a warning."""
    return contextlib.nullcontext() if JIT_ON else np.errstate(over="ignore")


def _popcount_plain(word: Any) -> int:
    return int(word).bit_count()


def _ctz_plain(word: Any) -> int:
    number = int(word)
    return (number & -number).bit_length() - 1


def _bits(name: str) -> Callable[[Any], Any]:
    """An intrinsic on a uint64 that gives an int64: LLVM's ctpop or cttz. It raises with JIT off, hence the twins."""

    @intrinsic
    def word_bits(typingctx: Any, word: Any) -> Any:
        def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            word64 = context.cast(builder, args[0], signature.args[0], types.uint64)
            if name == "popcount":
                return builder.ctpop(word64)
            return builder.cttz(word64, context.get_constant(types.boolean, True))

        return types.int64(word), code

    return cast(Callable[[Any], Any], word_bits)


popcount: Callable[[Any], Any] = _bits("popcount") if JIT_ON else _popcount_plain
"""Number of set bits of a uint64, as int64."""
ctz: Callable[[Any], Any] = _bits("ctz") if JIT_ON else _ctz_plain
"""Number of trailing zero bits of a non-zero uint64, as int64."""


@intrinsic
def _borrow(typingctx: Any, array: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        null: Any = cgutils.get_null_value
        made = context.make_array(signature.args[0])(context, builder, value=args[0])
        made.meminfo = null(made.meminfo.type)
        made.parent = null(made.parent.type)
        return made._getvalue()

    return array(array), code


def _borrow_plain(array: Any) -> Any:
    return array


borrow: Callable[[Any], Any] = cast(Callable[[Any], Any], _borrow) if JIT_ON else _borrow_plain
"""The same array without ownership, for kernels: its slices are not reference-counted.

Counting is an atomic operation for each slice; three slices a decision took a quarter of the loop's time. Whoever calls
the kernel must keep the array alive, as a caller from Python does.
"""


def argument_names(function: Callable[..., Any]) -> Iterable[str]:
    """Names of a plain or compiled function's arguments."""
    plain = getattr(function, "py_func", function)
    return plain.__code__.co_varnames[: plain.__code__.co_argcount]
