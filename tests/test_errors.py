"""Errors say what must hold, what came, and what to do."""

from __future__ import annotations

import pytest

from simkit.errors import DataError, PlayError, SimkitError, UsageError, did_you_mean, unknown


@pytest.mark.parametrize(("kind", "code"), [(UsageError, 2), (DataError, 2), (PlayError, 1), (SimkitError, 1)])
def test_exit_codes(kind: type[SimkitError], code: int) -> None:
    assert kind("words").exit_code == code
    assert issubclass(kind, SimkitError)


def test_did_you_mean_names_the_closest() -> None:
    assert did_you_mean("chekers", ["chess", "checkers", "go"]) == " Did you mean 'checkers'?"


@pytest.mark.parametrize("known", [[], ["go", "chess"]])
def test_did_you_mean_is_silent_when_nothing_is_close(known: list[str]) -> None:
    assert did_you_mean("backgammon", known) == ""


def test_unknown_says_where_all_are_listed() -> None:
    error = unknown("game", "ches", iter(["chess", "go"]), "simkit games")
    assert isinstance(error, UsageError)
    assert str(error) == "no game is called 'ches'. Did you mean 'chess'? (simkit games lists them all)"
