"""Doctor Li in words: what a person reads in transcripts and replays. Plain Python, never compiled."""

from __future__ import annotations

from typing import Any

from simkit.game import RUNNING, Words
from simkit.games.doctor_li.state import (
    AGG_PAY,
    BOOST_DRAW,
    BUILD,
    CATEGORIES,
    COMPLETE,
    COUNTER,
    DEFLECT,
    DONE,
    EPI_PAY,
    ESCAPE,
    F_AGG,
    F_BOOST,
    F_EPI,
    F_FLAT,
    F_HOARD,
    F_LIGHT,
    F_OHNO,
    F_OIGT,
    F_WTS,
    HAND_OVER,
    INTERRUPT,
    KINDS,
    LOGO,
    N_ACTIONS,
    N_CATEGORY_FACES,
    N_FACES,
    N_NATURAL,
    N_SEATS,
    N_SETS,
    P_END,
    P_FISH,
    P_FOUR,
    P_LIGHT,
    P_OHNO,
    P_PUT,
    P_WTS,
    PICK,
    PLAY,
    RANDOM,
    SOURCE,
    SUFFER,
    T_ESCAPES,
    T_FAILURES,
    T_WIPED,
    TAKE,
    WILD,
)

PILES = ("category", "action")
ILLEGAL = ("", *(f"that is not a legal answer to the decision '{kind}'" for kind in KINDS))
"""Words for the codes of `check`."""
_NAMES = {
    F_OIGT: "Oh I Got This",
    F_FLAT: "Flat Curve",
    F_LIGHT: "Light Point",
    F_OHNO: "Oh No You Didn't",
    F_EPI: "Epidemic Spread",
    F_HOARD: "Hoarding",
}
SORT_NAMES = ("Wild cards", *(_NAMES[face] for face in range(F_OIGT, F_WTS)), "Well That Sucks")
"""Names of `SORTS`."""


_KNOWN = {
    SOURCE: 2,
    LOGO: 2,
    INTERRUPT: 2,
    DEFLECT: 2,
    COUNTER: 2,
    BOOST_DRAW: N_FACES,
    PLAY: N_ACTIONS,
}
"""How many actions a decision knows; those for cards know the faces, DONE or ESCAPE, and SUFFER."""


def condition_words(kind: int) -> str:
    """What an AGG or WTS card asks for."""
    what, k = kind // 3, kind % 3 + 1
    cards = f"{k} card{'s' if k > 1 else ''}"
    return f"{cards} {('of H', 'of L', 'of D', 'of choice', 'at random')[what]}"


def face_words(face: int) -> str:
    """The name of a card."""
    if face < N_NATURAL:
        return f"{'HLD'[face // 4]}{face % 4 + 1}"
    if face < N_CATEGORY_FACES:
        return f"wild {''.join(letter for c, letter in enumerate('HLD') if face - WILD >> c & 1)}"
    if face in _NAMES:
        return _NAMES[face]
    if face < F_AGG:
        return f"Well That Sucks ({condition_words(face - F_WTS)})"
    if face < F_BOOST:
        return f"Aggravating circumstances ({condition_words(face - F_AGG)})"
    return f"A Little Boost ({face - F_BOOST + 1})"


def cards_words(counts: Any) -> str:
    """Cards by face, as a list."""
    parts = [f"{int(n)} {face_words(f)}" if n > 1 else face_words(f) for f, n in enumerate(counts) if n]
    return ", ".join(parts) or "nothing"


def play_words(state: Any, action: int) -> str:
    """What a PLAY action does."""
    if action == P_END:
        return "ends the turn"
    if action < P_LIGHT:
        kind, victim = divmod(action - P_WTS, N_SEATS)
        return f"plays {face_words(F_WTS + kind)} at seat {victim + 1}"
    if action < P_OHNO:
        return f"plays Light Point on the {PILES[action - P_LIGHT]} discard pile"
    if action < P_FISH:
        number = action - P_OHNO
        name = CATEGORIES[int(state.set_category[number])]
        return f"plays Oh No You Didn't on seat {int(state.set_owner[number]) + 1}'s {name}"
    if action < P_FOUR:
        category, victim = divmod(action - P_FISH, N_SEATS)
        return f"trades two cards of {CATEGORIES[category]} for a card of seat {victim + 1}"
    if action < P_PUT:
        pile, category = divmod(action - P_FOUR, 3)
        return f"trades four cards of {CATEGORIES[category]} for one of the {PILES[pile]} discard pile"
    return f"tries to put down {CATEGORIES[action - P_PUT]}"


def action_words(state: Any, rules: Any, seat: int, action: int) -> str:
    """What the seat does, said before it is done."""
    action, kind = int(action), int(state.kind)
    if not 0 <= action < _KNOWN.get(kind, SUFFER + 1):
        return f"action {action} (no such action)"
    if kind == SOURCE:
        top = top_face(state, rules)
        return f"takes {face_words(top)} from the category discard pile" if action else "draws from the category pile"
    if kind == LOGO:
        return f"{'takes' if action else 'leaves'} {face_words(int(state.turned))}"
    if kind == BOOST_DRAW:
        return f"draws {action} card{'' if action == 1 else 's'}" if action else "draws nothing"
    if kind in (INTERRUPT, DEFLECT, COUNTER):
        return "plays Oh I Got This" if action else "does not answer"
    if kind == PLAY:
        return play_words(state, action)
    if action == ESCAPE and kind == AGG_PAY:
        return "discards Oh I Got This instead"
    if action == SUFFER:
        return "lets cards be drawn"
    if action == DONE:
        return "shows the set" if kind == BUILD else "adds nothing more"
    if kind == EPI_PAY and action == F_FLAT:
        return "plays Flat Curve"
    verb = {PICK: "takes", TAKE: "takes", BUILD: "lays", COMPLETE: "adds", HAND_OVER: "hands over"}
    return f"{verb.get(kind, 'discards')} {face_words(action)}"


