"""What the engine notes while it plays, told in sentences: the events of a transcript.

The gambit of an event is the number of the turn, its round is 0, and no gold moves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import numpy as np

from engine.core.telling import Event, Story
from engine.dragon_war import codes as c
from engine.dragon_war import labels, words

if TYPE_CHECKING:
    from engine.dragon_war.game import DragonWarDesign


class Teller(Story):
    """One game: call `opening` after the deal, `choice` before each step, `events` after it."""

    def __init__(self, design: DragonWarDesign) -> None:
        super().__init__(design)
        self.tell: dict[int, Callable[..., Event | None]] = {
            c.E_ORDER: self._order,
            c.E_FIRST: self._first,
            c.E_SKIPPED: self._skipped,
            c.E_ROLL: self._roll,
            c.E_STAND: self._stand,
            c.E_SQUARE: self._square,
            c.E_INERT: self._inert,
            c.E_DRAW: self._draw,
            c.E_NO_DRAW: self._no_draw,
            c.E_INSTANT: self._instant,
            c.E_USE: self._use,
            c.E_LIMIT: self._limit,
            c.E_DISCARD: self._discard,
            c.E_LIFE: self._life,
            c.E_SAFE: self._safe,
            c.E_SHIELDED: self._shielded,
            c.E_DIE: self._die,
            c.E_BATTLE: self._battle,
            c.E_COMBAT: self._combat,
            c.E_TIE: self._tie,
            c.E_VICTORY: self._victory,
            c.E_DAMAGE: self._damage,
            c.E_SWAP: self._swap,
            c.E_STEAL: self._steal,
            c.E_SKIP: self._skip,
            c.E_AGAIN: self._again,
            c.E_OUT: self._out,
            c.E_RESTART: self._restart,
            c.E_TRY: self._try,
            c.E_SHUFFLE: self._shuffle,
            c.E_TARGET: self._target,
        }

    # --- the frame of a game ---

    def opening(self, state: np.record) -> Iterator[Event]:
        """The game, its components and its board, before the first turn."""
        design = self.design
        yield from self.title(state)
        yield from self.assumed()
        names = [design.board[card] for card in state.board[: self.rules.n_board].tolist()]
        finish = int(self.rules.finish)
        yield self._event("deck", f"Board, FINISH at {finish}: {', '.join(names)}", names)
        people = (f"seat {k} {design.box.characters[k].name}" for k in range(design.players))
        life = int(self.rules.start_life)
        yield self._event("deck", f"Characters: {', '.join(people)}; each has {life} life")

    def choice(self, state: np.record, option: int) -> None:
        """Every choice is told by what comes of it."""

    def events(self, state: np.record) -> Iterator[Event]:
        """What has happened since the last call, by the engine's notes; it led to ``state``."""
        for event, seat, card, amount, other in self.rules.log[: self.rules.n_log].tolist():
            if event == c.E_TURN:
                yield from self._turn(state, seat, amount, other)
            elif event == c.E_OVER:
                yield from self._over(state, amount)
            elif event in self.tell:
                told = self.tell[event](seat=seat, card=card, amount=amount, other=other)
                if told:
                    yield told
        self.rules.n_log = 0

    def _turn(self, state: np.record, seat: int, number: int, pos: int) -> Iterator[Event]:
        self.gambit = number
        yield self._event("gambit", f"Turn {number}: seat {seat} on {self._place(pos)}", seat=seat)

    def _over(self, state: np.record, ended: int) -> Iterator[Event]:
        winners = [k for k in range(self.design.players) if state.winners >> k & 1]
        who = " and ".join(f"seat {k}" for k in winners)
        verb = "wins" if len(winners) == 1 else "share the win"
        how = c.ENDINGS[ended].replace("_", " ")
        yield self._event("over", f"The game is over ({how}): {who} {verb}")

    # --- the turn ---

    def _order(self, seat: int, amount: int, **_: int) -> Event:
        return self._event("roll", f"Seat {seat} rolls {amount} for the first turn", seat=seat)

    def _first(self, seat: int, **_: int) -> Event:
        return self._event("first", f"Seat {seat} begins", seat=seat)

    def _skipped(self, seat: int, **_: int) -> Event:
        return self._event("skipped", f"Seat {seat} misses this turn", seat=seat)

    def _roll(self, seat: int, amount: int, other: int, **_: int) -> Event:
        bonus = f" and adds {other}" if other else ""
        return self._event("roll", f"Seat {seat} rolls {amount}{bonus}", seat=seat)

    def _stand(self, seat: int, amount: int, **_: int) -> Event:
        return self._event("move", f"Seat {seat} comes to {self._place(amount)}", seat=seat)

    def _square(self, card: int, seat: int, amount: int, **_: int) -> Event:
        name = self.design.board[card]
        index = card * c.SQUARES + amount
        op, n = int(self.rules.square_op[index]), int(self.rules.square_n[index])
        text = f"{name}, square {amount + 1}: {words.told(op, n)}"
        return self._event("square", text, [name], seat)

    def _inert(self, seat: int, **_: int) -> Event:
        return self._event("inert", "The square does nothing: too many have acted", seat=seat)

    def _again(self, seat: int, **_: int) -> Event:
        return self._event("again", f"Seat {seat} will roll once more", seat=seat)

    def _skip(self, seat: int, amount: int, **_: int) -> Event:
        return self._event("skip", f"Seat {seat} will miss the next turn", seat=seat)

    def _try(self, seat: int, amount: int, other: int, **_: int) -> Event:
        enough = "enough" if amount >= other else f"{other} are needed"
        return self._event("try", f"Seat {seat} rolls {amount} on FINISH: {enough}", seat=seat)

    # --- cards ---

    def _draw(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("draw", "Seat {seat} draws {card}", seat, card)

    def _no_draw(self, seat: int, **_: int) -> Event:
        return self._event("no-draw", "No Fate card is left to draw", seat=seat)

    def _instant(self, seat: int, card: int, **_: int) -> Event:
        told = words.told(*self.design.box.fate[card].effect)
        return self._card_event("instant", f"{{card}}: {told}", seat, card)

    def _use(self, seat: int, card: int, **_: int) -> Event:
        told = words.told(*self.design.box.fate[card].effect)
        return self._card_event("use", f"Seat {{seat}} uses {{card}}: {told}", seat, card)

    def _limit(self, seat: int, amount: int, **_: int) -> Event:
        text = f"Seat {seat} holds more than {amount} cards and must discard one"
        return self._event("limit", text, seat=seat)

    def _discard(self, seat: int, card: int, **_: int) -> Event:
        return self._card_event("discard", "Seat {seat} discards {card}", seat, card)

    def _steal(self, seat: int, card: int, other: int, **_: int) -> Event:
        return self._card_event(
            "steal", f"Seat {{seat}} takes {{card}} of seat {other}", seat, card
        )

    def _shuffle(self, amount: int, **_: int) -> Event:
        return self._event(
            "shuffle", f"The discard pile, {amount} cards, is shuffled into a new deck"
        )

    # --- life and battles ---

    def _target(self, seat: int, other: int, **_: int) -> Event:
        return self._event("target", f"Seat {seat} chooses seat {other}", seat=seat)

    def _life(self, seat: int, amount: int, other: int, **_: int) -> Event:
        verb = "gains" if amount >= 0 else "loses"
        return self._event("life", f"Seat {seat} {verb} {abs(amount)} life: {other}", seat=seat)

    def _safe(self, seat: int, **_: int) -> Event:
        return self._event("safe", f"Seat {seat} is safe on a Safe Haven", seat=seat)

    def _shielded(self, seat: int, card: int, amount: int, **_: int) -> Event:
        text = f"Seat {{seat}} uses {{card}}: the loss of {amount} is cancelled"
        return self._card_event("shield", text, seat, card)

    def _die(self, seat: int, amount: int, **_: int) -> Event:
        return self._event("die", f"The die shows {amount}", seat=seat)

    def _battle(self, seat: int, other: int, **_: int) -> Event:
        return self._event("battle", f"Seat {seat} fights seat {other}", seat=seat)

    def _combat(self, amount: int, other: int, seat: int, **_: int) -> Event:
        return self._event("combat", f"The dice: {amount} against {other}", seat=seat)

    def _tie(self, seat: int, **_: int) -> Event:
        return self._event("tie", "A tie: both roll again", seat=seat)

    def _victory(self, seat: int, amount: int, other: int, **_: int) -> Event:
        high, low = max(amount, other), min(amount, other)
        return self._event("victory", f"Seat {seat} wins the battle, {high} to {low}", seat=seat)

    def _damage(self, seat: int, amount: int, **_: int) -> Event:
        return self._event("damage", f"Seat {seat} rolls {amount} for damage", seat=seat)

    def _swap(self, seat: int, other: int, **_: int) -> Event:
        return self._event("swap", f"Seat {seat} trades places with seat {other}", seat=seat)

    def _out(self, seat: int, **_: int) -> Event:
        return self._event("out", f"Seat {seat} is out of the game", seat=seat)

    def _restart(self, seat: int, amount: int, other: int, **_: int) -> Event:
        text = f"Seat {seat} is out and returns to START with {other} life, return {amount}"
        return self._event("restart", text, seat=seat)

    # --- events ---

    def _card_event(self, kind: str, text: str, seat: int, title: int) -> Event:
        name = self.design.titles[title]
        return self._event(kind, text.format(seat=seat, card=name), [name], seat)

    def _place(self, pos: int) -> str:
        place = labels.square(self.design, pos)
        return place if isinstance(place, str) else f"square {place}"
