"""What holds in every game of Doctor Li, however it is played (specification, end of section 4, section 5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from simkit import plugins
from simkit.engine import play
from simkit.game import CAPPED, make_rules
from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import FINISHED, N_ACTIONS, N_FACES, N_NATURAL, N_STACK, SORTS, WILD
from simkit.strategy import Player, make_player
from tests.games.doctor_li.hasty import HASTY
from tests.games.doctor_li.tables import Compiled
from tests.games.doctor_li.twin_snapshots import state_of_kernels

READINGS: tuple[dict[str, Any], ...] = (
    {},
    {"ohno_effect": "return", "n_ohno": 2, "fish_mode": "open", "exchange4_pile": "any", "light_action_pick": "any"},
    {"epidemic_mode": "held_only", "oigt_discard_chooser": "random", "max_wilds_per_set": 1, "hoard_threshold": 9},
)
PLAYERS = (2, 3, 4, 5, 6)
tables = st.tuples(st.sampled_from(PLAYERS), st.integers(0, 2**62), st.sampled_from(READINGS))


def moves(table: Compiled, seed: int, most: int = 3000) -> Iterator[list[int]]:
    """Play to the end, putting down whenever that may be; yields the legal actions before each."""
    rng = np.random.default_rng(seed)
    while table.actor is not None and most:
        legal, most = table.legal_numbers(), most - 1
        yield legal
        eager = rng.random() < 0.5
        action = legal[-1] if eager else legal[int(rng.integers(len(legal)))]
        table.step(legal[0] if action < N_ACTIONS - 3 and rng.random() < 0.3 else action)


def bits_of(counts: list[int]) -> int:
    """A bit for every face of which there is a card."""
    return sum(1 << face for face, n in enumerate(counts) if n)


def shown_by(counts: list[int], category: int) -> int:
    """Cards that show a category, wild cards included."""
    naturals = counts[4 * category : 4 * category + 4]
    return sum(naturals) + sum(counts[WILD + mask] for mask in range(1, 8) if mask >> category & 1)


def check_cards(table: Compiled, slots: list[int]) -> None:
    """C3.1, and every count that is kept agrees with where the cards are."""
    state, now = table.state, state_of_kernels(table.state)
    down = [cards for _, _, cards in now["sets"].values()]
    found = [*chain(*now["piles"]), *now["lying"], *now["limbo"], *chain(*now["hands"]), *chain(*down)]
    assert sorted(found) == slots
    assert sorted(now["discard"]) == [s for s in now["lying"] if s < N_STACK]
    faces = table.rules.face

    def by_face(cards: Any) -> list[int]:
        return np.bincount([int(faces[s]) for s in cards], minlength=N_FACES).tolist()

    assert now["hand"] == [by_face(hand) for hand in now["hands"]]
    assert now["hand_sizes"] == [len(hand) for hand in now["hands"]]
    assert [int(bits) for bits in state.held[: table.n]] == [bits_of(counts) for counts in now["hand"]]
    assert state.suits[: table.n].tolist() == [[shown_by(counts, c) for c in range(3)] for counts in now["hand"]]
    assert int(state.lying) == bits_of(now["dumped"])
    assert int(state.laid) == bits_of(state.shown.tolist())
    assert now["dumped"] == by_face(now["lying"])
    assert sum(now["discard_n"]) == len(now["lying"])
    assert now["discard_n"][0] == len(now["discard"])
    assert state.set_faces.tolist() == by_face(chain(*down))[: len(state.set_faces)]
    assert state.shown.tolist()[:19] == by_face(now["limbo"])[:19] or int(state.trying) < 0
    for known, hand in zip(now["known"], now["hand"], strict=True):  # what everybody knows is true
        assert all(k <= h for k, h in zip(known, hand, strict=True))


def check_sets(table: Compiled) -> None:
    """C8.1: different cards of the category, wild cards that show it; C10.1."""
    now, points = state_of_kernels(table.state), [0] * table.n
    for owner, category, cards in now["sets"].values():
        faces = [int(table.rules.face[s]) for s in cards]
        naturals = [f for f in faces if f < N_NATURAL]
        assert len(cards) in (3, 4)
        assert len(set(naturals)) == len(naturals)
        assert all(f // 4 == category for f in naturals)
        assert all((f - WILD) >> category & 1 for f in faces if f >= N_NATURAL)
        most = int(table.rules.max_wilds)
        assert not most or len(faces) - len(naturals) <= most
        points[owner] += len(cards) - 2
    assert now["points"] == points
    assert sum(table.standings()) - sum(points) == int(now["finisher"] >= 0)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_cards_are_conserved_and_sets_are_valid(case: Any) -> None:
    n_players, seed, options = case
    table = Compiled(n_players, seed, **options)
    slots = [slot for slot, face in enumerate(table.rules.face) if face >= 0]
    for _ in moves(table, seed):
        check_cards(table, slots)
        check_sets(table)
    check_cards(table, slots)
    check_sets(table)


@settings(max_examples=25, deadline=None)
@given(tables)
def test_every_list_of_legal_actions_is_what_check_accepts(case: Any) -> None:
    n_players, seed, options = case
    table = Compiled(n_players, seed, **options)
    for i, legal in enumerate(moves(table, seed, most=400)):
        assert legal
        assert legal == sorted(set(legal))
        if i % 5 == 0:
            assert [a for a in range(N_ACTIONS) if table.check(a) == 0] == legal


@settings(max_examples=25, deadline=None)
@given(tables)
def test_the_last_round_has_one_turn_for_each_other_player(case: Any) -> None:
    n_players, seed, options = case
    table = Compiled(n_players, seed, **options)
    first, actors = None, []
    for _ in moves(table, seed):
        current = int(table.state.current)
        if not actors or actors[-1][0] != int(table.state.turns):
            actors.append((int(table.state.turns), current))
        if first is None and int(table.state.final_left):
            first = int(table.state.turns), current
    if int(table.state.ended) != FINISHED:
        return
    assert first is not None
    last = [seat for turn, seat in actors if turn > first[0]]
    assert last == [(first[1] + 1 + i) % n_players for i in range(n_players - 1)]
    assert int(table.state.turns) == first[0] + n_players


# --- many games at once -----------------------------------------------------------------------------------------------


def column(games: Any, name: str) -> Any:
    """A seat tally of all games."""
    return games.seat_tallies[:, :, [t.name for t in GAME.tallies_of("seat")].index(name)]


def game_column(games: Any, name: str) -> Any:
    return games.game_tallies[:, [t.name for t in GAME.tallies_of("game")].index(name)]


def batch(n_players: int, m: int, player: Player, **options: Any) -> Any:
    packed = GAME.pack_rules(make_rules(GAME, options, n_players), n_players)
    return play(GAME, packed, [player] * n_players, 4, np.arange(m), np.zeros(m, np.int64))


HASTY_PLAYER = make_player(HASTY, {})
BEGINNER = plugins.parse_player(GAME.name, "beginner")


@pytest.mark.parametrize("n_players", PLAYERS)
def test_results_and_tallies_agree(n_players: int) -> None:
    games = batch(n_players, 1500, HASTY_PLAYER)
    done = games.end_reason == FINISHED
    assert done.mean() > 0.98
    order, score = column(games, "finish_order"), games.score
    assert np.allclose(games.credit[done].sum(axis=1), 1)
    assert ((order[done] == 1).sum(axis=1) == 1).all()
    assert (
        column(games, "attempts") == sum(column(games, f"{k}") for k in ("failures", "sets_of_three", "sets_of_four"))
    ).all()
    alone = (games.credit == 1).any(axis=1) & ((order == 1) & (games.credit == 1)).any(axis=1)
    assert (alone[done] == game_column(games, "finisher_wins")[done]).all()
    assert score[done].max() <= 7
    assert (games.rounds == games.turns // n_players).all()
    for name in ("failures", "interrupts", "counters", "deflections", "escapes", "wiped", "hoarding_losses",
                 "wts_at_leader", "fished", "fours", "sets_of_four"):  # fmt: skip
        assert column(games, name).any(), name
    for sort in SORTS:
        assert column(games, f"drawn_{sort}").any(), sort
        assert column(games, f"played_{sort}").any(), sort
    oigts = sum(column(games, name) for name in ("interrupts", "counters", "deflections", "escapes"))
    assert (column(games, "played_oigt") == oigts).all()
    assert (column(games, "wts_at_leader") <= column(games, "played_wts")).all()
    assert game_column(games, "category_reshuffles").any()
    assert game_column(games, "action_reshuffles").any()
    assert game_column(games, "starved_draws").any() == (n_players > 4)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_no_card_is_played_or_held_that_was_not_drawn(n_players: int) -> None:
    """The fourth: sets that go back to their owner, whose wild cards are drawn again and may be put down again."""
    for options in (*READINGS, {"ohno_effect": "return", "n_ohno": 2, "n_wild": 9, "n_light": 6}):
        games = batch(n_players, 500, HASTY_PLAYER, **options)
        for sort in SORTS:
            drawn, played, held = (column(games, f"{use}_{sort}") for use in ("drawn", "played", "held"))
            assert (played + held <= drawn).all(), (sort, options)
        held_all = sum(column(games, f"held_{sort}") for sort in SORTS)
        assert (held_all <= column(games, "hand_at_end")).all()


@pytest.mark.parametrize("player", [HASTY_PLAYER, BEGINNER], ids=["hasty", "beginner"])
@pytest.mark.parametrize("n_players", PLAYERS)
def test_only_who_completes_all_three_can_win(n_players: int, player: Player) -> None:
    """The structural theorem: without Oh No You Didn't, every winner has put down all three categories."""
    games = batch(n_players, 1500, player, n_ohno=0)
    done = games.end_reason == FINISHED
    assert done.mean() > 0.98
    winners = games.credit[done] > 0
    assert (column(games, "finish_order")[done][winners] > 0).all()
    assert (games.credit[done].max(axis=1) == 1).all()  # and nobody shares a victory


