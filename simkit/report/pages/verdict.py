"""First page: what is balanced, what is not, what is undecided, in words a designer can act on."""

from __future__ import annotations

from simkit.analysis.answers import Analysis, SeatAnswer, SeatShare, StrategyAnswer, StrategyShare
from simkit.analysis.words import alone_words
from simkit.report.material import Material
from simkit.report.model import Finding, Section, Tone
from simkit.report.pages.common import YARDSTICK, shown_ahead
from simkit.report.text import (
    clean,
    count,
    digits_for,
    listed,
    number,
    number_range,
    percent,
    percent_range,
    rounded_up,
    share_words,
    short,
    some,
    turn_meaning,
    whole,
)


def build(material: Material) -> Section:
    """The verdict: one finding a question, the most important first."""
    analysis = material.analysis
    findings = [
        left_out(material),
        incomplete(analysis),
        cooperative(analysis),
        seats(analysis),
        strategies(analysis),
        capped(analysis),
        length(analysis),
    ]
    head = analysis.headline
    return Section(
        key="verdict",
        title="Verdict",
        claim=_claim(analysis),
        findings=tuple(f for f in findings if f is not None),
        notes=(
            f"Every interval on this page is a {100 * head.confidence:g} % interval: if the whole run were repeated "
            f"many times, about {100 * head.confidence:g} of 100 such intervals would hold the true value.",
            "One deal played under every seating is one independent observation: "
            f"{some(head.games, 'game')}, {some(head.blocks, 'observation')}.",
        ),
    )


def _claim(analysis: Analysis) -> str:
    head = analysis.headline
    played = f"{some(head.games, 'game')} with {some(head.players, 'player')}"
    if analysis.cooperative is not None:
        share = analysis.cooperative.success
        return f"{played}: the table succeeds in {percent(share.value, digits_for(share))} of 100."
    if analysis.seats is None:
        return f"{played}."
    ranked = ranking(analysis.strategies, yardsticks=False) if analysis.strategies else []
    text = f"{played}. {verdict_words(analysis.seats)}"
    if analysis.seats.fair == 0:
        return f"{played}. No game had a winner."
    if analysis.strategies and not analysis.strategies.mirror and len(ranked) > 1:
        best = short(ranked[0].strategy, 60)
        text += (
            f" The strategy that wins most at this table is {best}."
            if shown_ahead(ranked[0], ranked[1])
            else f" The strategy that won most at this table is {best}, but that may be luck."
        )
    return text


def verdict_words(answer: SeatAnswer) -> str:
    """The verdict on seats as one sentence without jargon."""
    verdict = answer.verdict
    if verdict.kind == "balanced":
        return f"The seats are balanced: each within {percent(verdict.margin)} points of the fair share."
    if verdict.kind == "imbalanced":
        names = listed([str(s) for s in verdict.outside])
        which = f"seats {names} are" if len(verdict.outside) > 1 else f"seat {names} is"
        return f"The seats are not balanced: {which} off by more than {percent(verdict.margin)} points."
    if (known := unequal_words(answer)) is not None:
        return (
            f"The seats are not equal: {known}; whether any seat is more than {percent(verdict.margin)} points off the "
            "fair share is undecided."
        )
    return f"Whether the seats are balanced within {percent(verdict.margin)} points is undecided."


def unequal_words(answer: SeatAnswer) -> str | None:
    """ "seat 1 wins 5.4 points more than seat 4", if fair games would hardly ever show as much; else None."""
    known = [s for s in answer.shares if s.share.value is not None]
    if not answer.unequal or len(known) < 2:
        return None
    best, worst = max(known, key=lambda s: s.share.value or 0.0), min(known, key=lambda s: s.share.value or 0.0)
    return f"seat {best.seat} wins {percent(answer.gap)} points more than seat {worst.seat}"


def left_out(material: Material) -> Finding | None:
    """Damaged files that were left out on request are said first."""
    if not material.left_out:
        return None
    lines = [clean(line) for line in material.left_out[:8]]
    if len(material.left_out) > 8:
        lines.append(f"and {count(len(material.left_out) - 8)} more")
    return Finding(
        "bad", "Partial results",
        f"{some(len(material.left_out), 'file')} damaged or missing: the deals in them were left out of this report.",
        (*lines, "simkit run with --resume plays them again."),
    )  # fmt: skip


