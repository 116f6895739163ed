"""What a report says and how it is built, for ordinary runs and for the odd ones."""

from __future__ import annotations

import base64
import hashlib
import re
from pathlib import Path

import pytest

from simkit import report
from simkit.report.text import short
from tests.report.reading import Element, read
from tests.report.runs import Recipe, make_run

NASTY = "<script>alert(1)</script> & \"$x^2$\" 'q' 🎲"
RUNS = {
    "ordinary": Recipe(blocks=60, edge=0.4, strength={"greedy": 0.3}),
    "capped_some": Recipe(blocks=30, capped=0.1),
    "mirror": Recipe(members=("random",) * 3, blocks=300),
    "no_scores": Recipe(blocks=20, has_score=False),
    "no_tallies": Recipe(blocks=20, tallies=()),
    "cooperative": Recipe(blocks=60, members=("helper", "helper", "loner"), cooperative=True, has_score=False),
    "cooperative_scores": Recipe(blocks=60, members=("helper", "helper", "loner"), cooperative=True),
    "one_game": Recipe(members=("random",) * 2, blocks=1),
    "all_ties": Recipe(blocks=20, all_tie=True),
    "all_capped": Recipe(blocks=20, capped=1.0),
    "never_wins": Recipe(blocks=40, strength={"random": -50.0}),
    "nasty": Recipe(blocks=10, members=(NASTY, "x" * 200, "plain"), title=f"Game {NASTY}", strength={NASTY: 2.0}),
    "crowd": Recipe(blocks=10, members=tuple(f"strategy_{k}" for k in range(6)), seatings="rotations"),
    "stopped": Recipe(blocks=20, status="interrupted"),
}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    folder = tmp_path_factory.mktemp("pages")
    written = {}
    for name, recipe in RUNS.items():
        make_run(folder / name, recipe)
        written[name] = report.write(folder / name).read_text(encoding="utf-8")
    return written


@pytest.fixture(params=list(RUNS))
def html(request: pytest.FixtureRequest, pages: dict[str, str]) -> str:
    return pages[request.param]


def section(html: str, key: str) -> Element:
    return next(s for s in read(html).all("section") if s.attributes["id"] == key)


def keys(html: str) -> list[str | None]:
    return [s.attributes["id"] for s in read(html).all("section")]


def test_every_chart_has_a_name_a_description_and_its_table(html: str) -> None:
    charts = 0
    for figure in read(html).all("figure"):
        assert figure.all("figcaption")[0].text
        assert figure.all("table"), "a chart without its table"
        for svg in figure.all("svg"):
            charts += 1
            title, desc = svg.all("title")[0], svg.all("desc")[0]
            assert svg.attributes["role"] == "img"
            assert svg.attributes["aria-labelledby"] == f"{title.attributes['id']} {desc.attributes['id']}"
            assert title.text
            assert desc.text
            assert figure.all("details")[0].all("table"), "the table stands behind a disclosure"
    assert charts >= 3


def test_ids_are_unique_and_every_reference_has_its_target(html: str) -> None:
    ids = re.findall(r'\bid="([^"]+)"', html)
    assert len(ids) == len(set(ids))
    wanted = re.findall(r'href="#([^"]*)"', html) + re.findall(r"url\(#([^)]*)\)", html)
    wanted += [i for names in re.findall(r'aria-labelledby="([^"]+)"', html) for i in names.split()]
    assert set(wanted) <= set(ids)


def test_no_number_is_nan_or_infinite(html: str) -> None:
    shown = re.sub(r"(?s)<(style|script)>.*?</\1>", "", html)
    assert not re.search(r"\b(nan|inf|infinity|null|undefined)\b", shown, re.I)
    assert not re.search(r"\bNone\b", shown)
    assert not re.search(r"\d[eE][+-]\d", read(shown).text), "a number in scientific notation is no plain word"


def test_nothing_comes_from_outside_and_the_policy_admits_only_what_is_there(html: str) -> None:
    assert not re.search(r"(?:https?:)?//[a-z]", html.replace("// ", ""), re.I)
    assert not re.search(r"<(?:link|img|iframe|object|embed|base|form)\b", html)
    assert not re.search(r'\s(?:style|on\w+)="', html)
    policy = next(m for m in read(html).all("meta") if m.attributes.get("http-equiv"))
    wanted = policy.attributes["content"]
    assert wanted is not None
    assert wanted.startswith("default-src 'none';")
    for tag in ("style", "script"):
        [body] = re.findall(rf"(?s)<{tag}>(.*?)</{tag}>", html)
        digest = base64.b64encode(hashlib.sha256(body.encode()).digest()).decode()
        assert f"{tag}-src 'sha256-{digest}'" in wanted


def test_a_report_stays_small_and_says_whose_it_is(html: str) -> None:
    assert len(html.encode()) < 2_000_000
    assert "simkit" in html[:2000]


def test_the_verdict_comes_first_and_the_method_last(html: str) -> None:
    assert keys(html)[0] == "verdict"
    assert keys(html)[-1] == "method"


