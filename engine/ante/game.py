"""The games of the Three-Dragon Ante family as the rest of the lab knows them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import deck as decks
from engine.ante import house
from engine.ante.build import build
from engine.ante.cards import Card, HouseCards, catalogue
from engine.ante.codes import ENDINGS, SEATS
from engine.ante.deck import Setting
from engine.ante.measures import MEASURES
from engine.ante.state import RESULT, STATE
from engine.ante.tables import RULES
from engine.core.batch import Batch
from engine.core.game import CardInfo, DeckInfo, HouseRule
from engine.core.problem import Problem, near
from engine.core.worded import WordedDesign

if TYPE_CHECKING:
    from engine.core.game import Game

SETTINGS = {
    "giants-war": Setting("giants-war", "Giants War", True, "first-game", 3),
    "legendary": Setting(
        "legendary",
        "Three-Dragon Ante: Legendary Edition",
        False,
        "legendary",
        5,
        own=("legendary-edition",),
        borrowed=decks.BORROWED,
    ),
    "original": Setting(
        "original",
        "Three-Dragon Ante: the original of 2005",
        False,
        "original",
        5,
        sets=("original",),
        own=("original",),
    ),
    "emperors-gambit": Setting(
        "emperors-gambit",
        "Three-Dragon Ante: Emperor's Gambit",
        False,
        "emperors-gambit",
        5,
        sets=("emperors-gambit", "original"),
        own=("emperors-gambit",),
        borrowed=decks.OF_2005,
    ),
}


@dataclass(frozen=True)
class AnteCardInfo(CardInfo):
    """A title with the readings that no printed rule decides, each with its rule line."""

    rulings: tuple[str, ...] = ()
    ante: str = ""  # what it does while it lies in the ante
    readings: tuple[str, ...] = ()  # other readings of it, for a house rule to choose


class AnteGame:
    """One game of the Three-Dragon Ante family; see `engine.core.game.Game`."""

    min_players = 2
    max_players = SEATS
    state = STATE
    rules = RULES
    row = RESULT
    measures = MEASURES
    endings = ENDINGS

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.name = setting.name
        self.title = setting.title

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def design(
        self,
        players: int = 4,
        deck: str | Path | Mapping[str, Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        cards: HouseCards = None,
    ) -> AnteDesign:
        """A checked design, ready to play.

        Args:
            players: 2 to 6.
            deck: a named deck, a TOML file, or a mapping with a deck file's keys.
            rules: house rules, key -> value; card overrides as tables or as dotted keys.
            cards: house card files, or `[[card]]` tables.

        Raises:
            Problem: in one sentence, with file, key and remedy.
        """
        return AnteDesign(self, players, deck, rules, cards)

    def house_rules(self) -> list[HouseRule]:
        """Every key with its printed default."""
        name = self.name
        return [
            HouseRule(
                key, entry["default"][name], entry["values"], entry["text"], entry["source"][name]
            )
            for key, entry in house.listed().items()
        ]

    def decks(self) -> list[DeckInfo]:
        """The named decks of this game, its default first."""
        found = []
        for name in decks.names(self.setting):
            entry = decks.named()[name]
            contents = {
                key: value
                for key, value in decks.contents(self.setting, name).items()
                if key not in ("text", "base")
            }
            found.append(DeckInfo(name, entry["text"], contents))
        return found

    def cards(self, cards: HouseCards = None) -> list[CardInfo]:
        """Every title that a deck of this game may have, house cards included."""
        return [
            _info(card)
            for card in catalogue(cards, self.setting.sets).cards.values()
            if self.setting.usable(card)
        ]

    def batch(
        self,
        n: int,
        seed: int,
        players: int = 4,
        deck: str | Path | Mapping[str, Any] | None = None,
        rules: Mapping[str, Any] | None = None,
        cards: HouseCards = None,
    ) -> Batch:
        """``n`` games of one design side by side; see `engine.core.batch.Batch`."""
        return Batch(self.design(players, deck, rules, cards), n, seed)


class AnteDesign(WordedDesign):
    """A checked (game, players, deck, house rules, cards); see `engine.core.game.Design`.

    Attributes:
        rules: the `tables.RULES` record that the verbs are given.
        names: the name of each card, by its number.
        titles: the titles, by `rules.cards.title`.
        colours: the colour words, by bit position; `mortal` last.
    """

    room = "engine.ante"

    def __init__(
        self,
        game: AnteGame,
        players: int,
        deck: str | Path | Mapping[str, Any] | None,
        rules: Mapping[str, Any] | None,
        cards: HouseCards,
    ) -> None:
        if isinstance(players, bool) or not isinstance(players, int | np.integer):
            raise Problem(f"players = {players!r}: must be a whole number from 2 to {SEATS}")
        if not game.min_players <= players <= game.max_players:
            raise Problem(f"players = {players}: {game.name} is for 2 to {SEATS} players")
        setting = game.setting
        self.game: Game = game
        self.players = int(players)
        self._catalogue = catalogue(cards, setting.sets)
        told = house.resolve(setting, rules, self.players, self._catalogue)
        self._cards = told.cards
        self._filled = told.filled
        self._deck = decks.resolve(setting, deck, self._catalogue, told.cards, told.removed)
        self._values = house.complete(told, setting, self._deck.legendary_deck)
        made = build(setting, self.players, self._deck, self._values, told.cards, self._catalogue)
        self.rules, self.names, self.titles, self.colours = (
            made.rules,
            made.names,
            made.titles,
            made.colours,
        )
        self._check_watched()
        self._ids: dict[str, list[int]] = {}
        for card, name in enumerate(self.names):
            self._ids.setdefault(name, []).append(card)

    def __repr__(self) -> str:
        return f"<design of {self.game.name} for {self.players}>"

    def _check_watched(self) -> None:
        for title in self._values["watch"]:
            if not self._deck.copies.get(title):
                told = f"rule watch: {title!r} is not in this deck"
                raise Problem(f"{told}{self._instead(title, title)}")

    # --- names ------------------------------------------------------------------------------------

    def name(self, card: int) -> str:
        """The name of a card, by its number."""
        return self.names[card]

    def card(self, name: str) -> int:
        """The number of the (first) card of that name; Problem with the nearest right names."""
        return self.copies(name)[0]

    def copies(self, name: str) -> tuple[int, ...]:
        """All cards of that name; more than one only where a house doubles a strength."""
        title, strength = decks.parse(name, self._catalogue)
        plain = title if strength is None else f"{title} {strength}"
        if plain in self._ids:
            return tuple(self._ids[plain])
        if title is None:
            plain = " ".join(re.sub(r"\([^()]*\)", "", name).split()) or name
            raise Problem(f"unknown card {name!r}{near(plain, self._ids)}")
        known = [n for n in self._ids if n.rpartition(" ")[0] == title or n == title]
        if known and strength is None:
            raise Problem(f"the card {name!r} needs its strength{near(name, known)}")
        if known:
            raise Problem(f"there is no card {name!r}{near(name, known)}")
        raise Problem(f"the card {name!r} is not in this deck{self._instead(name, title)}")

    def _instead(self, name: str, title: str) -> str:
        """What a deck has in place of a title it lacks: the other version, or its colours."""
        card = self._cards[title]
        colours = [self._cards[slot.titles[0]].colour for slot in self._deck.slots]
        if card.special:
            return "; its Legendary cards leave it out"
        alike = [t for t in self.titles if self._cards[t].colours == card.colours]
        names = [n for t in alike if not self._cards[t].special for n in self._cards[t].names()]
        return near(name, names) or f"; its colours are {', '.join(colours)}"

    def info(self, title: str) -> AnteCardInfo:
        """A title as this design plays it; Problem with the nearest right titles."""
        known = self._catalogue.title(title)
        if known is None:
            raise Problem(f"unknown card {title!r}{near(title, self._cards)}")
        return _info(self._cards[known])

    # --- as data ----------------------------------------------------------------------------------

    def as_dict(self) -> dict[str, Any]:
        """The complete design as JSON-able data; equal dicts play alike.

        `AnteGame.design` takes `deck`, `rules` and `cards` again; `contents` lists all cards.
        """
        plain = {title: self._printed(title) for title in self.titles}
        overrides = {t: o for t in self.titles if (o := self._override(plain[t], self._cards[t]))}
        count = int(self.rules.n_main)
        standard = [self.names[i] for s in self._deck.slots for i in self._of(s.titles)]
        return {
            "game": self.game.name,
            "players": self.players,
            "deck": self._deck.as_dict(plain),
            "rules": {**self._values, "watch": [*self._values["watch"]], "cards": overrides},
            "cards": [
                self._catalogue.cards[t].play() for t in self.titles if t in self._catalogue.house
            ],
            **({"assumed": self.assumed} if self.assumed else {}),
            "contents": {
                "standard": standard,
                "standard_in_main": count,
                "legendary": [self.names[i] for i in self._of(self._deck.legendary)],
            },
        }

    def _of(self, titles: Sequence[str]) -> list[int]:
        wanted = {self.titles.index(title) for title in titles}
        n = int(self.rules.n_cards)
        return [
            i for i, title in enumerate(self.rules.cards["title"][:n].tolist()) if title in wanted
        ]

    def _printed(self, title: str) -> Card:
        """The title with its copies before removals, as the card file or the house has them."""
        printed = self._catalogue.cards[title]
        left = sorted(self._deck.copies[title])
        if sorted(s for s in printed.strengths if s in left) == left:
            return printed
        return self._cards[title].model_copy(update={"strengths": left})

    def _override(self, plain: Card, played: Card) -> dict[str, Any]:
        """The keys by which the house's title differs from the card file's."""
        printed = self._catalogue.cards[played.title]
        out: dict[str, Any] = {}
        filled = bool(printed.assumed) and played.title in self._filled
        if plain.strengths != printed.strengths or filled:
            out["strengths"] = list(plain.strengths)
        if played.alignment != printed.alignment:
            out["alignment"] = played.alignment
        reading = self._reading(printed, played)
        if reading:
            return {**out, "reading": reading}
        rows = [row.said() for row in played.power]
        if rows != [row.said() for row in printed.power]:
            out["power"] = rows
        return out

    @staticmethod
    def _reading(printed: Card, played: Card) -> str:
        """The name of the reading by which a title is played, empty if by the card file's own."""
        for reading in printed.readings:
            if reading.text and reading.text == played.text:
                return reading.name
        return ""

    @property
    def assumed(self) -> list[str]:
        """What no source tells of the titles in play: with such a design nothing is by the book."""
        titles = [
            title
            for title in self.titles
            if self._catalogue.cards[title].assumed and title not in self._filled
        ]
        if not titles:
            return []
        told = self._catalogue.cards[titles[0]].assumed
        return [f"{told}: {', '.join(titles)}"]


def _info(card: Card) -> AnteCardInfo:
    return AnteCardInfo(
        title=card.title,
        set=card.set,
        kind=card.kind,
        alignment=card.alignment or "none",
        colours=tuple(card.colours),
        strengths=tuple(card.strengths),
        power=card.text,
        god=card.god_text,
        source=card.source,
        rulings=tuple(card.rulings),
        ante=card.ante.text,
        readings=tuple(f"{r.name}: {r.text} ({r.source})" for r in card.readings),
        assumed=card.assumed,
    )


def game(name: str) -> AnteGame:
    """The game of that name, ready to be played."""
    from engine.ante import evaluate, gambit, hidden, observing  # noqa: F401  # they register the verbs

    return _GAMES[name]


_GAMES = {name: AnteGame(setting) for name, setting in SETTINGS.items()}
