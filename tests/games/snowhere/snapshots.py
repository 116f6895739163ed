"""A table of Snowhere as plain numbers, from the kernels' records and from the twin, to be compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.snowhere import state as words
from tests.games.snowhere.tables import COUNTS, ENDS, KINDS, bits
from tests.reference import snowhere as twin
from tests.reference import snowhere_layout as layout
from tests.reference import snowhere_tactics as tactics
from tests.reference.snowhere_geometry import Card

REGIONS = ("visible", "visible_dead", "carpet", "outside", "rim")


def cells_of_kernels(table: Any, name: str) -> Any:
    """A raster as bool[rows, columns] without the empty words at both ends of each row."""
    rows, stride = int(table.rows), int(table.stride)
    packed = table[name][: rows * stride].reshape(stride, rows).T[:, 1:-1]
    return np.unpackbits(np.ascontiguousarray(packed).view(np.uint8), axis=1, bitorder="little").astype(bool)


def cells_of_twin(table: Any, of: layout.Layout, cells: Any) -> Any:
    """The same part of the plane from the twin."""
    rows, columns = int(table.rows), 64 * (int(table.stride) - 2)
    half = of.raster.n // 2
    row, column = half + int(table.row0), half + int(table.col0) + 64
    assert row >= 0 and column >= 0 and row + rows <= of.raster.n and column + columns <= of.raster.n
    return cells[row : row + rows, column : column + columns]


def regions_of_twin(of: twin.Table) -> dict[str, Any]:
    return {
        "visible": of.visible_fire(),
        "visible_dead": tactics.visible_dead(of),
        "carpet": of.carpet_cells(),
        "outside": of.table_cells(),
        "rim": of.fire_edge(),
    }


def different_cells(table: Any, of: twin.Table) -> dict[str, int]:
    """Number of cells that kernels and twin see differently, by region."""
    expected = regions_of_twin(of)
    found = {
        name: int(np.count_nonzero(cells_of_kernels(table, name) != cells_of_twin(table, of, expected[name])))
        for name in REGIONS
    }
    return {name: n for name, n in found.items() if n}


def state_of_kernels(state: Any) -> dict[str, Any]:
    """Who decides what, which cards lie where, and the counters."""
    table, running = state.table, int(state.ended) == 0
    return {
        "decides": (KINDS[int(state.kind)], int(state.to_act)) if running else None,
        "end": ENDS[int(state.reason)],
        "fire": bits(table.fire),
        "free": bits(table.free),
        "dead": bits(table.dead),
        "snow": [words.unpack_pose(int(p)) for p in table.snow_pose[: int(table.n_snow)]],
        "numbers": (int(table.n_fire), int(table.n_snow), int(table.cells_visible), int(table.cells_dead)),
        "counts": {name: int(state[name]) for name in COUNTS},
        "flakes_left": int(state.flakes_left),
        "wasted": int(state.wasted_cells),
        "free_sum": int(state.free_sum),
        "rounds": int(state.rounds),
    }


def state_of_twin(of: twin.Table) -> dict[str, Any]:
    """The same from the twin."""
    visible, dead = of.visible_fire(), tactics.visible_dead(of)
    return {
        "decides": (of.kind, of.seat) if of.kind else None,
        "end": of.end,
        "fire": sorted(of.fire),
        "free": of.legal_picks(),
        "dead": sorted(tactics.dead_cards(of)),
        "snow": [(x.cx, x.cy, x.deg) for x in of.snow],
        "numbers": (len(of.fire), len(of.snow), int(np.count_nonzero(visible)), int(np.count_nonzero(dead))),
        "counts": {name: getattr(of, name) for name in COUNTS},
        "flakes_left": of.flakes_found - of.flakes_done if of.kind == twin.FLAKE else 0,
        "wasted": round(of.wasted / of.rules.cell_mm**2),
        "free_sum": sum(of.pick_counts),
        "rounds": of.turns // of.n,
    }


def carpet_of_kernels(state: Any, rules: Any) -> list[layout.Fire]:
    """The carpet that lies on the kernels' table."""
    flakes, table = bits(state.flake), state.table
    carpet = []
    for i in range(int(table.n_cards)):
        card = Card(*words.unpack_pose(int(table.fire_pose[i])), float(rules.w), float(rules.h))
        carpet.append(layout.Fire(i, card, int(table.level[i]), i in flakes))
    return carpet


def reach_of(table: Any, cell: float) -> float:
    """Half the side of a table that holds the whole raster of the kernels."""
    ends = (table.row0, table.col0, table.row0 + table.rows, table.col0 + 64 * table.stride)
    return float(max(abs(int(end)) for end in ends) * cell)
