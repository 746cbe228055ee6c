"""Pinned luck: what a scenario says that chance brings, as the queue of `engine.core.pinning`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import labels
from engine.core import pinning, written
from engine.core.pinning import PIN_CARD, PIN_ORDER
from engine.core.problem import Problem

if TYPE_CHECKING:
    from engine.ante.game import AnteDesign


def understand(design: AnteDesign, chance: Any, state: np.record | None = None) -> list[int]:
    """Pins as the engine reads them.

    ``chance``: a card's name (a random take) or a list of names (the order of a reshuffled deck,
    top first). Of several copies of one name those in hands (in the discard pile) come first.

    Raises:
        Problem: no such card, or a die, which these games do not have.
    """
    pins: list[int] = []
    for item in written.several(chance, "chance"):
        if isinstance(item, str):
            hands = set() if state is None else _in_hands(state)
            pins += [PIN_CARD, *_ids(design, [item], hands)]
        elif isinstance(item, list | tuple):
            pile = set() if state is None else set(state.discard[: state.discard_size].tolist())
            pins += [PIN_ORDER, len(item), *_ids(design, item, pile)]
        elif isinstance(item, int) and not isinstance(item, bool):
            raise Problem(f"chance: {item} would be a die, and this game rolls none")
        else:
            raise Problem(f"chance takes names of cards and lists of them, not {item!r}")
    return pins


def pin(design: AnteDesign, state: np.record, chance: Any) -> None:
    """Add pins to the queue of a `private` design; Problem for wrong ones, or too many."""
    pinning.add(design.rules, state, understand(design, chance, state))


def left(design: AnteDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    return pinning.left(design.rules, state, design.name)


def _ids(design: AnteDesign, names: Sequence[Any], preferred: set[int]) -> list[int]:
    """A card for each name, no card twice where there are copies enough."""
    found: list[int] = []
    for text in names:
        copies = design.copies(labels.card_at(design, text, "chance"))
        fresh = [card for card in copies if card not in found]
        found.append(min(fresh or copies, key=lambda card: card not in preferred))
    return found


def _in_hands(state: np.record) -> set[int]:
    hands = [state.hand[k, : state.hand_size[k]].tolist() for k in range(state.seats)]
    return {card for hand in hands for card in hand}
