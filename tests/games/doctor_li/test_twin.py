"""The kernels against the slow twin: the same seeds, the same actions, everything compared after every decision."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.engine import play
from simkit.game import MAX_SEATS, make_rules
from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import N_ACTIONS, N_COUNTS
from simkit.jit import quiet_overflow
from tests.games.common.batches import play_uniformly
from tests.games.common.kernels import KernelTable
from tests.games.doctor_li.twin_play import VARIANTS, Rng, choose, drawn_breaks, drawn_options, one
from tests.games.doctor_li.twin_snapshots import (
    ENDS,
    counts_of_twin,
    number_of,
    state_of_kernels,
    state_of_twin,
    view_of_kernels,
    view_of_twin,
)
from tests.reference import doctor_li as twin
from tests.reference import doctor_li_felt as felt
from tests.reference.doctor_li_cards import COUNTED_CARDS
from tests.reference.players import uniform
from tests.reference.rng import Chance

PLAYERS = (2, 3, 4, 5, 6)


class Compiled(KernelTable):
    """The compiled game at work."""

    game = GAME

    def tallies(self) -> tuple[list[int], list[list[int]]]:
        """Of the game, and of each seat."""
        per_game = np.zeros(len(GAME.tallies_of("game")), np.int64)
        per_seat = np.zeros((MAX_SEATS, len(GAME.tallies_of("seat"))), np.int64)
        with quiet_overflow():
            self.kernels.tally(self.state, self.rules, per_game, per_seat)
        return per_game.tolist(), per_seat[: self.n].tolist()


def game_tallies(game: twin.Table) -> list[int]:
    """What the twin says of the game, in the order of `GAME.tallies`."""
    reshuffles = [game.category.reshuffles, game.action.reshuffles]
    flags = [int(game.finisher_wins()), int(game.decided_in_last_round())]
    return [*flags, game.starved, game.no_action, *reshuffles, game.epidemics]


def seat_tallies(game: twin.Table) -> list[list[int]]:
    """What the twin says of the seats."""
    rows = []
    for seat, player in enumerate(game.players):
        held = [game.number_at_end(seat, card) for card in COUNTED_CARDS]
        rows.append([*player.counts.values(), *held, player.done, len(player.hand), int(seat == game.first_two)])
    return rows


def differences(a: dict[str, Any], b: dict[str, Any]) -> dict[str, Any]:
    """What differs, by name: kernels first."""
    return {key: (a[key], b[key]) for key in a if a[key] != b.get(key)} | dict.fromkeys(a.keys() ^ b.keys(), "missing")


def counted_differently(fast: Compiled, slow: twin.Table) -> dict[str, Any]:
    """The counters of seats that differ."""
    found = fast.state.counts[: slow.n, :N_COUNTS].T.tolist()
    expected = np.transpose(counts_of_twin(slow)).tolist()
    return differences(dict(zip(felt.TALLIES, found, strict=True)), dict(zip(felt.TALLIES, expected, strict=True)))


def compare_game(
    n_players: int, options: dict[str, Any], seed: int, block: int, rng: Rng, style: str | None = None
) -> twin.Table:
    """Play one game on both engines; without a style of play a random one."""
    where = f"{n_players} players, {options}, seed {seed}, block {block}"
    fast = Compiled(n_players, seed, block, **options)
    slow = twin.Table(make_rules(GAME, options, n_players), n_players, Chance(seed, block))
    style = style or one(rng, ["uniform", "kinds", "keen", "keen"])
    decisions = 0
    while slow.decision is not None:
        at = f"{where}, decision {decisions}: {slow.decision}"
        found, expected = state_of_kernels(fast.state), state_of_twin(slow)
        diff = differences(found, expected)
        assert not diff, f"{diff} {at}"
        should_see = view_of_twin(slow)
        seen = view_of_kernels(fast.look(), should_see)
        diff = differences(seen, should_see)
        assert not diff, f"{diff} {at}"
        tried = int(rng.integers(N_ACTIONS))
        assert (fast.check(tried) == 0) == (tried in should_see["legal"]), f"action {tried} checked, {at}"
        if slow.decision.kind == felt.PLAY:
            diff = counted_differently(fast, slow)
            assert not diff, f"{diff} {at}"
        action = choose(slow, rng, style)
        fast.step(number_of(slow.decision.kind, action))
        slow.act(action)
        decisions += 1
    compare_end(fast, slow, where)
    return slow


def compare_end(fast: Compiled, slow: twin.Table, where: str) -> None:
    found, expected = state_of_kernels(fast.state), state_of_twin(slow)
    found |= {"kind": None, "plays": slow.plays}  # nothing is left to decide in this turn
    diff = differences(found, expected)
    assert not diff, f"{diff} {where}, at the end"
    diff = counted_differently(fast, slow)
    assert not diff, f"{diff} {where}"
    assert fast.standings() == [slow.standing(s) for s in range(slow.n)], where
    assert fast.outcome().score[: slow.n].tolist() == [slow.standing(s) for s in range(slow.n)], where
    if slow.end == twin.FINISHED:
        assert fast.ranks() == slow.ranks(), where
    assert fast.tallies() == (game_tallies(slow), seat_tallies(slow)), where


@pytest.mark.parametrize("variant", VARIANTS)
@pytest.mark.parametrize("n_players", PLAYERS)
def test_rulebook_games_agree_decision_by_decision(n_players: int, variant: str) -> None:
    rng = np.random.default_rng([1, n_players, VARIANTS.index(variant)])
    for block in range(6):
        compare_game(n_players, {"variant": variant, "max_rounds": 40}, 2026, block, rng)


@pytest.mark.parametrize("n_players", PLAYERS)
def test_games_with_drawn_options_agree_decision_by_decision(n_players: int) -> None:
    rng = np.random.default_rng([2, n_players])
    ends = {compare_game(n_players, drawn_options(rng, n_players, 30), 77, block, rng).end for block in range(60)}
    assert ends == {twin.FINISHED, twin.CAPPED}, "games of one sort only were compared"


def compare_broken_finishes(seed: int, games: int) -> tuple[int, int, int]:
    """Compare games of much drama for each number of players (CA23).

    Returns how many last rounds were cancelled, in how many games the bonus moved on, and how many games without a
    finisher were played past the cap, because a last round went on there that was cancelled later.
    """
    cancelled = moved = late = 0
    for n_players in PLAYERS:
        rng = np.random.default_rng([seed, n_players])
        for block in range(games):
            options = drawn_breaks(rng, n_players)
            game = compare_game(n_players, options, seed, block, rng, "keen")
            cancelled += game.cancelled
            moved += game.finisher not in (None, game.first_done())
            late += game.end == twin.CAPPED and game.turns > options["max_rounds"] * n_players
    return cancelled, moved, late


def test_broken_finishes_agree() -> None:
    cancelled, moved, _ = compare_broken_finishes(6, 20)
    assert cancelled > 0 and moved > 0


@pytest.mark.slow
def test_many_more_broken_finishes_agree() -> None:
    assert all(n > 0 for n in compare_broken_finishes(7, 60))


@pytest.mark.slow
@pytest.mark.parametrize(("n_players", "games"), [(2, 250), (3, 150), (4, 120), (5, 80), (6, 70)])
def test_many_more_games_agree_decision_by_decision(n_players: int, games: int) -> None:
    rng = np.random.default_rng([3, n_players])
    for block in range(games):
        compare_game(n_players, drawn_options(rng, n_players, 40), 2**63 + 5, block, rng)


@pytest.mark.parametrize("taken", ["logo", "any"])
def test_light_points_that_take_each_other_back_agree_up_to_the_cap(taken: str) -> None:
    """Section 5: after 50 plays a turn can only be ended; each play is a LIGHT that takes the one before."""
    rng = np.random.default_rng([5, taken == "any"])
    options = {"light_action_pick": taken, "n_light": 6, "n_epi": 2, "n_hoard": 2, "max_rounds": 12}
    games = [compare_game(2, options, 5, block, rng, "lights") for block in range(3)]
    assert max(game.players[s].counts["played LIGHT"] for game in games for s in (0, 1)) >= 2 * twin.MOST_PLAYS


def uniform_game(n_players: int, rules: Any, seed: int, block: int, repeat: int) -> dict[str, Any]:
    """What the engine's batch must say about a game between uniform players, found by the twin alone."""
    game = twin.Table(rules, n_players, Chance(seed, block))
    found = play_uniformly(game, seed, block, repeat)
    capped = game.end == twin.CAPPED
    winners = [] if capped else game.winners()
    return found | {
        "turns": game.turns,
        "rounds": game.turns // n_players,
        "end_reason": ENDS[game.end],
        "capped": capped,
        "score": [float(game.standing(s)) for s in range(n_players)],
        "rank": game.ranks(),
        "credit": [(s in winners) / max(len(winners), 1) for s in range(n_players)],
        "game_tallies": game_tallies(game),
        "seat_tallies": seat_tallies(game),
    }


@pytest.mark.parametrize("n_players", PLAYERS)
def test_batches_of_the_engine_agree_with_games_of_the_twin(n_players: int) -> None:
    rng = np.random.default_rng([4, n_players])
    player = uniform(GAME.name)
    for seed in (0, 12345, 2**40):
        options = drawn_options(rng, n_players, 30) if seed else {"max_rounds": 60}
        rules = make_rules(GAME, options, n_players)
        blocks, repeats = np.arange(8, dtype=np.int64) // 2 * 7, np.arange(8, dtype=np.int64) % 2
        batch = play(GAME, GAME.pack_rules(rules, n_players), [player] * n_players, seed, blocks, repeats)
        for row, (block, repeat) in enumerate(zip(blocks.tolist(), repeats.tolist(), strict=True)):
            expected = uniform_game(n_players, rules, seed, block, repeat)
            got = {key: getattr(batch, key)[row].tolist() for key in expected}
            assert got == expected, f"{n_players} players, {options}, seed {seed}, block {block}, repeat {repeat}"
