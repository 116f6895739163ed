"""What the heuristic players of Sneeze compute with: who would sneeze, and what a sneeze is worth."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.sneeze.state import A_MIX, MIX, N_ACTIONS, N_SEATS, N_TYPES, WINDY
from simkit.jit import kernel, popcount
from simkit.rng import below

NOBODY = np.int64(0)
UP, DOWN = 0, 1


@kernel
def pools(view: Any) -> Any:
    """int64[2, 5]: what each pool counts as, Mean Tricks applied (S8.1); [0] upwind."""
    counts = np.empty((2, N_TYPES), np.int64)
    for side in range(2):
        for card_type in range(N_TYPES):
            counts[side, card_type] = np.int64(view.pool[side, card_type]) << np.int64(view.trick[side, card_type])
    return counts


@kernel
def needs_of(view: Any) -> Any:
    """int64[6, 5]: allergies of everybody by type."""
    needs = np.empty((N_SEATS, N_TYPES), np.int64)
    for seat in range(N_SEATS):
        for card_type in range(N_TYPES):
            needs[seat, card_type] = view.needs[seat, card_type]
    return needs


@kernel
def matched(view: Any, needs: Any, pool: Any, breath_holds: Any) -> Any:
    """Bits of the players who would sneeze if `pool` (int64[5]) were upwind (S8.2, S8.3)."""
    found = NOBODY
    for seat in range(view.n_players):
        if view.n_allergies[seat] == 0 or (breath_holds and view.n_breath[seat] > 0):
            continue
        fits = True
        for card_type in range(N_TYPES):
            if needs[seat, card_type] > pool[card_type]:
                fits = False
                break
        if fits:
            found |= np.int64(1) << seat
    return found


@kernel
def face_chances(view: Any, printed: Any, rules: Any, chances: Any) -> Any:
    """Chance of each face (types, then Windy) of the next Sneeze card into float64[6]; returns the cards it is one of.

    `printed`: from the printed deck; otherwise from the cards not yet seen (the discard pile if the deck is empty).
    """
    total = 0.0
    for face in range(N_TYPES + 1):
        if printed:
            chances[face] = rules.printed[face]
        elif view.deck_n > 0:
            chances[face] = view.unseen[face]
        else:
            chances[face] = view.discard[face]
        total += chances[face]
    for face in range(N_TYPES + 1):
        chances[face] = chances[face] / total if total > 0.0 else 0.0
    return total


@kernel
def payable(view: Any, rules: Any, title: Any) -> Any:
    """True if the view lists at least one action of the title's effect."""
    return view.count[2 + title] > 0


@kernel
def wins_expected(view: Any, rules: Any, sneezers: Any, windy: Any) -> Any:
    """(P(the current player wins by allergies), P(another does)) after this event; each new allergy is lost to a Windy
    Day with chance `windy` (0: ignored)."""
    me = np.int64(view.current)
    counts = np.empty(N_SEATS, np.int64)
    for seat in range(view.n_players):
        counts[seat] = view.n_allergies[seat]
    gives = counts[me] >= rules.limit
    drawing = np.empty(N_SEATS, np.int64)
    n_drawing = 0
    for step in range(view.n_players):
        seat = (me + 1 + step) % view.n_players
        if not sneezers >> seat & 1 or (rules.cap > 0 and counts[seat] >= rules.cap):
            continue
        if seat != me and gives and counts[me] > 0:
            counts[me] -= 1
            counts[seat] += 1
        else:
            drawing[n_drawing] = seat
            n_drawing += 1
    mine, others = 0.0, 0.0
    for lost in range(1 << n_drawing if windy > 0.0 else 1):
        chance = 1.0
        below_limit, last = 0, -1
        for i in range(n_drawing):
            if lost >> i & 1:
                chance *= windy
            else:
                chance *= 1.0 - windy
                counts[drawing[i]] += 1
        for seat in range(view.n_players):
            if counts[seat] < rules.limit:
                below_limit += 1
                last = seat
        for i in range(n_drawing):
            if not lost >> i & 1:
                counts[drawing[i]] -= 1
        if below_limit == 0 or (below_limit == 1 and last == me):
            mine += chance
        elif below_limit == 1:
            others += chance
    return mine, others


@kernel
def fewest(view: Any) -> Any:
    """Bits of the other players with the fewest allergies."""
    least = np.int64(1 << 30)
    found = NOBODY
    for seat in range(view.n_players):
        if seat == view.current:
            continue
        n = np.int64(view.n_allergies[seat])
        if n < least:
            least, found = n, NOBODY
        if n == least:
            found |= np.int64(1) << seat
    return found


@kernel
def n_below(view: Any, rules: Any) -> Any:
    """Players below the limit of allergies."""
    n = 0
    for seat in range(view.n_players):
        n += view.n_allergies[seat] < rules.limit
    return n


@kernel
def hardest_gift(view: Any, rng: Any) -> Any:
    """The own allergy whose loss leaves the rest hardest to match: most types, then largest duplicates; ties random."""
    me = np.int64(view.seat)
    best, chosen, n_best = np.int64(-1), np.int64(0), 0
    for card_type in range(N_TYPES):
        if view.needs[me, card_type] == 0:
            continue
        worth = np.int64(0)
        for other in range(N_TYPES):
            n = np.int64(view.needs[me, other]) - (1 if other == card_type else 0)
            worth += n * n + (1_000_000 if n > 0 else 0)
        if worth > best:
            best, n_best = worth, 0
        if worth == best:
            n_best += 1
            if below(rng, n_best) == 0:
                chosen = np.int64(card_type)
    return chosen


@kernel
def random_legal(view: Any, rng: Any) -> Any:
    """One of the listed actions, uniformly."""
    return np.int64(view.legal[below(rng, view.n_legal)])


@kernel
def random_gift(view: Any, rng: Any) -> Any:
    """A type held, uniformly; never none."""
    n = 0
    for i in range(view.n_legal):
        n += view.legal[i] < WINDY
    return np.int64(view.legal[below(rng, n)])


@kernel
def cheapest_payment(view: Any, spared: Any, rng: Any) -> Any:
    """A title to pay with, uniformly among those not in the bit set `spared` if there are any."""
    n = 0
    for i in range(view.n_legal):
        n += not spared >> np.int64(view.legal[i]) & 1
    if n == 0:
        return random_legal(view, rng)
    k = below(rng, n)
    for i in range(view.n_legal):
        if not spared >> np.int64(view.legal[i]) & 1:
            if k == 0:
                return np.int64(view.legal[i])
            k -= 1
    return np.int64(view.legal[0])


@kernel
def clockwise(view: Any) -> Any:
    """`view.legal` with the Mix Ups in the order of the other player's distance: no seat is preferred."""
    first, n = np.int64(view.first[2 + MIX]), np.int64(view.count[2 + MIX])
    legal = np.empty(N_ACTIONS, np.int16)
    for i in range(view.n_legal):
        legal[i] = view.legal[i]
    at = first
    for distance in range(1, view.n_players if n > 0 else 0):
        other = (np.int64(view.seat) + distance) % view.n_players
        for i in range(first, first + n):
            if (np.int64(view.legal[i]) - A_MIX) // N_TYPES % N_SEATS == other:
                legal[at] = view.legal[i]
                at += 1
    return legal


@kernel
def n_seats(bits: Any) -> Any:
    """Players in a set."""
    return popcount(np.uint64(bits))
