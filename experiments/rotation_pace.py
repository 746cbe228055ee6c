"""What a decision of each agent costs: each plays a few games against itself, on one core.

A figure of the machine and the moment. It also tells how many games a worker should play in one go.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from agents.registry import Agent
from experiments import chunks
from experiments.chunks import Chunk
from experiments.plan import Plan, Variant
from experiments.rotation import Contest

SECONDS = 0.2  # for which each agent is measured at least
GAMES_MAX = 2_000
CHUNK_SECONDS = 0.1  # that a worker should be busy between two looks at the bar


@dataclass(frozen=True)
class Pace:
    """Games of an agent with itself in all seats."""

    agent: str
    games: int
    decisions: int
    seconds: float

    @property
    def microseconds(self) -> float:
        """For one decision, the game's own steps included."""
        return 1e6 * self.seconds / max(1, self.decisions)

    @property
    def game_seconds(self) -> float:
        """For one game."""
        return self.seconds / max(1, self.games)

    def as_dict(self) -> dict[str, Any]:
        """Ready for JSON."""
        return {
            "agent": self.agent,
            "microseconds_per_decision": round(self.microseconds, 3),
            "seconds_per_game": round(self.game_seconds, 7),
        }


def measure(contest: Contest) -> list[Pace]:
    """The pace of each entrant; kernels are compiled or loaded on the way."""
    found: dict[str, Pace] = {}
    for agent in contest.agents:
        if agent.spec not in found:
            found[agent.spec] = _measure(contest, agent)
    return [found[agent.spec] for agent in contest.agents]


def _measure(contest: Contest, agent: Agent) -> Pace:
    """Twice as many games each time, until they have taken long enough."""
    variant = Variant(agent.spec, agent.spec, contest.design, (agent,) * contest.players)
    plan = Plan("pace", contest.game, (variant,), GAMES_MAX, contest.seed)
    (part,) = plan.parts()
    with chunks.pool(plan, 1, GAMES_MAX) as submit:
        submit(Chunk(part, 0, 1)).result()  # compiles or loads, or starts a process
        games = 1
        while True:
            began = time.perf_counter()
            rows = submit(Chunk(part, 0, games)).result()
            seconds = time.perf_counter() - began
            if seconds >= SECONDS or games >= GAMES_MAX:
                return Pace(agent.spec, games, int(rows["decisions"].sum()), seconds)
            games = min(GAMES_MAX, 2 * games)


def chunk_for(paces: Iterable[Mapping[str, Any]]) -> int:
    """Games that a worker plays in one go, by what the slowest agent needs (see `Pace.as_dict`)."""
    slowest = max(pace["seconds_per_game"] for pace in paces)
    return max(1, min(chunks.CHUNK, int(CHUNK_SECONDS / max(slowest, 1e-9))))


def seconds_for(contest: Contest, paces: Iterable[Mapping[str, Any]], jobs: chunks.Jobs) -> float:
    """About how long a contest takes on so many workers."""
    each = [pace["seconds_per_game"] / contest.players for pace in paces]
    deal = sum(each[entrant] for seating in contest.seatings for entrant in seating)
    return contest.deals * deal / chunks.workers_for(jobs)
