"""The kernels of Sneeze under the names that every game has."""

from __future__ import annotations

from simkit.game import Kernels
from simkit.games.sneeze.hidden import rehide, reseat
from simkit.games.sneeze.looking import outcome, standing, tally, view
from simkit.games.sneeze.moves import check, step
from simkit.games.sneeze.piles import setup

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
