"""What holds in every game of Anaphylaxis, however it is played (specification, end of section 4 and section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.engine import play
from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from tests.games.anaphylaxis.snapshots import name, number, spread
from tests.games.anaphylaxis.tables import Compiled
from tests.reference import anaphylaxis as twin
from tests.reference.players import uniform

HAND = {3: 5, 4: 7}
HIGHEST = {3: 22, 4: 27}
"""Points of a round: one bee of each colour and value, no pass, the last round's most bonus, sole survivor."""

tables = st.tuples(st.sampled_from([3, 4]), st.integers(0, 2**62), st.floats(0, 1))


def moves(table: Compiled, seed: int, pass_rate: float) -> Iterator[list[str]]:
    """Play random legal actions to the end of the game; yields the legal actions before each."""
    rng = np.random.default_rng(seed)
    while table.actor is not None:
        legal = table.legal()
        yield legal
        held = [a for a in legal if a != "x"]
        may_pass = len(held) < len(legal)
        table.act("x" if may_pass and rng.random() < pass_rate else held[int(rng.integers(len(held)))])


@settings(max_examples=40)
@given(tables)
def test_every_list_of_legal_actions_holds_distinct_actions_that_check_accepts(case: Any) -> None:
    n_players, seed, pass_rate = case
    table = Compiled(n_players, seed)
    for legal in moves(table, seed, pass_rate):
        assert legal
        numbers = [number(a) for a in legal]
        assert numbers == sorted(set(numbers))
        assert [name(k) for k in range(21) if not table.refuses(name(k))] == legal


@settings(max_examples=40)
@given(tables)
def test_cards_are_conserved(case: Any) -> None:
    """Hands, gifts under way, leftover and cards played are the whole deck, all through each round."""
    n_players, seed, pass_rate = case
    table = Compiled(n_players, seed)
    deck = sorted(str(c) for c in twin.full_deck(n_players))
    for _ in moves(table, seed, pass_rate):
        state = table.state
        found = list(table.leftover())
        for seat in range(n_players):
            found += spread(int(state.hands[seat])) + spread(int(state.table.thrown[seat]))
            found += spread(int(state.given[seat])) if table.exchanging() else []
        assert sorted(found) == deck
        bees = [c for seat in range(n_players) for c in table.front(seat)]
        thrown = [c for seat in range(n_players) for c in spread(int(state.table.thrown[seat]))]
        assert all(bees.count(c) <= thrown.count(c) for c in bees)


@settings(max_examples=40)
@given(tables)
def test_at_most_one_elimination_a_trick_and_somebody_is_always_in(case: Any) -> None:
    n_players, seed, pass_rate = case
    table = Compiled(n_players, seed)
    tricks, eliminations = 0, 0
    for _ in moves(table, seed, pass_rate):
        now = int(table.state.eliminations.sum())
        assert 0 <= now - eliminations <= table.tricks() - tricks <= 1
        tricks, eliminations = table.tricks(), now
        still_in = [s for s in range(n_players) if not table.is_out(s)]
        assert len(still_in) >= 2  # a round with one player left is over
        assert table.actor in still_in
        assert all(len(set(table.front(s))) == len(table.front(s)) for s in still_in)
        assert all(table.passes(s) <= 2 for s in range(n_players))


@settings(max_examples=40)
@given(tables)
def test_length_and_points_of_a_round_are_bounded(case: Any) -> None:
    n_players, seed, pass_rate = case
    table = Compiled(n_players, seed)
    rounds: list[tuple[int, list[int]]] = [(0, [0] * n_players)]
    for _ in moves(table, seed, pass_rate):
        if table.round_number() > len(rounds):
            rounds.append((table.tricks(), table.totals()))
    rounds.append((table.tricks(), table.totals()))
    assert len(rounds) == n_players + 1
    for number_of_round, ((tricks, totals), (more_tricks, more)) in enumerate(pairwise(rounds), start=1):
        assert 1 <= more_tricks - tricks <= HAND[n_players] + 2
        gains = [b - a for a, b in zip(totals, more, strict=True)]
        assert min(gains) >= 0
        assert max(gains) >= 1  # the most bonus goes to somebody
        assert max(gains) <= HIGHEST[n_players] - n_players + number_of_round


