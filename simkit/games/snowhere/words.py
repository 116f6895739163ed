"""Snowhere in words: what a person reads in transcripts and replays. Plain Python, never compiled."""

from __future__ import annotations

from typing import Any

from simkit.game import RUNNING, Words
from simkit.games.snowhere.state import BLOCKED, ENDS, FIRE_OUT, FLAKE, FREE, MAX_CARDS, PICK, SKIP, unpack_pose

ILLEGAL = (
    "",
    "that is no fire card on the table",
    "that card is covered by two cards, or by more than a sliver (N5.2)",
    "that is neither a pose nor SKIP",
    "the card would lie off the table: farther than its diagonal from where the carpet lay",
    "P0: the card would not cover enough fire (N7.1)",
    "P1: an adjacent snow card would not be overlapped (N7.2)",
    "P2: the card would be at the edge of the carpet and not stick out (N7.3)",
    "P3: the card would cover a fire card exactly (N7.4)",
)
"""Words for the reason codes of the kernel `check`."""
ON_A_LINE = 4


def pose_words(pose: int) -> str:
    """A pose as a person reads it."""
    x, y, angle = unpack_pose(pose)
    return f"({x:.1f}, {y:.1f}) mm, {angle:.2f} degrees"


def action_words(state: Any, rules: Any, seat: int, action: int) -> str:
    """What a seat does."""
    action, kind = int(action), int(state.kind)
    if not 0 <= action < (MAX_CARDS if kind == PICK else SKIP + 1):
        return f"action {action} (no such action)"
    if kind == PICK:
        return f"picks up card {action}"
    if action == SKIP:
        return {
            FLAKE: "leaves a snowflake out",
            FREE: "puts the card aside",
        }.get(kind, "finds no legal place for the card")
    thing = "a snowflake" if kind == FLAKE else "the card"
    return f"places {thing} at {pose_words(action)}"


def _mm2(cells: int, rules: Any) -> str:
    return f"{cells * float(rules.cell_area):,.0f} mm2"


def event_words(before: Any, after: Any, rules: Any) -> list[str]:
    """What became public by the last action."""
    lines = []
    if int(after.flakes_found) > int(before.flakes_found):
        lines.append("it is a snowflake and is set aside")
    gone = int(before.table.cells_visible) - int(after.table.cells_visible)
    if int(after.table.n_snow) > int(before.table.n_snow):
        dead = _count(after.table.dead) - _count(before.table.dead)
        buried = f", {dead} card{'s' * (dead > 1)} can never be picked up any more" if dead else ""
        lines.append(f"it covers {_mm2(gone, rules)} of visible fire{buried}")
    if int(after.reason) and not int(before.reason):
        lines.append(ENDS[int(after.reason) - BLOCKED])
        if int(after.ended) == RUNNING:
            lines.append(f"snowflakes to place: {int(after.flakes_left)}")
    if int(after.ended) != RUNNING:
        share = 100 * int(after.table.cells_visible) / max(1, int(after.fire_cells))
        out = " (the fire is out)" if int(after.reason) == FIRE_OUT else ""
        lines.append(f"visible fire: {_mm2(int(after.table.cells_visible), rules)}, {share:.2f} % of the start{out}")
    return lines


def _count(words: Any) -> int:
    return sum(int(word).bit_count() for word in words)


def table_words(state: Any, rules: Any) -> list[str]:
    """The whole table: every fire card from the lowest up, then the snow."""
    table = state.table
    on_table = [card for card in range(int(table.n_cards)) if int(table.fire_pose[card]) >= 0]
    on_table.sort(key=lambda card: int(table.level[card]))
    lines = [
        f"{len(on_table)} fire cards, {_count(table.free)} of which can be picked up; "
        f"{_mm2(int(table.cells_visible), rules)} of visible fire",
        "fire cards from the lowest up: number, centre in mm, angle in degrees",
    ]
    cards = [_card(card, int(table.fire_pose[card])) for card in on_table]
    lines += ["  " + " | ".join(cards[i : i + ON_A_LINE]) for i in range(0, len(cards), ON_A_LINE)]
    snow = [_card(i, int(table.snow_pose[i])) for i in range(int(table.n_snow))]
    lines += ["snow: " + " | ".join(snow[i : i + ON_A_LINE]) for i in range(0, len(snow), ON_A_LINE)]
    return lines


def _card(number: int, pose: int) -> str:
    x, y, angle = unpack_pose(pose)
    return f"{number} ({x:.1f}, {y:.1f}) {angle:.2f}"


WORDS = Words(action=action_words, events=event_words, table=table_words)
