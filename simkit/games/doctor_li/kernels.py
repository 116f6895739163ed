"""The kernels of Doctor Li under the names that every game has."""

from __future__ import annotations

from simkit.game import Kernels
from simkit.games.doctor_li.hidden import rehide, reseat
from simkit.games.doctor_li.legal import check
from simkit.games.doctor_li.looking import outcome, tally, view
from simkit.games.doctor_li.moves import step
from simkit.games.doctor_li.scoring import standing
from simkit.games.doctor_li.turn import setup

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
