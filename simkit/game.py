"""What a game hands over: data and a few kernels that have the same names in every game.

Nothing here imports numba, so that names, options and words can be listed at once.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

import numpy as np

from simkit.errors import UsageError, as_typed, did_you_mean
from simkit.picture import Picture

MAX_SEATS = 8
"""Length of every per-seat array that the engine shares with a game."""

# How a game stands, `state.ended`. Codes from FIRST_OWN_END on are the game's own (`Game.end_reasons`).
RUNNING = 0
CAPPED = 1
STALEMATE = 2
FIRST_OWN_END = 3
COMMON_ENDS = ("running", "capped", "stalemate")

NOBODY = -1
"""`state.to_act` once the game has ended."""

OUTCOME = np.dtype(
    [
        ("rank", np.int64, (MAX_SEATS,)),  # 1 = winners; ties share the lower number; 0 = not ranked
        ("score", np.float64, (MAX_SEATS,)),  # final score; ignored unless Game.has_score
        ("success", np.int64),  # cooperative games: 1 if the table succeeded
        ("value", np.float64),  # cooperative games: the result, in the unit Game.result_label says
    ],
    align=True,
)
"""What the kernel `outcome` fills when a game has ended; the engine makes credit, margin and ranks of it."""

# Fields that every state record must have (all scalar integers):
STATE_FIELDS = ("n_players", "to_act", "kind", "ended", "turns", "rounds")
# Fields that every view record must have: `legal` is a 1-d integer array of action numbers.
VIEW_FIELDS = ("seat", "kind", "n_legal", "legal")


def option(
    default: Any,
    meaning: str,
    clause: str,
    *,
    low: float | None = None,
    high: float | None = None,
    choices: tuple[Any, ...] | None = None,
    columns: tuple[str, ...] | None = None,
    shown_range: str | None = None,
    instead_of: tuple[str, ...] = (),
) -> Any:
    """Declare a rule option as a dataclass field.

    Args:
        default: the rulebook's value (the reading the specification chose).
        meaning: one line a designer understands.
        clause: the clause of the specification or rulebook it belongs to.
        low, high: inclusive bounds of a number (of each entry of a tuple).
        choices: the allowed values; words and numbers may be mixed (`("round", 0, 1, 2)`).
        columns: of an option that is a table of numbers (default: no rows): the names of its columns. A row is given
            as a mapping or as a list in this order, and kept as a tuple of floats.
        shown_range: words for the range where low/high/choices do not say it well.
        instead_of: of a table of counts that is all 0 by default: the options that it overrules as soon as an entry is
            not 0. All 0 means that no table is given, and is shown so.
    """
    meta = {
        "meaning": meaning,
        "clause": clause,
        "low": low,
        "high": high,
        "choices": choices,
        "columns": columns,
        "shown_range": shown_range,
        "instead_of": instead_of,
    }
    if isinstance(default, (dict, list)):
        return field(default_factory=lambda: type(default)(default), metadata=meta)
    return field(default=default, metadata=meta)


@dataclass(frozen=True)
class Rules:
    """Base of a game's options. Subclasses are frozen dataclasses whose fields are made by `option`.

    Values: bool, int, float, str, or a tuple of these (a TOML array); a mapping for tables of counts.
    """

    def validate(self, n_players: int) -> None:
        """Check what no single field can (sums, combinations). Raises UsageError naming option, value and range."""


@dataclass(frozen=True)
class Tally:
    """A counter of a game that becomes a column of the results.

    Attributes:
        name: column name. scope: "game" or "seat" (which table).
        kind: "count" | "flag" (0/1) | "category" (a number standing for `categories[number]`) | "duration".
        label: words for people. unit: of one count, e.g. "bees".
    """

    name: str
    scope: Literal["game", "seat"]
    kind: Literal["count", "flag", "category", "duration"]
    label: str
    unit: str
    categories: tuple[str, ...] = ()


@dataclass(frozen=True)
class Kernels:
    """The compiled part of a game: functions made with `simkit.jit.kernel`.

    `state`, `rules`, `view`, `outcome` are single records; `chance` is the game's uint64 chance array (`simkit.rng`).
    Arguments must have the names given here. `per_game` is int64[tallies of scope "game"], `per_seat`
    int64[MAX_SEATS, tallies of scope "seat"].
    """

    setup: Callable[..., Any]  # setup(state, rules, chance): state arrives zeroed but for n_players (see reuses_state)
    view: Callable[..., Any]  # view(state, rules, seat, view): writes every field of view
    check: Callable[..., Any]  # check(state, rules, action) -> 0 legal, else an index into Game.illegal
    step: Callable[..., Any]  # step(state, rules, action, chance): action is legal
    outcome: Callable[..., Any]  # outcome(state, rules, outcome): outcome arrives zeroed; called at the end, capped too
    standing: Callable[..., Any]  # standing(state, rules, seat) -> int64: how far ahead a seat is
    tally: Callable[..., Any]  # tally(state, rules, per_game, per_seat)
    reseat: Callable[..., Any]  # reseat(state, shift): turns the table, the thing at seat s goes to (s+shift) % n
    rehide: Callable[..., Any]  # rehide(state, rules, seat, rng): redraws all that `seat` cannot see, consistently


@dataclass(frozen=True)
class Words:
    """Turns moves into lines a person can read. Plain Python, never compiled.

    Attributes:
        action: action(state, rules, seat, action) -> "plays Red 4", said before the action is applied.
        events: events(before, after, rules) -> lines on what became public by the last action ("seat 2 takes ...").
        table: table(state, rules) -> lines showing the whole table (start of a replay).
    """

    action: Callable[[Any, Any, int, int], str]
    events: Callable[[Any, Any, Any], list[str]]
    table: Callable[[Any, Any], list[str]]


@dataclass(frozen=True)
class Game:
    """A game: everything the engine, the runner, the report and the command line know about it."""

    name: str  # as typed: "anaphylaxis"
    title: str  # as printed: "Anaphylaxis"
    version: str  # moves only when behaviour moves
    summary: str  # one line for `simkit games`
    players: tuple[int, ...]  # numbers of players it can be played with
    rules_class: type[Rules]
    pack_rules: Callable[[Any, int], Any]  # pack_rules(rules, n_players) -> one-element recarray of rules_dtype
    state_dtype: np.dtype[Any]
    view_dtype: np.dtype[Any]
    rules_dtype: np.dtype[Any]
    load_kernels: Callable[[], Kernels]  # imports numba only when called
    words: Words
    purposes: tuple[str, ...]  # names of the chance streams, in order of their number
    kinds: tuple[str, ...]  # names of the kinds of decision, `state.kind`
    end_reasons: tuple[str, ...]  # COMMON_ENDS + the game's own
    illegal: tuple[str, ...]  # words for `check`'s codes; illegal[0] = ""
    tallies: tuple[Tally, ...] = ()
    cooperative: bool = False
    has_score: bool = True
    result_label: str = ""  # cooperative: what `value` measures, with its unit
    turn_label: str = "turns"  # what one turn is, in words
    standing_label: str = ""  # what `standing` measures
    max_decisions: int = 100_000  # the engine's own cap a game: it ends as "capped"
    max_legal: int = 0  # length of view.legal
    chunk_games: int = 32_768  # games a worker plays in one go, at most; fewer for a slow game, so that progress shows
    docs: str = ""  # path of the game's page below docs/
    # Of a game with a large state: `setup` makes every field new whatever it finds there (zeros, or the end of any game
    # with these rules or others), so that one record serves all games that a worker plays one after the other.
    reuses_state: bool = False
    picture: Callable[[Any, Any], Picture] | None = None  # picture(state, rules): of a game that lies on a plane

    def tallies_of(self, scope: str) -> tuple[Tally, ...]:
        """The tallies of one scope, in the order of the kernel's arrays."""
        return tuple(t for t in self.tallies if t.scope == scope)


