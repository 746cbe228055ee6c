"""What pydantic finds wrong with a file, in one sentence that names the key and the remedy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from engine.core.problem import near

# kind of error -> what is wrong, in words; {names} are those of pydantic's context
WORDS = {
    "missing": "is missing",
    "string_type": "must be text in quotes",
    "int_type": "must be a whole number",
    "int_parsing": "must be a whole number",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number",
    "float_parsing": "must be a number",
    "bool_type": "must be true or false",
    "bool_parsing": "must be true or false",
    "list_type": "must be a list in [ ]",
    "tuple_type": "must be a list in [ ]",
    "dict_type": "must be a table in {{ }}",
    "model_type": "must be a table in {{ }}",
    "model_attributes_type": "must be a table in {{ }}",
    "greater_than": "must be above {gt:g}",
    "greater_than_equal": "must be {ge:g} or more",
    "less_than": "must be below {lt:g}",
    "less_than_equal": "must be {le:g} or less",
    "too_short": "needs at least {min_length}",
    "string_too_short": "must not be empty",
    "literal_error": "must be {expected}",
    "string_pattern_mismatch": (
        "must be of small letters, digits, hyphens and dots, as in red-and-shadow"
    ),
}
SHOWN = (str, int, float, bool)  # values that are repeated in the sentence


def told(error: ValidationError, model: type[BaseModel]) -> str:
    """The first of the errors in one sentence: the key, and what is wrong with it."""
    first = _first(error)
    place = [step for step in first["loc"] if not _is_kind(step)]
    if place[:1] == ["players"]:
        place = place[:1]  # usually a number, and no list
    key = ".".join(map(str, place))
    if first["type"] == "extra_forbidden":
        known = _keys(model, place[:-1])
        return f"unknown key {key!r}{near(place[-1], known)}"
    if first["type"] == "missing":
        return f"the key {key!r} is missing"
    if first["type"] == "value_error":
        return f"{key}: {first['ctx']['error']}" if key else str(first["ctx"]["error"])
    words = first["msg"]
    if first["type"] in WORDS:
        words = WORDS[first["type"]].format(**first.get("ctx", {}))
    given = first["input"]
    shown = f"{key} = {given!r}" if isinstance(given, SHOWN) else key
    return f"{shown}: {words}"


def _first(error: ValidationError) -> Any:
    """The first error, a misspelt key before the one that is missing for it.

    Of a key that may be of several kinds, what the last kind says.
    """
    errors = sorted(error.errors(), key=lambda e: e["type"] != "extra_forbidden")
    place = [step for step in errors[0]["loc"] if not _is_kind(step)]
    same = [e for e in errors if [s for s in e["loc"] if not _is_kind(s)] == place]
    return same[-1]


def _is_kind(step: int | str) -> bool:
    """Whether a step of a place is pydantic's name for a kind of value, and no key."""
    return isinstance(step, str) and (step in ("str", "int") or "[" in step)


def _keys(model: Any, place: Sequence[int | str]) -> list[str]:
    """The keys of the table at a place."""
    for step in place:
        if isinstance(step, str):
            field = model.model_fields.get(step)
            model = next((m for m in _models(field.annotation)), model) if field else model
    return [field.alias or name for name, field in model.model_fields.items()]


def _models(kind: Any) -> list[Any]:
    """The tables that an annotation allows."""
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return [kind]
    return [model for inner in get_args(kind) for model in _models(inner)]
