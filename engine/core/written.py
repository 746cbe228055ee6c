"""Checks of what a person wrote in a file: each returns the value, or raises a `Problem`.

``where`` names the place, as the sentence begins with it: "position, seat 0, hand".
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.core.problem import Problem, near


def toml_file(path: str | Path, what: str) -> dict[str, Any]:
    """A TOML file's table; Problem when it is missing, unreadable or malformed."""
    try:
        return tomllib.loads(Path(path).read_bytes().decode("utf-8-sig"))
    except FileNotFoundError:
        raise Problem(f"{what} file {str(path)!r} does not exist") from None
    except UnicodeDecodeError:
        raise Problem(f"{path}: is not text in UTF-8; save the {what} file as UTF-8") from None
    except OSError as error:
        raise Problem(f"{what} file {str(path)!r} cannot be read: {error.strerror}") from None
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"{path}: is not valid TOML: {error}") from None


def table(given: Any, where: str, keys: Sequence[str]) -> dict[str, Any]:
    """A table that has none but these keys."""
    if not isinstance(given, Mapping):
        raise Problem(f"{where} must be a table with keys such as {', '.join(keys[:3])}")
    for key in given:
        if key not in keys:
            raise Problem(f"{where} has no key {key!r}{near(key, keys)}")
    return dict(given)


def several(given: Any, where: str) -> list[Any]:
    """A list."""
    if not isinstance(given, list | tuple):
        raise Problem(f"{where} must be a list, not {given!r}")
    return list(given)


def whole(given: Any, where: str, low: int, high: int) -> int:
    """A whole number from ``low`` to ``high``."""
    if isinstance(given, bool) or not isinstance(given, int):
        raise Problem(f"{where} must be a whole number, not {given!r}")
    if not low <= given <= high:
        raise Problem(f"{where} must be from {low} to {high}, not {given}")
    return given


def flag(given: Any, where: str) -> bool:
    """True or false."""
    if not isinstance(given, bool):
        raise Problem(f"{where} must be true or false, not {given!r}")
    return given


def text(given: Any, where: str) -> str:
    """Text."""
    if not isinstance(given, str):
        raise Problem(f"{where} must be text, not {given!r}")
    return given


def word(given: Any, where: str, words: Iterable[str], kind: str = "word") -> str:
    """One of these words, in their own spelling, whatever its capitals."""
    known = list(words)
    for right in known:
        if right.lower() == text(given, where).lower():
            return right
    raise Problem(f"{where}: no {kind} {given!r}{near(given, known)}")
