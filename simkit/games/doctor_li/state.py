"""State, view and rules records of Doctor Li, and the coding of its actions (specification C1, C3, section 6).

**Cards.** A card is a *slot* (see `simkit.slots`): category slots are 0 .. N_STACK - 1, action slots N_STACK .. 2 *
N_STACK - 1; `rules.face[slot]` is its face, -1 for a slot that is not in the deck. `place[slot]` says where it is.
Hands and discard piles are also kept as counts of faces. Where a choice names a face, the card that moves is always
**the one with the lowest slot among the cards of that face in that place** (hand, discard pile, shown set).

**Faces.** 0-11: natural category cards, 4 * category + (number - 1), categories H, L, D = 0, 1, 2. 12-18: wild cards,
11 + mask, mask = sum of 1 << category shown. Then OIGT, FLAT, LIGHT, OHNO; WTS + kind; AGG + kind; BOOST + (cards -
1); EPI; HOARD. The kind of an AGG or WTS card is 3 * what + (cards - 1), what = 0-2: cards of that category (wilds
showing it count; owner's choice), 3: any cards of the owner's choice ("choice"), 4: random cards.

**Discard piles.** Category: ordered, `discard[discard_n - 1]` is the top. Action: only which cards (`place`); its
order never matters. Cards go onto a pile one by one in the order in which they are chosen; the cards of a set hit by
Oh No You Didn't in ascending slots; a wiped hand in the order of the keys of stream `wipe` over all 2 * N_STACK slots
(first key first). Shown sets, a Light Point being resolved and a card picked for four are in place LIMBO meanwhile.

**Chance.** Purposes: 0 shuffle_category, 1 shuffle_action (set-up), 2 reshuffle_category, 3 reshuffle_action: all
`order_by_key` over the slots of that stack (category: n_slots = rules.n_category; action: rules.n_action, slot number
less N_STACK), written to the pile; the top is the last entry, `pile[pile_n - 1]`. At set-up the deal gives each
player in seat order all its cards at once. 4 `blind`: opened once for each card taken or discarded at random; j =
below(cards that may be hit), counting faces upwards (each face as often as it is held): Well That Sucks, fishing,
random AGG. 5 `wipe`. 6 `lose`: with oigt_discard_chooser = random, j = below(size of the shown set), counting faces
upwards. A pile is reshuffled only when a card is needed from it and it is empty.

**Decisions** (`state.kind`), the specification's number, and their actions. NO = 0, YES = 1. A decision with one
legal action is still made unless said otherwise ("not made"). `legal` is in ascending order of action numbers
throughout.

* SOURCE (D1; decided by: active): 0 category pile, 1 top of the category discard pile. Not made if the discard pile
  is empty.
* LOGO (D2; decided by: active): NO, YES: take the logo card. Not made with logo_pickup = forced.
* AGG_PAY (D3; decided by: active): face: discard one card; ESCAPE: discard an OIGT instead (first card only, if
  held); SUFFER: random cards are drawn. Not made if nothing qualifies; a random AGG only if an OIGT is held: then
  ESCAPE or SUFFER. Repeated for each card: need = min(printed, qualifying cards).
* EPI_PAY (D4; decided by: each, clockwise from the active player): face of a category card: discard it; F_FLAT: play
  Flat Curve (before the first card only). The three cards come one by one in any order; legal are those with which
  the payment can still be completed (the cards chosen so far and some of the rest can stand for all required
  categories). held_only: as many cards as the largest number of categories at once. Not made by a player who can
  neither pay nor play FLAT (wiped), has no cards, or (held_only) has to pay nothing.
* HOARD_PAY (D5; decided by: each, clockwise from the active player): face: discard one card; repeated.
* PLAY (D6; decided by: active): P_END; P_WTS + 6 * kind + victim's seat; P_LIGHT + pile (0 category, 1 action);
  P_OHNO + number of the set; P_FISH + 6 * category + victim's seat; P_FOUR + 3 * pile + category; P_PUT + category.
* GIVE (D6; decided by: active): face: discard one of the two or four cards of an exchange; repeated.
* PICK (D6; decided by: active): face: take it from the discard pile chosen (Light Point; four-for-one, where the pick
  comes before the four are discarded and reaches the hand after them).
* TAKE (D6; decided by: active): face of the victim's hand; only with fish_mode = open, after the two cards.
* BUILD (D7; decided by: active): face: add it to the shown set; DONE, from 3 cards on. Closed without asking at 4
  cards.
* INTERRUPT (D8; decided by: another): NO, YES: an OIGT against the attempt. Not asked of those without OIGT.
* DEFLECT (D8; decided by: victim): NO, YES: an OIGT against the WTS (again after each counter). Not asked without
  OIGT.
* COUNTER (D9; decided by: active): NO, YES: an OIGT against the OIGT just played. Not asked without OIGT.
* LOSE (D10; decided by: active or interrupter): face: card of the shown set to discard.
* COMPLETE (D10; decided by: active): face: add it to the set; DONE. Not made if nothing can be added or the set has 4
  cards.
* BOOST_DRAW (D11; decided by: active): number of cards drawn: 0 or the printed number; 0, 1, 2 with boost_mode =
  choice.
* HAND_OVER (D12; decided by: victim): face: hand it over; repeated: need = min(printed, qualifying cards).

An attempt is announced by P_PUT; it counts as an attempt when the set is shown (closed). Exchanges and OIGT are paid
at once. P_FOUR is legal only if the pile holds a card that may be taken; P_LIGHT if the pile has any card (a pile
without a takeable card loses the LIGHT: PICK is not made). Sets have numbers 0 .. N_SETS - 1; a new set takes the
lowest free one.
"""

