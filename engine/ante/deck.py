"""Deck designs: which colours and Legendary titles are in the box for one game.

A design is a name of `data/decks.toml`, a TOML file or a mapping with the same keys. What is left
out is taken from the game's default deck, or from the named deck in `base`.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from engine.ante.cards import DATA, SET_SUFFIX, TODAY, Card, Catalogue, read_toml
from engine.ante.tables import MIXED, MIXED_CARDS
from engine.core.problem import Problem, near

LISTS = ("dragons", "giants", "legendary", "add", "in_main", "remove", "mixed")
KEYS = (*LISTS, "legendary_deck", "base", "text", "source")
# Giants War cards that a single-stakes game may borrow (GW V6), besides the Shadow Dragon
BORROWED = ("The Emperor", "Io", "Shadow Invader", "Iallanis")
# specials of 2005 that Emperor's Gambit may be mixed with, besides dragons colour by colour
OF_2005 = (
    "Bahamut",
    "Dracolich",
    "Tiamat",
    "The Archmage",
    "The Dragonslayer",
    "The Druid",
    "The Fool",
    "The Priest",
    "The Princess",
    "The Thief",
)
NEEDS_LEGENDARY_DECK = ("Copper Dragon (GW)", "Gold Dragon (GW)")  # GW R-21


@dataclass(frozen=True)
class Setting:
    """What tells one game of the family from another."""

    name: str
    title: str
    two_stakes: bool
    default_deck: str
    each: int  # good colours of a kind, and as many evil ones
    sets: tuple[str, ...] = TODAY  # whose cards are known, its own first
    own: tuple[str, ...] = TODAY  # whose cards are in its box
    borrowed: tuple[
        str, ...
    ] = ()  # titles of other sets that may join, besides dragons of a colour

    def usable(self, card: Card) -> bool:
        """Whether a title may stand in a deck of this game."""
        if self.usual(card) or card.title in self.borrowed:
            return True
        return not card.special and card.kind == "dragon"

    def usual(self, card: Card) -> bool:
        """Whether a Legendary title is in the box unless a deck says otherwise."""
        return card.set in self.own or card.set not in SET_SUFFIX


@dataclass(frozen=True)
class Slot:
    """One colour's place in the deck; several titles where versions are mixed (GW V3)."""

    titles: tuple[str, ...]


@dataclass(frozen=True)
class Deck:
    """A checked design."""

    dragons: tuple[Slot, ...]
    giants: tuple[Slot, ...]
    legendary: tuple[str, ...]  # titles, in the order of the card files
    in_main: tuple[str, ...]
    copies: Mapping[str, tuple[int, ...]]  # strengths left of each title
    legendary_deck: bool  # the Legendary cards left over form a deck to draw from

    @property
    def slots(self) -> tuple[Slot, ...]:
        return self.dragons + self.giants

    def as_dict(self, cards: Mapping[str, Card]) -> dict[str, Any]:
        """The design as a deck file says it, nothing left out; ``cards`` before any removal."""
        return {
            "dragons": [cards[slot.titles[0]].colour for slot in self.dragons],
            "giants": [cards[slot.titles[0]].colour for slot in self.giants],
            "legendary": list(self.legendary),
            "in_main": list(self.in_main),
            "remove": self._removed(cards),
            "mixed": [cards[s.titles[0]].colours[0] for s in self.slots if len(s.titles) > 1],
            "legendary_deck": self.legendary_deck,
        }

    def _removed(self, cards: Mapping[str, Card]) -> list[str]:
        """The names of the cards that are missing from the deck's titles."""
        gone: dict[str, None] = {}
        for title in (*(t for slot in self.slots for t in slot.titles), *self.legendary):
            left = self.copies[title]
            names = zip(cards[title].names(), cards[title].strengths, strict=True)
            gone.update((name, None) for name, strength in names if strength not in left)
        return list(gone)


# --- named decks ----------------------------------------------------------------------------------


