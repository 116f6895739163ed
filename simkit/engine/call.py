"""Calling a strategy from compiled code by its address: whoever sits at a seat, with one jump and no Python object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import int64
from numba.core import cgutils as numba_cgutils
from numba.extending import intrinsic

from simkit.jit import JIT_ON

cgutils: Any = numba_cgutils  # its functions are not annotated


@intrinsic
def _call_at(typingctx: Any, table: Any, seat: Any, view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    asked = (view, rules, params, memory, rng)

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        convention = context.call_conv
        array = context.make_array(signature.args[0])(context, builder, value=args[0])
        address = builder.load(builder.gep(array.data, [args[1]]))
        function = builder.inttoptr(address, convention.get_function_type(int64, asked).as_pointer())
        status, answer = convention.call_function(builder, function, int64, asked, args[2:])
        with cgutils.if_unlikely(builder, status.is_error):
            convention.return_status_propagate(builder, status)
        return answer

    return int64(table, int64, *asked), code


def _call_plain(table: Any, seat: Any, *asked: Any) -> Any:
    return table[seat](*asked)


call_at: Callable[..., Any] = cast(Callable[..., Any], _call_at) if JIT_ON else _call_plain
"""call_at(table, seat, view, rules, params, memory, rng): the answer of the strategy whose address is table[seat].

table: int64[seats], from `addresses`; with JIT off a tuple of functions. The other arguments have the types with which
every entry was compiled (`simkit.engine.entry`).
"""


def addresses(entries: tuple[Any, ...]) -> Any:
    """The table that `call_at` reads. The compiled functions must outlive it."""
    return np.array([_address(entry) for entry in entries], np.int64) if JIT_ON else entries


def _address(entry: Any) -> int:
    """Where the only compiled version of a function lies."""
    (compiled,) = entry.overloads.values()
    return int(compiled.library.get_pointer_to_function(compiled.fndesc.llvm_func_name))
