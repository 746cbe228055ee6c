"""Agents of known strength for the tests: `skill:elo=N` wins as a player of that Elo does.

Their games are not played: each seat draws its luck for the deal, the same whoever sits there, and
the most of luck and skill wins. With Gumbel luck that is exactly Plackett and Luce's model, so the
ratings that come out can be held against those that went in. `drawn=N` makes N % of the deals end
with all seats winning together.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from agents import registry
from engine.core.problem import Problem

REAL = {name: getattr(registry, name) for name in ("parse", "play")}
NAME = "skill"


def parse(spec: str) -> registry.Agent:
    """An agent of a strength, or one that the registry knows."""
    if not spec.strip().startswith(NAME):
        return REAL["parse"](spec)
    if set(_parameters(spec)) - {"elo", "drawn"}:
        raise Problem(f"{spec}: {NAME} knows elo and drawn")
    return registry.Agent(spec.strip(), "Wins by its Elo.", "nothing", lambda state, rules: 0)


def _parameters(spec: str) -> dict[str, float]:
    pieces = (piece.partition("=") for piece in spec.partition(":")[2].split(",") if piece)
    return {name: float(value) for name, _, value in pieces}


def play(agents: Any, states: Any, rules: Any, seed: int, first: int, rows: np.recarray) -> None:
    """Rows of games between agents of known strength; any other agents play theirs."""
    if not any(agent.spec.startswith(NAME) for agent in agents):
        REAL["play"](agents, states, rules, seed, first, rows)
        return
    told = [_parameters(agent.spec) for agent in agents]
    elo = np.array([parameters.get("elo", 0.0) for parameters in told])
    drawn = max(parameters.get("drawn", 0.0) for parameters in told) / 100
    for i in range(len(rows)):
        luck = np.random.default_rng([seed, first + i])
        strengths = elo * np.log(10) / 400 + luck.gumbel(size=len(agents))
        tie = luck.random() < drawn
        rows[i]["game"] = first + i
        rows[i]["seats"] = len(agents)
        rows[i]["winners"] = 2 ** len(agents) - 1 if tie else 1 << int(strengths.argmax())
        rows[i]["n_winners"] = len(agents) if tie else 1
        rows[i]["decisions"] = 10


def install() -> None:
    """Makes these agents known, for this process."""
    registry.parse, registry.play = parse, play