@cache
def named() -> dict[str, dict[str, Any]]:
    """All decks that are shipped: name -> games, text, source and contents."""
    entries = read_toml(DATA / "decks.toml", "deck")["deck"]
    return {entry["name"]: entry for entry in entries}


def names(setting: Setting) -> list[str]:
    """The names of the decks for this game, its default first."""
    return [name for name, entry in named().items() if setting.name in entry["games"]]


def contents(setting: Setting, name: str) -> dict[str, Any]:
    """A named deck's keys, laid over the game's default deck."""
    if name not in names(setting):
        if name in named():
            games = " and ".join(named()[name]["games"])
            right = ", ".join(names(setting))
            raise Problem(f"deck {name!r} is for {games}; {setting.name} has {right}")
        raise Problem(
            f"no deck of that name, and no .toml file: {name!r}{near(name, names(setting))}"
        )
    entry = named()[name]
    own = {key: entry[key] for key in KEYS if key in entry}
    return own if name == setting.default_deck else contents(setting, setting.default_deck) | own


# --- reading and checking one design --------------------------------------------------------------


def resolve(
    setting: Setting,
    choice: str | Path | Mapping[str, Any] | None,
    catalogue: Catalogue,
    cards: Mapping[str, Card],
    removed: frozenset[str] = frozenset(),
) -> Deck:
    """A checked design; ``cards``: the titles as the house plays them, ``removed``: those it bans.

    Raises:
        Problem: naming the file or deck, the key and the remedy.
    """
    given, at = _read(setting, choice)
    keys = contents(setting, setting.default_deck) | given
    reader = _Reader(setting, keys, at, catalogue)
    mixed = reader.mixed()
    dragons = reader.slots("dragons", "dragon", mixed)
    giants = reader.slots("giants", "giant", mixed)
    _nothing_left_over(mixed, dragons + giants, catalogue, at)
    legendary_deck = keys.get("legendary_deck", setting.two_stakes)
    if not legendary_deck:
        _no_legendary_deck(dragons, at)
    legendary = reader.legendary()
    copies = {t: tuple(cards[t].strengths) for slot in dragons + giants for t in slot.titles}
    copies |= {title: tuple(cards[title].strengths) for title in legendary}
    reader.remove(copies, cards)
    for title in removed & copies.keys():
        copies[title] = ()
    legendary = [title for title in legendary if copies[title]]
    in_main = reader.in_main(legendary)
    return Deck(
        dragons,
        giants,
        tuple(legendary),
        tuple(t for t in legendary if t in in_main),
        copies,
        legendary_deck,
    )


def _read(
    setting: Setting, choice: str | Path | Mapping[str, Any] | None
) -> tuple[dict[str, Any], str]:
    """(keys, how messages begin) of a deck given by name, file or mapping."""
    if choice is None:
        choice = setting.default_deck
    if isinstance(choice, Mapping):
        given, at = dict(choice), "deck"
    elif isinstance(choice, Path) or (isinstance(choice, str) and _is_path(choice)):
        given, at = read_toml(choice, "deck"), str(choice)
    elif isinstance(choice, str):
        return contents(setting, choice), f"deck {choice!r}"
    else:
        raise Problem(f"deck = {choice!r}: must be a name, a FILE.toml or a table of its keys")
    for key, value in given.items():
        _check_key(key, value, at)
    if "base" in given:
        given = contents(setting, given.pop("base")) | given
    return given, at


def _is_path(text: str) -> bool:
    return text.endswith(".toml") or "/" in text


def _check_key(key: str, value: object, at: str) -> None:
    if key not in KEYS:
        raise Problem(f"{at}: unknown key {key!r}{near(key, KEYS)}")
    if key in LISTS:
        if not isinstance(value, list | tuple) or not all(isinstance(v, str) for v in value):
            raise Problem(f"{at}: {key} = {value!r} must be a list of names in quotes")
        twice = [v for i, v in enumerate(value) if v in value[:i]]
        if twice:
            raise Problem(f"{at}: {key} names {twice[0]!r} twice")
    elif key == "legendary_deck":
        if not isinstance(value, bool):
            raise Problem(f"{at}: legendary_deck = {value!r} must be true or false")
    elif not isinstance(value, str):
        raise Problem(f"{at}: {key} = {value!r} must be text in quotes")