@settings(max_examples=40)
@given(tables)
def test_the_three_player_fourth_chair_stays_empty(case: Any) -> None:
    _, seed, pass_rate = case
    table = Compiled(3, seed)
    for _ in moves(table, seed, pass_rate):
        state = table.state
        assert int(state.hands[3]) == int(state.given[3]) == int(state.table.bees[3]) == 0
        assert table.is_out(3)


def turned(card: str, shift: int) -> str:
    """The card with its colour moved on along the cycle of trumps."""
    return card if card == "x" else twin.COLOURS[(twin.COLOURS.index(card[0]) + shift) % 4] + card[1]


@pytest.mark.parametrize("n_players", [3, 4])
@pytest.mark.parametrize("shift", [1, 2, 3])
def test_no_colour_has_an_edge(n_players: int, shift: int) -> None:
    """Turning all colours along the trump cycle gives the turned round, to the last point."""
    rng = np.random.default_rng([n_players, shift])
    for block in range(40):
        plain, other = Compiled(n_players, 6, block, exchange_count=0), Compiled(n_players, 6, block, exchange_count=0)
        hands = [[twin.card(turned(c, shift)) for c in plain.hand(s)] for s in range(n_players)]
        none = [0] * n_players
        details = {"passes": none, "out": none, "totals": none, "dealer": 0, "leader": 0, "round_number": 1}
        other.place(hands, [[] for _ in range(n_players)], details)
        while plain.round_number() == 1:
            legal = plain.legal()
            assert {turned(a, shift) for a in legal} == set(other.legal())
            assert plain.actor == other.actor
            action = legal[int(rng.integers(len(legal)))]
            plain.act(action)
            other.act(turned(action, shift))
        assert other.round_number() == 2
        assert plain.totals() == other.totals()
        assert plain.tricks_won() == other.tricks_won()


@pytest.mark.parametrize(("n_players", "mean"), [(3, 10.1), (4, 11.3)])
def test_mean_score_of_uniform_play_is_the_one_other_implementations_found(n_players: int, mean: float) -> None:
    """Uniform over distinct actions, also in the exchange: within 0.3 of the calibration (section 0a, +- 0.15).

    The calibrated `random` draws physical cards in the exchange instead, which makes hardly a difference.
    """
    packed = GAME.pack_rules(make_rules(GAME, {}, n_players), n_players)
    m = 4000
    blocks, repeats = np.arange(m), np.zeros(m, np.int64)
    batch = play(GAME, packed, [uniform(GAME.name)] * n_players, 1, blocks, repeats)
    assert abs(batch.score.mean() - mean) < 0.3


@pytest.mark.parametrize("n_players", [3, 4])
def test_credits_of_a_game_add_up_to_one(n_players: int) -> None:
    packed = GAME.pack_rules(make_rules(GAME, {}, n_players), n_players)
    blocks = np.arange(2000)
    batch = play(GAME, packed, [uniform(GAME.name)] * n_players, 2, blocks, np.zeros_like(blocks))
    assert np.allclose(batch.credit.sum(axis=1), 1)
    assert ((batch.credit > 0) == (batch.score == batch.score.max(axis=1, keepdims=True))).all()
    # Tallies reconcile: each elimination and each trick belongs to one seat.
    names = [t.name for t in GAME.tallies_of("seat")]
    won = batch.seat_tallies[:, :, names.index("tricks_won")].sum(axis=1)
    game_names = [t.name for t in GAME.tallies_of("game")]
    assert (won == batch.game_tallies[:, game_names.index("tricks")]).all()
    suffered = batch.seat_tallies[:, :, names.index("eliminations_suffered")]
    assert suffered.max() <= n_players
    assert (suffered.sum(axis=1) <= n_players * (n_players - 1)).all()