def test_with_other_points_the_theorem_falls() -> None:
    """The test above can fail: with a set of four worth nine, players win without finishing."""
    games = batch(4, 1500, BEGINNER, n_ohno=0, set_points=[1, 9])
    winners = games.credit > 0
    assert (column(games, "finish_order")[winners] == 0).any()


def test_never_putting_down_ends_at_the_cap() -> None:
    """Section 5: the piles are recycled for ever; the game is counted as capped and nobody wins it."""
    games = batch(4, 40, plugins.parse_player(GAME.name, "never_down"))
    assert (games.end_reason == CAPPED).all()
    assert games.capped.all()
    assert (games.rounds == 300).all()
    assert not games.credit.any()
    assert not column(games, "attempts").any()


def test_the_cap_can_be_moved() -> None:
    games = batch(3, 300, HASTY_PLAYER, max_rounds=12)
    assert 0.2 < games.capped.mean() < 1
    assert (games.turns[games.capped] == 36).all()
    assert games.turns.max() <= 38  # a last round is played to its end
    assert games.turns.max() > 36


@pytest.mark.slow
@pytest.mark.parametrize("n_players", PLAYERS)
def test_many_games_of_every_reading_end(n_players: int) -> None:
    for options in READINGS:
        games = batch(n_players, 2000, HASTY_PLAYER, **options)
        assert (games.end_reason == FINISHED).mean() > 0.98
