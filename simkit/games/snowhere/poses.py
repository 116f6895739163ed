"""Packed poses and places in kernels. A *place* is a tuple (x, y, cosine, sine), in mm."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere.state import ANGLES, GRID, NO_POSE, OFFSET, X_SHIFT, Y_SHIFT
from simkit.games.snowhere.trig import cosine, sine
from simkit.jit import kernel

_MASK_Y = 2 * OFFSET - 1
_MASK_ANGLE = (1 << Y_SHIFT) - 1
_TOP = 1 << (X_SHIFT + 20)


@kernel
def pose_x(pose: Any) -> Any:
    """x of the centre in mm."""
    return np.float64((np.int64(pose) >> X_SHIFT) - OFFSET) / GRID


@kernel
def pose_y(pose: Any) -> Any:
    """y of the centre in mm."""
    return np.float64((np.int64(pose) >> Y_SHIFT & _MASK_Y) - OFFSET) / GRID


@kernel
def pose_angle(pose: Any) -> Any:
    """The angle in 1/100 degrees, 0 to 17999."""
    return np.int64(pose) & _MASK_ANGLE


@kernel
def pose_cos(pose: Any) -> Any:
    """Cosine of the angle."""
    return cosine(pose_angle(pose))


@kernel
def pose_sin(pose: Any) -> Any:
    """Sine of the angle."""
    return sine(pose_angle(pose))


@kernel
def is_pose(pose: Any) -> Any:
    """Whether an int64 is a packed pose."""
    return 0 <= pose < _TOP and pose_angle(pose) < ANGLES


@kernel
def place_of(pose: Any) -> Any:
    """The place of a packed pose."""
    angle = pose_angle(pose)
    return pose_x(pose), pose_y(pose), cosine(angle), sine(angle)


@kernel
def make_pose(x: Any, y: Any, angle: Any) -> Any:
    """The pose nearest to x, y (mm) with an angle in 1/100 degrees (any whole number); NO_POSE beyond the grid."""
    if not (-2047.0 < x < 2047.0 and -2047.0 < y < 2047.0):
        return np.int64(NO_POSE)
    column = np.int64(np.floor(x * GRID + 0.5)) + OFFSET
    row = np.int64(np.floor(y * GRID + 0.5)) + OFFSET
    turned = np.int64(angle) % ANGLES
    return column << X_SHIFT | row << Y_SHIFT | turned


@kernel
def fire_place(table: Any, card: Any) -> Any:
    """The place of a fire card by id; at FAR once it was picked up."""
    return table.fire_x[card], table.fire_y[card], table.fire_c[card], table.fire_s[card]


@kernel
def snow_place(table: Any, i: Any) -> Any:
    """The place of the i-th snow card."""
    return table.snow_x[i], table.snow_y[i], table.snow_c[i], table.snow_s[i]
