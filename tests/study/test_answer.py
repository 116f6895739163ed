"""Each pattern of a study's answer, from effects that are made up."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from simkit.study.answer import _size, answer_sentence


def number(kind: str, value: float = 0.0, games: int | None = None, label: str = "fire left") -> Any:
    """What an effect says of one number."""
    verdict = SimpleNamespace(kind=kind, further_games=games, margin=0.0)
    return SimpleNamespace(
        difference=SimpleNamespace(value=value), verdict=verdict, identical=kind == "identical", label=label
    )


def told(*variants: tuple[str, dict[str, Any]], **verdicts: Any) -> str:
    """The answer on variants with these numbers."""
    effects = []
    for name, numbers in variants:
        comparison = SimpleNamespace(
            identical=False,
            effect=numbers.get,
            seat_verdict=verdicts.get("seats"),
            strategy_verdict=verdicts.get("strategies"),
        )
        effects.append(SimpleNamespace(variant=name, comparison=comparison))
    return answer_sentence(SimpleNamespace(effects=effects))  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("variants", "answer"),
    [
        ([("b", {"turns": number("effect", 2.1)})], "Games become longer with b (by 2.1 turns)."),
        ([("b", {"turns": number("effect", -120.4)})], "Games become shorter with b (by 120 turns)."),
        (
            [
                ("slow", {"turns": number("effect", 12)}),
                ("boost 8", {"turns": number("effect", -3)}),
                ("boost 11", {"turns": number("undecided", 0.1, 652)}),
                ("twin", {"turns": number("undecided", 0.1, 80)}),
            ],
            "Games become longer with slow (by 12 turns) and shorter with boost 8 (by 3 turns), undecided with "
            "boost 11 and twin (about 660 more games of each would tell).",
        ),
        (
            [("b", {"turns": number("effect", 2)}), ("c", {"turns": number("undecided", 0.1, None)})],
            "Games become longer with b (by 2 turns), undecided with c.",
        ),
        (
            [("b", {"turns": number("effect", 2)}), ("b", {"turns": number("effect", -1)})],
            "Games become longer with b (by 2 turns) and shorter with b (by 1 turn), depending on who plays.",
        ),
        (
            [("b", {"turns": number("undecided", 0.1, 90)})],
            "No change of the length is shown (about 90 more games of each would tell).",
        ),
        ([("b", {"turns": number("identical")})], "No variant changes the length of a game."),
        (
            [("b", {"success": number("effect", 0.041), "turns": number("identical")})],
            "The table succeeds more often with b (by 4.1 points); no variant changes the length of a game.",
        ),
        (
            [("b", {"success": number("effect", -0.3), "turns": number("effect", 1)})],
            "The table succeeds less often with b (by 30 points); games become longer with b (by 1 turn).",
        ),
        (
            [("b", {"success": number("undecided", 0.01, 400), "turns": number("effect", 1)})],
            "No change of success is shown (about 400 more games of each would tell); "
            "games become longer with b (by 1 turn).",
        ),
        (
            [("b", {"result": number("effect", -0.5)}), ("c", {"result": number("undecided", 0.1, 1234)})],
            "Fire left: less with b (by 0.5), undecided with c (about 1,300 more games of each would tell); "
            "no variant changes the length of a game.",
        ),
    ],
)
def test_every_pattern_of_a_number(variants: list[tuple[str, dict[str, Any]]], answer: str) -> None:
    assert told(*variants) == answer


@pytest.mark.parametrize("what", ["seats", "strategies"])
@pytest.mark.parametrize(
    ("kind", "clause"),
    [
        ("effect", "a {one}'s chances change by more than 2.5 points with b"),
        ("undecided", "whether a {one}'s chances change by more than 2.5 points is undecided for b"),
        ("no effect", "no variant changes a {one}'s chances by more than 2.5 points"),
    ],
)
def test_every_pattern_of_chances(what: str, kind: str, clause: str) -> None:
    text = told(("b", {"turns": number("effect", 2)}), **{what: SimpleNamespace(kind=kind, margin=0.025)})
    one = {"seats": "seat", "strategies": "strategy"}[what]
    assert text == f"Games become longer with b (by 2 turns); {clause.format(one=one)}."


@pytest.mark.parametrize(
    ("value", "shown"),
    [(0, "0"), (0.0213, "0.021"), (0.5, "0.5"), (0.999, "1"), (1, "1"), (5.94, "5.9"), (9.99, "10"), (12.4, "12"),
     (120, "120"), (4321, "4,300"), (0.00002, "0.00002")],
)  # fmt: skip
def test_a_size_has_two_digits_and_no_exponent(value: float, shown: str) -> None:
    assert _size(value) == shown