def incomplete(analysis: Analysis) -> Finding | None:
    """A run that was stopped says so first."""
    head = analysis.headline
    if head.status == "complete":
        return None
    return Finding(
        "open", "Incomplete",
        f"This run was stopped: the report rests on the {some(head.games, 'game')} that are there.",
        ("Go on with the same command and --resume; the numbers below are valid, only less sharp.",),
    )  # fmt: skip


def worst_seat(answer: SeatAnswer) -> SeatShare | None:
    """The seat farthest from the fair share; the lower number first on a tie."""
    known = [s for s in answer.shares if s.share.value is not None]
    return max(known, key=lambda s: abs((s.share.value or 0.0) - answer.fair), default=None)


def seat_words(answer: SeatAnswer) -> str:
    """ "Seat 1 wins 35.1 of 100; fair is 25.0"."""
    seat = worst_seat(answer)
    if seat is None or answer.fair == 0:
        return "No game had a winner, so nothing can be said about seats."
    digits = digits_for(*(s.share for s in answer.shares))
    return (
        f"Seat {seat.seat} wins {percent(seat.share.value, digits)} of 100 games "
        f"({percent_range(seat.share, digits)}); fair is {percent(answer.fair)}."
    )


def noise_words(answer: SeatAnswer) -> str:
    """The largest gap beside what luck alone would show."""
    gap = f"The largest gap between two seats is {percent(answer.gap, 2)} points"
    if answer.noise is None:
        return f"{gap}; with so few games nobody can say how much of it is luck."
    return (
        f"{gap}. In a perfectly fair game, played as often, luck alone would show "
        f"{percent(answer.noise.mean, 2)} on average and up to {percent(answer.noise.p95, 2)} in 95 of 100 runs"
        f"{alone_words(answer)}."
    )


def seats(analysis: Analysis) -> Finding | None:
    """E4 in words, with what would decide it and the noise floor."""
    answer = analysis.seats
    if answer is None:
        return None
    verdict = answer.verdict
    margin = percent(verdict.margin)
    details = [noise_words(answer)]
    tone: Tone
    if verdict.kind == "balanced":
        tone, label = "good", "Seats: balanced"
        details.insert(0, f"Every seat's interval lies within {margin} points of the fair share.")
    elif verdict.kind == "imbalanced":
        tone, label = "bad", "Seats: imbalanced"
        names = ("seats " if len(verdict.outside) > 1 else "seat ") + listed([str(s) for s in verdict.outside])
        details.insert(0, f"Shown to be off by more than {margin} points: {names}.")
    else:
        tone, label = "open", "Seats: undecided"
        if unequal_words(answer) is not None:
            label = f"Seats: not equal; by more than {margin} points: undecided"
        details.insert(0, _undecided_words(answer))
    details.append(
        f"Holds for {short(verdict.population, 300)}, under the rules listed below; other strategies may "
        "find other seats strong."
    )
    details += [clean(w) for w in verdict.warnings]
    return Finding(tone, label, seat_words(answer), tuple(details))


def _undecided_words(answer: SeatAnswer) -> str:
    verdict = answer.verdict
    start = (
        f"The games so far cannot tell whether every seat stays within {percent(verdict.margin)} points "
        "of the fair share."
    )
    if verdict.further_games:
        return f"{start} About {rounded_up(verdict.further_games)} more games would decide it."
    reason = clean(verdict.reason) if verdict.reason else "more games of this kind would hardly decide it"
    return f"{start} {reason[0].upper()}{reason[1:].rstrip('.')}."


