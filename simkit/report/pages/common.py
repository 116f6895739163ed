"""What several pages need: cells of intervals, dot charts of shares, histograms ready to draw."""

from __future__ import annotations

from collections.abc import Sequence

from simkit.analysis.answers import Histogram, Interval, StrategyShare
from simkit.report.charts import Dots, Mark, Series
from simkit.report.model import Cell, Column
from simkit.report.text import DASH, constant, number, number_range, percent, percent_range, short, whole

YARDSTICK = (
    "a yardstick, such as a player that moves at random: it is there to measure by, nobody plays like it, and it is "
    "left out of verdicts"
)

MAX_BARS = 72
"""A chart is 400 points wide: more bars than this are thinner than the eye can follow."""


def shown_ahead(first: StrategyShare, second: StrategyShare) -> bool:
    """Whether `first` is shown to win more at this table: the intervals lie apart, or both never varied.

    What one seat wins another loses, so the two vary against each other, and apart is as strict as a test of the
    difference where only these two sit there, and stricter elsewhere.
    """
    if constant(first.share) and constant(second.share):
        return (first.share.value or 0.0) > (second.share.value or 0.0)
    low, high = first.share.low, second.share.high
    return low is not None and high is not None and low > high


def share_cells(share: Interval, digits: int) -> tuple[Cell, Cell]:
    """Value and interval of a share, in parts of 100."""
    return Cell(percent(share.value, digits), share.value), Cell(percent_range(share, digits), share.low)


def value_cells(value: Interval) -> tuple[Cell, Cell]:
    """Value and interval of a mean."""
    return Cell(number(value.value), value.value), Cell(number_range(value), value.low)


def share_marks(rows: Sequence[tuple[str, int, Interval]], digits: int) -> tuple[Mark, ...]:
    """Dot-chart rows of (label, series, share); a share that does not exist is left out."""
    return tuple(
        Mark(
            short(label, 44),
            100 * share.value,
            None if share.low is None or constant(share) else 100 * share.low,
            None if share.high is None or constant(share) else 100 * share.high,
            percent(share.value, digits),
            series,
        )
        for label, series, share in rows
        if share.value is not None
    )


def value_marks(rows: Sequence[tuple[str, int, Interval]]) -> tuple[Mark, ...]:
    """Dot-chart rows of (label, series, mean). An interval that is open at an end is not drawn."""
    return tuple(
        Mark(short(label, 44), v.value, v.low, v.high, number(v.value), series)
        for label, series, v in rows
        if v.value is not None
    )


def limits_of(
    values: Sequence[float | None], floor: float | None = None, ceiling: float | None = None
) -> tuple[float, float]:
    """Axis ends that hold all values with a margin of 8 %, kept within floor and ceiling; never of no width."""
    known = [v for v in values if v is not None] or [0.0, 1.0]
    low, high = min(known), max(known)
    pad = 0.08 * (high - low) or max(abs(high), 1.0) * 0.1
    low, high = low - pad, high + pad
    if floor is not None:
        low = max(low, floor)
    if ceiling is not None:
        high = min(high, ceiling)
    return (low, high) if high > low else (low - 0.5, low + 0.5)


def share_dots(
    rows: Sequence[tuple[str, int, Interval]],
    axis: str,
    digits: int,
    fair: float | None = None,
    margin: float | None = None,
    fair_words: str = "fair",
) -> Dots:
    """Dot chart of shares in parts of 100, with the fair share and, if given, the margin around it."""
    marks = share_marks(rows, digits)
    seen: list[float | None] = [x for m in marks for x in (m.value, m.low, m.high)]
    reference = band = None
    if fair is not None:
        reference = (100 * fair, f"{fair_words} {percent(fair)}" + (" ± margin (shaded)" if margin is not None else ""))
        seen.append(100 * fair)
    if fair is not None and margin is not None:
        band = (100 * (fair - margin), 100 * (fair + margin), "margin")
        seen += [band[0], band[1]]
    return Dots(marks, axis, limits_of(seen, 0.0, 100.0), reference, band)


