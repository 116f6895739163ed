"""The kernels of Snowhere under the names that every game has."""

from __future__ import annotations

from simkit.game import Kernels
from simkit.games.snowhere.hidden import rehide, reseat
from simkit.games.snowhere.looking import outcome, standing, tally, view
from simkit.games.snowhere.moves import check, setup, step

KERNELS = Kernels(
    setup=setup,
    view=view,
    check=check,
    step=step,
    outcome=outcome,
    standing=standing,
    tally=tally,
    reseat=reseat,
    rehide=rehide,
)