def fallen(before: Any, after: Any, rules: Any) -> list[int]:
    """Cards by face that came onto the discard piles by the last action, the action card that was turned left out."""
    lay = [int(n) for n in before.dumped]
    if int(before.kind) == SOURCE and int(after.pile_n[0]) == int(before.pile_n[0]):  # its top was taken
        lay[top_face(before, rules)] -= 1
    counts = [0] * N_FACES
    for face in range(N_FACES):
        stack = int(face >= N_CATEGORY_FACES)
        shuffled = int(after.reshuffles[stack]) > int(before.reshuffles[stack])
        counts[face] = max(int(after.dumped[face]) - (0 if shuffled else lay[face]), 0)
    if newly_turned(before, after) and counts[int(after.turned)]:
        counts[int(after.turned)] -= 1
    return counts


def top_face(state: Any, rules: Any) -> int:
    """Face of the top of the category discard pile."""
    return int(rules.face[int(state.discard[int(state.discard_n[0]) - 1])])


def newly_turned(before: Any, after: Any) -> bool:
    """True if the last action led to a new action card."""
    return int(after.turned) >= 0 and (int(before.turned) < 0 or int(after.turns) > int(before.turns))


def fate_lines(before: Any, after: Any, rules: Any) -> list[str]:
    """Cards that nobody chose to lose: to an epidemic, or drawn at random by an Aggravating circumstance."""
    wiped = [s for s in range(int(after.n_players)) if int(after.counts[s, T_WIPED]) > int(before.counts[s, T_WIPED])]
    lines = [f"seat {seat + 1} loses its hand to the epidemic" for seat in wiped]
    random = F_AGG <= int(after.turned) < F_BOOST and (int(after.turned) - F_AGG) // 3 == RANDOM
    escaped = int(after.counts[:, T_ESCAPES].sum()) > int(before.counts[:, T_ESCAPES].sum())
    at_once = newly_turned(before, after) and int(after.kind) != AGG_PAY
    drawn = random and not escaped and (at_once or int(before.kind) == AGG_PAY)
    lost = fallen(before, after, rules)
    if (wiped or drawn) and sum(lost):
        lines.append(f"discarded: {cards_words(lost)}")
    return lines


def event_lines(before: Any, after: Any, rules: Any) -> list[str]:
    """What became public by the last action: cards turned, sets, wiped hands, hand sizes, the end of the turn."""
    lines: list[str] = []
    if int(after.turns) > int(before.turns) and int(after.ended) == RUNNING:
        lines.append(f"seat {int(after.current) + 1} is active")
    if newly_turned(before, after):
        lines.append(f"turned: {face_words(int(after.turned))}")
    lines += fate_lines(before, after, rules)
    for seat in range(int(after.n_players)):
        if int(after.counts[seat, T_FAILURES]) > int(before.counts[seat, T_FAILURES]):
            lines.append(f"seat {seat + 1}'s attempt fails")
    for number in range(N_SETS):
        was, now = int(before.set_owner[number]), int(after.set_owner[number])
        if was != now:
            which = after if now >= 0 else before
            category = CATEGORIES[int(which.set_category[number])]
            size = int(which.set_n[number])
            verb = "puts down" if now >= 0 else "loses"
            lines.append(f"seat {max(was, now) + 1} {verb} {category} ({size} cards)")
    if int(after.final_left) > 0 and int(before.final_left) == 0:
        lines.append("the last round begins")
    if int(after.final_left) == 0 and int(before.final_left) > 0 and int(after.ended) == RUNNING:
        lines.append("the last round is cancelled")
    changed = [s for s in range(int(after.n_players)) if int(after.hand_sizes[s]) != int(before.hand_sizes[s])]
    if changed:
        lines.append("hands: " + ", ".join(f"seat {s + 1} {int(after.hand_sizes[s])}" for s in changed))
    return lines


def table_lines(state: Any, rules: Any) -> list[str]:
    """The whole table: hands and sets, whose turn it is and which action card was turned in it."""
    lines = []
    for seat in range(int(state.n_players)):
        down = [
            f"{CATEGORIES[int(state.set_category[i])]} ({int(state.set_n[i])})"
            for i in range(N_SETS)
            if int(state.set_owner[i]) == seat
        ]
        lines.append(
            f"seat {seat + 1}: {cards_words(state.hand[seat])}" + (f"; down: {', '.join(down)}" if down else "")
        )
    if int(state.ended) == RUNNING:
        turned = f"; turned: {face_words(int(state.turned))}" if int(state.turned) >= 0 else ""
        lines.append(f"seat {int(state.current) + 1} is active{turned}")
    return lines


WORDS = Words(action_words, event_lines, table_lines)
