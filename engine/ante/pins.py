"""Pinned luck: what a scenario says that chance brings, as a queue that the engine takes from.

A pin lies in the (private) rules record as its kind and payload; `state.pin` is the place of the
next one, -1 once luck asked for something else than that gave.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.ante import labels
from engine.ante.tables import MAX_PINS, PIN_CARD, PIN_DIE, PIN_ORDER
from engine.core import written
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
    """Add pins to the queue; ``design.rules`` must be a private copy.

    Raises:
        Problem: wrong pins, or more than the queue holds.
    """
    rules = design.rules
    at = int(state.pin)
    waiting = rules.pins[at : rules.n_pins].tolist() + understand(design, chance, state)
    if len(waiting) > MAX_PINS:
        raise Problem(f"chance: more luck is pinned at a time than fits ({MAX_PINS} numbers)")
    rules.pins[: len(waiting)] = waiting
    rules.n_pins = len(waiting)
    state.pin = 0


def left(design: AnteDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    if state.pin < 0:
        return None
    queue = design.rules.pins[: design.rules.n_pins].tolist()
    names, at = [], int(state.pin)
    while at < len(queue):
        if queue[at] == PIN_ORDER:
            n = queue[at + 1]
            order = ", ".join(design.name(card) for card in queue[at + 2 : at + 2 + n])
            names.append(f"the order {order}")
            at += 2 + n
        else:
            value = queue[at + 1]
            names.append(f"die {value}" if queue[at] == PIN_DIE else design.name(value))
            at += 2
    return names


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