def value_dots(rows: Sequence[tuple[str, int, Interval]], axis: str) -> Dots:
    """Dot chart of means."""
    marks = value_marks(rows)
    seen = [x for m in marks for x in (m.value, m.low, m.high)]
    lowest = min((x for x in seen if x is not None), default=0.0)
    return Dots(marks, axis, limits_of(seen, 0.0 if lowest >= 0 else None))


def coarser(histogram: Histogram, most: int = MAX_BARS) -> Histogram:
    """The same counts in at most `most` bins: neighbours are added up, starting from the first."""
    return on_one_grid([histogram], most)[0]


def on_one_grid(histograms: Sequence[Histogram], most: int = MAX_BARS) -> list[Histogram]:
    """Several histograms in bins of one width that begin at the same places, at most `most` from first to last.

    Unequal bins below each other would make one group look higher only because its bins are wider.
    """
    width = max(h.width for h in histograms)
    first = min(h.starts[0] for h in histograms)
    last = max(h.starts[-1] + h.width for h in histograms)
    factor = max(1, -(-round((last - first) / width) // most))
    step = width * factor
    found = []
    for h in histograms:
        counts: dict[int, int] = {}
        for start, count in zip(h.starts, h.counts, strict=True):
            place = int((start - first + 1e-9 * width) // step)
            counts[place] = counts.get(place, 0) + count
        places = range(min(counts), max(counts) + 1)
        found.append(
            Histogram(step, tuple(first + k * step for k in places), tuple(counts.get(k, 0) for k in places), h.whole)
        )
    return found


def without_tails(histogram: Histogram) -> tuple[Histogram, int]:
    """Cut rare extremes (a thousandth at each end) if they take half of the axis; returns how many were cut, too."""
    total, counts = sum(histogram.counts), histogram.counts
    if total == 0:
        return histogram, 0
    low, below = 0, 0
    while below + counts[low] <= total / 1000:
        below += counts[low]
        low += 1
    high, above = len(counts), 0
    while above + counts[high - 1] <= total / 1000:
        above += counts[high - 1]
        high -= 1
    if high - low > len(counts) / 2:
        return histogram, 0
    return Histogram(histogram.width, histogram.starts[low:high], counts[low:high], histogram.whole), below + above


def series_of(label: str, histogram: Histogram, total: int, text: str = "", marker: float | None = None) -> Series:
    """Bars in parts of 100 of `total`. A bin of one whole number is centred on it."""
    shift = 0.5 if histogram.whole and histogram.width == 1 else 0.0
    starts = [*histogram.starts, histogram.starts[-1] + histogram.width]
    edges = tuple(s - shift for s in starts)
    heights = tuple(100 * c / total for c in histogram.counts)
    return Series(short(label) if label else "", edges, heights, 1.08 * max(heights), text, marker)


def bin_words(histogram: Histogram, k: int) -> str:
    """What bin k holds: "12", "12 to 15" or "1.50 up to 2.00"."""
    start, width = histogram.starts[k], histogram.width
    if histogram.whole:
        return whole(start) if width == 1 else f"{whole(start)} to {whole(start + width - 1)}"
    return f"{number(start)} up to {number(start + width)}"


def histogram_rows(histogram: Histogram, total: int) -> tuple[tuple[Cell, ...], ...]:
    """Table rows of a histogram: bin, count, parts of 100."""
    return tuple(
        (Cell(bin_words(histogram, k), histogram.starts[k]), Cell(f"{c:,}", c), Cell(percent(c / total, 2), c))
        for k, c in enumerate(histogram.counts)
    )


SHARE_COLUMNS = (Column("Games won, of 100"), Column("Interval"))
VALUE_COLUMNS = (Column("Mean"), Column("Interval"))
NOTHING = Cell(DASH, None)
