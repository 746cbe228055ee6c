"""Pinned luck: what a scenario says that chance brings, as a queue that the engine takes from.

A card's name is a random take from a hand, a list of names the order of the deck that a round is
dealt from, top first (the unnamed below at random): reserves first, of each seat the face-down cards, then the
face-up ones; then the hands; then what is put aside is the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.problem import Problem
from engine.drachensachen import codes as c
from engine.drachensachen.labels import kind_of
from engine.drachensachen.tables import MAX_PINS, PIN_CARD, PIN_ORDER

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign


def understand(chance: Any) -> list[int]:
    """Pins as the engine reads them; raises Problem."""
    pins: list[int] = []
    for item in written.several(chance, "chance"):
        if isinstance(item, list | tuple):
            pins += [PIN_ORDER, len(item), *(kind_of(name, "chance") for name in item)]
        else:
            pins += [PIN_CARD, kind_of(item, "chance")]
    return pins


def pin(design: DrachenDesign, state: np.record, chance: Any) -> None:
    """Add pins to the queue; ``design.rules`` must be a private copy.

    Raises:
        Problem: wrong pins, or more than the queue holds.
    """
    rules = design.rules
    waiting = rules.pins[int(state.pin) : rules.n_pins].tolist() + understand(chance)
    if len(waiting) > MAX_PINS:
        raise Problem(f"chance: more luck is pinned at a time than fits ({MAX_PINS} numbers)")
    rules.pins[: len(waiting)] = waiting
    rules.n_pins = len(waiting)
    state.pin = 0


def left(design: DrachenDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    if state.pin < 0:
        return None
    queue = design.rules.pins[: design.rules.n_pins].tolist()
    names, at = [], int(state.pin)
    while at < len(queue):
        n = queue[at + 1] if queue[at] == PIN_ORDER else 1
        first = at + 2 if queue[at] == PIN_ORDER else at + 1
        cards = ", ".join(c.NAMES[kind] for kind in queue[first : first + n])
        names.append(f"the order {cards}" if queue[at] == PIN_ORDER else cards)
        at = first + n
    return names
