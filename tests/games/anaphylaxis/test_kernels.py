"""Kernels of Anaphylaxis: piles, the deal, what is drawn when, and the two services for the conformance suites."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine.single import Session
from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from simkit.games.anaphylaxis.state import BEES, DECK_3, DECK_4, NO_CARD, PASS, TRICK
from simkit.games.anaphylaxis.trick import copies, n_cards, nth_card, together, with_card, without_card
from simkit.jit import quiet_overflow
from simkit.rng import make_chance, make_rng, shuffle, start
from simkit.strategy import make_player
from simkit_strategies.anaphylaxis import STRATEGIES

RANDOM = next(s for s in STRATEGIES if s.name == "random")


def session(n_players: int = 4, block: int = 0, **options: Any) -> Session:
    """A game of random players under the options."""
    rules = GAME.pack_rules(make_rules(GAME, options, n_players), n_players)
    return Session(GAME, rules, [make_player(RANDOM, {})] * n_players, 7, block, 0)


def pile(*cards: int) -> int:
    """The pile of some card kinds."""
    held = 0
    for card in cards:
        held = int(with_card(np.int64(held), card))
    return held


def test_piles_count_both_copies() -> None:
    twice = pile(3, 3, 19)
    assert [int(copies(twice, k)) for k in (3, 19, 0)] == [2, 1, 0]
    assert int(n_cards(twice)) == 3
    assert sorted(int(nth_card(twice, i)) for i in range(3)) == [3, 3, 19]
    assert int(without_card(np.int64(twice), 3)) == pile(3, 19)
    assert int(together(np.int64(pile(3, 5)), np.int64(pile(3, 7)))) == pile(3, 3, 5, 7)


@pytest.mark.parametrize("n_players, deck, each", [(4, DECK_4, 7), (3, DECK_3, 5)])
def test_a_3_1_deal_is_the_shuffled_deck_seat_by_seat(n_players: int, deck: Any, each: int) -> None:
    chance, cards = make_chance(7, 5, 1), deck.copy()
    with quiet_overflow():
        start(chance, 0)
        shuffle(chance, cards, len(cards))
    state = session(n_players, block=5).state
    for seat in range(n_players):
        assert int(state.hands[seat]) == pile(*map(int, cards[seat * each : (seat + 1) * each]))
    assert int(state.leftover) == (int(cards[-1]) if n_players == 3 else NO_CARD)


def test_a_1_3_bees_are_the_fours_and_fives() -> None:
    assert {k for k in range(20) if BEES >> k & 1} == {k for k in range(20) if k % 5 >= 3}


def test_deal_of_round_2_does_not_depend_on_what_was_played() -> None:
    hands = []
    for option in (1, 2):
        game = session(exchange_count=option)
        while game.state.rounds == 0:
            game.advance()
        hands.append([int(h) for h in game.state.hands])
    assert hands[0] == hands[1]


@pytest.mark.parametrize("direction, gets", [("right", (3, 0, 1, 2)), ("left", (1, 2, 3, 0))])
def test_a_3_2_cards_change_hands_when_all_have_chosen(direction: str, gets: tuple[int, ...]) -> None:
    game = session(exchange_dir=direction)
    dealt = [int(h) for h in game.state.hands]
    while game.state.kind != TRICK:
        assert game.look().received == 0
        game.advance()
    given = [int(g) for g in game.state.given]
    for giver, receiver in enumerate(gets):
        for card in range(20):
            kept = int(copies(dealt[receiver], card)) - int(copies(given[receiver], card))
            assert int(copies(int(game.state.hands[receiver]), card)) == kept + int(copies(given[giver], card))
    assert int(game.look().received) == given[gets.index(0)]


def test_alternate_exchange_goes_left_in_round_2() -> None:
    game = session(exchange_dir="alternate")
    while not (game.state.rounds == 1 and game.state.kind == TRICK):
        game.advance()
    view = game.look()
    assert int(view.seat) == 1
    assert int(view.received) == int(game.state.given[0])


def test_check_tells_each_reason() -> None:
    game = session(leader_may_pass=False)
    check = game.kernels.check

    def reason(action: int) -> str:
        return GAME.illegal[int(check(game.state, game.rules, action))]

    assert "no action" in reason(21)
    assert "exchanged" in reason(PASS)
    while game.state.kind != TRICK:
        game.advance()
    assert "first to act" in reason(PASS)
    game.state.hands[0] = pile(3, 8)
    assert "not hold" in reason(0)
    game.apply(3)
    game.state.hands[1] = pile(4, 9)
    assert "lead colour" in reason(9)
    assert reason(4) == ""
    game.state.table.passes[1] = 2
    assert "used" in reason(PASS)


def test_view_lists_legal_actions_ascending_pass_last() -> None:
    game = session()
    while game.state.kind != TRICK:
        game.advance()
    game.state.hands[0] = pile(13, 13, 2, 9)
    view = game.look()
    assert [int(a) for a in view.legal] == [2, 9, 13, PASS, -1, -1, -1, -1]
    assert (int(view.n_legal), int(view.later)) == (4, 3)


def test_voids_are_remembered_for_the_round() -> None:
    game = session()
    while game.state.kind != TRICK:
        game.advance()
    game.state.hands[0], game.state.hands[1] = pile(0, 5), pile(10, 11)
    game.apply(0)
    game.apply(10)
    assert [int(v) for v in game.state.table.voids] == [0, 1, 0, 0]


@pytest.mark.parametrize("n_players", [3, 4])
def test_rehide_keeps_what_the_seat_knows_and_moves_the_rest(n_players: int) -> None:
    game = session(n_players)
    rng, moved = make_rng(1, 2, 3, 0), 0
    while not game.over:
        seat = int(game.state.to_act)
        before = game.look().copy()
        other = game._states.copy().view(np.recarray)[0]
        with quiet_overflow():
            game.kernels.rehide(other, game.rules, seat, rng)
        view = np.zeros(1, GAME.view_dtype).view(np.recarray)[0]
        game.kernels.view(other, game.rules, seat, view)
        assert str(view.tolist()) == str(before.tolist())
        cards = [int(other.leftover)] if n_players == 3 else []
        for s in range(n_players):
            held = together(other.hands[s], other.table.thrown[s])
            cards += [int(nth_card(held, i)) for i in range(int(n_cards(held)))]
            aside = int(other.given[s]) if other.kind != TRICK else 0
            cards += [int(nth_card(aside, i)) for i in range(int(n_cards(aside)))]
        assert sorted(cards) == sorted(map(int, DECK_3 if n_players == 3 else DECK_4))
        moved += other.hands.tolist() != game.state.hands.tolist()
        game.advance()
    assert moved > 20


def test_standing_is_the_total_and_the_bees_of_who_is_in() -> None:
    game = session()
    while not game.over:
        table = game.state.table
        for seat in range(4):
            bees = 0 if table.out[seat] else int(n_cards(table.bees[seat]))
            assert int(game.kernels.standing(game.state, game.rules, seat)) == int(table.scores[seat]) + bees
        game.advance()


def test_table_of_three_has_an_empty_fourth_chair() -> None:
    game = session(3)
    while not game.over:
        assert game.state.table.out[3] == 1
        assert int(game.state.hands[3]) == 0
        game.advance()
    assert int(game.state.rounds) == 3
