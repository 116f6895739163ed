"""The strategies that come with simkit: one module a game, plain functions.

The entry point group `simkit.strategies` names this module; a third party's strategies come through the same door.
"""

from __future__ import annotations

from simkit.strategy import Strategy
from simkit_strategies.anaphylaxis import STRATEGIES as ANAPHYLAXIS
from simkit_strategies.doctor_li import STRATEGIES as DOCTOR_LI
from simkit_strategies.sneeze import STRATEGIES as SNEEZE
from simkit_strategies.snowhere import STRATEGIES as SNOWHERE

_STRATEGIES: tuple[Strategy, ...] = (*ANAPHYLAXIS, *SNEEZE, *SNOWHERE, *DOCTOR_LI)


def provide() -> tuple[Strategy, ...]:
    """The strategies of all built-in games, in the order in which `simkit strategies` lists them."""
    return _STRATEGIES
