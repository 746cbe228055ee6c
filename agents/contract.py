"""The contract with an agent in Python: how it is made and asked, and what its failure is.

    class Bot:
        def __init__(self, seed, **parameters): ...        # both optional
        def choose(self, view) -> int: ...                 # an index into view.options
        def choose_batch(self, views) -> array of int: ... # optional: many decisions at once

Asked through `choose`, every seat of every game has an instance of its own, made with a seed of its
own, so it may remember the game it plays. Asked through `choose_batch`, one instance answers for
all.
"""

from __future__ import annotations

import operator
import traceback
from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np

from agents.desk import OUTSIDE
from agents.forfeits import EXCEPTION, ILLEGAL, Forfeit
from agents.sitting import think
from agents.view import Views

TRACE_MAX = 5  # steps of a traceback that are kept
TEXT_MAX = 2_000  # characters of a failure that are kept
FAILURES = (Exception, SystemExit)  # Ctrl-C is no failure of an agent


class Watch(Protocol):
    """Is told of each call of foreign code, so that one that does not return can be ended."""

    def begin(self, at: int, seat: int, decision: int, positions: int) -> None:
        """A call begins: for this game (its place in the job), or the first of so many."""

    def end(self) -> None:
        """The call has returned."""


class NoWatch:
    """Nobody watches."""

    def begin(self, at: int, seat: int, decision: int, positions: int) -> None:
        """Nothing."""

    def end(self) -> None:
        """Nothing."""


class Illegal(Exception):
    """An answer that is no choice."""


class Caller:
    """Calls one agent's code. Seats with the same agent share a caller.

    Attributes:
        batch: whether it answers many decisions in one call.
    """

    def __init__(
        self,
        make: Callable[..., Any],
        parameters: Mapping[str, Any],
        seed: int,
        takes_seed: bool = True,
        batch: bool = False,
    ) -> None:
        self._make, self._parameters, self._takes_seed = make, dict(parameters), takes_seed
        self._seed = seed
        self._one: Any = None
        self._many: dict[tuple[int, int], tuple[int, Any]] = {}  # (place, seat) -> game, instance
        self.batch = batch

    def ask(
        self,
        views: Views,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        made: np.ndarray,
        watch: Watch,
    ) -> dict[int, Forfeit]:
        """Fill `made` (int64[n]) with a choice for each view; return failures by place in `views`.

        Args:
            games: int64[n], the place of each view's game in the job.
            states, which: where the games stand; only a new instance's seed is read from there.
        """
        if self.batch:
            failed: dict[int, Forfeit] = {}
            self._ask_batch(views, games, made, watch, 0, len(views), failed)
            return failed
        return self._ask_each(views, games, states, which, made, watch)

    # --- one by one -------------------------------------------------------------------------------

    def _ask_each(
        self,
        views: Views,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        made: np.ndarray,
        watch: Watch,
    ) -> dict[int, Forfeit]:
        failed = {}
        seats, decisions = views.seat.tolist(), views.decisions.tolist()
        n_options = views.n_options.tolist()
        places = which.tolist()
        for j, at in enumerate(games.tolist()):
            seat = seats[j]
            watch.begin(at, seat, decisions[j], 1)
            try:
                bot = self.playing(places[j], seat, at, states)
                made[j] = one_index(bot.choose(views[j]), n_options[j])
            except FAILURES as error:
                failed[j] = _failure(error, seat, decisions[j])
            watch.end()
        return failed

    def playing(self, place: int, seat: int, at: int, states: np.recarray) -> Any:
        """The instance that plays this seat of this game."""
        game, bot = self._many.get((place, seat), (-1, None))
        if game != at:
            luck = int(states.view(np.ndarray)["agent_luck"][place, seat])
            bot = self.instance(luck >> 1)
            self._many[place, seat] = at, bot
        return bot

    def instance(self, seed: int) -> Any:
        """A new instance."""
        if self._takes_seed:
            return self._make(seed=seed, **self._parameters)
        return self._make(**self._parameters)

    def forget(self) -> None:
        """Other games begin: no instance goes on from one to another."""
        self._many.clear()

    def shared(self) -> Any:
        """The one instance that answers for all games."""
        if self._one is None:
            self._one = self.instance(self._seed)
        return self._one

    # --- many at once -----------------------------------------------------------------------------

    def _ask_batch(
        self,
        views: Views,
        games: np.ndarray,
        made: np.ndarray,
        watch: Watch,
        first: int,
        end: int,
        failed: dict[int, Forfeit],
    ) -> None:
        """Ask for the views `first` to `end - 1`; where the call fails, for each half of them."""
        part = views if end - first == len(views) else views.part(first, end)
        seat, decision = int(part.seat[0]), int(part.decisions[0])
        watch.begin(int(games[first]), seat, decision, end - first)
        try:
            answers = _indices(self.shared().choose_batch(part), end - first)
        except FAILURES as error:
            watch.end()
            if end - first == 1:
                failed[first] = _failure(error, seat, decision)
                return
            middle = (first + end) // 2
            self._ask_batch(views, games, made, watch, first, middle, failed)
            self._ask_batch(views, games, made, watch, middle, end, failed)
            return
        watch.end()
        wrong = (answers < 0) | (answers >= part.n_options)
        made[first:end] = answers
        for j in np.flatnonzero(wrong).tolist():
            seat, decision = int(part.seat[j]), int(part.decisions[j])
            illegal = _out_of_range(int(answers[j]), int(part.n_options[j]))
            failed[first + j] = _failure(illegal, seat, decision)


