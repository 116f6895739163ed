"""Conformance suites: classes that the tests of a game or of a strategy subclass.

    from simkit.testing import GameConformance, StrategyConformance

    class TestMyGame(GameConformance):
        game = MY_GAME
        variants = ({}, {"cards": 5})

    class TestMyStrategy(StrategyConformance):
        game = MY_GAME
        strategy = MY_STRATEGY

They need pytest only as the collector of the tests, and start two further processes (without the compiler, and with
bounds checks) when a test needs them.
"""

from simkit.testing.game_suite import GameConformance
from simkit.testing.strategy_suite import StrategyConformance
from simkit.testing.tables import Table, saboteur, uniform, uniform_in_lock_step

__all__ = ["GameConformance", "StrategyConformance", "Table", "saboteur", "uniform", "uniform_in_lock_step"]
