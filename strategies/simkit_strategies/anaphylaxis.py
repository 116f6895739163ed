"""Heuristic players of Anaphylaxis (section 6 of its specification). Equal choices are made uniformly."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.anaphylaxis.state import (
    BEES,
    CHAIRS,
    EXCHANGE,
    HAND_BITS,
    PASS,
    SECOND,
)
from simkit.games.anaphylaxis.trick import (
    COLOUR_OF,
    bees_on_table,
    copies,
    n_cards,
    nth_card,
    together,
    winning_seat,
    with_card,
)
from simkit.jit import kernel
from simkit.rng import below
from simkit.strategy import Param, Strategy

EACH_COLOUR = 1 | 1 << 5 | 1 << 10 | 1 << 15
"""The 1 of every colour; shifted by v - 1 the cards of value v."""
DANGER, LATER, KILL, BEE_COST, PASS_WEIGHT, LEADER_KILL, LURE = range(7)
"""Places of the parameters; the last two are the assassin's, and 0 for everybody else."""


@kernel
def pick(kinds: Any, rng: Any) -> Any:
    """One of the kinds (a set bit each), uniformly."""
    n = n_cards(kinds)
    return nth_card(kinds, below(rng, n) if n > 1 else 0)


@kernel
def lowest(kinds: Any, rng: Any) -> Any:
    """A kind of the lowest value among the kinds, colours uniformly."""
    for steps in range(5):
        found = kinds & EACH_COLOUR << steps
        if found:
            return pick(found, rng)
    return np.int64(PASS)


@kernel
def highest(kinds: Any, rng: Any) -> Any:
    """A kind of the highest value among the kinds, colours uniformly."""
    for steps in range(4, -1, -1):
        found = kinds & EACH_COLOUR << steps
        if found:
            return pick(found, rng)
    return np.int64(PASS)


@kernel
def legal_cards(view: Any) -> Any:
    """The legal cards as a set of kinds, the pass left out."""
    kinds = np.int64(0)
    for i in range(view.n_legal):
        kinds |= np.int64(1) << np.int64(view.legal[i])
    return kinds & HAND_BITS


@kernel
def winning_now(view: Any) -> Any:
    """The kinds that would win the trick as it lies (A5.1, A5.2)."""
    lead = np.int64(view.table.lead)
    if lead < 0:
        return np.int64(HAND_BITS)
    best = np.int64(view.table.played[winning_seat(view, -1)])
    colour = np.int64(COLOUR_OF[best])
    above = (np.int64(31) << 5 * colour) & ~((np.int64(2) << best) - 1)
    if colour == lead:
        above |= np.int64(31) << 5 * ((lead + 3) & 3)
    return above


@kernel
def value_sign(kinds: Any, card: Any) -> Any:
    """1 if the card is among the kinds, else 0."""
    return (kinds >> card) & 1


