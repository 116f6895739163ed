"""All questions asked of one run, in one pass over its tables."""

from __future__ import annotations

from typing import Protocol

from simkit.analysis.answers import Analysis
from simkit.analysis.blocks import ROWS_AT_ONCE, Blocks, find_shape, read_blocks
from simkit.analysis.cards import CardCounter, LinkCounter
from simkit.analysis.choice import Choices
from simkit.analysis.cooperative import Cooperation
from simkit.analysis.credits import Credits
from simkit.analysis.deal import Deal
from simkit.analysis.drama import story_answer
from simkit.analysis.encounters import EncounterCounter
from simkit.analysis.field import field_answer
from simkit.analysis.headline import choose_band, choose_confidence, choose_margin, make_headline
from simkit.analysis.leads import Leads
from simkit.analysis.lengths import Lengths
from simkit.analysis.outcomes import Outcomes
from simkit.analysis.results import Results
from simkit.analysis.scores import Scores
from simkit.analysis.seats import seat_answer
from simkit.analysis.stopping import tight_at
from simkit.analysis.strategies import Matchups, strategy_answer
from simkit.analysis.tallies import TallyCounter
from simkit.analysis.vocabulary import Vocabulary, vocabulary_of


class _Question(Protocol):
    def add(self, blocks: Blocks) -> None: ...


def analyse(
    run: Results,
    confidence: float | None = None,
    margin: float | None = None,
    *,
    band: tuple[float, float] | None = None,
    rows_at_once: int = ROWS_AT_ONCE,
) -> Analysis:
    """Answer every question about one run.

    Args:
        run: one variant and one line-up, in whole blocks.
        confidence: of all intervals, 0 to 1; None: the manifest's, else 0.95.
        margin: of the seat verdict, a fraction, 0 to 0.5; None: the manifest's, else a tenth of the fair share.
        band: fewest and most turns that the designer wants (M4); None: the manifest's, if it has one.
        rows_at_once: rows of the seats table held in memory at a time; the answer depends on it by rounding only.

    Raises:
        UsageError: confidence, margin or band out of range.
        DataError: no games, or blocks that are incomplete.
    """
    inquiry = Inquiry(run, confidence, margin, band)
    for part in read_blocks(run, inquiry.shape, *inquiry.columns, rows_at_once):
        inquiry.add(part)
    return inquiry.answer()


class Inquiry:
    """All questions asked of one run, fed block by block. `columns`: of both tables, as `read_blocks` wants them.

    `words`: shared with other runs that are read together with this one; None: its own.
    """

    def __init__(
        self,
        run: Results,
        confidence: float | None = None,
        margin: float | None = None,
        band: tuple[float, float] | None = None,
        words: Vocabulary | None = None,
    ) -> None:
        manifest = run.manifest
        self.run = run
        self.confidence, self.margin = choose_confidence(manifest, confidence), choose_margin(manifest, margin)
        self.shape = shape = find_shape(run)
        self.cooperative = bool(manifest.get("labels", {}).get("cooperative", False))
        words = words or vocabulary_of([run])
        self.infos, self.reasons, self.columns = words.tallies, words.reasons, words.columns()
        self.blocks = 0

        self._lengths, self._leads, self._choices = Lengths(choose_band(manifest, band)), Leads(), Choices()
        self._outcomes = Outcomes(shape, self.reasons, self.cooperative)
        self._counters = [TallyCounter(info, shape) for info in self.infos]
        self._together = Cooperation() if self.cooperative else None
        self._credits, self._matchups, self._scores = Credits(shape), Matchups(shape), Scores(shape)
        self._deal = Deal(shape, self.cooperative) if shape.repeats > 1 else None
        self._met = EncounterCounter(shape) if not self.cooperative and len(shape.strategies) > 1 else None
        self._cards, self._links = CardCounter(self.infos), LinkCounter(self.infos)
        common: list[_Question | None] = [
            self._lengths, self._leads, self._choices, self._outcomes, self._scores, *self._counters, self._deal
        ]  # fmt: skip
        won: list[_Question | None] = [self._credits, self._matchups, self._met, self._cards, self._links]
        asked = common + ([self._together] if self._together else won)
        self._questions = [question for question in asked if question is not None]

    def add(self, part: Blocks) -> None:
        """Take a range of blocks."""
        self.blocks += part.count
        for question in self._questions:
            question.add(part)

    def answer(self) -> Analysis:
        """All answers on what was added."""
        confidence, together = self.confidence, self._together
        fair = 0.0 if together else self._credits.fair
        headline = make_headline(self.run.manifest, self.shape, self.blocks, fair, confidence, self.margin)
        capped, unranked = self._outcomes.capped_share, self._outcomes.unranked_share
        strategies = (
            strategy_answer(self._credits, self._matchups, headline, capped, unranked) if not together else None
        )
        met = self._met
        return Analysis(
            headline=headline,
            seats=None if together else seat_answer(self._credits, headline, capped, tight_at(self.run.manifest)),
            strategies=strategies,
            scores=self._scores.answer(headline),
            lengths=self._lengths.answer(confidence),
            outcomes=self._outcomes.answer(confidence),
            choice=self._choices.answer(confidence),
            leads=self._leads.answer(confidence),
            tallies=tuple(counter.answer(headline) for counter in self._counters),
            cooperative=together.answer(confidence, headline.result_label, capped) if together else None,
            field=field_answer(met.answer(), [(headline, strategies)], confidence) if met and strategies else None,
            cards=None if together else self._cards.answer(confidence),
            links=() if together else self._links.answer(confidence),
            deal=self._deal.answer(confidence) if self._deal else None,
            story=None if together else story_answer(self.run, self.shape.players, confidence),
        )
