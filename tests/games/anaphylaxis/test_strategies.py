"""Heuristics of Anaphylaxis do what section 6 of the specification and their page say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simkit.engine import play
from simkit.engine.single import Session
from simkit.game import make_rules
from simkit.games.anaphylaxis import GAME
from simkit.games.anaphylaxis.state import EXCHANGE, PASS, TRICK
from simkit.games.anaphylaxis.trick import with_card
from simkit.jit import quiet_overflow
from simkit.rng import make_rng
from simkit.strategy import make_player
from simkit_strategies.anaphylaxis import STRATEGIES

BY_NAME = {s.name: s for s in STRATEGIES}
R1, R2, R3, R4, R5 = range(5)
G1, G2, G3, G4, G5 = range(5, 10)
Y1, Y2, Y3, Y4, Y5 = range(10, 15)
B1, B2, B3, B4, B5 = range(15, 20)


def pile(*cards: int) -> int:
    """The pile of some card kinds."""
    held = np.int64(0)
    for card in cards:
        held = with_card(held, card)
    return int(held)


def place(hand: tuple[int, ...], kind: int = TRICK, played: tuple[int, ...] = (), **front: tuple[int, ...]) -> Session:
    """A table at which seat 4 acts after the seats before it played `played`; bees in front: s0=(R4,) ..."""
    rules = GAME.pack_rules(make_rules(GAME, {}, 4), 4)
    game = Session(GAME, rules, [make_player(BY_NAME["random"], {})] * 4, 1, 0, 0)
    state, table = game.state, game.state.table
    state.kind, state.to_act = kind, 3
    state.hands[:] = 0
    state.hands[3] = pile(*hand)
    table.leader = 3 - len(played)
    table.lead = next((c // 5 for c in played if c != PASS), -1)
    for seat, card in enumerate(played, 3 - len(played)):
        table.played[seat] = card
        if card != PASS:
            table.thrown[seat] = pile(card)
    for seat in range(4):
        table.bees[seat] = pile(*front.get(f"s{seat}", ()))
    return game


def choices(name: str, game: Session, n: int = 300, **params: float) -> Counter[int]:
    """How often the strategy chooses each action, over n random streams."""
    player = make_player(BY_NAME[name], params)
    values = np.zeros(16)
    values[: len(player.values)] = player.values
    view, memory = game.look(), np.zeros(32, np.int64)
    choose: Callable[..., Any] = BY_NAME[name].choose  # type: ignore[assignment]
    with quiet_overflow():
        return Counter(int(choose(view, game.rules, values, memory, make_rng(1, i, 0, 3))) for i in range(n))


def share(counts: Counter[int], action: int) -> float:
    """Share of an action among the choices."""
    return counts[action] / counts.total()


def test_random_gives_physical_cards_uniformly() -> None:
    counts = choices("random", place((R4, R4, G1), EXCHANGE), 1500)
    assert share(counts, R4) == pytest.approx(2 / 3, abs=0.05)


def test_random_plays_distinct_actions_uniformly() -> None:
    counts = choices("random", place((R4, R4, G1)), 1500)
    assert set(counts) == {R4, G1, PASS}
    assert share(counts, R4) == pytest.approx(1 / 3, abs=0.05)


def test_low_dodger_plays_its_lowest_card_colours_uniformly() -> None:
    counts = choices("low_dodger", place((R2, G2, B5)), 1000)
    assert set(counts) == {R2, G2}
    assert share(counts, R2) == pytest.approx(0.5, abs=0.06)


def test_low_dodger_sheds_its_highest_loser_when_it_cannot_follow() -> None:
    assert set(choices("low_dodger", place((B5, Y4, G2), played=(R3,)))) == {Y4}  # blue is trump and would win
    assert set(choices("low_dodger", place((B5, B2), played=(R3,)))) == {B2}  # all would win
    assert set(choices("low_dodger", place((R5, R4, Y5), played=(R3,)))) == {R4}  # it can follow


def test_low_dodger_gives_its_highest_cards() -> None:
    assert set(choices("low_dodger", place((R5, G5, B1), EXCHANGE))) == {R5, G5}


def test_bee_grabber_takes_bees_with_its_highest_winner() -> None:
    assert set(choices("bee_grabber", place((R5, R1), played=(R4,)))) == {R5}
    assert set(choices("bee_grabber", place((R2, R1), played=(R3,)))) == {R1}  # nothing wins
    assert set(choices("bee_grabber", place((R3, R1), played=(R2,)))) == {R1}  # no bee in the trick
    assert set(choices("bee_grabber", place((R3, R1), played=(R2, G5)))) == {R3}
    assert set(choices("bee_grabber", place((B1, B3, Y5), played=(R5,)))) == {B3}  # trump wins, highest face value
    assert set(choices("bee_grabber", place((R5, R1), played=(R4,), s3=(R5,)))) == {R5}  # whatever the danger


def test_bee_grabber_gives_its_lowest_cards() -> None:
    assert set(choices("bee_grabber", place((R1, G5, B4), EXCHANGE))) == {R1}
    assert set(choices("bee_grabber", place((G5, B4), EXCHANGE))) == {B4}


def test_safe_collector_shuns_a_pair_and_takes_other_bees() -> None:
    assert set(choices("safe_collector", place((R5, R1), played=(R4,), s3=(R4,)))) == {R1}
    assert set(choices("safe_collector", place((R5, R1), played=(R4,)))) == {R5}
    assert set(choices("safe_collector", place((R5, R1), played=(R4,), s3=(R4,)), danger=0, bee_cost=5)) == {R1, R5}


def test_safe_collector_passes_when_that_is_cheaper() -> None:
    must_win = place((R5,), played=(R4,), s3=(R4,))
    assert set(choices("safe_collector", must_win)) == {PASS}
    assert set(choices("safe_collector", must_win, danger=1)) == {R5}
    assert set(choices("safe_collector", must_win, danger=3, pass_weight=2)) == {R5}


def test_safe_collector_dumps_the_twin_on_the_winner() -> None:
    game = place((Y4, G4, G1), played=(R3,), s2=(G4,))
    assert set(choices("safe_collector", game)) == {G4}
    assert set(choices("safe_collector", game, kill=0)) == {G4, G1}


def test_safe_collector_counts_who_acts_later() -> None:
    first = place((G4, R1))
    assert set(choices("safe_collector", first)) == {G4}
    later = place((G4, R1))
    later.state.table.bees[3] = pile(G4)
    assert set(choices("safe_collector", later)) == {R1}
    assert set(choices("safe_collector", later, later=5)) == {PASS}  # leading always wins now, 3 to act: -15


def test_safe_collector_gives_one_of_each_pair_then_its_highest() -> None:
    assert set(choices("safe_collector", place((R4, R4, G5, B1), EXCHANGE))) == {R4}
    assert set(choices("safe_collector", place((R4, G5, B1), EXCHANGE))) == {G5}


def test_assassin_keeps_the_twin_of_the_bee_it_gave() -> None:
    game = place((R5, G4, B1), EXCHANGE)
    game.state.given[3] = pile(R5)
    assert set(choices("assassin", game)) == {G4}
    assert set(choices("safe_collector", game)) == {R5}


def test_assassin_would_rather_eliminate_than_collect() -> None:
    game = place((B1, G4), played=(R4, Y4, R5), s2=(G4,))
    assert set(choices("safe_collector", game)) == {B1}  # trumps three bees
    assert set(choices("assassin", game)) == {G4}
    assert set(choices("assassin", game, kill=0, leader_kill=0)) == {B1}
    assert set(choices("assassin", game, kill=0, leader_kill=9)) == {G4}
    game.state.table.scores[0] = 50  # somebody else leads the game
    assert set(choices("assassin", game, kill=0, leader_kill=9)) == {B1}


def test_assassin_lures_the_hidden_twin_out() -> None:
    game = place((R1, G1), s1=(G5,))
    assert set(choices("assassin", game)) == {G1}
    assert set(choices("assassin", game, lure=0)) == {R1, G1}
    game.state.table.thrown[0] = pile(G5, G5)  # both copies seen
    assert set(choices("assassin", game)) == {R1, G1}


@pytest.mark.parametrize(
    "name, scores, tricks",
    [
        ("random", (10.1, 11.3), (6.05, 8.35)),
        ("low_dodger", (16.5, 19.5), (4.92, 6.94)),
        ("bee_grabber", (17.2, 21.3), (4.50, 6.84)),
    ],
)
@pytest.mark.parametrize("n_players", [3, 4])
def test_calibration(name: str, scores: tuple[float, float], tricks: tuple[float, float], n_players: int) -> None:
    """Section 0a: mean score and tricks a round of independent implementations."""
    rules = GAME.pack_rules(make_rules(GAME, {}, n_players), n_players)
    blocks = np.arange(8000)
    batch = play(GAME, rules, [make_player(BY_NAME[name], {})] * n_players, 11, blocks, np.zeros_like(blocks))
    assert batch.score.mean() == pytest.approx(scores[n_players - 3], abs=0.15)
    assert batch.game_tallies[:, 0].sum() / batch.rounds.sum() == pytest.approx(tricks[n_players - 3], abs=0.05)
