"""A position given in words becomes a state.

`place` lays the named cards and tiles, fills the rest at random from the seed, and lets the engine
run to the first question.
"""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core import written
from engine.core.placing import placed, seat_place, seat_tables
from engine.core.problem import Problem
from engine.dragon_war import codes as c
from engine.dragon_war import labels
from engine.dragon_war.course import resume

if TYPE_CHECKING:
    from engine.dragon_war.game import DragonWarDesign

POSITION_KEYS = ("turn", "turn_no", "phase", "board", "deck", "deck_size", "discard", "seats")
SEAT_KEYS = ("square", "life", "alive", "restarts", "skip", "hand")
PHASES = {"before roll": c.P_TURN, "end of turn": c.P_AFTER}
LIFE_MOST = 10_000


def place(design: DragonWarDesign, position: Mapping[str, Any], seed: int) -> np.record:
    """The state of a position, at its first question; see `engine.core.placing.placed`.

    Raises:
        Problem: a wrong key, card or number; a sentence that names the place in the position.
    """
    return placed(
        design, position, seed, lambda state: _Layout(design, state, position, seed).lay(), resume
    )


class _Layout:
    """One position under way."""

    def __init__(
        self, design: DragonWarDesign, state: np.record, position: Mapping[str, Any], seed: int
    ) -> None:
        self.design, self.rules, self.state = design, design.rules, state
        self.position = written.table(position, "position", POSITION_KEYS)
        self.luck = random.Random(seed)
        self.left: dict[int, list[int]] = {}  # title -> cards not placed yet
        for card in range(int(self.rules.n_fate)):
            self.left.setdefault(int(self.rules.fate_title[card]), []).append(card)
        self.seats = seat_tables(position, design.players, SEAT_KEYS)

    def lay(self) -> None:
        """Everything, in the order in which it depends on each other."""
        state = self.state
        state.n_options = 0
        self._board()
        for k, seat in enumerate(self.seats):
            self._seat(k, seat)
        self._course()
        self._piles()

    def _course(self) -> None:
        state, seats = self.state, self.design.players
        state.turn = self._number("turn", 0, 0, seats - 1)
        if not state.alive[state.turn]:
            raise Problem(f"position, turn: seat {int(state.turn)} is out and has no turn")
        state.turn_no = self._number("turn_no", 1, 1, 30_000) - 1
        phase = written.word(self.position.get("phase", "before roll"), "position, phase", PHASES)
        state.phase = PHASES[phase]
        if state.phase == c.P_AFTER:
            state.turn_no += 1

    def _number(self, key: str, usual: int, low: int, high: int) -> int:
        return written.whole(self.position.get(key, usual), f"position, {key}", low, high)

    def _board(self) -> None:
        """The named game cards from START on; the others as dealt."""
        where = "position, board"
        named = []
        for name in written.several(self.position.get("board", []), where):
            try:
                card = self.design.board_card(written.text(name, where))
            except Problem as problem:
                raise labels.at(where, problem) from None
            if card in named:
                raise Problem(f"{where}: {self.design.board[card]} lies there already")
            named.append(card)
        if len(named) > self.rules.n_board:
            raise Problem(f"{where}: {len(named)} cards; the board has {int(self.rules.n_board)}")
        dealt = self.state.board[: self.rules.n_cards].tolist()
        rest = [card for card in dealt if card not in named]
        self.state.board[: self.rules.n_cards] = named + rest

    def _seat(self, k: int, seat: Mapping[str, Any]) -> None:
        state, where = self.state, seat_place(k)
        state.pos[k] = self._square(seat.get("square", 0), f"{where}, square")
        alive = written.flag(seat.get("alive", True), f"{where}, alive")
        life = int(self.rules.start_life) if alive else 0
        state.life[k] = written.whole(
            seat.get("life", life), f"{where}, life", int(alive), LIFE_MOST
        )
        state.restarts[k] = written.whole(seat.get("restarts", 0), f"{where}, restarts", 0, 100)
        state.skip[k] = written.whole(seat.get("skip", 0), f"{where}, skip", 0, 100)
        if not alive:
            state.alive[k] = 0
            state.outs += 1
            state.out_order[k] = state.outs
        hand = written.several(seat.get("hand", []), f"{where}, hand")
        if hand and not alive:
            raise Problem(f"{where}: who is out holds no cards")
        for name in hand:
            card = self._claim(name, f"{where}, hand")
            if not self.rules.title_held[self.rules.fate_title[card]]:
                raise Problem(f"{where}, hand: {self.design.name(card)} is not held")
            state.hand[k, state.hand_size[k]] = card
            state.hand_size[k] += 1
            state.known[card] = 1 << k
            state.traced[card] = 1 << k
        if len(hand) > self.rules.hand_limit:
            raise Problem(f"{where}, hand: {len(hand)} cards; the limit is {self.rules.hand_limit}")

    def _square(self, given: Any, where: str) -> int:
        finish = int(self.rules.finish)
        ends = {labels.START: 0, labels.FINISH: finish}
        if isinstance(given, str):
            return ends[written.word(given, where, ends, "place")]
        return written.whole(given, where, 0, finish)

    def _claim(self, given: Any, where: str) -> int:
        title = labels.title_at(self.design, given, where)
        if not self.left.get(title):
            raise Problem(
                f"{where}: {self.design.titles[title]} is named more often than there are"
            )
        return self.left[title].pop(0)

    def _piles(self) -> None:
        """Deck and discard pile: named cards on top, the rest of all cards below at random."""
        state = self.state
        named = [
            [self._claim(name, f"position, {key}") for name in self._names(key)]
            for key in ("deck", "discard")
        ]
        rest = sorted(card for cards in self.left.values() for card in cards)
        self.luck.shuffle(rest)
        deck, discard = named
        size = self._number("deck_size", len(deck) + len(rest), len(deck), c.MAX_FATE)
        taken = size - len(deck)
        if taken > len(rest):
            raise Problem(f"position, deck_size: {size} cards; {len(deck) + len(rest)} are left")
        deck, over = deck + rest[:taken], rest[taken:]
        if over and not self.rules.recycle_discard:
            raise Problem(
                f"position, deck_size: {len(over)} cards would lie nowhere, as this game has no "
                "discard pile"
            )
        discard = discard + over
        if discard and not self.rules.recycle_discard:
            raise Problem("position, discard: used cards go under the deck in this game")
        state.head, state.public = 0, 0
        state.deck[: len(deck)] = deck
        state.deck_size = len(deck)
        state.discard[: len(discard)] = discard
        state.discard_size = len(discard)
        for card in discard:
            state.traced[card] = (1 << self.design.players) - 1

    def _names(self, key: str) -> list[Any]:
        return written.several(self.position.get(key, []), f"position, {key}")
