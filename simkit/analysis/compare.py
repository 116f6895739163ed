"""What changed from one run to another? Paired on shared deals where there are any, else unpaired; it says which."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.analysis.answers import Comparison, Effect, Headline
from simkit.analysis.blocks import ROWS_AT_ONCE, Blocks, Shape, blocks_at_once, find_shape, read_blocks, read_range
from simkit.analysis.changes import changes_of, different_games, unpaired_reasons
from simkit.analysis.effects import Terms, effects_of, group_verdict
from simkit.analysis.estimate import Array
from simkit.analysis.headline import choose_confidence, choose_margin, default_margin, make_headline
from simkit.analysis.measures import Subject, Sums, measures_of
from simkit.analysis.paired import Apart, Estimate, Pairs, block_numbers, shared_rows, unpaired
from simkit.analysis.results import Results
from simkit.analysis.vocabulary import Vocabulary, vocabulary_of
from simkit.errors import UsageError

FEWEST_SHARED = 2
"""Fewer shared blocks tell nothing about chance."""


class Contest:
    """Two results that are compared: A before, B after. Fed with shared blocks (`add`), or with each side alone."""

    def __init__(
        self,
        runs: tuple[Results, Results],
        shapes: tuple[Shape, Shape],
        words: Vocabulary,
        confidence: float,
        margin: float | None,
    ) -> None:
        self.runs, self.shapes = runs, shapes
        self.confidence, self.margin = confidence, margin
        self.measures = measures_of(_subject(runs, shapes, words))
        self.pairs = Pairs(self.measures)
        self.read = [0, 0]  # blocks of each side, shared or not

    def add(self, before: tuple[Blocks, list[Sums]] | None, after: tuple[Blocks, list[Sums]] | None) -> None:
        """Take the blocks of one range with their `numbers`; None: that side has none."""
        for side, part in enumerate((before, after)):
            self.read[side] += part[0].count if part else 0
        if before is None or after is None:
            return
        rows = shared_rows(before[0].numbers, after[0].numbers)
        self.pairs.add(_kept(before[1], rows[0]), _kept(after[1], rows[1]))

    def numbers(self, blocks: Blocks) -> list[Sums]:
        """Top and bottom of every number in each block."""
        return block_numbers(self.measures, blocks)

    def answer_paired(self) -> Comparison:
        """From the shared blocks."""
        found = [self.pairs.estimate(i, self.confidence) for i in range(len(self.measures))]
        shared = self.pairs.blocks
        words = f"paired: the same {shared:,} deals, played before and after the change"
        left = [f"{n - shared:,} more of {name}" for name, n in zip("AB", self.read, strict=True) if n > shared]
        if left:
            words += f" ({' and '.join(left)} left out)"
        return self._answer(found, (shared, shared), words, True)

    def answer_unpaired(self, reasons: Sequence[str], rows_at_once: int, words: Vocabulary) -> Comparison:
        """From each side alone, read here."""
        sides = []
        for run, shape in zip(self.runs, self.shapes, strict=True):
            side = Apart(self.measures)
            for part in read_blocks(run, shape, *words.columns(), rows_at_once):
                side.add(self.numbers(part))
            sides.append(side)
        found = [
            unpaired(
                sides[0].interval(i, self.confidence), sides[1].interval(i, self.confidence), self.confidence, m.bounds
            )
            for i, m in enumerate(self.measures)
        ]
        pairing = f"unpaired, as two samples of their own, because {' and '.join(reasons)}"
        return self._answer(found, (sides[0].blocks, sides[1].blocks), pairing, False)

    def _answer(self, found: list[Estimate], blocks: tuple[int, int], pairing: str, paired: bool) -> Comparison:
        terms, headlines = self._terms(found, blocks)
        effects = effects_of(list(zip(self.measures, found, strict=True)), terms)
        by_family = {
            family: tuple(e for m, e in zip(self.measures, effects, strict=True) if m.family == family)
            for family in ("seat", "first_seat", "strategy", "other", "tally")
        }
        judged = [i for i, m in enumerate(self.measures) if m.family == "seat" or m.key == "success"]
        changes = changes_of(self.runs[0].manifest, self.runs[1].manifest)
        return Comparison(
            before=headlines[0],
            after=headlines[1],
            paired=paired,
            pairing=pairing,
            blocks=blocks[1],
            games=blocks[1] * self.shapes[1].games_per_block,
            confidence=self.confidence,
            margin=terms.margin,
            changes=changes,
            identical=paired and self.pairs.identical,
            vrf=self.pairs.vrf(judged) if paired else None,
            seats=by_family["seat"],
            seat_verdict=group_verdict(by_family["seat"], "seats", terms),
            first_seat=next(iter(by_family["first_seat"]), None),
            strategies=by_family["strategy"],
            strategy_verdict=group_verdict(by_family["strategy"], "strategies", terms),
            others=_worth_showing(by_family["other"]),
            tallies=by_family["tally"],
            warnings=_warnings(headlines, [c.kind for c in changes], terms),
        )

    def _terms(self, found: list[Estimate], blocks: tuple[int, int]) -> tuple[Terms, tuple[Headline, Headline]]:
        seats = [i for i, m in enumerate(self.measures) if m.family == "seat"]
        fair = [0.0, 0.0]
        for side in (0, 1) if seats else ():
            shares = [(found[i].before, found[i].after)[side].value or 0.0 for i in seats]
            fair[side] = sum(shares) / len(shares)
        if not seats:  # other numbers of players: what would be fair if every game had a winner
            fair = [1 / shape.players for shape in self.shapes]
        cooperative = any(m.key == "success" for m in self.measures)
        margin = default_margin(fair[0], cooperative) if self.margin is None else self.margin
        capped = next(e for m, e in zip(self.measures, found, strict=True) if m.key == "capped")
        shares_capped = (capped.before.value or 0.0, capped.after.value or 0.0)
        headlines = [
            make_headline(run.manifest, shape, n, 0.0 if cooperative else f, self.confidence, self.margin)
            for run, shape, n, f in zip(self.runs, self.shapes, blocks, fair, strict=True)
        ]
        terms = Terms(margin, self.confidence, self.shapes[1].games_per_block, shares_capped)
        return terms, (headlines[0], headlines[1])


def compare(
    before: Results,
    after: Results,
    confidence: float | None = None,
    margin: float | None = None,
    *,
    rows_at_once: int = ROWS_AT_ONCE,
) -> Comparison:
    """Compare B (`after`) with A (`before`), each one variant and one line-up.

    Args:
        confidence: of all intervals; None: A's, else 0.95.
        margin: of win shares and success, a fraction; None: A's, else a tenth of A's fair share.
        rows_at_once: rows of a seats table held in memory at a time.

    Raises:
        UsageError: different games, or confidence or margin out of range.
        DataError: no games, or blocks that are incomplete.
    """
    problems = different_games(before.manifest, after.manifest)
    if problems:
        raise UsageError("\n".join(problems))
    confidence = choose_confidence(before.manifest, confidence)
    margin = choose_margin(before.manifest, margin)
    runs = (before, after)
    shapes = (find_shape(before), find_shape(after))
    words = vocabulary_of(runs)
    contest = Contest(runs, shapes, words, confidence, margin)
    reasons = unpaired_reasons(before.manifest, after.manifest)
    if not reasons:
        for here in ranges_of(shapes, rows_at_once):
            parts = [read_range(r, s, *words.columns(), here) for r, s in zip(runs, shapes, strict=True)]
            given = [None if part is None else (part, contest.numbers(part)) for part in parts]
            contest.add(given[0], given[1])
        if contest.pairs.blocks >= FEWEST_SHARED:
            return contest.answer_paired()
        reasons = ["they share no deal" if not contest.pairs.blocks else "they share a single deal"]
    return contest.answer_unpaired(reasons, rows_at_once, words)


def ranges_of(shapes: Sequence[Shape], rows_at_once: int = ROWS_AT_ONCE) -> list[range]:
    """Ranges of block numbers that cover all shapes, each small enough for the one with the largest blocks."""
    step = min(blocks_at_once(shape, rows_at_once) for shape in shapes)
    first, last = min(shape.first for shape in shapes), max(shape.last for shape in shapes)
    return [range(start, start + step) for start in range(first, last + 1, step)]


def _kept(numbers: list[Sums], rows: Array | None) -> list[Sums]:
    if rows is None:
        return numbers
    return [(top[rows], bottom[rows] if bottom.ndim else bottom) for top, bottom in numbers]


def _subject(runs: tuple[Results, Results], shapes: tuple[Shape, Shape], words: Vocabulary) -> Subject:
    labels = runs[0].manifest.get("labels", {})
    same = shapes[0].players == shapes[1].players
    return Subject(
        players=shapes[0].players if same else 0,
        strategies=tuple(name for name in shapes[0].strategies if name in shapes[1].strategies),
        mirror=any(len(shape.strategies) == 1 for shape in shapes),
        cooperative=bool(labels.get("cooperative", False)),
        has_score=bool(labels.get("has_score", True)),
        turn_label=str(labels.get("turn_label") or "turns"),
        result_label=str(labels.get("result_label") or ""),
        reasons=words.reasons,
        tallies=words.tallies,
    )


def _worth_showing(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Leave out what neither run has: scores in a game without, ways to end that never occurred."""
    return tuple(e for e in effects if e.before.value is not None and (e.before.value or e.after.value or not e.share))


def _warnings(headlines: tuple[Headline, Headline], changed: list[str], terms: Terms) -> tuple[str, ...]:
    found = []
    if "rule" in changed:
        found.append(
            "the strategies were not re-tuned for the changed rule: people would adapt, and the effect could shrink."
        )
    if "strategies" in changed and "rule" in changed:
        found.append("rules and strategies both differ: this comparison cannot tell which of them made the difference.")
    yardsticks = {name for h in headlines for name in h.strategies}
    if yardsticks <= {name for h in headlines for name in h.yardsticks}:
        found.append(
            f"{' and '.join(sorted(yardsticks))} {'is a yardstick' if len(yardsticks) == 1 else 'are yardsticks'} that "
            "nobody plays like: among people the effect may be another. Run a strategy that tries to win."
        )
    if any(terms.capped):
        before, after = (f"{100 * share:.2g}" for share in terms.capped)
        found.append(
            f"{before} % of games before and {after} % after were cut off; nobody knows who would have won them, so a "
            "difference of win shares may be off by as much."
        )
    if any(h.stopping == "verdict" for h in headlines):
        found.append(
            "a run that stopped on its verdict favours what it stopped for; the intervals of a difference do not "
            "allow for it."
        )
    return tuple(found)
