"""M1, M2: does the seat matter?"""

from __future__ import annotations

import numpy as np
from scipy import special

from simkit.analysis.answers import Headline, NoiseFloor, SeatAnswer, SeatShare, Wald
from simkit.analysis.credits import DEVIATION, Credits, capped_bounds
from simkit.analysis.estimate import LEVEL, NO_VARIANCE, SHARE, Array
from simkit.analysis.noise import noise_floor
from simkit.analysis.stopping import in_sequence
from simkit.analysis.verdict import FEWEST_BLOCKS, Evidence, seat_verdict


def seat_answer(credits: Credits, headline: Headline, capped: float, tight_at: int | None = None) -> SeatAnswer:
    """Shares, gap, test and verdict.

    `capped`: share of games that were capped. `tight_at`: of the confidence sequence, if the run stopped on a verdict
    (E6); then shares, deviations and verdict stand on it.
    """
    confidence, n = headline.confidence, headline.players
    shares = [credits.share(i, confidence) for i in range(n)]
    deviations = [credits.deviation(i, confidence) for i in range(n)]
    covariance, blocks = credits.seat_covariance(), credits.moments.blocks
    if tight_at is not None:
        shares = [in_sequence(share, confidence, tight_at, SHARE) for share in shares]
        deviations = [in_sequence(deviation, confidence, tight_at, DEVIATION) for deviation in deviations]
    equality = wald(credits.seat_shares - credits.fair, covariance, blocks)
    gap, noise = float(np.ptp(credits.seat_shares)), noise_floor(covariance, blocks)
    # Both hold for a number of blocks that was fixed before. Each alone errs too often with few of them.
    unequal = tight_at is None and blocks >= FEWEST_BLOCKS and _rejected(equality, confidence) and _beyond(gap, noise)
    only_yardsticks = headline.strategies if set(headline.strategies) <= set(headline.yardsticks) else ()
    evidence = Evidence(
        deviations,
        credits.fair,
        capped,
        headline.games_per_block,
        headline.margin,
        confidence,
        headline.population,
        only_yardsticks,
        tight_at,
        _ahead(credits.seat_shares) if unequal else "",
    )
    return SeatAnswer(
        fair=credits.fair,
        shares=tuple(
            SeatShare(i + 1, shares[i], deviations[i], capped_bounds(shares[i].value, capped, 1)) for i in range(n)
        ),
        first_seat_advantage=deviations[0],
        gap=gap,
        noise=noise,
        wald=equality,
        unequal=unequal,
        verdict=seat_verdict(evidence),
    )


def _rejected(equality: Wald, confidence: float) -> bool:
    return equality.p_value is not None and equality.p_value <= 1 - confidence


def _beyond(gap: float, noise: NoiseFloor | None) -> bool:
    return noise is not None and gap > noise.p95


def _ahead(shares: Array) -> str:
    """Best and worst seat, and how far they are apart."""
    level = np.round(shares, LEVEL)
    best, worst = int(np.argmax(level)), int(np.argmin(level))
    return f"seat {best + 1} ahead of seat {worst + 1} by {100 * np.ptp(shares):.2g} points"


def wald(deviations: Array, covariance: Array, blocks: int) -> Wald:
    """W = J d' V^- d with the generalised inverse of the deviations' covariance V.

    With J blocks W is Hotelling's T^2, so its p-value comes from F(r, J - r), r the rank of V (n - 1 unless a seat's
    credit never varies); for many blocks that is the chi-squared distribution with r degrees of freedom.
    """
    values, vectors = np.linalg.eigh(covariance)
    kept = values > max(NO_VARIANCE, 1e-10 * float(values.max(initial=0.0)))
    rank = int(kept.sum())
    if blocks <= rank + 1 or rank == 0:
        return Wald(None, rank, None)
    along = vectors[:, kept].T @ deviations
    statistic = float(blocks * (along**2 / values[kept]).sum())
    f = statistic * (blocks - rank) / (rank * (blocks - 1))
    return Wald(statistic, rank, float(special.fdtrc(rank, blocks - rank, f)))
