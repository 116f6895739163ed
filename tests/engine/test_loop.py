"""What the loop counts, against expectations written by hand; and what happens when something fails."""

from __future__ import annotations

import dataclasses
from typing import Any

import numpy as np
import pytest

from simkit import engine
from simkit.engine import FailedGame, prepare
from simkit.engine.call import _call_plain
from simkit.errors import PlayError
from simkit.game import CAPPED, FIRST_OWN_END
from simkit.jit import JIT_ON
from simkit.strategy import Player, Strategy, make_player
from simkit.testing import Table, saboteur, uniform, uniform_in_lock_step
from simkit.testing.tables import batch_differences
from tests.synthetic import gifts, high_card, lottery, rescue

END = gifts.END


def script(*actions: int) -> Player:
    return make_player(gifts.SCRIPTED, {f"t{turn}": action for turn, action in enumerate(actions)})


def told(n: int, *actions: int, **options: Any) -> engine.Batch:
    """One game of gifts in which everybody follows the same script."""
    return Table(gifts.GAME, (script(*actions),) * n, options).play(1, 1)


@pytest.mark.parametrize(
    "n, actions, changes",
    [
        (2, (0, END), 0),
        (2, (0, 0, 0, END), 0),
        (2, (0, 1, 0, END), 2),  # {1} -> {1,2} -> {1} counts two (M5)
        (2, (0, 1, 1, END), 2),  # {1} -> {1,2} -> {2}
        (3, (0, 1, 2, END), 2),  # {1} -> {1,2} -> {1,2,3}
        (3, (2, 2, 1, 1, 1, END), 2),  # {3} {3} {3} {2,3} {2}
    ],
)
def test_lead_changes(n: int, actions: tuple[int, ...], changes: int) -> None:
    assert told(n, *actions).lead_changes.tolist() == [changes]


def test_a_first_leader_is_no_change_of_lead() -> None:
    """All are level before the first turn, and M5 begins with turn 2."""
    assert told(2, 1, END).lead_changes.tolist() == [0]


def test_decisions_and_legal_actions() -> None:
    """Two seats: 2 actions at turn 0, 3 later."""
    batch = told(2, 0, 1, 0, END)
    assert batch.decisions.tolist() == [4]
    assert batch.forced.tolist() == [0]
    assert batch.legal_actions.tolist() == [2 + 3 + 3 + 3]
    assert batch.turns.tolist() == [3]


def test_forced_decisions_ask_nobody() -> None:
    """After the longest allowed turn only the end is legal; the script would answer otherwise."""
    batch = told(2, 0, 1, 0, 1, longest=3)
    assert batch.decisions.tolist() == [3]
    assert batch.forced.tolist() == [1]
    assert batch.legal_actions.tolist() == [2 + 3 + 3]


def test_outcome_becomes_rank_credit_margin() -> None:
    batch = told(3, 0, 1, 0, 1, END)
    assert batch.score.tolist() == [[2, 2, 0]]
    assert batch.rank.tolist() == [[1, 1, 3]]
    assert batch.credit.tolist() == [[0.5, 0.5, 0]]
    assert batch.score_margin.tolist() == [0]
    assert told(3, 2, 2, 0, END).score_margin.tolist() == [1]


def test_no_margin_without_scores() -> None:
    batch = Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 3).play(1, 10)
    assert np.isnan(batch.score_margin).all()


def test_stalemates_give_no_credit() -> None:
    """E9. They are counted, not dropped."""
    table = Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 3, {"stalemates": 100})
    batch = table.play(1, 20)
    assert not batch.credit.any()
    assert not batch.rank.any()
    assert not batch.capped.any()
    assert set(batch.end_reason.tolist()) == {2}


def test_a_cooperative_game_succeeds_or_fails_for_all() -> None:
    table = Table(rescue.GAME, (make_player(rescue.STRATEGIES[0], {}),) * 3)
    batch = table.play(1, 400)
    assert 0.05 < batch.success.mean() < 0.95
    assert (batch.success == (batch.end_reason == rescue.RESCUED)).all()
    assert ((batch.value == 30) == (batch.success == 1)).all()
    assert not batch.credit.any()
    assert not batch.rank.any()
    assert batch.game_tallies.shape == (400, 2)
    assert batch.seat_tallies.shape == (400, 3, 1)


def test_capped_games_are_reported() -> None:
    batch = Table(gifts.GAME, (script(*[0] * 16),) * 2).play(1, 3, max_decisions=5)
    assert batch.capped.all()
    assert (batch.end_reason == CAPPED).all()
    assert not batch.credit.any()
    assert batch.turns.tolist() == [5, 5, 5]
    assert np.isnan(batch.score_margin).all()


