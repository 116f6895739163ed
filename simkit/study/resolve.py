"""From a study file's values to a plan: every name, option and line-up is looked up, every problem told at once."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from simkit.errors import UsageError, did_you_mean
from simkit.runner.plan import MOST_VARIANT_LETTERS, check_variant, toml_value
from simkit.study.lineups import field_lineups, how_many
from simkit.study.model import MOST_CELLS, StudyFile
from simkit.study.plan import Lineup, StudyPlan, Variant
from simkit.study.problems import Problems, check_shape, shown

if TYPE_CHECKING:
    from simkit.game import Game, Rules

MOST_TOLD = 50
"""Problems told of the combinations of a grid."""


def resolve(raw: Mapping[str, Any], where: str, overrides: Mapping[str, Any] | None = None) -> StudyPlan:
    """Check the values of a study file and work out what it asks for.

    Args:
        raw: the file as `tomllib` reads it. where: its name, for the message.
        overrides: values that replace those of the file, by dotted key (`simkit.study.read.override`).

    Raises:
        StudyError: lists every problem.
    """
    from simkit.study.read import override

    values = override(raw, overrides or {})
    problems = Problems()
    good = check_shape(values, problems)
    _check_amount(values, good, problems)
    game = _find_game(good, problems)
    players = _players(game, good, problems)
    lineups = _lineups(game, players, good, values, problems)
    variants = _variants(game, players, good, problems)
    size = len(variants) * len(lineups)
    if size > MOST_CELLS:
        problems.add("variants", f"variants x line-ups must be at most {MOST_CELLS:,} cells; {size:,} came. Cut them.")
    problems.check(where)
    file = StudyFile.model_validate(values)
    band = None if file.band is None else (file.band[0], file.band[1])
    return StudyPlan(
        name=file.name, question=file.question, game=file.game, players=players, seed=file.seed,
        variants=tuple(variants), lineups=tuple(lineups), blocks=file.blocks, precision=file.precision,
        max_time=file.max_time, repeats=file.repeats, seatings=file.seatings, margin=file.margin,
        confidence=file.confidence, band=band, trace=file.trace, file=dict(raw), overrides=dict(overrides or {}),
    )  # fmt: skip


def _check_amount(values: Mapping[str, Any], good: Mapping[str, Any], problems: Problems) -> None:
    given = [key for key in ("blocks", "precision") if key in values]
    if len(given) == 2:
        both = f"blocks = {shown(values['blocks'])} and precision = {shown(values['precision'])}"
        problems.add("blocks, precision", f"{both} came; a study has one of them. Remove the other.")
    if not given:
        problems.add("blocks, precision", "one of them is needed: blocks = 20000, or precision = 0.005.")
    band = good.get("band")
    if band is not None and not 0 <= band[0] <= band[1] < math.inf:
        problems.add("band", f"must be two numbers of turns, the smaller first; {shown(band)} came.")
    for key in ("max_time",):
        if key in good and not math.isfinite(good[key]):
            problems.add(key, f"must be a number of seconds above 0; {shown(good[key])} came.")


def _find_game(good: Mapping[str, Any], problems: Problems) -> Game | None:
    from simkit import plugins

    if "game" not in good:
        return None
    try:
        return plugins.get_game(good["game"])
    except UsageError as error:
        problems.add("game", str(error))
        return None


def _players(game: Game | None, good: Mapping[str, Any], problems: Problems) -> tuple[int, ...]:
    given = good.get("players")
    if game is None or given is None:
        return ()
    wanted = tuple(dict.fromkeys(given if isinstance(given, list) else [given]))
    offered = ", ".join(map(str, game.players))
    for n in wanted:
        if n not in game.players:
            problems.add("players", f"{game.name} is played by {offered} players; {n} came. Give some of these.")
    return tuple(n for n in wanted if n in game.players)


def _spec(game: Game, key: str, text: str, problems: Problems) -> str | None:
    """A strategy as it is recorded; None, and a problem, if there is none such."""
    from simkit import plugins

    try:
        return plugins.parse_player(game.name, text).spec
    except UsageError as error:
        problems.add(key, f"{shown(text)}: {error}")
        return None


def _lineups(
    game: Game | None, players: tuple[int, ...], good: Mapping[str, Any], values: Mapping[str, Any], problems: Problems
) -> list[Lineup]:
    """All line-ups, each once, players by players."""
    if not any(values.get(key) for key in ("mirror", "lineups", "field")):
        problems.add("mirror, lineups, field", "one of them is needed: they say who sits at the table.")
    if game is None:
        return []
    found: list[Lineup] = []
    mirrors = [_spec(game, f"mirror[{k}]", text, problems) for k, text in good.get("mirror", {}).items()]
    given = list(_given_lineups(game, players, good, problems))
    field = _field(game, good, problems)
    for n in players:
        found += [Lineup((spec,) * n, "mirror") for spec in mirrors if spec is not None]
        found += [Lineup(members, "lineups") for members in given if len(members) == n]
        if field is not None:
            found += _tournament(n, field, problems)
    first: dict[str, Lineup] = {}
    for lineup in found:
        # A line-up that is also part of the tournament belongs to it.
        if lineup.key not in first or lineup.source == "field":
            first[lineup.key] = lineup
    return list(first.values())


def _given_lineups(
    game: Game, players: tuple[int, ...], good: Mapping[str, Any], problems: Problems
) -> Iterator[tuple[str, ...]]:
    for k, lineup in good.get("lineups", {}).items():
        specs = [_spec(game, f"lineups[{k}]", text, problems) for text in lineup]
        if players and len(lineup) not in players:
            offered = " or ".join(map(str, players))
            problems.add(
                f"lineups[{k}]",
                f"must have one strategy a seat, {offered} of them; {shown(lineup)} has {len(lineup)}. "
                "Add or remove some, or change players.",
            )
        elif None not in specs:
            yield tuple(sorted(spec for spec in specs if spec is not None))


def _field(game: Game, good: Mapping[str, Any], problems: Problems) -> dict[str, Any] | None:
    """The tournament with its strategies as they are recorded; None if there is none, or none that works."""
    field = good.get("field")
    if field is None:
        return None
    kind, names = field.get("kind", "all"), field["strategies"]
    specs = [_spec(game, f"field.strategies[{k}]", text, problems) for k, text in enumerate(names, 1)]
    focus = field.get("focus")
    wrong = None in specs
    if not wrong and len(set(specs)) < 2:
        problems.add("field.strategies", f"two different strategies are needed; {shown(names)} came. Add another.")
        wrong = True
    if focus is not None:
        spec = _spec(game, "field.focus", focus, problems)
        if kind != "focus":
            problems.add("field.focus", f"belongs to kind = 'focus'; kind = {shown(kind)} came. Remove one of the two.")
        elif spec is not None and not wrong and spec not in specs:
            near = did_you_mean(focus, names)
            problems.add("field.focus", f"must be one of the field's strategies; {shown(focus)} came.{near}")
            wrong = True
        focus = spec
    if kind == "sample" and field.get("count") is None:
        problems.add("field.count", "is needed with kind = 'sample': how many line-ups, as count = 40.")
        wrong = True
    if kind != "sample" and field.get("count") is not None:
        problems.add("field.count", f"belongs to kind = 'sample'; kind = {shown(kind)} came. Remove one of the two.")
    return None if wrong else {"strategies": specs, "kind": kind, "focus": focus, "count": field.get("count")}


def _tournament(n: int, field: Mapping[str, Any], problems: Problems) -> list[Lineup]:
    strategies = list(dict.fromkeys(field["strategies"]))
    if field["kind"] == "all" and how_many(len(strategies), n) > MOST_CELLS:
        problems.add(
            "field.kind",
            f"all line-ups of {len(strategies)} strategies at {n} seats are {how_many(len(strategies), n):,}; at most "
            f"{MOST_CELLS:,} are played. Give kind = 'sample' with a count, or kind = 'focus'.",
        )
        return []
    most = how_many(len(strategies), n)
    if field["kind"] == "sample" and field["count"] > most:
        problems.add(
            "field.count",
            f"{len(strategies)} strategies have {most:,} line-ups at {n} seats; {field['count']:,} came. "
            f"Give at most {most:,}, or kind = 'all'.",
        )
        return []
    return [
        Lineup(members, "field")
        for members in field_lineups(strategies, n, field["kind"], field["focus"], field["count"])
    ]


def _variants(
    game: Game | None, players: tuple[int, ...], good: Mapping[str, Any], problems: Problems
) -> list[Variant]:
    """The listed variants, then the points of the grid, each on top of the baseline."""
    listed: Mapping[int, Any] = good.get("variants", {})
    found: list[Variant] = []
    names: set[str] = set()
    for k, entry in listed.items():
        key, name = f"variants[{k}]", entry["name"]
        try:
            check_variant(name)
        except UsageError as error:
            problems.add(f"{key}.name", str(error))
        if name in names:
            problems.add(f"{key}.name", f"each variant needs a name of its own; '{name}' came before. Rename it.")
        names.add(name)
        options = entry.get("set", entry.get("options", {}))
        if game is not None:
            options = _options(game, players, f"{key}.set", options, problems)
        found.append(Variant(name, options))
    baseline = found[0] if found else Variant("base", {})
    grid = good.get("grid", {})
    points = _points(game, players, baseline, grid, problems) if grid else []
    by_name = {variant.name: variant for variant in found}
    for point in points:
        same = by_name.get(point.name)
        if same is not None and dict(same.options) != dict(point.options):
            problems.add(
                f"variants[{found.index(same) + 1}].name",
                f"'{point.name}' is also a point of the grid, with {shown(dict(point.options))}; the variant sets "
                f"{shown(dict(same.options))}. Rename the variant.",
            )
    return [*(found or [baseline]), *(point for point in points if point.name not in names)]


def _points(
    game: Game | None, players: tuple[int, ...], baseline: Variant, grid: Mapping[str, Sequence[Any]],
    problems: Problems,
) -> list[Variant]:  # fmt: skip
    """Every combination of the grid's values but the one that is the baseline itself."""
    size = math.prod(len(values) for values in grid.values())
    if size > MOST_CELLS:
        shape = " x ".join(str(len(values)) for values in grid.values())
        problems.add("grid", f"must have at most {MOST_CELLS:,} cells; {shape} = {size:,} came. Take fewer values.")
        return []
    before = len(problems.found)
    if game is not None:
        for name, values in grid.items():
            for value in values:
                _options(game, players[:1], f"grid.{name}", {name: value}, problems, whole=False)
    if game is None or len(problems.found) > before:
        return []
    found: dict[str, Variant] = {}
    for number, values in enumerate(itertools.product(*grid.values()), 1):
        point = dict(zip(grid, values, strict=True))
        options = _options(game, players, "grid", {**baseline.options, **point}, problems)
        if len(problems.found) - before >= MOST_TOLD:
            problems.add("grid", "and perhaps more combinations.")
            break
        if dict(options) != dict(baseline.options):
            name = _point_name(number, point)
            found.setdefault(name, Variant(name, options, point))
    return list(found.values())


