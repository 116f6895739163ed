"""The analysis in a few lines of plain words, and as one JSON-able object."""

from __future__ import annotations

import dataclasses
import math
from typing import Any

from simkit.analysis.answers import (
    Analysis,
    BandAnswer,
    CooperativeAnswer,
    Headline,
    Interval,
    OutcomeAnswer,
    SeatAnswer,
    Spread,
    StoryAnswer,
    StrategyAnswer,
)
from simkit.analysis.estimate import LEVEL

WIDTH = 8
"""Column at which the text behind a heading starts (`length   52 turns`)."""

LOPSIDED = 0.1
"""An interval whose middle is farther from its value than this part of its half width is written with both ends."""


def summary_lines(analysis: Analysis) -> list[str]:
    """What `simkit run` prints when it has finished, for a person who has never seen a confidence interval."""
    lines: list[str] = []
    if analysis.seats is not None:
        lines += _seat_lines(analysis.seats)
    if analysis.strategies is not None and not analysis.strategies.mirror:
        lines += _strategy_lines(analysis.strategies)
    if analysis.cooperative is not None:
        lines += _cooperative_lines(analysis.cooperative, analysis.headline)
    if analysis.scores is not None:
        mean = analysis.scores.overall.mean
        lines.append(_line("score", f"a player scores {estimate(mean)} on average"))
    lines.append(_line("length", _length_words(analysis)))
    if analysis.lengths.band is not None:
        lines.append(_line("band", _band_words(analysis.lengths.band, _turns(analysis.headline))))
    if analysis.story is not None:
        lines += [_line("lead", words) for words in [_lead_words(analysis.story)] if words]
    if analysis.deal is not None:
        lines.append(_line("deal", f"{analysis.deal.words}."))
    ends = _ending_words(analysis.outcomes)
    if ends:
        lines.append(_line("ends", ends))
    if analysis.seats is not None:
        lines += [_line("note", warning) for warning in analysis.seats.verdict.warnings]
    return lines


def summary_dict(analysis: Analysis) -> dict[str, Any]:
    """The whole analysis as nested dicts and lists of str, int, float, bool and None, with the lines in `summary`."""
    whole: dict[str, Any] = plain(dataclasses.asdict(analysis))
    return {**whole, "summary": summary_lines(analysis)}


def number(value: float | None) -> str:
    """A number with about three digits: 52, 21.3, 0.47; an unknown one is "?"."""
    if value is None:
        return "?"
    if value == round(value):
        return f"{value:,.0f}"
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.1f}" if abs(value) >= 10 else f"{value:.2f}"


def estimate(interval: Interval, scale: float = 1.0, least_digits: int = 0) -> str:
    """ "27.1 (±0.2)", or "0.0 [0.0, 3.7]" where the interval is lopsided, with as many digits as the interval deserves.

    Without the second part where the spread is unknown.
    """
    half = interval.half_width
    if interval.value is None:
        return "an unknown number"
    if interval.method == "everything" or not half:
        return number(interval.value * scale) if not least_digits else f"{interval.value * scale:.{least_digits}f}"
    half *= scale
    digits = min(4, max(least_digits, math.ceil(-math.log10(half))))
    # Rounded outward: an interval never looks narrower than it is.
    if lopsided(interval) and interval.low is not None and interval.high is not None:
        unit = 10.0**digits
        low = math.floor(scale * interval.low * unit + 1e-9) / unit + 0.0  # adding 0 turns -0.0 into 0.0
        high = math.ceil(scale * interval.high * unit - 1e-9) / unit + 0.0
        return f"{interval.value * scale:,.{digits}f} [{low:,.{digits}f}, {high:,.{digits}f}]"
    shown = math.ceil(half * 10**digits - 1e-9) / 10**digits
    return f"{interval.value * scale:,.{digits}f} (±{shown:,.{digits}f})"


def lopsided(interval: Interval) -> bool:
    """Whether the value lies so far off the middle of its interval that a half width would mislead."""
    if interval.value is None or interval.low is None or interval.high is None:
        return False
    off = abs((interval.low + interval.high) / 2 - interval.value)
    return off > LOPSIDED * (interval.high - interval.low) / 2


def _of_hundred(interval: Interval) -> str:
    return estimate(interval, 100, least_digits=1)


def _gap(share: float) -> str:
    """A gap in points: "5.4", "0.08", "12"."""
    size = 100 * share
    return f"{size:.0f}" if size >= 9.95 else f"{size:.1f}" if size >= 0.95 else f"{size:.2g}"


