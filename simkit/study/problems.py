"""Everything that is wrong with a study file, found at once and told together."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from pydantic import BaseModel, ValidationError

from simkit.errors import UsageError, as_typed, did_you_mean
from simkit.study.model import WHAT_TO_DO, FieldFile, StudyFile, VariantFile

SHOWN_LETTERS = 80


class StudyError(UsageError):
    """A study file cannot be played. `problems`: all of them, each with key, value and what to do."""

    def __init__(self, where: str, problems: Iterable[str]) -> None:
        self.problems = tuple(problems)
        count = f"{len(self.problems)} problem{'s' if len(self.problems) != 1 else ''}"
        super().__init__(f"{where} has {count}:\n" + "\n".join(f"  {problem}" for problem in self.problems))

    def __reduce__(self) -> Any:
        return _again, (str(self), self.problems)


def _again(text: str, problems: tuple[str, ...]) -> StudyError:
    error = StudyError("", problems)
    error.args = (text,)
    return error


@dataclass
class Problems:
    """Collects problems in the order in which they are found; each once."""

    found: list[str] = field(default_factory=list)

    def add(self, key: str, text: str) -> None:
        """Note a problem with a key."""
        line = f"{key}: {text}"
        if line not in self.found:
            self.found.append(line)

    def check(self, where: str) -> None:
        """Raise StudyError if anything was found."""
        if self.found:
            raise StudyError(where, self.found)


def shown(value: Any) -> str:
    """A value as TOML writes it, cut to a readable length."""
    text = as_typed(value)
    return text if len(text) <= SHOWN_LETTERS else f"{text[: SHOWN_LETTERS - 3]}..."


LISTS = ("mirror", "lineups", "variants")


def check_shape(raw: Mapping[str, Any], problems: Problems) -> dict[str, Any]:
    """Check keys and types.

    Returns:
        The values that may be looked at further, by key; of lists of entries, those that are well formed, by their
        number from 1.
    """
    good: dict[str, Any] = {
        key: dict(enumerate(value, 1)) if key in LISTS and isinstance(value, list) else value
        for key, value in raw.items()
        if key in StudyFile.model_fields
    }
    try:
        StudyFile.model_validate(dict(raw))
    except ValidationError as error:
        for entry in error.errors():
            loc = entry["loc"]
            if loc[0] in LISTS and len(loc) > 1:
                good.get(str(loc[0]), {}).pop(int(loc[1]) + 1, None)
            else:
                good.pop(str(loc[0]), None)
            if not _other_branch(loc, raw):
                problems.add(*_in_our_words(entry, raw))
    return good


def _in_our_words(entry: Any, raw: Mapping[str, Any]) -> tuple[str, str]:
    loc = [part for part in entry["loc"] if not _is_branch(part)]
    key = path_words(loc)
    plain = ".".join(str(part) for part in loc if isinstance(part, str))
    if entry["type"] == "extra_forbidden":
        known = _keys_beside(loc)
        near = did_you_mean(str(loc[-1]), known)
        return key, f"no key is called so; {shown(entry['input'])} came.{near} The keys are {', '.join(known)}."
    words = WHAT_TO_DO.get(plain) or WHAT_TO_DO.get(str(loc[0]), "something else")
    if entry["type"] == "missing":
        return key, f"is needed: {words}."
    value = _value_at(raw, loc, entry["input"])
    return key, f"must be {words}; {shown(value)} came."


def _is_branch(part: Any) -> bool:
    """pydantic names the branch of a union in the place of an error ("int", "list[...]"); people do not."""
    return isinstance(part, str) and (part in ("int", "float", "str") or part.startswith(("list[", "constrained-")))


def _other_branch(loc: tuple[Any, ...], raw: Mapping[str, Any]) -> bool:
    """True for what pydantic says of the branch of a union that nobody meant: of a list, that it is no number."""
    if len(loc) < 2 or not _is_branch(loc[1]):
        return False
    return str(loc[1]).startswith("list[") != isinstance(raw.get(loc[0]), list)


def path_words(loc: Iterable[Any]) -> str:
    """`("variants", 2, "set")` -> `variants[3].set`: counted from 1, as people do."""
    text = ""
    for part in loc:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else str(part)
    return text


def _keys_beside(loc: list[Any]) -> list[str]:
    inner: dict[str, type[BaseModel]] = {"field": FieldFile, "variants": VariantFile}
    owner = inner.get(str(loc[0]), StudyFile) if len(loc) > 1 else StudyFile
    return [info.alias or name for name, info in owner.model_fields.items()]


def _value_at(raw: Any, loc: list[Any], otherwise: Any) -> Any:
    value = raw
    for part in loc:
        try:
            value = value[part]
        except (KeyError, IndexError, TypeError):
            return otherwise
    return value


def schema() -> str:
    """The JSON schema of study files, as text."""
    return json.dumps(StudyFile.model_json_schema(by_alias=True), indent=2)
