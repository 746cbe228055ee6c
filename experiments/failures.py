"""What makes results depend on the moment: forfeits of agents in Python, and agents that think by the clock."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np

from agents import forfeits
from experiments.plan import Variant


class Failures:
    """Forfeits by (agent, reason), gathered from rows."""

    def __init__(self) -> None:
        self.counts: Counter[tuple[str, str]] = Counter()
        self.games = 0  # with agents in Python
        self.played: Counter[str] = Counter()  # of these, by agent
        self.clocked: dict[str, None] = {}  # agents that think by the clock

    def add(self, variant: Variant, rows: np.ndarray) -> None:
        """Count the rows of some games of a variant."""
        self.clocked.update((a.spec, None) for a in variant.agents if getattr(a, "clocked", False))
        if not variant.python:
            return
        self.games += len(rows)
        for spec in {agent.spec for agent in variant.agents}:
            self.played[spec] += len(rows)
        failed = rows["forfeit_reason"] != forfeits.NONE
        pairs = np.stack([rows["forfeit_seat"][failed], rows["forfeit_reason"][failed]])
        found, counts = np.unique(pairs, axis=1, return_counts=True)
        for (seat, reason), n in zip(found.T.tolist(), counts.tolist(), strict=True):
            self.counts[variant.agents[seat].spec, forfeits.REASONS[reason]] += n

    @property
    def depends_on_timeout(self) -> bool:
        """Whether another machine or moment may give other results."""
        clocked = {forfeits.REASONS[forfeits.TIMEOUT], forfeits.REASONS[forfeits.MEMORY]}
        return any(reason in clocked for _, reason in self.counts)

    def lines(self) -> list[dict[str, Any]]:
        """A line for each agent and reason, the most frequent first."""
        return [
            {"agent": agent, "reason": reason, "games": n, "of": self.played[agent]}
            for (agent, reason), n in sorted(self.counts.items(), key=lambda e: (-e[1], e[0]))
        ]

    def as_dict(self) -> dict[str, Any]:
        """For documents; nothing where no agent in Python and none by the clock played."""
        told: dict[str, Any] = {"depends_on_clock": list(self.clocked)} if self.clocked else {}
        if self.games:
            told["forfeits"] = self.lines()
            told["depends_on_timeout"] = self.depends_on_timeout
        return told

    def sentences(self) -> list[str]:
        """What a person is told."""
        told = [
            f"{line['agent']} forfeited {line['games']:,} of {line['of']:,} games "
            f"({line['reason']})."
            for line in self.lines()
        ]
        if self.clocked:
            told.append(
                f"{' and '.join(self.clocked)} thinks by the clock: on another machine, or at "
                "another moment, the choices differ; `iterations=N` is the same everywhere."
            )
        if self.depends_on_timeout:
            told.append("These results depend on a time or memory limit: a rerun may differ.")
        return told
