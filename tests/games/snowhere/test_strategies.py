"""Players of Snowhere do what section 6 of the specification and their page say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from simkit import plugins
from simkit.engine import play
from simkit.game import make_rules
from simkit.games.snowhere import GAME
from simkit.games.snowhere import state as words
from simkit.games.snowhere import table as helpers
from simkit.jit import quiet_overflow
from simkit.rng import make_rng
from simkit_strategies import snowhere_search as search
from simkit_strategies.snowhere_dump import covers_one_by_a_sliver
from tests.games.snowhere.scenes import WIDE, Pose, Q
from tests.games.snowhere.tables import Compiled, Generated
from tests.reference import snowhere_geometry as geometry

NAMES = tuple(plugins.strategies("snowhere"))
W, H = 59.0, 92.0


def ask(
    name: str, table: Compiled | Generated, stream: int = 0, memory: Any = None, **params: float
) -> tuple[int, Any, Any]:
    """What a player decides; its view and its memory."""
    spec = ":".join([name, *(f"{key}={value:g}" for key, value in params.items())])
    player = plugins.parse_player("snowhere", spec)
    values = np.zeros(16)
    values[: len(player.values)] = player.values
    memory = np.zeros(32, np.int64) if memory is None else memory
    choose: Callable[..., int] = player.strategy.choose  # type: ignore[assignment]
    view = table.look()
    with quiet_overflow():
        return choose(view, table.rules, values, memory, make_rng(7, stream, 0, 0)), view, memory


def depth(a: Pose, b: Pose) -> float:
    """How deep one card lies in another, by the twin."""
    return geometry.pen(geometry.Card(*a), geometry.Card(*b))


def picks(name: str, table: Compiled, n: int) -> Counter[int]:
    """How often a player picks each card up, over n random streams."""
    return Counter(ask(name, table, stream)[0] for stream in range(n))


def placing(fire: list[Pose], snow: list[Pose]) -> Compiled:
    """A table at which a card must be placed."""
    return Compiled(fire, snow)


def after_a_pick(block: int, n_snow: int = 6) -> Generated:
    """A generated carpet with some snow, at a placement."""
    table = Generated(1, 3, block, cell_mm=2.0, n_flakes=0)
    while True:
        legal = table.look()
        if int(table.state.kind) == words.PICK:
            table.step(int(legal.legal[0]))
        elif int(table.state.table.n_snow) == n_snow:
            return table
        else:
            table.step(ask("careful", table, block, k=50)[0])


def test_random_picks_uniformly() -> None:
    counts = picks("random", Compiled(Q), 1200)
    assert sorted(counts) == [0, 1, 2, 3]
    assert all(count / 1200 == pytest.approx(0.25, abs=0.05) for count in counts.values())


@pytest.mark.parametrize("block", range(6))
def test_random_places_at_the_first_legal_candidate(block: int) -> None:
    table = after_a_pick(block)
    rng = make_rng(7, 0, 0, 0)
    pose, view, _ = ask("random", table)
    while True:
        drawn = int(helpers.random_candidate(view.table, table.rules, rng, 45.0))
        if int(helpers.legality(view.table, table.rules, drawn)) == words.LEGAL:
            break
    assert pose == drawn


def drawn_poses(view: Any, rules: Any, n: int, with_dead: bool) -> list[int]:
    """The candidates of the stream that `ask` uses."""
    rng = make_rng(7, 0, 0, 0)
    draw = (helpers.random_candidate, helpers.dead_candidate)
    return [int(draw[with_dead and i % 2](view.table, rules, rng, 45.0)) for i in range(n)]


def score(name: str, view: Any, rules: Any, pose: int) -> float:
    """The score of section 6, from the helpers one by one."""
    cover = float(helpers.new_cover(view.table, rules, pose))
    if name == "greedy_cover":
        return cover
    if name == "careful":
        return cover - 1500 * int(helpers.buried(view.table, rules, pose))
    dead = float(helpers.dead_cover(view.table, rules, pose))
    return dead + 0.5 * (cover - dead) - 3000 * int(helpers.new_dead(view.table, rules, pose))


@pytest.mark.parametrize("name", ["greedy_cover", "careful", "planner"])
@pytest.mark.parametrize("block", range(6))
def test_the_best_of_all_legal_candidates_is_placed(name: str, block: int) -> None:
    """Testing legality last, and only where a candidate would win, finds what testing all of them finds."""
    table = after_a_pick(block)
    pose, view, _ = ask(name, table, k=300)
    poses = drawn_poses(view, table.rules, 300, name == "planner")
    legal = [p for p in poses if int(helpers.legality(view.table, table.rules, p)) == words.LEGAL]
    assert len(legal) > 3
    scores = [score(name, view, table.rules, p) for p in legal]
    assert pose == legal[int(np.argmax(scores))]


def test_greedy_cover_picks_what_shows_most() -> None:
    table = Compiled([(0, 0, 0), (40, 0, 0), (99, 0, 0), (105, 0, 0)])
    assert sorted(table.picks()) == [1, 3]
    assert picks("greedy_cover", table, 20) == {1: 20}  # alone it shows 40 mm of its width, the other 6 mm


@pytest.mark.parametrize("name", ["careful", "planner", "rim_first", "sliver_dumper"])
def test_careful_players_pick_what_frees_most(name: str) -> None:
    table = Compiled([(-29.5, 0, 0), (29.5, 0, 0), (88.5, 0, 0), (0, 60, 0), (100, 40, 0)])  # 3 on 0 and 1; 4 on 2
    assert sorted(table.picks()) == [3, 4]
    assert picks(name, table, 20) == {3: 20}


def test_ties_are_broken_by_area_or_at_random() -> None:
    table = Compiled([(0, 0, 0), (20, 40, 0), (79, 0, 0), (109, 70, 0)])  # each top card frees one
    areas = [float(helpers.exclusive_area(table.state.table, table.rules, card)) for card in (1, 3)]
    assert areas[0] < areas[1]
    assert picks("planner", table, 20) == {3: 20}
    assert picks("careful", table, 400)[1] / 400 == pytest.approx(0.5, abs=0.1)


STACK: list[Pose] = [(69 + 12 * i, 20 + 9 * i, 0) for i in range(5)]
OTHER: list[Pose] = [(0, 0, 0), (10, 20, 0), (-40, 112, 0), (10, 122, 0)]
STACK_CARDS = sum(1 << card for card in range(4, 9))


def test_the_miner_mines_the_longest_stack_from_the_top() -> None:
    table = Compiled([*OTHER, *STACK])
    card, _, memory = ask("stack_miner", table)
    assert card == 8
    assert memory[:5].tolist() == [1, STACK_CARDS, 0, 0, 0]


def test_the_miner_picks_what_lies_on_its_stack() -> None:
    table = Compiled([*OTHER, *STACK, (117, 100, 0)])
    assert sorted(table.picks()) == [1, 3, 9]
    chosen = np.zeros(32, np.int64)
    chosen[:2] = 1, STACK_CARDS
    assert {ask("stack_miner", table, stream, chosen)[0] for stream in range(10)} == {9}


@pytest.mark.parametrize("stream", range(10))
def test_the_miner_keeps_its_stack_bare(stream: int) -> None:
    table = placing([*OTHER, *STACK], [(0, 100, 0)])
    pose, _, _ = ask("stack_miner", table, stream)
    place = words.unpack_pose(pose)
    assert all(depth(place, card) <= 1e-6 for card in STACK)


def test_the_miner_covers_its_stack_when_all_other_fire_is_out() -> None:
    table = placing(STACK, [])
    table.state.kind = words.PLACE
    pose, _, _ = ask("stack_miner", table, k=50)
    assert any(depth(words.unpack_pose(pose), card) > 0 for card in STACK)


@pytest.mark.parametrize("stream", range(10))
def test_rim_first_begins_at_the_edge(stream: int) -> None:
    """3 to 10 mm beyond one side, within the cell in which the edge was found; at a corner it may pass a second one."""
    table = placing(WIDE, [])
    table.state.kind = words.PLACE
    pose = words.unpack_pose(ask("rim_first", table, stream)[0])
    corners = geometry.Card(*pose).corners
    beyond = [max(abs(point[axis]) for point in corners) - side for axis, side in ((0, 147.5), (1, 138.0))]
    most = 11.0 if pose[2] % 90 == 0 else 59.0  # a card laid across has a corner farther out
    assert any(2.0 <= out <= most for out in beyond)


@pytest.mark.parametrize("stream", range(10))
def test_a_card_beside_the_newest_overlaps_it_a_little(stream: int) -> None:
    newest = (10.0, 20.0, 33.0)
    table = placing(WIDE, [newest])
    pose = int(search.beside_newest(table.look().table, table.rules, make_rng(7, stream, 0, 0)))
    assert 2.9 <= depth(words.unpack_pose(pose), newest) <= 8.1


@pytest.mark.parametrize("hundredths", [0, 1, 4_500, 8_999, 9_000, 9_001, 13_333, 17_999])
def test_directions_are_found_in_the_table(hundredths: int) -> None:
    x, y = np.cos(np.radians(hundredths / 100)), np.sin(np.radians(hundredths / 100))
    for sign in (1.0, -1.0):
        found = int(search.angle_of(sign * x, sign * y))
        assert min(abs(found - hundredths), 18_000 - abs(found - hundredths)) <= 1


@pytest.mark.parametrize("stream", range(10))
def test_the_dumper_lays_a_card_beside_the_carpet(stream: int) -> None:
    table = placing(Q, [])
    table.state.kind = words.PLACE
    pose, view, _ = ask("sliver_dumper", table, stream)
    assert covers_one_by_a_sliver(view.table, table.rules, pose)
    depths = [depth(words.unpack_pose(pose), card) for card in Q]
    assert sum(depth > 1e-6 for depth in depths) == 1 and max(depths) <= 1.0
    assert table.refusal(*words.unpack_pose(pose)) is None


def test_without_a_sliver_the_dumper_is_careful() -> None:
    table = Compiled(Q, [(0, 0, 0)], sliver_mm=0.0)
    assert ask("sliver_dumper", table)[0] == ask("careful", table)[0]


@pytest.mark.parametrize("name", NAMES)
def test_players_finish_under_other_rules(name: str) -> None:
    """Every decision there is comes up: flakes, free places, cards put aside; all of it is legal."""
    options: list[dict[str, Any]] = [
        {"no_placement": "free", "adjacency_gap_mm": 20.0, "overlap_mm": 5.0, "min_cover_mm2": 2500.0},
        {"flake_rules": "free", "must_cover": "carpet", "n_flakes": 12},
        {"edge_rule": "strict", "edge_includes_holes": True, "sliver_mm": 0.0, "no_placement": "end"},
    ]
    player = plugins.parse_player("snowhere", f"{name}:k=40" if name != "random" else name)
    for chosen in options:
        given = {"n_cards": 30, "spread_mm": 110.0, "cell_mm": 4.0, "n_flakes": 6} | chosen
        rules = GAME.pack_rules(make_rules(GAME, given, 2), 2)
        batch = play(GAME, rules, [player] * 2, 5, np.arange(10), np.zeros(10, np.int64))
        assert not batch.capped.any()
        assert (batch.value >= 0).all() and (batch.value <= 100).all()


@pytest.mark.slow
@pytest.mark.parametrize("spread", [160.0, 240.0, 320.0])
def test_the_ladder(spread: float) -> None:
    """Planner leaves less fire than careful, careful less than random and greedy_cover: 95 % intervals apart."""
    rules = GAME.pack_rules(make_rules(GAME, {"cell_mm": 2.0, "spread_mm": spread}, 1), 1)
    limits = {}
    for name, n in (("planner", 30), ("careful", 150), ("greedy_cover", 150), ("random", 150)):
        player = plugins.parse_player("snowhere", name)
        left = play(GAME, rules, [player], 11, np.arange(n), np.zeros(n, np.int64)).value
        half = 2.0 * left.std(ddof=1) / np.sqrt(n)
        limits[name] = (left.mean() - half, left.mean() + half)
    assert limits["planner"][1] < limits["careful"][0]
    assert limits["careful"][1] < min(limits["random"][0], limits["greedy_cover"][0])
