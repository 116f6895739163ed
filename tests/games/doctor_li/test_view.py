"""What a player of Doctor Li sees (C12): its own hand and all that is public, and nothing else."""

from __future__ import annotations

from typing import Any

import numpy as np

from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.state import N_ACTIONS, N_FACES, N_SETS
from simkit.jit import quiet_overflow
from tests.games.common.twins import play
from tests.games.doctor_li.scenes import scene
from tests.games.doctor_li.tables import Compiled
from tests.reference.doctor_li_cards import FACES

H3 = "H1, H2, H3"


def seen_by(table: Compiled, seat: int) -> Any:
    """A seat's view, in a record that held something else before."""
    view = np.full(GAME.view_dtype.itemsize, 0x55, np.uint8).view(GAME.view_dtype).view(np.recarray)[0]
    with quiet_overflow():
        table.kernels.view(table.state, table.rules, seat, view)
    return view


def cards(counts: Any) -> list[str]:
    return [FACES[f] for f, n in enumerate(counts) for _ in range(int(n))]


def test_each_sees_its_own_hand_only() -> None:
    table = scene(Compiled, "H1, OIGT|L1, L2|D1")
    for seat, own in enumerate((["H1", "OIGT"], ["L1", "L2"], ["D1"])):
        view = seen_by(table, seat)
        assert cards(view.hand) == own
        assert view.hand_sizes.tolist() == [2, 2, 1, 0, 0, 0]
        assert not view.known.any()


def test_only_who_decides_sees_what_may_be_done() -> None:
    table = scene(Compiled, f"{H3}|OIGT|OIGT")
    play(table, f"put H, {H3}, done")
    assert seen_by(table, 1).legal[:2].tolist() == [0, 1]
    for seat in (0, 2):
        view = seen_by(table, seat)
        assert (int(view.n_legal), view.legal.tolist()) == (0, [-1] * N_ACTIONS)
        assert cards(view.shown) == ["H1", "H2", "H3"]


def test_what_everybody_saw_is_known() -> None:
    """Logo cards, the top of the discard pile, Light Point, four for one, a failed attempt."""
    table = scene(Compiled, "D1|", turn="FLAT")
    play(table, "yes")
    table_2 = scene(Compiled, "|", step=1, discard="L3", apile="")
    play(table_2, "discard")
    table_3 = scene(Compiled, "LIGHT|", discard="D2")
    play(table_3, "light category, D2")
    table_4 = scene(Compiled, f"{H3}|OIGT")
    play(table_4, f"put H, {H3}, done, yes, H1")
    found = [cards(seen_by(t, 1).known[0]) for t in (table, table_2, table_3, table_4)]
    assert found == [["FLAT"], ["L3"], ["D2"], ["H2", "H3"]]


def test_a_known_card_that_leaves_is_known_no_more() -> None:
    table = scene(Compiled, "D1|", turn="LIGHT", discard="D2")
    play(table, "yes, light category, D2")
    assert cards(seen_by(table, 1).known[0]) == ["D2"]


def test_a_hidden_card_from_hand_to_hand_makes_knowledge_uncertain() -> None:
    """B's FLAT and H1 are known; after a blind theft the third cannot be sure of either, nor where they are."""
    table = scene(Compiled, "WTS random1||", turn="FLAT", current=1)
    play(table, "yes")
    assert cards(seen_by(table, 2).known[1]) == ["FLAT"]
    table.state.current = table.state.to_act = 0
    play(table, "wts random1 B")
    view = seen_by(table, 2)
    assert not view.known.any()
    assert view.hand_sizes[:3].tolist() == [1, 0, 0]


def test_piles_are_seen_by_number_and_discards_by_face() -> None:
    table = scene(Compiled, "H1|", pile="D1, D2", discard="L1, wild HL, L1", apile="EPI", adiscard="OIGT, AGG any1")
    view = seen_by(table, 1)
    assert (view.pile_n.tolist(), view.discard_n.tolist()) == ([2, 1], [3, 2])
    assert cards(view.dumped) == ["L1", "L1", "wild HL", "OIGT", "AGG any1"]
    assert FACES[int(view.top)] == "L1"
    assert int(seen_by(scene(Compiled, "H1|"), 0).top) == -1


def test_sets_and_points_are_public() -> None:
    table = scene(Compiled, "H4|L4", down="B: L1, L2, L3, L4; A: H1, H2, wild HD")
    view = seen_by(table, 0)
    assert view.set_owner.tolist() == [1, 0, *[-1] * (N_SETS - 2)]
    assert (view.set_category[:2].tolist(), view.set_n[:2].tolist()) == ([1, 0], [4, 3])
    assert cards([*view.set_faces, *[0] * (N_FACES - len(view.set_faces))]) == [
        "H1", "H2", "L1", "L2", "L3", "L4", "wild HD",
    ]  # fmt: skip
    assert view.points.tolist()[:2] == [1, 2]
    assert view.down[:2].tolist() == [[1, 0, 0], [0, 1, 0]]


def test_who_escapes_does_not_show_how_many_cards_would_have_qualified() -> None:
    shown = []
    for hand in (f"L1, D1, {H3}, OIGT", f"L1, L2, {H3}, OIGT"):
        table = scene(Compiled, f"{hand}|OIGT", turn="AGG L2")
        while_paying = int(seen_by(table, 1).need)
        play(table, f"escape, put H, {H3}, done")
        shown.append((while_paying, table.kind, int(seen_by(table, 1).need)))
    assert shown == [(0, "interrupt", 0)] * 2


def test_the_order_of_the_piles_and_the_other_hands_do_not_show() -> None:
    table = scene(Compiled, "H1|L1, L2|D1")
    before = seen_by(table, 0).tobytes()
    for pile in (0, 1):
        n = int(table.state.pile_n[pile])
        table.state.piles[pile, :n] = table.state.piles[pile, :n][::-1].copy()
    table.state.hand[1] = np.roll(table.state.hand[1], 8)
    assert seen_by(table, 0).tobytes() == before
    assert seen_by(table, 1).tobytes() != before
