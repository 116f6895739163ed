"""How the strategies of a field rank under each variant, in words."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass

from simkit.analysis.answers import FieldAnswer

MOST_NAMES = 8


@dataclass(frozen=True)
class Ranking:
    """The strategies of a field under one variant, best first. `clear`: each is shown to beat the next one."""

    variant: str
    players: int
    answer: FieldAnswer

    @property
    def order(self) -> tuple[str, ...]:
        """Strategies from the best down."""
        return () if self.answer.ratings is None else tuple(r.strategy for r in self.answer.ratings.ratings)

    @property
    def shown(self) -> frozenset[tuple[str, str]]:
        """Pairs whose first is shown to be stronger: a clear step lies between them."""
        ratings = self.answer.ratings
        if ratings is None:
            return frozenset()
        steps = list(itertools.accumulate((int(clear) for clear in ratings.clear), initial=0))
        return frozenset(
            (self.order[i], self.order[k])
            for i in range(len(steps))
            for k in range(i + 1, len(steps))
            if steps[k] > steps[i]
        )

    @property
    def words(self) -> str:
        """ "a > b = c": `=` where two neighbours cannot be told apart."""
        ratings = self.answer.ratings
        if ratings is None:
            return "nobody won"
        text = ratings.ratings[0].strategy
        for clear, rating in zip(ratings.clear, ratings.ratings[1:], strict=True):
            text += f" {'>' if clear else '='} {rating.strategy}"
        kinds = [f"{s.strategy} is {_kind(s.kind)}" for s in self.answer.standings if s.kind in ("dominant", "trap")]
        return text + (f"; {', '.join(kinds)}" if kinds else "")


def _kind(kind: str) -> str:
    return "dominant" if kind == "dominant" else "a trap"


def ranking_lines(rankings: Sequence[Ranking]) -> list[str]:
    """Each ranking once, with the variants under which it holds."""
    groups: dict[str, list[Ranking]] = {}
    for ranking in rankings:
        groups.setdefault(ranking.words, []).append(ranking)
    everything = list(dict.fromkeys(r.players for r in rankings))
    lines = []
    for text, group in groups.items():
        players = list(dict.fromkeys(r.players for r in group))
        variants = list(dict.fromkeys(r.variant for r in group))
        where = "every variant" if len(groups) == 1 and len(group) > 1 else some(variants)
        at = f" at {listed([str(n) for n in players])} players" if len(everything) > 1 else ""
        lines.append(f"{where}{at}: {text}")
    return lines


def same_ranking(rankings: Sequence[Ranking]) -> str:
    """Whether the ranking of strategies survives every variant. Neighbours that cannot be told apart may swap."""
    groups: dict[int, list[Ranking]] = {}
    for ranking in rankings:
        groups.setdefault(ranking.players, []).append(ranking)
    if all(len(group) < 2 for group in groups.values()):
        return ""
    other = dict.fromkeys(r.variant for group in groups.values() for r in group if _contradicts(r, group[0]))
    if other:
        return f"strategies change places with {some(list(other))}"
    return "no variant changes which strategy is shown to be stronger than which"


def _contradicts(one: Ranking, other: Ranking) -> bool:
    """True if a strategy shown to be the stronger one here is shown to be the weaker one there."""
    return any((b, a) in other.shown for a, b in one.shown)


def some(names: Sequence[str]) -> str:
    """The first names of a list, and how many more."""
    more = len(names) - MOST_NAMES
    return listed([*names[:MOST_NAMES], f"{more} more"] if more > 0 else list(names))


def listed(names: Sequence[str]) -> str:
    """ "a", "a and b", "a, b and c"."""
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
