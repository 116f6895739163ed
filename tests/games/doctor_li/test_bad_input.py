"""Decks and options of Doctor Li that are refused: exit code 2 and a message that names option, value and range."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from simkit.cli import main
from simkit.errors import UsageError
from simkit.game import make_rules
from simkit.games.doctor_li import GAME
from simkit.games.doctor_li.options import CARD_KINDS, NATURALS

EXPLAINED = "(simkit rules doctor_li explains it)"
EACH = dict.fromkeys(NATURALS, 9)
Command = Callable[..., tuple[int, str, str]]

# Options, players, message.
CASES: dict[str, tuple[dict[str, Any], int, str]] = {
    "no card of a category": (
        {"category_table": {"h1": 4, "l1": 4}},
        4,
        "option 'category_table' must hold at least one card of each category (each card 0 to 12); none of D came in "
        "{h1 = 4, l1 = 4}. Give it some.",
    ),
    "negative count": (
        {"category_table": {"h1": -1}},
        4,
        "option 'category_table' must be a table of numbers (each 0 to 12; all 0: copies_per_unique of each); "
        f"{{h1 = -1}} came. {EXPLAINED}",
    ),
    "negative count of action cards": (
        {"agg_table": {"h1": -2}},
        4,
        "option 'agg_table' must be a table of numbers (each 0 to 18; all 0: the first n_agg of the default order); "
        f"{{h1 = -2}} came. {EXPLAINED}",
    ),
    "half a card": (
        {"category_table": {"h1": 1.5}},
        4,
        "option 'category_table' must be a table of numbers (each 0 to 12; all 0: copies_per_unique of each); "
        f"{{h1 = 1.5}} came. {EXPLAINED}",
    ),
    "more wild scopes than wilds": (
        {"n_wild": 2, "wild_table": {"hl": 1, "hd": 1, "ld": 1}},
        4,
        "option 'wild_table' must name n_wild = 2 cards in all (each 0 to 9); 3 came. Change one of the two.",
    ),
    "more wild scopes than the default": (
        {"wild_table": {"hl": 7}},
        4,
        "option 'wild_table' must name n_wild = 6 cards in all (each 0 to 9); 7 came. Change one of the two.",
    ),
    "wild cards named twice": (
        {"wild_scope": "all", "wild_table": {"hl": 6}},
        4,
        "options 'wild_table' and 'wild_scope' both say what the wild cards show; {hl = 6} and all came. Give one of "
        "the two.",
    ),
    "a card that the variant does not have": (
        {"variant": "basic", "n_ohno": 2},
        4,
        "option 'n_ohno' must be left out with variant = basic, which plays without that card; 2 came. Leave it out, "
        "or choose another variant.",
    ),
    "a category that nobody can put down": (
        {"category_table": {"h1": 1, "l1": 9, "l2": 9, "l3": 9, "d1": 9, "d2": 9, "d3": 9}, "max_wilds_per_set": 1},
        4,
        "options 'category_table', 'n_wild', 'wild_table' and 'max_wilds_per_set' must leave three cards for a set of "
        "each category; for H 1 different and 1 wild came. Add some, or no game can end.",
    ),
    "a table against its number": (
        {"n_agg": 6, "agg_table": {"h1": 9}},
        4,
        "option 'agg_table' must name n_agg = 6 cards in all (each 0 to 18); 9 came. Change one of the two.",
    ),
    "copies given twice": (
        {"copies_per_unique": 5, "category_table": {"h1": 4, "l1": 4, "d1": 4}},
        4,
        "options 'category_table' and 'copies_per_unique' both say how many copies there are; {h1 = 4, l1 = 4, d1 = 4} "
        "and 5 came. Give one of the two.",
    ),
    "no such card": (
        {"category_table": {"h5": 1}},
        4,
        "option 'category_table' has no entry 'h5'. Did you mean 'h4'? Its entries are "
        "h1, h2, h3, h4, l1, l2, l3, l4, d1, d2, d3, d4.",
    ),
    "too few cards to deal": (
        {"copies_per_unique": 2, "start_hand": 8},
        6,
        "options 'copies_per_unique', 'category_table' and 'n_wild' must make a category stack of 48 (start_hand = 8 "
        "for each of 6 players) to 96 cards; 30 came. Change the counts or start_hand.",
    ),
    "too many category cards": (
        {"category_table": EACH},
        4,
        "options 'copies_per_unique', 'category_table' and 'n_wild' must make a category stack of 16 (start_hand = 4 "
        "for each of 4 players) to 96 cards; 114 came. Change the counts or start_hand.",
    ),
    "too many action cards": (
        {"wts_table": dict.fromkeys(CARD_KINDS, 12)},
        4,
        "options 'agg_table', 'boost_table', 'wts_table' and the n_... counts must make an action stack of at most 96 "
        "cards; 226 came. Lower some counts.",
    ),
    "unknown variant": (
        {"variant": "chess"},
        4,
        f"option 'variant' must be one of these (seed_text | basic | dynamic); 'chess' came. {EXPLAINED}",
    ),
    "three values": (
        {"set_points": [1, 2, 3]},
        4,
        "option 'set_points' must be two numbers (set of three, set of four), each 0 to 9; [1, 2, 3] came. Give two.",
    ),
    "out of range": ({"n_oigt": 4}, 4, f"option 'n_oigt' must be a whole number (5 to 16); 4 came. {EXPLAINED}"),
    "one player": ({}, 1, "is played by 2, 3, 4, 5, 6 players; 1 came. Give --players one of these."),
    "seven players": ({}, 7, "is played by 2, 3, 4, 5, 6 players; 7 came. Give --players one of these."),
}


@pytest.mark.parametrize(("options", "n_players", "message"), CASES.values(), ids=CASES.keys())
def test_refused_with_option_value_and_range(options: dict[str, Any], n_players: int, message: str) -> None:
    with pytest.raises(UsageError) as error:
        make_rules(GAME, options, n_players)
    assert str(error.value) == f"doctor_li {message}"


@pytest.fixture
def run(in_tmp: Path, capfd: pytest.CaptureFixture[str]) -> Command:
    """Run `simkit run doctor_li` in an empty folder; returns code, stdout, stderr."""

    def call(players: int, *words: str) -> tuple[int, str, str]:
        with pytest.raises(SystemExit) as ended:
            main(["run", "doctor_li", "--players", str(players), "--strategies", "beginner", *words])
        out, err = capfd.readouterr()
        return int(ended.value.code or 0), out, err

    return call


def test_the_command_says_it_and_writes_nothing(run: Command, in_tmp: Path) -> None:
    assert run(4, "--set", "variant=chess") == (
        2,
        "",
        "Error: doctor_li option 'variant' must be one of these (seed_text | basic | dynamic); 'chess' came. "
        "(simkit rules doctor_li explains it)\n",
    )
    code, out, err = run(7)
    assert (code, out) == (2, "")
    assert err == "Error: doctor_li is played by 2 or 3 or 4 or 5 or 6 players; 7 came. Give --players one of these.\n"
    assert list(in_tmp.iterdir()) == []


def test_a_deck_in_a_file(run: Command, in_tmp: Path) -> None:
    deck = in_tmp / "deck.toml"
    deck.write_text(
        "n_wild = 3\n[category_table]\nh1 = 5\nh2 = 5\nh3 = 2\nl1 = 6\nl2 = 6\nl4 = 6\nd1 = 6\nd3 = 6\nd4 = 6\n"
        "[wild_table]\nhld = 3\n[agg_table]\nany1 = 9\n[wts_table]\nrandom1 = 6\n"
    )
    code, out, _ = run(4, "--rules", "deck.toml", "--games", "40", "--backend", "serial", "--quiet")
    assert code == 0
    assert "40 games" in out


def test_the_deck_file_of_the_games_page_is_a_deck(repo: Path) -> None:
    """A little Boost and the rest of it stay as they are; 48 category cards, 6 wild cards, 10 Aggravating ones."""
    (block,) = re.findall(r"^```toml\n(.*?)^```", (repo / "docs" / GAME.docs).read_text(), re.MULTILINE | re.DOTALL)
    rules = make_rules(GAME, tomllib.loads(block), 4)
    assert sum(GAME.pack_rules(rules, 4)[0].copies) == 48 + 6 + 10 + 42


def test_a_bad_deck_in_a_file_names_file_and_line(run: Command, in_tmp: Path) -> None:
    (in_tmp / "deck.toml").write_text("# mine\nn_wild = 3\n[agg_table]\nany1 = -9\n")
    code, out, err = run(4, "--rules", "deck.toml")
    assert (code, out) == (2, "")
    assert err.startswith(
        "Error: deck.toml, line 3: doctor_li option 'agg_table' must be a table of numbers (each 0 to"
    )
    assert "{any1 = -9} came." in err
