"""What the contract suite looks at while games are played: which choices are made, and from what.

For each game a digest of all its choices is kept, to be compared between plays of the same game;
and at every decision the agent is asked once more after everything that its seat cannot see has
been dealt anew.
"""

from __future__ import annotations

import copy
from typing import Any

import numpy as np

from agents.contract import FAILURES, Caller, Thinking, Watch, one_index
from agents.view import Table, Views
from engine.core.game import Design
from engine.core.jit import compiled
from engine.core.verbs import redeal_hidden

PRIME = 0x100000001B3  # of the FNV-1a hash
WORD = (1 << 64) - 1


@compiled
def redeal_many(states, rules, luck):
    """Deal anew what the seat asked in each state cannot see, by the stream `luck` (uint64[1])."""
    for i in range(states.shape[0]):
        redeal_hidden(states[i], rules, states[i].actor, luck)


def can_redeal(design: Design) -> bool:
    """Whether the game can deal hidden cards anew: else nobody can tell whether an agent peeks."""
    return design.game.state in redeal_hidden.bodies


class Examiner:
    """Looks on while one job is played.

    Attributes:
        digests: uint64[games], of the choices of each game.
        peeks: uint16[games], decisions that were others once hidden cards were dealt anew.
        asked: uint16[games], decisions at which that was tried.
    """

    def __init__(
        self,
        design: Design,
        digests: np.ndarray,
        peeks: np.ndarray,
        asked: np.ndarray,
    ) -> None:
        self.design = design
        self.digests, self.peeks, self.asked = digests, peeks, asked
        self.table = Table(design)
        self.luck = np.array([0x5DEECE66D], np.uint64)
        self.redeals = can_redeal(design)
        self._twins: list[Any] = []
        self._others: np.recarray

    def before(
        self,
        caller: Caller | Thinking,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        seats: np.ndarray,
    ) -> None:
        """Before an agent is asked: positions and what it remembers are copied, to ask it twice."""
        self._twins = []
        if not self.redeals:
            return
        self._others = states[which].copy().view(np.recarray)
        if isinstance(caller, Caller) and not caller.batch:
            for at, place, seat in zip(games.tolist(), which.tolist(), seats.tolist(), strict=True):
                try:
                    twin = copy.deepcopy(caller.playing(place, seat, at, states))
                except FAILURES:  # it fails, or cannot be copied: it is not asked twice
                    twin = None
                self._twins.append(twin)

    def after(
        self,
        caller: Caller | Thinking,
        views: Views,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        made: np.ndarray,
        watch: Watch,
    ) -> None:
        """After it has chosen (`made`; below 0: it has failed)."""
        for at, seat, choice in zip(
            games.tolist(), views.seat.tolist(), made.tolist(), strict=True
        ):
            digest = int(self.digests[at])
            for byte in (seat, choice & 0xFFFF):
                digest = (digest ^ byte) * PRIME & WORD
            self.digests[at] = digest
        if not self.redeals:
            return
        kept = states[which].copy()
        redeal_many(self._others, self.design.rules, self.luck)
        states[which] = self._others  # so that who looks behind the view finds them too
        self._ask_again(caller, views, games, states, which, made, watch)
        states[which] = kept

    def _ask_again(
        self,
        caller: Caller | Thinking,
        views: Views,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        made: np.ndarray,
        watch: Watch,
    ) -> None:
        anew = self.table.look(states, which)
        if caller.batch:
            answers = np.full(len(games), -1, np.int64)
            caller.ask(anew, games, states, which, answers, watch)
        for j, at in enumerate(games.tolist()):
            if made[j] < 0:
                continue
            if caller.batch:
                answer = int(answers[j])
            elif self._twins[j] is None:
                continue
            else:
                watch.begin(at, int(views.seat[j]), int(views.decisions[j]), 1)
                try:
                    view = anew[j]
                    answer = one_index(self._twins[j].choose(view), view.n_options)
                except FAILURES:
                    answer = -1
                watch.end()
            self.asked[at] += 1
            self.peeks[at] += answer != made[j]
