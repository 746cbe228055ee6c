"""Which agents there are: specs to agents, and playing games with a table of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from agents import loading, random, thinking
from agents.builtin import KINDS, Kind
from agents.desk import AGENT, OUTSIDE, RANDOM
from agents.specs import Parameter, split, understand
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
        record: the agent for the kernels; its kind is `OUTSIDE` where `choose` must be asked.
        parameters: what its spec can set.
        clocked: thinks by the clock, so what it chooses depends on the machine and the moment.
    """

    spec: str
    about: str
    cost: str
    choose: Callable[[Any, Any], int]
    record: np.void = field(default_factory=lambda: _outside(), compare=False)
    parameters: Mapping[str, Parameter] = field(default_factory=dict, compare=False)
    clocked: bool = False


def _outside() -> np.void:
    record = np.zeros(1, AGENT)
    record["kind"] = OUTSIDE
    return record[0]


def _built_in(kind: Kind, spec: str, given: Mapping[str, str]) -> Agent:
    record = kind.record(understand(spec, kind.parameters, given))
    chooser = random.choose if kind.code == RANDOM else thinking.chooser(record)
    clocked = "ms" in kind.parameters and record["ms"] > 0
    if clocked:
        record = _outside()  # what a clock decides is decided in Python
    return Agent(spec, kind.about, kind.cost, chooser, record, kind.parameters, bool(clocked))


AGENTS = {kind.name: _built_in(kind, kind.name, {}) for kind in KINDS.values() if kind.listed}


def parse(spec: str) -> Agent:
    """The agent that a spec names; raises Problem with the nearest names."""
    spec = spec.strip()
    name = spec.partition(":")[0].strip()
    if name in KINDS:
        return _built_in(KINDS[name], spec, split(spec)[1])
    agent: Any = loading.python_agent(spec)
    if agent is None:
        raise Problem(f"unknown agent {name!r}{near(name, [*AGENTS, *loading.plugins()])}")
    return agent


def table(specs: Sequence[str], players: int) -> tuple[Agent, ...]:
    """One agent a seat, from one spec a seat or one spec for all; raises Problem."""
    agents = [parse(spec) for spec in specs]
    if len(agents) == 1:
        agents *= players
    if len(agents) != players:
        raise Problem(
            f"{len(agents)} agents for {players} players: name one for all seats, or one a seat (--agents)"
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

    `states` has one record, the working space; `rows` is filled in place. Runs without the GIL, but
    for agents that are asked in Python. An agent at a seat draws from that seat's own stream, so the
    same deal can be played with the agents in other seats.
    """
    records = [getattr(agent, "record", _outside()) for agent in agents]
    kinds = {int(record["kind"]) for record in records}
    if kinds == {RANDOM}:
        play_random(states, rules, seed, first, rows)
    elif OUTSIDE in kinds:
        choosers = [agent.choose for agent in agents]
        thinking.play_mixed(records, choosers, rules, seed, first, rows, states.dtype)
    else:
        thinking.play(records, rules, seed, first, rows, states.dtype)
