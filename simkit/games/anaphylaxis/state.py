"""State and view of Anaphylaxis: constants, dtypes and what every field means. Nothing here is compiled.

A *card kind* is a number from 0 to 19: `5 * colour + value - 1` (colours red 0, green 1, yellow 2, blue 3). Two copies
of a card are the same kind: which of them is where makes no difference to the game.

A *pile* is a set of cards, held in one int64: bit k (0-19) says that there is at least one card of kind k, bit 32 + k
that there are two. So the number of cards is the number of set bits, and a pile holds a pair if `pile >> 32` is not 0.

The table always has four chairs: with three players the fourth stays empty and counts as `out` throughout.
"""

from __future__ import annotations

import numpy as np

CHAIRS = 4
COLOURS = ("Red", "Green", "Yellow", "Blue")
N_KINDS = 20
PASS = 20
"""The action of passing. Action k below it plays (or, in the exchange, gives away) a card of kind k."""
NO_CARD = -1
NO_COLOUR = -1
HAND_BITS = (1 << N_KINDS) - 1
SECOND = 32
"""Bit SECOND + k of a pile is the second card of kind k."""

DEAL = 0
PURPOSES = ("deal",)
EXCHANGE, TRICK = 0, 1
KINDS = ("exchange", "trick")
RIGHT, LEFT, ALTERNATE = 0, 1, 2
LEAD_LEFT, LEAD_SECOND_BEST, LEAD_DEALER = 0, 1, 2
MAX_LEGAL = 8
"""Seven different cards and the pass."""

VALUES = (1, 2, 3, 4, 4, 5, 5)
DECK_4 = np.array([5 * c + v - 1 for c in range(4) for v in VALUES], np.int8)
"""int8[28]: the deck for four players in the order that every shuffle starts from (A1.1, A1.2)."""
DECK_3 = np.array([5 * c + v - 1 for c in range(4) for v in VALUES if 2 <= v <= 4], np.int8)
"""int8[16]: the deck for three players: no 1s and 5s (A1.2)."""
BEES = sum(1 << (5 * c + v - 1) for c in range(4) for v in (4, 5))
"""Bits of the kinds that are bees (A1.3)."""

TABLE = np.dtype(
    [
        ("bees", np.int64, (CHAIRS,)),  # pile of bees face up in front of each player
        ("thrown", np.int64, (CHAIRS,)),  # pile of the cards played this round, this trick included
        ("scores", np.int16, (CHAIRS,)),  # points of the completed rounds
        ("passes", np.int8, (CHAIRS,)),  # passes used this round
        ("out", np.int8, (CHAIRS,)),  # 1: eliminated this round, or a chair that nobody sits on
        ("played", np.int8, (CHAIRS,)),  # this trick: kind of the card, PASS, or NO_CARD while the player has not acted
        ("markers", np.int8, (CHAIRS,)),  # final blow markers of this round (A9)
        ("cards", np.int8, (CHAIRS,)),  # cards in each hand, before the exchange and after; once eliminated, put aside
        ("voids", np.int8, (CHAIRS,)),  # bit c: the player was seen not to follow colour c, so holds none of it
        ("dealer", np.int8),  # seat
        ("leader", np.int8),  # seat that acts first in this trick
        ("lead", np.int8),  # lead colour of this trick, NO_COLOUR while no card lies (A4.3)
        ("players", np.int8),  # number of players
        ("round_number", np.int8),  # round being played, from 1
    ],
    align=True,
)
"""What lies open: the same for everybody, a perfect memory of this round included."""

STATE = np.dtype(
    [
        ("n_players", np.int64),
        ("to_act", np.int64),
        ("kind", np.int64),  # EXCHANGE or TRICK
        ("ended", np.int64),
        ("turns", np.int64),  # cards and passes played so far
        ("rounds", np.int64),  # completed rounds
        ("table", TABLE),
        ("hands", np.int64, (CHAIRS,)),  # pile that each player holds (or, once eliminated, has put aside)
        ("given", np.int64, (CHAIRS,)),  # pile that each player gives away in this round's exchange, chosen so far
        ("ahead", np.int64, (CHAIRS,)),  # standing, kept by `step` because it is asked every turn
        ("leftover", np.int64),  # kind of the card left over from the deal (three players), or NO_CARD
        ("first_slot", np.int64),  # seat that is dealt the first hand of the deck; moves only when the table is turned
        ("deck", np.int8, (28,)),  # the deck as last shuffled
        ("taken", np.int64),  # pile of the bees that the winner of the last trick took
        ("tricks", np.int64),  # tricks completed
        ("sole_survivor_rounds", np.int64),  # rounds that ended with one player left
        ("bees_total", np.int16, (CHAIRS,)),  # bees in front at the ends of rounds
        ("passes_total", np.int16, (CHAIRS,)),  # passes in completed rounds
        ("eliminations", np.int16, (CHAIRS,)),  # times eliminated
        ("kills", np.int16, (CHAIRS,)),  # cards played that eliminated another player (A9.1)
        ("tricks_won", np.int16, (CHAIRS,)),  # tricks won, those in which everybody passed included
    ],
    align=True,
)

VIEW = np.dtype(
    [
        ("seat", np.int64),
        ("kind", np.int64),  # EXCHANGE or TRICK
        ("n_legal", np.int64),
        ("later", np.int64),  # players who act after this one in the trick
        ("hand", np.int64),  # pile: own hand
        ("given", np.int64),  # pile: own cards given away in this round's exchange (so far)
        ("received", np.int64),  # pile: cards got in this round's exchange, empty until it is over
        ("table", TABLE),
        ("legal", np.int8, (MAX_LEGAL,)),  # legal actions, ascending; NO_CARD after the first n_legal
    ],
    align=True,
)
