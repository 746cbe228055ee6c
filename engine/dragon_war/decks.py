"""Decks: which game cards and Fate cards of the box are in play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from engine.core import written
from engine.core.problem import Problem, near
from engine.dragon_war import codes as c
from engine.dragon_war.components import Components

KEYS = ("text", "remove", "fate")
STANDARD = "standard"

Choice = str | Path | Mapping[str, Any] | None


@dataclass(frozen=True)
class Deck:
    """What a deck changes: game cards that stay in the box, and counts of Fate cards."""

    remove: tuple[str, ...] = ()
    fate: tuple[tuple[str, int], ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """As in a deck file."""
        return {"remove": list(self.remove), "fate": dict(self.fate)}


def resolve(choice: Choice, box: Components) -> tuple[Deck, Components]:
    """The deck, and the components that are in play by it.

    Raises:
        Problem: an unknown deck, key or card; nothing left; more cards than fit.
    """
    deck = _read(choice, box)
    gone = {name.lower() for name in deck.remove}
    counts = dict(deck.fate)
    board = tuple(card for card in box.board if card.name.lower() not in gone)
    fate = tuple(replace(card, count=counts.get(card.name, card.count)) for card in box.fate)
    if not board:
        raise Problem("deck, remove: no game card is left")
    cards = sum(card.count for card in fate)
    held = sum(card.count for card in fate if card.held)
    if cards > c.MAX_FATE or held > c.MAX_HELD:
        raise Problem(
            f"{cards} Fate cards, of which {held} are held; at most {c.MAX_FATE}, of which {c.MAX_HELD} held: "
            "lower a count, in the deck's `fate` or where the card is described"
        )
    return deck, replace(box, board=board, fate=fate)


def _read(choice: Choice, box: Components) -> Deck:
    if choice is None or choice == STANDARD:
        return Deck()
    if isinstance(choice, Mapping):
        where, table = "deck", dict(choice)
    elif str(choice).endswith(".toml"):
        where, table = str(choice), written.toml_file(choice, "deck")
    else:
        raise Problem(f"unknown deck {str(choice)!r}{near(choice, [STANDARD])}")
    table = written.table(table, where, KEYS)
    cards = [card.name for card in box.board]
    titles = [card.name for card in box.fate]
    remove = tuple(
        written.word(name, f"{where}, remove", cards, "game card")
        for name in written.several(table.get("remove", []), f"{where}, remove")
    )
    fate = table.get("fate", {})
    if not isinstance(fate, Mapping):
        raise Problem(f"{where}, fate must be a table of names and counts")
    counts = {
        written.word(name, f"{where}, fate", titles, "Fate card"): written.whole(
            count, f"{where}, fate, {name}", 0, c.MAX_FATE
        )
        for name, count in fate.items()
    }
    return Deck(remove, tuple(sorted(counts.items())))