@dataclass
class _Reader:
    """Reads the keys of one design, each into its part."""

    setting: Setting
    keys: Mapping[str, Any]
    at: str
    catalogue: Catalogue

    def mixed(self) -> dict[str, tuple[str, ...]]:
        """Colours whose versions are shuffled together -> the titles of the versions."""
        found = {}
        for word in self.keys.get("mixed", ()):
            title = self.catalogue.colour(word)
            colour = self.catalogue.cards[title].colours[0] if title else word
            versions = _versions(colour, self.catalogue)
            if len(versions) < 2:
                known = [c for c in self.catalogue.colours if len(_versions(c, self.catalogue)) > 1]
                raise Problem(
                    f"{self.at}: mixed: {word!r} has no second version{near(word, known)}"
                )
            if sum(len(self.catalogue.cards[t].strengths) for t in versions) > MIXED_CARDS:
                raise Problem(f"{self.at}: mixed: {word!r} has more than {MIXED_CARDS} cards")
            found[colour] = versions
        if len(found) > MIXED:
            raise Problem(f"{self.at}: mixed names {len(found)} colours; {MIXED} at most")
        return found

    def slots(self, key: str, kind: str, mixed: Mapping[str, tuple[str, ...]]) -> tuple[Slot, ...]:
        """The colours of one kind, in the order given; balanced between good and evil."""
        words = self.keys.get(key, ())
        if kind == "giant" and not self.setting.two_stakes:
            if words:
                told = f"{self.setting.name} has one stakes and no giants; leave it out"
                raise Problem(f"{self.at}: giants: {told}")
            return ()
        slots: list[Slot] = []
        for word in words:
            title = self._colour(word, key, kind)
            colour = self.catalogue.cards[title].colours[0]
            slot = Slot(mixed.get(colour, (title,)))
            if slot not in slots:
                self._one_version(word, colour, slots, key)
                slots.append(slot)
        self._balanced(key, slots)
        return tuple(slots)

    def _colour(self, word: str, key: str, kind: str) -> str:
        title = self.catalogue.colour(word)
        known = {
            c: t for c, t in self.catalogue.colours.items() if self.catalogue.cards[t].kind == kind
        }
        if title is None:
            raise Problem(f"{self.at}: {key}: unknown colour {word!r}{near(word, known)}")
        other = self.catalogue.cards[title].kind
        if other != kind:
            raise Problem(f"{self.at}: {key}: {word!r} is a {other}; list it under {other}s")
        return title

    def _one_version(self, word: str, colour: str, slots: list[Slot], key: str) -> None:
        for slot in slots:
            other = self.catalogue.cards[slot.titles[0]]
            if other.colours[0] == colour:
                raise Problem(
                    f"{self.at}: {key}: {other.colour!r} and {word!r} are two versions of one "
                    f'colour; list one of them, or add mixed = ["{colour}"]'
                )

    def _balanced(self, key: str, slots: list[Slot]) -> None:
        """As many good as evil colours, by the printed alignment (GW S2, LE S3)."""
        sides: dict[str | None, list[str]] = {"good": [], "evil": []}
        for slot in slots:
            card = self.catalogue.cards[slot.titles[0]]
            sides.setdefault(card.alignment, []).append(card.colour)
        each = self.setting.each
        if any(len(side) != each for side in (sides["good"], sides["evil"])) or len(sides) > 2:
            told = "; ".join(
                f"{len(v)} {k} ({', '.join(v)})" if v else f"0 {k}" for k, v in sides.items()
            )
            needs = f"{self.setting.name} needs {each} good and {each} evil colours"
            raise Problem(f"{self.at}: {key} has {told}; {needs}")

    def legendary(self) -> list[str]:
        """The Legendary titles that exist, in the order of the card files."""
        cards = self.catalogue.cards
        specials = [t for t, card in cards.items() if card.special and self.setting.usable(card)]
        if "legendary" in self.keys:
            titles = {self._special(name, "legendary", specials) for name in self.keys["legendary"]}
        else:
            titles = {title for title in specials if self.setting.usual(cards[title])}
        titles |= {self._special(name, "add", specials) for name in self.keys.get("add", ())}
        return [title for title in specials if title in titles]

    def _special(self, name: str, key: str, specials: list[str]) -> str:
        title = self.catalogue.title(name)
        if title is None:
            raise Problem(f"{self.at}: {key}: unknown card {name!r}{near(name, specials)}")
        if title not in specials:
            if not self.catalogue.cards[title].special:
                told = "is a standard card; its colour stands under dragons or giants"
                raise Problem(f"{self.at}: {key}: {name!r} {told}")
            raise Problem(
                f"{self.at}: {key}: {name!r} is not for a single stakes; "
                f"{self.setting.name} may borrow {', '.join(self.setting.borrowed)}"
            )
        return title

    def in_main(self, legendary: list[str]) -> set[str]:
        found = set()
        for name in self.keys.get("in_main", ()):
            title = self.catalogue.title(name)
            if title not in legendary:
                unknown = "unknown card" if title is None else "no Legendary card of this deck:"
                raise Problem(f"{self.at}: in_main: {unknown} {name!r}{near(name, legendary)}")
            found.add(title)
        return found

    def remove(self, copies: dict[str, tuple[int, ...]], cards: Mapping[str, Card]) -> None:
        """Take titles or single copies out of ``copies``."""
        for name in self.keys.get("remove", ()):
            title, strength = parse(name, self.catalogue)
            if title in copies and strength is None:
                copies[title] = ()
            elif (
                title in copies
                and strength in cards[title].strengths
                and len(cards[title].names()[0]) > len(title)
            ):
                copies[title] = tuple(s for s in copies[title] if s != strength)
            else:
                known = [n for t in copies for n in {t: 0, **dict.fromkeys(cards[t].names())}]
                raise Problem(
                    f"{self.at}: remove: no card {name!r} in this deck{near(name, known)}"
                )


