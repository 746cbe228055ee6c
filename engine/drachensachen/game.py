"""Drachensachen as the rest of the lab knows it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.batch import Batch
from engine.core.game import CardInfo, DeckChoice, DeckInfo, HouseRule, assumed_cards
from engine.core.problem import Problem
from engine.core.worded import WordedDesign
from engine.drachensachen import components, house
from engine.drachensachen.codes import ENDINGS, NAMES, SEATS, TRICKS, ZERO
from engine.drachensachen.components import CardData
from engine.drachensachen.measures import MEASURES
from engine.drachensachen.state import RESULT, STATE
from engine.drachensachen.tables import RULES

if TYPE_CHECKING:
    from engine.core.game import Game

EFFECTS = {
    "3": "The next play must be a 1, a 2 or a dragon.",
    "4": "The next player draws 2 cards, or passes that on with a 4 (2 cards more) or a Defender.",
    "5": "The next player misses a turn, or passes that on with a Defender.",
    "6": "No dragon may be played on it.",
    "9": "May not be played on a dragon.",
    "Zero": "Resets the pile: anything but a 9 may follow.",
    "Fire": "The pile goes to the box; you take an additional turn.",
    "Defender": "Passes on what the pile demands, a draw or a missed turn.",
}
TRICK_TEXTS = {
    "fast_dragon": "Zero gives an additional turn.",
    "goblins_vs_dragons": "Whoever plays dragons draws a card from the trouble pile.",
    "small_but_bold": "A 1 may be played on a 9.",
    "surprise": "Whoever plays 2s chooses another player, who takes a random card of the hand.",
    "carousel": "Whoever plays 7s may reverse the direction; with two players: takes a turn more.",
    "golden_feathers": "Each visible 8 left at scoring gains a coin instead of losing some.",
    "revealing_secrets": "Whoever plays 9s takes a face-up reserve card into the hand.",
}
KINDS_OF_HINDRANCE = {
    "invasion": "The finisher's starting hand has {hand} cards.",
    "unknown": "The finisher's reserve is laid out as {layout}.",
    "chaos": "Every player takes a hindrance; all cards not dealt form the trouble pile.",
}


class Drachensachen:
    """The game; see `engine.core.game.Game`."""

    name = "drachensachen"
    title = "Drachensachen"
    min_players = 2
    max_players = SEATS
    state = STATE
    rules = RULES
    row = RESULT
    measures = MEASURES
    endings = ENDINGS

    def __repr__(self) -> str:
        return f"<game {self.name}>"

    def design(
        self,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardData = None,
    ) -> DrachenDesign:
        """A checked design, ready to play.

        Args:
            players: 2 to 6.
            deck: None: the game has no decks to choose from.
            rules: house rules, key -> value.
            cards: files (or tables) of what is printed on the cards, parts of `data/cards.toml`.

        Raises:
            Problem: in one sentence, with file, key and remedy.
        """
        return DrachenDesign(self, players, deck, rules, cards)

    def house_rules(self) -> list[HouseRule]:
        """Every key with its default."""
        defaults = house.defaults(components.read(None))
        return [
            HouseRule(key, defaults[key], entry["values"], entry["text"], entry["source"])
            for key, entry in house.listed().items()
        ]

    def decks(self) -> list[DeckInfo]:
        """None: all cards are always in the deck."""
        return []

    def cards(self, cards: CardData = None) -> list[CardInfo]:
        """Every kind of card, trick and hindrance, by the shipped data or a user's."""
        return self.design(cards=cards).cards()

    def batch(
        self,
        n: int,
        seed: int,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardData = None,
    ) -> Batch:
        """``n`` games of one design side by side; see `engine.core.batch.Batch`."""
        return Batch(self.design(players, deck, rules, cards), n, seed)