def strategies(analysis: Analysis) -> Finding | None:
    """The strongest and the weakest strategy, yardsticks left out; nothing where one strategy sits everywhere."""
    answer = analysis.strategies
    if answer is None:
        return None
    if answer.mirror:
        return Finding(
            "note", "Strategies",
            f"Every seat is played by {short(analysis.headline.strategies[0], 60)}: nothing to compare.",
            ("Seat several strategies at one table to learn which is strong.",),
        )  # fmt: skip
    ranked = ranking(answer, yardsticks=False) or ranking(answer, yardsticks=True)
    if not ranked or answer.fair == 0:
        return None
    digits = digits_for(*(s.share for s in answer.shares))
    first, last = ranked[0], ranked[-1]
    headline = (
        f"{short(first.strategy, 60)} wins {percent(first.share.value, digits)} of 100 games a seat "
        f"({percent_range(first.share, digits)}); an equal share is {percent(answer.fair)}."
    )
    details = []
    if len(ranked) > 1 and not shown_ahead(first, ranked[1]):
        details.append(f"That it wins more than {short(ranked[1].strategy, 60)} is not shown: it may be luck.")
    if last is not first:
        details.append(
            f"Weakest: {short(last.strategy, 60)} with {percent(last.share.value, digits)} of 100 "
            f"({percent_range(last.share, digits)})."
        )
    sticks = [clean(s.strategy) for s in answer.shares if s.yardstick]
    if sticks:
        details.append(f"{listed(sticks)}: {YARDSTICK}.")
    details.append(
        "At this table only. Whether a strategy is dominant or a trap needs a field study over many line-ups."
    )
    return Finding("note", "Strategies", headline, tuple(details))


def ranking(answer: StrategyAnswer, *, yardsticks: bool) -> list[StrategyShare]:
    """Shares from best to worst, ties by name."""
    known = [s for s in answer.shares if s.share.value is not None and (yardsticks or not s.yardstick)]
    return sorted(known, key=lambda s: (-(s.share.value or 0.0), s.strategy))


def capped(analysis: Analysis) -> Finding | None:
    """Capped games are counted and bound the win shares (E9)."""
    outcomes = analysis.outcomes
    if outcomes.capped_games == 0:
        return None
    everything = outcomes.capped_games == outcomes.games
    headline = (
        f"{count(outcomes.capped_games)} of {count(outcomes.games)} games were stopped by the engine's "
        "limit, without a winner."
    )
    details = (
        "They count as games that nobody won; the seat and strategy tables bound each win share by "
        "what they could have changed.",
    )
    return Finding(
        "bad" if everything or (outcomes.capped.value or 0) > 0.01 else "open",
        "Games without an end",
        headline,
        details,
    )


def length(analysis: Analysis) -> Finding | None:
    """How long a game is, and how much there is to decide."""
    turns = analysis.lengths.turns
    if turns.mean.value is None:
        return None
    meaning = turn_meaning(analysis.headline.turn_label)
    headline = (
        f"A game lasts {number(turns.mean.value, 1)} turns on average; the middle half {whole(turns.p25)} "
        f"to {whole(turns.p75)}."
    )
    details = [f"Nine games of ten last {whole(turns.p5)} to {whole(turns.p95)}."]
    if meaning:
        details[0] += f" A turn here: {meaning}."
    choice = analysis.choice
    if choice.choice_share.value is not None:
        details.append(f"There is more than one legal action in {share_words(choice.choice_share, 'decisions')}.")
    return Finding("note", "Length", headline, tuple(details))


def cooperative(analysis: Analysis) -> Finding | None:
    """How often the table succeeds."""
    answer = analysis.cooperative
    if answer is None:
        return None
    digits = digits_for(answer.success)
    headline = (
        f"The table succeeds in {percent(answer.success.value, digits)} of 100 games "
        f"({percent_range(answer.success, digits)})."
    )
    details = []
    if answer.result is not None and answer.result.mean.value is not None:
        mean, spread = answer.result.mean, answer.result
        label = clean(answer.result_label) if answer.result_label else "result"
        details.append(
            f"{label[0].upper()}{label[1:]}: {number(mean.value)} on average ({number_range(mean)}), the middle half "
            f"{whole(spread.p25)} to {whole(spread.p75)}."
        )
    details.append(f"Holds for {clean(analysis.headline.population)}, under the rules listed below.")
    sticks = [clean(s) for s in analysis.headline.yardsticks]
    if sticks:
        details.append(f"{listed(sticks)}: {YARDSTICK}. Real players will do better or worse.")
    return Finding("note", "Success", headline, tuple(details))
