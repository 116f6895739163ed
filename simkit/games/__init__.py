"""The games that come with simkit. Each is one package; none knows another.

The entry point group `simkit.games` names this module; a third party's games come through the same door.
"""

from __future__ import annotations

from simkit.game import Game
from simkit.games.anaphylaxis import GAME as ANAPHYLAXIS
from simkit.games.doctor_li import GAME as DOCTOR_LI
from simkit.games.sneeze import GAME as SNEEZE
from simkit.games.snowhere import GAME as SNOWHERE

_GAMES: tuple[Game, ...] = (ANAPHYLAXIS, SNEEZE, SNOWHERE, DOCTOR_LI)


def provide() -> tuple[Game, ...]:
    """The games, in the order in which `simkit games` lists them."""
    return _GAMES