def parse(name: str, catalogue: Catalogue) -> tuple[str | None, int | None]:
    """(title, strength) that a card's name means: ("Black Dragon", 3); None: not there."""
    title = catalogue.title(name)
    if title is not None:
        return title, None
    parts = re.fullmatch(r"(.+) (\d+)", name)
    return (catalogue.title(parts[1]), int(parts[2])) if parts else (None, None)


def _versions(colour: str, catalogue: Catalogue) -> tuple[str, ...]:
    """The standard titles of one colour, whatever their set."""
    titles = catalogue.colours.values()
    return tuple(t for t in titles if catalogue.cards[t].colours[0] == colour)


def _nothing_left_over(
    mixed: Mapping[str, object], slots: tuple[Slot, ...], catalogue: Catalogue, at: str
) -> None:
    here = {catalogue.cards[slot.titles[0]].colours[0] for slot in slots}
    for colour in mixed:
        if colour not in here:
            raise Problem(
                f"{at}: mixed: {colour!r} is not among the deck's colours; add it to dragons"
            )


def _no_legendary_deck(slots: tuple[Slot, ...], at: str) -> None:
    for slot in slots:
        for title in slot.titles:
            if title in NEEDS_LEGENDARY_DECK:
                raise Problem(
                    f"{at}: dragons: {title!r} draws from a Legendary deck and this game has none; "
                    "take the Legendary Edition's version, the deck 'legendary-dragons-only', "
                    "or set legendary_deck = true"
                )
