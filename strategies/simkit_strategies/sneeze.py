"""Heuristic players of Sneeze (section 6 of its specification). Equal choices are made uniformly."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.sneeze.state import (
    A_AIR,
    A_BREATH,
    A_CLEAN,
    A_DOUBLE,
    A_FORECAST,
    A_GUST,
    A_MIX,
    A_TRICK,
    AIR,
    BREATH,
    CLEAN,
    FLIP_DOWN,
    FLIP_UP,
    FORECAST,
    GIFT,
    GUST,
    MIX,
    N_GROUPS,
    N_SEATS,
    N_TYPES,
    PAY,
    TRICK,
    TURN,
    WINDY,
)
from simkit.jit import kernel
from simkit.rng import below
from simkit.strategy import Param, Strategy
from simkit_strategies.sneeze_tools import (
    DOWN,
    NOBODY,
    UP,
    cheapest_payment,
    clockwise,
    face_chances,
    fewest,
    hardest_gift,
    matched,
    n_below,
    n_seats,
    needs_of,
    payable,
    pools,
    random_gift,
    random_legal,
    wins_expected,
)

# Places of the greedy players' parameters.
SNEEZE, BELOW_LIMIT, NEAR_LIMIT, SELF, FOUR, WIN, HANDED, CARD, HOARD, RETURN, RIVAL, WINDY_COUNTS = range(12)
HOARDED = 1 << AIR | 1 << FORECAST | 1 << MIX
KEPT_FORECAST = 1 << FORECAST


@kernel
def others(view: Any, found: Any) -> Any:
    """The set without the player who decides."""
    return found & ~(np.int64(1) << np.int64(view.seat))


@kernel
def includes_me(view: Any, found: Any) -> Any:
    """True if the player who decides is in the set."""
    return (found >> np.int64(view.seat)) & 1 != 0


@kernel
def after_card(view: Any, needs: Any, pool: Any, action: Any) -> Any:
    """Who would sneeze at once after a TURN action that reveals no card (first event only)."""
    if action == A_FORECAST:
        return matched(view, needs, pool[DOWN], False)
    found = NOBODY
    if A_TRICK <= action < A_AIR:
        side, card_type = (action - A_TRICK) // N_TYPES, (action - A_TRICK) % N_TYPES
        if side == UP:
            held = pool[UP, card_type]
            pool[UP, card_type] = 2 * held
            found = matched(view, needs, pool[UP], True)
            pool[UP, card_type] = held
    elif A_AIR <= action < A_CLEAN:
        card_type = action - A_AIR
        extra = np.int64(1) << np.int64(view.trick[UP, card_type])
        pool[UP, card_type] += extra
        found = matched(view, needs, pool[UP], True)
        pool[UP, card_type] -= extra
    elif action >= A_MIX:
        which = action - A_MIX
        mine, other, theirs = which // (N_SEATS * N_TYPES), which // N_TYPES % N_SEATS, which % N_TYPES
        swap(needs, np.int64(view.seat), mine, other, theirs)
        found = matched(view, needs, pool[UP], True)
        swap(needs, np.int64(view.seat), theirs, other, mine)
    return found


@kernel
def swap(needs: Any, me: Any, mine: Any, other: Any, theirs: Any) -> None:
    """Swap an own allergy of type `mine` for another player's of type `theirs`."""
    needs[me, mine] -= 1
    needs[me, theirs] += 1
    needs[other, theirs] -= 1
    needs[other, mine] += 1


@kernel
def sure_play(view: Any, needs: Any, pool: Any, title: Any, rng: Any) -> Any:
    """An action of a title that surely makes another sneeze and not oneself, uniformly among these; -1 if none."""
    first = np.int64(view.first[2 + title])
    legal = clockwise(view)
    chosen, n = np.int64(-1), 0
    for i in range(first, first + np.int64(view.count[2 + title])):
        action = np.int64(legal[i])
        found = after_card(view, needs, pool, action)
        if found != 0 and not includes_me(view, found):
            n += 1
            if below(rng, n) == 0:
                chosen = action
    return chosen


@kernel
def first_sure_play(view: Any, rng: Any) -> Any:
    """The first title, in the order Forecast, Mix Up, Air, Mean Trick, with a sure play; -1 if none."""
    needs, pool = needs_of(view), pools(view)
    for title in (FORECAST, MIX, AIR, TRICK):
        action = sure_play(view, needs, pool, title, rng)
        if action >= 0:
            return action
    return np.int64(-1)


