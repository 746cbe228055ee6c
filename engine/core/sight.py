"""What a seat may see of a position: the record that agents written in Python are given.

A game describes it once: a dtype of its own that holds no more than one seat may know, filled by
the verb `see`; a vector of fixed length, filled by `observe`; and the words for cards and options.
A game that describes nothing gives what stands in every header.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from engine.core.header import record_dtype
from engine.core.jit import inline
from engine.core.rng import mix64
from engine.core.verbs import observe, see

NONE = -1

# Fields that every `seen` record begins with; `options` has as many places as the state's.
SEEN_HEADER: list[tuple[Any, ...]] = [
    ("seats", np.int16),
    ("actor", np.int16),  # the seat that sees and is asked
    ("decision", np.int16),
    ("over", np.int16),
    ("n_options", np.int16),
    ("decisions", np.int32),
    ("game", np.int64),
    ("luck", np.uint64),  # a random number of this decision's own
]


@dataclass(frozen=True)
class Part:
    """A stretch of the observation vector: `size` numbers from place `first` on."""

    name: str
    size: int
    text: str
    first: int = 0


def layout(parts: Sequence[tuple[str, int, str]]) -> tuple[Part, ...]:
    """Parts laid end to end, from (name, size, text)."""
    laid, at = [], 0
    for name, size, text in parts:
        laid.append(Part(name, size, text, at))
        at += size
    return tuple(laid)


@dataclass(frozen=True)
class Payload:
    """What an option is about: its kind in a word, and what it names (-1 or empty: nothing)."""

    kind: str = ""
    card: int = NONE
    seat: int = NONE
    amount: int = NONE
    word: str = ""  # a side, or what else is chosen by a word


class Words:
    """The words of a design for a view; a game's own class replaces what it knows better.

    Attributes:
        cards: one record a card number: what can be computed with (none where a game has no cards).
    """

    cards = np.zeros(0, [("strength", np.int16)])

    def __init__(self, design: Any) -> None:
        self.design = design

    def question(self, seen: np.record) -> str:
        """The kind of question in words."""
        return str(int(seen.decision))

    def label(self, seen: np.record, option: int) -> str:
        """The option at an index in words."""
        return self.design.label(seen, option)

    def payload(self, seen: np.record, option: int) -> Payload:
        """What the option at an index names."""
        return Payload(amount=int(seen.options[option]))

    def payloads(self, options: np.ndarray) -> dict[str, np.ndarray]:
        """Option codes to arrays of the same shape: `card`, `seat`, `amount`; -1 for none."""
        nothing = np.full(options.shape, NONE, np.int16)
        return {"card": nothing, "seat": nothing, "amount": options}

    def name(self, card: int) -> str:
        """The name of a card."""
        return self.design.name(card)

    def card(self, card: int) -> Any:
        """All that is printed on a card."""
        return self.name(card)


@dataclass(frozen=True)
class Sight:
    """How a game's positions look from a seat.

    Attributes:
        seen: dtype of the record that `see` fills; begins with SEEN_HEADER and `options`.
        layout: the parts of the observation vector.
        words: makes the `Words` of a design.
        texts: what each field of `seen` means, by name.
    """

    seen: np.dtype
    layout: tuple[Part, ...]
    words: Callable[[Any], Words] = Words
    texts: dict[str, str] = field(default_factory=dict)

    @property
    def length(self) -> int:
        """Numbers in an observation."""
        return sum(part.size for part in self.layout)

    def part(self, name: str) -> slice:
        """Where a part of the observation lies."""
        found = next(part for part in self.layout if part.name == name)
        return slice(found.first, found.first + found.size)


_sights: dict[np.dtype, Sight] = {}


def register(state: np.dtype, sight: Sight) -> None:
    """Say how states of this dtype look from a seat, besides `see` and `observe`."""
    _sights[np.dtype(state)] = sight


def sight_of(state: np.dtype) -> Sight:
    """How states of this dtype look from a seat."""
    state = np.dtype(state)
    if state not in _sights:
        _sights[state] = _plain_sight(state)
    return _sights[state]


@inline
def see_header(state, seat, seen):
    """Fill what every `seen` record begins with: a body of `see` begins with it."""
    seen.seats = state.seats
    seen.actor = seat
    seen.decision = state.decision
    seen.over = state.over
    seen.n_options = state.n_options
    seen.decisions = state.decisions
    seen.game = state.game
    seen.luck = mix64(state.agent_luck[seat] ^ mix64(np.uint64(state.decisions)))
    for i in range(seen.options.shape[0]):
        seen.options[i] = state.options[i] if i < state.n_options else NONE


PLAIN_LAYOUT = layout(
    [
        ("seats", 1, "players"),
        ("decision", 1, "the kind of question, by its code"),
        ("n_options", 1, "options to choose from"),
        ("decisions", 1, "choices made so far"),
    ]
)


def _plain_sight(state: np.dtype) -> Sight:
    """The sight of a game that describes none: its header."""
    seen = record_dtype([*SEEN_HEADER, ("options", np.int16, state["options"].shape)])

    def see_plain(state, rules, seat, seen):
        see_header(state, seat, seen)

    def observe_plain(state, rules, seat, out):
        out[0] = state.seats
        out[1] = state.decision
        out[2] = state.n_options
        out[3] = state.decisions

    see.of(state)(see_plain)
    observe.of(state)(observe_plain)
    if seen not in observe.bodies:
        observe.of(seen)(observe_plain)
    return Sight(seen, PLAIN_LAYOUT)
