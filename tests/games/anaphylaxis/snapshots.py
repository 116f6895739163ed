"""What is compared of the kernels and the slow twin: records as plain numbers, and the same from the twin."""

from __future__ import annotations

from typing import Any

from simkit.game import RUNNING
from simkit.games.anaphylaxis import GAME
from simkit.games.anaphylaxis import state as words
from tests.games.common.kernels import fields
from tests.reference import anaphylaxis as twin

NUMBER = {c: twin.number(c) for c in twin.full_deck(4)}
CHAIRS = 4


HEADS = fields(GAME.state_dtype, "n_players", "to_act", "kind", "ended", "turns", "rounds")
PARTS = fields(GAME.state_dtype, "table", "hands", "given", "leftover")
PER_SEAT = ("bees_total", "passes_total", "eliminations", "kills", "tricks_won")
TALLIES = fields(GAME.state_dtype, "tricks", "sole_survivor_rounds", *PER_SEAT)
OPEN = fields(words.TABLE, "bees", "thrown", "scores", "passes", "out", "played", "markers", "cards", "voids")
SPOTS = fields(words.TABLE, "dealer", "leader", "lead", "players", "round_number")
SEEN = fields(GAME.view_dtype, "seat", "kind", "n_legal", "later", "hand", "given", "received", "legal", "table")


def name(action: int) -> str:
    """ "R4" or "x" for the number of an action."""
    return "x" if action == 20 else str(twin.action_of(action))


def number(text: str) -> int:
    return 20 if text == "x" else twin.number(twin.card(text))


def pile(cards: Any) -> int:
    """Cards as the kernels' bit set: bit k says one card of kind k or more, bit 32 + k two."""
    bits = 0
    for card in cards:
        bit = 1 << NUMBER[card]
        bits |= bit << 32 if bits & bit else bit
    return bits


def spread(bits: int) -> list[str]:
    """The cards of a pile, in the order of their numbers."""
    return [name(k) for k in range(20) for shift in (0, 32) if bits >> (k + shift) & 1]


def filled(values: list[Any], empty: Any) -> list[Any]:
    """A list for four chairs."""
    return values + [empty] * (CHAIRS - len(values))


def snapshot_of_twin(game: twin.Table) -> tuple[Any, ...]:
    """Everything that `Compiled.snapshot` gives, from the twin. Only while the game runs."""
    players = game.players
    acted = dict(game.acted) if game.kind == twin.TRICK else {}
    lead = game.lead if game.kind == twin.TRICK else None
    # Gifts are face down until all have chosen, so a hand counts as whole till then.
    counts = [len(p.hand) + (len(p.given) if game.kind == twin.EXCHANGE else 0) for p in players]
    table = (
        filled([pile(p.front) for p in players], 0),
        filled([pile(p.thrown) for p in players], 0),
        filled([p.total for p in players], 0),
        filled([p.passes for p in players], 0),
        filled([int(not p.still_in) for p in players], 1),
        filled([twin.number(acted[s]) if s in acted else -1 for s in range(game.n)], -1),
        filled([p.markers for p in players], 0),
        filled(counts, 0),
        filled([sum(1 << twin.COLOURS.index(c) for c in p.voids) for p in players], 0),
        game.dealer,
        game.leader if game.kind == twin.TRICK else game.dealer,
        -1 if lead is None else twin.COLOURS.index(lead),
        game.n,
        game.round_number,
    )
    return (
        (game.n, game.actor, int(game.kind == twin.TRICK), RUNNING, game.turns, game.rounds_done),
        table,
        filled([pile(p.hand) for p in players], 0),
        filled([pile(p.given) for p in players], 0),
        NUMBER[game.leftover[0]] if game.leftover else -1,
        tallies_of_twin(game),
    )


def tallies_of_twin(game: twin.Table) -> tuple[Any, ...]:
    """Counters over the whole game, in the order of the state's fields."""
    rows = [filled([getattr(p, field) for p in game.players], 0) for field in PER_SEAT]
    return (game.tricks, game.sole_survivor_rounds, *rows)


def view_of_twin(game: twin.Table) -> tuple[Any, ...]:
    """What the player to act may see, but for the open table: in the order of `Compiled.seen`."""
    assert game.actor is not None
    player = game.players[game.actor]
    legal = [twin.number(a) for a in game.legal()]
    return (
        game.actor,
        int(game.kind == twin.TRICK),
        len(legal),
        len(game.waiting) - 1 if game.kind == twin.TRICK else None,
        pile(player.hand),
        pile(player.given),
        pile(player.received),
        legal,
    )
