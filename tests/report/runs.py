"""Result folders made by hand: manifest and Parquet parts of games nobody played, as the runner writes them."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

from simkit.runner.schema import SCHEMA_VERSION, table_schema
from simkit.runner.seatings import lineup_key, seatings_of
from simkit.runner.store import Run, write_manifest

TALLIES = [
    {"name": "apples", "scope": "seat", "kind": "count", "label": "apples eaten", "unit": "apples", "categories": []},
    {"name": "out", "scope": "seat", "kind": "flag", "label": "out of the game", "unit": "seats", "categories": []},
    {
        "name": "home",
        "scope": "seat",
        "kind": "category",
        "label": "home",
        "unit": "homes",
        "categories": ["hill", "river"],
    },
    {"name": "storms", "scope": "game", "kind": "count", "label": "storms", "unit": "storms", "categories": []},
]


CARDS = [
    {"name": f"{use}_{card}", "scope": "seat", "kind": "count", "label": f"{card.title()}: {use}", "unit": "cards",
     "categories": []}
    for use in ("drawn", "played", "held") for card in ("ladder", "basket")
]  # fmt: skip
RULES = {"baskets": 3, "points": [5, 3, 0], "wind": True, "rain": 2}


@dataclass(frozen=True)
class Recipe:
    """What a made-up run looks like. `edge`: how much stronger seat 1 is; `strength`: a strategy's, by its name."""

    members: tuple[str, ...] = ("random", "greedy", "careful:danger=10", "greedy")
    blocks: int = 200
    edge: float = 0.0
    strength: dict[str, float] = field(default_factory=dict)
    cooperative: bool = False
    has_score: bool = True
    capped: float = 0.0
    all_tie: bool = False
    yardsticks: tuple[str, ...] = ("random",)
    title: str = "Orchard"
    seatings: str = "all"
    status: str = "complete"
    tallies: Sequence[dict[str, Any]] = tuple(TALLIES)
    seed: int = 11
    rules_set: dict[str, Any] = field(default_factory=lambda: {"baskets": 3})
    variant: str = "base"
    longer: int = 0


