"""What the author of a game writes: the suites, subclassed."""

from __future__ import annotations

from dice_race.game import GAME
from dice_race.strategies import STRATEGIES

from simkit.testing import GameConformance, StrategyConformance


class TestGame(GameConformance):
    game = GAME
    players = (2, 3, 6)
    variants = ({}, {"target": 20, "faces": 10})
    has_secrets = False


class TestHoldAt(StrategyConformance):
    game = GAME
    strategy = STRATEGIES[0]
    players = (2, 4)


class TestRandom(StrategyConformance):
    game = GAME
    strategy = STRATEGIES[1]
    players = (3,)


class TestCoward(StrategyConformance):
    game = GAME
    strategy = STRATEGIES[2]
    players = (3,)
    variants = ({"target": 20},)
