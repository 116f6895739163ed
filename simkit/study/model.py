"""What a study file may hold: the pydantic model, and the words for each key."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

NAME = r"[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*"
"""Names of studies are typed at a prompt and name folders."""
MOST_CELLS = 10_000
MAX_SEED = 2**63 - 1

_STRICT = ConfigDict(extra="forbid", strict=True, populate_by_name=True)

Strategies = Annotated[list[str], Field(min_length=1)]


class FieldFile(BaseModel):
    """A tournament over a set of strategies."""

    model_config = _STRICT

    strategies: Annotated[list[str], Field(min_length=2, description="the strategies that meet")]
    kind: Literal["all", "focus", "sample"] = Field(
        default="all",
        description="all line-ups of them; one focus seat against copies of each other strategy; a balanced sample",
    )
    focus: str | None = Field(
        default=None, description="kind focus: the only strategy to take the focus seat; each takes it if not given"
    )
    count: Annotated[int, Field(ge=1, le=MOST_CELLS)] | None = Field(
        default=None, description="kind sample: how many line-ups"
    )


class VariantFile(BaseModel):
    """One set of rules to try."""

    model_config = _STRICT

    name: Annotated[str, Field(min_length=1, max_length=80, description="as tables and sentences call it")]
    options: dict[str, Any] = Field(default={}, alias="set", description="rule options that it changes")


class StudyFile(BaseModel):
    """A study: a question about a game, the tables that play it, and the rules that are compared."""

    model_config = _STRICT

    name: Annotated[
        str, Field(pattern=f"^{NAME}$", max_length=60, description="of the study: small letters and dashes")
    ]
    question: Annotated[str, Field(min_length=1, description="in words, as a designer asks it")]
    game: Annotated[str, Field(min_length=1, description="its name (simkit games lists them)")]
    players: Annotated[int, Field(ge=1)] | Annotated[list[int], Field(min_length=1)] = Field(
        description="number of players; a list plays every number in it"
    )
    seed: Annotated[int, Field(ge=0, le=MAX_SEED)] | None = Field(
        default=None, description="the same seed gives the same games; drawn if not given"
    )
    blocks: Annotated[int, Field(ge=1, le=10**12)] | None = Field(
        default=None, description="deals; each is played by every line-up under every variant"
    )
    precision: Annotated[float, Field(gt=0, lt=0.5)] | None = Field(
        default=None, description="instead of blocks: play until half the interval of every win share is no wider"
    )
    max_time: Annotated[float, Field(gt=0)] | None = Field(default=None, description="seconds of playing, at most")
    repeats: Annotated[int, Field(ge=1, le=100_000)] = Field(
        default=1, description="times each deal is played, with other random choices of the strategies"
    )
    seatings: Literal["all", "rotations"] | None = Field(
        default=None, description="all orders of a line-up (default up to 4 players) or its rotations (default above)"
    )
    margin: Annotated[float, Field(gt=0, lt=0.5)] | None = Field(
        default=None, description="what is called balanced or no effect, a fraction; a tenth of the fair share"
    )
    confidence: Annotated[float, Field(gt=0.5, lt=1)] | None = Field(
        default=None, description="of the intervals; 0.95 if not given"
    )
    band: Annotated[list[float], Field(min_length=2, max_length=2)] | None = Field(
        default=None, description="fewest and most turns that a game should last"
    )
    trace: Annotated[float, Field(ge=0, le=1)] = Field(
        default=0.0, description="share of the games whose standings are kept turn by turn"
    )
    mirror: list[str] = Field(default=[], description="line-ups: each of these strategies alone at the table")
    lineups: list[Strategies] = Field(default=[], description="line-ups: one strategy a seat each")
    field: FieldFile | None = Field(default=None, description="line-ups: a tournament over a set of strategies")
    variants: list[VariantFile] = Field(default=[], description="rules to compare; the first is the baseline")
    grid: dict[str, Annotated[list[Any], Field(min_length=1)]] = Field(
        default={}, description="options, each with values; every combination is one more variant"
    )


WHAT_TO_DO: dict[str, str] = {
    "name": "small letters, digits and dashes, letter first, as windy-days",
    "question": "the question in words",
    "game": "the name of a game (simkit games lists them)",
    "players": "a number of players, or a list of them",
    "seed": f"a whole number from 0 to {MAX_SEED}",
    "blocks": "a whole number from 1 to 1,000,000,000,000",
    "precision": "half the width of an interval, a fraction between 0 and 0.5, as 0.005",
    "max_time": "a number of seconds above 0",
    "repeats": "a whole number from 1 to 100,000",
    "seatings": '"all" or "rotations"',
    "margin": "a fraction between 0 and 0.5, as 0.025 for 2.5 points of 100",
    "confidence": "a fraction between 0.5 and 1, as 0.95",
    "band": "two numbers of turns, the smaller first, as [30, 80]",
    "trace": "a share of the games, 0 to 1, as 0.01",
    "mirror": 'a list of strategies, as ["NAME", "NAME:PARAMETER=10"]',
    "lineups": "a list of line-ups, each a list with one strategy a seat",
    "field": 'a table, as field = {strategies = ["A", "B"], kind = "focus"}',
    "field.strategies": "a list of two or more strategies",
    "field.kind": '"all", "focus" or "sample"',
    "field.focus": "the name of one of the field's strategies",
    "field.count": "a whole number of line-ups, 1 to 10,000",
    "variants": 'tables, as [[variants]] with name = "..." and set = {option = 3}',
    "variants.name": "words, at most 80 letters",
    "variants.set": "a table of rule options, as {option = 3}",
    "grid": "a table of options with their values, as [grid] with option = [1, 2, 3]",
}
"""Key -> what it must be, for messages."""
