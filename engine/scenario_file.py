"""A scenario file read and checked, as far as that goes without playing it.

Whatever is wrong is a `Problem` that names the place and the nearest right names. Of a design this
needs `understand`, `expected` and `luck`, so it knows no game.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

import engine
from engine import rules_text
from engine.core import written
from engine.core.problem import Problem, near
from engine.core.rng import check_seed

SCENARIO_KEYS = (
    "title",
    "source",
    "shows",
    "game",
    "players",
    "seed",
    "rules",
    "cards",
    "deck",
    "position",
    "steps",
    "expect",
)
STEP_KEYS = ("seat", "choose", "options", "chance", "expect", "if_asked")
PLAYERS = 4  # where neither the position nor the file says how many


@dataclass(frozen=True)
class Step:
    """One choice as written, its names already in the design's own spelling."""

    number: int
    seat: int | None = None
    choose: str | None = None
    options: list[str] | None = None
    chance: list[Any] = field(default_factory=list)
    expect: dict[str, Any] = field(default_factory=dict)
    if_asked: bool = False

    def __str__(self) -> str:
        said = [] if self.seat is None else [f"seat {self.seat}"]
        said += [] if self.choose is None else [repr(self.choose)]
        return f"step {self.number}" + (f" ({', '.join(said)})" if said else "")


@dataclass(frozen=True)
class Scenario:
    """A whole file; ``design`` is shared, so it is played on a private copy."""

    design: Any
    seed: int
    position: Mapping[str, Any]
    steps: list[Step]
    expect: dict[str, Any]


def document(path: Path) -> dict[str, Any]:
    """The file, its top keys checked."""
    return written.table(toml(path), "a scenario", SCENARIO_KEYS)


def toml(path: Path) -> dict[str, Any]:
    """The file as TOML."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise Problem(f"cannot be read: {error.strerror or error}") from None
    except UnicodeDecodeError:
        raise Problem("is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise Problem(f"not TOML: {error}") from None


def title(table: Mapping[str, Any], path: Path) -> str:
    """The title, else the file's name."""
    written.text(table.get("source", ""), "source")
    return written.text(table.get("title", ""), "title") or path.stem


def shows(table: Mapping[str, Any]) -> list[str]:
    """The rule lines that a scenario shows; they must exist where the rules are at hand."""
    names = [
        written.text(name, "shows") for name in written.several(table.get("shows", []), "shows")
    ]
    known = rules_text.known()
    for name in names:
        if known and name not in known:
            raise Problem(f"shows: the rules have no line {name!r}{near(name, known)}")
    return names


def scenario(table: Mapping[str, Any], path: Path) -> Scenario:
    """All of the file."""
    position = table.get("position", {})
    if not isinstance(position, Mapping):
        raise Problem("position must be a table: [position]")
    design = _design(table, position, path)
    steps = written.several(table.get("steps", []), "steps")
    return Scenario(
        design=design,
        seed=check_seed(table.get("seed", 0)),
        position=position,
        steps=[_step(design, step, number) for number, step in enumerate(steps, start=1)],
        expect=_expect(design, table.get("expect", {})),
    )


def _design(table: Mapping[str, Any], position: Mapping[str, Any], path: Path) -> Any:
    """The design, with files named relative to the scenario's folder."""
    name = written.text(table.get("game", ""), "game")
    if not name:
        raise Problem(f'it must name its game: game = "{next(iter(engine.games()))}"')
    seats = position.get("seats") or []
    players = table.get("players", len(written.several(seats, "position, seats")) or PLAYERS)
    deck, cards = table.get("deck"), table.get("cards")
    if isinstance(deck, str) and deck.endswith(".toml"):
        deck = str(path.parent / deck)
    if cards is not None:
        files = [cards] if isinstance(cards, str) else written.several(cards, "cards")
        cards = [str(path.parent / written.text(file, "cards")) for file in files]
    try:
        said = json.dumps([name, players, deck, table.get("rules"), cards], sort_keys=True)
    except TypeError:
        raise Problem("deck and rules take words, numbers, lists and tables only") from None
    return _built(said)


@lru_cache(maxsize=64)
def _built(said: str) -> Any:
    """A design, built once for all scenarios that play by it."""
    name, players, deck, rules, cards = json.loads(said)
    return engine.load(name).design(players=players, deck=deck, rules=rules, cards=cards)


def _step(design: Any, given: Any, number: int) -> Step:
    try:
        step = written.table(given, "it", STEP_KEYS)
        seat, choose, options = (step.get(key) for key in ("seat", "choose", "options"))
        chance = step.get("chance", [])
        design.luck(chance)
        if options is not None:
            options = [_choice(design, text) for text in written.several(options, "options")]
        return Step(
            number=number,
            seat=None if seat is None else written.whole(seat, "seat", 0, design.players - 1),
            choose=None if choose is None else _choice(design, choose),
            options=options,
            chance=chance,
            expect=_expect(design, step.get("expect", {})),
            if_asked=written.flag(step.get("if_asked", False), "if_asked"),
        )
    except Problem as problem:
        raise Problem(f"step {number}: {problem}") from None


def _choice(design: Any, given: Any) -> str:
    return design.understand(written.text(given, "a choice"))


def _expect(design: Any, table: Any) -> dict[str, Any]:
    """Expectations by path; a path may also be written as tables within tables."""
    if not isinstance(table, Mapping):
        raise Problem("expect must be a table of paths and values")
    try:
        return {path: design.expected(path, value) for path, value in _flat(table)}
    except Problem as problem:
        raise Problem(f"expect: {problem}") from None


def _flat(table: Mapping[str, Any], before: str = "") -> Iterable[tuple[str, Any]]:
    for key, value in table.items():
        if isinstance(value, Mapping):
            yield from _flat(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value
