"""Pinned luck: what a scenario says that chance brings, as the queue of `engine.core.pinning`.

A number is a die, a Fate card's name a random take, a list of names the order of a reshuffled deck, top first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import pinning, written
from engine.core.pinning import PIN_CARD, PIN_DIE, PIN_ORDER
from engine.dragon_war.codes import DIE
from engine.dragon_war.labels import title_at

if TYPE_CHECKING:
    from engine.dragon_war.game import DragonWarDesign


def understand(design: DragonWarDesign, chance: Any) -> list[int]:
    """Pins as the engine reads them; Problem for an impossible die or an unknown card."""
    pins: list[int] = []
    for item in written.several(chance, "chance"):
        if isinstance(item, str):
            pins += [PIN_CARD, title_at(design, item, "chance")]
        elif isinstance(item, list | tuple):
            pins += [PIN_ORDER, len(item), *(title_at(design, name, "chance") for name in item)]
        else:
            pins += [PIN_DIE, written.whole(item, "chance, a die", 1, DIE)]
    return pins


def pin(design: DragonWarDesign, state: np.record, chance: Any) -> None:
    """Add pins to the queue of a `private` design; Problem for wrong ones, or too many."""
    pinning.add(design.rules, state, understand(design, chance))


def left(design: DragonWarDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    return pinning.left(design.rules, state, design.titles.__getitem__)
