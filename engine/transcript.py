"""Transcripts: one game in words, every card, coin and choice, to follow with the box on the table.

`tell` plays a game and yields its events. This module knows no game: the design's `teller` turns
what the engine notes into sentences.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import numpy as np

from engine.core.jit import compiled
from engine.core.problem import Problem
from engine.core.rng import below, check_seed
from engine.core.verbs import deal, step

SCHEMA = "dragonlab.watch/1"
Event = dict[str, Any]
"""gambit, round, seat (None: nobody's), kind, text, cards (names), gold (None: none moves)."""
Choose = Callable[[np.record, np.record], int]
"""(state, rules) -> index of the option; asked only where there are two or more."""


def tell(
    design: Any, seed: int, game: int, choose: Choose | None = None, from_gambit: int = 1
) -> Iterator[Event]:
    """Play game number ``game`` of the run ``seed`` and yield what happens, in order.

    Without ``choose`` every seat plays at random, from the stream that `dragonlab run` plays it
    from: it is the very game that a run counts. Told are the opening and everything from gambit
    ``from_gambit`` on.

    Raises:
        Problem: seed, game or gambit out of range, or the game ended before that gambit (then
            nothing has been yielded).
    """
    check_seed(seed)
    check_seed(game, "game")
    if from_gambit < 1:
        raise Problem(f"gambits count from 1, so there is none to tell from {from_gambit}")
    told = 0
    opening: list[Event] = []
    last = 0
    for event in _all(design, seed, game, choose or choose_at_random):
        last = max(last, event["gambit"])
        if event["gambit"] == 0:
            opening.append(event)
        elif event["gambit"] >= from_gambit:
            if not told:
                yield from opening
            told += 1
            yield event
    if not told:
        raise Problem(f"game {game} of seed {seed} ended in gambit {last}, before {from_gambit}")


@compiled
def choose_at_random(state, rules):
    """Each option with the same chance, by the acting seat's own stream, as the kernels draw."""
    return below(state.agent_luck, state.actor, state.n_options)


def _all(design: Any, seed: int, game: int, choose: Choose) -> Iterator[Event]:
    design = design.private()
    rules = design.rules
    rules.logging = 1
    state = np.zeros(1, design.game.state).view(np.recarray)[0]
    teller = design.teller()
    deal(state, rules, seed, game)
    yield from teller.opening(state)
    yield from teller.events(state)
    while not state.over:
        option = choose(state, rules) if state.n_options > 1 else 0
        teller.choice(state, option)
        rules.n_log = 0
        step(state, rules, option)
        yield from teller.events(state)


def lines(events: Iterable[Event]) -> Iterator[str]:
    """The events as lines of text: gambits and rounds as headings, the rest indented below."""
    for event in events:
        if event["kind"] in ("deck", "over"):
            yield event["text"]
        elif event["kind"] == "gambit":
            yield ""
            yield event["text"]
        elif event["kind"] == "round":
            yield f"  {event['text']}"
        else:
            yield f"    {event['text']}"


def document(design: Any, seed: int, game: int, events: Iterable[Event]) -> Mapping[str, Any]:
    """The JSON document of `dragonlab watch --format json`."""
    return {
        "schema": SCHEMA,
        "seed": seed,
        "game_number": game,
        **design.as_dict(),
        "events": list(events),
    }


def as_json(design: Any, seed: int, game: int, events: Iterable[Event]) -> str:
    """`document` as text."""
    return json.dumps(document(design, seed, game, events), indent=2, ensure_ascii=False)
