"""The source files that the house checks look at."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SHIPPED = ("simkit", "strategies", "experiments", "reports")


def files(*folders: str, suffixes: tuple[str, ...] = (".py",)) -> list[Path]:
    """All files of these folders with one of these suffixes, sorted."""
    return sorted(
        path
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.suffix in suffixes and path.is_file() and "__pycache__" not in path.parts
    )


@cache
def tree(path: Path) -> ast.Module:
    """The syntax tree of a file."""
    return ast.parse(path.read_text(), filename=str(path))


def shown(path: Path) -> str:
    """The path as a person would type it."""
    return path.relative_to(ROOT).as_posix()


def dotted(node: ast.expr) -> str:
    """`a.b.c` of an attribute chain, an empty string for anything else."""
    if isinstance(node, ast.Name):
        return node.id
    if isinstance(node, ast.Attribute):
        base = dotted(node.value)
        return f"{base}.{node.attr}" if base else ""
    return ""


def imported(path: Path) -> Iterator[tuple[int, str]]:
    """Line and full dotted name of everything that a file imports."""
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            yield from ((node.lineno, f"{node.module or ''}.{alias.name}") for alias in node.names)
