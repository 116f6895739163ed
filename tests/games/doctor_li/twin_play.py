"""What the games are played with in which kernels and twin are compared: drawn options, and players of some tastes."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.options import CARD_KINDS, NATURALS, WILDS
from tests.reference import doctor_li as twin
from tests.reference import doctor_li_felt as felt
from tests.reference.doctor_li_cards import LIGHT, OHNO

Rng = np.random.Generator
VARIANTS = ("seed_text", "basic", "dynamic")


def one(rng: Rng, values: Any) -> Any:
    return values[int(rng.integers(len(values)))]


def drawn_table(rng: Rng, names: Any, highest: int) -> dict[str, int]:
    """A table of a few sorts of cards, at least one of them there."""
    table = dict.fromkeys(names, 0)
    for _ in range(4):
        table[one(rng, names)] = int(rng.integers(1, highest + 1))
    return table


def drawn_decks(rng: Rng, n_players: int) -> dict[str, Any]:
    """Random values of the options that say which cards there are: of each kind a number or a table."""
    ranges = {
        "n_oigt": (5, 16), "n_flat": (2, 8), "n_epi": (2, 6), "n_hoard": (2, 6), "n_light": (1, 6), "n_ohno": (0, 2),
        "n_agg": (6, 18), "n_boost": (4, 14), "n_wts": (4, 12), "n_wild": (0, 9), "copies_per_unique": (2, 6),
        "start_hand": (1, min(8, 22 // n_players)),
    }  # fmt: skip
    values: dict[str, Any] = {name: int(rng.integers(low, high + 1)) for name, (low, high) in ranges.items()}
    naturals = {name: int(rng.integers(2, 6)) for name in NATURALS} | ({"h2": 0} if rng.random() < 0.5 else {})
    wilds = drawn_table(rng, WILDS, 2)
    tables: dict[str, dict[str, Any]] = {
        "copies_per_unique": {"category_table": naturals},
        "n_wild": {"wild_table": wilds, "n_wild": sum(wilds.values())},
        "n_agg": {"agg_table": drawn_table(rng, CARD_KINDS, 3)},
        "n_boost": {"boost_table": {"draw1": int(rng.integers(0, 5)), "draw2": int(rng.integers(1, 5))}},
        "n_wts": {"wts_table": drawn_table(rng, CARD_KINDS, 3)},
    }
    kept: dict[str, Any] = {"wild_scope": one(rng, ["pairs", "all", "single"])}
    for name, value in values.items():
        if rng.random() < 0.3:
            kept |= {name: value} if name not in tables or rng.random() < 0.5 else tables[name]
    if "wild_table" in kept:
        del kept["wild_scope"]
    return kept


def drawn_readings(rng: Rng) -> dict[str, Any]:
    """Random values of the options that say how a rule is read."""
    flags = (
        "finisher_wins_ties", "wild_in_epidemic", "epidemic_discards_actions", "hoard_counts_actions",
        "four_set_degrades", "oigt_counter_general", "allow_repeat_category", "exchange_unique", "ohno_cancels_end",
        "ohno_cancels_bonus",
    )  # fmt: skip
    values: dict[str, Any] = {
        "finisher_bonus": int(rng.integers(0, 4)),
        "set_points": [int(k) for k in rng.integers(0, 4, 2)],
        "hoard_threshold": int(rng.integers(3, 10)),
        "boost_mode": one(rng, ["printed", "choice"]),
        "epidemic_mode": one(rng, ["all_three", "held_only"]),
        "oigt_discard_chooser": one(rng, ["active", "interrupter", "random"]),
        "max_oigt_per_attempt": one(rng, ["none", 1, 2, 3]),
        "ohno_effect": one(rng, ["discard", "return", "steal"]),
        "max_wilds_per_set": one(rng, ["none", 1, 2, 3]),
        "max_putdowns_per_turn": one(rng, ["none", 1, 2]),
        "exchange4_pile": one(rng, ["category", "any"]),
        "fish_mode": one(rng, ["blind", "blind_category", "open"]),
        "light_action_pick": one(rng, ["logo_not_light", "logo", "any"]),
        "logo_pickup": one(rng, ["optional", "forced"]),
    }
    values |= {name: bool(rng.integers(2)) for name in flags}
    share = one(rng, [0.15, 0.5])
    return {key: value for key, value in values.items() if rng.random() < share}


def drawn_drama(rng: Rng, n_players: int) -> dict[str, Any]:
    """Decks and scores that make sets easy, breaking them too, and last rounds eventful."""
    return {
        "n_ohno": 2,
        "n_light": 6,
        "n_epi": 2,
        "n_oigt": int(rng.integers(5, 9)),
        "n_boost": 14,
        "n_wild": 9,
        "wild_scope": one(rng, ["all", "pairs"]),
        "copies_per_unique": int(rng.integers(2, 7)),
        "start_hand": min(8, 24 // n_players),
        "ohno_cancels_end": bool(rng.integers(2)),
        "ohno_cancels_bonus": bool(rng.integers(2)),
        "finisher_bonus": int(rng.integers(0, 2)),
        "finisher_wins_ties": bool(rng.integers(2)),
        "set_points": one(rng, [[1, 2], [1, 4], [0, 1]]),
    }


def drawn_breaks(rng: Rng, n_players: int) -> dict[str, Any]:
    """Games in which many finish and many are broken by Oh No You Didn't."""
    return drawn_drama(rng, n_players) | {
        "n_oigt": 5,
        "n_flat": 8,
        "n_hoard": 2,
        "copies_per_unique": 6,
        "ohno_cancels_end": rng.random() < 0.8,
        "ohno_effect": one(rng, ["discard", "return", "steal"]),
        "light_action_pick": one(rng, ["logo_not_light", "logo", "any"]),
        "allow_repeat_category": rng.random() < 0.2,
        "max_rounds": int(rng.integers(5, 17)),
    }


