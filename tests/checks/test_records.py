"""Records of every installed game: names and types that work compiled and in plain Python alike."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from simkit import plugins
from simkit.game import COMMON_ENDS, STATE_FIELDS, VIEW_FIELDS, Game

GAMES = list(plugins.games().values())
KEYS = {"variant", "lineup", "block", "repeat", "seating", "seat", "strategy", "credit", "score", "rank", "players"}


def _fields(dtype: np.dtype, path: str = "") -> Iterator[tuple[str, str, np.dtype]]:
    """Path, name and base type of all fields, nested ones too."""
    for name, (kind, *_) in (dtype.fields or {}).items():
        base = kind.base
        yield f"{path}{name}", name, base
        yield from _fields(base, f"{path}{name}.")


@pytest.fixture(params=GAMES, ids=lambda game: game.name)
def game(request: pytest.FixtureRequest) -> Game:
    """Every installed game."""
    return request.param


@pytest.mark.parametrize("record", ["state_dtype", "view_dtype", "rules_dtype"])
def test_no_field_hides_an_attribute_of_a_record(game: Game, record: str) -> None:
    """With the compiler off a record is an np.record, and `state.round` would be its method."""
    dtype = getattr(game, record)
    taken = set(dir(np.record)) | set(dir(np.recarray))
    assert not [path for path, name, _ in _fields(dtype) if name in taken or name.startswith("_")]


@pytest.mark.parametrize("record", ["state_dtype", "view_dtype", "rules_dtype"])
def test_records_are_aligned_and_hold_no_bool(game: Game, record: str) -> None:
    """numba does not compile nested arrays of np.bool_; unaligned records are slow."""
    dtype = getattr(game, record)
    assert dtype.isalignedstruct
    assert not [path for path, _, base in _fields(dtype) if base.kind in "bO"]


def test_state_and_view_have_the_common_fields(game: Game) -> None:
    assert set(STATE_FIELDS) <= set(game.state_dtype.names or ())
    assert set(VIEW_FIELDS) <= set(game.view_dtype.names or ())
    legal = game.view_dtype["legal"]
    assert legal.subdtype is not None
    assert legal.shape == (game.max_legal,)
    assert np.issubdtype(legal.base, np.integer)
    assert all(np.issubdtype(game.state_dtype[name], np.integer) for name in STATE_FIELDS)


def test_words_are_complete(game: Game) -> None:
    assert game.end_reasons[: len(COMMON_ENDS)] == COMMON_ENDS
    assert game.illegal[0] == ""
    assert all(game.illegal[1:])
    assert game.players == tuple(sorted(set(game.players)))


def test_tallies_are_columns_of_their_own(game: Game) -> None:
    names = [tally.name for tally in game.tallies]
    assert len(set(names)) == len(names)
    assert not set(names) & KEYS
    assert all(bool(tally.categories) == (tally.kind == "category") for tally in game.tallies)