def test_a_biased_seat_is_named_in_plain_words_beside_the_noise(pages: dict[str, str]) -> None:
    text = section(pages["ordinary"], "verdict").text
    assert "Seats: imbalanced" in text
    assert re.search(r"Seat 1 wins \d\d\.\d of 100 games \(.*\); fair is 25\.0\.", text)
    assert "luck alone would show" in text
    assert "Holds for careful:danger=10, 2 x greedy and random at one table" in text


def test_strategies_are_ranked_without_the_yardstick_and_never_called_dominant(pages: dict[str, str]) -> None:
    verdict = section(pages["ordinary"], "verdict").text
    assert "greedy wins" in verdict
    assert "random: a yardstick, such as a player that moves at random" in verdict
    assert "Who finishes ahead of whom" in section(pages["ordinary"], "strategies").text


def test_a_yardstick_alone_brings_a_warning(pages: dict[str, str]) -> None:
    text = section(pages["mirror"], "verdict").text
    assert "yardstick" in text
    assert "strategies" not in keys(pages["mirror"])


def test_undecided_says_how_many_games_would_decide(pages: dict[str, str]) -> None:
    assert re.search(r"About [\d,]+ more games would decide it", section(pages["mirror"], "verdict").text)


def test_a_cooperative_game_has_success_instead_of_seats(pages: dict[str, str]) -> None:
    found = keys(pages["cooperative"])
    assert "success" in found
    assert not {"seats", "strategies", "scores"} & set(found)
    assert re.search(r"The table succeeds in \d+\.\d of 100 games", section(pages["cooperative"], "success").text)
    assert "apples of all" in section(pages["cooperative"], "success").text


def test_pages_without_data_are_left_out(pages: dict[str, str]) -> None:
    assert "scores" not in keys(pages["no_scores"])
    assert "tallies" not in keys(pages["no_tallies"])


def test_one_game_decides_nothing(pages: dict[str, str]) -> None:
    text = section(pages["one_game"], "verdict").text
    assert "Seats: undecided" in text
    assert "1 game with 2 players" in text


def test_all_ties_are_balanced_and_said(pages: dict[str, str]) -> None:
    assert "100.0 of 100 have more than one winner" in section(pages["all_ties"], "outcomes").text


def test_all_capped_says_that_nobody_won(pages: dict[str, str]) -> None:
    text = section(pages["all_capped"], "verdict").text
    assert "No game had a winner" in text
    assert "were stopped by the engine's limit" in text


def test_capped_games_bound_the_win_shares(pages: dict[str, str]) -> None:
    assert "Bounds with capped games" in section(pages["capped_some"], "seats").text


def test_a_strategy_that_never_wins_is_in_the_table(pages: dict[str, str]) -> None:
    shares = section(pages["never_wins"], "strategies").all("figure")[0]
    rows = {row.children[0].text: row for row in shares.all("tr")}
    assert rows["random (yardstick)"].children[2].text == "0.0"


def test_names_are_text_and_nothing_else(pages: dict[str, str]) -> None:
    html = pages["nasty"]
    assert "<script>alert" not in html
    assert html.count("<script>") == 1
    assert NASTY in section(html, "strategies").text
    assert short(NASTY) in [t.text for t in read(html).all("text")], "the chart shows the name as it is"
    assert read(html).all("title")[0].text == f"Game {NASTY}: balance report"


def test_a_stopped_run_says_so_on_top(pages: dict[str, str]) -> None:
    assert section(pages["stopped"], "verdict").all("div")[0].text.startswith("Incomplete")


def test_configuration_rules_and_commands_are_on_the_last_page(pages: dict[str, str]) -> None:
    method = section(pages["ordinary"], "method")
    rows = [[cell.text for cell in row.children] for row in method.all("tr")]
    assert ["baskets", "3", "set for this run"] in rows
    assert ["points", "5, 3, 0", ""] in rows
    assert ["Seed", "11 (drawn)"] in rows
    assert "simkit run orchard --players 4" in method.text
    assert any(row[0] == "sha256 of the data" and re.fullmatch("[0-9a-f]{64}", row[1]) for row in rows)


def test_every_tally_is_shown_by_strategy_and_by_seat(pages: dict[str, str]) -> None:
    figures = {f.all("figcaption")[0].text: f for f in section(pages["ordinary"], "tallies").all("figure")}
    assert {"Apples eaten", "Out of the game", "Home", "Counted once a game"} == set(figures)
    heads = [row.children[0].text for row in figures["Apples eaten"].all("tr")][1:]
    assert heads == ["All seats", "careful:danger=10", "greedy", "random", "Seat 1", "Seat 2", "Seat 3", "Seat 4"]


def test_the_win_shares_of_one_report_add_up(pages: dict[str, str]) -> None:
    shares = [
        float(r.children[1].attributes["data-sort"] or 0) for r in section(pages["ordinary"], "seats").all("tr")[1:]
    ]
    assert sum(shares) == pytest.approx(1.0)


def test_one_page_for_each_definition_page_in_order(pages: dict[str, str], tmp_path: Path) -> None:
    links = [a.attributes["href"] for a in read(pages["ordinary"]).all("nav")[0].all("a")]
    assert links == [f"#{key}" for key in keys(pages["ordinary"])]