from __future__ import annotations

import numpy as np

N_SEATS = 6
CATEGORIES = ("hospital capacity", "effective leadership", "social distancing")
N_CATEGORIES = 3
N_STACK = 96
"""Slots of each stack."""
N_SLOTS = 2 * N_STACK
N_SETS = 32

N_NATURAL = 12
WILD = 11  # + mask of the categories shown, 1-7
N_CATEGORY_FACES = 19
N_KINDS = 15
F_OIGT, F_FLAT, F_LIGHT, F_OHNO = 19, 20, 21, 22
F_WTS = 23  # + kind
F_AGG = 38  # + kind
F_BOOST = 53  # + cards - 1
F_EPI, F_HOARD = 55, 56
N_FACES = 57
FIRST_IMMEDIATE = F_AGG
"""Faces from here on are immediate cards, those from F_OIGT up to here logo cards."""
ANY, RANDOM = 3, 4
"""What an AGG or WTS card asks for, beyond 0-2: kind // 3."""
MOST_COPIES = 24

# Places of a card.
ABSENT, PILE, DISCARD, LIMBO, HAND = 0, 1, 2, 3, 4  # HAND + seat
SET = 10  # + number of the set

# Kinds of decision.
(
    SOURCE, LOGO, AGG_PAY, EPI_PAY, HOARD_PAY, PLAY, GIVE, PICK, TAKE, BUILD, INTERRUPT, DEFLECT, COUNTER, LOSE,
    COMPLETE, BOOST_DRAW, HAND_OVER,
) = range(17)  # fmt: skip
KINDS = (
    "source", "logo", "aggravation", "epidemic", "hoarding", "play", "exchange", "pick", "fish", "build", "interrupt",
    "deflect", "counter", "lose", "complete", "boost", "hand over",
)  # fmt: skip

NO, YES = 0, 1
ESCAPE = DONE = 57
SUFFER = 58
P_END = 0
P_WTS = 1  # + 6 * kind + seat
P_LIGHT = P_WTS + N_SEATS * N_KINDS  # 91, + pile
P_OHNO = P_LIGHT + 2  # 93, + set
P_FISH = P_OHNO + N_SETS  # 125, + 6 * category + seat
P_FOUR = P_FISH + N_SEATS * N_CATEGORIES  # 143, + 3 * pile + category
P_PUT = P_FOUR + 2 * N_CATEGORIES  # 149, + category
N_ACTIONS = P_PUT + N_CATEGORIES

