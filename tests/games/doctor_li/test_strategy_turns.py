"""Whole turns of the heuristics of Doctor Li, memory kept: which plays, in which order, how often (section 0a)."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simkit.engine.entry import ask
from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import PLAY
from simkit.jit import quiet_overflow
from simkit.rng import make_rng
from tests.games.doctor_li.scenes import scene
from tests.games.doctor_li.tables import Compiled, every_action, text_of
from tests.games.doctor_li.test_strategies import BY_NAME, values_of
from tests.games.doctor_li.twin_snapshots import number_of

NAMES = {number_of("play", action): text_of("play", action) for action in every_action("play")}
COLLECTORS = ["collector", "four_hunter", "guardian", "leader_basher"]


class Mind:
    """A strategy with its memory and its stream."""

    def __init__(self, name: str, stream: int = 0) -> None:
        self.strategy, self.values = BY_NAME[name], values_of(name, {})
        self.memory, self.rng = np.zeros(32, np.int64), make_rng(1, stream, 0, 0)

    def answer(self, table: Any) -> int:
        view = table.look()
        if int(view.n_legal) == 1:  # such a decision is not asked
            return int(view.legal[0])
        with quiet_overflow():
            return ask(GAME, self.strategy, view, table.rules, self.values, self.memory, self.rng)

    def turn(self, table: Any) -> list[str]:
        """Play the turn of the active player to its end; the others give their first answer. Returns the plays."""
        seat, turns, plays = table.actor, int(table.state.turns), []
        while int(table.state.turns) == turns:
            kind, actor = int(table.state.kind), table.actor
            action = self.answer(table) if actor == seat else table.legal_numbers()[0]
            if kind == PLAY:
                plays.append(NAMES[action])
            table.step(action)
        return plays


def turns_of(name: str, n: int, hands: str, **details: Any) -> list[list[str]]:
    """The plays of n turns at the same table, each with a stream of its own."""
    return [Mind(name, stream).turn(scene(Compiled, hands, **details)) for stream in range(n)]


def shares(turns: list[list[str]]) -> dict[str, float]:
    """How many plays of each kind a turn has on average; none more than once."""
    kinds = [Counter(play.split()[0] for play in plays) for plays in turns]
    assert all(max(kind.values()) == 1 for kind in kinds), "a kind of play came twice in a turn"
    return {name: sum(kind[name] for kind in kinds) / len(turns) for name in set().union(*kinds)}


def test_random_plays_each_kind_once_a_turn_half_of_the_time() -> None:
    """All that remains possible, whatever came before: victims have cards, there are cards to be had and to give."""
    hand = "WTS any2 x2, LIGHT x2, OHNO x2, H1 x4, H2 x4, H3 x4, L1 x4, L2 x4, D1 x4, D2 x4"
    down = "B: L3, L4, wild LD; B: D3, D4, wild HD"
    turns = turns_of("random", 600, f"{hand}|H4 x4|L3 x3", down=down, discard="D3 x3", n_ohno=2)
    found = shares(turns)
    assert found.pop("end") == 1
    assert set(found) == {"wts", "light", "ohno", "fish", "four", "put"}
    assert all(share == pytest.approx(0.5, abs=0.08) for share in found.values()), found  # 4 standard deviations


@pytest.mark.parametrize(
    ("hands", "details", "plays"),
    [
        ("LIGHT|L4|D4", {"discard": "H1", "adiscard": "EPI"}, ["light category", "light action"]),
        ("OHNO|L4|D4", {"down": "B: L1, L2, L3; C: D1, D2, D3; C: H1, H2, H3"}, ["ohno 0", "ohno 1", "ohno 2"]),
        ("H1 x3, H2||", {"discard": "D1"}, ["four category H"]),
        (
            "H1 x3, wild HL||",
            {"discard": "D1", "adiscard": "FLAT", "exchange4_pile": "any"},
            ["four category H", "four action H"],
        ),
    ],
)
def test_random_takes_every_parameter_alike(hands: str, details: dict[str, Any], plays: list[str]) -> None:
    first = Counter(turn[0] for turn in turns_of("random", 900, hands, **details))
    assert set(first) == {"end", *plays}
    for play in plays:
        assert first[play] / 900 == pytest.approx(0.5 / len(plays), abs=0.07)  # 4 standard deviations


def test_beginner_repeats_until_nothing_applies() -> None:
    hand = "WTS random1 x2, LIGHT x2, OHNO, H1, H2, H3, L1, L2"
    (plays,) = turns_of("beginner", 1, f"{hand}|D1 x4", down="B: L1, L2, L4", discard="H4")
    assert plays[:4] == ["wts random1 B", "wts random1 B", "light category", "ohno 0"]
    assert plays[4] == "light category"  # what the broken set left is worth something again
    assert sorted(plays[5:7]) == ["put H", "put L"]
    assert plays[7:] == ["end"]


@pytest.mark.parametrize("name", COLLECTORS)
def test_collectors_play_in_their_order(name: str) -> None:
    hand = "WTS random1, LIGHT, OHNO, H1, H2, H3, H4, L2 x3"
    (plays,) = turns_of(name, 1, f"{hand}|D1 x4", down="B: L1, L3, L4", discard="wild HD")
    fishes = plays[4:-1]
    assert plays[:4] == ["wts random1 B", "light category", "ohno 0", "put H"]
    assert plays[-1] == "end"
    assert set(fishes) <= {"fish L B"}
    assert name != "leader_basher" or fishes


def later(turns: int, adiscard: str) -> Any:
    """A table on which three cards of H are held after some turns."""
    table = scene(Compiled, "H1, H2, H3|L1", adiscard=adiscard)
    table.state.turns = turns
    return table


def test_four_hunter_remembers_the_last_epidemic() -> None:
    """After an epidemic it waits again while half of the 54 action cards are turned."""
    mind = Mind("four_hunter")
    assert mind.turn(later(20, "EPI")) == ["end"]
    assert mind.turn(later(28, "EPI")) == ["end"]  # a fresh one would hurry now
    assert Mind("four_hunter").turn(later(28, ""))[0] == "put H"
    assert mind.turn(later(47, "EPI")) == ["end"]
    assert mind.turn(later(48, "EPI"))[0] == "put H"  # 28 turns without
    assert mind.turn(later(49, "EPI x2")) == ["end"]
