"""Held cards and exchanges of step 3 of Doctor Li (specification C6, C7)."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li.attempt import begin_attempt
from simkit.games.doctor_li.cards import (
    blind_face,
    drop,
    from_discard,
    gain,
    hand_over,
    leave,
    reveal,
    slot_at,
    spend_oigt,
    to_discard,
)
from simkit.games.doctor_li.faces import (
    ALL_FACES,
    CATEGORY_CARD,
    CATEGORY_FACES,
    LIGHT_BIT,
    LOGO_FACES,
    n_qualifying,
)
from simkit.games.doctor_li.immediate import to_play
from simkit.games.doctor_li.scoring import note_broken, standing
from simkit.games.doctor_li.state import (
    ANY,
    COUNTER,
    DEFLECT,
    DISCARD,
    F_LIGHT,
    F_OHNO,
    F_OIGT,
    F_WTS,
    GIVE,
    HAND,
    HAND_OVER,
    N_NATURAL,
    N_SEATS,
    N_STACK,
    P_FISH,
    P_FOUR,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    P_WTS,
    PICK,
    RANDOM,
    SET,
    T_COUNTERS,
    T_DEFLECTS,
    T_FISHED,
    T_FOURS,
    T_PLAYED_LIGHT,
    T_PLAYED_OHNO,
    T_PLAYED_WTS,
    T_WTS_LEADER,
    TAKE,
    YES,
)
from simkit.jit import kernel


@kernel
def takeable(state: Any, rules: Any, pile: Any) -> Any:
    """Faces (bits) that Light Point or four cards may take from a discard pile (C6.4, CA17, CA20)."""
    lying = np.int64(state.lying)
    if pile == 0:
        return lying & CATEGORY_FACES
    if rules.light_pick == 2:
        return lying & ~CATEGORY_FACES
    return lying & (LOGO_FACES if rules.light_pick == 1 else LOGO_FACES & ~LIGHT_BIT)


@kernel
def is_leader(state: Any, rules: Any, victim: Any) -> Any:
    """True if nobody but the active player stands above the victim, and the victim has points."""
    points = standing(state, rules, victim)
    if points == 0:
        return False
    for other in range(np.int64(state.n_players)):
        if other != state.current and standing(state, rules, other) > points:
            return False
    return True


@kernel
def play_card(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """Apply a PLAY action other than P_END."""
    state.plays += 1
    if action < P_LIGHT:
        which = action - P_WTS
        play_wts(state, rules, chance, which // N_SEATS, which % N_SEATS)
    elif action < P_OHNO:
        play_light(state, rules, action - P_LIGHT)
    elif action < P_FISH:
        play_ohno(state, rules, action - P_OHNO)
    elif action < P_FOUR:
        which = action - P_FISH
        state.asked = which // N_SEATS
        state.victim = which % N_SEATS
        begin_giving(state, 2)
    elif action < P_PUT:
        which = action - P_FOUR
        state.asked = which % 3
        state.pile = which // 3
        state.kind = PICK
    else:
        begin_attempt(state, action - P_PUT)


@kernel
def begin_giving(state: Any, n: Any) -> None:
    """The active player discards the cards of an exchange one by one."""
    state.need = n
    state.paid = 0
    state.given = 0
    state.kind = GIVE


@kernel
def play_wts(state: Any, rules: Any, chance: Any, card: Any, victim: Any) -> None:
    """Well That Sucks at a player (C6.2)."""
    seat = np.int64(state.current)
    state.counts[seat, T_PLAYED_WTS] += 1
    if is_leader(state, rules, victim):
        state.counts[seat, T_WTS_LEADER] += 1
    drop(state, rules, seat, F_WTS + card)
    state.wts = card
    state.victim = victim
    ask_victim(state, rules, chance)


@kernel
def ask_victim(state: Any, rules: Any, chance: Any) -> None:
    """May the victim deflect? Else the WTS stands."""
    victim = np.int64(state.victim)
    if state.hand[victim, F_OIGT] > 0:
        state.kind = DEFLECT
        state.to_act = victim
    else:
        suffer_wts(state, rules, chance)


@kernel
def suffer_wts(state: Any, rules: Any, chance: Any) -> None:
    """The victim hands over what the card says, as far as it can."""
    victim = np.int64(state.victim)
    what = np.int64(state.wts) // 3
    state.asked = what
    state.need = min(np.int64(state.wts) % 3 + 1, n_qualifying(state, victim, what))
    state.paid = 0
    if what != RANDOM and state.need > 0:
        state.kind = HAND_OVER
        state.to_act = victim
        return
    for _ in range(np.int64(state.need)):
        face = blind_face(state, chance, victim, ALL_FACES)
        hand_over(state, rules, victim, np.int64(state.current), face, what)
    end_wts(state)


@kernel
def end_wts(state: Any) -> None:
    """The WTS is over."""
    state.wts = -1
    state.victim = -1
    to_play(state)


@kernel
def answer_wts(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """The victim suffers or plays an OIGT."""
    if action != YES:
        suffer_wts(state, rules, chance)
        return
    victim = np.int64(state.victim)
    spend_oigt(state, rules, victim, T_DEFLECTS)
    if rules.counter_wts and state.hand[np.int64(state.current), F_OIGT] > 0:
        state.kind = COUNTER
        state.to_act = state.current
    else:
        end_wts(state)


@kernel
def counter_wts(state: Any, rules: Any, chance: Any, action: Any) -> None:
    """The active player lets its WTS go or cancels the victim's OIGT."""
    if action != YES:
        end_wts(state)
        return
    spend_oigt(state, rules, np.int64(state.current), T_COUNTERS)
    ask_victim(state, rules, chance)


