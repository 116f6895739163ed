"""Strategies that fail. A file of its own: the digest of a strategy follows the imports of its file, here none."""

from __future__ import annotations

from typing import Any


def illegal(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return -7


def raises(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    if view.seat >= 0:
        raise ValueError("no idea")
    return 0


def does_not_compile(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return open("diary.txt")  # type: ignore[return-value]  # noqa: PTH123


def wrong_arguments(view: Any, rng: Any) -> int:
    return 0