# Purposes of the chance streams.
SHUFFLE_CATEGORY, SHUFFLE_ACTION, RESHUFFLE_CATEGORY, RESHUFFLE_ACTION, BLIND, WIPE, LOSS = range(7)
PURPOSES = (
    "shuffle_category", "shuffle_action", "reshuffle_category", "reshuffle_action", "blind", "wipe", "lose",
)  # fmt: skip

FINISHED = 3
ENDS = ("last round played",)
PLAYS_PER_TURN = 50
"""Plays in a turn after which only P_END is legal, where Light Point may take a Light Point back (section 5)."""

# What a seat is counted for (`state.counts`), in the order of the seat tallies.
(
    T_ATTEMPTS, T_FAILURES, T_SETS3, T_SETS4, T_INTERRUPTS, T_COUNTERS, T_DEFLECTS, T_ESCAPES, T_WIPED, T_HOARDED,
    T_WTS_LEADER, T_FISHED, T_FOURS,
    T_DRAWN_WILD, T_DRAWN_OIGT, T_DRAWN_FLAT, T_DRAWN_LIGHT, T_DRAWN_OHNO, T_DRAWN_WTS,
    T_PLAYED_WILD, T_PLAYED_OIGT, T_PLAYED_FLAT, T_PLAYED_LIGHT, T_PLAYED_OHNO, T_PLAYED_WTS,
) = range(25)  # fmt: skip
N_COUNTS = 25
T_DRAWN_REST = N_COUNTS
"""Cards drawn that are no tally: one more counter, so that a card that comes in is counted without a branch."""
SORTS = ("wild", "oigt", "flat", "light", "ohno", "wts")
"""Cards that are counted drawn, played and held, in the order of their counters."""
N_SORTS = len(SORTS)

_OPEN = [
    ("n_players", np.int64),
    ("kind", np.int64),
    ("turns", np.int64),  # completed turns
    ("current", np.int64),  # the active player
    ("plays", np.int64),  # PLAY actions in this turn
    ("need", np.int64),  # cards still to choose: AGG_PAY, HOARD_PAY, GIVE, HAND_OVER; EPI_PAY: categories still to pay
    ("paid", np.int64),  # cards chosen so far in this payment
    ("asked", np.int64),  # what the cards must be: kind // 3 of AGG and WTS; category of an exchange
    ("victim", np.int64),  # of a WTS or of fishing, -1 if none
    ("wts", np.int64),  # kind of the WTS being resolved, -1 if none
    ("pile", np.int64),  # PICK: 0 category, 1 action discard pile
    ("trying", np.int64),  # category of the attempt, -1 if none
    ("interrupter", np.int64),  # who played the last OIGT against the attempt, -1
    ("oigts", np.int64),  # OIGT played against this attempt
    ("shown_n", np.int64),  # cards of the shown set
    ("valid_size", np.int64),  # cards the set must have after a hit
    ("finisher", np.int64),  # who holds the bonus, -1
    ("final_left", np.int64),  # turns left of the last round, the finishing turn included; 0: not begun
    ("turned", np.int64),  # face of the action card turned in this turn, -1 before and if there was none
    ("pile_n", np.int64, (2,)),  # cards in the category and action piles
    ("discard_n", np.int64, (2,)),
    ("dumped", np.int8, (N_FACES,)),  # faces in the discard piles
    ("shown", np.int8, (N_FACES,)),  # faces of the shown set
    ("known", np.int8, (N_SEATS, N_FACES)),  # cards everybody knows to be in that hand
    ("set_owner", np.int8, (N_SETS,)),  # -1: free
    ("set_category", np.int8, (N_SETS,)),
    ("set_n", np.int8, (N_SETS,)),  # cards of the set
    ("set_faces", np.int8, (N_CATEGORY_FACES,)),  # faces in all sets that are down
    ("down", np.int8, (N_SEATS, N_CATEGORIES)),  # sets of a category that are down
    ("hand_sizes", np.int16, (N_SEATS,)),  # cards in each hand
    ("points", np.int16, (N_SEATS,)),  # of the sets down, without the bonus
    ("done_order", np.int8, (N_SEATS,)),  # 1 = first to complete all three, 0 = never
]
"""What everybody may see. It stands first in both records, so that a view copies it in one piece (`copy_open`)."""

