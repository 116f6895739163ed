"""The table of Doctor Li as plain numbers, from the kernels' records and from the twin, to be compared."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import numpy as np

from simkit.game import CAPPED, RUNNING
from simkit.games.doctor_li import state as words
from tests.reference import doctor_li as twin
from tests.reference import doctor_li_felt as felt
from tests.reference.decks import Card
from tests.reference.doctor_li_cards import CATEGORIES, CATEGORY_FACES, FACES, WTS
from tests.reference.doctor_li_plays import PILES

ENDS = {None: RUNNING, twin.CAPPED: CAPPED, twin.FINISHED: words.FINISHED}
WHATS = (*CATEGORIES, "any", "random")
PLACE = {face: i for i, face in enumerate(FACES)}
ANSWERS = {"no": 0, "yes": 1, twin.FROM_PILE: 0, twin.FROM_DISCARD: 1, felt.SUFFER: words.SUFFER}
ANSWERS |= {felt.DONE: words.DONE, felt.ESCAPE: words.ESCAPE} | PLACE
PAYMENTS = (felt.AGG_PAY, felt.EPI_PAY, felt.HOARD_PAY, felt.GIVE, felt.HAND_OVER)


def number_of(kind: str, action: Any) -> int:
    """The kernels' number of an action of the twin."""
    if kind == felt.BOOST_DRAW:
        return int(action)
    return play_number(*action) if kind == felt.PLAY else ANSWERS[action]


def play_number(name: str, *parameters: Any) -> int:
    found: int = words.P_END
    match name, *parameters:
        case "wts", face, victim:
            found = words.P_WTS + 6 * WTS.index(face) + victim
        case "light", pile:
            found = words.P_LIGHT + PILES.index(pile)
        case "ohno", number:
            found = words.P_OHNO + number
        case "fish", category, victim:
            found = words.P_FISH + 6 * CATEGORIES.index(category) + victim
        case "four", pile, category:
            found = words.P_FOUR + 3 * PILES.index(pile) + CATEGORIES.index(category)
        case "put", category:
            found = words.P_PUT + CATEGORIES.index(category)
        case ("end",):
            pass
        case _:
            raise AssertionError(f"no such play: {name} {parameters}")
    return found


def slot_of(card: Card) -> int:
    """The slot among those of both stacks."""
    return card.slot if PLACE[card.face] < len(CATEGORY_FACES) else words.N_STACK + card.slot


def slots(cards: Any) -> list[int]:
    return sorted(slot_of(c) for c in cards)


def by_face(cards: Any, faces: tuple[str, ...] = FACES) -> list[int]:
    counts = [0] * len(faces)
    for card in cards:
        counts[PLACE[card.face]] += 1
    return counts


def known(game: twin.Table) -> list[list[int]]:
    """What everybody knows of each hand, by face."""
    return [[p.known.get(f, 0) for f in FACES] if p.known else [0] * len(FACES) for p in game.players]


def filled(values: list[Any], empty: Any) -> list[Any]:
    """A list for six chairs."""
    return values + [empty] * (words.N_SEATS - len(values))


def seat_number(seat: int | None) -> int:
    return -1 if seat is None else seat


def plain(record: Any) -> dict[str, Any]:
    """The fields of a record as numbers and arrays (of a record array each access is slow)."""
    return dict(zip(record.dtype.names, record.item(), strict=True))


HEADS = (
    "to_act", "kind", "ended", "turns", "rounds", "current", "plays", "putdowns", "turned", "finisher", "first_done",
    "completions", "final_left", "starved", "no_action",
)  # fmt: skip
PER_SEAT = ("hand", "hand_sizes", "known", "down", "points", "done_order")


def state_of_kernels(record: Any) -> dict[str, Any]:
    """Everything on the table, by place: slots in order where the order matters, sorted where not."""
    state = plain(record)
    n = state["n_players"]
    at: dict[int, list[int]] = defaultdict(list)
    for slot, place in enumerate(state["place"].tolist()):
        at[place].append(slot)
    owner, category = state["set_owner"].tolist(), state["set_category"].tolist()
    sets = {i: (owner[i], category[i], at[words.SET + i]) for i in range(words.N_SETS) if owner[i] >= 0}
    pile_n, discard_n = state["pile_n"].tolist(), state["discard_n"].tolist()
    return {name: state[name] for name in HEADS} | {
        "reshuffles": state["reshuffles"].tolist(),
        "piles": [state["piles"][i, : pile_n[i]].tolist() for i in (0, 1)],
        "discard": state["discard"][: discard_n[0]].tolist(),
        "lying": at[words.DISCARD],
        "discard_n": discard_n,
        "dumped": state["dumped"].tolist(),
        "limbo": at[words.LIMBO],
        "hands": [at[words.HAND + s] for s in range(n)],
        "sets": sets,
        "set_n": {i: int(state["set_n"][i]) for i in sets},
        **{name: state[name][:n].tolist() for name in PER_SEAT},
    }


