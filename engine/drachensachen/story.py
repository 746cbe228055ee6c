"""What the engine notes while it plays, told in sentences: the events of a transcript.

A round is what other games call a gambit: events of round N have `gambit` N.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

import numpy as np

from engine.core.telling import Event, Story
from engine.drachensachen import codes as c
from engine.drachensachen.reading import counted, places

if TYPE_CHECKING:
    from engine.drachensachen.game import DrachenDesign


class Teller(Story):
    """One game: call `opening` after the deal, `choice` before each step, `events` after it."""

    def __init__(self, design: DrachenDesign) -> None:
        super().__init__(design)
        self.said: Event | None = None
        self.tell: dict[int, Callable[..., str]] = {
            c.E_HINDRANCE: self._hindrance,
            c.E_CHAOS: lambda seat, **_: f"Seat {seat} takes Chaos: everybody takes a hindrance",
            c.E_TRICK: lambda card, **_: f"Trick: {c.TRICKS[card].replace('_', ' ')}",
            c.E_SWAP: self._swap,
            c.E_PLAY: self._play,
            c.E_TAKE: lambda seat, amount, **_: f"Seat {seat} takes the pile, {cards(amount)}",
            c.E_REMOVE: self._remove,
            c.E_FLIP: self._flip,
            c.E_BURN: lambda amount, **_: f"The pile goes to the box, {cards(amount)}",
            c.E_FIRE: lambda seat, **_: f"The dragon of seat {seat} breathes fire",
            c.E_DRAW: lambda seat, card, **_: f"Seat {seat} draws {c.NAMES[card]}",
            c.E_DEBT: lambda amount, **_: f"The next player owes {cards(amount)}",
            c.E_MISS: lambda seat, **_: f"Seat {seat} misses a turn",
            c.E_GIVE: self._give,
            c.E_REVERSE: self._reverse,
            c.E_LIFT: self._lift,
            c.E_FINISH: lambda seat, **_: f"Seat {seat} has no cards left and finishes the round",
            c.E_CAPPED: self._capped,
            c.E_LOSS: self._loss,
            c.E_TIE: lambda **_: "The lowest total is tied: one round more",
            c.E_AGAIN: lambda seat, **_: f"Seat {seat} has an additional turn",
        }

    def opening(self, state: np.record) -> Iterator[Event]:
        """The game and its cards, in gambit 0."""
        yield from self.title(state)
        counts = Counter(self.rules.copies.tolist())
        usual = counts.most_common(1)[0][0]
        odd = [
            f"{n} of {name}"
            for name, n in zip(c.NAMES, self.rules.copies.tolist(), strict=True)
            if n != usual
        ]
        told = f"{int(self.rules.n_cards)} cards, {usual} of each kind"
        yield self._event("deck", "; but ".join([told, ", ".join(odd)]) if odd else told)
        yield from self.assumed()

    def choice(self, state: np.record, option: int) -> None:
        """Keep the choice about to be made, where its consequences do not tell it."""
        kind, value = divmod(int(state.options[option]), c.OPTION_VALUES)
        seat = int(state.actor)
        self.said = None
        if kind == c.O_WORD and value in (c.W_KEEP, c.W_DECLINE):
            self.said = self._event("choice", f"Seat {seat} chooses {c.WORDS[value]}", seat=seat)
        elif kind == c.O_TARGET:
            self.said = self._event("choice", f"Seat {seat} chooses seat {value}", seat=seat)

    def events(self, state: np.record) -> Iterator[Event]:
        """What has happened since the last call, by the engine's notes; it led to ``state``."""
        if self.said:
            yield self.said
            self.said = None
        for event, seat, card, amount, other in self.rules.log[: self.rules.n_log].tolist():
            if event == c.E_ROUND:
                yield from self._round(seat, amount)
            elif event == c.E_DEALT:
                yield from self._dealt(state)
            elif event == c.E_OVER:
                yield from self._over(state, amount)
            elif event in self.tell:
                text = self.tell[event](seat=seat, card=card, amount=amount, other=other)
                named = [c.NAMES[card]] if event in NAMES_CARD else []
                gold = amount if event == c.E_LOSS else None
                who = seat if seat >= 0 else None
                yield self._event(KIND_WORDS[event], text, named, who, gold)
        self.rules.n_log = 0

    # --- the frame ---

    def _round(self, starter: int, number: int) -> Iterator[Event]:
        self.gambit = self.round = number
        yield self._event("gambit", f"Round {number}: seat {starter} starts")

    def _dealt(self, state: np.record) -> Iterator[Event]:
        for seat in range(self.design.players):
            hand = counted(state.held[seat])
            up = places(state.up[seat])
            down = int(state.n_down[seat])
            text = (
                f"Seat {seat} holds {_join(hand)}; reserve: {_join(up)} face up, {down} face down"
            )
            yield self._event("hand", text, [*hand, *up], seat)

    def _over(self, state: np.record, ended: int) -> Iterator[Event]:
        totals = _join(f"seat {k} {int(state.totals[k])}" for k in range(self.design.players))
        yield self._event("standing", f"Gold lost: {totals}")
        winners = [k for k in range(self.design.players) if state.winners >> k & 1]
        who = " and ".join(f"seat {k}" for k in winners)
        verb = "wins" if len(winners) == 1 else "share the win"
        gold = int(state.totals[winners[0]])
        text = f"The game is over ({c.ENDINGS[ended]}): {who} {verb} with {gold} gold lost"
        yield self._event("over", text, gold=gold)

    # --- one note each ---

    def _hindrance(self, seat: int, card: int, **_: int) -> str:
        return f"Seat {seat} takes the hindrance {self.design.hindrances[card].name}"

    def _swap(self, seat: int, card: int, other: int, **_: int) -> str:
        return f"Seat {seat} swaps {c.NAMES[card]} for {c.NAMES[other]} of its reserve"

    def _play(self, seat: int, card: int, amount: int, **_: int) -> str:
        return f"Seat {seat} plays {c.NAMES[card]}" + (f" x{amount}" if amount > 1 else "")

    def _remove(self, seat: int, card: int, amount: int, **_: int) -> str:
        return f"Seat {seat} removes {c.NAMES[card]} x{amount} from its hand"

    def _flip(self, seat: int, card: int, amount: int, **_: int) -> str:
        how = "and plays it" if amount else "which does not fit"
        return f"Seat {seat} turns up {c.NAMES[card]}, {how}"

    def _give(self, seat: int, card: int, other: int, **_: int) -> str:
        return f"Seat {other} takes a random card of seat {seat}: {c.NAMES[card]}"

    def _reverse(self, seat: int, amount: int, **_: int) -> str:
        if self.design.players == 2:
            return f"Seat {seat} takes a second turn"
        return (
            f"Seat {seat} turns the direction: {'clockwise' if amount > 0 else 'counter-clockwise'}"
        )

    def _lift(self, seat: int, card: int, **_: int) -> str:
        return f"Seat {seat} takes {c.NAMES[card]} of its reserve into its hand"

    def _capped(self, amount: int, **_: int) -> str:
        return f"The round has taken {amount} turns and ends without a finisher"

    def _loss(self, seat: int, amount: int, other: int, **_: int) -> str:
        told = f"Seat {seat} loses {amount} gold"
        return told if amount == other else f"{told} (of {other} counted)"


def cards(n: int) -> str:
    """So many cards, in words."""
    return f"{n} {'card' if n == 1 else 'cards'}"


def _join(items: Any) -> str:
    return ", ".join(items) or "nothing"


NAMES_CARD = frozenset((c.E_SWAP, c.E_PLAY, c.E_REMOVE, c.E_FLIP, c.E_DRAW, c.E_GIVE, c.E_LIFT))
KIND_WORDS = {
    c.E_HINDRANCE: "hindrance",
    c.E_CHAOS: "hindrance",
    c.E_TRICK: "trick",
    c.E_SWAP: "swap",
    c.E_PLAY: "play",
    c.E_TAKE: "take",
    c.E_REMOVE: "remove",
    c.E_FLIP: "flip",
    c.E_BURN: "burn",
    c.E_FIRE: "fire",
    c.E_DRAW: "draw",
    c.E_DEBT: "debt",
    c.E_MISS: "miss",
    c.E_GIVE: "give",
    c.E_REVERSE: "reverse",
    c.E_LIFT: "lift",
    c.E_FINISH: "finish",
    c.E_CAPPED: "capped",
    c.E_LOSS: "loss",
    c.E_TIE: "tie",
    c.E_AGAIN: "again",
}