STATE = np.dtype(
    [
        *_OPEN,
        ("to_act", np.int64),  # who decides; -1 at the end
        ("ended", np.int64),
        ("rounds", np.int64),  # turns // n_players
        ("putdowns", np.int64),  # sets put down in this turn
        ("spans", np.int64),  # EPI_PAY: bit s: the cards chosen can stand for exactly the categories of subset s
        ("given", np.int64),  # GIVE with exchange_unique: bits of the natural numbers given
        ("answered", np.int64),  # players that an epidemic or hoarding, or the poll of an attempt, has passed
        ("picked", np.int64),  # slot picked for four, -1 if none
        ("light", np.int64),  # slot of the LIGHT being resolved, -1 if none
        ("shown_wild", np.int64),  # wild cards among the shown set
        ("first_done", np.int64),  # who completed first of all, -1
        ("completions", np.int64),  # players that have ever completed all three
        ("leading", np.int64),  # bits: who would have won at the end of the finishing turn
        ("starved", np.int64),  # category cards that could not be drawn
        ("first_two", np.int64),  # who first had two categories down, -1
        ("epidemics", np.int64),  # Epidemic Spread cards turned
        ("no_action", np.int64),  # step 2 skipped because there was no card
        ("reshuffles", np.int64, (2,)),
        ("piles", np.uint8, (2, N_STACK)),  # slots (of all N_SLOTS); the top is the last
        ("discard", np.uint8, (N_STACK,)),  # category discard pile, top last
        ("place", np.uint8, (N_SLOTS,)),
        ("hand", np.int8, (N_SEATS, N_FACES)),
        ("suits", np.int16, (N_SEATS, N_CATEGORIES)),  # cards of each hand that show a category, wild cards included
        ("held", np.int64, (N_SEATS,)),  # faces in each hand, as bits
        ("lying", np.int64),  # faces in the discard piles, as bits
        ("laid", np.int64),  # faces of the shown set, as bits
        ("counts", np.int32, (N_SEATS, N_COUNTS + 1)),
    ],
    align=True,
)

VIEW = np.dtype(
    [
        *_OPEN,
        ("seat", np.int64),
        ("n_legal", np.int64),
        ("legal", np.int16, (N_ACTIONS,)),
        ("top", np.int64),  # face of the category discard top, -1 if empty
        ("hand", np.int8, (N_FACES,)),  # own cards
    ],
    align=True,
)

RULES = np.dtype(
    [
        ("face", np.int8, (N_SLOTS,)),
        ("slots", np.uint8, (N_FACES, MOST_COPIES)),  # the slots of a face, ascending
        ("copies", np.int64, (N_FACES,)),
        ("n_category", np.int64),  # category slots in use: last one + 1
        ("n_action", np.int64),  # the same for action slots
        ("start_hand", np.int64),
        ("bonus", np.int64),
        ("finisher_ties", np.int64),
        ("set_points", np.int64, (2,)),
        ("hoard_threshold", np.int64),
        ("boost_choice", np.int64),
        ("held_only", np.int64),
        ("wild_in_epidemic", np.int64),
        ("wipe_actions", np.int64),
        ("hoard_actions", np.int64),
        ("loss_chooser", np.int64),  # 0 active, 1 interrupter, 2 random
        ("degrades", np.int64),
        ("max_oigt", np.int64),  # 0: no limit
        ("counter_wts", np.int64),
        ("ohno_effect", np.int64),  # 0 discard, 1 return, 2 steal
        ("max_wilds", np.int64),  # 0: no limit
        ("repeat_category", np.int64),
        ("max_putdowns", np.int64),  # 0: no limit
        ("four_any", np.int64),
        ("fish_mode", np.int64),  # 0 blind, 1 blind_category, 2 open
        ("unique", np.int64),
        ("light_pick", np.int64),  # 0 logo_not_light, 1 logo, 2 any
        ("logo_forced", np.int64),
        ("ohno_cancels_end", np.int64),
        ("ohno_cancels_bonus", np.int64),
        ("max_turns", np.int64),
    ],
    align=True,
)
