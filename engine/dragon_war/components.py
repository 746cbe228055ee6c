"""The components: game cards, Fate cards and characters, from the shipped tables or from a user's own.

A file of components holds `[[board]]`, `[[fate]]` and `[[character]]` tables. Each kind that it has takes
the place of all shipped ones of that kind; what it lacks stays as shipped, and as assumed as that is.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.core import written
from engine.core.game import assumed_cards
from engine.core.problem import Problem, near
from engine.dragon_war import codes as c
from engine.dragon_war import words

DATA = Path(__file__).parent / "data"
KINDS = {"board": "board cards", "fate": "Fate cards", "character": "characters"}
FILES = {"board": "board-cards.toml", "fate": "fate-cards.toml", "character": "characters.toml"}
AT_ONCE = ("life", "death")
GROUPS = (*AT_ONCE, "treasure", "weapon", "movement")

Source = str | Path | Mapping[str, Any]


@dataclass(frozen=True)
class BoardCard:
    """A game card: its squares in the order of the path."""

    name: str
    squares: tuple[words.Effect, ...]
    assumed: bool = False

    def table(self) -> dict[str, Any]:
        """As in a file."""
        return {"name": self.name, "squares": [words.written(*square) for square in self.squares]}


@dataclass(frozen=True)
class FateCard:
    """A Fate card, of which there may be several."""

    name: str
    group: str
    count: int
    effect: words.Effect
    assumed: bool = False

    @property
    def held(self) -> bool:
        """Whether it is held until its owner uses it (DW F2)."""
        return self.group not in AT_ONCE

    def table(self) -> dict[str, Any]:
        """As in a file."""
        effect = words.written(*self.effect)
        return {"name": self.name, "group": self.group, "count": self.count, "effect": effect}


@dataclass(frozen=True)
class Character:
    """A character; the ability is a text that nothing reads."""

    name: str
    ability: str = ""
    assumed: bool = False

    def table(self) -> dict[str, Any]:
        """As in a file."""
        return {"name": self.name, "ability": self.ability}


@dataclass(frozen=True)
class Components:
    """All there is in a box."""

    board: tuple[BoardCard, ...]
    fate: tuple[FateCard, ...]
    characters: tuple[Character, ...]
    own: frozenset[str] = frozenset()  # kinds that a user's file has replaced

    @property
    def assumed(self) -> list[str]:
        """What rests on no source, in words."""
        kinds: dict[str, Sequence[Any]] = {
            "board": self.board,
            "fate": self.fate,
            "character": self.characters,
        }
        guessed = [kind for kind, pieces in kinds.items() if any(p.assumed for p in pieces)]
        shipped = [KINDS[kind] for kind in guessed if kind not in self.own]
        return assumed_cards(shipped, [KINDS[kind] for kind in guessed if kind in self.own])

    def tables(self) -> list[dict[str, Any]]:
        """The user's own kinds, as one file; empty where all is as shipped."""
        kinds: dict[str, Sequence[Any]] = {
            "board": self.board,
            "fate": self.fate,
            "character": self.characters,
        }
        own = {kind: [_told(p) for p in kinds[kind]] for kind in KINDS if kind in self.own}
        return [own] if own else []


def _told(piece: Any) -> dict[str, Any]:
    return piece.table() | ({"assumed": True} if piece.assumed else {})


def components(sources: Source | Sequence[Source] | None = None) -> Components:
    """The shipped components with a user's files in their place.

    Raises:
        Problem: naming the file, the table, the key and what is right.
    """
    given = [sources] if isinstance(sources, str | Path | Mapping) else list(sources or ())
    pieces: dict[str, tuple[Any, ...]] = {kind: shipped(kind) for kind in KINDS}
    own: set[str] = set()
    for source in given:
        for kind, found in _read(source).items():
            pieces[kind] = found
            own.add(kind)
    return Components(pieces["board"], pieces["fate"], pieces["character"], frozenset(own))