def options_of(rules_class: type[Rules]) -> dict[str, dataclasses.Field[Any]]:
    """Name -> field of every option, in the order of declaration."""
    return {f.name: f for f in dataclasses.fields(rules_class)}


def default_of(opt: dataclasses.Field[Any]) -> Any:
    """The default of one option."""
    if opt.default is not dataclasses.MISSING:
        return opt.default
    assert opt.default_factory is not dataclasses.MISSING
    return opt.default_factory()


def tables_of(rules_class: type[Rules]) -> dict[str, tuple[str, ...]]:
    """Option that is a table overruling others once it is given -> the options that it overrules."""
    return {name: opt.metadata["instead_of"] for name, opt in options_of(rules_class).items() if overrules(opt)}


def overrules(opt: dataclasses.Field[Any]) -> bool:
    """Whether an option is such a table; its value of all 0 then means "not given"."""
    return bool(opt.metadata["instead_of"])


def range_words(opt: dataclasses.Field[Any]) -> str:
    """The allowed values of an option, in words: "0 to 10", "left | right", "true or false"."""
    meta, default = opt.metadata, default_of(opt)
    if meta["shown_range"]:
        return str(meta["shown_range"])
    if isinstance(default, bool):
        return "true or false"
    if meta["choices"]:
        return " | ".join(str(c) for c in meta["choices"])
    if meta["low"] is not None:
        return f"{'each ' if isinstance(default, tuple) else ''}{meta['low']} to {meta['high']}"
    return "any"