def random(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Uniform over distinct legal actions; in the exchange over the physical cards of the hand."""
    if view.kind == EXCHANGE:
        return nth_card(view.hand, below(rng, n_cards(view.hand)))
    return int(view.legal[below(rng, view.n_legal)])


def low_dodger(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Never passes; plays low, and sheds its highest card that does not win when it cannot follow."""
    cards = legal_cards(view)
    if view.kind == EXCHANGE:
        return highest(cards, rng)
    lead = np.int64(view.table.lead)
    if lead >= 0 and not cards & np.int64(31) << 5 * lead:
        losing = cards & ~winning_now(view)
        if losing:
            return highest(losing, rng)
    return lowest(cards, rng)


def bee_grabber(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Never passes; takes bees with the highest card that wins now, whatever they do to it; else plays low."""
    cards = legal_cards(view)
    if view.kind == EXCHANGE:
        return lowest(cards, rng)  # its lowest non-bees, then its lowest bees: a bee is higher than any other card
    winning = cards & winning_now(view)
    if not bees_on_table(view):
        winning &= BEES
    return highest(winning, rng) if winning else lowest(cards, rng)


@kernel
def pass_cost(view: Any, rules: Any) -> Any:
    """Points that the next pass loses under the rules in force (2, then 3, by default)."""
    used = np.int64(view.table.passes[view.seat])
    return rules.pass_points[used] - rules.pass_points[used + 1]


@kernel
def is_pair(pile: Any) -> Any:
    """True if the pile holds two equal cards."""
    return pile >> SECOND != 0


@kernel
def winning_worth(view: Any, card: Any, params: Any) -> Any:
    """What winning the trick now with the card is worth: its bees, less the risk that more come; or the danger."""
    bees = bees_on_table(view)
    if value_sign(BEES, card):
        bees = with_card(bees, card)
    if is_pair(together(view.table.bees[view.seat], bees)):
        return -params[DANGER]
    return n_cards(bees) - params[LATER] * view.later


@kernel
def kills(view: Any, winner: Any, card: Any) -> Any:
    """Would the present winner be eliminated by the trick as it lies with this card on it?"""
    bees = together(view.table.bees[winner], bees_on_table(view))
    if value_sign(BEES, card):
        bees = with_card(bees, card)
    return is_pair(bees)


@kernel
def twin_hidden(view: Any, card: Any) -> Any:
    """Is a copy of the card neither in the own hand nor seen played this round?"""
    seen = copies(view.hand, card)
    for seat in range(CHAIRS):
        seen += copies(view.table.thrown[seat], card)
    return seen < 2


@kernel
def lures(view: Any, card: Any) -> Any:
    """Does leading this low card ask for a colour in which the hidden twin of a rival's bee may be forced out?"""
    if value_sign(BEES, card):
        return False
    colour = np.int64(COLOUR_OF[card])
    for seat in range(CHAIRS):
        if seat != view.seat and not view.table.out[seat]:
            for bee in range(5 * colour + 3, 5 * colour + 5):
                if value_sign(view.table.bees[seat], bee) and twin_hidden(view, bee):
                    return True
    return False


@kernel
def ahead_of_all(view: Any, rival: Any) -> Any:
    """Has no player but the viewer a better standing (total and bees in front) than the rival?"""
    table = view.table
    best = np.int64(table.scores[rival]) + n_cards(table.bees[rival])
    for seat in range(table.players):
        standing = np.int64(table.scores[seat]) + (0 if table.out[seat] else n_cards(table.bees[seat]))
        if seat != view.seat and standing > best:
            return False
    return True


@kernel
def losing_worth(view: Any, card: Any, params: Any) -> Any:
    """What a card that does not win now is worth: an elimination of the present winner, or a bee less in hand."""
    winner = winning_seat(view, -1)
    if kills(view, winner, card):
        return params[KILL] + (params[LEADER_KILL] if ahead_of_all(view, winner) else 0.0)
    return -params[BEE_COST] * value_sign(BEES, card)


@kernel
def weigh(view: Any, rules: Any, params: Any, rng: Any) -> Any:
    """The legal action of the highest worth."""
    winning, leading = winning_now(view), np.int64(view.table.lead) < 0
    best, found = -1e9, np.int64(0)
    for i in range(view.n_legal):
        action = np.int64(view.legal[i])
        if action == PASS:
            worth = -params[PASS_WEIGHT] * pass_cost(view, rules)
        elif value_sign(winning, action):
            worth = winning_worth(view, action, params)
            if leading and params[LURE] != 0.0 and lures(view, action):
                worth += params[LURE]
        else:
            worth = losing_worth(view, action, params)
        if worth > best:
            best, found = worth, np.int64(0)
        if worth == best:
            found |= np.int64(1) << action
    return pick(found, rng)


def safe_collector(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """Weighs bees against danger, passes when that costs less; gives one of each bee pair, then its highest cards."""
    if view.kind == EXCHANGE:
        pairs = (view.hand >> SECOND) & BEES
        return pick(pairs, rng) if pairs else highest(view.hand & HAND_BITS, rng)
    return weigh(view, rules, params, rng)


def assassin(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> int:
    """A safe collector that would rather eliminate: gives away bees whose twin it keeps, and keeps those twins."""
    if view.kind == EXCHANGE:
        pairs = (view.hand >> SECOND) & BEES
        if pairs:
            return pick(pairs, rng)
        cards = view.hand & HAND_BITS
        others = cards & ~(view.given & BEES)
        return highest(others if others else cards, rng)
    return weigh(view, rules, params, rng)


_COLLECTOR = (
    Param("danger", 12, 0, 50, "points that winning a second equal bee is taken to cost"),
    Param("later", 0.3, 0, 5, "points off a trick that it wins now, for each player still to act"),
    Param("kill", 1.5, 0, 20, "points that eliminating the present winner of the trick is worth"),
    Param("bee_cost", 0.2, 0, 5, "points that a bee is worth while it stays in the hand"),
    Param("pass_weight", 1, 0, 5, "how heavy the pass points count that a pass loses"),
)

STRATEGIES = (
    Strategy("random", "anaphylaxis", "Plays any legal action, all equally often.", random, yardstick=True),
    Strategy("low_dodger", "anaphylaxis", "Plays low, sheds high cards on others' tricks, never passes.", low_dodger),
    Strategy("bee_grabber", "anaphylaxis", "Takes every bee it can, whatever the danger; never passes.", bee_grabber),
    Strategy(
        "safe_collector",
        "anaphylaxis",
        "Collects bees but shuns equal ones; passes when that is cheaper.",
        safe_collector,
        params=_COLLECTOR,
    ),
    Strategy(
        "assassin",
        "anaphylaxis",
        "A safe collector that goes for eliminating others, the leader first.",
        assassin,
        params=(
            *(Param("kill", 6, 0, 20, p.meaning) if p.name == "kill" else p for p in _COLLECTOR),
            Param("leader_kill", 2, 0, 20, "points more for eliminating the rival with the best standing"),
            Param("lure", 0.5, 0, 5, "points for leading low in a colour whose hidden bee would eliminate a rival"),
        ),
    ),
)
