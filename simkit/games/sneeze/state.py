"""State, view and rules records of Sneeze, and the coding of its actions (specification S1, S3).

Sneeze cards and And Now cards are *slots* (see `simkit.slots`); `rules.face` and `rules.title` give their faces. A set
of And Now cards is a uint64 of slots.
"""

from __future__ import annotations

import numpy as np

N_SEATS = 6
TYPES = ("Cat", "Dog", "Dust", "Pollen", "Smog")
N_TYPES = 5
WINDY = 5
"""Face of a Windy Day; 0-4 are the types."""
SNEEZE_SLOTS = 128
AND_NOW_SLOTS = 64
SHOWN_ALLERGIES = 24
"""Allergies of a player that the view lists in order of age; `needs` counts all of them."""

TITLES = (
    "gust_of_wind",
    "i_hold_my_breath",
    "mean_trick",
    "mix_up",
    "something_in_the_air",
    "spring_cleaning",
    "weather_forecast",
    "unlisted",
)
GUST, BREATH, TRICK, MIX, AIR, CLEAN, FORECAST, UNLISTED = range(8)
N_TITLES = 8

# Kinds of decision (`state.kind`): the turn's action, which card pays for it, an allergy to give.
TURN, PAY, GIFT = range(3)

# Actions of a TURN, each kind of action a range of its own. A side is 0 = UP, 1 = DOWN as the wind blows when it is
# chosen; a mix-up is (own type, player, that player's type).
FLIP_UP = 0
FLIP_DOWN = 1
A_GUST = 2  # + side
A_BREATH = 4
A_TRICK = 5  # + 5 * side + type
A_AIR = 15  # + type
A_CLEAN = 20  # + 5 * side + type
A_FORECAST = 30
A_DOUBLE = 31  # + side
A_MIX = 33  # + (own type * 6 + player) * 5 + their type
N_ACTIONS = A_MIX + N_TYPES * N_SEATS * N_TYPES

# A PAY action is a title 0-7. A GIFT action is a type 0-4, or NO_GIFT.
NO_GIFT = 5

# Groups of TURN actions in `view.first` / `view.count`: the two flips, the titles in order, Flip Double.
G_UP, G_DOWN, G_TITLES, G_DOUBLE = 0, 1, 2, 9
N_GROUPS = 10

# How a game ends, from FIRST_OWN_END on.
W1_OWN, W1_OTHER, W2, W3 = 3, 4, 5, 6
ENDS = ("last below the limit, own turn", "last below the limit, another's turn", "all at the limit", "four sneezers")

_OPEN = [
    ("n_players", np.int64),
    ("kind", np.int64),  # TURN, PAY or GIFT
    ("turns", np.int64),  # completed turns, the winning one included
    ("current", np.int64),  # whose turn it is
    ("played", np.int64),  # TURN action that waits for its payment (PAY), -1 if none
    ("air_type", np.int64),  # of Something in the Air
    ("sneezed", np.int64),  # bit p: p sneezed in this turn
    ("pending", np.int64),  # bit p: p has sneezed in this event and is not yet processed
    ("gift_to", np.int64),  # sneezer that a GIFT decision is about
    ("deck_n", np.int64),  # Sneeze cards left
    ("adeck_n", np.int64),
    ("unseen", np.int16, (N_TYPES + 1,)),  # faces of the Sneeze cards left in the deck
    ("n_allergies", np.int16, (N_SEATS,)),
    ("needs", np.int16, (N_SEATS, N_TYPES)),  # allergies of a player by type
    ("allergies", np.int8, (N_SEATS, SHOWN_ALLERGIES)),  # their types, oldest first; -1 behind the last
]
"""What everybody may see. It stands first in both records, so that a view copies it in one piece (`copy_open`)."""

