"""M18 and links of tallies with winning: known effects are found, nothing is found where there is nothing."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from simkit.analysis.analyse import analyse
from simkit.analysis.batches import BatchSums, jackknife, resamples
from tests.analysis.synthetic import make_manifest, make_run, winners

CARDS = [
    {"name": f"{use}_{card}", "scope": "seat", "kind": "count", "label": f"{card.title()}: {use}", "unit": "cards"}
    for use in ("drawn", "played", "held")
    for card in ("ace", "dud")
]
OTHERS = [
    {"name": "steps", "scope": "seat", "kind": "count", "label": "steps", "unit": "steps"},
    {"name": "hat", "scope": "seat", "kind": "flag", "label": "hat", "unit": "seats"},
    {"name": "home", "scope": "seat", "kind": "category", "label": "home", "unit": "", "categories": ["hill", "lake"]},
]


def run_with(m: int = 4000, tallies: list[dict[str, Any]] | None = None, seed: int = 1, ace: float = 0.3) -> Any:
    rng = np.random.Generator(np.random.PCG64(seed))
    credit = winners(rng, m, (0.25, 0.25, 0.25, 0.25))
    won = credit > 0
    drawn_ace = (rng.random((m, 4)) < 0.3 + ace * won).astype(np.int32)
    held_ace = np.where(rng.random((m, 4)) < 0.2, drawn_ace, 0).astype(np.int32)
    dud = rng.integers(0, 2, size=(m, 4), dtype=np.int32)
    seats = {
        "drawn_ace": drawn_ace, "held_ace": held_ace, "played_ace": drawn_ace - held_ace,
        "drawn_dud": dud, "held_dud": dud, "played_dud": 0 * dud,
        "steps": (rng.poisson(3, size=(m, 4)) + 2 * won).astype(np.int32), "hat": won & (rng.random((m, 4)) < 0.5),
        "home": np.where(rng.random((m, 4)) < 0.5, "hill", "lake"),
    }  # fmt: skip
    tallies = CARDS + OTHERS if tallies is None else tallies
    kept = {t["name"]: seats[t["name"]] for t in tallies}
    return make_run(credit, seats=kept, manifest=make_manifest(tallies=tallies))


def test_a_card_that_winners_draw_shows_its_lift_and_a_dud_none() -> None:
    answer = analyse(run_with()).cards
    assert answer is not None
    ace, dud = answer.cards
    assert (ace.name, dud.name) == ("Ace", "Dud")
    drawn = ace.uses[0]
    # Bayes: 0.25 * 0.6 / (0.25 * 0.6 + 0.75 * 0.3) = 0.4, and 0.25 * 0.4 / (0.25 * 0.4 + 0.75 * 0.7) = 0.16.
    assert drawn.share_with.low < 0.4 < drawn.share_with.high  # type: ignore[operator]
    assert drawn.share_without.low < 0.16 < drawn.share_without.high  # type: ignore[operator]
    assert drawn.lift.value == pytest.approx(drawn.share_with.value - drawn.share_without.value)  # type: ignore[operator]
    assert drawn.p is not None and drawn.p < 1e-6
    assert dud.uses[0].p is not None and dud.uses[0].p > 0.01
    assert ace.dead is not None and ace.dead.value == pytest.approx(0.2, abs=0.02)
    assert dud.dead is not None and dud.dead.value == 1.0
    assert dud.uses[1].share_with.value is None  # never played: no share of those who did
    assert answer.noise is not None and answer.noise.mean < abs(drawn.lift.value or 0)


def test_the_noise_floor_is_what_luck_shows() -> None:
    largest, floors = [], []
    for seed in range(40):
        answer = analyse(run_with(400, seed=seed, ace=0.0)).cards
        assert answer is not None and answer.noise is not None
        largest.append(max(abs(u.lift.value or 0) for c in answer.cards for u in c.uses))
        floors.append(answer.noise.mean)
    assert np.mean(largest) == pytest.approx(np.mean(floors), rel=0.25)


def test_the_slope_of_a_count_is_the_regression_and_of_a_flag_the_difference() -> None:
    run = run_with()
    seats = run.seats_frame
    found = {(link.name, link.category): link for link in analyse(run).links}
    x, y = seats["steps"].to_numpy().astype(float), seats["credit"].to_numpy()
    assert found["steps", None].slope.value == pytest.approx(np.polyfit(x, y, 1)[0])
    hat = seats["hat"].to_numpy()
    assert found["hat", None].slope.value == pytest.approx(y[hat].mean() - y[~hat].mean())
    assert found["home", "hill"].slope.value == pytest.approx(-found["home", "lake"].slope.value)  # type: ignore[operator]
    assert found["home", "hill"].p > 0.001  # type: ignore[operator]
    assert found["steps", None].p < 1e-6  # type: ignore[operator]


def rare_run(seats_with_it: int, won: bool, m: int = 4000) -> Any:
    """Seats that win by lot; in a few games one that won (or lost) holds a card, wears a hat and is at home."""
    rng = np.random.Generator(np.random.PCG64(5))
    credit = winners(rng, m, (0.25, 0.25, 0.25, 0.25))
    rare = np.zeros((m, 4), np.int32)
    for game in range(0, 37 * seats_with_it, 37):  # 37: no two of them in one batch of games
        rare[game, int(np.argmax((credit[game] > 0) == won))] = 1
    common = rng.integers(0, 2, size=(m, 4), dtype=np.int32)
    cards = [t for t in CARDS if t["name"].startswith("drawn")]
    seats = {"drawn_ace": rare, "drawn_dud": common, "hat": rare > 0, "steps": rare}
    seats["home"] = np.where(rare > 0, "hill", "lake")
    tallies = [*cards, *OTHERS]
    return make_run(credit, seats=seats, manifest=make_manifest(tallies=tallies))


@pytest.mark.parametrize("won", [True, False])
@pytest.mark.parametrize("seats_with_it", [1, 2, 19])
def test_a_few_seats_that_all_won_or_lost_prove_nothing(seats_with_it: int, won: bool) -> None:
    """Among them there is no spread, and that of all the others would make a certainty of two seats."""
    analysis = analyse(rare_run(seats_with_it, won))
    assert analysis.cards is not None and analysis.cards.noise is not None
    ace, dud = (card.uses[0] for card in analysis.cards.cards)
    assert (ace.share_with.value, ace.lift.se, ace.p) == (float(won), None, None)
    assert (ace.lift.low, ace.lift.high) == (-1.0, 1.0)
    assert dud.lift.se is not None and dud.p is not None
    assert analysis.cards.noise.mean < 0.02  # of the card that can be judged alone
    links = {(link.name, link.category): link for link in analysis.links}
    for key in (("hat", None), ("steps", None), ("home", "hill"), ("home", "lake")):
        assert (links[key].slope.se, links[key].p) == (None, None), key


@pytest.mark.parametrize("won", [True, False])
def test_many_seats_that_all_won_or_lost_are_believed(won: bool) -> None:
    analysis = analyse(rare_run(40, won))
    assert analysis.cards is not None
    ace = analysis.cards.cards[0].uses[0]
    assert ace.lift.value == pytest.approx(0.75 if won else -0.25, abs=0.01)
    assert ace.p is not None and ace.p < 1e-6
    for link in analysis.links:
        assert link.p is not None and link.p < 1e-6, link.name


def test_few_seats_that_won_and_lost_have_few_degrees_of_freedom() -> None:
    """Three batches tell of the card: the interval is that of three, not that of two hundred."""
    run = rare_run(3, True)
    credit = run.seats_frame["credit"].to_numpy().reshape(-1, 4)
    rare = run.seats_frame["drawn_ace"].to_numpy().reshape(-1, 4).copy()
    rare[74] = np.roll(rare[74], 1)  # the third goes to a seat that lost
    assert (credit * rare).sum() == 2
    seats = {t["name"]: run.seats_frame[t["name"]].to_numpy().reshape(-1, 4) for t in run.manifest["tallies"]}
    changed = make_run(credit, seats=seats | {"drawn_ace": rare}, manifest=run.manifest)
    cards = analyse(changed).cards
    assert cards is not None
    ace = cards.cards[0].uses[0]
    assert ace.lift.blocks == 3
    assert ace.p is not None and ace.p > 0.2


def test_a_game_without_cards_has_no_card_answer() -> None:
    analysis = analyse(run_with(200, OTHERS))
    assert analysis.cards is None
    assert len(analysis.links) == 4


def test_a_single_block_has_no_interval_and_no_nan() -> None:
    answer = analyse(run_with(1)).cards
    assert answer is not None and answer.noise is None
    for card in answer.cards:
        for use in card.uses:
            assert use.p is None
            assert use.lift.method == "everything"


def test_batches_take_every_block_once_in_portions_of_any_size() -> None:
    values = np.arange(1234.0)[:, None]
    whole, parts = BatchSums(1), BatchSums(1)
    whole.add(values)
    for portion in np.split(values, [7, 300, 301, 900]):
        parts.add(portion)
    assert (whole.sums() == parts.sums()).all()
    assert whole.sums().sum() == values.sum()
    few = BatchSums(1)
    few.add(values[:3])
    assert few.sums().ravel().tolist() == [0.0, 1.0, 2.0]


def test_the_jackknife_of_a_mean_is_the_standard_error() -> None:
    x = np.random.Generator(np.random.PCG64(4)).normal(size=(50, 1))
    value, covariance = jackknife(np.hstack([x, np.ones((50, 1))]), lambda s: s[..., :1] / s[..., 1:])
    assert value[0] == pytest.approx(x.mean())
    assert covariance[0, 0] == pytest.approx(x.var(ddof=1) / 50)


def test_resamples_draw_as_many_batches_as_there_are() -> None:
    drawn = resamples(30)
    assert (drawn.sum(axis=1) == 30).all()
    assert (drawn == resamples(30)).all()