def _point_name(number: int, point: Mapping[str, Any]) -> str:
    """`cards=3 wind=2`; `point 17` where that cannot be a name."""
    name = " ".join(f"{option}={_plain(value)}" for option, value in point.items())
    return name if len(name) <= MOST_VARIANT_LETTERS and "/" not in name and name.isprintable() else f"point {number}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else toml_value(value)


def _options(
    game: Game, players: tuple[int, ...], key: str, options: Mapping[str, Any], problems: Problems, *,
    whole: bool = True,
) -> dict[str, Any]:  # fmt: skip
    """The options that differ from the defaults, as results record them; each wrong one is told by itself."""
    from simkit.game import default_of, options_of

    known = options_of(game.rules_class)
    n = (players or game.players)[0]
    before = len(problems.found)
    for name, value in options.items():
        try:
            _make(game, {name: value}, n, checked=False)
        except UsageError as error:
            problems.add(f"{key}.{name}" if not key.endswith(f".{name}") else key, str(error))
    if len(problems.found) > before or not whole:
        return {}
    made = None
    for count in players or (n,):
        try:
            made = _make(game, options, count, checked=True)
        except UsageError as error:
            at = f" (at {count} players)" if len(players) > 1 else ""
            problems.add(key, f"{shown(dict(options))}: {error}{at}")
    if made is None:
        return {}
    return {name: getattr(made, name) for name in known if getattr(made, name) != default_of(known[name])}


def _make(game: Game, options: Mapping[str, Any], n_players: int, *, checked: bool) -> Rules:
    """Rules from options; without `checked` each value is judged by itself, not together with the others."""
    from simkit.game import make_rules, option_value

    if checked:
        return make_rules(game, options, n_players)
    for name, value in options.items():
        option_value(game, name, value)
    return game.rules_class()