def choose_random(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """A kind of action uniformly, then its parameters uniformly (section 0a)."""
    if view.kind != TURN:
        return random_legal(view, rng)
    n = 0
    for group in range(N_GROUPS):
        n += view.count[group] > 0
    k = below(rng, n)
    for group in range(N_GROUPS):
        if view.count[group] > 0:
            if k == 0:
                at = np.int64(view.first[group]) + below(rng, view.count[group])
                return np.int64(clockwise(view)[at]) if group == 2 + MIX else np.int64(view.legal[at])
            k -= 1
    return np.int64(FLIP_UP)


def choose_always_up(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Flips Up, plays no card, gives its oldest allergy."""
    return np.int64(FLIP_UP) if view.kind == TURN else np.int64(view.allergies[np.int64(view.seat), 0])


def choose_beginner(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Flips Up, unless a card surely makes another sneeze and not itself; gives a random allergy."""
    if view.kind == GIFT:
        return random_gift(view, rng)
    if view.kind == PAY:
        return random_legal(view, rng)
    action = first_sure_play(view, rng)
    return action if action >= 0 else np.int64(FLIP_UP)


@kernel
def flip_risks(view: Any, rules: Any) -> Any:
    """(P(another sneezes), P(self sneezes)) at once after flipping Up."""
    needs, pool = needs_of(view), pools(view)
    chances = np.empty(N_TYPES + 1)
    face_chances(view, False, rules, chances)
    other, own = 0.0, 0.0
    for face in range(N_TYPES + 1):
        if chances[face] == 0.0:
            continue
        found = matched(view, needs, pool[DOWN], False) if face == WINDY else after_flip(view, needs, pool, UP, face)
        other += chances[face] * (others(view, found) != 0)
        own += chances[face] * includes_me(view, found)
    return other, own


@kernel
def after_flip(view: Any, needs: Any, pool: Any, side: Any, face: Any) -> Any:
    """Who sneezes if a card of a type comes into a pool and that pool is upwind."""
    added = np.int64(1) << np.int64(view.trick[side, face])
    pool[side, face] += added
    found = matched(view, needs, pool[side], side == UP)
    pool[side, face] -= added
    return found


@kernel
def own_danger(view: Any, rules: Any) -> Any:
    """P(one of the next n Up-cards completes the own allergies), n = players; 0 where two cards are missing."""
    me = np.int64(view.seat)
    pool, chances = pools(view), np.empty(N_TYPES + 1)
    face_chances(view, False, rules, chances)
    missing, wanted = 0, 0
    for card_type in range(N_TYPES):
        lack = np.int64(view.needs[me, card_type]) - pool[UP, card_type]
        if lack > 0:
            each = np.int64(1) << np.int64(view.trick[UP, card_type])
            missing += (lack + each - 1) // each
            wanted = card_type
    if missing != 1 or view.n_breath[me] > 0:
        return 0.0
    return 1.0 - (1.0 - chances[wanted]) ** view.n_players


def choose_timid(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Flips Up only if another is likelier to sneeze than itself; holds its breath in danger; else a beginner."""
    if view.kind == GIFT:
        return random_gift(view, rng)
    if view.kind == PAY:
        return random_legal(view, rng)
    if payable(view, rules, BREATH) and own_danger(view, rules) > params[0]:
        return np.int64(A_BREATH)
    action = first_sure_play(view, rng)
    if action >= 0:
        return action
    other, own = flip_risks(view, rules)
    return np.int64(FLIP_UP) if other > own else np.int64(FLIP_DOWN)


@kernel
def worth(view: Any, rules: Any, params: Any, found: Any, windy: Any) -> Any:
    """V(S): what it is worth to the player in turn that the set `found` sneezes (section 6)."""
    if found == 0:
        return 0.0
    value = 0.0
    me = np.int64(view.seat)
    for seat in range(view.n_players):
        if found >> seat & 1 and seat != me:
            n = np.int64(view.n_allergies[seat])
            value += (
                params[SNEEZE] + params[BELOW_LIMIT] * (n < rules.limit) + params[NEAR_LIMIT] * (n == rules.limit - 1)
            )
    if includes_me(view, found):
        value -= params[SELF]
    if n_seats(found | view.sneezed) >= rules.w3:
        return value + params[FOUR]
    mine, handed = wins_expected(view, rules, found, windy if params[WINDY_COUNTS] > 0.0 else 0.0)
    value += params[WIN] * mine - params[HANDED] * handed
    single = others(view, found)
    if params[RETURN] > 0.0 and single == found and n_seats(single) == 1 and view.n_allergies[me] == rules.limit:
        for seat in range(view.n_players):
            if single >> seat & 1 and view.n_allergies[seat] == rules.limit - 1:
                value += params[RETURN]
    if params[RIVAL] > 0.0 and n_below(view, rules) <= 2:
        value += params[RIVAL] * (found & fewest(view) != 0)
    return value


@kernel
def flip_worth(view: Any, rules: Any, params: Any, needs: Any, pool: Any, side: Any, chances: Any) -> Any:
    """Expected V of flipping one card into a side."""
    value = 0.0
    for face in range(N_TYPES + 1):
        if chances[face] > 0.0:
            found = NOBODY
            if face == WINDY:
                found = matched(view, needs, pool[DOWN], False)
            elif side == UP:
                found = after_flip(view, needs, pool, UP, face)
            value += chances[face] * worth(view, rules, params, found, chances[WINDY])
    return value


@kernel
def double_worth(view: Any, rules: Any, params: Any, needs: Any, pool: Any, side: Any, odds: Any) -> Any:
    """Expected V of flipping two cards, drawn without replacement, into a side (S7.8); odds: chances, cards."""
    chances, total = odds
    if total < 2.0:
        return flip_worth(view, rules, params, needs, pool, side, chances)
    value = 0.0
    for first in range(N_TYPES + 1):
        for second in range(first, N_TYPES + 1):
            both = chances[first] * (chances[second] * total - (first == second)) / (total - 1.0)
            if first != second:
                both *= 2.0
            if both <= 0.0 or first == WINDY:
                continue
            one = np.int64(1) << np.int64(view.trick[side, first])
            pool[side, first] += one
            found = NOBODY
            if second == WINDY:
                found = matched(view, needs, pool[DOWN], False)
            elif side == UP:
                found = after_flip(view, needs, pool, UP, second)
            pool[side, first] -= one
            value += both * worth(view, rules, params, found, chances[WINDY])
    return value


@kernel
def action_cost(params: Any, action: Any) -> Any:
    """What the card of an action is worth in the hand."""
    if action < A_GUST:
        return 0.0
    hoarded = action == A_FORECAST or action >= A_MIX or A_AIR <= action < A_CLEAN
    return params[CARD] + (params[HOARD] if hoarded else 0.0)


@kernel
def greedy_turn(view: Any, rules: Any, params: Any, rng: Any) -> Any:
    """The TURN action of the highest expected V less its card; ties uniformly."""
    needs, pool = needs_of(view), pools(view)
    chances = np.empty(N_TYPES + 1)
    total = face_chances(view, False, rules, chances)
    legal = clockwise(view)
    best, chosen, n_best = -1e300, np.int64(0), 0
    for i in range(view.n_legal):
        action = np.int64(legal[i])
        if action < A_GUST:
            value = flip_worth(view, rules, params, needs, pool, action, chances)
        elif A_DOUBLE <= action < A_MIX:
            value = double_worth(view, rules, params, needs, pool, action - A_DOUBLE, (chances, total))
        else:
            value = worth(view, rules, params, after_card(view, needs, pool, action), chances[WINDY])
        value -= action_cost(params, action)
        if value > best + 1e-9:
            best, n_best = value, 0
        if value > best - 1e-9:
            n_best += 1
            if below(rng, n_best) == 0:
                chosen = action
    return chosen


def choose_greedy(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """One step ahead by expected V (`opportunist`, and with more in its parameters `expert_endgame`)."""
    if view.kind == GIFT:
        return hardest_gift(view, rng)
    if view.kind == PAY:
        return cheapest_payment(view, HOARDED, rng)
    return greedy_turn(view, rules, params, rng)


@kernel
def defuse(view: Any, rules: Any, rng: Any) -> Any:
    """Gust or Spring Cleaning on Down so that it no longer matches oneself; -1 without such a card."""
    if payable(view, rules, GUST):
        return np.int64(A_GUST + DOWN)
    chosen, n = np.int64(-1), 0
    if payable(view, rules, CLEAN):
        for card_type in range(N_TYPES):
            if view.needs[np.int64(view.seat), card_type] > 0 and view.pool[DOWN, card_type] > 0:
                n += 1
                if below(rng, n) == 0:
                    chosen = np.int64(A_CLEAN + N_TYPES * DOWN + card_type)
    return chosen


@kernel
def arm(view: Any, needs: Any, pool: Any, wanted: Any, rng: Any) -> Any:
    """A Mean Trick on Down after which Down matches `wanted` others and not oneself; -1 if there is none."""
    first = np.int64(view.first[2 + TRICK])
    chosen, n = np.int64(-1), 0
    for i in range(first, first + np.int64(view.count[2 + TRICK])):
        which = np.int64(view.legal[i]) - A_TRICK
        if which < N_TYPES:
            continue
        held = pool[DOWN, which - N_TYPES]
        pool[DOWN, which - N_TYPES] = 2 * held
        found = matched(view, needs, pool[DOWN], False)
        pool[DOWN, which - N_TYPES] = held
        if not includes_me(view, found) and n_seats(found) >= wanted:
            n += 1
            if below(rng, n) == 0:
                chosen = np.int64(view.legal[i])
    return chosen


def choose_bomb(view: Any, rules: Any, params: Any, memory: Any, rng: Any) -> Any:
    """Builds a bomb downwind and turns the wind on the others. params: fire, target, windy_risk."""
    if view.kind == GIFT:
        return hardest_gift(view, rng)
    if view.kind == PAY:
        return cheapest_payment(view, KEPT_FORECAST, rng)
    needs, pool = needs_of(view), pools(view)
    down = matched(view, needs, pool[DOWN], False)
    n_matched = n_seats(others(view, down))
    if includes_me(view, down):
        action = defuse(view, rules, rng)
        if action >= 0:
            return action
    elif n_matched >= params[0]:
        if payable(view, rules, FORECAST):
            return np.int64(A_FORECAST)
        if view.count[N_GROUPS - 1] > 0:
            return np.int64(A_DOUBLE + DOWN)
    else:
        action = arm(view, needs, pool, params[0], rng)
        if action >= 0:
            return action
    chances = np.empty(N_TYPES + 1)
    face_chances(view, False, rules, chances)
    windy_soon = 1.0 - (1.0 - chances[WINDY]) ** view.n_players
    building = n_matched < params[1] and windy_soon < params[2]
    return np.int64(FLIP_DOWN) if building else np.int64(FLIP_UP)


def _greedy_params(
    handed: float, card: float, hoard: float, back: float, rival: float, windy: float
) -> tuple[Param, ...]:
    return (
        Param("sneeze", 1.2, 0, 20, "worth of making another player sneeze"),
        Param("below_limit", 1.0, 0, 20, "more for a sneezer below the limit of allergies"),
        Param("near_limit", 0.3, 0, 20, "more for a sneezer one below the limit"),
        Param("self", 3.0, 0, 20, "cost of sneezing oneself"),
        Param("four", 100, 0, 1000, "worth of winning by four sneezers"),
        Param("win", 60, 0, 1000, "worth of winning by the numbers of allergies"),
        Param("handed", handed, 0, 1000, "cost of another player's win"),
        Param("card", card, 0, 20, "cost of playing an And Now card"),
        Param("hoard", hoard, 0, 20, "more for Air, Forecast and Mix Up, kept for a win"),
        Param("back", back, 0, 20, "worth of one gift that brings oneself below the limit and another to it"),
        Param("rival", rival, 0, 20, "more for hitting the player with the fewest allergies when two are left below"),
        Param("windy", windy, 0, 1, "1: average over Windy Days drawn as allergies; 0: ignore them"),
    )


STRATEGIES = (
    Strategy("random", "sneeze", "A kind of action uniformly, then its parameters", choose_random, yardstick=True),
    Strategy("always_up", "sneeze", "Flips Up every turn, plays no card", choose_always_up, yardstick=True),
    Strategy("beginner_upwind", "sneeze", "Flips Up; plays a card only if it surely works", choose_beginner),
    Strategy(
        "timid",
        "sneeze",
        "Flips Up only if others are likelier to sneeze than itself",
        choose_timid,
        params=(
            Param("danger", 0.35, 0, 1, "own chance of sneezing before the next turn above which it holds its breath"),
        ),
    ),
    Strategy(
        "opportunist",
        "sneeze",
        "Best expected gain one step ahead",
        choose_greedy,
        params=_greedy_params(60, 0.3, 0, 0, 0, 0),
    ),
    Strategy(
        "bomb_builder",
        "sneeze",
        "Fills the downwind pool, then turns the wind",
        choose_bomb,
        params=(
            Param("fire", 2, 1, 6, "others that Down must match before it turns the wind"),
            Param("target", 3, 1, 6, "others matched by Down at which it stops flipping Down"),
            Param("windy_risk", 0.5, 0, 1, "chance of a Windy Day before its next turn from which it flips Up"),
        ),
    ),
    Strategy(
        "expert_endgame",
        "sneeze",
        "Opportunist that hands nobody a win and keeps its strong cards",
        choose_greedy,
        params=_greedy_params(200, 1.6, 0.5, 1.5, 1.0, 1),
    ),
)