def make_run(folder: Path, recipe: Recipe) -> Run:
    """Write the folder and return it opened."""
    draw = np.random.Generator(np.random.PCG64(recipe.seed - 4))
    members = tuple(sorted(recipe.members))
    seatings = seatings_of(members, recipe.seatings)
    keys = [(block, seating) for block in range(recipe.blocks) for seating in seatings]
    m, n = len(keys), len(members)
    power = np.array([[recipe.strength.get(name, 0.0) for name in seating.order] for _, seating in keys])
    power[:, 0] += recipe.edge
    score = np.round(20 + 6 * (draw.normal(size=(m, n)) + power))
    if recipe.all_tie:
        score[:] = 20.0
    capped = draw.random(m) < recipe.capped
    best = score.max(axis=1, keepdims=True)
    credit = np.where(score == best, 1.0, 0.0)
    credit /= credit.sum(axis=1, keepdims=True)
    credit[capped] = 0.0
    rank = 1 + (score[:, None, :] > score[:, :, None]).sum(axis=2)
    ordered = np.sort(score, axis=1)
    turns = draw.poisson(40, size=m) + 12 + recipe.longer
    common = {
        "variant": [recipe.variant] * m,
        "lineup": [lineup_key(members)] * m,
        "block": [block for block, _ in keys],
        "repeat": [0] * m,
        "seating": [seating.number for _, seating in keys],
    }
    together, scored = recipe.cooperative, recipe.has_score
    games = {
        **common,
        "players": [n] * m,
        "turns": turns,
        "rounds": turns // n,
        "decisions": turns - 5,
        "forced": [5] * m,
        "legal_actions": 3 * turns,
        "lead_changes": draw.poisson(4, size=m),
        "score_margin": (ordered[:, -1] - ordered[:, -2]).tolist() if scored and n > 1 else [None] * m,
        "end_reason": np.where(capped, "capped", np.where(turns > 55, "the deck is empty", "a full basket")),
        "capped": capped,
        "success": (score.mean(axis=1) > 19).tolist() if together else [None] * m,
        "result": score.sum(axis=1).tolist() if together else [None] * m,
        "storms": draw.poisson(1.5, size=m),
    }
    seats = {name: [v for v in column for _ in range(n)] for name, column in common.items()}
    seats |= {
        "seat": list(range(1, n + 1)) * m,
        "strategy": [name for _, seating in keys for name in seating.order],
        "credit": [None] * (m * n) if together else credit.ravel().tolist(),
        "score": score.ravel().tolist() if scored else [None] * (m * n),
        "rank": [None if together or capped[k // n] else r for k, r in enumerate(rank.ravel().tolist())],
        "apples": draw.poisson(3 + 2 * (power.ravel() > 0)),
        "out": draw.random(m * n) < 0.2,
        "home": draw.choice(["hill", "river"], size=m * n),
    }
    if any(t["name"].startswith("drawn_") for t in recipe.tallies):
        won = credit.ravel() > 0
        for card, pull in (("ladder", 0.4), ("basket", 0.0)):
            drawn = (draw.random(m * n) < 0.3 + pull * won).astype(int)
            held = drawn * (draw.random(m * n) < 0.25)
            seats |= {f"drawn_{card}": drawn, f"held_{card}": held, f"played_{card}": drawn - held}
    parts = []
    entry: dict[str, Any] = {"first_block": 0, "n_blocks": recipe.blocks, "sums": [], "squares": []}
    for table, columns in (("games", games), ("seats", seats)):
        (folder / table).mkdir(parents=True)
        schema = table_schema(table)
        own = {
            t["name"]: {"flag": pl.Boolean(), "category": pl.String()}.get(t["kind"], pl.Int32())
            for t in recipe.tallies
        }
        kept = {c: v for c, v in columns.items() if c in schema or c in own}
        frame = pl.DataFrame(
            {c: pl.Series(c, list(v), dtype={**schema, **own}[c], strict=False) for c, v in kept.items()}
        )
        path = folder / table / "part-000000000000.parquet"
        frame.write_parquet(path)
        data = path.read_bytes()
        entry[table] = {
            "file": f"{table}/{path.name}", "rows": len(frame), "bytes": len(data),
            "sha256": hashlib.sha256(data).hexdigest(),
        }  # fmt: skip
    parts.append(entry)
    manifest = _manifest(recipe, members, seatings, m, parts)
    write_manifest(folder, manifest)
    return Run(folder, manifest)


def _manifest(recipe: Recipe, members: tuple[str, ...], seatings: Any, games: int, parts: list[Any]) -> dict[str, Any]:
    return {
        "schema_version": SCHEMA_VERSION,
        "game": "orchard",
        "game_version": "1.0",
        "source_digest": "0123456789abcdef",
        "config": {
            "variant": recipe.variant, "players": len(members), "strategies": list(members),
            "lineup": lineup_key(members),
            "seed": recipe.seed, "seed_drawn": True, "rules": {**RULES, **recipe.rules_set},
            "rules_set": recipe.rules_set, "seatings": recipe.seatings,
            "seating_orders": [{"number": s.number, "order": list(s.order)} for s in seatings],
            "repeats": 1, "games_requested": games, "games": games, "blocks": recipe.blocks,
            "chunk_blocks": recipe.blocks,
        },
        "command": f"simkit run orchard --players {len(members)} --games {games} --seed {recipe.seed} --set baskets=3",
        "yardsticks": [y for y in recipe.yardsticks if y in members],
        "confidence": None,
        "margin": None,
        "labels": {
            "title": recipe.title, "turn_label": "turns (one seat's move)", "standing_label": "apples in the basket",
            "result_label": "apples of all",
            "cooperative": recipe.cooperative, "has_score": recipe.has_score,
        },
        "end_reasons": ["running", "capped", "stalemate", "a full basket", "the deck is empty"],
        "tallies": list(recipe.tallies),
        "versions": {"simkit": "0.1.0", "python": "3.11", "numpy": "2.3"},
        "status": recipe.status,
        "parts": parts,
    }  # fmt: skip


def make_study(folder: Path, cells: Sequence[Recipe], question: str = "Does it matter?") -> Path:
    """Write a study's folder: one cell a recipe; the first variant is the baseline."""
    entries, variants = [], {}
    for number, recipe in enumerate(cells, start=1):
        place = f"cells/{number:03d}"
        run = make_run(folder / place, recipe)
        lineup, players = run.manifest["config"]["lineup"], run.manifest["config"]["players"]
        variants[recipe.variant] = {"name": recipe.variant, "set": dict(recipe.rules_set), "point": None}
        entries.append(
            {"number": number, "folder": place, "variant": recipe.variant, "lineup": lineup, "players": players}
        )
    members = {entry["lineup"]: entry["lineup"].split(",") for entry in entries}
    facts = {
        "schema_version": 1, "name": "orchard-study", "question": question, "game": "orchard", "game_version": "1.0",
        "command": "simkit study orchard-study", "seed": cells[0].seed, "seed_drawn": False, "status": "complete",
        "players": sorted({entry["players"] for entry in entries}), "margin": None, "confidence": None, "band": None,
        "repeats": 1, "trace": 0.0, "baseline": cells[0].variant, "variants": list(variants.values()),
        "lineups": [{"lineup": k, "members": m, "players": len(m), "source": "lineups"} for k, m in members.items()],
        "cells": entries, "file": {}, "overrides": {}, "versions": {}, "stopping": None,
    }  # fmt: skip
    (folder / "study.json").write_text(json.dumps(facts), encoding="utf-8")
    return folder
