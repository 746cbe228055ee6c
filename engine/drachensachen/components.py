"""What is printed on the cards: `data/cards.toml`, or parts of it replaced by a user's files."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from engine.core import written
from engine.core.problem import Problem, near
from engine.drachensachen.codes import COLUMNS, HINDRANCES, MAX_HINDRANCES, NAMES, ZERO

DATA = Path(__file__).resolve().parent / "data"
PARTS = ("copies", "coins", "hindrances")
GOBLINS, DRAGONS = NAMES[:ZERO], NAMES[ZERO:]
LAYOUTS = ("D/U", "D", "U")
FIGURES = {"invasion": "hand", "unknown": "layout"}  # what a hindrance of a kind has on it
MOST_COPIES = 24
MOST_COINS = 20
MOST_HAND = 20

CardData = str | Path | Mapping[str, Any] | Sequence[str | Path | Mapping[str, Any]] | None


@dataclass(frozen=True)
class Hindrance:
    """A hindrance card: ``hand`` of an invasion, ``layout`` of an unknown reserve."""

    name: str
    kind: str
    hand: int = 0
    layout: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """The card as a table of a data file."""
        more: dict[str, dict[str, Any]] = {
            "invasion": {"hand": self.hand},
            "unknown": {"layout": list(self.layout)},
        }
        return {"name": self.name, "kind": self.kind, **more.get(self.kind, {})}


@dataclass(frozen=True)
class Components:
    """The cards of a box. ``assumed``: the parts that no source confirms.

    ``goblin`` and ``dragon`` are copies: one number for all kinds, or a number for each.
    """

    goblin: int | Mapping[str, int] = 8
    dragon: int | Mapping[str, int] = 8
    front: Mapping[str, int] = field(default_factory=dict)
    back: int = 1
    hindrances: tuple[Hindrance, ...] = ()
    assumed: tuple[str, ...] = ()

    def as_dict(self, parts: Sequence[str] = PARTS) -> dict[str, Any]:
        """Parts as tables of a data file."""
        whole: dict[str, dict[str, Any]] = {
            "copies": {"goblin": _plain(self.goblin), "dragon": _plain(self.dragon)},
            "coins": {"front": dict(self.front), "back": self.back},
            "hindrances": {"card": [card.as_dict() for card in self.hindrances]},
        }
        return {
            part: {"assumed": part in self.assumed, **table}
            for part, table in whole.items()
            if part in parts
        }


def read(given: CardData) -> Components:
    """The shipped cards with the parts of these files or tables in their place.

    Raises:
        Problem: a file that cannot be read, a wrong key or value, named with its file.
    """
    parts: dict[str, tuple[str, Any]] = {}
    for where, table in (
        (str(DATA / "cards.toml"), written.toml_file(DATA / "cards.toml", "card data")),
        *_tables(given),
    ):
        try:
            parts |= {part: (where, written.table(table, "it", PARTS)[part]) for part in table}
        except Problem as problem:
            raise Problem(f"{where}: {problem}") from None
    made: dict[str, Any] = {}
    assumed = []
    for part in PARTS:
        where, table = parts[part]
        try:
            found, guessed = _READERS[part](table)
        except Problem as problem:
            raise Problem(f"{where}: {problem}") from None
        made |= found
        assumed += [part] if guessed else []
    return Components(**made, assumed=tuple(assumed))


def _tables(given: CardData) -> list[tuple[str, Mapping[str, Any]]]:
    """(where, table) of each file or table given."""
    if given is None:
        return []
    items = [given] if isinstance(given, str | Path | Mapping) else list(given)
    found: list[tuple[str, Mapping[str, Any]]] = []
    for item in items:
        if isinstance(item, Mapping):
            found.append(("cards", item))
        else:
            table = written.toml_file(item, "card data")
            if not table:
                raise Problem(f"{item}: it is empty; write one of {', '.join(PARTS)} into it")
            found.append((str(item), table))
    return found


def _plain(copies: int | Mapping[str, int]) -> int | dict[str, int]:
    return copies if isinstance(copies, int) else dict(copies)


def _guessed(table: Mapping[str, Any], part: str) -> bool:
    return written.flag(table.get("assumed", False), f"{part}.assumed")


def _part(given: Any, part: str, keys: Sequence[str]) -> dict[str, Any]:
    """A part of the data, which must name all its keys: nothing of what is shipped fills it up."""
    table = written.table(given, part, (*keys, "assumed", "source"))
    missing = next((key for key in keys if key not in table), None)
    if missing:
        raise Problem(
            f"{part} must name {missing} too: a part that a file names replaces the whole part"
        )
    return table


def _copies(given: Any) -> tuple[dict[str, Any], bool]:
    table = _part(given, "copies", ("goblin", "dragon"))
    values = {
        key: _copies_of(table[key], f"copies.{key}", names)
        for key, names in (("goblin", GOBLINS), ("dragon", DRAGONS))
    }
    return values, _guessed(table, "copies")


def _copies_of(given: Any, where: str, names: Sequence[str]) -> int | dict[str, int]:
    """One number for all kinds, or a table that names each of them."""
    if not isinstance(given, Mapping):
        return written.whole(given, where, 0, MOST_COPIES)
    found = by_kind(given, where, MOST_COPIES, names)
    missing = next((name for name in names if name not in found), None)
    if missing:
        raise Problem(f"{where} must name a number for {missing} too, or be one number for all")
    return found


def _coins(given: Any) -> tuple[dict[str, Any], bool]:
    table = _part(given, "coins", ("front", "back"))
    front = dict.fromkeys(NAMES, 1) | by_kind(table["front"], "coins.front", MOST_COINS)
    back = written.whole(table["back"], "coins.back", 0, MOST_COINS)
    return {"front": front, "back": back}, _guessed(table, "coins")


def by_kind(given: Any, where: str, most: int, names: Sequence[str] = NAMES) -> dict[str, int]:
    """A table of kinds of cards and whole numbers; raises Problem."""
    if not isinstance(given, Mapping):
        raise Problem(f"{where} must be a table of kinds, like {{ {names[-1]} = 3 }}")
    found: dict[str, int] = {}
    for key, value in given.items():
        name = written.word(str(key), where, names, "kind of card")
        if name in found:
            raise Problem(f"{where}: {name} is named twice")
        found[name] = written.whole(value, f"{where}.{key}", 0, most)
    return found


def _hindrances(given: Any) -> tuple[dict[str, Any], bool]:
    table = _part(given, "hindrances", ("card",))
    cards = tuple(
        _hindrance(card, number)
        for number, card in enumerate(written.several(table["card"], "hindrances.card"), start=1)
    )
    names = [card.name.lower() for card in cards]
    double = next((card.name for card in cards if names.count(card.name.lower()) > 1), None)
    if double:
        raise Problem(f"hindrances.card: two cards have the name {double!r}")
    if len(cards) > MAX_HINDRANCES:
        raise Problem(f"hindrances.card: {len(cards)} cards; {MAX_HINDRANCES} at most")
    return {"hindrances": cards}, _guessed(table, "hindrances")


def _hindrance(given: Any, number: int) -> Hindrance:
    where = f"hindrances.card {number}"
    table = written.table(given, where, ("name", "kind", *FIGURES.values()))
    name = written.text(table.get("name", ""), f"{where}, name").strip()
    if not name:
        raise Problem(f"{where} must have a name")
    where = f"{where} ({name})"
    if "kind" not in table:
        raise Problem(f"{where} must have a kind: {', '.join(HINDRANCES)}")
    kind = written.word(table["kind"], f"{where}, kind", HINDRANCES, "kind of hindrance")
    for of, key in FIGURES.items():
        if (key in table) != (of == kind):
            told = "must have" if of == kind else "must not have"
            raise Problem(f"{where}, of kind {kind}, {told} the key {key}")
    hand = 0
    cards: tuple[str, ...] = ()
    if kind == "invasion":
        hand = written.whole(table["hand"], f"{where}, hand", 1, MOST_HAND)
    if kind == "unknown":
        cards = layout(table["layout"], f"{where}, layout")
    return Hindrance(name, kind, hand, cards)


def layout(given: Any, where: str) -> tuple[str, ...]:
    """The places of a reserve; raises Problem."""
    places = written.several(given, where)
    if len(places) > COLUMNS:
        raise Problem(f"{where} has {len(places)} places; {COLUMNS} at most")
    return tuple(written.word(place, where, LAYOUTS, "place of a reserve") for place in places)


def cards_of(places: Sequence[str]) -> int:
    """How many cards lie in a reserve of this layout."""
    return sum(2 if place == "D/U" else 1 for place in places)


def of_name(cards: Sequence[Hindrance], name: Any, where: str) -> Hindrance:
    """The hindrance card of a name; Problem with the nearest names."""
    for card in cards:
        if card.name.lower() == written.text(name, where).lower():
            return card
    raise Problem(f"{where}: no hindrance {name!r}{near(name, [card.name for card in cards])}")


_READERS = {"copies": _copies, "coins": _coins, "hindrances": _hindrances}
