"""Cosines and sines from a table, made of whole numbers only.

The library's own differ in the last bit between machines, and one bit would make two machines play different games.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from simkit.jit import kernel

QUARTER = 9_000
"""Entries of a quarter turn: hundredths of a degree."""
_PI = 3141592653589793238462643383279502884197169399375105820974944592307816406286
_PI_SCALE = 10**75
_BITS = 160


def _quarter_table() -> npt.NDArray[np.float64]:
    """cos(i / 100 degrees) for i = 0 .. 9000, each the nearest float64: a small turn, repeated in fixed point."""
    one = 1 << _BITS
    step = _PI * one // _PI_SCALE // 18_000
    power, cos_step, sin_step, k = one, one, 0, 0
    while power:  # the series of the exponential of i * step
        k += 1
        power = power * step // one // k
        sign = -1 if k % 4 in (2, 3) else 1
        if k % 2:
            sin_step += sign * power
        else:
            cos_step += sign * power
    table = np.empty(QUARTER + 1)
    c, s = one, 0
    for i in range(QUARTER):
        table[i] = c / one
        c, s = (c * cos_step - s * sin_step) >> _BITS, (s * cos_step + c * sin_step) >> _BITS
    table[QUARTER] = 0.0
    return table


_COSINES = _quarter_table()


@kernel
def cosine(i: Any) -> Any:
    """The cosine of i / 100 degrees, 0 <= i < 36000."""
    j = np.int64(i)
    turned = j >= 2 * QUARTER
    j = j - 2 * QUARTER if turned else j
    value = _COSINES[j] if j <= QUARTER else -_COSINES[2 * QUARTER - j]
    return -value if turned else value


@kernel
def sine(i: Any) -> Any:
    """The sine of i / 100 degrees, 0 <= i < 36000."""
    j = np.int64(i)
    turned = j >= 2 * QUARTER
    j = j - 2 * QUARTER if turned else j
    value = _COSINES[abs(j - QUARTER)]
    return -value if turned else value


@kernel
def logarithm(x: Any) -> Any:
    """ln x for 0 < x <= 1, by halvings and a series: + - * / only."""
    m, halvings = np.float64(x), 0
    while m < 0.75:
        m = m * 2.0
        halvings += 1
    z = (m - 1.0) / (m + 1.0)  # |z| <= 1/7
    square, term, total = z * z, z, 0.0
    for k in range(1, 43, 2):
        total += term / k
        term *= square
    return 2.0 * total - halvings * 0.6931471805599453


@kernel
def fifth_root_squared(x: Any) -> Any:
    """x ** 0.4 for 0 <= x <= 1, by Newton's steps for the fifth root of x * x: + - * / only."""
    target = x * x
    if target <= 0.0:
        return 0.0
    y = 1.0
    for _ in range(200):
        fourth = y * y * y * y
        better = (4.0 * y + target / fourth) / 5.0
        if better >= y:
            break
        y = better
    return y