def state_of_twin(game: twin.Table) -> dict[str, Any]:
    """The same from the twin."""
    decision = game.decision
    heads = {
        "to_act": decision.seat if decision else -1,
        "kind": words.KINDS.index(decision.kind) if decision else None,
        "ended": ENDS[game.end],
        "turns": game.turns,
        "rounds": game.turns // game.n,
        "current": game.current,
        "plays": game.plays,
        "putdowns": game.putdowns,
        "turned": -1 if game.turned is None else FACES.index(game.turned),
        "finisher": seat_number(game.finisher),
        "first_done": seat_number(game.first_done()),
        "completions": sum(p.done > 0 for p in game.players),
        "final_left": game.final_turns_left or 0,
        "starved": game.starved,
        "no_action": game.no_action,
        "reshuffles": [game.category.reshuffles, game.action.reshuffles],
    }
    stacks, hands = (game.category, game.action), [p.hand for p in game.players]
    return heads | {
        "piles": [[slot_of(c) for c in stack.deck] for stack in stacks],
        "discard": [slot_of(c) for c in game.category.discard],
        "lying": slots([*game.category.discard, *game.action.discard]),
        "discard_n": [len(stack.discard) for stack in stacks],
        "dumped": by_face([*game.category.discard, *game.action.discard]),
        "limbo": slots([*game.shown, *game.aside]),
        "hands": [slots(hand) for hand in hands],
        "hand": [by_face(hand) for hand in hands],
        "hand_sizes": [len(hand) for hand in hands],
        "known": known(game),
        "sets": {i: (s.owner, CATEGORIES.index(s.category), slots(s.cards)) for i, s in game.sets.items()},
        "set_n": {i: len(s.cards) for i, s in game.sets.items()},
        "down": [[game.sets_of(s, c) for c in CATEGORIES] for s in range(game.n)],
        "points": [game.points(s) for s in range(game.n)],
        "done_order": [p.done for p in game.players],
    }


def counts_of_twin(game: twin.Table) -> list[list[int]]:
    """What the seats are counted for, in the order of the kernels' counters."""
    return [list(p.counts.values()) for p in game.players]


def view_of_kernels(record: Any, names: Any) -> dict[str, Any]:
    """The named fields of what the player who decides is shown, and the legal actions."""
    view = plain(record)
    seen: dict[str, Any] = {}
    for name in names:
        value = view.get(name)
        seen[name] = value.tolist() if isinstance(value, np.ndarray) else value
    owner, category, n = (view[name].tolist() for name in ("set_owner", "set_category", "set_n"))
    seen["sets"] = {i: (owner[i], category[i], n[i]) for i in range(words.N_SETS) if owner[i] >= 0}
    seen["legal"] = seen["legal"][: view["n_legal"]]
    return seen


def view_of_twin(game: twin.Table) -> dict[str, Any]:
    """What the player who decides must be shown; fields that mean something at this decision only."""
    decision = game.decision
    assert decision is not None
    top, none = game.category.discard[-1:], [0] * len(FACES)
    seen: dict[str, Any] = {
        "seat": decision.seat,
        "kind": words.KINDS.index(decision.kind),
        "n_legal": len(decision.legal),
        "legal": [number_of(decision.kind, a) for a in decision.legal],
        "n_players": game.n,
        "current": game.current,
        "turns": game.turns,
        "plays": game.plays,
        "finisher": seat_number(game.finisher),
        "final_left": game.final_turns_left or 0,
        "top": FACES.index(top[0].face) if top else -1,
        "turned": -1 if game.turned is None else FACES.index(game.turned),
        "pile_n": [len(game.category.deck), len(game.action.deck)],
        "discard_n": [len(game.category.discard), len(game.action.discard)],
        "dumped": by_face([*game.category.discard, *game.action.discard]),
        "shown": by_face(game.shown),
        "shown_n": len(game.shown),
        "hand": by_face(game.hand(decision.seat)),
        "hand_sizes": filled([len(p.hand) for p in game.players], 0),
        "known": filled(known(game), none),
        "sets": {i: (s.owner, CATEGORIES.index(s.category), len(s.cards)) for i, s in game.sets.items()},
        "set_faces": by_face([c for s in game.sets.values() for c in s.cards], CATEGORY_FACES),
        "down": filled([[game.sets_of(s, c) for c in CATEGORIES] for s in range(game.n)], [0, 0, 0]),
        "points": filled([game.points(s) for s in range(game.n)], 0),
        "done_order": filled([p.done for p in game.players], 0),
    }
    return seen | view_of_moment(game, decision.kind)


def view_of_moment(game: twin.Table, kind: str) -> dict[str, Any]:
    """The fields that belong to what is just going on."""
    seen: dict[str, Any] = {"trying": CATEGORIES.index(game.trying) if game.trying else -1}
    if kind in PAYMENTS:
        seen |= {"need": game.need, "paid": game.paid}
    if kind in (felt.AGG_PAY, felt.GIVE, felt.HAND_OVER):
        assert game.wanted is not None
        seen["asked"] = WHATS.index(game.wanted)
    if kind == felt.PICK:
        assert game.looked_at is not None
        seen["pile"] = PILES.index(game.looked_at)
    if kind in (felt.DEFLECT, felt.HAND_OVER) or (kind == felt.COUNTER and not game.trying):
        assert game.wts is not None
        seen |= {"victim": seat_number(game.victim), "wts": WTS.index(game.wts)}
    if kind == felt.TAKE:
        seen["victim"] = seat_number(game.victim)
    if game.trying:
        seen["oigts"] = game.oigts
    if kind == felt.LOSE or (kind == felt.COUNTER and game.trying):
        seen["interrupter"] = seat_number(game.interrupter)
    if kind == felt.COMPLETE:
        seen["valid_size"] = game.needed
    return seen
