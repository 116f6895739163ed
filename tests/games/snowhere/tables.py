"""One way to handle both engines in tests: the compiled kernels and the slow twin.

Both take `fire` cards with the last on top, `snow` above them, and `flakes`: numbers of fire cards. With `snow` given
the next thing to do is to place a card, else to pick one up.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest

from simkit.game import MAX_SEATS, RUNNING, make_rules
from simkit.games.snowhere import GAME
from simkit.games.snowhere import state as words
from simkit.games.snowhere import table as helpers
from tests.games.common.kernels import KernelTable
from tests.games.snowhere.scenes import Pose
from tests.reference import snowhere as twin
from tests.reference import snowhere_geometry as geometry
from tests.reference import snowhere_layout as layout

PICK, PLACE, FLAKE, FREE = KINDS = twin.PICK, twin.PLACE, twin.FLAKE, twin.FREE
ENDS = {0: None, words.BLOCKED: twin.BLOCKED, words.FIRE_OUT: twin.SOLVED, words.NO_PLACE: twin.GIVEN_UP}
PREDICATES = {
    words.COVERS_NOTHING: layout.P0,
    words.NOT_OVERLAPPED: layout.P1,
    words.DOES_NOT_STICK_OUT: layout.P2,
    words.EXACT_COVER: layout.P3,
}
COUNTS = ("flakes_found", "flakes_used", "placed", "picks", "turns", "discarded", "sliver_picks", "sliver_places")


def bits(mask: Any) -> list[int]:
    """A set of card ids as the kernels keep it."""
    return [64 * w + i for w in range(2) for i in range(64) if int(mask[w]) >> i & 1]


def as_set(ids: Sequence[int]) -> list[int]:
    """And back: two words."""
    return [sum(1 << i - 64 * w for i in ids if i // 64 == w) for w in range(2)]


def listed(fire: Sequence[Pose]) -> list[dict[str, float]]:
    """Fire cards as the option `carpet` takes them."""
    return [{"id": i, "x": x, "y": y, "angle": deg, "level": i} for i, (x, y, deg) in enumerate(fire)]


def tallies(table: KernelTable) -> tuple[Any, Any]:
    """The counters at the end: int64[tallies of the game], int64[MAX_SEATS, tallies of a seat]."""
    game = table.game
    per_game = np.zeros(len(game.tallies_of("game")), np.int64)
    per_seat = np.zeros((MAX_SEATS, len(game.tallies_of("seat"))), np.int64)
    table.kernels.tally(table.state, table.rules, per_game, per_seat)
    return per_game, per_seat


def final_tallies(table: KernelTable) -> dict[str, int]:
    """The game's counters at the end, by name."""
    names = [t.name for t in table.game.tallies_of("game")]
    return dict(zip(names, tallies(table)[0].tolist(), strict=True))


def seat_tallies(table: KernelTable) -> list[list[int]]:
    """The seats' counters at the end, in the order of their declaration."""
    found: list[list[int]] = tallies(table)[1][: table.n].tolist()
    return found


class Generated(KernelTable):
    """The compiled game on a carpet of its own."""

    game = GAME

    def __init__(self, n_players: int, seed: int, block: int = 0, **options: Any) -> None:
        self.options = make_rules(GAME, options, n_players)
        super().__init__(n_players, seed, block, **options)


