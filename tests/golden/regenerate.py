"""Golden transcripts: whole games as lines a person can read, kept beside the tests.

`python -m tests.golden.regenerate` writes them anew; read the difference before committing it: it is
the change of behaviour.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from simkit import plugins
from simkit.engine import Session
from simkit.game import Game, make_rules
from simkit.strategy import Player, make_player
from tests.games.doctor_li.hasty import HASTY
from tests.reference.players import uniform

FOLDER = Path(__file__).parent


@dataclass(frozen=True)
class Recording:
    """One game: seats' strategies ("uniform" and "hasty" are the tests' own), options, seed and block."""

    title: str
    strategies: tuple[str, ...]
    seed: int
    block: int = 0
    options: dict[str, Any] = field(default_factory=dict)


GAMES: dict[str, tuple[Recording, ...]] = {
    "anaphylaxis": (
        Recording("Four players, as in the rulebook", ("uniform",) * 4, seed=1),
        Recording("Three players, as in the rulebook", ("uniform",) * 3, seed=2),
        Recording(
            "Four players with the Final Blow rule",
            ("low_dodger", "bee_grabber", "bee_grabber", "low_dodger"),
            seed=3,
            options={"final_blow_bonus": True},
        ),
        Recording(
            "Three players with other readings of the rules",
            ("uniform", "bee_grabber", "low_dodger"),
            seed=4,
            options={
                "rounds": 2,
                "exchange_dir": "alternate",
                "exchange_count": 1,
                "lead_after_elimination": "second_best",
                "elimination_zeroes_total": True,
                "most_bonus": 5,
            },
        ),
    ),
    "sneeze": (
        Recording("Two players, as in the rulebook", ("uniform",) * 2, seed=1),
        Recording("Four players, as in the rulebook", ("uniform",) * 4, seed=2),
        Recording("Six players, as in the rulebook", ("uniform",) * 6, seed=3),
        Recording(
            "Four players with other readings of the rules",
            ("uniform", "uniform", "always_up", "uniform"),
            seed=4,
            options={
                "and_now_mode": "combined",
                "gift_mode": "all_optional",
                "gift_eligibility": "running",
                "clear_target": "current_upwind",
                "win_check_timing": "end_of_turn",
                "windy_count": 11,
                "w3_threshold": 5,
            },
        ),
    ),
    "doctor_li": (
        Recording("Two players, as in the rulebook", ("hasty",) * 2, seed=1, block=940),
        Recording("Four players, the basic version", ("hasty",) * 4, seed=2, block=1739, options={"variant": "basic"}),
        Recording(
            "Three players with other readings of the rules",
            ("hasty", "hasty", "uniform"),
            seed=3,
            block=1960,
            options={
                "n_ohno": 2,
                "ohno_effect": "steal",
                "ohno_cancels_end": True,
                "epidemic_mode": "held_only",
                "oigt_discard_chooser": "interrupter",
                "exchange4_pile": "any",
                "fish_mode": "open",
                "boost_mode": "choice",
                "wts_table": {"h1": 2, "any2": 3, "random1": 3},
                "max_rounds": 40,
            },
        ),
        Recording("Six players, stopped by the cap", ("uniform",) * 6, seed=4, options={"max_rounds": 3}),
    ),
    "snowhere": (
        Recording(
            "A small carpet by the rulebook",
            ("random",),
            seed=1,
            options={"n_cards": 14, "n_flakes": 2, "spread_mm": 90.0},
        ),
        Recording(
            "Three players with different ideas",
            ("planner", "careful", "planner"),
            seed=2,
            options={"n_cards": 30, "n_flakes": 6, "spread_mm": 170.0, "cell_mm": 2.0},
        ),
        Recording(
            "Block Q and a card on top, laid by hand",
            ("careful", "careful"),
            seed=3,
            options={
                "n_flakes": 1,
                "carpet": [
                    [0, -29.5, -46.0, 0.0, 0],
                    [1, -29.5, 46.0, 0.0, 1],
                    [2, 29.5, -46.0, 0.0, 2],
                    [3, 29.5, 46.0, 0.0, 3],
                    [4, 45.0, 10.0, 30.0, 4],
                ],
            },
        ),
        Recording(
            "Other readings of the rules",
            ("random", "rim_first"),
            seed=4,
            options={
                "n_cards": 12,
                "n_flakes": 4,
                "spread_mm": 80.0,
                "must_cover": "carpet",
                "edge_rule": "strict",
                "sliver_measure": "inradius",
                "flake_rules": "free",
                "no_placement": "free",
                "cell_mm": 2.0,
            },
        ),
    ),
}


def player(game: Game, spec: str) -> Player:
    """The player of a specification, the tests' own included."""
    if spec == "hasty":
        return make_player(HASTY, {})
    return uniform(game.name) if spec == "uniform" else plugins.parse_player(game.name, spec)


def record(game: Game, recording: Recording) -> list[str]:
    """Play one game and tell it."""
    n_players = len(recording.strategies)
    rules = make_rules(game, recording.options, n_players)
    seats = [player(game, spec) for spec in recording.strategies]
    session = Session(game, game.pack_rules(rules, n_players), seats, recording.seed, recording.block, 0)
    options = ", ".join(f"{key}={value}" for key, value in recording.options.items()) or "none"
    head = [
        f"# {recording.title}",
        f"# seats: {', '.join(recording.strategies)}",
        f"# seed {recording.seed}, block {recording.block}; options changed: {options}",
        "",
    ]
    return [*head, *session.transcript()]


def text_of(name: str) -> str:
    """The whole golden file of a game."""
    game = plugins.get_game(name)
    parts = ["\n".join(record(game, recording)) for recording in GAMES[name]]
    return f"# {game.title} {game.version}: golden transcripts\n\n" + "\n\n\n".join(parts) + "\n"


def main() -> None:
    """Write every golden file."""
    for name in GAMES:
        path = FOLDER / f"{name}.txt"
        path.write_text(text_of(name), encoding="utf-8")
        print(f"wrote {path.name}")


if __name__ == "__main__":
    main()
