"""What holds in every game of Sneeze, however it is played (specification, end of section 4 and section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit.engine import play
from simkit.game import CAPPED, RUNNING, STALEMATE, make_rules
from simkit.games.sneeze import GAME
from simkit.games.sneeze.state import ENDS, FLIP_DOWN, PAY, TURN, W1_OTHER, W1_OWN, W2, W3
from simkit.rng import below
from simkit.strategy import Player, Strategy
from tests.games.sneeze.snapshots import state_of_kernels
from tests.games.sneeze.tables import Compiled
from tests.reference import sneeze as twin
from tests.reference.players import uniform

tables = st.tuples(st.integers(2, 6), st.integers(0, 2**62), st.sampled_from(["standard", "simplified", "combined"]))


def moves(table: Compiled, seed: int) -> Iterator[list[int]]:
    """Play random legal actions to the end of the game; yields the legal actions before each."""
    rng = np.random.default_rng(seed)
    while table.actor is not None:
        legal = table.legal_numbers()
        yield legal
        table.step(legal[int(rng.integers(min(len(legal), 2 if rng.random() < 0.3 else 10**6)))])


@settings(max_examples=40)
@given(tables)
def test_cards_are_conserved(case: Any) -> None:
    """S3.1, at every decision."""
    n_players, seed, mode = case
    table = Compiled(n_players, seed, and_now_mode=mode)
    sneeze = [slot for slot, face in enumerate(table.faces()[0]) if face]
    and_now = [slot for slot, title in enumerate(table.faces()[1]) if title]
    assert (len(sneeze), len(and_now)) == (81, 30)

    def check() -> None:
        now = state_of_kernels(table.state)
        found = [*now["deck"], *now["discard"], *chain(*now["pools"], *now["allergies"])]
        assert sorted(found) == sneeze
        held = chain(*now["hands"], *now["breath"], *now["tricks"][0], *now["tricks"][1])
        assert sorted([*now["adeck"], *now["adiscard"], *now["air_card"], *held]) == and_now

    for _ in moves(table, seed):
        check()
    check()


@settings(max_examples=40)
@given(tables)
def test_between_turns_nobody_matches_the_upwind_pool(case: Any) -> None:
    """S3.2; and at most two events a turn; and the sum of allergies never decreases."""
    n_players, seed, mode = case
    table = Compiled(n_players, seed, and_now_mode=mode)
    total = n_players
    for _ in moves(table, seed):
        now = state_of_kernels(table.state)
        assert sum(len(own) for own in now["allergies"]) >= total
        total = sum(len(own) for own in now["allergies"])
        if int(table.state.kind) != TURN:
            continue
        up = now["heads"][7]
        pool = [n << len(on) for n, on in zip(now["counts"][up], now["tricks"][up], strict=True)]
        for seat in range(n_players):
            if not now["breath"][seat]:
                assert any(need > n for need, n in zip(now["needs"][seat], pool, strict=True))
    assert int(table.state.most_events) <= 2


@settings(max_examples=25)
@given(tables)
def test_every_list_of_legal_actions_is_what_check_accepts(case: Any) -> None:
    n_players, seed, mode = case
    table = Compiled(n_players, seed, and_now_mode=mode)
    names = list(twin.ACTIONS)
    for i, legal in enumerate(moves(table, seed)):
        assert legal
        assert len(legal) == len(set(legal))
        if i % 5 == 0 or int(table.state.kind) >= PAY:
            every = range(len(twin.ACTIONS[names[int(table.state.kind)]]))
            assert [a for a in every if table.check(a) == 0] == sorted(legal)


def batch(n_players: int, m: int, player: Player | None = None, **options: Any) -> Any:
    packed = GAME.pack_rules(make_rules(GAME, options, n_players), n_players)
    players = [player or uniform(GAME.name)] * n_players
    return play(GAME, packed, players, 4, np.arange(m), np.zeros(m, np.int64))


@pytest.mark.parametrize("n_players", [2, 3, 4, 5, 6])
def test_exactly_one_winner_and_no_four_sneezers_below_four_players(n_players: int) -> None:
    games = batch(n_players, 4000)
    ends = games.end_reason
    won = ends >= W1_OWN
    assert won.mean() > 0.999
    assert (games.credit[won].sum(axis=1) == 1).all()
    assert (games.credit[won].max(axis=1) == 1).all()
    assert not games.credit[~won].any()
    assert (games.turns[~won] == 1000).all()
    assert (ends == W3).any() == (n_players > 3)
    for end in (W1_OWN, W1_OTHER, W2):
        assert (ends == end).any()
    names = [t.name for t in GAME.tallies_of("seat")]
    caused = games.seat_tallies[:, :, names.index("sneezes_caused")].sum(axis=1)
    assert (caused == games.seat_tallies[:, :, names.index("sneezes_suffered")].sum(axis=1)).all()
    for title in names[-8:]:
        drawn, used, held = (
            games.seat_tallies[:, :, names.index(f"{verb}_{title.removeprefix('held_')}")]
            for verb in ("drawn", "played", "held")
        )
        assert (drawn == used + held).all()


@pytest.mark.parametrize("n_players", [2, 4, 6])
def test_without_windy_days_games_end(n_players: int) -> None:
    games = batch(n_players, 1000, windy_count=0)
    assert (games.end_reason != RUNNING).all()
    assert (games.end_reason >= W1_OWN).mean() > 0.9


def choose_down(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    if view.kind == TURN:
        return FLIP_DOWN
    return view.legal[below(rng, view.n_legal)]


@pytest.mark.parametrize("n_players", [2, 4, 6])
def test_flipping_down_without_windy_days_is_a_stalemate(n_players: int) -> None:
    """Section 5: the deck runs dry, and the next full round changes nothing."""
    down = Player(Strategy("down", GAME.name, "always flips down", choose=choose_down), ())
    games = batch(n_players, 50, down, windy_count=0)
    assert (games.end_reason == STALEMATE).all()
    assert (games.turns == 81 - n_players + n_players).all()
    assert not games.credit.any()
    assert not games.capped.any()


def test_the_cap_is_reported() -> None:
    games = batch(4, 500, max_turns=20)
    assert games.turns.max() == 20
    assert (games.capped == (games.end_reason == CAPPED)).all()
    assert games.capped.mean() > 0.5
    assert not games.credit[games.capped].any()
    assert (games.turns[games.capped] == 20).all()


def test_ways_to_win_have_words() -> None:
    assert GAME.end_reasons[W1_OWN : W3 + 1] == ENDS
