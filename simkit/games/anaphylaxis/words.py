"""Anaphylaxis in words: what a person reads in transcripts and replays. Plain Python, never compiled."""

from __future__ import annotations

from typing import Any

from simkit.game import RUNNING, Words
from simkit.games.anaphylaxis.state import COLOURS, EXCHANGE, NO_CARD, PASS, SECOND

ILLEGAL = (
    "",
    "that is no action: 0 to 19 is a card, 20 a pass",
    "the hand does not hold that card",
    "the hand holds the lead colour, so that colour must be played, or a pass",
    "all passes of this round are used",
    "the first to act in a trick must play a card (leader_may_pass is false)",
    "cards are exchanged now; nobody can pass",
)
"""Words for the reason codes of the kernel `check`."""

_TRUMP = ("Blue", "Red", "Green", "Yellow")


def card_name(card: int) -> str:
    """`Red 4` for a card kind."""
    return f"{COLOURS[card // 5]} {card % 5 + 1}"


def pile_cards(pile: int) -> list[int]:
    """The kinds of a pile's cards, ascending, a pair twice."""
    pile = int(pile)
    return [k for k in range(PASS) for _ in range((pile >> k & 1) + (pile >> (k + SECOND) & 1))]


def pile_name(pile: int) -> str:
    """`Red 4, Blue 1`, or `nothing`."""
    return ", ".join(card_name(k) for k in pile_cards(pile)) or "nothing"


def action_words(state: Any, rules: Any, seat: int, action: int) -> str:
    """What the seat does, said before it is done."""
    action = int(action)
    if not 0 <= action <= PASS or (int(state.kind) == EXCHANGE and action == PASS):
        return f"action {action} (no such action)"
    if int(state.kind) == EXCHANGE:
        return f"lays aside {card_name(action)} for a neighbour"
    if action == PASS:
        left = int(rules.max_passes) - int(state.table.passes[seat]) - 1
        return f"passes ({left} left)"
    lead = int(state.table.lead)
    colour = action // 5
    if lead < 0:
        return f"leads {card_name(action)}"
    if colour == lead:
        return f"follows with {card_name(action)}"
    return f"{'trumps' if COLOURS[colour] == _TRUMP[lead] else 'discards'} with {card_name(action)}"


def event_lines(before: Any, after: Any, rules: Any) -> list[str]:
    """What became public by the last action: the exchange, a trick's end, an elimination, scores."""
    lines: list[str] = []
    if int(before.kind) == EXCHANGE and int(after.kind) != EXCHANGE:
        lines.append(f"the cards change hands; seat {int(after.table.leader) + 1} leads")
    if int(after.tricks) == int(before.tricks):
        return lines
    seats = range(int(after.n_players))
    winner = next(s for s in seats if int(after.tricks_won[s]) > int(before.tricks_won[s]))
    lines.append(f"seat {winner + 1} wins the trick and takes {pile_name(after.taken)}")
    for seat in seats:
        if int(after.eliminations[seat]) > int(before.eliminations[seat]):
            lines.append(f"seat {seat + 1} has a pair in front and is eliminated")
    for seat in seats:
        if int(after.kills[seat]) > int(before.kills[seat]):
            lines.append(f"seat {seat + 1} played the card that did it")
    if int(after.rounds) > int(before.rounds):
        lines += _round_lines(before, after)
    return lines


def _round_lines(before: Any, after: Any) -> list[str]:
    seats = range(int(after.n_players))
    gains = [int(after.table.scores[s]) - int(before.table.scores[s]) for s in seats]
    totals = [int(after.table.scores[s]) for s in seats]
    lines = [
        f"round {int(before.table.round_number)} ends: "
        + ", ".join(f"seat {s + 1} {gains[s]:+d} = {totals[s]}" for s in seats)
    ]
    if int(after.ended) != RUNNING:
        winners = [str(s + 1) for s in seats if totals[s] == max(totals)]
        lines.append(f"the game ends; {'seat' if len(winners) == 1 else 'seats'} {' and '.join(winners)} won")
    else:
        lines += table_lines(after, None)
    return lines


def table_lines(state: Any, rules: Any) -> list[str]:
    """The whole table: round, dealer, and every hand."""
    table = state.table
    lines = [f"round {int(table.round_number)}, seat {int(table.dealer) + 1} deals"]
    for seat in range(int(state.n_players)):
        parts = [f"seat {seat + 1}: {pile_name(state.hands[seat])}"]
        if int(state.given[seat]):
            parts.append(f"gives {pile_name(state.given[seat])}")
        if int(table.bees[seat]):
            parts.append(f"in front {pile_name(table.bees[seat])}")
        if table.out[seat]:
            parts.append("eliminated")
        lines.append("; ".join(parts))
    if int(state.leftover) != NO_CARD:
        lines.append(f"left over: {card_name(int(state.leftover))}")
    return lines


WORDS = Words(action_words, event_lines, table_lines)