def one_index(answer: Any, n_options: int) -> int:
    """A single answer as an index; raises Illegal."""
    if type(answer) is not int:
        try:
            if isinstance(answer, bool | np.bool_):
                raise TypeError
            answer = operator.index(answer)
        except TypeError:
            raise Illegal(f"{_short(answer)} is not an index: choose must return an int") from None
    if not 0 <= answer < n_options:
        raise _out_of_range(answer, n_options)
    return answer


def _indices(answers: Any, n: int) -> np.ndarray:
    """Answers for a batch as int64[n]; raises Illegal."""
    array = np.asarray(answers)
    if array.shape != (n,):
        raise Illegal(f"choose_batch must return {n} indices, shape ({n},), not {array.shape}")
    if array.dtype.kind not in "iu":
        raise Illegal(f"choose_batch must return whole numbers, not {array.dtype}")
    return array.astype(np.int64)


def _out_of_range(answer: int, n_options: int) -> Illegal:
    return Illegal(f"choice {answer} is out of range: there are {n_options} options, from 0")


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 80 else f"{text[:77]}..."


def _failure(error: BaseException, seat: int, decision: int) -> Forfeit:
    if isinstance(error, Illegal):
        return Forfeit(ILLEGAL, seat, decision, str(error))
    trace = error.__traceback__
    theirs = trace.tb_next if trace is not None else None  # the first step is ours
    told = "".join(traceback.format_exception(type(error), error, theirs, limit=-TRACE_MAX))
    return Forfeit(EXCEPTION, seat, decision, told[-TEXT_MAX:])


class Thinking:
    """A compiled agent behind the face of a `Caller`: it is asked in places of a batch.

    Args:
        agent: as `agents.registry` hands it out.
    """

    batch = True

    def __init__(self, agent: Any, rules: Any) -> None:
        self._agent, self._rules = agent, rules

    def forget(self) -> None:
        """It remembers nothing."""

    def ask(
        self,
        views: Views,
        games: np.ndarray,
        states: np.recarray,
        which: np.ndarray,
        made: np.ndarray,
        watch: Watch,
    ) -> dict[int, Forfeit]:
        """As `Caller.ask`."""
        failed = {}
        if self._agent.record["kind"] == OUTSIDE:
            for j, place in enumerate(which.tolist()):
                made[j] = self._agent.choose(states[place], self._rules)
        else:
            think(self._agent.record, states, self._rules, which, made)
        wrong = (made < 0) | (made >= views.n_options)
        for j in np.flatnonzero(wrong).tolist():
            illegal = _out_of_range(int(made[j]), int(views.n_options[j]))
            failed[j] = _failure(illegal, int(views.seat[j]), int(views.decisions[j]))
        return failed


def single_choice(caller: Caller) -> Callable[[Views, int], int]:
    """The agent as one function, for a game that is watched: views of one decision to its index.

    Its second argument is the seed of an instance, used where the seat's game begins.
    """
    bots: dict[int, tuple[int, Any]] = {}  # seat -> game, instance

    def choose(views: Views, seed: int) -> int:
        view = views[0]
        if caller.batch:
            answers = _indices(caller.shared().choose_batch(views), 1)
            return one_index(int(answers[0]), view.n_options)
        game, bot = bots.get(view.seat, (-1, None))
        if game != view.game:
            bot = caller.instance(seed)
            bots[view.seat] = int(view.game), bot
        return one_index(bot.choose(view), view.n_options)

    return choose
