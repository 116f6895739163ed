"""The table of Sneeze as plain numbers, from the kernels' records and from the twin, to be compared."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.game import CAPPED, RUNNING, STALEMATE
from simkit.games.sneeze import state as words
from tests.reference import sneeze as twin

KINDS = {twin.TURN: words.TURN, twin.PAY: words.PAY, twin.GIFT: words.GIFT}
ENDS = {
    None: RUNNING,
    twin.CAPPED: CAPPED,
    twin.STALEMATE: STALEMATE,
    twin.W1_OWN: words.W1_OWN,
    twin.W1_OTHER: words.W1_OTHER,
    twin.W2: words.W2,
    twin.W3: words.W3,
}
NUMBER = {kind: {a: i for i, a in enumerate(actions)} for kind, actions in twin.ACTIONS.items()}


def bits(items: Any) -> int:
    """A set of small numbers as the kernels keep it."""
    return sum(1 << i for i in items)


def members(mask: int) -> list[int]:
    return [i for i in range(64) if mask >> i & 1]


def slots(cards: Any) -> list[int]:
    return sorted(c.slot for c in cards)


def filled(values: list[Any], empty: Any) -> list[Any]:
    """A list for six chairs."""
    return values + [empty] * (words.N_SEATS - len(values))


def state_of_kernels(state: Any) -> dict[str, Any]:
    """Everything on the table, by place: slots in order where the order matters, sorted where not."""
    n = int(state.n_players)
    return {
        "heads": [int(state[f]) for f in ("to_act", "kind", "ended", "turns", "rounds", "current", "winner", "up")],
        "deck": state.deck[: int(state.deck_n)].tolist(),
        "adeck": state.adeck[: int(state.adeck_n)].tolist(),
        "discard": np.flatnonzero(state.in_discard).tolist(),
        "adiscard": members(int(state.adiscard)),
        "air_card": members(int(state.air_card)),
        "pools": [np.flatnonzero(state.pool_of == 1 + side).tolist() for side in (0, 1)],
        "counts": state.pool.tolist(),
        "tricks": [[members(int(m)) for m in row] for row in state.trick_cards],
        "allergies": [state.allergy[s, : int(state.n_allergies[s])].tolist() for s in range(n)],
        "needs": state.needs[:n].tolist(),
        "hands": [members(int(m)) for m in state.hand[:n]],
        "breath": [members(int(m)) for m in state.breath[:n]],
        "left": state.unseen.tolist(),
        "quiet": int(state.quiet),
        "most_events": int(state.most_events),
        "tallies": tallies_of_kernels(state),
    }


def tallies_of_kernels(state: Any) -> dict[str, Any]:
    """Counters over the whole game."""
    n = int(state.n_players)
    seats = {f: state[f][:n].tolist() for f in ("caused", "suffered", "self_sneezes", "gifts", "drawn", "used")}
    names = ("wind_changes", "first_at_limit", "reshuffles", "areshuffles", "lost_draws")
    return seats | {f: int(state[f]) for f in names}


def state_of_twin(game: twin.Table) -> dict[str, Any]:
    """The same from the twin."""
    decision = game.decision
    heads = [
        decision.seat if decision else -1,
        KINDS[decision.kind] if decision else None,
        ENDS[game.end],
        game.turns,
        game.turns // game.n,
        game.current,
        -1 if game.winner is None else game.winner,
        game.up,
    ]
    return {
        "heads": heads,
        "deck": [c.slot for c in game.sneeze.deck],
        "adeck": [c.slot for c in game.and_now.deck],
        "discard": slots(game.sneeze.discard),
        "adiscard": slots(game.and_now.discard),
        "air_card": slots([game.air_card] if game.air_card else []),
        "pools": [slots(pool) for pool in game.pools],
        "counts": [[game.count(side, t) for t in twin.TYPES] for side in (0, 1)],
        "tricks": [[slots(game.tricks[side][t]) for t in twin.TYPES] for side in (0, 1)],
        "allergies": [[c.slot for c in own] for own in game.allergies],
        "needs": [[game.needs(s, t) for t in twin.TYPES] for s in range(game.n)],
        "hands": [slots(hand) for hand in game.hands],
        "breath": [slots(cards) for cards in game.breath],
        "left": by_face(game.sneeze.deck),
        "quiet": game.quiet,
        "most_events": game.most_events,
        "tallies": tallies_of_twin(game),
    }


def by_face(cards: Any) -> list[int]:
    return [sum(c.face == face for c in cards) for face in twin.FACES]


def by_title(cards: Any) -> list[int]:
    return [sum(c.face == title for c in cards) for title in twin.TITLES]


def tallies_of_twin(game: twin.Table) -> dict[str, Any]:
    """As `tallies_of_kernels`."""
    return {
        "caused": game.caused,
        "suffered": game.suffered,
        "self_sneezes": game.self_sneezes,
        "gifts": game.gifts,
        "drawn": [list(d.values()) for d in game.drawn],
        "used": [list(d.values()) for d in game.used],
        "wind_changes": game.wind_changes,
        "first_at_limit": -1 if game.first_at_limit is None else game.first_at_limit,
        "reshuffles": game.sneeze.reshuffles,
        "areshuffles": game.and_now.reshuffles,
        "lost_draws": game.lost_draws,
    }


def view_of_kernels(view: Any, n: int) -> dict[str, Any]:
    """What the player who decides is shown; fields that mean something for this kind of decision only."""
    kind, n_legal = int(view.kind), int(view.n_legal)
    seen: dict[str, Any] = {
        name: int(view[name]) for name in ("seat", "kind", "n_players", "current", "turns", "deck_n", "adeck_n")
    }
    for name in ("hand", "hand_sizes", "n_breath", "n_allergies", "needs", "pool", "trick", "discard", "unseen"):
        seen[name] = view[name].tolist()
    seen["adiscard"] = view.adiscard.tolist()
    seen["legal"] = view.legal[:n_legal].tolist()
    seen["allergies"] = [[t for t in row if t >= 0] for row in view.allergies[:n].tolist()]
    seen["air"] = (int(view.air_side), int(view.air_type)) if int(view.air_side) >= 0 else None
    if kind == words.TURN:
        seen["groups"] = [
            view.legal[int(first) : int(first) + int(count)].tolist()
            for first, count in zip(view["first"], view["count"], strict=True)
        ]
    if kind == words.PAY:
        seen["played"] = int(view.played)
    if kind == words.GIFT:
        seen |= {name: int(view[name]) for name in ("gift_to", "pending", "sneezed")}
    return seen


GROUPS = ("gust", "breath", "trick", "mix", "air", "clean", "forecast", "double")


def view_of_twin(game: twin.Table) -> dict[str, Any]:
    """The same from the twin."""
    decision = game.decision
    assert decision is not None
    number = NUMBER[decision.kind]
    sides = [game.physical(0), game.physical(1)]
    seen: dict[str, Any] = {
        "seat": decision.seat,
        "kind": KINDS[decision.kind],
        "n_players": game.n,
        "current": game.current,
        "turns": game.turns,
        "deck_n": len(game.sneeze.deck),
        "adeck_n": len(game.and_now.deck),
        "hand": by_title(game.hands[decision.seat]),
        "hand_sizes": filled([len(h) for h in game.hands], 0),
        "n_breath": filled([len(b) for b in game.breath], 0),
        "n_allergies": filled([len(own) for own in game.allergies], 0),
        "needs": filled([[game.needs(s, t) for t in twin.TYPES] for s in range(game.n)], [0] * 5),
        "pool": [[game.count(side, t) for t in twin.TYPES] for side in sides],
        "trick": [[len(game.tricks[side][t]) for t in twin.TYPES] for side in sides],
        "discard": by_face(game.sneeze.discard),
        "unseen": by_face(game.sneeze.deck),
        "adiscard": by_title(game.and_now.discard),
        "legal": [number[a] for a in decision.legal],
        "allergies": [[twin.TYPES.index(c.face) for c in own][: words.SHOWN_ALLERGIES] for own in game.allergies],
        "air": (sides.index(game.air[0]), twin.TYPES.index(game.air[1])) if game.air else None,
    }
    if decision.kind == twin.TURN:
        effects = [[number[a] for a in decision.legal if a[0] == group] for group in GROUPS]
        seen["groups"] = [[words.FLIP_UP], [words.FLIP_DOWN], *effects]
    if decision.kind == twin.PAY:
        seen["played"] = NUMBER[twin.TURN][game.to_pay]
    if decision.kind == twin.GIFT:
        seen |= {"gift_to": game.gift_to, "pending": bits(game.pending), "sneezed": bits(game.sneezed)}
    return seen
