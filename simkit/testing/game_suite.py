"""What every game must pass."""

from __future__ import annotations

from simkit.testing.contract import ContractTests
from simkit.testing.hidden import HiddenTests, TurningTests
from simkit.testing.moves import MoveTests
from simkit.testing.results import OutcomeTests, SameResultTests


class GameConformance(ContractTests, MoveTests, HiddenTests, TurningTests, SameResultTests, OutcomeTests):
    """Subclass it as `class TestMine(GameConformance): game = MINE`; the attributes of `Suite` say how much is played.

    A game whose actions name seats overrides `turned_action`; one of open information sets `has_secrets = False`; one
    whose decisions cannot be listed gives a strategy that plays it in `piece`.
    """
