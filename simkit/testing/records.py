"""Compare and fill records field by field; padding between fields says nothing and is never looked at."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

import numpy as np


def differences(a: Any, b: Any, leave_out: Collection[str] = ()) -> list[str]:
    """`path: a != b` for every field in which two records of one dtype differ; `leave_out`: top-level names."""
    return list(_differences(a, b, "", leave_out))


def _differences(a: Any, b: Any, path: str, leave_out: Collection[str]) -> Iterator[str]:
    for name in a.dtype.names:
        if name in leave_out:
            continue
        x, y = a[name], b[name]
        base = a.dtype[name].base
        if base.fields is None:
            if not np.array_equal(x, y):
                yield f"{path}{name}: {_short(x)} != {_short(y)}"
        elif a.dtype[name].shape:
            for i, (p, q) in enumerate(zip(np.ravel(x), np.ravel(y), strict=True)):
                yield from _differences(p, q, f"{path}{name}[{i}].", ())
        else:
            yield from _differences(x, y, f"{path}{name}.", ())


def _short(value: Any) -> str:
    text = np.array2string(np.asarray(value), threshold=20, edgeitems=6).replace("\n", "")
    return text if len(text) < 100 else text[:97] + "..."


def filled(dtype: np.dtype[Any], byte: int) -> Any:
    """A record all of whose bytes are `byte`: what a kernel finds where somebody else has worked before."""
    return np.full(dtype.itemsize, byte, np.uint8).view(dtype).view(np.recarray)[0]


def copied(record: Any) -> Any:
    """An independent copy of a record."""
    rows = np.zeros(1, record.dtype).view(np.recarray)
    rows[0] = record
    return rows[0]
