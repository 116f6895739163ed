"""Records as memory, for kernels: zero one, copy what two have alike, hand on a row of numbers as a pointer.

numba assigns records field by field, and passes a slice as seven words that it counts references of; in the loop that
asks a strategy for every decision of every game, both cost more than the rules do. Each function has a plain twin for
NUMBA_DISABLE_JIT=1 that does the same with NumPy.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import types as numba_types
from numba.core import cgutils as numba_cgutils
from numba.extending import intrinsic

from simkit.jit import JIT_ON

types: Any = numba_types  # their functions are not annotated
cgutils: Any = numba_cgutils


def open_fields(source: np.dtype[Any], target: np.dtype[Any]) -> tuple[str, ...]:
    """The leading fields that two record types have alike: name, type and place."""
    names: list[str] = []
    places: Any = (source.fields, target.fields)
    for one, other in zip(source.names or (), target.names or (), strict=False):
        if one != other or places[0][one][:2] != places[1][one][:2]:
            break
        names.append(one)
    return tuple(names)


def open_bytes(source: np.dtype[Any], target: np.dtype[Any]) -> int:
    """Bytes from the start of both records to the end of the last field that they have alike."""
    places: Any = source.fields
    ends = [places[name][1] + places[name][0].itemsize for name in open_fields(source, target)]
    return max(ends, default=0)


@intrinsic
def _copy_open(typingctx: Any, source: Any, target: Any) -> Any:
    n_bytes = open_bytes(source.dtype, target.dtype)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        places = (_bytes_at(builder, args[1]), _bytes_at(builder, args[0]))
        cgutils.raw_memcpy(builder, *places, cgutils.intp_t(n_bytes), 1)
        return context.get_dummy_value()

    return types.void(source, target), code


def _bytes_at(builder: Any, pointer: Any) -> Any:
    return builder.bitcast(pointer, cgutils.voidptr_t)


def _copy_open_plain(source: Any, target: Any) -> None:
    for name in open_fields(source.dtype, target.dtype):
        target[name] = source[name]


@intrinsic
def _clear(typingctx: Any, record: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        cgutils.memset(builder, _bytes_at(builder, args[0]), cgutils.intp_t(record.size), 0)
        return context.get_dummy_value()

    return types.void(record), code


def _clear_plain(record: Any) -> None:
    for name in record.dtype.names:
        record[name] = np.zeros((), record.dtype[name])


@intrinsic
def _row_at(typingctx: Any, table: Any, row: Any) -> Any:
    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, value=args[0])
        step = cgutils.unpack_tuple(builder, array.strides)[0]
        at = cgutils.pointer_add(builder, _bytes_at(builder, array.data), builder.mul(args[1], step))
        return builder.bitcast(at, context.get_value_type(signature.return_type))

    return types.CPointer(table.dtype)(table, types.int64), code


def _row_at_plain(table: Any, row: Any) -> Any:
    return table[row]


@intrinsic
def _copy_row(typingctx: Any, table: Any, row: Any, out: Any) -> Any:
    n_bytes = int(np.dtype(str(table.dtype)).itemsize) * table.shape[1]
    if table.dtype != out.dtype or table.shape[1:] != out.shape:
        raise TypeError(f"copy_row needs rows like {out}; it was given {table}.")

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        source = context.make_array(signature.args[0])(context, builder, value=args[0])
        target = context.make_array(signature.args[2])(context, builder, value=args[2])
        offset = builder.mul(args[1], cgutils.intp_t(n_bytes))
        start = cgutils.pointer_add(builder, _bytes_at(builder, source.data), offset)
        cgutils.raw_memcpy(builder, _bytes_at(builder, target.data), start, cgutils.intp_t(n_bytes), 1)
        return context.get_dummy_value()

    return types.void(table, types.int64, out), code


def _copy_row_plain(table: Any, row: Any, out: Any) -> None:
    out[:] = table[row]


@intrinsic(prefer_literal=True)  # type: ignore[untyped-decorator, unused-ignore]
def _scratch(typingctx: Any, size: Any, kind: Any) -> Any:
    number = kind.instance_type

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        room = context.get_constant(types.intp, size.literal_value)
        return cgutils.alloca_once(builder, context.get_data_type(number), size=room)

    return types.CPointer(number)(size, kind), code


def _scratch_plain(size: int, kind: Any) -> Any:
    return np.empty(size, kind)


Function = Callable[..., Any]
copy_open: Function = cast(Function, _copy_open) if JIT_ON else _copy_open_plain
"""copy_open(source, target): copy the leading fields that two records have alike, in one piece."""
clear: Function = cast(Function, _clear) if JIT_ON else _clear_plain
"""clear(record): set every byte of a record to 0."""
row_at: Function = cast(Function, _row_at) if JIT_ON else _row_at_plain
"""row_at(table, row): a row of a 2-dimensional array as a pointer; it is valid as long as the array is."""
copy_row: Function = cast(Function, _copy_row) if JIT_ON else _copy_row_plain
"""copy_row(table, row, out): copy a row of a record's 2-dimensional array to a record's array of that length."""
scratch: Function = cast(Function, _scratch) if JIT_ON else _scratch_plain
"""scratch(size, kind): `size` (a constant) numbers of a kind such as np.int64 on the stack, to be indexed, not yet set.

np.empty asks the system for memory each time. It ends with the function that asks for it: never return it.
"""