def test_the_win_shares_are_the_true_ones() -> None:
    """20,000 draws: the largest of four deviations stays below four standard errors."""
    table = Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 4, {"extra": 50})
    shares = table.play(3, 20_000).credit.mean(axis=0)
    assert np.abs(shares - lottery.win_shares(4, 50)).max() < 4 * np.sqrt(0.25 / 20_000)


def test_every_game_of_a_batch_is_its_own() -> None:
    """T1. Deals and choices differ from game to game."""
    batch = Table(high_card.GAME, (make_player(uniform(high_card.GAME), {}),) * 4).play(5, 200)
    rows = np.concatenate([batch.score, batch.legal_actions[:, None], batch.lead_changes[:, None]], axis=1)
    assert len(np.unique(rows, axis=0)) > 60


def test_drawing_more_numbers_leaves_the_deal_alone() -> None:
    """T4. Both strategies play the highest card; one draws numbers besides. Both deals of the game stay the same."""
    plain = make_player(high_card.STRATEGIES[0], {"slips": 0})
    drawer = make_player(high_card.STRATEGIES[1], {"draws": 13})
    options = {"bonus": True, "deals": 4}
    batches = [Table(high_card.GAME, seats, options).play(9, 100) for seats in ((plain,) * 3, (drawer, plain, drawer))]
    assert not batch_differences(*batches)


def test_repeats_share_the_deal_but_not_the_choices() -> None:
    table = Table(high_card.GAME, (make_player(uniform(high_card.GAME), {}),) * 3)
    deals = {tuple(table.session(4, 17, repeat).state.hands.tolist()) for repeat in range(5)}
    assert len(deals) == 1
    batch = table.play_rows(4, np.full(20, 17), np.arange(20))
    assert len(np.unique(batch.score, axis=0)) > 3


def test_lock_step_equals_compiled() -> None:
    """Choosing the same from the same streams, the two ways give the same games, mixed at one table too."""
    game = high_card.GAME
    one, other = make_player(uniform(game), {}), make_player(uniform_in_lock_step(game), {})
    expected = Table(game, (one,) * 4).play(2, 150)
    for seats in ((other,) * 4, (one, other, one, other), (other, one, one, one)):
        for how in ({}, {"batch_bytes": 1}, {"batch_bytes": 20_000}):
            assert not batch_differences(expected, Table(game, seats).play(2, 150, **how)), (seats, how)


# --- failures --------------------------------------------------------------------------------------------------------


def test_an_exception_in_a_strategy_names_seat_and_decision() -> None:
    table = Table(gifts.GAME, (script(0, 0, 0, 0, 0, END), script(0, 0, 0, -1)))
    with pytest.raises(FailedGame, match="ValueError: the script ends here") as caught:
        table.play(1, 3)
    error = caught.value
    assert (error.row, error.seat, error.decision) == (0, 1, 3)
    assert "scripted" in error.strategy
    assert "seat 2, decision 4" in str(error)
    with pytest.raises(FailedGame, match="the script ends here") as caught:
        table.session(1).transcript()
    assert (caught.value.seat, caught.value.decision) == (1, 3)


def test_an_illegal_action_names_the_reason() -> None:
    with pytest.raises(FailedGame, match="illegal action 4: nobody may end before the first gift") as caught:
        told(2, END)
    assert (caught.value.row, caught.value.seat, caught.value.decision) == (0, 0, 0)


def test_the_row_of_a_failure_is_the_row_of_the_call() -> None:
    """Slices of a batch count on. The saboteur fails in the first game in which it has a second decision."""
    game = high_card.GAME
    seats = (make_player(uniform(game), {}), saboteur(game, after=1, answer=-1))
    table = Table(game, seats, {"hand_cards": 2, "deals": 1})
    assert (table.play(1, 20).decisions <= 2).all()
    table = dataclasses.replace(table, options={"hand_cards": 2, "deals": 2})
    for how in ({}, {"batch_bytes": 1}):
        with pytest.raises(FailedGame) as caught:
            table.play(1, 20, **how)
        assert (caught.value.row, caught.value.seat) == (0, 1)


