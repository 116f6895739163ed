"""The synthetic games pass the suites: a cooperative game, pure chance, hidden hands, actions that name seats."""

from __future__ import annotations

from typing import Any

import pytest

from simkit.strategy import Strategy
from simkit.testing import GameConformance, StrategyConformance
from simkit.testing.suite import Suite
from tests.synthetic import gifts, high_card, lottery, rescue


class SlowChecks(Suite):
    """Each of these games is compiled once more for its bounds checks, which takes longer than all else here."""

    @pytest.mark.slow
    def test_bounds_checks_find_nothing(self) -> None:
        super().test_bounds_checks_find_nothing()  # type: ignore[misc]


class TestHighCard(SlowChecks, GameConformance):
    game = high_card.GAME
    variants = ({}, {"hand_cards": 6, "deals": 3}, {"bonus": True})
    own_fields = ("hands",)
    secret_fields = ("rest",)


class TestHighest(SlowChecks, StrategyConformance):
    game = high_card.GAME
    strategy = high_card.STRATEGIES[0]


class TestRescue(SlowChecks, GameConformance):
    game = rescue.GAME
    variants = ({}, {"steps_each": 2})
    has_secrets = False


class TestHasty(SlowChecks, StrategyConformance):
    game = rescue.GAME
    strategy = rescue.STRATEGIES[0]


class TestLottery(SlowChecks, GameConformance):
    game = lottery.GAME
    players = (2, 4, 8)
    variants = ({}, {"extra": 50}, {"ties": 50, "stalemates": 10})
    has_secrets = False
    choices_matter = False


class TestGifts(SlowChecks, GameConformance):
    game = gifts.GAME
    has_secrets = False

    def turned_action(self, state: Any, action: int, shift: int) -> int:
        return action if action == gifts.END else (action + shift) % int(state.n_players)


def _own_seat(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    return views.seat


class TestLockStepStrategy(SlowChecks, StrategyConformance):
    """Gives to itself until the end is the only choice; decides for all games at once."""

    game = gifts.GAME
    strategy = Strategy("selfish", "gifts", "gives to itself", choose_batch=_own_seat)

    def turned_action(self, state: Any, action: int, shift: int) -> int:
        return action if action == gifts.END else (action + shift) % int(state.n_players)