def drawn_options(rng: Rng, n_players: int, longest: int) -> dict[str, Any]:
    """Random values for some of the rule options, defaults for the rest but for the cap."""
    decks: dict[str, Any] = {}
    if rng.random() < 0.7:
        decks = drawn_decks(rng, n_players) if rng.random() < 0.6 else drawn_drama(rng, n_players)
    readings = drawn_readings(rng) if rng.random() < 0.8 else {}
    variant = one(rng, VARIANTS)
    if variant == "basic" and decks.get("n_ohno", 0) > 1:
        del decks["n_ohno"]  # it is refused there
    return {"variant": variant, "max_rounds": int(rng.integers(1, longest + 1))} | readings | decks


KEEN = ("put", "light", "wts", "end")


def choose(game: twin.Table, rng: Rng, style: str) -> Any:
    """A random action: uniform; or uniform over kinds of play first; or mostly keen."""
    assert game.decision is not None
    _, kind, legal = game.decision
    if style == "lights":
        liked = [a for a in legal if a in (("light", "action"), LIGHT, "yes")]
        return one(rng, liked or (legal[:1] if kind == felt.PLAY else legal))
    if style == "keen" and rng.random() < 0.85:
        legal = keen(game, kind, legal)
    elif kind == felt.PLAY and style != "uniform":
        name = one(rng, sorted({a[0] for a in legal}))
        legal = [a for a in legal if a[0] == name]
    return one(rng, legal)


def keen(game: twin.Table, kind: str, legal: list[Any]) -> list[Any]:
    """What a player may like who wants sets, breaks those of who has them all, and lets others try.

    Such players finish games early, so that last rounds are seen, and cancelled ones.
    """
    if kind == felt.PLAY:
        breaking = [a for a in legal if a[0] == "ohno" and game.has_all(game.sets[a[1]].owner)]
        liked = [[a for a in legal if a[0] == name] for name in KEEN]
        return breaking or next(plays for plays in liked if plays)
    if kind == felt.PICK and OHNO in legal:
        return [OHNO]
    return legal[:1] if kind in (felt.INTERRUPT, felt.DEFLECT, felt.BUILD, felt.COMPLETE) else legal
