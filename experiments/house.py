"""House rules as a user writes them: KEY=VALUE on the command line, TOML in files."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.core.problem import Problem
from experiments.files import read_toml


def house_rules(pairs: Iterable[str], file: Path | None = None) -> dict[str, Any]:
    """House rules of a file, overridden by KEY=VALUE pairs; raises Problem."""
    rules = read_toml(file) if file else {}
    for pair in pairs:
        merge(rules, parse_rule(pair))
    return rules


@contextmanager
def blaming(file: Path | None, without: Callable[[], Any]) -> Iterator[None]:
    """A Problem inside names the file of house rules, if all is well `without` that file."""
    try:
        yield
    except Problem as problem:
        if file is None:
            raise
        try:
            without()
        except Problem:
            raise problem from None
        raise Problem(f"{file}: {problem}") from problem


def parse_rule(pair: str) -> dict[str, Any]:
    """`KEY=VALUE` as a nested dict.

    VALUE is read as TOML where it is TOML, else as plain text: ``10x``, ``own-strongest``. KEY may
    be dotted, with quotes around a card's title or (as a shell eats quotes) without.

    >>> parse_rule('cards."White Dragon".strengths=[1, 2]')
    {'cards': {'White Dragon': {'strengths': [1, 2]}}}
    """
    key, equals, text = pair.partition("=")
    words = split_key(key)
    if not equals or not all(words):
        raise Problem(f"a house rule is written KEY=VALUE, not {pair!r}")
    value = _parse_value(text.strip())
    for word in reversed(words):
        value = {word: value}
    return value


def split_key(key: str) -> list[str]:
    """A dotted key in its words, without their quotes; dots inside quotes do not count."""
    words, quote = [""], ""
    for sign in key:
        if sign == "." and not quote:
            words.append("")
            continue
        if sign in "\"'":
            quote = "" if sign == quote else quote or sign
        words[-1] += sign
    return [word.strip().strip("\"'") for word in words]


def _parse_value(text: str) -> Any:
    try:
        parsed = tomllib.loads(f"value = {text}")
    except tomllib.TOMLDecodeError:
        return text
    return parsed["value"] if len(parsed) == 1 else text


def merge(into: dict[str, Any], more: Mapping[str, Any]) -> None:
    """Puts the entries of `more` into a nested dict, table by table; `more` wins."""
    for key, value in more.items():
        if isinstance(value, Mapping) and isinstance(into.get(key), dict):
            merge(into[key], value)
        else:
            into[key] = dict(value) if isinstance(value, Mapping) else value
