"""What a strategy hands over: a plain function, its parameters, and words."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from simkit.errors import UsageError, did_you_mean

MAX_PARAMS = 16
MEMORY_SLOTS = 32
"""Length of the int64 array that a strategy may use as it likes; zeroed for each game and seat."""


@dataclass(frozen=True)
class Param:
    """A number that tunes a strategy without recompiling it. `low` and `high` are inclusive."""

    name: str
    default: float
    low: float
    high: float
    meaning: str


@dataclass(frozen=True)
class Strategy:
    """A heuristic player.

    Attributes:
        name: as typed. game: the game's name. summary: one line for people.
        choose: `choose(view, rules, params, memory, rng) -> action`, a plain function that the engine compiles.
            view, rules: records (read only). params: float64[MAX_PARAMS], in the order of `params`.
            memory: int64[MEMORY_SLOTS]. rng: a stream, to hand on to the functions of `simkit.rng`.
        choose_batch: `choose_batch(views, rules, params, rng) -> actions`, plain NumPy, for lock-step play:
            views: recarray[m], rules: one record, params: float64[MAX_PARAMS], rng: uint64[m, 2] (advance with
            `simkit.rng.below_each`), actions: integers[m]. Give one of the two.
        yardstick: True for a measuring stick that no person plays like (left out of verdicts on strategies).
    """

    name: str
    game: str
    summary: str
    choose: Callable[..., int] | None = None
    choose_batch: Callable[..., Any] | None = None
    params: tuple[Param, ...] = ()
    yardstick: bool = False


@dataclass(frozen=True)
class Player:
    """A strategy with the values of its parameters: what sits at a seat."""

    strategy: Strategy
    values: tuple[float, ...]

    @property
    def spec(self) -> str:
        """`name:a=1:b=2` with the parameters that differ from their defaults, in the order of declaration."""
        changed = [
            f":{p.name}={_plain(v)}" for p, v in zip(self.strategy.params, self.values, strict=True) if v != p.default
        ]
        return self.strategy.name + "".join(changed)


def make_player(strategy: Strategy, given: Mapping[str, float]) -> Player:
    """Bind parameter values. Raises UsageError for an unknown parameter or a value out of range."""
    known = {p.name: p for p in strategy.params}
    for name, value in given.items():
        if name not in known:
            listed = ", ".join(known) or "none"
            raise UsageError(
                f"strategy '{strategy.name}' has no parameter '{name}'.{did_you_mean(name, known)} It has: {listed}."
            )
        p = known[name]
        if not p.low <= value <= p.high:
            raise UsageError(
                f"parameter '{name}' of '{strategy.name}' must be {_plain(p.low)} to {_plain(p.high)}; "
                f"{_plain(value)} came."
            )
    return Player(strategy, tuple(float(given.get(p.name, p.default)) for p in strategy.params))


def parse_spec(text: str) -> tuple[str, dict[str, float]]:
    """Split `name:a=1:b=2` into name and values. Raises UsageError where a part is not `name=number`."""
    name, *parts = text.strip().split(":")
    given: dict[str, float] = {}
    for part in parts:
        key, sign, value = part.partition("=")
        try:
            number = float(value)
        except ValueError:
            number = float("nan")
        if not sign or not key or number != number:
            raise UsageError(
                f"a parameter is written name=number, as in safe_collector:danger=10; '{part}' came in '{text}'."
            )
        if key in given:
            raise UsageError(f"parameter '{key}' is given twice in '{text}'. Give it once.")
        given[key] = number
    return name, given


def _plain(value: float) -> str:
    """The shortest text that reads back as the same number, to the last bit: results are regenerated from it."""
    short = f"{value:g}"
    return short if float(short) == value or value != value else repr(float(value))
