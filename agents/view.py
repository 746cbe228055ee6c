"""What an agent written in Python is given: one decision as a `View`, thousands of them as `Views`.

Both stand on the record that the game's `see` fills: there is nothing in it that the seat may not
know. Every field of that record is an attribute (`view.hoard`, `views.hoard`); the rest is worked
out when asked.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.core.game import Design
from engine.core.jit import compiled
from engine.core.sight import Payload, Sight, sight_of
from engine.core.verbs import observe, see

NO_FIELD = ("luck",)  # of the record, told as `random`


@compiled
def see_many(states, rules, which, seen):
    """Fill `seen[k]` with what the seat asked in `states[which[k]]` (int64[n]) may see."""
    for k in range(which.shape[0]):
        i = which[k]
        see(states[i], rules, states[i].actor, seen[k])


@compiled
def observe_many(seen, rules, out):
    """Fill `out[k]` (float32[n, length], zeros) with the observation of `seen[k]`."""
    for k in range(seen.shape[0]):
        observe(seen[k], rules, seen[k].actor, out[k])


class Table:
    """What stays the same for all decisions of a design: rules, words, cards.

    Attributes:
        game: name of the game.
        players: seats at the table.
        rules: the design as a dict: deck, house rules, all that is known before the deal.
        cards: an array with a record a card number, to compute with (`strength`, ...).
    """

    def __init__(self, design: Design) -> None:
        self._design = design
        self._sight: Sight = sight_of(design.game.state)
        self._words = self._sight.words(design)
        self.game: str = design.game.name
        self.players: int = design.players
        self.cards: np.ndarray = self._words.cards
        self._rules: dict[str, Any] | None = None

    @property
    def rules(self) -> dict[str, Any]:
        """The design as data; made once."""
        if self._rules is None:
            self._rules = self._design.as_dict()
        return self._rules

    def name(self, card: int) -> str:
        """The name of a card, by its number."""
        return self._words.name(int(card))

    def card(self, card: int) -> Any:
        """What is printed on a card, by its number."""
        return self._words.card(int(card))

    def look(self, states: np.recarray, which: np.ndarray) -> Views:
        """The positions `states[which]` (which: int64[n]) as the seats asked there see them."""
        seen = np.zeros(len(which), self._sight.seen).view(np.recarray)
        see_many(states, self._design.rules, which, seen)
        return Views(self, seen.view(np.ndarray))

    def observe(self, seen: np.ndarray) -> np.ndarray:
        """Observations of `seen` records (n,): float32[n, length]."""
        out = np.zeros((len(seen), self._sight.length), np.float32)
        observe_many(np.array(seen).view(np.recarray), self._design.rules, out)
        return out


@dataclass(frozen=True, slots=True)
class Option:
    """One option: its index is what `choose` returns.

    Attributes:
        index: 0 <= index < n_options.
        code: the game's number for it.
        label: in words, as scenarios and transcripts write it: "play Black Dragon 3".
        kind: the first word of the label, or "word" where the label is a word of its own.
        card, seat, amount: what it names; -1 where it names no such thing.
        word: a side or another word that it names, or "".
    """

    index: int
    code: int
    label: str
    kind: str
    card: int
    seat: int
    amount: int
    word: str


class View:
    """One decision, as the seat that is asked sees it. It may be kept: it never changes.

    Attributes besides the fields of the game's record:
        table: the `Table`: rules, names and faces of cards.
        seat: the seat that is asked; `seats` are at the table.
        question: the kind of question in words.
        n_options: options to choose from; `options` tells all about them, `labels` in words.
        hand: numbers of the own cards; `hand_names` in words.
        observation: the vector of fixed length, float32.
        random: a `random.Random` of this decision's own, the same in every run with this seed.
    """

    __slots__ = ("_random", "_seen", "table")

    def __init__(self, table: Table, seen: np.void) -> None:
        self.table = table
        self._seen = seen
        self._random: random.Random | None = None

    def __getattr__(self, name: str) -> Any:
        """A field of the record: a number, or a read-only array."""
        try:
            value = self._seen[name]
        except ValueError:
            raise AttributeError(_unknown("view", name, self._seen.dtype)) from None
        return value if isinstance(value, np.ndarray) else value.item()

    def __dir__(self) -> list[str]:
        return [*super().__dir__(), *(self._seen.dtype.names or ())]

    def __repr__(self) -> str:
        return f"<view of seat {self.seat}: {self.question}, {self.n_options} options>"

    @property
    def seat(self) -> int:
        """The seat that is asked."""
        return int(self._seen["actor"])

    @property
    def n_options(self) -> int:
        """How many options there are, 2 or more."""
        return int(self._seen["n_options"])

    @property
    def question(self) -> str:
        """The kind of question in words."""
        return self.table._words.question(self._record)

    @property
    def _record(self) -> Any:
        return self._seen.view((np.record, self._seen.dtype))

    @property
    def labels(self) -> list[str]:
        """The options in words, in order."""
        record, label = self._record, self.table._words.label
        return [label(record, option) for option in range(self.n_options)]

    @property
    def payloads(self) -> list[Payload]:
        """What each option names, in order: `options` without labels, which takes less time."""
        record, payload = self._record, self.table._words.payload
        return [payload(record, option) for option in range(self.n_options)]

    @property
    def options(self) -> list[Option]:
        """All about the options, in order."""
        codes = self._seen["options"].tolist()
        return [
            Option(i, codes[i], label, p.kind, p.card, p.seat, p.amount, p.word)
            for i, (label, p) in enumerate(zip(self.labels, self.payloads, strict=True))
        ]

    @property
    def codes(self) -> list[int]:
        """The game's numbers for the options."""
        return self._seen["options"][: self.n_options].tolist()

    @property
    def hand(self) -> list[int]:
        """Numbers of the cards in the own hand."""
        return self._cards_of(self.seat)

    @property
    def hand_names(self) -> list[str]:
        """Names of the cards in the own hand."""
        return [self.table.name(card) for card in self.hand]

    def _cards_of(self, seat: int) -> list[int]:
        return [card for card in self._seen["hand"][seat].tolist() if card >= 0]

    def hand_of(self, seat: int) -> list[int]:
        """Numbers of the cards that this seat knows to be in a hand; all of them in its own."""
        return self._cards_of(seat)

    @property
    def hands(self) -> np.ndarray:
        """`hand_of` all seats as one array, -1 where nothing is known."""
        return self._seen["hand"]

    @property
    def observation(self) -> np.ndarray:
        """The vector of fixed length, float32."""
        return self.table.observe(self._seen.reshape(1))[0]

    @property
    def random(self) -> random.Random:
        """Luck of this decision's own: the same in every run with this seed."""
        if self._random is None:
            self._random = random.Random(int(self._seen["luck"]))
        return self._random


