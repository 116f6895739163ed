"""Snowhere: cover a carpet of fire with the cards it is made of. Cooperative; the table is a plane."""

from __future__ import annotations

from simkit.game import COMMON_ENDS, Game, Kernels, Tally
from simkit.games.snowhere.options import SnowhereRules, pack_rules
from simkit.games.snowhere.picture import picture
from simkit.games.snowhere.state import ENDS, MARKS, MAX_CARDS, RULES, STATE, VIEW
from simkit.games.snowhere.words import ILLEGAL, WORDS


def _load_kernels() -> Kernels:
    from simkit.games.snowhere.kernels import KERNELS

    return KERNELS


TALLIES = (
    Tally("solved", "game", "flag", "Solved: no fire visible on 0.5 mm cells", "games"),
    Tally("looks_solved", "game", "flag", "Looks solved: less than 25 mm2 of fire visible", "games"),
    Tally("exposed_mm2", "game", "count", "Visible fire at the end", "mm2"),
    Tally("start_mm2", "game", "count", "Fire at the start", "mm2"),
    Tally("exposed_end_permille", "game", "count", "Visible fire at the end, of the fire then left", "per mille"),
    Tally("cards_showing", "game", "count", "Fire cards of which more than 25 mm2 show at the end", "cards"),
    Tally("fire_left", "game", "count", "Fire cards left", "cards"),
    Tally("dead_left", "game", "count", "Fire cards buried for ever", "cards"),
    Tally("picked", "game", "count", "Cards picked up", "cards"),
    Tally("placed", "game", "count", "Snow cards placed before the end", "cards"),
    Tally("flakes_found", "game", "count", "Snowflakes found", "cards"),
    Tally("flakes_used", "game", "count", "Snowflakes placed at the end", "cards"),
    Tally("discarded", "game", "count", "Cards put aside for want of a legal place", "cards"),
    Tally("sliver_picks", "game", "count", "Cards picked up by the 1 mm exception", "cards"),
    Tally("sliver_places", "game", "count", "Placements that newly cover less than 5 % of a card", "cards"),
    Tally("wasted_mm2", "game", "count", "Snow laid on snow or on the bare table", "mm2"),
    Tally("free_start", "game", "count", "Cards that can be picked up at the start", "cards"),
    Tally("free_sum", "game", "count", "Cards that can be picked up, summed over the pick-ups", "cards"),
    Tally("probes", "game", "count", "Random candidates tried by the game before placements", "candidates"),
    Tally("breaks_cover", "game", "count", "Random candidates that cover no visible fire (P0)", "candidates"),
    Tally("breaks_adjacency", "game", "count", "Random candidates that break the rule of adjacency (P1)", "candidates"),
    Tally("breaks_edge", "game", "count", "Random candidates that break the rule of the edge (P2)", "candidates"),
    Tally("breaks_exact", "game", "count", "Random candidates that cover a card exactly (P3)", "candidates"),
    *(Tally(f"free_at_{k}", "game", "count", f"Cards to pick up after {k} pick-ups", "cards") for k in MARKS),
    *(Tally(f"visible_at_{k}_mm2", "game", "count", f"Visible fire after {k} pick-ups", "mm2") for k in MARKS),
    Tally("seat_picked", "seat", "count", "Cards picked up", "cards"),
    Tally("seat_placed", "seat", "count", "Snow cards placed, snowflakes included", "cards"),
    Tally("seat_covered_mm2", "seat", "count", "Visible fire covered", "mm2"),
    Tally("seat_sliver_places", "seat", "count", "Placements that newly cover less than 5 % of a card", "cards"),
)

GAME = Game(
    name="snowhere",
    title="Snowhere",
    version="1.0",
    summary="Cooperative: pick up fire cards and lay them snow side up until no fire is seen (1-6).",
    players=(1, 2, 3, 4, 5, 6),
    rules_class=SnowhereRules,
    pack_rules=pack_rules,
    state_dtype=STATE,
    view_dtype=VIEW,
    rules_dtype=RULES,
    load_kernels=_load_kernels,
    words=WORDS,
    purposes=("carpet", "levels", "flakes", "probe"),
    kinds=("pick", "place", "flake", "free place"),
    end_reasons=(*COMMON_ENDS, *ENDS),
    illegal=ILLEGAL,
    tallies=TALLIES,
    cooperative=True,
    has_score=False,
    result_label="visible fire at the end, % of the fire at the start",
    turn_label="turns",
    standing_label="nothing: all win or lose together",
    max_decisions=1_000,
    max_legal=MAX_CARDS,
    chunk_games=2_048,
    docs="games/snowhere.md",
    reuses_state=True,
    picture=picture,
)
