"""The kernels against the slow twin: the same carpets, the same poses, everything compared at every decision."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from simkit.games.snowhere import state as words
from simkit.games.snowhere import table as helpers
from simkit.games.snowhere.options import COVERS, EDGES, FAN_TOPS, FLAKES, MEASURES, MODELS, NOWHERE
from tests.games.snowhere.snapshots import (
    carpet_of_kernels,
    different_cells,
    reach_of,
    state_of_kernels,
    state_of_twin,
)
from tests.games.snowhere.tables import PREDICATES, Generated, final_tallies, seat_tallies
from tests.reference import snowhere as twin
from tests.reference import snowhere_tactics as tactics
from tests.reference.snowhere_geometry import Card

Rng = np.random.Generator


def drawn_options(rng: Rng) -> dict[str, Any]:
    """Random values for the options; small carpets of few cards."""

    def one(values: Any) -> Any:
        return values[int(rng.integers(len(values)))]

    return {
        "n_cards": int(rng.integers(4, 40)),
        "n_flakes": int(rng.integers(0, 5)),
        "card_w_mm": one([59.0, 56.0, 40.25]),
        "card_h_mm": one([92.0, 87.0, 50.5]),
        "sliver_measure": one(MEASURES),
        "sliver_mm": one([0.0, 1.0, 3.0]),
        "sliver_by_snow": bool(rng.integers(2)),
        "must_cover": one(COVERS),
        "min_cover_mm2": one([1.0, 100.0, 1350.0]),
        "adjacency_gap_mm": one([0.0, 2.0, 5.0, 20.0]),
        "overlap_mm": one([0.1, 1.0, 5.0]),
        "edge_rule": one(EDGES),
        "edge_gap_mm": one([0.0, 5.0, 15.0]),
        "stick_out_mm": one([0.5, 1.0, 5.0]),
        "edge_includes_holes": bool(rng.integers(2)),
        "exact_tol_mm": one([0.2, 1.0, 3.0]),
        "flake_rules": one(FLAKES),
        "no_placement": one(NOWHERE),
        "carpet_model": one(MODELS),
        "spread_mm": one([50.0, 100.0, 150.0]),
        "fan_top": one(FAN_TOPS),
        "fan_noise": one([0.0, 1.0, 10.0]),
        "attach_mm": one([0.5, 2.0, 20.0]),
        "solved_tol_mm2": one([0.0, 1.0, 25.0, 100.0]),
        "cell_mm": one([2.0, 3.0, 4.0]),
    }


class Both:
    """One game on both engines."""

    def __init__(self, n_players: int, options: dict[str, Any], seed: int, rng: Rng) -> None:
        self.fast = Generated(n_players, seed, **options)
        self.where = f"{n_players} players, {options}, seed {seed}"
        state, rules = self.fast.state, self.fast.options
        carpet = carpet_of_kernels(state, self.fast.rules)
        self.slow = twin.Table(rules, n_players, carpet, reach_of(state.table, rules.cell_mm))
        self.rng, self.rules = rng, rules
        self.tried = {"legal": 0, **dict.fromkeys(PREDICATES.values(), 0)}

    def card(self, pose: int) -> Card:
        return Card(*words.unpack_pose(pose), self.rules.card_w_mm, self.rules.card_h_mm)

    def a_pose(self) -> int:
        """A random pose: near visible fire, nearly on a fire card, beside snow, or anywhere."""
        rng, slow = self.rng, self.slow
        way = rng.random()
        turn = float(rng.choice([0.0, 90.0, rng.uniform(0, 180)]))
        if way < 0.2 and slow.fire:
            near = slow.fire[int(rng.choice(list(slow.fire)))].card
            dx, dy, turned = rng.normal(0, 1), rng.normal(0, 1), rng.normal(0, 0.5)
            return words.pack_pose(near.cx + dx, near.cy + dy, near.deg + turned)
        if way < 0.4 and slow.snow:
            near = slow.snow[int(rng.integers(len(slow.snow)))]
            side = rng.uniform(-8, 8) + near.w
            (ux, uy), _ = near.axes
            return words.pack_pose(near.cx + side * ux, near.cy + side * uy, near.deg)
        if way < 0.95:
            points = slow.raster.points(slow.visible_fire())
            if points:
                x, y = points[int(rng.integers(len(points)))]
                return words.pack_pose(x + rng.uniform(-45, 45), y + rng.uniform(-45, 45), turn)
        return words.pack_pose(*rng.uniform(-250, 250, 2), turn)

    def compare_poses(self, n: int) -> list[int]:
        """Judge poses on both; returns the legal ones."""
        free_of_rules = self.slow.kind == twin.FREE or (
            self.slow.kind == twin.FLAKE and self.rules.flake_rules == "free"
        )
        legal = []
        t, rules = self.fast.state.table, self.fast.rules
        for _ in range(n):
            pose = self.a_pose()
            at = f"{self.where}, pose {words.unpack_pose(pose)}"
            if not helpers.on_table(t, rules, pose):
                assert self.fast.check(pose) == words.OFF_TABLE, at
                continue
            x = self.card(pose)
            failing = self.slow.failing(x)
            code = int(helpers.legality(t, rules, pose))
            assert (PREDICATES[code] if code else None) == min(failing, default=None), f"{at}: {code}, {failing}"
            assert self.fast.check(pose) == (0 if free_of_rules else code), at
            single = (helpers.covers_enough, helpers.keeps_adjacency, helpers.keeps_edge, helpers.is_no_exact_cover)
            assert [i for i, test in enumerate(single) if not test(t, rules, pose)] == failing, at
            assert bool(helpers.obeys(t, rules, pose)) == (set(failing) <= {0}), at
            self.compare_questions(pose, x, at)
            self.tried[min(failing, default="legal")] += 1
            if free_of_rules or not failing:
                legal.append(pose)
        return legal

    def compare_questions(self, pose: int, x: Card, at: str) -> None:
        """What strategies ask about a pose."""
        t, rules, slow = self.fast.state.table, self.fast.rules, self.slow
        assert float(helpers.new_cover(t, rules, pose)) == slow.newly_covered(x), at
        dead = slow.raster.area(slow.raster.of(x) & self.visible_dead)
        assert float(helpers.dead_cover(t, rules, pose)) == dead, at
        assert int(helpers.buried(t, rules, pose)) == tactics.buried(slow, x), at
        if self.rng.random() < 0.2:
            assert int(helpers.new_dead(t, rules, pose)) == tactics.new_dead(slow, x), at

    def compare_cards(self) -> None:
        """What strategies ask about fire cards."""
        t, rules, slow = self.fast.state.table, self.fast.rules, self.slow
        for ident in self.rng.permutation(sorted(slow.fire))[:3].tolist():
            assert float(helpers.visible_area(t, rules, ident)) == slow.raster.area(slow.visible_of(ident)), self.where
            assert float(helpers.exclusive_area(t, rules, ident)) == tactics.exclusive_area(slow, ident), self.where
            assert int(helpers.unlocks(t, rules, ident)) == tactics.unlocks(slow, ident), self.where

    def compare_states(self) -> None:
        at = f"{self.where}, after {self.slow.picks} picks, {len(self.slow.snow)} placed"
        found, expected = state_of_kernels(self.fast.state), state_of_twin(self.slow)
        different = {key: (found[key], expected[key]) for key in expected if found[key] != expected[key]}
        assert not different, f"{at}: {different}"
        assert not different_cells(self.fast.state.table, self.slow), at
        self.visible_dead = tactics.visible_dead(self.slow)

    def play(self, n_poses: int) -> None:
        """To the end."""
        while True:
            self.compare_states()
            if self.slow.kind is None:
                break
            if self.slow.kind == twin.PICK:
                self.compare_pick()
            else:
                self.compare_placing(n_poses)
        self.compare_end()

    def compare_pick(self) -> None:
        legal = self.slow.legal_picks()
        assert self.fast.legal_numbers() == legal
        every = range(int(self.fast.state.table.n_cards))
        assert [i for i in every if self.fast.check(i) == 0] == legal, self.where
        self.compare_cards()
        ident = int(self.rng.choice(legal))
        self.fast.step(ident)
        self.slow.pick(ident)

    def compare_placing(self, n_poses: int) -> None:
        assert int(self.fast.look().n_legal) == -1
        legal = self.compare_poses(n_poses)
        assert self.fast.check(words.SKIP) == 0
        if not legal or self.rng.random() < 0.05:
            self.fast.step(words.SKIP)
            (self.slow.leave_flake if self.slow.kind == twin.FLAKE else self.slow.give_up)()
            return
        pose = legal[int(self.rng.integers(len(legal)))]
        self.fast.step(pose)
        lay = {twin.PLACE: self.slow.place, twin.FREE: self.slow.place_free, twin.FLAKE: self.slow.place_flake}
        lay[self.slow.kind](self.card(pose))

    def compare_end(self) -> None:
        outcome, expected = self.fast.outcome(), self.slow.result()
        assert float(outcome.value) / 100 == pytest.approx(expected["exposed_frac"], abs=1e-12), self.where
        assert bool(outcome.success) == expected["solved"], self.where
        found, expected_tallies = final_tallies(self.fast), self.game_tallies(expected)
        assert {name: found[name] for name in expected_tallies} == expected_tallies, self.where
        assert seat_tallies(self.fast) == self.seat_tallies(), self.where

    def game_tallies(self, result: dict[str, Any]) -> dict[str, int]:
        """The game's counters (N9.2), without those of the game's own probes."""
        slow = self.slow
        found = {
            "solved": int(result["solved"]),
            "looks_solved": int(result["looks_solved"]),
            "exposed_mm2": round(result["exposed_mm2"]),
            "start_mm2": round(result["start_mm2"]),
            "exposed_end_permille": math.floor(1000 * result["exposed_frac_end"] + 0.5),
            "cards_showing": result["cards_showing"],
            "fire_left": result["fire_left"],
            "dead_left": len(tactics.dead_cards(slow)),
            "picked": slow.picks,
            "wasted_mm2": round(slow.wasted),
            "free_start": slow.pick_counts[0] if slow.pick_counts else 0,
            "free_sum": sum(slow.pick_counts),
        }
        same = ("placed", "flakes_found", "flakes_used", "discarded", "sliver_picks", "sliver_places")
        found |= {name: getattr(slow, name) for name in same}
        for k in words.MARKS:
            reached = k < slow.picks
            found[f"free_at_{k}"] = slow.pick_counts[k] if reached else 0
            found[f"visible_at_{k}_mm2"] = round(slow.visible_at_picks[k] if reached else result["exposed_mm2"])
        return found

    def seat_tallies(self) -> list[list[int]]:
        return [[round(n) for n in seat.values()] for seat in self.slow.by_seat]


def compare_games(seed: int, n_games: int, n_poses: int, **fixed: Any) -> dict[Any, int]:
    """Play games with drawn options on both; returns how many poses were legal or broke each predicate."""
    rng = np.random.default_rng(seed)
    tried: dict[Any, int] = {}
    for game in range(n_games):
        both = Both(int(rng.integers(1, 7)), drawn_options(rng) | fixed, 1000 * seed + game, rng)
        both.play(n_poses)
        for key, n in both.tried.items():
            tried[key] = tried.get(key, 0) + n
    return tried


def test_games_with_drawn_options_agree_decision_by_decision() -> None:
    tried = compare_games(1, 24, 40)
    assert min(tried.values()) > 20, tried


def test_games_by_the_default_reading_agree_decision_by_decision() -> None:
    """The rulebook's game but for the number of cards and the size of the carpet."""
    rng = np.random.default_rng(2)
    for seed in range(4):
        options = {"n_cards": 30, "spread_mm": 110.0, "cell_mm": 4.0}
        Both(3, options, seed, rng).play(100)


@pytest.mark.parametrize("gap", [0.0, 10.0, 15.0])
def test_games_on_the_finest_raster_agree_decision_by_decision(gap: float) -> None:
    """1 mm cells: a card and the edge near it reach over several words of the raster."""
    options = {
        "n_cards": 9,
        "n_flakes": 2,
        "spread_mm": 50.0,
        "edge_gap_mm": gap,
        "stick_out_mm": 3.0,
        "card_w_mm": 70.0,
    }
    Both(2, options | {"card_h_mm": 100.0}, int(gap), np.random.default_rng(4)).play(60)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 12))
def test_many_more_games_agree_decision_by_decision(seed: int) -> None:
    tried = compare_games(seed, 40, 40)
    assert min(tried.values()) > 30, tried


@pytest.mark.slow
def test_whole_games_on_the_finest_raster_agree_decision_by_decision() -> None:
    """All 111 cards on 1 mm cells."""
    Both(2, {}, 5, np.random.default_rng(3)).play(100)
