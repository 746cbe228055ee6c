"""Grids: every combination of the values of some axes, as recipes for designs.

An axis sets one key of a design: `game`, `deck`, `deck.KEY`, `rules.KEY`, `players` or `level` (who
plays). Lists of several axes that set the same key of a deck are joined.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field, replace
from itertools import combinations, product
from pathlib import Path
from typing import Any, NamedTuple

from engine.core.problem import Problem, near
from experiments.house import merge, split_key

WHOLE = ("game", "deck", "players", "level")  # keys that an axis sets as they are
WITHIN = ("deck", "rules")  # tables of which an axis sets one key
GROUPING = ("players", "level")  # designs are compared at the same players and level
TOGETHER = " + "  # between things chosen together
SIGNS = re.compile(r"[^a-z0-9.]+")  # what names in files have no room for


@dataclass(frozen=True)
class Recipe:
    """What a design is made of, before a game has checked it.

    Attributes:
        name, label: without players and level.
        keys: key of a design -> value, as in an experiment file.
        factors: axis -> level, in words; `players` and `level` too where they vary.
    """

    name: str = ""
    label: str = ""
    keys: Mapping[str, Any] = field(default_factory=dict)
    factors: Mapping[str, str] = field(default_factory=dict)

    def with_level(self, key: str, value: Any, word: str) -> Recipe:
        """The recipe at a number of players or with some agents; `word` is empty if all have it."""
        factors = {**self.factors, key: word} if word else self.factors
        return replace(self, keys={**self.keys, key: value}, factors=factors)

    def with_cards(self, files: Sequence[Path]) -> Recipe:
        """The recipe with more files of cards, before its own."""
        return replace(self, keys={**self.keys, "cards": [*files, *self.keys.get("cards", ())]})

    @property
    def group(self) -> str:
        """The number of players and the level, where they vary."""
        return ", ".join(self.factors[key] for key in GROUPING if key in self.factors)

    @property
    def full_name(self) -> str:
        """Its name with players and level: `ten@4-players@greedy`."""
        parts = [self.factors[key].replace(" ", "-") for key in GROUPING if key in self.factors]
        return "@".join([self.name, *parts])

    @property
    def full_label(self) -> str:
        """Its label with players and level: `10 a player, 4 players, greedy`."""
        return ", ".join(filter(None, [self.label, self.group]))


@dataclass(frozen=True)
class Axis:
    """One axis: `values`, or every way to choose so many of `entries`.

    Attributes:
        entries: an entry that is a list has alternatives, at most one of which is taken.
    """

    name: str
    key: str
    values: Sequence[Any] = ()
    labels: Sequence[str] = ()
    choose: int = 0
    entries: Sequence[str | list[str]] = ()

    def levels(self) -> Iterator[Level]:
        """Its levels in order, each as the value to set and in words."""
        if self.choose:
            for value in _choices(self.entries, self.choose):
                yield Level(value, TOGETHER.join(value))
            return
        labels = self.labels or [self._word(value) for value in self.values]
        yield from map(Level, self.values, labels)

    def in_words(self) -> str:
        """All its levels in one line."""
        if self.choose:
            places = [" or ".join(e) if isinstance(e, list) else e for e in self.entries]
            return f"{self.choose} of {', '.join(places)}"
        return ", ".join(level.word for level in self.levels())

    def _word(self, value: Any) -> str:
        """A value in words that say enough without the axis's name."""
        if self.key == "players" and isinstance(value, int):
            return players_in_words(value)
        if isinstance(value, bool):
            return f"{self.name} {'on' if value else 'off'}"
        if isinstance(value, list):
            return TOGETHER.join(map(str, value))
        return str(value) if isinstance(value, str) else f"{self.name} {value}"


class Level(NamedTuple):
    """A level of an axis."""

    value: Any
    word: str


def players_in_words(number: int) -> str:
    """`4 players`."""
    return f"{number} players"


def _choices(entries: Sequence[str | list[str]], choose: int) -> Iterator[list[str]]:
    """Every way to take so many entries, each alternative of those that are lists."""
    places = [entry if isinstance(entry, list) else [entry] for entry in entries]
    for taken in combinations(places, choose):
        yield from map(list, product(*taken))


def combined(recipe: Recipe, axes: Sequence[Axis]) -> Iterator[Recipe]:
    """A recipe at every combination of levels; the last axis changes first. Raises Problem."""
    for axis in axes:
        _check(axis)
    for levels in product(*(list(axis.levels()) for axis in axes)):
        made = replace(recipe, keys=deepcopy(dict(recipe.keys)))
        for axis, level in zip(axes, levels, strict=True):
            made = _at(made, axis, level)
        yield made


def _check(axis: Axis) -> None:
    table, dot, key = axis.key.partition(".")
    if axis.key not in WHOLE and not (table in WITHIN and dot and key):
        known = [*WHOLE, *(f"{name}.KEY" for name in WITHIN)]
        raise Problem(f"grid: axis {axis.name!r}: unknown key {axis.key!r}{near(axis.key, known)}")
    if axis.key == "players" and not all(type(v) is int and 2 <= v <= 6 for v in axis.values):
        raise Problem(f"grid: axis {axis.name!r}: players are whole numbers from 2 to 6")


def _at(recipe: Recipe, axis: Axis, level: Level) -> Recipe:
    """The recipe with one level of an axis."""
    if axis.key in GROUPING:
        return recipe.with_level(axis.key, level.value, level.word)
    keys = dict(recipe.keys)
    table, _, rest = axis.key.partition(".")
    if not rest:
        keys[table] = level.value
    elif table == "deck":
        keys["deck"] = _with_cards(keys.get("deck"), rest, level.value)
    else:
        value: Any = level.value
        for word in reversed(split_key(rest)):
            value = {word: value}
        keys["rules"] = dict(keys.get("rules") or {})
        merge(keys["rules"], value)
    return Recipe(
        "_".join(filter(None, [recipe.name, _slug(level.word)])),
        ", ".join(filter(None, [recipe.label, level.word])),
        keys,
        {**recipe.factors, axis.name: level.word},
    )


def _with_cards(deck: Any, key: str, value: Any) -> dict[str, Any]:
    """A deck with one key set; a list is added to what the axes before have listed there."""
    table = dict(deck) if isinstance(deck, Mapping) else {"base": deck} if deck else {}
    before = table.get(key, [])
    table[key] = [*before, *value] if isinstance(value, list) else value
    return table


def _slug(word: str) -> str:
    """A level's words as part of a name."""
    return SIGNS.sub("-", word.lower()).strip("-")
