"""Records as memory: what is copied, zeroed and pointed at, compiled and plain."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit import records
from simkit.jit import kernel

OPEN = [("a", np.int64), ("grid", np.int8, (2, 3)), ("small", np.int16)]
SOURCE = np.dtype([*OPEN, ("secret", np.int64), ("same", np.int64)], align=True)
TARGET = np.dtype([*OPEN, ("own", np.int8, (5,)), ("same", np.int64)], align=True)
HEAD = np.dtype([("x", np.int64), ("y", np.int16)], align=True)
NESTED = np.dtype([("head", HEAD), ("list", np.uint8, (4,)), ("end", np.int8)], align=True)


@kernel
def copy(source: Any, target: Any) -> None:
    """Compiled."""
    records.copy_open(source, target)


@kernel
def zero(record: Any) -> None:
    """Compiled."""
    records.clear(record)


@kernel
def add_rows(table: Any, first: Any, second: Any) -> Any:
    """Compiled: rows as pointers."""
    one, other = records.row_at(table, first), records.row_at(table, second)
    one[0] += 1
    return one[0] * 100 + other[2]


def filled(dtype: np.dtype[Any], byte: int) -> Any:
    return np.full(dtype.itemsize, byte, np.uint8).view(dtype).view(np.recarray)[0]


def fields_of(record: Any) -> dict[str, Any]:
    return {name: np.asarray(record[name]).tolist() for name in record.dtype.names}


@pytest.mark.parametrize("copier", [copy, records._copy_open_plain], ids=["compiled", "plain"])
def test_the_leading_fields_alike_are_copied_whole_and_nothing_else(copier: Any) -> None:
    source, target = filled(SOURCE, 7), filled(TARGET, 0)
    copier(source, target)
    expected = {name: fields_of(source)[name] for name in ("a", "grid", "small")}
    assert fields_of(target) == expected | {"own": [0] * 5, "same": 0}


def test_open_fields_end_at_the_first_that_differs() -> None:
    assert records.open_fields(SOURCE, TARGET) == ("a", "grid", "small")
    assert records.open_bytes(SOURCE, TARGET) == 16
    shifted = np.dtype([("a", np.int64), ("grid", np.int8, (2, 4))], align=True)
    assert records.open_fields(SOURCE, shifted) == ("a",)
    assert records.open_bytes(SOURCE, np.dtype([("b", np.int64)])) == 0


@pytest.mark.parametrize("clearer", [zero, records._clear_plain], ids=["compiled", "plain"])
@pytest.mark.parametrize("dtype", [SOURCE, TARGET, NESTED], ids=["source", "target", "nested"])
def test_a_record_is_zeroed_to_its_last_field(clearer: Any, dtype: np.dtype[Any]) -> None:
    record = filled(dtype, 0x55)
    clearer(record)
    assert fields_of(record) == fields_of(filled(dtype, 0))


@pytest.mark.parametrize("adder", [add_rows, None], ids=["compiled", "plain"])
def test_a_row_is_read_and_written_in_place(adder: Any) -> None:
    table = np.arange(12, dtype=np.int64).reshape(4, 3)
    if adder is None:
        rows = records._row_at_plain(table, 2), records._row_at_plain(table, 3)
        rows[0][0] += 1
        assert rows[1][2] == 11
    else:
        assert adder(table, 2, 3) == 711
    assert table[2, 0] == 7
