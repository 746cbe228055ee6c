"""Pinned luck: what a scenario says that chance brings, as a queue that the engine takes from.

A number is a die, a Fate card's name a random take, a list of names the order of a reshuffled deck, top
first. `state.pin` is the place of the next pin in the (private) rules record, -1 once luck asked for
something else than that gave.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.problem import Problem
from engine.dragon_war.codes import DIE
from engine.dragon_war.labels import title_at
from engine.dragon_war.tables import MAX_PINS, PIN_CARD, PIN_DIE, PIN_ORDER

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
    """Add pins to the queue; ``design.rules`` must be a private copy.

    Raises:
        Problem: wrong pins, or more than the queue holds.
    """
    rules = design.rules
    at = int(state.pin)
    waiting = rules.pins[at : rules.n_pins].tolist() + understand(design, chance)
    if len(waiting) > MAX_PINS:
        raise Problem(f"chance: more luck is pinned at a time than fits ({MAX_PINS} numbers)")
    rules.pins[: len(waiting)] = waiting
    rules.n_pins = len(waiting)
    state.pin = 0


def left(design: DragonWarDesign, state: np.record) -> list[str] | None:
    """The pins still in the queue, in words; None if luck asked for something else."""
    if state.pin < 0:
        return None
    queue = design.rules.pins[: design.rules.n_pins].tolist()
    told, at = [], int(state.pin)
    while at < len(queue):
        if queue[at] == PIN_ORDER:
            n = queue[at + 1]
            names = (design.titles[title] for title in queue[at + 2 : at + 2 + n])
            told.append(f"the order {', '.join(names)}")
            at += 2 + n
        else:
            value = queue[at + 1]
            told.append(f"die {value}" if queue[at] == PIN_DIE else design.titles[value])
            at += 2
    return told