class Views:
    """Many decisions side by side: every attribute is an array with a row a decision.

    Attributes besides the fields of the game's record:
        table: the `Table`: rules, names and faces of cards.
        seat: int16[n], the seat asked in each.
        n_options: int16[n]; `options` int16[n, most] are their codes, -1 where there are no more.
        offered: bool[n, most]: which places of `options` hold one.
        option_card, option_seat, option_amount: int16[n, most], what each names, -1: nothing.
        hand: int16[n, most], the cards of the own hand, -1 where there are no more.
        observation: float32[n, length].
        random: float64[n] in [0, 1), luck of each decision's own; `randoms(k)` gives k of each.

    `views[i]` is a single `View`; so a batch can be walked through.
    """

    def __init__(self, table: Table, seen: np.ndarray) -> None:
        seen.flags.writeable = False
        self.table = table
        self._seen = seen
        self._payloads: dict[str, np.ndarray] | None = None
        self._observation: np.ndarray | None = None

    def __getattr__(self, name: str) -> np.ndarray:
        """A field of the record, a row a decision; read-only."""
        try:
            return self._seen[name]
        except ValueError:
            raise AttributeError(_unknown("views", name, self._seen.dtype)) from None

    def __len__(self) -> int:
        return len(self._seen)

    def __getitem__(self, i: int) -> View:
        return View(self.table, self._seen[i])

    def __iter__(self) -> Iterator[View]:
        return (View(self.table, seen) for seen in self._seen)

    def __repr__(self) -> str:
        return f"<views of {len(self)} decisions>"

    def part(self, first: int, end: int) -> Views:
        """The decisions `first` to `end - 1`."""
        return Views(self.table, self._seen[first:end])

    @property
    def seat(self) -> np.ndarray:
        """The seat asked in each."""
        return self._seen["actor"]

    @property
    def offered(self) -> np.ndarray:
        """Which places of `options` hold an option: bool[n, most]."""
        return self._seen["options"] >= 0

    @property
    def option_card(self) -> np.ndarray:
        """The card that each option names, -1 for none: int16[n, most]."""
        return self._payload("card")

    @property
    def option_seat(self) -> np.ndarray:
        """The seat that each option names, -1 for none."""
        return self._payload("seat")

    @property
    def option_amount(self) -> np.ndarray:
        """The amount that each option names, -1 for none."""
        return self._payload("amount")

    def _payload(self, what: str) -> np.ndarray:
        if self._payloads is None:
            self._payloads = self.table._words.payloads(self._seen["options"])
        return self._payloads[what]

    @property
    def hand(self) -> np.ndarray:
        """The cards of the own hand, -1 where there are no more: int16[n, most]."""
        return self._seen["hand"][np.arange(len(self)), self._seen["actor"]]

    @property
    def hands(self) -> np.ndarray:
        """The cards that the seat knows to be in each hand: int16[n, seats, most]."""
        return self._seen["hand"]

    @property
    def observation(self) -> np.ndarray:
        """The vectors of fixed length, float32[n, length]."""
        if self._observation is None:
            self._observation = self.table.observe(self._seen)
        return self._observation

    @property
    def random(self) -> np.ndarray:
        """A random number in [0, 1) for each decision, the same however decisions are batched."""
        return self.randoms(1)[:, 0]

    def randoms(self, k: int) -> np.ndarray:
        """k random numbers in [0, 1) for each decision: float64[n, k] (SplitMix64)."""
        word = self._seen["luck"][:, None] + GAMMA * np.arange(1, k + 1, dtype=np.uint64)
        word = (word ^ (word >> np.uint64(30))) * MIX_A
        word = (word ^ (word >> np.uint64(27))) * MIX_B
        word ^= word >> np.uint64(31)
        return (word >> np.uint64(11)) * 2.0**-53


GAMMA = np.uint64(0x9E3779B97F4A7C15)
MIX_A = np.uint64(0xBF58476D1CE4E5B9)
MIX_B = np.uint64(0x94D049BB133111EB)


def _unknown(what: str, name: str, seen: np.dtype) -> str:
    from engine.core.problem import near

    return f"a {what} has no {name!r}{near(name, seen.names or ())}"
