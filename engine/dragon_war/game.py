"""Dragon War as the rest of the lab knows it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from engine.core.batch import Batch
from engine.core.game import CardFiles, CardInfo, DeckChoice, DeckInfo, HouseRule
from engine.core.problem import Problem, near
from engine.core.worded import WordedDesign
from engine.dragon_war import decks, house
from engine.dragon_war.build import build, card_info
from engine.dragon_war.codes import SEATS
from engine.dragon_war.components import Components, components
from engine.dragon_war.measures import MEASURES
from engine.dragon_war.state import RESULT, STATE
from engine.dragon_war.tables import RULES

NAME = "dragon-war"


class DragonWar:
    """The game; see `engine.core.game.Game`.

    Attributes:
        assumed: what of the shipped components rests on no source.
    """

    name = NAME
    title = "Dragon War"
    min_players = 2
    max_players = SEATS
    state = STATE
    rules = RULES
    row = RESULT
    measures = MEASURES
    endings = ("won on FINISH", "last one alive", "cap on turns")  # as `codes.ENDINGS`

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    @property
    def assumed(self) -> list[str]:
        """What of the shipped components rests on no source."""
        return components().assumed

    def design(
        self,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardFiles | Sequence[Mapping[str, Any]] = None,
    ) -> DragonWarDesign:
        """A checked design, ready to play.

        Args:
            players: 2 to 6.
            deck: `standard`, a TOML file, or a mapping with a deck file's keys.
            rules: house rules, key -> value.
            cards: component files, or tables as in one.

        Raises:
            Problem: in one sentence, with file, key and remedy.
        """
        return DragonWarDesign(self, players, deck, rules, cards)

    def house_rules(self) -> list[HouseRule]:
        """Every key with its plain value."""
        return [
            HouseRule(key, entry["default"], entry["values"], entry["text"], entry["source"])
            for key, entry in house.listed().items()
        ]

    def decks(self) -> list[DeckInfo]:
        """The one deck there is: everything in the box."""
        return [DeckInfo(decks.STANDARD, "all game cards and Fate cards of the box", {})]

    def cards(self, cards: CardFiles | Sequence[Mapping[str, Any]] = None) -> list[CardInfo]:
        """Every game card, Fate card and character, as shipped or as in a user's tables."""
        return describe(components(cards))

    def batch(
        self,
        n: int,
        seed: int,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardFiles = None,
    ) -> Batch:
        """``n`` games of one design side by side; see `engine.core.batch.Batch`."""
        return Batch(self.design(players, deck, rules, cards), n, seed)


def describe(box: Components) -> list[CardInfo]:
    """The components as `dragonlab cards` lists them."""
    found = []
    for card in box.board:
        told = "; ".join(card_info(*square) for square in card.squares)
        found.append(_info(card.name, "game card", told, card.assumed))
    for fate in box.fate:
        told = card_info(*fate.effect)
        found.append(_info(fate.name, f"{fate.group} x{fate.count}", told, fate.assumed))
    for character in box.characters:
        found.append(_info(character.name, "character", character.ability, character.assumed))
    return found


def _info(name: str, kind: str, power: str, assumed: bool) -> CardInfo:
    origin, what = ("shipped", "all of it") if assumed else ("box", "")
    return CardInfo(name, origin, kind, "none", (), (), power, "", "", what)


class DragonWarDesign(WordedDesign):
    """A checked (players, deck, house rules, components); see `engine.core.game.Design`.

    Attributes:
        rules: the `tables.RULES` record that the verbs are given.
        box: the components in play.
        titles: names of Fate cards by their number; `board` those of game cards.
        assumed: what of the components rests on no source, kind by kind.
    """

    room = "engine.dragon_war"

    def __init__(
        self,
        game: DragonWar,
        players: int,
        deck: DeckChoice,
        rules: Mapping[str, Any] | None,
        cards: Any,
    ) -> None:
        if isinstance(players, bool) or not isinstance(players, int | np.integer):
            raise Problem(f"players = {players!r}: must be a whole number from 2 to {SEATS}")
        if not game.min_players <= players <= game.max_players:
            raise Problem(f"players = {players}: {game.name} is for 2 to {SEATS} players")
        self.game: Any = game
        self.players = int(players)
        self._values = house.resolve(rules)
        whole = components(cards)
        self._deck: decks.Deck
        self.box: Components
        self._deck, self.box = decks.resolve(deck, whole)
        self._own = whole.tables()
        self.rules: Any = build(self.players, self._values, self.box)
        self.titles: list[str] = [card.name for card in self.box.fate]
        self.board: list[str] = [card.name for card in self.box.board]
        self.assumed = whole.assumed

    def __repr__(self) -> str:
        return f"<design of {self.game.name} for {self.players}>"

    # --- names and data ---------------------------------------------------------------------------

    def name(self, card: int) -> str:
        """The name of a Fate card, by its number."""
        return self.titles[int(self.rules.fate_title[card])]

    def title(self, name: str) -> int:
        """The number of a Fate card's title; Problem with the nearest right names."""
        return _index(name, self.titles, "Fate card")

    def board_card(self, name: str) -> int:
        """The number of a game card; Problem with the nearest right names."""
        return _index(name, self.board, "game card")

    def as_dict(self) -> dict[str, Any]:
        """The complete design as JSON-able data; equal dicts play alike.

        `DragonWar.design` takes `deck`, `rules` and `cards` again; `assumed` tells what no source confirms.
        """
        return {
            "game": self.game.name,
            "players": self.players,
            "deck": self._deck.as_dict(),
            "rules": dict(self._values),
            "cards": self._own,
            "contents": {
                "board": [card.table() for card in self.box.board],
                "fate": [card.table() for card in self.box.fate],
                "characters": [card.name for card in self.box.characters],
            },
            "assumed": self.assumed,
        }


def _index(name: str, names: Sequence[str], kind: str) -> int:
    plain = " ".join(name.split()).lower()
    for number, known in enumerate(names):
        if known.lower() == plain:
            return number
    raise Problem(f"unknown {kind} {name!r}{near(name, names)}")


def game(name: str) -> DragonWar:
    """The game, ready to be played."""
    from engine.dragon_war import course, evaluate, hidden, observing  # noqa: F401  # they register the verbs

    return _GAME


_GAME = DragonWar()
