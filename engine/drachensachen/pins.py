"""Pinned luck: what a scenario says that chance brings, as the queue of `engine.core.pinning`.

A card's name is a random take from a hand, a list of names the order of the deck that a round is
dealt from, top first (the unnamed below at random): reserves first, of each seat the face-down cards, then the
face-up ones; then the hands; then what is put aside is the bottom.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import pinning, written
from engine.core.pinning import PIN_CARD, PIN_ORDER
from engine.drachensachen.labels import kind_of

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign


def understand(design: DrachenDesign, chance: Any) -> list[int]:
    """Pins as the engine reads them; raises Problem."""
    pins: list[int] = []
    for item in written.several(chance, "chance"):
        if isinstance(item, list | tuple):
            pins += [PIN_ORDER, len(item), *(kind_of(name, "chance") for name in item)]
        else:
            pins += [PIN_CARD, kind_of(item, "chance")]
    return pins


def pin(design: DrachenDesign, state: np.record, chance: Any) -> None:
    """Add pins to the queue of a `private` design; Problem for wrong ones, or too many."""
    pinning.add(design.rules, state, understand(design, chance))


def left(design: DrachenDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    return pinning.left(design.rules, state, design.name)