class DrachenDesign(WordedDesign):
    """A checked (players, house rules, cards); see `engine.core.game.Design`.

    Attributes:
        rules: the `tables.RULES` record that the verbs are given.
        names: the name of each kind of card.
        assumed: what of the card data no source confirms, in words; empty once all is replaced.
    """

    room = "engine.drachensachen"

    names = NAMES

    def __init__(
        self,
        game: Drachensachen,
        players: int,
        deck: DeckChoice,
        rules: Mapping[str, Any] | None,
        cards: CardData,
    ) -> None:
        if isinstance(players, bool) or not isinstance(players, int | np.integer):
            raise Problem(f"players = {players!r}: must be a whole number from 2 to {SEATS}")
        if not game.min_players <= players <= game.max_players:
            raise Problem(f"players = {players}: {game.name} is for 2 to {SEATS} players")
        if deck is not None:
            raise Problem(
                f"deck = {deck!r}: {game.name} has no decks; change its rules or its card data (--data)"
            )
        self.game: Game = game
        self.players = int(players)
        self.components = components.read(cards)
        self._values = house.resolve(rules, self.players, self.components)
        self.rules: np.record = house.record(self._values, self.players, self.components)
        self.hindrances = house.in_play(self._values, self.components)
        words = {"copies": "copies of each card", "coins": "coins", "hindrances": "hindrances"}
        self.assumed = assumed_cards([words[part] for part in self.components.assumed])

    def __repr__(self) -> str:
        return f"<design of {self.game.name} for {self.players}>"

    def as_dict(self) -> dict[str, Any]:
        """The complete design as JSON-able data; equal dicts play alike.

        `Drachensachen.design` takes `rules` and `cards` again; `assumed` tells what no source confirms.
        """
        return {
            "game": self.game.name,
            "players": self.players,
            "deck": None,
            "rules": dict(self._values),
            "cards": [self.components.as_dict()],
            "assumed": self.assumed,
        }

    def name(self, card: int) -> str:
        """The name of a kind of card."""
        return NAMES[card]

    def card(self, name: Any) -> int:
        """The number of the kind of card of that name; Problem with the nearest right names."""
        from engine.drachensachen import labels

        return labels.kind_of(name)

    def cards(self) -> list[CardInfo]:
        """Every kind of card, trick and hindrance of this design."""
        copies, coins = house.copies(self._values), self._values["coins_front"]
        found = [self._card(k, copies[k], coins[name]) for k, name in enumerate(NAMES)]
        for trick in TRICKS:
            found.append(_info(trick, "tricks", "trick", TRICK_TEXTS[trick], "DS T2 to T10"))
        guessed = "figures, layouts" if "hindrances" in self.components.assumed else ""
        for card in self.components.hindrances:
            text = KINDS_OF_HINDRANCE[card.kind].format(
                hand=card.hand, layout=", ".join(card.layout)
            )
            found.append(
                _info(card.name, "hindrances", "hindrance", text, "DS H10", assumed=guessed)
            )
        return found

    def _card(self, kind: int, copies: int, coins: int) -> CardInfo:
        name = NAMES[kind]
        text = f"{copies} cards, {coins} {'coin' if coins == 1 else 'coins'} each."
        guessed = [part for part in ("copies", "coins") if part in self.components.assumed]
        what = "goblin" if kind < ZERO else "dragon"
        strengths = (kind + 1,) if kind < ZERO else ()
        power = f"{EFFECTS[name]} {text}" if name in EFFECTS else text
        return _info(name, "cards", what, power, "DS S4, C1", strengths, ", ".join(guessed))


def _info(
    title: str,
    of: str,
    kind: str,
    power: str,
    source: str,
    strengths: tuple[int, ...] = (),
    assumed: str = "",
) -> CardInfo:
    return CardInfo(
        title=title,
        set=of,
        kind=kind,
        alignment="none",
        colours=(),
        strengths=strengths,
        power=power,
        god="",
        source=source,
        assumed=assumed,
    )


def game(name: str) -> Drachensachen:
    """The game, ready to be played."""
    from engine.drachensachen import evaluate, hidden, observing, turns  # noqa: F401

    return _GAME


_GAME = Drachensachen()