@kernel
def play_light(state: Any, rules: Any, pile: Any) -> None:
    """Light Point on a discard pile; it is lost if nothing there may be taken (C6.4)."""
    seat = np.int64(state.current)
    slot = slot_at(state, rules, F_LIGHT, HAND + seat)
    leave(state, rules, seat, slot)
    state.counts[seat, T_PLAYED_LIGHT] += 1
    if takeable(state, rules, pile):
        state.light = slot
        state.pile = pile
        state.kind = PICK
    else:
        to_discard(state, rules, slot)


@kernel
def pick(state: Any, rules: Any, face: Any) -> None:
    """Take a card out of the discard pile chosen."""
    seat = np.int64(state.current)
    slot = slot_at(state, rules, face, DISCARD)
    from_discard(state, rules, slot)
    if state.light >= 0:
        gain(state, rules, seat, slot)
        reveal(state, seat, face)
        to_discard(state, rules, np.int64(state.light))
        state.light = -1
        to_play(state)
    else:
        state.picked = slot
        begin_giving(state, 4)


@kernel
def give(state: Any, rules: Any, chance: Any, face: Any) -> None:
    """Discard a card of an exchange; after the last one take what was bought (C7)."""
    seat = np.int64(state.current)
    drop(state, rules, seat, face)
    if face < N_NATURAL:
        state.given |= np.int64(1) << (face & 3)
    state.paid += 1
    state.need -= 1
    if state.need > 0:
        return
    if state.picked >= 0:
        slot = np.int64(state.picked)
        gain(state, rules, seat, slot)
        reveal(state, seat, np.int64(rules.face[slot]))
        state.picked = -1
        state.counts[seat, T_FOURS] += 1
        to_play(state)
    elif rules.fish_mode == 2:
        state.kind = TAKE
    else:
        faces = ALL_FACES if rules.fish_mode == 0 else CATEGORY_FACES
        fish(state, rules, blind_face(state, chance, np.int64(state.victim), faces))


@kernel
def fish(state: Any, rules: Any, face: Any) -> None:
    """The active player takes a card from the victim's hand (C7.1)."""
    seat = np.int64(state.current)
    what = CATEGORY_CARD if rules.fish_mode == 1 else ANY
    hand_over(state, rules, np.int64(state.victim), seat, face, what)
    state.counts[seat, T_FISHED] += 1
    state.victim = -1
    to_play(state)


@kernel
def play_ohno(state: Any, rules: Any, number: Any) -> None:
    """Oh No You Didn't against a set (C6.5, CA13)."""
    seat, owner = np.int64(state.current), np.int64(state.set_owner[number])
    drop(state, rules, seat, F_OHNO)
    state.counts[seat, T_PLAYED_OHNO] += 1
    taker = owner if rules.ohno_effect == 1 else seat
    for slot in range(N_STACK):
        if state.place[slot] == SET + number:
            state.set_faces[np.int64(rules.face[slot])] -= 1
            if rules.ohno_effect == 0:
                to_discard(state, rules, slot)
            else:
                gain(state, rules, taker, slot)
                reveal(state, taker, np.int64(rules.face[slot]))
    state.down[owner, np.int64(state.set_category[number])] -= 1
    state.points[owner] -= np.int16(rules.set_points[np.int64(state.set_n[number]) - 3])
    state.set_owner[number] = -1
    state.set_n[number] = 0
    note_broken(state, rules)