def _seat_lines(seats: SeatAnswer) -> list[str]:
    first = seats.shares[0]
    levels = [round(s.share.value or 0, LEVEL) for s in seats.shares]
    best, worst = (seats.shares[levels.index(wanted(levels))] for wanted in (max, min))
    if best is worst:
        text = f"every seat wins {_of_hundred(best.share)} of 100"
    else:
        text = f"seat {best.seat} wins {_of_hundred(best.share)} of 100, seat {worst.seat} {_of_hundred(worst.share)}"
    if first.share.method == "everything":
        text += " (one observation: how sure, nobody knows)" if first.share.blocks < 2 else " (in every block alike)"
    lines = [f"{text}; fair is {100 * seats.fair:.1f}.   Seats: {seats.verdict.words}."]
    if seats.noise is not None:
        lines.append(
            _line(
                "gap",
                f"seat {best.seat} wins {_gap(seats.gap)} points more than seat {worst.seat}, the "
                f"largest gap; by luck a fair game shows {_gap(seats.noise.mean)} points, one run in 20 more than "
                f"{_gap(seats.noise.p95)}{alone_words(seats)}",
            )
        )
    return lines


def alone_words(seats: SeatAnswer) -> str:
    """Why the seats are imbalanced although their gap might be luck; empty where the two do not disagree.

    The gap asks about the two seats that are farthest apart, the verdict about each seat and the fair share.
    """
    outside, noise = seats.verdict.outside, seats.noise
    if not outside or noise is None or seats.gap > noise.p95:
        return ""
    which = f"seat {outside[0]} is" if len(outside) == 1 else f"seats {', '.join(map(str, outside))} are"
    return f". So the gap alone might be luck; that {which} so far off the fair share would hardly be"


def _strategy_lines(strategies: StrategyAnswer) -> list[str]:
    lines = []
    for share in sorted(strategies.shares, key=lambda s: (-(s.share.value or 0), s.strategy)):
        mark = " (a yardstick)" if share.yardstick else ""
        places = "" if share.seats == 1 else f" at each of its {share.seats} seats"
        alike = " (in every block alike)" if share.share.method == "everything" and share.share.blocks > 1 else ""
        lines.append(
            f"{share.strategy}{mark} wins {_of_hundred(share.share)} of 100{places}{alike}; "
            f"fair is {100 * strategies.fair:.1f}."
        )
    return lines


def _cooperative_lines(answer: CooperativeAnswer, headline: Headline) -> list[str]:
    lines = [f"the table succeeds in {_of_hundred(answer.success)} of 100 games, for {headline.population}."]
    if answer.result is not None:
        mean = answer.result.mean
        label = answer.result_label or "result"
        lines.append(_line("result", f"{label}: {estimate(mean)} on average"))
    return lines


def _length_words(analysis: Analysis) -> str:
    turns = analysis.lengths.turns
    words = f"{number(turns.mean.value)} {_turns(analysis.headline)}{_middle(turns)}"
    if turns.p95 is not None and turns.p95 != turns.p75:
        words += f"; one game in 20 lasts {number(turns.p95)} or more"
    return words + "."


def _band_words(band: BandAnswer, turns: str) -> str:
    return (
        f"{_of_hundred(band.outside)} of 100 games last outside {number(band.least)} to {number(band.most)} {turns}: "
        f"{_of_hundred(band.shorter)} are shorter, {_of_hundred(band.longer)} longer."
    )


def _lead_words(story: StoryAnswer) -> str:
    """Lead conversion and comeback at half time (M8); empty if no traced game had a turn by then."""
    half = next((point for point in story.points if point.progress == 0.5), None)
    if half is None or half.leader_wins.value is None:
        return ""
    return (
        f"who leads half way through wins {_of_hundred(half.leader_wins)} of 100, who is last "
        f"{_of_hundred(half.last_wins)}; fair is {100 * story.fair:.1f} ({story.games:,} traced games)."
    )


def _turns(headline: Headline) -> str:
    # "turns (a card or a pass)": the explanation belongs on the game's page.
    return headline.turn_label.split(" (")[0]


def _middle(spread: Spread) -> str:
    if spread.p25 is None or spread.p75 is None:
        return ""
    if spread.lowest == spread.highest:
        return " in every game"
    return f" (middle half {number(spread.p25)}-{number(spread.p75)})"


def _ending_words(outcomes: OutcomeAnswer) -> str:
    parts = []
    if outcomes.ties is not None and outcomes.ties.value:
        parts.append(f"{100 * outcomes.ties.value:.2g} % of games have several winners")
    if outcomes.capped_games:
        parts.append(f"{outcomes.capped_games:,} games were cut off before their end; they count as won by nobody")
    stuck = outcomes.winners[0] - outcomes.capped_games if outcomes.winners else 0
    if stuck > 0:
        parts.append(f"{stuck:,} games ended without a winner")
    return "; ".join(parts) + "." if parts else ""


def _line(head: str, text: str) -> str:
    return f"{head:<{WIDTH}} {text}"


def plain(value: Any) -> Any:
    """The value as JSON has it: tuples become lists, what is not finite null."""
    if isinstance(value, dict):
        return {str(k): plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(v) for v in value]
    if isinstance(value, float) and not math.isfinite(value):
        return None
    return value