class Compiled(KernelTable):
    """The compiled game on a carpet laid by hand."""

    game = GAME

    def __init__(
        self,
        fire: Sequence[Pose],
        snow: Sequence[Pose] = (),
        flakes: Sequence[int] = (),
        n_players: int = 1,
        **options: Any,
    ) -> None:
        super().__init__(n_players, carpet=listed(fire), n_flakes=len(flakes), **options)
        self.state.flake[:] = as_set(flakes)
        for pose in snow:
            self.state.kind, self.state.to_act, self.state.ended = words.PLACE, 0, RUNNING
            self.step(words.pack_pose(*pose))
        if snow:
            self.state.kind, self.state.to_act, self.state.ended, self.state.reason = words.PLACE, 0, RUNNING, 0

    @property
    def kind(self) -> str | None:
        return KINDS[int(self.state.kind)] if int(self.state.ended) == RUNNING else None

    @property
    def seat(self) -> int:
        return int(self.state.to_act)

    @property
    def end(self) -> str | None:
        return ENDS[int(self.state.reason)]

    def picks(self) -> list[int]:
        return bits(self.state.table.free)

    def refusal(self, x: float, y: float, deg: float) -> int | None:
        """The first predicate that a pose breaks; None if it is legal."""
        if self.kind == PICK:
            self.state.kind = words.PLACE
        code = self.check(words.pack_pose(x, y, deg))
        return PREDICATES[code] if code else None

    def newly_covered(self, x: float, y: float, deg: float) -> float:
        return float(helpers.new_cover(self.state.table, self.rules, words.pack_pose(x, y, deg)))

    def visible_area(self) -> float:
        return float(self.state.table.cells_visible * self.rules.cell_area)

    def pick(self, ident: int) -> None:
        assert not self.check(ident)
        self.step(ident)

    def cannot_pick(self, ident: int) -> bool:
        return self.kind != PICK or bool(self.check(ident))

    def place(self, x: float, y: float, deg: float) -> None:
        pose = words.pack_pose(x, y, deg)
        assert not self.check(pose)
        self.step(pose)

    place_flake = place_free = place

    def give_up(self) -> None:
        assert not self.check(words.SKIP)
        self.step(words.SKIP)

    leave_flake = give_up

    def counts(self) -> dict[str, int]:
        return {name: int(self.state[name]) for name in COUNTS}

    def result(self) -> dict[str, Any]:
        """As the twin's, as far as the kernels tell it."""
        outcome, left, start = self.outcome(), float(self.visible_area()), int(self.state.fire_cells)
        exposed = float(outcome.value) / 100
        assert exposed == pytest.approx(left / (start * self.rules.cell_area), abs=1e-12)
        return {"exposed_mm2": left, "exposed_frac": exposed, "solved": bool(outcome.success)}


class Twin:
    """The reference."""

    def __init__(
        self,
        fire: Sequence[Pose],
        snow: Sequence[Pose] = (),
        flakes: Sequence[int] = (),
        n_players: int = 1,
        **options: Any,
    ) -> None:
        self.rules = make_rules(GAME, options, n_players)
        cards = [layout.Fire(i, self.card(*pose), i, i in flakes) for i, pose in enumerate(fire)]
        self.table = twin.Table(self.rules, n_players, cards, 400)
        self.table.snow = [self.card(*pose) for pose in snow]
        self.table.known.clear()
        if snow:
            self.table.kind = PLACE

    def card(self, x: float, y: float, deg: float) -> geometry.Card:
        return geometry.Card(x, y, deg, self.rules.card_w_mm, self.rules.card_h_mm)

    @property
    def kind(self) -> str | None:
        return self.table.kind

    @property
    def seat(self) -> int:
        return self.table.seat

    @property
    def end(self) -> str | None:
        return self.table.end

    def picks(self) -> list[int]:
        return self.table.legal_picks()

    def refusal(self, x: float, y: float, deg: float) -> int | None:
        """The first predicate that a pose breaks; None if it is legal."""
        return min(self.table.failing(self.card(x, y, deg)), default=None)

    def newly_covered(self, x: float, y: float, deg: float) -> float:
        return self.table.newly_covered(self.card(x, y, deg))

    def visible_area(self) -> float:
        return self.table.visible_area()

    def pick(self, ident: int) -> None:
        self.table.pick(ident)

    def cannot_pick(self, ident: int) -> bool:
        return self.kind != PICK or ident not in self.picks()

    def place(self, x: float, y: float, deg: float) -> None:
        self.table.place(self.card(x, y, deg))

    def place_flake(self, x: float, y: float, deg: float) -> None:
        self.table.place_flake(self.card(x, y, deg))

    def place_free(self, x: float, y: float, deg: float) -> None:
        self.table.place_free(self.card(x, y, deg))

    def give_up(self) -> None:
        self.table.give_up()

    def leave_flake(self) -> None:
        self.table.leave_flake()

    def counts(self) -> dict[str, int]:
        return {name: getattr(self.table, name) for name in COUNTS}

    def result(self) -> dict[str, Any]:
        return self.table.result()


Side = Compiled | Twin
