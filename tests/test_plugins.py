"""Discovery through entry points, with packages made on disk: good ones, and every way to be wrong."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from simkit import plugins
from simkit.errors import SimkitError, UsageError
from tests.packages import Install

GOOD = """
import dataclasses
from tests.toy import GAME
def provide():
    return (GAME, dataclasses.replace(GAME, name="toy_two"))
"""
PLAYS = """
from simkit.strategy import Param, Strategy
def choose(view, rules, params, memory, rng):
    return view.legal[0]
def provide():
    return (Strategy("first", "toy", "takes the first", choose, params=(Param("nerve", 1, 0, 2, "how bold"),)),)
"""


def test_built_in_games_come_through_the_same_door() -> None:
    known = plugins.games()
    assert known
    for name, game in known.items():
        assert game.name == name
        assert plugins.get_game(name) is game
        assert plugins.strategies(name), f"{name} ships without strategies"
        assert any(s.yardstick for s in plugins.strategies(name).values())


def test_every_built_in_strategy_is_for_a_known_game() -> None:
    for name in plugins.games():
        for strategy in plugins.strategies(name).values():
            assert plugins.get_strategy(name, strategy.name) is strategy
            assert plugins.parse_player(name, strategy.name).spec == strategy.name


def test_studies_and_reports_are_found() -> None:
    assert all(path.suffix == ".toml" and path.exists() for path in plugins.studies().values())
    assert plugins.reports()


def test_a_third_party_game_is_listed_after_the_built_in_ones(install: Install) -> None:
    before = list(plugins.games())
    install("my-games", GOOD)
    assert list(plugins.games()) == [*before, "toy", "toy_two"]


def test_an_entry_point_may_name_the_function_itself(install: Install) -> None:
    install("my-games", GOOD, value="my_games:provide")
    assert plugins.get_game("toy").title == "Toy"


def test_a_third_party_strategy_plays_by_name_with_parameters(install: Install) -> None:
    install("my-games", GOOD)
    install("my-players", PLAYS, plugins.STRATEGIES)
    assert list(plugins.strategies("toy")) == ["first"]
    assert plugins.strategies("toy_two") == {}
    assert plugins.parse_player("toy", "first:nerve=2").values == (2.0,)


def test_changing_the_answer_changes_nothing(install: Install) -> None:
    plugins.games().clear()
    assert plugins.games()


def test_unknown_names_get_the_closest(install: Install) -> None:
    install("my-games", GOOD)
    install("my-players", PLAYS, plugins.STRATEGIES)
    with pytest.raises(UsageError, match=r"no game is called 'toyy'\. Did you mean 'toy'\? \(simkit games lists"):
        plugins.get_game("toyy")
    with pytest.raises(UsageError, match="no game is called 'toyy'"):
        plugins.strategies("toyy")
    with pytest.raises(UsageError, match=r"called 'frist'\. Did you mean 'first'\? \(simkit strategies toy lists"):
        plugins.parse_player("toy", "frist:nerve=2")


def test_two_packages_with_the_same_name_are_both_named(install: Install) -> None:
    install("my-games", GOOD)
    install("your-games", GOOD)
    with pytest.raises(UsageError, match=r"'toy' comes from my-games and from your-games"):
        plugins.games()


def test_two_strategies_with_the_same_name_are_refused(install: Install) -> None:
    install("my-players", PLAYS, plugins.STRATEGIES)
    install("your-players", PLAYS, plugins.STRATEGIES)
    with pytest.raises(UsageError, match=r"'toy / first' comes from my-players and from your-players"):
        plugins.strategies(next(iter(plugins.games())))


@pytest.mark.parametrize(
    ("source", "value", "words"),
    [
        ("import no_such_module_at_all", "", "cannot be loaded: ModuleNotFoundError: No module named 'no_such"),
        ("raise RuntimeError('oh no')", "", "cannot be loaded: RuntimeError: oh no"),
        ("import sys; sys.exit(3)", "", "cannot be loaded: SystemExit: 3"),
        ("def provide(): raise SystemExit(3)", "", r"failed in provide\(\): SystemExit: 3"),
        ("def provide(:", "", "cannot be loaded: SyntaxError"),
        ("", "broken_one:provide", "cannot be loaded: AttributeError"),
        ("x = 1", "", r"must name a module with a function provide\(\); it has none"),
        ("provide = 3", "", r"must name a module with a function provide\(\); it has none"),
        ("def provide(): return 1 / 0", "", r"failed in provide\(\): ZeroDivisionError"),
        ("def provide(): return []", "", r"must return a tuple; list came"),
        ("def provide(): return None", "", r"must return a tuple; NoneType came"),
        ("def provide(): return ('toy',)", "", r"must return a tuple of Game, not 'toy'"),
        (
            "import dataclasses\nfrom tests.toy import GAME\n"
            "def provide(): return (dataclasses.replace(GAME, name='My Game'),)",
            "",
            "game name must be small letters.*'My Game' came from broken-one",
        ),
    ],
)
def test_a_wrong_package_is_named(install: Install, source: str, value: str, words: str) -> None:
    install("broken-one", source, value=value)
    with pytest.raises(SimkitError, match=words) as refused:
        plugins.games()
    assert "broken-one" in str(refused.value)


def test_a_report_without_a_name_is_refused(install: Install) -> None:
    install("broken-one", "def provide(): return (3,)", plugins.REPORTS)
    with pytest.raises(SimkitError, match="every report must have a name; 3 has none"):
        plugins.reports()


def test_a_study_must_be_a_path(install: Install) -> None:
    install("broken-one", "def provide(): return ('a.toml',)", plugins.STUDIES)
    with pytest.raises(SimkitError, match=r"must return a tuple of Path, not 'a\.toml'"):
        plugins.studies()


def test_a_broken_group_leaves_the_others_alone(install: Install) -> None:
    install("broken-one", "raise RuntimeError('oh no')", plugins.STRATEGIES)
    assert plugins.games()


def test_sources_are_the_games_folder_and_the_strategies_files() -> None:
    for name, game in plugins.games().items():
        strategy = next(iter(plugins.strategies(name).values()))
        game_source, *strategy_files = sorted(plugins.source_files(game, strategy, strategy), key=Path.is_file)
        assert game_source.is_dir() or game_source.is_file()
        assert len(strategy_files) == 1


def test_a_game_in_one_file_has_that_file_as_its_source(install: Install) -> None:
    """Not its folder: that may be all of site-packages."""
    install("my-games", GOOD)
    install("my-players", PLAYS, plugins.STRATEGIES)
    files = plugins.source_files(plugins.get_game("toy"), plugins.get_strategy("toy", "first"))
    assert sorted(path.name for path in files) == ["my_players.py", "toy.py"]


def test_a_strategy_typed_at_a_prompt_has_no_source(install: Install) -> None:
    from simkit.strategy import Strategy

    install("my-games", GOOD)
    namespace = {"__name__": "nowhere"}
    exec("def choose(view, rules, params, memory, rng): return 0", namespace)
    with pytest.raises(UsageError, match="the strategy 'typed' must lie in a file"):
        plugins.source_files(plugins.get_game("toy"), Strategy("typed", "toy", "", namespace["choose"]))


def test_finding_games_imports_no_compiler() -> None:
    code = "import sys; from simkit import plugins; plugins.games(); assert 'numba' not in sys.modules"
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)
