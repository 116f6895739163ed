"""Turning the table: what the games' `reseat` kernels share (T13)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.jit import kernel


@kernel
def turn_seats(row: Any, n: Any, shift: Any) -> None:
    """Move the entry of seat s to seat (s + shift) % n, for the first n entries of a 1-d array."""
    for _ in range(shift % n):
        last = row[n - 1]
        for seat in range(n - 1, 0, -1):
            row[seat] = row[seat - 1]
        row[0] = last


@kernel
def turn_rows(rows: Any, n: Any, shift: Any) -> None:
    """The same for the rows of a 2-d array."""
    for column in range(rows.shape[1]):
        turn_seats(rows[:, column], n, shift)


@kernel
def turn_seat(seat: Any, n: Any, shift: Any) -> Any:
    """Where a seat goes; NOBODY and other negative values stay."""
    return (np.int64(seat) + shift) % n if seat >= 0 else np.int64(seat)


@kernel
def turn_bits(bits: Any, n: Any, shift: Any) -> Any:
    """The same for a set of seats, one bit each."""
    turned = np.int64(0)
    for seat in range(n):
        if bits >> seat & 1:
            turned |= np.int64(1) << ((seat + shift) % n)
    return turned