STATE = np.dtype(
    [
        *_OPEN,
        ("to_act", np.int64),  # who decides; -1 at the end
        ("ended", np.int64),
        ("rounds", np.int64),  # turns // n_players
        ("winner", np.int64),  # seat, -1 while nobody has won
        ("up", np.int64),  # physical side that is upwind
        ("spent", np.uint64),  # And Now card being resolved
        ("air_side", np.int64),  # Something in the Air: physical side, -1 if none
        ("air_card", np.uint64),
        ("in_event", np.int64),
        ("causing", np.int64),  # physical side that caused the event
        ("eligible", np.int64),  # gifts may be given (S9.3, SA5)
        ("chances", np.int64),  # opportunities to give so far in this event (SA6)
        ("moved", np.int64),  # a card moved in this turn
        ("quiet", np.int64),  # turns in a row in which no card moved
        ("events", np.int64),  # sneeze events of this turn
        ("most_events", np.int64),  # the most of any turn (at most 2)
        ("deck", np.uint8, (SNEEZE_SLOTS,)),  # the top is deck[deck_n - 1]
        ("adeck", np.uint8, (AND_NOW_SLOTS,)),
        ("in_discard", np.uint8, (SNEEZE_SLOTS,)),  # 1: this slot lies in the Sneeze discard pile
        ("pool_of", np.uint8, (SNEEZE_SLOTS,)),  # 1 + physical side: this slot lies in that pool
        ("adiscard", np.uint64),
        ("hand", np.uint64, (N_SEATS,)),
        ("breath", np.uint64, (N_SEATS,)),  # I Hold My Breath cards face up
        ("trick_cards", np.uint64, (2, N_TYPES)),  # Mean Tricks on a type of a physical pool
        ("pool", np.int16, (2, N_TYPES)),  # cards of a type in a physical pool
        ("allergy", np.uint8, (N_SEATS, SNEEZE_SLOTS)),  # slots, oldest first
        # tallies
        ("caused", np.int32, (N_SEATS,)),
        ("suffered", np.int32, (N_SEATS,)),
        ("self_sneezes", np.int32, (N_SEATS,)),
        ("gifts", np.int32, (N_SEATS,)),
        ("drawn", np.int32, (N_SEATS, N_TITLES)),
        ("used", np.int32, (N_SEATS, N_TITLES)),
        ("wind_changes", np.int32),
        ("first_at_limit", np.int32),  # completed turns when somebody first had the limit of allergies, -1 before
        ("reshuffles", np.int32),  # of the Sneeze deck
        ("areshuffles", np.int32),  # of the And Now deck
        ("lost_draws", np.int32),  # And Now cards that could not be drawn
    ],
    align=True,
)

VIEW = np.dtype(
    [
        *_OPEN,
        ("seat", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int16, (N_ACTIONS,)),
        ("first", np.int16, (N_GROUPS,)),  # where the TURN actions of a group start in `legal`
        ("count", np.int16, (N_GROUPS,)),
        ("hand", np.int16, (N_TITLES,)),  # own And Now cards by title
        ("hand_sizes", np.int16, (N_SEATS,)),
        ("n_breath", np.int16, (N_SEATS,)),
        ("pool", np.int16, (2, N_TYPES)),  # [0] upwind, [1] downwind
        ("trick", np.int16, (2, N_TYPES)),  # Mean Tricks, [0] upwind
        ("discard", np.int16, (N_TYPES + 1,)),  # Sneeze discard pile by face
        ("adiscard", np.int16, (N_TITLES,)),
        ("air_side", np.int64),  # 0 upwind, 1 downwind, -1 none
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("face", np.int8, (SNEEZE_SLOTS,)),  # type, WINDY, or -1: not in the deck
        ("printed", np.int64, (N_TYPES + 1,)),  # cards of each face
        ("title", np.int8, (AND_NOW_SLOTS,)),
        ("title_mask", np.uint64, (N_TITLES,)),
        ("all_titles", np.uint64),
        ("n_sneeze", np.int64),  # slots up to the last Sneeze card; those behind need no key
        ("n_and_now", np.int64),
        ("mode", np.int64),  # 0 standard, 1 simplified, 2 combined
        ("clear_upwind", np.int64),
        ("gift_test", np.int64),  # 0 event_start, 1 running, 2 turn_start
        ("gift_mode", np.int64),  # 0 first, 1 all mandatory, 2 all optional
        ("win_check", np.int64),  # 0 after_event, 1 after_each_allergy, 2 end_of_turn
        ("double_draw", np.int64),
        ("double_drops", np.int64),
        ("noop", np.int64),
        ("cap", np.int64),  # 0: none
        ("w3", np.int64),
        ("limit", np.int64),
        ("max_turns", np.int64),
    ],
    align=True,
)