def _fails_in_block_7(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    answers = np.zeros(len(views), np.int64)
    answers[7] = 99
    return answers


def _wrong_shape(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    return np.zeros(3)


def _raises(views: Any, rules: Any, params: Any, rng: Any) -> Any:
    raise KeyError("nothing learnt")


def _lock_step(choose_batch: Any) -> Player:
    return make_player(Strategy("thinker", "lottery", "arrays", choose_batch=choose_batch), {})


def test_an_illegal_lock_step_answer_names_its_row() -> None:
    with pytest.raises(FailedGame, match="illegal action 99") as caught:
        Table(lottery.GAME, (_lock_step(_fails_in_block_7),) * 2).play(1, 20)
    assert (caught.value.row, caught.value.seat, caught.value.decision) == (7, 0, 0)


@pytest.mark.parametrize("choose_batch, words", [(_wrong_shape, "20 whole numbers"), (_raises, "KeyError")])
def test_a_lock_step_strategy_that_fails(choose_batch: Any, words: str) -> None:
    with pytest.raises(FailedGame, match=words) as caught:
        Table(lottery.GAME, (_lock_step(choose_batch),) * 2).play(1, 20)
    assert "thinker" in str(caught.value)


def _does_not_compile(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return {"a": [view]}["a"].no_such_thing  # type: ignore[attr-defined,no-any-return]


def _unknown_field(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    return int(view.cards_of_others)


def _never_ends(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    while True:
        memory[0] += 1


def _returns_a_fraction(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return 0.5 * view.legal[0]


def _returns_sometimes(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    if view.n_legal > 2:
        return view.legal[0]
    return None


def _returns_all(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    return view.legal


def _wrong_arguments(view: Any, rng: Any) -> int:
    return 0


@pytest.mark.skipif(not JIT_ON, reason="without the compiler nothing is compiled")
@pytest.mark.parametrize(
    "choose, words",
    [
        (_does_not_compile, r"(?s)does not compile.*`_does_not_compile` in .*test_loop\.py, line \d+"),
        (_unknown_field, "cards_of_others"),
        (_wrong_arguments, "must be choose"),
        (_never_ends, "must return a whole number, the action; it returns nothing"),
        (_returns_a_fraction, "must return a whole number, the action; it returns a value of type float64"),
        (_returns_sometimes, "on every way through it; one way ends without"),
        (_returns_all, "it returns a value of type nestedarray"),
    ],
)
def test_a_strategy_that_does_not_compile(choose: Any, words: str) -> None:
    player = make_player(Strategy("broken", "lottery", "broken", choose), {})
    with pytest.raises(PlayError, match=words) as caught:
        prepare(lottery.GAME, [player] * 2)
    assert "broken" in str(caught.value)
    assert "Traceback" not in str(caught.value)
    assert len(str(caught.value)) < 1200


@pytest.mark.parametrize("answer", [0.5, None, True, "0"])
def test_without_the_compiler_a_wrong_answer_is_refused_when_it_comes(answer: Any) -> None:
    def choose(*asked: Any) -> Any:
        return answer

    with pytest.raises(TypeError, match="must return the number of an action, a whole number; it returned"):
        _call_plain((choose,), 0, None, None, None, None, None)


def _writes_rules(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    rules.extra = 1000
    return 0


def _writes_params(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    params[0] += 1
    return 0


@pytest.mark.parametrize("choose", [_writes_rules, _writes_params])
def test_rules_and_params_are_read_only(choose: Any) -> None:
    """Else a strategy could change the game, and a game would depend on those before it in its batch."""
    cheat = make_player(Strategy("cheat", "lottery", "bends the rules", choose), {})
    with pytest.raises(PlayError, match=r"'cheat'.* writes to rules or params"):
        Table(lottery.GAME, (cheat,) * 2).play(1, 5)


def test_two_games_with_one_state_are_refused() -> None:
    twin = dataclasses.replace(lottery.GAME, name="tombola")
    Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 2).play(1, 1)
    with pytest.raises(Exception, match="same state dtype"):
        Table(twin, (make_player(uniform(twin), {}),) * 2).play(1, 1)


def test_sessions_cap_and_end_like_batches() -> None:
    game = dataclasses.replace(gifts.GAME, max_decisions=4)
    table = Table(game, (script(*[0] * 16),) * 2)
    session = table.session(1)
    assert session.transcript()[-1] == "end: capped, after 4 gifts"
    assert table.play(1, 1).capped.all()
    assert session.advance() is None
    assert table.play(1, 1).turns.tolist() == [4]


def test_no_games_make_an_empty_batch() -> None:
    batch = Table(lottery.GAME, (make_player(lottery.STRATEGIES[0], {}),) * 2).play(1, 0)
    assert batch.credit.shape == (0, 2)


def test_words_of_ends() -> None:
    assert gifts.GAME.end_reasons[FIRST_OWN_END] == "somebody said so"