def make_rules(game: Game, values: Mapping[str, Any], n_players: int) -> Rules:
    """Build a game's rules from option values as TOML gives them.

    Raises:
        UsageError: players not offered, unknown option (with did-you-mean), wrong type, out of range,
            or a combination that `Rules.validate` refuses.
    """
    if n_players not in game.players:
        offered = ", ".join(map(str, game.players))
        raise UsageError(f"{game.name} is played by {offered} players; {n_players} came. Give --players one of these.")
    clean: dict[str, Any] = {}
    for name, value in values.items():
        clean[name] = option_value(game, name, value)
    rules = game.rules_class(**clean)
    rules.validate(n_players)
    return rules


def option_value(game: Game, name: str, value: Any) -> Any:
    """One value as the option stores it. Raises UsageError: unknown option, wrong type, out of range."""
    known = options_of(game.rules_class)
    if name not in known:
        raise UsageError(
            f"{game.name} has no rule option '{name}'.{did_you_mean(name, known)} "
            f"(simkit rules {game.name} lists them all)"
        )
    return _checked(game, known[name], value)


def _checked(game: Game, opt: dataclasses.Field[Any], value: Any) -> Any:
    """Return `value` as the option stores it, or raise UsageError naming option, value and range."""
    default, meta = default_of(opt), opt.metadata
    complaint = UsageError(
        f"{game.name} option '{opt.name}' must be {_type_words(default, meta)} ({range_words(opt)}); "
        f"{as_typed(value)} came. (simkit rules {game.name} explains it)"
    )
    if isinstance(default, dict):
        if not isinstance(value, Mapping):
            raise complaint
        extra = [k for k in value if k not in default]
        if extra:
            raise UsageError(
                f"{game.name} option '{opt.name}' has no entry '{extra[0]}'.{did_you_mean(str(extra[0]), default)} "
                f"Its entries are {', '.join(default)}."
            )
        return {**default, **{k: _number(v, default[k], meta, complaint) for k, v in value.items()}}
    if isinstance(default, tuple):
        if not isinstance(value, (list, tuple)):
            raise complaint
        if meta["columns"]:
            return tuple(_row(game, opt.name, row, meta, complaint) for row in value)
        sample = default[0] if default else 0
        return tuple(_number(v, sample, meta, complaint) for v in value)
    if meta["choices"]:
        if value not in meta["choices"] or isinstance(value, bool):
            raise complaint
        return value
    if isinstance(default, str):
        if not isinstance(value, str):
            raise complaint
        return value
    return _number(value, default, meta, complaint)


def _row(game: Game, name: str, row: Any, meta: Mapping[str, Any], complaint: UsageError) -> tuple[float, ...]:
    """One row of an option with columns."""
    columns = meta["columns"]
    if isinstance(row, Mapping):
        for key in row:
            if key not in columns:
                raise UsageError(
                    f"{game.name} option '{name}' has no column '{key}'.{did_you_mean(str(key), columns)} "
                    f"Its columns are {', '.join(columns)}."
                )
        row = [row.get(column) for column in columns]
    if not isinstance(row, (list, tuple)) or len(row) != len(columns):
        raise complaint
    return tuple(_number(v, 0.0, meta, complaint) for v in row)


def _number(value: Any, sample: Any, meta: Mapping[str, Any], complaint: UsageError) -> Any:
    if isinstance(sample, bool):
        if not isinstance(value, bool):
            raise complaint
        return value
    if isinstance(value, bool) or not isinstance(value, (int, float)) or value != value:
        raise complaint
    if isinstance(sample, int):
        if isinstance(value, float):
            raise complaint
    else:
        value = float(value)
    low, high = meta["low"], meta["high"]
    if (low is not None and value < low) or (high is not None and value > high):
        raise complaint
    return value


def _type_words(default: Any, meta: Mapping[str, Any]) -> str:
    if isinstance(default, bool):
        return "true or false"
    if meta["choices"]:
        return "one of these"
    if isinstance(default, tuple):
        return f"a list of rows {{{', '.join(meta['columns'])}}}" if meta["columns"] else "a list of numbers"
    if isinstance(default, dict):
        return "a table of numbers"
    if isinstance(default, str):
        return "a word"
    return "a whole number" if isinstance(default, int) else "a number"
