"""Calling a strategy from compiled code by its address: whoever sits at a seat, with one jump and no Python object."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

import numpy as np
from numba import int64, types
from numba.core import cgutils as numba_cgutils
from numba.core.errors import TypingError
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


def wrong_answer(kind: Any) -> str:
    """What is wrong with a strategy that returns this type of numba; "" if nothing is."""
    if isinstance(kind, types.Integer):
        return ""
    if isinstance(kind, types.Optional):
        return "it must return a whole number, the action, on every way through it; one way ends without."
    given = "nothing" if isinstance(kind, types.NoneType) else f"a value of type {kind}"
    return f"it must return a whole number, the action; it returns {given}."


@intrinsic  # type: ignore[untyped-decorator, unused-ignore]
def _as_action(typingctx: Any, answer: Any) -> Any:
    if wrong := wrong_answer(answer):
        raise TypingError(wrong)  # else numba would cut a fraction off

    def code(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return context.cast(builder, args[0], answer, int64)

    return int64(answer), code


def _call_plain(table: Any, seat: Any, *asked: Any) -> Any:
    answer = table[seat](*asked)
    if isinstance(answer, bool) or not isinstance(answer, (int, np.integer)):
        raise TypeError(f"choose must return the number of an action, a whole number; it returned {answer!r}.")
    return answer


as_action: Callable[..., Any] = _as_action
"""What a strategy returned, if it is a whole number; else the call does not compile."""
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
