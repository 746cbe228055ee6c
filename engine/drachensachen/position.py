"""A position given in words becomes a state.

`place` lays the named cards, fills the rest at random from the seed, and lets the engine run to the
first question.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.placing import placed, seat_place, seat_tables
from engine.core.problem import Problem
from engine.drachensachen import codes as c
from engine.drachensachen import components
from engine.drachensachen.labels import kind_of
from engine.drachensachen.piles import cardless, clear_pile, lay
from engine.drachensachen.reading import DIRECTIONS
from engine.drachensachen.rounds import hand_of
from engine.drachensachen.turns import resume

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign

KEYS = (
    "round",
    "starter",
    "turn",
    "phase",
    "turns",
    "direction",
    "debt",
    "pile",
    "trouble",
    "trouble_size",
    "box",
    "tricks",
    "tricks_to_come",
    "hindrance_pile",
    "finisher",
    "tie_rounds",
    "seats",
)
SEAT_KEYS = ("hand", "up", "down", "lost", "hindrance")
PHASES = ("swap", "turn", "deal")
MOST = 1000


def place(design: DrachenDesign, position: Mapping[str, Any], seed: int) -> np.record:
    """The state of a position, at its first question; see `engine.core.placing.placed`.

    Raises:
        Problem: a wrong key, card or number; a sentence that names the place in the position.
    """
    return placed(
        design, position, seed, lambda state: _Layout(design, state, position, seed).lay(), resume
    )


class _Layout:
    """One position under way: what is left of the cards, and the tables still to be laid."""

    def __init__(
        self, design: DrachenDesign, state: np.record, position: Mapping[str, Any], seed: int
    ) -> None:
        self.design, self.rules, self.state = design, design.rules, state
        self.position = written.table(position, "position", KEYS)
        self.luck = random.Random(seed)
        self.left = self.rules.copies.tolist()
        self.seats = seat_tables(position, design.players, SEAT_KEYS)

    def lay(self) -> None:
        """Modules and course first, then named cards, then the rest."""
        self._course()
        self._modules()
        self._clear()
        pile = self._cards(self.position, "pile", "position") or []
        trouble = self._cards(self.position, "trouble", "position") or []
        box = self._cards(self.position, "box", "position") or []
        hands = [self._cards(seat, "hand", seat_place(k)) for k, seat in enumerate(self.seats)]
        for k, seat in enumerate(self.seats):
            self._reserve(k, seat)
        for kind in pile:
            lay(self.state, kind, 1)
        if self.state.run_length >= c.SET:
            raise Problem(
                "position, pile: four alike on top would have been burned; leave them out"
            )
        for kind in box:
            self.state.burnt[kind] += 1
        rest = [kind for kind, n in enumerate(self.left) for _ in range(n)]
        self.luck.shuffle(rest)
        self._fill(hands, rest)
        self._trouble(trouble, rest)
        for kind in rest:
            self.state.aside[kind] += 1
        for k in range(self.design.players):
            if self.state.phase != c.P_ROUND and cardless(self.state, k):
                raise Problem(f"{seat_place(k)} has no cards: it would have finished; give it one")

    # --- course and modules ---

    def _number(self, key: str, default: int, low: int, high: int) -> int:
        return written.whole(self.position.get(key, default), f"position, {key}", low, high)

    def _course(self) -> None:
        state, last = self.state, self.design.players - 1
        state.round_no = self._number("round", 1, 1, int(self.rules.max_rounds))
        state.starter = self._number("starter", 0, 0, last)
        state.active = self._number("turn", int(state.starter), 0, last)
        state.turns_in_round = self._number("turns", 0, 0, 100_000)
        state.debt = self._number("debt", 0, 0, 100)
        state.tie_rounds = self._number("tie_rounds", 0, 0, 10)
        state.last_finisher = self._number("finisher", c.NONE, c.NONE, last)
        way = self.position.get("direction", DIRECTIONS[0])
        turned = written.word(way, "position, direction", DIRECTIONS) == DIRECTIONS[1]
        state.direction = -1 if turned else 1
        phase = written.word(self.position.get("phase", "turn"), "position, phase", PHASES)
        state.phase = {"swap": c.P_SWAP, "turn": c.P_TURN, "deal": c.P_ROUND}[phase]
        if phase == "deal":  # the round is still to be dealt
            state.round_no -= 1
        state.n_options = 0
        state.over = 0
        state.finisher = c.NONE
        state.swappers = 0
        state.again = 0
        state.fives = 0
        for k, seat in enumerate(self.seats):
            state.totals[k] = written.whole(
                seat.get("lost", 0), f"{seat_place(k)}, lost", -MOST, MOST
            )

    def _modules(self) -> None:
        state, position = self.state, self.position
        for key in ("tricks", "tricks_to_come"):
            if position.get(key) and not self.rules.n_tricks:
                raise Problem(f"position, {key}: the rule tricks is off; set it to true")
        order = [c.TRICKS[k] for k in self.rules.tricks[: self.rules.n_tricks].tolist()]
        shown = self._words("tricks", order)
        coming = self._words("tricks_to_come", [name for name in order if name not in shown])
        rest = [name for name in order if name not in shown and name not in coming]
        state.tricks = sum(1 << c.TRICKS.index(name) for name in shown)
        state.n_tricks = len(shown)
        for i, name in enumerate([*shown, *coming, *rest]):
            state.trick_order[i] = c.TRICKS.index(name)
        self._hindrances()

    def _words(self, key: str, known: list[str]) -> list[str]:
        where = f"position, {key}"
        given = written.several(self.position.get(key, []), where)
        return _once([written.word(word, where, known, "trick") for word in given], where)

    def _hindrances(self) -> None:
        state, cards = self.state, self.design.hindrances
        state.chaos = c.NONE
        state.n_taken = 0
        for k, seat in enumerate(self.seats):
            state.hindrance[k] = c.NONE
            if "hindrance" in seat:
                card = self._hindrance(seat["hindrance"], f"{seat_place(k)}, hindrance")
                state.hindrance[k] = state.taken[state.n_taken] = card
                state.n_taken += 1
        where = "position, hindrance_pile"
        given = written.several(self.position.get("hindrance_pile", []), where)
        named = [self._hindrance(name, where) for name in given]
        taken = state.taken[: state.n_taken].tolist()
        _once([cards[k].name for k in [*taken, *named]], "position, hindrances")
        rest = [k for k in range(len(cards)) if k not in named and k not in taken]
        self.luck.shuffle(rest)
        state.stack_size = state.stack_fresh = len(named) + len(rest)
        state.stack[: state.stack_size] = [*named, *rest]

    def _hindrance(self, name: Any, where: str) -> int:
        if not self.design.hindrances:
            raise Problem(f"{where}: the rule hindrances is off; set it to true")
        card = components.of_name(self.design.hindrances, name, where)
        return self.design.hindrances.index(card)

    # --- cards ---

    def _clear(self) -> None:
        state = self.state
        clear_pile(state)
        for field in ("held", "known", "hand_size", "n_up", "n_down", "burnt", "aside"):
            state[field] = 0
        state.up[:] = c.NONE
        state.down[:] = c.NONE
        state.trouble_size = 0

    def _claim(self, name: Any, where: str) -> int:
        kind = kind_of(name, where)
        if self.left[kind] == 0:
            copies = int(self.rules.copies[kind])
            raise Problem(f"{where}: there are only {copies} cards {c.NAMES[kind]!r}")
        self.left[kind] -= 1
        return kind

    def _cards(self, table: Mapping[str, Any], key: str, where: str) -> list[int] | None:
        """The cards named under a key; None if it is left out."""
        if key not in table:
            return None
        where = f"{where}, {key}"
        return [self._claim(name, where) for name in written.several(table[key], where)]

    def _reserve(self, k: int, seat: Mapping[str, Any]) -> None:
        """A named reserve; an empty text is an empty place."""
        for key, field, count in (("up", "up", "n_up"), ("down", "down", "n_down")):
            where = f"{seat_place(k)}, {key}"
            cards = written.several(seat.get(key, []), where)
            if len(cards) > c.COLUMNS:
                raise Problem(f"{where} has {len(cards)} places; {c.COLUMNS} at most")
            for column, name in enumerate(cards):
                if name != "":
                    self.state[field][k, column] = self._claim(name, where)
                    self.state[count][k] += 1

    def _fill(self, hands: list[list[int] | None], rest: list[int]) -> None:
        """Named hands and reserves; others at random, of the size that the hindrance or the rules say."""
        state, rules = self.state, self.rules
        need = sum(hand_of(state, rules, k) for k, hand in enumerate(hands) if hand is None)
        for k, seat in enumerate(self.seats):
            if "up" not in seat and "down" not in seat:
                has_down, has_up = self._layout(k)
                need += int(has_down.sum() + has_up.sum())
        if need > len(rest):
            raise Problem(f"position: {need} cards are left to be dealt, but there are {len(rest)}")
        for k, seat in enumerate(self.seats):
            if "up" not in seat and "down" not in seat:
                self._usual_reserve(k, rest)
        for k, hand in enumerate(hands):
            if hand is None:
                hand = [rest.pop() for _ in range(hand_of(state, rules, k))]
            for kind in hand:
                state.held[k, kind] += 1
            state.hand_size[k] = len(hand)

    def _layout(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """Columns of a seat with a face-down and with a face-up card, by its hindrance or as usual."""
        card = int(self.state.hindrance[k])
        unknown = card >= 0 and self.rules.hindrances[card].kind == c.UNKNOWN
        laid = self.rules.hindrances[card] if unknown else self.rules
        return laid.has_down, laid.has_up

    def _usual_reserve(self, k: int, rest: list[int]) -> None:
        state = self.state
        has_down, has_up = self._layout(k)
        for column in range(c.COLUMNS):
            if has_down[column]:
                state.down[k, column] = rest.pop()
                state.n_down[k] += 1
            if has_up[column]:
                state.up[k, column] = rest.pop()
                state.n_up[k] += 1

    def _trouble(self, named: list[int], rest: list[int]) -> None:
        """The named cards on top, others below up to the size."""
        usual = max(len(named), min(int(self.rules.trouble_size), len(named) + len(rest)))
        most = len(named) + len(rest)
        size = self._number("trouble_size", usual, len(named), most)
        below = [rest.pop() for _ in range(size - len(named))]
        self.state.trouble[:size] = [*below, *reversed(named)]
        self.state.trouble_size = size


def _once(names: list[str], where: str) -> list[str]:
    double = next((name for name in names if names.count(name) > 1), None)
    if double:
        raise Problem(f"{where}: {double!r} is named twice")
    return names
