"""What the rest of the lab knows of a game: its Python-level face."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np

from engine.core.batch import Batch

DeckChoice = str | Path | Mapping[str, Any] | None
CardFiles = str | Path | Sequence[str | Path] | None


class Measure(NamedTuple):
    """What a plain count in a game's rows is, in words."""

    title: str
    unit: str  # "%" for a field that is 0 or 1
    about: str
    headline: bool = True  # shown in tables for people


def assumed_cards(shipped: Sequence[str], own: Sequence[str] = ()) -> list[str]:
    """What a design says of card data that no source confirms: these parts as shipped, those of a user's file."""
    notes = [("default, assumed", shipped), ("as given, assumed", own)]
    return [f"card data: {what} ({', '.join(parts)})" for what, parts in notes if parts]


@dataclass(frozen=True)
class HouseRule:
    """One figure or switch of the rules that a house may change."""

    key: str
    default: Any  # as printed in the rulebook
    values: str  # what it may be, in words
    text: str
    source: str  # the line of the rules


@dataclass(frozen=True)
class DeckInfo:
    """A deck design that comes with the game."""

    name: str
    text: str
    contents: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class CardInfo:
    """A title as `dragonlab cards` shows it; ``power`` is in our own words."""

    title: str
    set: str
    kind: str
    alignment: str
    colours: tuple[str, ...]
    strengths: tuple[int, ...]
    power: str
    god: str
    source: str
    assumed: str = ""  # what of it no source tells


class Design(Protocol):
    """A validated (game, players, deck, house rules, cards), ready to play."""

    game: Game
    players: int
    rules: np.record  # what the verbs are given

    def as_dict(self) -> dict[str, Any]:
        """All that the rules record says, JSON-able and complete: equal dicts mean equal play."""

    def label(self, state: np.record, option: int) -> str:
        """The choice ``option`` (an index, 0 <= option < n_options) in words."""

    def question(self, state: np.record) -> str:
        """The kind of question ``state`` asks, in words."""

    def place(self, position: Mapping[str, Any], seed: int) -> np.record:
        """The state of a position given in words; raises Problem with the nearest right names."""

    def read(self, state: np.record, path: str) -> Any:
        """The value at a dotted path of the position, in words and numbers."""

    def pin(self, state: np.record, chance: Sequence[Any]) -> None:
        """Fix the coming luck to the given outcomes; raises Problem where they cannot be."""


class Game(Protocol):
    """A game: fixed facts, record dtypes, and designs to play it by."""

    name: str
    title: str
    min_players: int
    max_players: int
    state: np.dtype
    rules: np.dtype
    row: np.dtype
    measures: Mapping[str, Measure]  # field of `row` -> its words

    def design(
        self,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardFiles = None,
    ) -> Design:
        """A design from a deck (name, file or mapping), house rules, card files; raises Problem."""

    def house_rules(self) -> list[HouseRule]:
        """Every house rule with its printed default."""

    def decks(self) -> list[DeckInfo]:
        """The decks that come with the game."""

    def cards(self, cards: CardFiles = None) -> list[CardInfo]:
        """Every title of the game, with those that files of cards add or replace; raises Problem."""

    def batch(
        self,
        n: int,
        seed: int,
        players: int = 4,
        deck: DeckChoice = None,
        rules: Mapping[str, Any] | None = None,
        cards: CardFiles = None,
    ) -> Batch:
        """``n`` games of one design, for Python; raises Problem."""
        return Batch(self.design(players, deck, rules, cards), n, seed)
