"""Which agents there are: specs to agents, and playing games with a table of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from agents import random
from engine.core.play import play_random
from engine.core.problem import Problem, near


@dataclass(frozen=True)
class Agent:
    """An agent as a spec names it.

    Attributes:
        spec: what the user wrote, and what files and tables show.
        about: one sentence for `dragonlab agents`.
        cost: what a decision costs, in words.
        choose: (state, rules) -> index of the option; called only where there are two or more.
    """

    spec: str
    about: str
    cost: str
    choose: Callable[[Any, Any], int]


AGENTS = {
    agent.spec: agent
    for agent in (
        Agent(
            "random",
            "Every option has the same chance.",
            "about 0.2 microseconds a decision, the game's own steps included",
            random.choose,
        ),
    )
}


def parse(spec: str) -> Agent:
    """The agent that a spec names; raises Problem with the nearest names."""
    agent = AGENTS.get(spec.strip())
    if agent is None:
        raise Problem(f"unknown agent {spec.strip()!r}{near(spec.strip(), AGENTS)}")
    return agent


def table(specs: Sequence[str], players: int) -> tuple[Agent, ...]:
    """One agent a seat, from one spec a seat or one spec for all; raises Problem."""
    agents = [parse(spec) for spec in specs]
    if len(agents) == 1:
        agents *= players
    if len(agents) != players:
        raise Problem(
            f"{len(agents)} agents for {players} players: name one for all seats, or one a seat"
        )
    return tuple(agents)


def play(
    agents: Sequence[Agent],
    states: np.recarray,
    rules: Any,
    seed: int,
    first: int,
    rows: np.recarray,
) -> None:
    """Plays games `first`, `first` + 1, ... until `rows` is full, one row a game.

    `states` has one record, the working space; `rows` is filled in place. Runs without the GIL.
    """
    # All agents that there are choose at random, which the core has as a kernel of its own.
    play_random(states, rules, seed, first, rows)
