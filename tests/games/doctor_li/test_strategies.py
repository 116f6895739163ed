"""The heuristics of Doctor Li do what sections 0a and 6 of the specification and their page say."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from simkit.engine import play as play_games
from simkit.engine.entry import ask
from simkit.game import make_rules
from simkit.games.doctor_li import GAME
from simkit.jit import quiet_overflow
from simkit.rng import make_rng
from simkit.strategy import make_player
from simkit_strategies.doctor_li import STRATEGIES
from simkit_strategies.doctor_li_basher import threat
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import scene
from tests.games.doctor_li.tables import Compiled, every_action, text_of
from tests.games.doctor_li.twin_snapshots import number_of
from tests.reference.doctor_li_cards import FACES

BY_NAME = {s.name: s for s in STRATEGIES}
COLLECTORS = ["collector", "four_hunter", "guardian", "leader_basher"]
PLAYERS = ["beginner", *COLLECTORS]
H3 = "H1, H2, H3"


def values_of(name: str, params: dict[str, float]) -> Any:
    """The parameters as the engine gives them."""
    values = np.zeros(16)
    given = make_player(BY_NAME[name], params).values
    values[: len(given)] = given
    return values


def answers(name: str, table: Any, n: int = 60, **params: float) -> Counter[str]:
    """How often a strategy gives each whole answer: all its actions until somebody else, or another kind, decides."""
    player, values = BY_NAME[name], values_of(name, params)
    kind, actor = table.kind, table.actor
    names = {number_of(kind, action): text_of(kind, action) for action in every_action(kind)}
    saved, chance = table.state.copy(), table.chance.copy()
    counts: Counter[str] = Counter()
    for stream in range(n):
        memory, rng, given = np.zeros(32, np.int64), make_rng(1, stream, 0, 0), []
        while (table.kind, table.actor) == (kind, actor) and not (kind == "play" and given):
            view = table.look()
            legal = [int(a) for a in view.legal[: int(view.n_legal)]]
            with quiet_overflow():
                action = legal[0] if len(legal) == 1 else ask(GAME, player, view, table.rules, values, memory, rng)
            assert action in legal
            given.append(names[action])
            table.step(action)
        counts[", ".join(given if kind == "play" else sorted(given))] += 1
        for field in GAME.state_dtype.names or ():
            table.state[field] = saved[field]
        table.chance[:] = chance
    return counts


def only(name: str, table: Any, n: int = 12, **params: float) -> str:
    """The one answer that a strategy gives, whatever its stream."""
    counts = answers(name, table, n, **params)
    assert len(counts) == 1, counts
    return next(iter(counts))


def uniform(counts: Counter[str], n_answers: int, tolerance: float = 0.04) -> bool:
    """True if so many answers come equally often."""
    shares = [count / counts.total() for count in counts.values()]
    return len(shares) == n_answers and all(abs(share - 1 / n_answers) < tolerance for share in shares)


def at(hands: str, actions: str = "", **details: Any) -> Any:
    """A table after some actions."""
    table = scene(Compiled, hands, **details)
    if actions:
        play(table, actions)
    return table


# --- random: the distribution of section 0a, exactly ------------------------------------------------------------------


def test_random_discards_physical_cards_uniformly() -> None:
    table = at("H1 x4, H2 x2|L1|L2", turn="HOARD")
    assert answers("random", table, 2000)["H1, H1, H1"] / 2000 == pytest.approx(4 / 20, abs=0.04)
    assert answers("random", at("H1 x3, H2|L1|L2", turn="AGG any1"), 2000)["H1"] / 2000 == pytest.approx(0.75, abs=0.04)


@pytest.mark.parametrize(
    ("hands", "actions", "details", "n_answers"),
    [
        ("H1, H2, L1, D1, wild HL|L1|L2", "", {"turn": "EPI"}, 5),  # payments: 2 + 2 with the wild as L + 1 as H
        ("H1, H2, H3, H4, wild HL|L1|L2", "put H", {}, 15),  # 4 of three naturals, 1 of four, 6 + 4 with the wild
        ("H1, H2, H3, H4, wild HL|OIGT|L2", "put H, H1, H2, H3, done, yes, H3", {}, 4),  # none, H4, wild, both
        ("OIGT, H1|L1|L2", "", {"turn": "FLAT"}, 2),
        ("H1|L1|L2", "", {"turn": "BOOST 2"}, 2),
        ("H1, H2, H3|OIGT|L2", "put H, H1, H2, H3, done", {}, 2),
        ("H1, H2, H3, OIGT|OIGT|L2", "put H, H1, H2, H3, done, yes", {}, 2),
        ("WTS random1|OIGT, L1|L2", "wts random1 B", {}, 2),
        ("LIGHT, H1|L1|L2", "light category", {"discard": "D1 x3, D2, wild HL"}, 3),  # by face, not by card
        ("H1|L1|L2", "", {"discard": "D1", "step": 1}, 2),
        ("H1, H2, D1, FLAT, L1|L1|L2", "", {"turn": "EPI"}, 3),
    ],
)
def test_random_answers_uniformly(hands: str, actions: str, details: dict[str, Any], n_answers: int) -> None:
    counts = answers("random", at(hands, actions, **details), 2400)
    if "FLAT" in counts:  # yes or no first, then the payment
        assert counts.pop("FLAT") / 2400 == pytest.approx(0.5, abs=0.04)
        n_answers -= 1
    assert uniform(counts, n_answers)


def test_random_escapes_half_of_the_time() -> None:
    counts = answers("random", at("OIGT, H1, H2|L1|L2", turn="AGG H1"), 2000)
    assert counts["escape"] / 2000 == pytest.approx(0.5, abs=0.04)
    assert counts["H1"] / 2000 == pytest.approx(0.25, abs=0.04)


def test_random_tries_each_kind_of_play_half_of_the_time() -> None:
    counts = answers("random", at("H1, H2, H3|L1|L2"), 2400)  # fishing and putting down are possible
    assert counts["end"] / 2400 == pytest.approx(1 / 4, abs=0.04)
    assert counts["put H"] / 2400 == pytest.approx(3 / 8, abs=0.04)
    assert counts["fish H B"] / 2400 == pytest.approx(3 / 16, abs=0.04)


def test_random_aims_at_players_and_cards_uniformly() -> None:
    counts = answers("random", at("WTS random1 x3, WTS any2|L1 x3, L2|L1"), 2400)
    assert counts["end"] / 2400 == pytest.approx(1 / 2, abs=0.04)
    assert counts["wts random1 B"] / 2400 == pytest.approx(3 / 16, abs=0.04)
    assert counts["wts any2 C"] / 2400 == pytest.approx(1 / 16, abs=0.03)


def test_random_fishes_with_any_pair_alike() -> None:
    table = at("H1 x2, H2, wild HL, L1|D1|D2")  # H1 H1, H1 H2, H1 wild, H2 wild; L1 wild
    counts = answers("random", table, 6000)
    of_l = sum(n for text, n in counts.items() if text.startswith("fish L"))
    of_h = sum(n for text, n in counts.items() if text.startswith("fish H"))
    assert of_l / (of_l + of_h) == pytest.approx(1 / 5, abs=0.03)


# --- what all the others share ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", PLAYERS)
def test_all_take_logo_cards_boosts_and_flat_curves(name: str) -> None:
    assert only(name, at("H1|L1", turn="OHNO")) == "yes"
    assert only(name, at("H1|L1", turn="BOOST 2")) == "2"
    assert only(name, at("H1, L1, D1, FLAT|L1", turn="EPI")) == "FLAT"


@pytest.mark.parametrize("name", PLAYERS)
def test_all_pay_with_the_smallest_sum(name: str) -> None:
    assert only(name, at("H1 x2, H2, L1, D1 x2, wild HL|L2", turn="EPI")) == "D1, H1, L1"


@pytest.mark.parametrize("name", PLAYERS)
def test_all_discard_the_least_useful(name: str) -> None:
    table = at("H1 x3, H2, wild HL, L1|D1", turn="HOARD")  # two copies, then the lone L1 (2) before H2 (4)
    assert only(name, table, **({"insurance": 0} if name == "guardian" else {})) == "H1, H1, L1"


@pytest.mark.parametrize("name", PLAYERS)
def test_all_lose_the_card_that_leaves_the_largest_set(name: str) -> None:
    table = at("H1, H2, H3, H4, wild HD|OIGT|L1", f"put H, {H3}, wild HD, yes")
    assert set(answers(name, table)) == {"H1", "H2", "H3"}  # H4 completes; natural before wild
    table = at("H1, H2, H3, wild HD, wild HD|OIGT|L1", "put H, H1, H2, wild HD, done, yes")
    assert set(answers(name, table)) == {"H1", "H2"}


# --- beginner and never_down ------------------------------------------------------------------------------------------


def test_beginner_draws_from_the_pile_and_never_escapes_or_deflects() -> None:
    assert only("beginner", at("H1, H2|L1", discard="wild HL", step=1)) == "pile"
    assert set(answers("beginner", at("OIGT x3, H1, H2|L1", turn="AGG H1"))) == {"H1", "H2"}
    assert only("beginner", at("WTS random1|OIGT x3, L1", "wts random1 B")) == "no"


def test_beginner_always_interrupts_and_counters() -> None:
    table = at(f"{H3}, H4, OIGT|OIGT|L1", f"put H, {H3}, done")
    assert only("beginner", table) == "yes"
    play(table, "yes")
    assert only("beginner", table) == "yes"


def test_beginner_plays_in_its_order() -> None:
    sets = "B: L1, L2, L3; C: D1, D2, D3, D4"
    hand = "WTS random1, LIGHT, OHNO, H1, H2, H3, wild HL"
    table = at(f"{hand}|L1|D1", down=sets, discard="L1, L4")
    assert uniform(answers("beginner", table, 1200), 2)  # a random player, leader or not
    hand = hand.removeprefix("WTS random1, ")
    assert only("beginner", at(f"{hand}|L1|D1", down=sets, discard="H4")) == "light category"
    assert uniform(
        answers("beginner", at(f"{hand}|L1|D1", down=sets, discard="H1"), 1200), 2
    )  # a copy is worth 0: OHNO
    assert only("beginner", at("H1, H2, H3, wild HL|L1|D1", down=sets)) == "put H"
    assert only("never_down", at("H1, H2, H3, wild HL|L1|D1", down=sets)) == "end"


def test_random_builds_three_or_four_equal_wilds_alike() -> None:
    """The first three are laid without being asked."""
    counts = answers("random", at("wild HLD x4|L1|L2", "put H", wild_scope="all"), 400)
    assert uniform(counts, 2, 0.1)


@pytest.mark.parametrize(
    ("finisher", "own", "put"),
    [
        ("B: L1, L2, L3; B: D1, D2, D3; B: H1, H2, H3", "A: L1, L2, L3, L4; A: D1, D2, D3", "H1, H2, H3, wild HL"),
        ("B: L1, L2, L3; B: D1, D2, D3; B: H1, H2, H3", "A: L1, L2, L3; A: D1, D2, D3", "H1, H2, H3, done"),
        ("B: L1, L2, L3, L4; B: D1, D2, D3; B: H1, H2, H3", "A: L1, L2, L3; A: D1, D2, D3", "H1, H2, H3, done"),
    ],
    ids=["four wins", "four is level, and the finisher wins ties", "four is not enough"],
)
def test_leader_basher_goes_for_four_in_the_last_round_only_to_beat_the_finisher(
    finisher: str, own: str, put: str
) -> None:
    table = at("H1, H2, H3, wild HL|L1", "put H", down=f"{finisher}; {own}")
    table.state.final_left, table.state.finisher = 1, 1
    assert only("leader_basher", table) == put


def test_beginner_puts_down_as_much_as_it_can() -> None:
    assert only("beginner", at("H1, H2, H3, wild HL, L1|L1", "put H")) == "H1, H2, H3, wild HL"
    assert only("beginner", at("H1, H2, wild HL, wild HD|L1", "put H")) == "H1, H2, wild HD, wild HL"


# --- collector --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", COLLECTORS)
def test_collectors_take_what_they_need(name: str) -> None:
    for top, hand, source in (
        ("wild HL", "H1", "discard"),
        ("H3", "H1, H2", "discard"),
        ("H3", "H1, L1", "pile"),
        ("H2", "H1, H2", "pile"),
    ):
        assert only(name, at(f"{hand}|L1", discard=top, step=1)) == source
    assert only(name, at("H1, H2|L1", discard="wild H", step=1, wild_scope="single", down="A: H1, H2, H3")) == "pile"


@pytest.mark.parametrize("name", COLLECTORS)
def test_collectors_aim_at_the_leader_ties_at_random(name: str) -> None:
    assert only(name, at("WTS any2|L1|D1|D1 x3", down="B: L1, L2, L3")) == "wts any2 B"
    assert only(name, at("WTS any2|L1|D1|D1 x3")) == "wts any2 D"
    assert uniform(answers(name, at("WTS any2|L1|D1|D2"), 1200), 3)
    table = at("OHNO|L1|D1, D2", down="B: L1, L2, L3, L4; C: D1, D2, D3; C: H1, H2, H3, H4")
    assert only(name, table) == "ohno 2"
    assert uniform(answers(name, at("OHNO|L1|D1", down="B: L1, L2, L3; C: D1, D2, D3"), 1200), 2)


@pytest.mark.parametrize("name", COLLECTORS)
def test_collectors_use_light_to_reach_three_or_for_a_wild(name: str) -> None:
    table = at("LIGHT, H1, H2, L1|L1", discard="H3, H4, L2, wild HD")
    assert only(name, table) == "light category"
    play(table, "light category")
    assert set(answers(name, table)) == {"H3", "H4"}
    assert only(name, at("LIGHT, H1, L1|L1", "light category", discard="H3, L2, wild HD")) == "wild HD"
    assert only(name, at("LIGHT, H1, L1|L1", discard="H3, L2")) == "end"


def test_collector_puts_down_the_largest_first_and_spares_wilds() -> None:
    assert only("collector", at("H1, H2, H3, L1, L2, L3, L4|D1")) == "put L"
    assert uniform(answers("collector", at("H1, H2, H3, L1, L2, L3|D1"), 1200), 2)
    assert only("collector", at("H1, H2, H3, wild HL|D1", "put H")) == "H1, H2, H3, done"
    assert only("collector", at("H1, H2, H3, H4, wild HL|D1", "put H")) == "H1, H2, H3, H4"


def test_collector_keeps_one_oigt() -> None:
    for held, answer in (("OIGT", "no"), ("OIGT x2", "yes")):
        assert only("collector", at(f"{H3}|{held}, L1", f"put H, {H3}, done")) == answer
        assert only("collector", at(f"WTS any2|{held}, L1", "wts any2 B")) == answer
        assert only("collector", at(f"WTS any2, {held}|OIGT, L1", "wts any2 B, yes")) == answer
    assert only("collector", at("OIGT, H1|L1", turn="AGG H1")) == "H1"
    assert only("collector", at("OIGT x2, H1|L1", turn="AGG H1")) == "escape"


def test_collector_counters_only_if_it_would_fail() -> None:
    assert only("collector", at(f"{H3}, OIGT|OIGT", f"put H, {H3}, done, yes")) == "yes"
    assert only("collector", at(f"{H3}, H4, OIGT|OIGT", f"put H, {H3}, done, yes")) == "no"


@pytest.mark.parametrize("name", ["collector", "four_hunter", "guardian"])
def test_collectors_fish_with_surplus_from_a_large_hand(name: str) -> None:
    assert only(name, at("H1 x3, L1, D1, D2|L1|L2, L3")) == "fish H C"
    assert only(name, at("H1 x3, L1, D1|L1|L2, L3")) == "end"
    assert only(name, at("H1 x2, L1 x2, D1, D2|L1|L2, L3")) == "end"  # one surplus card of each
    assert only(name, at("H1 x3, L1, D1|L1|L2, L3"), fish_above=4) == "fish H C"
    assert only("leader_basher", at("H1 x3, L1, D1|L1|L2, L3")) == "fish H C"


# --- four_hunter ------------------------------------------------------------------------------------------------------


def test_four_hunter_waits_for_the_fourth_card() -> None:
    assert only("four_hunter", at("H1, H2, H3|L1")) == "end"
    assert only("four_hunter", at("H1, H2, H3, wild HL|L1")) == "put H"
    assert only("four_hunter", at("H1, H2, H3, wild HL|L1", "put H")) == "H1, H2, H3, wild HL"


def test_four_hunter_hurries() -> None:
    two = "B: L1, L2, L3; B: D1, D2, D3"
    assert only("four_hunter", at("H1, H2, H3|L1", down=two)) == "put H"
    assert only("four_hunter", at("H1, H2, H3|L1", down=two), rival_down=3) == "end"
    assert only("four_hunter", at("H1, H2, H3, L1, L2, D1, D2|L1")) == "put H"
    table = at("H1, H2, H3|L1")
    table.state.turns = 28  # no epidemic in more than half of 54 cards
    assert only("four_hunter", table) == "put H"
    table = at("H1, H2, H3, FLAT|L1")
    table.state.turns = 28
    assert only("four_hunter", table) == "end"


# --- guardian ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("shown", "down", "answer"),
    [
        (H3, "", "no"),
        (H3, "A: L1, L2, L3; B: D1, D2, D3, D4", "no"),  # B has more points
        (H3, "A: L1, L2, L3", "yes"),  # the leader
        (f"{H3}, H4", "", "yes"),
        (H3, "A: L1, L2, L3; A: D1, D2, D3; B: L1, L2, L3, L4; B: H1, H2, H3, H4", "yes"),  # the third
    ],
)
def test_guardian_spends_oigt_on_what_matters(shown: str, down: str, answer: str) -> None:
    put = f"put H, {shown}" + ("" if "H4" in shown else ", done")
    assert only("guardian", at(f"{shown}|OIGT, L1|L1", put, down=down)) == answer
    assert only("leader_basher", at(f"{shown}|OIGT x2, L1|L1", put, down=down)) == answer


def test_guardian_spends_none_on_cards_and_always_counters_on_its_third() -> None:
    assert only("guardian", at("WTS any2|OIGT x3, L1", "wts any2 B")) == "no"
    assert only("guardian", at("OIGT x3, H1|L1", turn="AGG H1")) == "H1"
    table = at(f"{H3}, H4, OIGT|OIGT", f"put H, {H3}, done, yes")
    assert only("guardian", table) == "no"
    two = "A: L1, L2, L3; A: D1, D2, D3"
    assert only("guardian", at(f"{H3}, H4, OIGT|OIGT", f"put H, {H3}, done, yes", down=two)) == "yes"


def test_guardian_insures_itself_against_epidemics() -> None:
    table = at("L1 x2, H1, H2, H3, D1|D2", turn="HOARD", down="A: L1, L2, L3")
    assert set(answers("guardian", table, insurance=9)) == {"H1, H2, L1", "H1, H3, L1", "H2, H3, L1"}
    assert only("guardian", table, insurance=0) == "D1, L1, L1"


# --- leader_basher ----------------------------------------------------------------------------------------------------


def estimate(table: Any, seat: int) -> float:
    """Its estimate that a player finishes in its next turn."""
    with quiet_overflow():
        return float(threat(table.look(), table.rules, seat, values_of("leader_basher", {})))


def test_leader_basher_estimates_who_finishes() -> None:
    two = "B: L1, L2, L3; B: D1, D2, D3"
    few, many = at("H1|L4 x2", down=two), at("H1|L4 x4, D4 x4", down=two)
    assert 0 < estimate(few, 1) < estimate(many, 1) < 1
    assert estimate(at("H1|L4 x4, D4 x4", down="B: L1, L2, L3"), 1) < estimate(many, 1)
    gone = at("H1|L4 x4, D4 x4", down=two, discard="H1 x3, H2 x4, H3 x4, H4 x4, wild HL x2")
    assert estimate(gone, 1) < estimate(many, 1)  # it counts the cards that lie in the discard pile
    for face in ("H1", "H2", "wild HL"):
        few.state.known[1, FACES.index(face)] = 1
    assert estimate(few, 1) == 1


def test_leader_basher_holds_its_third_set_back_only_if_it_would_lose_by_it() -> None:
    mine, theirs = "A: L1, L2, L3; A: D1, D2, D3", "B: L1, L2, L3, L4; B: D1, D2, D3, D4"
    table = at(f"{H3}|L1 x2, L2 x2, wild HL, wild HD", down=f"{mine}; {theirs}")
    assert only("leader_basher", table, patience=1) == "put H"
    assert only("leader_basher", table, patience=0) == "end"
    table = at(f"{H3}|L1 x2, L2 x2, wild HL, wild HD", down=mine)
    assert only("leader_basher", table, patience=0) == "put H"  # nobody can beat it


def test_leader_basher_goes_for_four_in_the_last_round_only_to_win() -> None:
    done, two = "B: L1, L2, L3; B: D1, D2, D3; B: H1, H2, H3", "A: L1, L2, L3, L4; A: D1, D2, D3"
    table = at("H1, H2, H3, wild HL|L1", "put H", down=f"{done}; {two}")
    assert only("leader_basher", table) == "H1, H2, H3, done"
    table.state.final_left, table.state.finisher = 1, 1  # 2 + 1 + 1 only draws level with 3 + 1, which loses
    assert only("leader_basher", table) == "H1, H2, H3, wild HL"


# --- the ladder -------------------------------------------------------------------------------------------------------


def share_among(one: str, others: str, blocks: int) -> tuple[float, float]:
    """Win share of one player among three of another strategy in all seats, and half of its 99 % interval."""
    rules = GAME.pack_rules(make_rules(GAME, {}, 4), 4)
    shares = np.zeros(blocks)
    for seat in range(4):
        seats = [make_player(BY_NAME[one if s == seat else others], {}) for s in range(4)]
        games = play_games(GAME, rules, seats, 21, np.arange(blocks), np.zeros(blocks, np.int64))
        shares += games.credit[:, seat] / 4
    return shares.mean(), 2.58 * shares.std(ddof=1) / blocks**0.5


@pytest.mark.slow
@pytest.mark.parametrize(
    ("better", "worse"), [("beginner", "random"), ("collector", "beginner"), ("leader_basher", "collector")]
)
def test_ladder(better: str, worse: str) -> None:
    """One better player among three worse ones wins more than its fair quarter; one worse among three better less."""
    share, half = share_among(better, worse, 3000)
    assert share - half > 0.25
    share, half = share_among(worse, better, 3000)
    assert share + half < 0.25