@cache
def shipped(kind: str) -> tuple[Any, ...]:
    """The shipped tables of a kind."""
    return _read(DATA / FILES[kind])[kind]


def _read(source: Source) -> dict[str, tuple[Any, ...]]:
    """The kinds that a file, or tables like a file's, has."""
    if isinstance(source, Mapping):
        where, table = "data", dict(source)
    else:
        where, table = str(source), written.toml_file(source, "component")
    for key in table:
        if key not in KINDS:
            raise Problem(f"{where}: unknown table {key!r}{near(key, KINDS)}")
    if not table:
        raise Problem(f"{where}: has none of the tables [[board]], [[fate]], [[character]]")
    readers = {"board": _board, "fate": _fate, "character": _character}
    found = {}
    for kind, given in table.items():
        entries = written.several(given, f"{where}, {kind}")
        pieces = tuple(
            readers[kind](entry, f"{where}, {kind} {number}")
            for number, entry in enumerate(entries, start=1)
        )
        _check(kind, pieces, where)
        found[kind] = pieces
    return found


def _named(given: Any, where: str, keys: Sequence[str]) -> tuple[str, bool, dict[str, Any]]:
    table = written.table(given, where, ("name", *keys, "assumed"))
    name = written.text(table.get("name", ""), f"{where}, name")
    if not name.strip():
        raise Problem(f"{where}: it must have a name")
    return name.strip(), written.flag(table.get("assumed", False), f"{where}, assumed"), table


def _board(given: Any, where: str) -> BoardCard:
    name, assumed, table = _named(given, where, ("squares",))
    squares = written.several(table.get("squares", []), f"{where} ({name}), squares")
    if len(squares) != c.SQUARES:
        raise Problem(f"{where} ({name}): a game card has {c.SQUARES} squares, not {len(squares)}")
    at = f"{where} ({name})"
    effects = tuple(
        words.understood(written.text(s, f"{at}, squares"), f"{at}, squares", words.ON_SQUARES)
        for s in squares
    )
    return BoardCard(name, effects, assumed)


def _fate(given: Any, where: str) -> FateCard:
    name, assumed, table = _named(given, where, ("group", "count", "effect"))
    at = f"{where} ({name})"
    group = written.word(table.get("group", ""), f"{at}, group", GROUPS, "group")
    count = written.whole(table.get("count", 1), f"{at}, count", 0, c.MAX_FATE)
    kinds = words.AT_ONCE if group in AT_ONCE else words.HELD
    if "effect" not in table:
        raise Problem(f"{at}: it has no effect; write one, such as {words.example(kinds)!r}")
    effect = words.understood(
        written.text(table["effect"], f"{at}, effect"), f"{at}, effect", kinds
    )
    return FateCard(name, group, count, effect, assumed)


def _character(given: Any, where: str) -> Character:
    name, assumed, table = _named(given, where, ("ability",))
    return Character(name, written.text(table.get("ability", ""), f"{where}, ability"), assumed)


def _check(kind: str, pieces: Sequence[Any], where: str) -> None:
    names = [piece.name.lower() for piece in pieces]
    for piece in pieces:
        if names.count(piece.name.lower()) > 1:
            remedy = (
                "give it a `count`, or another name" if kind == "fate" else "name one otherwise"
            )
            raise Problem(f"{where}: {kind} {piece.name!r} occurs twice; {remedy}")
    if not pieces:
        raise Problem(f"{where}: the list {kind} is empty; leave it out to keep the shipped one")
    if kind == "board" and len(pieces) > c.MAX_BOARD:
        raise Problem(f"{where}: {len(pieces)} game cards; {c.MAX_BOARD} at most")
    if kind == "fate" and len(pieces) > c.MAX_TITLES:
        raise Problem(f"{where}: {len(pieces)} different Fate cards; {c.MAX_TITLES} at most")
