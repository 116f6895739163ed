"""What a game declares: records, words, options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from simkit.errors import UsageError
from simkit.game import COMMON_ENDS, STATE_FIELDS, VIEW_FIELDS, default_of, make_rules, options_of, tables_of
from simkit.testing.suite import Suite
from simkit.testing.tables import beyond_limits, is_offered, limits_of


def field_paths(dtype: np.dtype[Any], path: str = "") -> Iterator[tuple[str, str, np.dtype[Any]]]:
    """Path, name and base type of every field, those of nested records too."""
    for name in dtype.names or ():
        base = dtype[name].base
        yield f"{path}{name}", name, base
        yield from field_paths(base, f"{path}{name}.")


class ContractTests(Suite):
    """Records, words and options of a game."""

    def test_fields_are_readable_without_the_compiler(self) -> None:
        """There a record is an np.record: a field called `round` or `view` would give its method instead."""
        taken = set(dir(np.record)) | set(dir(np.recarray))
        for what in ("state_dtype", "view_dtype", "rules_dtype"):
            dtype = getattr(self.game, what)
            bad = [path for path, name, _ in field_paths(dtype) if name in taken or name.startswith("_")]
            assert not bad, f"{what}: {bad} are attributes of np.record; give the fields other names."
            odd = [path for path, _, base in field_paths(dtype) if base.fields is None and base.kind not in "iuf"]
            assert not odd, f"{what}: {odd} must be numbers (a truth value: uint8), or they do not compile."
            assert dtype.isalignedstruct, f"{what} must be made with align=True."

    def test_common_fields_are_there(self) -> None:
        game = self.game
        state, view = game.state_dtype, game.view_dtype
        missing = [name for name in STATE_FIELDS if name not in (state.names or ())]
        missing += [name for name in VIEW_FIELDS if name not in (view.names or ())]
        assert not missing, f"fields {missing} are missing."
        assert all(state[name].kind in "iu" for name in STATE_FIELDS), f"{STATE_FIELDS} must be whole numbers."
        assert view["legal"].shape == (game.max_legal,), f"view.legal must have max_legal = {game.max_legal} entries."
        assert view["legal"].base.kind == "i", "view.legal must be of a signed integer type."

    def test_words_are_complete(self) -> None:
        game = self.game
        assert game.version, "the game has no version."
        assert game.title, "the game has no title."
        assert game.summary, "the game has no summary."
        assert game.players == tuple(sorted(set(game.players))), f"players must ascend: {game.players}."
        assert game.end_reasons[: len(COMMON_ENDS)] == COMMON_ENDS, f"end_reasons must begin with {COMMON_ENDS}."
        assert len(game.end_reasons) > len(COMMON_ENDS), "the game has no end of its own."
        assert game.illegal[0] == "", "illegal[0] stands for a legal action and must be empty."
        assert all(game.illegal[1:]), "every reason code needs words."
        assert bool(game.result_label) == game.cooperative, "result_label belongs to cooperative games, and only there."

    def test_tallies_are_well_declared(self) -> None:
        tallies = self.game.tallies
        names = [tally.name for tally in tallies]
        assert len(set(names)) == len(names), f"two tallies have the same name: {names}."
        for tally in tallies:
            assert tally.name.isidentifier(), f"tally {tally.name!r} becomes a column and must be a plain name."
            assert tally.label, f"tally {tally.name} needs a label."
            has = bool(tally.categories)
            assert has == (tally.kind == "category"), f"tally {tally.name}: categories belong to kind 'category'."

    def test_every_option_says_what_it_is(self) -> None:
        for name, opt in options_of(self.game.rules_class).items():
            assert opt.metadata.get("meaning"), f"option {name} has no meaning; declare it with simkit.game.option."
            assert opt.metadata.get("clause"), f"option {name} names no clause of the rules."

    def test_tables_that_overrule_options_name_them(self) -> None:
        options = options_of(self.game.rules_class)
        for name, others in tables_of(self.game.rules_class).items():
            unknown = [other for other in others if other not in options]
            assert not unknown, f"option {name} stands in for {', '.join(unknown)}, which the game does not have."
            default = default_of(options[name])
            given = not isinstance(default, dict) or any(default.values())
            assert not given, f"option {name} stands in for others, so its default must be a table of zeros."

    def test_defaults_are_accepted(self) -> None:
        game = self.game
        for n in self.counts():
            for name, opt in options_of(game.rules_class).items():
                make_rules(game, {name: default_of(opt)}, n)  # raises where it refuses
            rows = game.pack_rules(make_rules(game, {}, n), n)
            assert rows.dtype == game.rules_dtype, "pack_rules must return rules_dtype."
            assert rows.shape == (1,), f"pack_rules must return one row, not {rows.shape}."

    def test_limits_of_options_are_accepted(self) -> None:
        """Alone, or refused by `Rules.validate` for what they would need besides."""
        game = self.game
        for name in options_of(game.rules_class):
            for value in limits_of(game, name):
                refusals = [self._refusal(name, value, n) for n in self.counts()]
                if all(refusals):
                    assert all(name in str(error) for error in refusals), (
                        f"option {name}={value!r} lies within its range but is refused: {refusals[0]}"
                    )

    def test_values_beyond_the_limits_are_refused(self) -> None:
        game, n = self.game, self.counts()[0]
        for name in options_of(game.rules_class):
            for value in beyond_limits(game, name):
                refused = not is_offered(game, {name: value}, n)
                assert refused, f"option {name}={value!r} lies outside of its range and is accepted."

    def test_unknown_options_and_tables_are_refused(self) -> None:
        assert not is_offered(self.game, {"no_such_option": 1}, self.counts()[0])
        assert not is_offered(self.game, {}, max(self.game.players) + 1)

    def _refusal(self, name: str, value: Any, n: int) -> UsageError | None:
        try:
            make_rules(self.game, {name: value}, n)
        except UsageError as error:
            return error
        return None
