"""House rules: figures and switches, each with its plain value, and the presets that set several.

`data/house-rules.toml` says what each key may be; `resolve` turns what a person asked for into
values that fit together, or into a `Problem` naming key, value and what is allowed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import written
from engine.core.problem import Problem, near
from engine.dragon_war.codes import DIE

DATA = Path(__file__).parent / "data"
OFF = "none"


@cache
def listed() -> dict[str, dict[str, Any]]:
    """Every key with its values, plain value and source, as in the data file."""
    entries = written.toml_file(DATA / "house-rules.toml", "rules")["rule"]
    return {entry["key"]: entry for entry in entries}


@cache
def presets() -> dict[str, dict[str, Any]]:
    """The named sets of house rules."""
    entries = written.toml_file(DATA / "presets.toml", "preset")["preset"]
    return {entry["name"]: entry for entry in entries}


def resolve(given: Mapping[str, Any] | None) -> dict[str, Any]:
    """A checked value for every key: plain, then the preset's, then what was asked for."""
    if given is not None and not isinstance(given, Mapping):
        raise Problem(f"rules = {given!r}: must be a table of keys and values")
    asked = {key: _value(key, value) for key, value in (given or {}).items()}
    values = {key: entry["default"] for key, entry in listed().items()}
    preset = asked.get("preset", values["preset"])
    values |= presets()[preset]["rules"] | asked
    most = DIE * values["finish_dice"]
    if values["finish_target"] > most:
        raise Problem(
            f"rule finish_target = {values['finish_target']}: {values['finish_dice']} dice "
            f"roll {most} at most; change finish_target or finish_dice"
        )
    return values


def _value(key: str, value: Any) -> Any:
    if key not in listed():
        raise Problem(f"unknown rule {key!r}{near(key, listed())}")
    entry = listed()[key]
    said = str(value).lower().replace("_", "-") if isinstance(value, str) else value
    wrong = Problem(
        f"rule {key} = {value!r}: must be {entry['values']} (plain game: {_told(entry['default'])})"
    )
    if "words" in entry:
        if said not in entry["words"]:
            raise wrong
        return said
    if entry.get("flag"):
        if isinstance(value, bool):
            return value
        if said not in ("true", "false"):
            raise wrong
        return said == "true"
    if entry.get("none") and (said == OFF or said is False):
        return OFF
    if isinstance(value, str) and re.fullmatch(r"\d+", value):
        value = int(value)
    whole = isinstance(value, int) and not isinstance(value, bool)
    if not whole or not entry["low"] <= value <= entry["high"]:
        raise wrong
    return value


def _told(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
